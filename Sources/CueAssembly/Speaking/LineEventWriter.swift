import CueModel
import CueOutput
import CueSystem

/// The JSON forms of what happens while one of several texts is spoken.
package struct LineEventWriter {
  private let line: Int
  private let offset: Int
  private let text: String

  /// A writer for text number `line`, which begins at byte `offset` of the input.
  package init(line: Int, offset: Int, text: String) {
    self.line = line
    self.offset = offset
    self.text = text
  }

  /// The event; `sentence` says why a voice failed.
  package func json(_ event: LineEvent, sentence: (PluginFailure) -> String) -> JSONObject {
    switch event {
    case .began(let voice, let format, let seconds):
      json("line") {
        $0["voice"] = .string(voice)
        $0["time"] = .number(seconds)
        $0["offset"] = .integer(offset)
        $0["length"] = .integer(text.utf8.count)
        $0["rate"] = .integer(format.rateHertz)
        $0["channels"] = .integer(format.channels)
        $0["text"] = .string(text)
      }
    case .mark(let mark, let seconds): json(mark, at: seconds)
    case .shortfall(let shortfall):
      json("shortfall") {
        $0["field"] = .string(shortfall.field)
        $0["outcome"] = .string(shortfall.outcome)
      }
    case .startedOver(let standIn, let failure):
      json("stand-in") {
        $0["voice"] = .string(standIn)
        $0["because"] = .string(sentence(failure))
      }
    case .ended(let outcome, let seconds, let lineSeconds):
      json(outcome == .finished ? "end" : "cancelled") {
        $0["time"] = .number(seconds)
        $0["seconds"] = .number(lineSeconds)
      }
    case .failed(let failure):
      json("failed") { $0["because"] = .string(sentence(failure)) }
    }
  }

  private func json(_ mark: SpeechMark, at seconds: Double) -> JSONObject {
    let names: [SpeechMark.Kind: String] = [
      .word: "word", .sentence: "sentence", .mark: "mark", .phoneme: "phoneme",
    ]
    let utf8 = text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: mark.textRange.lowerBound)
    let end = utf8.index(start, offsetBy: mark.textRange.count)
    return json(names[mark.kind] ?? "event") {
      $0["time"] = .number(seconds)
      $0["frame"] = .integer(mark.frame)
      $0["offset"] = .integer(offset + mark.textRange.lowerBound)
      $0["length"] = .integer(mark.textRange.count)
      if !mark.textRange.isEmpty { $0["text"] = .string(String(text[start..<end])) }
      if !mark.name.isEmpty { $0["name"] = .string(mark.name) }
      if mark.isEstimated { $0["estimated"] = .bool(true) }
    }
  }

  private func json(_ name: String, _ fill: (inout JSONObject) -> Void) -> JSONObject {
    var json = JSONObject(event: name)
    json["line"] = .integer(line)
    fill(&json)
    return json
  }
}
