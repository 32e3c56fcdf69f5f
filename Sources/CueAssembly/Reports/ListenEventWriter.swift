import CueListening
import CueModel
import CueSystem
import CueText

/// The JSON forms of what `listen` reports.
package struct ListenEventWriter {
  private let rateHertz: Int

  /// A writer for sound with that many frames a second.
  package init(rateHertz: Int) { self.rateHertz = rateHertz }

  private func seconds(_ frame: Int) -> Double { Double(frame) / Double(rateHertz) }

  /// The event; nil if programs do not get it.
  package func json(_ event: ListenEvent) -> JSONObject? {
    var json: JSONObject
    switch event {
    case .shortfall(let shortfall):
      json = JSONObject(event: "shortfall")
      json["field"] = .string(shortfall.field)
      json["outcome"] = .string(shortfall.outcome)
    case .speechBegan(let frame):
      json = JSONObject(event: "speech")
      json["seconds"] = .number(seconds(frame))
    case .partial(let heard, let frame):
      json = JSONObject(event: "partial")
      json["seconds"] = .number(seconds(frame))
      json["text"] = .string(heard.text)
      json["stable_bytes"] = .integer(heard.stableBytes)
    case .wordChanged: return nil
    case .lineEndReached(let frame):
      json = JSONObject(event: "line_end")
      json["seconds"] = .number(seconds(frame))
    }
    return json
  }

  /// How the line `line` was worded; `sentence` says why a second recognizer has no opinion.
  package func json(
    _ opinion: SecondOpinion, of line: String, sentence: (ListenFailure) -> String
  ) -> JSONObject {
    var json = JSONObject(event: "wording")
    json.describe(opinion.judgement, of: line)
    if !opinion.heard.isEmpty { json["text"] = .string(opinion.heard) }
    json["because"] = opinion.failure.map { .string(sentence($0)) }
    return json
  }

  /// The result as an event; `clause` says why a line does not count as said.
  package func json(
    _ result: ListenResult, clause: (LineVerdict.Reason) -> String
  ) -> JSONObject {
    var json = JSONObject(event: "result")
    json["text"] = .string(result.heard.text)
    json["reason"] = .string(result.reason.rawValue)
    json["seconds"] = .number(seconds(result.frameCount))
    json["confidence"] = result.heard.confidence.map { .number($0) }
    json["expected"] = .bool(result.meaning.isExpected)
    switch result.meaning {
    case .nothing, .notUnderstood, .words: break
    case .name(let name): json["name"] = name.map { .string($0) }
    case .number(let number): json["number"] = number.flatMap { Double($0) }.map { .number($0) }
    case .phrase(let phrase): json["phrase"] = phrase.map { .string($0) }
    case .otherLine(let line): json["other_line"] = .string(line)
    case .line(let match, let verdict):
      json["share"] = .number(match.share)
      json["line_end"] = .bool(match.isEndReached)
      json["reasons"] = .strings(verdict.reasons.map { clause($0) })
      json["missing"] = .ranges(match.missing)
      json["changed"] = .ranges(match.changed)
      json["extra"] = .strings(
        match.extras.filter { $0.kind == .word }.compactMap { extra in
          result.lineWords.indices.contains(extra.heard) ? result.lineWords[extra.heard].text : nil
        })
    }
    json["words"] = .objects(
      result.heard.words.map { word in
        var object = JSONObject()
        object["text"] = .string(word.text)
        object["start"] = .number(seconds(word.frames.lowerBound))
        object["end"] = .number(seconds(word.frames.upperBound))
        object["confidence"] = word.confidence.map { .number($0) }
        if word.isOutside { object["outside"] = .bool(true) }
        if word.isFiller { object["filler"] = .bool(true) }
        if word.isGuessed { object["guessed"] = .bool(true) }
        return object
      })
    return json
  }
}
