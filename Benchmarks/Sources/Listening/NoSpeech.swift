import Glibc

/// Half a minute of what is no speech.
enum NoSpeech: String, CaseIterable, Sendable {
  case silence
  case noise = "white noise"
  case hum = "50 Hz hum"
  case clicks = "key clicks"
  case chord = "a chord"

  static let seconds = 30

  func utterance() -> Utterance {
    var random = RepeatableGenerator(seed: 7)
    let rate = 16000
    let count = NoSpeech.seconds * rate
    func sine(_ hertz: Double, _ index: Int) -> Double {
      sin(2 * .pi * hertz * Double(index) / Double(rate))
    }
    var samples = [Double](repeating: 0, count: count)
    switch self {
    case .silence: break
    case .noise: samples = samples.map { _ in Double.random(in: -3000...3000, using: &random) }
    case .hum: samples = samples.indices.map { 9000 * sine(50, $0) }
    case .clicks:
      // Seven keys a second, each a burst of noise that dies away in 2 ms.
      var at = 0
      while at + 160 < count {
        for index in 0..<160 {
          samples[at + index] =
            Double.random(in: -12000...12000, using: &random) * exp(-Double(index) / 30)
        }
        at += Int.random(in: rate / 10...rate / 5, using: &random)
      }
    case .chord:
      samples = samples.indices.map { index in
        [261.63, 329.63, 392.0].reduce(0) { $0 + 4000 * sine($1, index) }
      }
    }
    return Utterance(
      samples: samples.map { Int16($0.rounded()) }, rateHertz: rate, speechEnd: 0)
  }
}

extension Listening {
  /// How many words are heard where there are none, each sound to a fresh ear.
  func measureNoSpeech(into table: inout Table) throws {
    let found = try together(NoSpeech.allCases) { kind in
      let scene = self.scenes[0]
      let result = try LineRecognizer(self.tree).hear(
        kind.utterance(), LineRecognizer.phrases(scene, 0))
      return (
        Lines.words(result.heard.text).count,
        result.partials.map { Lines.words($0.heard.text).count }.max() ?? 0
      )
    }
    for (kind, (final, partial)) in zip(NoSpeech.allCases, found) {
      table.add(
        Measure(
          name: "words heard in \(NoSpeech.seconds) s of \(kind.rawValue)", ours: Double(final),
          unit: .count, limit: .most(0)))
      table.add(
        Measure(
          name: "most words in a partial result of it", ours: Double(partial), unit: .count,
          limit: .none))
    }
  }
}
