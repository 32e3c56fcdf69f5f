/// Compares lines that should be the same, as exactly as the voice promises.
struct VoiceSameness {
  let bench: Bench
  private let isExact: Bool
  private let slack: Double

  /// For the default voice of a session.
  init(_ bench: Bench, _ session: Session) throws {
    self.bench = bench
    let repetition = try session.repetition()
    isExact = repetition == .always || (repetition == .fresh && bench.voice.isForked)
    slack = repetition == .none || repetition == .bySeed ? 0.3 : 0.05
  }

  /// Requires that `said` is the line that `usual` is: status, format, sound and events.
  func require(_ said: Utterance, as usual: Utterance) throws {
    try bench.require(
      said.status == usual.status, "It ends with \(Status.name(usual.status)), as usual.",
      "It ended with \(Status.name(said.status)): \(said.sentence)")
    try bench.require(
      said.formats.elementsEqual(usual.formats, by: ==), "The format is the same as usual.",
      "It is \(said.rate) Hz with \(said.formats.first?.channels ?? 0) channels, and usually \(usual.rate) Hz with \(usual.formats.first?.channels ?? 0)."
    )
    if isExact {
      try bench.require(
        said.bytes == usual.bytes, "The bytes of the sound are the same as usual.",
        VoiceEventChecks.difference(usual, said))
    } else {
      try bench.require(
        abs(said.seconds - usual.seconds) <= usual.seconds * slack + 0.02,
        "It lasts \(usual.seconds) seconds, as usual.", "It lasted \(said.seconds).")
      let levels = [usual, said].map { Measures.level($0.samples) }
      try bench.require(
        abs(levels[0] - levels[1]) <= levels[0] * (slack + 0.2), "It is as loud as usual.",
        "Its level is \(levels[1]), and usually \(levels[0]).")
    }
    try bench.require(
      said.events.count == usual.events.count
        && zip(said.events, usual.events).allSatisfy {
          $0.type == $1.type && $0.offset == $1.offset && $0.length == $1.length
            && (!isExact || $0.frame == $1.frame)
        }, "The events are the same as usual.",
      "\(said.events.count) came, and usually \(usual.events.count), or their places are different."
    )
    try bench.require(
      said.honoured.map(\.field) == usual.honoured.map(\.field), "It reports the same as usual.",
      "It reported \(said.honoured.count) things, and usually \(usual.honoured.count).")
  }
}

extension Utterance {
  /// The samples between the silences at its ends.
  var soundingSeconds: Double {
    let samples = samples
    let (before, after) = Measures.silentEdges(samples, Measures.peak(samples) / 100)
    let channels = formats.first?.channels ?? 1
    return Double(max(0, samples.count - before - after)) / Double(max(1, rate * channels))
  }
}
