import CuePluginKit

/// A recognizer that hears what its script says, one line for each stream.
///
/// The script is a plain list, its lines separated by line feeds or `|`, or base64 of a JSON array of strings. Streams take
/// lines in order; when none is left they hear nothing. A script that is not base64 of this kind is a plain list.
final class MockRecognizer: RecognizerPlugin {
  static var descriptor: PluginDescriptor {
    PluginDescriptor(
      id: "mock-ear", name: "Mock recognizer", version: "1.0", licence: "Apache-2.0",
      summary: "Hears what a script says.", concurrency: .perInstance, determinism: .always)
  }

  static var parameters: [Parameter] {
    [
      Parameter(
        id: 1, name: "script", kind: .text(initial: ""),
        summary: "What it hears: lines, or base64 of a JSON array of strings."),
      Parameter(
        id: 2, name: "pace", kind: .integer(0...10_000, initial: 100), unit: "ms",
        summary: "How much sound passes from one heard word to the next."),
    ]
  }

  private var lines: [String] = []
  private var paceMilliseconds = 100
  private var words: [Substring] = []
  private var heardWords: [HeardWord] = []
  private var frames = 0
  private var channels = 1
  private var framesPerWord = 1

  init(host: PluginHost) {}

  func set(_ id: UInt32, to value: ParameterValue) {
    switch value {
    case .text(let script): lines = MockScript.lines(of: script)
    case .number(let number): paceMilliseconds = Int(number)
    }
  }

  func open(_ request: ListenRequest) -> [ListenShortfall] {
    let line = lines.isEmpty ? "" : lines.removeFirst()
    words = line.split(separator: " ")
    heardWords = []
    frames = 0
    channels = Int(request.format.channels)
    framesPerWord = max(1, Int(request.format.rateHertz) * paceMilliseconds / 1000)
    return []
  }

  func push(_ samples: [Float]) -> Transcript? {
    frames += samples.count / channels
    let before = heardWords.count
    while heardWords.count < words.count, frames >= (heardWords.count + 1) * framesPerWord {
      hear()
    }
    return heardWords.count > before ? transcript : nil
  }

  func finish() -> Transcript {
    while heardWords.count < words.count { hear() }
    return transcript
  }

  func close() {}

  private func hear() {
    let index = heardWords.count
    heardWords.append(
      HeardWord(
        text: String(words[index]), start: UInt64(index * framesPerWord),
        end: UInt64((index + 1) * framesPerWord), confidence: 1))
  }

  private var transcript: Transcript {
    Transcript(
      words: heardWords, stableWords: heardWords.count, confidence: 1,
      noSpeech: words.isEmpty ? 1 : 0)
  }
}
