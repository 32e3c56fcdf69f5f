import Synchronization

/// How well the expected line is heard: flite's voices say held-out lines, as written and in all wrong ways.
struct Listening: Sendable {
  let tree: Tree
  let scenes: [[String]]
  /// Takes one of this many lines only.
  let stride: Int

  static let voices = ["slt", "rms", "awb", "kal16"]
  static let speeds = [0.85, 1.0, 1.2]

  /// One voice in one room.
  struct Session: Sendable {
    var voice: String
    var decibels: Double?
    var variants: [Variant]
    var hasSecondOpinion = false
    /// All speeds for lines as written; else one of them, in turn.
    var hasAllSpeeds = false

    var room: String { decibels.map { "\(Int($0)) dB" } ?? "clean" }
  }

  /// The results of a way of speaking.
  struct Tally: Sendable {
    var count = 0
    var accepted = 0
    /// Utterances whose end was recognized from partials: more than 150 ms before it, and at all.
    var early = 0
    var ended = 0
    /// Of unfinished lines: those reported as ended.
    var endedUnfinished = 0
    var unfinished = 0

    static func + (one: Tally, other: Tally) -> Tally {
      Tally(
        count: one.count + other.count, accepted: one.accepted + other.accepted,
        early: one.early + other.early, ended: one.ended + other.ended,
        endedUnfinished: one.endedUnfinished + other.endedUnfinished,
        unfinished: one.unfinished + other.unfinished)
    }

    var acceptedPercent: Double { 100 * Double(accepted) / Double(max(1, count)) }
  }

  /// Which tally an utterance belongs to.
  struct Key: Hashable, Sendable {
    var variant: Variant
    var room: String
    var voice: String
    var hasSecondOpinion: Bool
  }

  init(tree: Tree, lines: String, stride: Int) throws {
    self.tree = tree
    scenes = try Lines(file: lines).scenes
    self.stride = stride
  }

  func measure(into table: inout Table) throws {
    var sessions: [Session] = []
    for voice in Listening.voices {
      for decibels in [nil, 20.0] {
        sessions.append(
          Session(
            voice: voice, decibels: decibels, variants: Variant.allCases, hasAllSpeeds: true))
      }
    }
    for voice in Listening.voices {
      sessions.append(Session(voice: voice, decibels: 10, variants: [.asWritten]))
      for decibels in [nil, 20.0] {
        sessions.append(
          Session(
            voice: voice, decibels: decibels, variants: [.asWritten, .replaced],
            hasSecondOpinion: true))
      }
    }
    for decibels in [nil, 20.0, 10] {
      sessions.append(Session(voice: "kal", decibels: decibels, variants: [.asWritten]))
    }
    let tallies = try run(sessions)
    report(tallies, into: &table)
    try measureNoSpeech(into: &table)
  }

  /// All sessions, two at a time.
  private func run(_ sessions: [Session]) throws -> [Key: Tally] {
    let next = Next()
    let lanes = try together([0, 1]) { _ in
      var tallies: [Key: Tally] = [:]
      while let index = next.index(below: sessions.count) {
        tallies.merge(try self.run(sessions[index])) { $0 + $1 }
      }
      return tallies
    }
    return lanes.reduce(into: [:]) { $0.merge($1) { $0 + $1 } }
  }

  private func run(_ session: Session) throws -> [Key: Tally] {
    let lines = Lines(scenes: scenes)
    let speaker = Speaker(tree, session.voice)
    let ear = LineRecognizer(tree, hasSecondOpinion: session.hasSecondOpinion)
    let noise = Noise()
    var tallies: [Key: Tally] = [:]
    let voiceIndex = Listening.voices.firstIndex(of: session.voice) ?? 0
    for (index, place) in lines.places.enumerated() where index % stride == 0 {
      for variant in session.variants {
        // The same words whatever the room, and noise of its own for each.
        var random = RepeatableGenerator(
          seed: UInt64(index * 64 + voiceIndex * 8)
            + UInt64(Variant.allCases.firstIndex(of: variant)!))
        guard let parts = variant.says(place, of: lines, using: &random) else { continue }
        let speeds =
          variant == .asWritten && session.hasAllSpeeds
          ? Listening.speeds : [Listening.speeds[(index + voiceIndex) % Listening.speeds.count]]
        for speed in speeds {
          let utterance = noise.added(
            to: try speaker.say(parts, speed: speed), decibels: session.decibels, using: &random)
          let scene = scenes[place.scene]
          let piece = utterance.rateHertz * 3 / 100
          let result = try ear.hear(
            utterance, LineRecognizer.phrases(scene, place.line), pieceSamples: piece)
          let key = Key(
            variant: variant, room: session.room, voice: session.voice,
            hasSecondOpinion: session.hasSecondOpinion)
          tallies[key, default: Tally()].take(
            result, scene[place.line], parts, variant, utterance, pieceSamples: piece)
        }
      }
    }
    return tallies
  }

  private func report(_ tallies: [Key: Tally], into table: inout Table) {
    func tally(
      _ room: String, _ variants: [Variant], secondOpinion: Bool = false, kal: Bool = false
    ) -> Tally {
      tallies.filter {
        $0.key.room == room && $0.key.hasSecondOpinion == secondOpinion
          && ($0.key.voice == "kal") == kal && variants.contains($0.key.variant)
      }.values.reduce(Tally(), +)
    }
    func add(_ name: String, _ tally: Tally, _ percent: Double, _ limit: Measure.Limit) {
      guard tally.count > 0 else { return }
      table.add(
        Measure(name: "\(name) (\(tally.count))", ours: percent, unit: .percent, limit: limit))
    }
    for (variant, limits) in Listening.limits {
      for (room, limit) in zip(["clean", "20 dB"], limits) {
        let tally = tally(room, [variant])
        let isNoticed = variant == .clauseMissing || variant == .firstHalf || variant == .replaced
        add(
          "\(variant.rawValue), \(isNoticed ? "noticed" : "accepted"), \(room)", tally,
          isNoticed ? 100 - tally.acceptedPercent : tally.acceptedPercent, limit)
      }
    }
    for room in ["clean", "20 dB"] {
      let replaced = tally(room, [.replaced], secondOpinion: true)
      add(
        "one or two words replaced, noticed with a second opinion, \(room)", replaced,
        100 - replaced.acceptedPercent, room == "clean" ? .least(90) : .none)
      let asWritten = tally(room, [.asWritten], secondOpinion: true)
      add(
        "line as written, accepted with a second opinion, \(room)", asWritten,
        asWritten.acceptedPercent, .none)
    }
    let loud = tally("10 dB", [.asWritten])
    add("line as written, accepted, 10 dB", loud, loud.acceptedPercent, .none)
    for room in ["clean", "20 dB", "10 dB"] {
      let kal = tally(room, [.asWritten], kal: true)
      add("line as written, accepted, kal, \(room)", kal, kal.acceptedPercent, .none)
    }
    for room in ["clean", "20 dB"] {
      let whole = tally(room, [.asWritten])
      add(
        "line's end from partials, more than 150 ms early, \(room)", whole,
        100 * Double(whole.early) / Double(max(1, whole.count)), .most(6))
      add(
        "line's end from partials, reported before the result, \(room)", whole,
        100 * Double(whole.ended) / Double(max(1, whole.count)), .none)
      let part = tally(room, [.firstHalf, .clauseMissing])
      guard part.unfinished > 0 else { continue }
      table.add(
        Measure(
          name: "line's end from partials, of an unfinished line, \(room) (\(part.unfinished))",
          ours: Double(part.endedUnfinished), unit: .count, limit: .most(0)))
    }
  }

  /// What has to be reached, clean and at 20 dB, in percent.
  private static let limits: [(Variant, [Measure.Limit])] = [
    (.asWritten, [.least(99), .least(95)]), (.restart, [.least(98), .least(95)]),
    (.innerPause, [.least(98), .least(93)]), (.otherLine, [.most(0.5), .most(1)]),
    (.outside, [.most(1), .most(2)]), (.clauseMissing, [.least(97), .least(95)]),
    (.firstHalf, [.least(97), .least(95)]), (.replaced, [.least(60), .least(50)]),
  ]
}

extension Listening.Tally {
  mutating func take(
    _ result: LineRecognizer.Result, _ line: String, _ parts: [Part], _ variant: Variant,
    _ utterance: Utterance, pieceSamples: Int
  ) {
    count += 1
    if Judgement.accepts(line, result.heard) { accepted += 1 }
    let end = LineEnd.sample(line, result.partials, of: utterance, pieceSamples: pieceSamples)
    if variant == .asWritten, let end {
      ended += 1
      if Double(utterance.speechEnd - end) > 0.15 * Double(utterance.rateHertz) { early += 1 }
    }
    // What ends with the line's last two words has ended, whatever is missing before them.
    let said = parts.flatMap { Lines.words($0.text) }
    if variant == .firstHalf || variant == .clauseMissing,
      said.suffix(2) != Lines.words(line).suffix(2)
    {
      unfinished += 1
      if end != nil { endedUnfinished += 1 }
    }
  }
}

/// Gives out numbers, each once, to any thread.
private final class Next: Sendable {
  private let next = Mutex(0)

  func index(below count: Int) -> Int? {
    next.withLock { next in
      guard next < count else { return nil }
      next += 1
      return next - 1
    }
  }
}
