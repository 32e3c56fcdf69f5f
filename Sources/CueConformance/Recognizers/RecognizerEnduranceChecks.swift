import CueABI
import CuePlugins
import CSystem

/// Checks of a recognizer: random, several at once, long, in time, and with other hosts.
enum RecognizerEnduranceChecks {
  static let all = use + hosts

  private static let use: [Check] = [
    Check(
      "recognizer-fuzz", level: 6,
      "There are too many sounds to test by hand.",
      "Forty streams are opened with random formats and phrases, with and without partial results. They get noise, tones, silence and bursts in blocks of random lengths. A third of them are cancelled at a random moment. Each ends with a status of the interface."
    ) { bench in
      let session = try bench.startPlugin()
      for number in 1...40 {
        let request = fuzzed(&bench.chance)
        let sound = sound(&bench.chance, channels: request.channels)
        let moment =
          Int.random(in: 0...2, using: &bench.chance) == 0
          ? Int.random(in: 0...9, using: &bench.chance) : nil
        bench.done =
          "Stream \(number): \(sound.count / request.channels) frames at \(request.rateHertz) Hz, "
          + "\(request.channels) channels, \(request.phrases.count) phrases"
          + (moment.map { ", cancelled after block \($0)." } ?? ".")
        let status = try session.hearInPieces(sound, request, cancelledAt: moment)
        try bench.requireKnown(status, "It ends with a status of the interface.", how: "ended with")
      }
    },
    Check(
      "recognizer-side-by-side", level: 7,
      "Two instances may listen at the same time.",
      "Two instances in one process hear different sound, a block of each in turn. Each gives the same text as when it listens alone. CUE_PER_PROCESS plugins are skipped."
    ) { bench in
      try bench.skip(
        bench.voice.concurrency == CUE_PER_PROCESS, "it allows one instance for each process")
      try bench.skip(bench.voice.determinism == CUE_DETERMINISM_NONE, "it is not deterministic")
      let keys = RecognizerChecks.keys(rateHertz: 16_000)
      let sounds = [keys, Array(keys.prefix(20_000))]
      let alone = try sounds.map { try bench.startPlugin().listen($0).text }
      let session = try bench.start()
      for instance in UInt32(1)...2 { try session.create(instance: instance) }
      let heard = try session.listenInTurn(sounds)
      bench.done = "Two instances heard different sound at once."
      for (alone, heard) in zip(alone, heard) {
        try bench.require(
          alone == heard, "It hears “\(alone)”, as when it listens alone.", "It heard “\(heard)”.")
      }
    },
    Check(
      "recognizer-leaks-no-stream", level: 8, needsWorker: true,
      "A long session has thousands of lines.",
      "The recognizer gets 1,000 streams of a tenth of a second, or as many as half of the check's time allows. After the first tenth, each one leaves at most 1 kB in the heap, and no thread or descriptor."
    ) { bench in
      let session = try bench.startPlugin()
      let sound = Signals.noise(frames: 1600, level: 0.01, seed: 9)
      let half = bench.left(.max) / 2
      var seen: [Inspection] = []
      while seen.count < 100, seen.count < 20 || bench.left(.max) > half {
        for _ in 1...10 { _ = try session.listen(sound) }
        seen.append(try session.inspect(instance: 1))
      }
      let before = seen[seen.count / 10]
      let now = seen[seen.count - 1]
      let streams = 10 * (seen.count - 1 - seen.count / 10)
      bench.done = "\(10 * seen.count) streams were heard."
      try bench.requireNothingLeft(of: streams, from: before, to: now)
    },
    Check(
      "recognizer-hour", level: 8, needsWorker: true,
      "A whole rehearsal may be one stream.",
      "The recognizer gets an hour of soft noise with telephone keys in one stream, as fast as it can take it, or as much as half of the check's time allows. After the first fifth, the heap grows by at most 100 kB for each minute of sound."
    ) { bench in
      let session = try bench.startPlugin()
      var hearing = Hearing()
      let number = try session.send(CUE_MSG_LISTEN) { HearingRequest().write(&$0) }
      guard try session.untilTaken(number, &hearing) else {
        throw Verdict.skipped("it does not take 16-bit sound at 16,000 Hz")
      }
      let keys = RecognizerChecks.keys(rateHertz: 16_000)
      let noise = Signals.noise(frames: 160_000 - keys.count, level: 0.01, seed: 10)
      let bytes = Signals.int16Bytes(keys + noise)
      let half = bench.left(.max) / 2
      var heaps: [Int] = []
      // If half of the time is not enough for two minutes of sound, most of the rest may be used.
      hour: while heaps.count < 360 {
        for second in 0..<10 {
          guard bench.left(.max) > (heaps.count < 12 ? half / 2 : half) else { break hour }
          try session.send(CUE_MSG_AUDIO, to: number) {
            $0.sound(CUE_TAG_SOUND, bytes[second * 32_000..<(second + 1) * 32_000])
          }
          guard try session.untilTaken(number, &hearing) else {
            bench.done = "\(heaps.count * 10 + second) seconds of sound were heard as one stream."
            throw Verdict.failed(
              bench.finding(
                "It goes on.", "It ended with \(Status.name(hearing.status))."))
          }
        }
        heaps.append(try session.inspect(instance: 1).heapBytes)
      }
      bench.done = "\(heaps.count * 10) seconds of sound were heard as one stream."
      guard heaps.count >= 12 else {
        throw Verdict.skipped(
          "only \(heaps.count * 10) s of sound were heard in three quarters of the time; '--timeout' gives more"
        )
      }
      let first = heaps.count / 5
      let minutes = Double(heaps.count - 1 - first) / 6
      let grown = Int(Double(heaps[heaps.count - 1] - heaps[first]) / minutes / 1000)
      try bench.require(
        grown <= 100, "The heap grows by at most 100 kB a minute.",
        "It grew by \(grown) kB a minute.")
      try session.send(CUE_MSG_CANCEL, to: number)
      _ = try session.finish(number)
    },
    Check(
      "recognizer-keeps-up", level: 9,
      "A recognizer that is slower than speech never catches up.",
      "The recognizer gets ten seconds of sound. It takes less than ten seconds."
    ) { bench in
      let session = try bench.startPlugin()
      let sound = (0..<5).flatMap { _ in
        Array(
          (RecognizerChecks.keys(rateHertz: 16_000)
            + Signals.noise(frames: 16_000, level: 0.01, seed: 11)).prefix(32_000))
      }
      _ = try session.listen(Array(sound.prefix(16_000)))
      let start = cue_now_milliseconds()
      let heard = try session.listen(sound, blockFrames: 8000)
      let took = Int(cue_now_milliseconds() - start)
      let lasts = sound.count / 16
      bench.done = "\(lasts) ms of sound were heard."
      try bench.require(
        heard.status == CUE_OK && took <= lasts * bench.patience, "It takes less than that.",
        "It took \(took) ms.")
    },
  ]

  private static let hosts = PluginHarshChecks.hosts(
    "recognizer",
    newer:
      "A worker acts as a newer host: request, phrases, sink and error are 64 bytes longer and filled with 0xA5. The recognizer gets sound and phrases. This works, and nothing is written after the fields that this version knows.",
    older:
      "A worker acts as an older host: the request ends before its phrases, the sink before honoured, and the error before its sentence. Each ends at a page that cannot be accessed. The recognizer gets sound. This works.",
    hearsForOtherHost)

  private static func hearsForOtherHost(_ bench: Bench, _ session: Session) throws {
    var request = HearingRequest()
    request.language = "xx-nowhere"
    request.phrases = [(CUE_PHRASE_EXPECTED, Array("one two three".utf8))]
    bench.done = "A host of another version gave it sound."
    let heard = try session.listen(RecognizerChecks.keys(rateHertz: 16_000), request)
    try bench.require(
      heard.status == CUE_OK || heard.status == CUE_E_LANGUAGE, "It is heard.",
      "It ended with \(Status.name(heard.status)).")
    bench.done = "A host of another version opened a stream with an impossible format."
    request.rateHertz = 1
    _ = try session.listen(Signals.noise(frames: 100, level: 0.01, seed: 12), request)
  }

  private static func fuzzed(_ chance: inout Chance) -> HearingRequest {
    let words = ["one", "two", "to be", "NOT", "", "naïve", "—", "3.5", "…", "x", "uh", "\u{200b}"]
    var request = HearingRequest()
    request.sample = Bool.random(using: &chance) ? CUE_SAMPLE_S16 : CUE_SAMPLE_F32
    request.rateHertz =
      [8000, 16_000, 16_000, 22_050, 48_000].randomElement(using: &chance) ?? 16_000
    request.channels = Int.random(in: 1...2, using: &chance)
    request.partials = Bool.random(using: &chance)
    request.language = ["", "en", "en-US", "xx"].randomElement(using: &chance) ?? ""
    request.phrases = (0..<Int.random(in: 0...8, using: &chance)).map { _ in
      let text = (0..<Int.random(in: 0...6, using: &chance)).map { _ in
        words.randomElement(using: &chance) ?? ""
      }
      return (UInt32.random(in: 0...9, using: &chance), Array(text.joined(separator: " ").utf8))
    }
    return request
  }

  private static func sound(_ chance: inout Chance, channels: Int) -> [Float] {
    (0..<Int.random(in: 0...5, using: &chance)).flatMap { _ in
      let frames = Int.random(in: 1...6000, using: &chance)
      let level = Double.random(in: 0...2, using: &chance)
      let mono: [Float]
      switch Int.random(in: 0...2, using: &chance) {
      case 0: mono = Signals.silence(frames: frames)
      case 1: mono = Signals.noise(frames: frames, level: Float(level), seed: chance.next())
      default:
        mono = Signals.tone(
          frames: frames, hertz: .random(in: 20...7000, using: &chance), rateHertz: 16_000,
          level: level)
      }
      return channels == 1 ? mono : mono.flatMap { [$0, $0] }
    }
  }
}

extension Session {
  /// Lets it hear `samples` in blocks of random lengths, cancelled after the block of that number; returns its end.
  fileprivate func hearInPieces(
    _ samples: [Float], _ request: HearingRequest, cancelledAt moment: Int?
  ) throws -> Int32 {
    var hearing = Hearing()
    let number = try send(CUE_MSG_LISTEN) { request.write(&$0) }
    guard try untilTaken(number, &hearing) else { return hearing.status }
    let frames = samples.count / request.channels
    var at = 0
    var block = 0
    while at < frames {
      let end = min(frames, at + Int.random(in: 1...9000, using: &bench.chance))
      let piece = Array(samples[at * request.channels..<end * request.channels])
      let bytes =
        request.sample == CUE_SAMPLE_S16 ? Signals.int16Bytes(piece) : Signals.floatBytes(piece)
      try send(CUE_MSG_AUDIO, to: number) { $0.sound(CUE_TAG_SOUND, bytes) }
      if block == moment { try send(CUE_MSG_CANCEL, to: number) }
      guard try untilTaken(number, &hearing) else { return hearing.status }
      at = end
      block += 1
    }
    try send(CUE_MSG_FINISH, to: number)
    while try untilTaken(number, &hearing) { continue }
    return hearing.status
  }

  /// Lets instance 1, 2… hear a sound each, block by block in turn; returns their texts.
  fileprivate func listenInTurn(_ sounds: [[Float]]) throws -> [String] {
    var numbers: [UInt32] = []
    var hearings = sounds.map { _ in Hearing() }
    for index in sounds.indices {
      let number = try send(CUE_MSG_LISTEN, instance: UInt32(index + 1)) {
        HearingRequest().write(&$0)
      }
      numbers.append(number)
      try bench.skip(
        !untilTaken(number, &hearings[index]), "it does not take 16-bit sound at 16,000 Hz")
    }
    let blockFrames = 1600
    for at in stride(from: 0, to: sounds.map(\.count).max() ?? 0, by: blockFrames) {
      for index in sounds.indices where at < sounds[index].count {
        let block = Array(sounds[index][at..<min(at + blockFrames, sounds[index].count)])
        try send(CUE_MSG_AUDIO, to: numbers[index], instance: UInt32(index + 1)) {
          $0.sound(CUE_TAG_SOUND, Signals.int16Bytes(block))
        }
      }
      for index in sounds.indices where at < sounds[index].count {
        _ = try untilTaken(numbers[index], &hearings[index])
      }
    }
    for index in sounds.indices {
      try send(CUE_MSG_FINISH, to: numbers[index], instance: UInt32(index + 1))
      while try untilTaken(numbers[index], &hearings[index]) { continue }
    }
    return hearings.map(\.text)
  }
}
