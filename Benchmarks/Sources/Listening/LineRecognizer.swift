import CueListening
import CueModel
import CuePlugins
import CueText

/// The recognizer, listening for lines of a scene.
final class LineRecognizer {
  private let recognizer: RecognizerClient

  init(_ tree: Tree, hasSecondOpinion: Bool = false) {
    let file = PluginFile(
      path: tree.plugin("pocketsphinx"), name: "pocketsphinx", isProgram: false, id: "")
    var setup = PluginSetup(file: file, worker: WorkerSettings(workerPath: tree.worker))
    if hasSecondOpinion { setup.parameters = [("second-opinion", "1")] }
    recognizer = RecognizerClient(setup)
  }

  deinit { recognizer.quit() }

  /// The result of an utterance.
  struct Result {
    var heard: Heard
    /// Partial results, each with the sample at which it came.
    var partials: [(sample: Int, heard: Heard)] = []
    /// Seconds of processor time of our children.
    var openCPU = 0.0
    var pushCPU = 0.0
    var finishCPU = 0.0
  }

  /// The line expected, and all others of the scene competing with it.
  static func phrases(_ scene: [String], _ line: Int) -> [ExpectedPhrase] {
    [ExpectedPhrase(.expected, scene[line])]
      + scene.indices.filter { $0 != line }.map { ExpectedPhrase(.competing, scene[$0]) }
  }

  /// Hears an utterance in pieces of `pieceSamples`; the words of `lexicon` are spoken so, and in no other way.
  func hear(
    _ utterance: Utterance, _ phrases: [ExpectedPhrase], lexicon: [String: String] = [:],
    pieceSamples: Int = 1600, measuresCPU: Bool = false
  ) throws -> Result {
    let format = AudioFormat(sample: .int16, rateHertz: utterance.rateHertz)
    let cancellation = Cancellation()
    var before = measuresCPU ? ProcessorTime.ofChildren : 0
    func lap() -> Double {
      guard measuresCPU else { return 0 }
      let now = ProcessorTime.ofChildren
      defer { before = now }
      return now - before
    }
    var request = ListenRequest(format: format, phrases: phrases)
    request.lexicon = lexicon
    _ = try recognizer.open(request, cancellation: cancellation)
    var result = Result(heard: Heard(text: ""))
    result.openCPU = lap()
    for at in stride(from: 0, to: utterance.samples.count, by: pieceSamples) {
      let end = min(at + pieceSamples, utterance.samples.count)
      let piece = AudioBuffer(
        int16: Array(utterance.samples[at..<end]), rateHertz: utterance.rateHertz)
      for heard in try recognizer.push(piece, cancellation: cancellation) {
        result.partials.append((end, heard))
      }
    }
    result.pushCPU = lap()
    result.heard = try recognizer.finish(cancellation: cancellation)
    result.finishCPU = lap()
    return result
  }
}

/// Whether a line was said, as a rehearsal judges it.
enum Judgement {
  static func accepts(_ line: String, _ heard: Heard) -> Bool {
    ExpectedLine(line).match(heard.text).judged(.standard, confidence: heard.confidence).isAccepted
  }
}

/// The end of a line in partial results, as a session finds it.
enum LineEnd {
  /// The sample at which the end of `line` is known, where that comes before the sound is over.
  static func sample(
    _ line: String, _ partials: [(sample: Int, heard: Heard)], of utterance: Utterance,
    pieceSamples: Int
  ) -> Int? {
    let line = ExpectedLine(line)
    let hold = Int(TurnRules.lineEndHoldSeconds * Double(utterance.rateHertz))
    var since: Int?
    var next = partials[...]
    for sample in stride(from: pieceSamples, through: utterance.samples.count, by: pieceSamples) {
      while let first = next.first, first.sample <= sample {
        let match = first.heard.text.isEmpty ? nil : line.match(first.heard.text)
        let isAtEnd = match.map { $0.isEndReached && $0.missing.isEmpty } ?? false
        since = isAtEnd ? since ?? sample : nil
        next.removeFirst()
      }
      if let since, sample - since >= hold { return sample }
    }
    return nil
  }
}
