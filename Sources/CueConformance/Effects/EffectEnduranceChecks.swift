import CueABI
import CuePlugins
import CSystem

/// Checks of an effect: out of order, random, long, in time, and with other hosts.
enum EffectEnduranceChecks {
  static let all = use + hosts

  private static let use: [Check] = [
    Check(
      "effect-order", level: 6, needsWorker: true,
      "A host with a mistake sends sound through an effect that was never configured.",
      "process and flush are called before configure. Each is refused with a status of the interface, or does nothing. Then the effect works as usual."
    ) { bench in
      let session = try bench.startPlugin()
      for (order, name) in [(CUE_ORDER_PROCESS_EARLY, "process"), (CUE_ORDER_FLUSH_EARLY, "flush")]
      {
        bench.done = "\(name) was called before configure."
        let tried = try session.attempt(CUE_TRY_ORDER) { $0.u32(CUE_TAG_OFFSET, order) }
        try bench.requireKnown(tried.status, "It answers with a status of the interface.")
      }
      bench.done = "It was put to work after calls in the wrong order."
      let status = try session.work()
      try bench.requireOK(status, "It works.")
    },
    Check(
      "effect-odd-formats", level: 6, needsWorker: true,
      "Formats come from files, and files can be damaged.",
      "The effect is configured with 0, 1 and 4,294,967,295 as rate, channels and frames. It answers with a status of the interface. Then it works as usual."
    ) { bench in
      let session = try bench.startPlugin()
      let usual: [UInt32] = [48_000, 1, 512]
      for place in 0..<3 {
        for value in [UInt32(0), 1, .max] {
          var format = usual
          format[place] = value
          bench.done =
            "It was configured for \(format[0]) Hz, \(format[1]) channels and \(format[2]) frames."
          let tried = try session.attempt(CUE_TRY_CONFIGURE) {
            $0.u32(CUE_TAG_RATE, format[0])
            $0.u32(CUE_TAG_CHANNELS, format[1])
            $0.u32(CUE_TAG_MAX_FRAMES, format[2])
          }
          try bench.requireKnown(tried.status, "It answers with a status of the interface.")
        }
      }
      bench.done = "It was put to work after impossible formats."
      let status = try session.work()
      try bench.requireOK(status, "It works.")
    },
    Check(
      "effect-fuzz", level: 6,
      "There are too many sounds and settings to test by hand.",
      "The effect is configured twenty times. Each time it gets noise, tones, silence and bursts in blocks of random lengths. Each block has up to four changes of live parameters at random frames, some at the same frame. Between blocks, parameters are set and the effect is reset. Every block is processed, and all samples that come out are finite."
    ) { bench in
      let session = try bench.startPlugin()
      let parameters = try session.parameters()
      for round in 1...20 {
        try fuzz(bench, session, parameters, round)
      }
    },
    Check(
      "effect-endures", level: 8, needsWorker: true,
      "A show processes millions of blocks.",
      "A million blocks of 64 frames are sent through the effect, or as many as half of the check's time allows. It takes all of them. The last ones give as much sound as the first, within a thousandth, and the heap grows by at most 100 kB."
    ) { bench in
      let session = try bench.startPlugin()
      _ = try session.configure(rateHertz: 48_000, channels: 1, mostFrames: 64)
      let block = Signals.tone(frames: 64, hertz: 750, rateHertz: 48_000, level: 0.3)
      // Sound that it holds back comes first, and memory that it needs only once.
      _ = try session.repeated(block, 5000)
      let before = try session.inspect(instance: 1).heapBytes
      let first = try session.repeated(block, 10_000)
      let half = bench.left(.max) / 2
      var blocks = 10_000
      var last = first
      while blocks < 1_000_000, bench.left(.max) > half {
        last = try session.repeated(block, 10_000)
        blocks += 10_000
      }
      let grown = (try session.inspect(instance: 1).heapBytes - before) / 1000
      bench.done = "\(blocks) blocks of 64 frames were sent through it."
      try bench.require(
        first.used == 640_000 && last.used == 640_000, "Every frame is taken.",
        "Of the last 640,000 it took \(last.used).")
      try bench.require(
        abs(last.produced - first.produced) <= first.produced / 1000 + 4096,
        "\(first.produced) frames come out of 10,000 blocks at the end, as at the beginning.",
        "\(last.produced) came.")
      try bench.require(
        grown <= 100, "The heap grows by at most 100 kB.", "It grew by \(grown) kB.")
    },
    Check(
      "effect-in-time", level: 9, needsWorker: true,
      "Late sound is heard as a gap.",
      "500 blocks of 64 frames at 48,000 Hz are sent through the effect, twenty times. In the best of these rounds, no call takes longer than half of a block's length, 667 µs."
    ) { bench in
      let session = try bench.startPlugin()
      let answer = try session.configure(rateHertz: 48_000, channels: 1, mostFrames: 64)
      try bench.skip(answer.status < 0, "it does not take one channel at 48,000 Hz")
      let block = Signals.noise(frames: 64, level: 0.3, seed: 13)
      var best = Int.max
      for _ in 1...20 { best = min(best, try session.repeated(block, 500).longestMicroseconds) }
      bench.done = "500 blocks of 64 frames were sent through it, twenty times."
      try bench.require(
        best <= 667 * bench.patience, "No call of the best round takes longer than 667 µs.",
        "One took \(best) µs.")
    },
    Check(
      "effect-subnormal", level: 9, needsWorker: true,
      "Fading sound ends in very small (subnormal) numbers, which many processors compute slowly.",
      "Blocks of subnormal numbers are sent through the effect, and as many blocks of soft noise. The first take at most three times as long, in the best of five runs. More is a warning."
    ) { bench in
      let session = try bench.startPlugin()
      let answer = try session.configure(rateHertz: 48_000, channels: 1, mostFrames: 512)
      try bench.skip(answer.status < 0, "it does not take one channel at 48,000 Hz")
      func best(_ block: [Float]) throws -> Int64 {
        try (1...5).map { _ in
          let start = cue_now_milliseconds()
          _ = try session.repeated(block, 400)
          return cue_now_milliseconds() - start
        }.min() ?? 0
      }
      let noise = try best(Signals.noise(frames: 512, level: 0.01, seed: 14))
      let subnormal = try best(
        Signals.noise(frames: 512, level: 1, seed: 14).map { $0 * .leastNormalMagnitude })
      bench.done = "400 blocks of subnormal numbers were sent through it, and 400 of soft noise."
      try bench.warn(
        unless: subnormal <= noise * 3 + 10,
        "The first take at most three times the \(noise) ms of the noise.",
        "They took \(subnormal) ms.")
    },
  ]

  private static let hosts = PluginHarshChecks.hosts(
    "effect",
    newer:
      "A worker acts as a newer host: blocks and changes are 64 bytes longer and filled with 0xA5. Sound is sent through the effect, with a change of each live number. This works, and nothing is written after the fields that this version knows.",
    older:
      "A worker acts as an older host: a block ends before its changes, at a page that cannot be accessed. Sound is sent through the effect. This works.",
    worksForOtherHost)

  private static func worksForOtherHost(_ bench: Bench, _ session: Session) throws {
    let live = try session.parameters().filter { $0.flags & CUE_PARAM_LIVE != 0 && $0.isNumber }
    _ = try session.configure(rateHertz: 48_000, channels: 1, mostFrames: 1024)
    for _ in 1...8 {
      bench.done = "A host of another version sent sound through it."
      let made = try session.process(
        Array(EffectChecks.tone.prefix(1000)),
        changes: live.map { (frame: 10, parameter: $0.number, value: $0.initial) })
      try bench.requireOK(made.status, "It is processed.")
    }
    _ = try session.flush()
  }

  private static func fuzz(
    _ bench: Bench, _ session: Session, _ parameters: [ParameterInfo], _ round: Int
  ) throws {
    let channels = Int.random(in: 1...2, using: &bench.chance)
    let rate = [8000, 22_050, 44_100, 48_000, 96_000].randomElement(using: &bench.chance) ?? 48_000
    bench.done = "Round \(round): it was configured for \(rate) Hz and \(channels) channels."
    let answer = try session.configure(rateHertz: rate, channels: channels, mostFrames: 4096)
    guard answer.status >= 0 else { return }
    for parameter in parameters where !parameter.bounds.isEmpty {
      guard Int.random(in: 0...2, using: &bench.chance) == 0 else { continue }
      _ = try session.set(parameter, parameter.soon(parameter.chosen(by: &bench.chance)))
    }
    let live = parameters.filter { $0.flags & CUE_PARAM_LIVE != 0 && $0.isNumber }
    for number in 1...12 {
      let frames = Int.random(in: 1...3000, using: &bench.chance)
      let level = Float.random(in: 0...2, using: &bench.chance)
      let sound =
        switch Int.random(in: 0...2, using: &bench.chance) {
        case 0: Signals.silence(frames: frames * channels)
        case 1: Signals.noise(frames: frames * channels, level: level, seed: bench.chance.next())
        default:
          Signals.tone(
            frames: frames * channels, hertz: .random(in: 20...4000, using: &bench.chance),
            rateHertz: rate, level: Double(level))
        }
      var changes: [(frame: Int, parameter: UInt32, value: Double)] = []
      for _ in 0..<(live.isEmpty ? 0 : Int.random(in: 0...4, using: &bench.chance)) {
        guard let parameter = live.randomElement(using: &bench.chance) else { continue }
        let frame = Bool.random(using: &bench.chance) ? changes.last?.frame : nil
        changes.append(
          (
            frame ?? Int.random(in: 0..<frames, using: &bench.chance), parameter.number,
            parameter.chosen(by: &bench.chance)
          ))
      }
      changes.sort { $0.frame < $1.frame }
      bench.done =
        "Round \(round), block \(number): \(frames) frames with \(changes.count) changes were sent through it."
      let made = try session.process(
        sound, capacity: Int.random(in: 64...4096, using: &bench.chance), changes: changes)
      try bench.require(
        made.status == CUE_OK, "It is processed.",
        "It answered \(Status.name(made.status)): \(made.sentence)")
      try bench.require(
        made.samples.allSatisfy(\.isFinite), "Every sample is a finite number.", "One is not.")
    }
    if Bool.random(using: &bench.chance) { try session.ask(CUE_MSG_RESET) }
    bench.done = "Round \(round): it was flushed."
    try bench.require(
      try session.flush().samples.allSatisfy(\.isFinite), "Every sample is a finite number.",
      "One is not.")
    for parameter in parameters where !parameter.bounds.isEmpty {
      _ = try session.set(parameter, parameter.initial)
    }
  }
}

/// The output of a block that was processed many times.
struct Repeated {
  let used: Int
  let produced: Int
  let longestMicroseconds: Int
  /// How often the thread waited.
  let waits: Int
  /// How often the plugin allocated or freed memory, if that is counted.
  let allocations: Int
}

extension Session {
  /// Lets the worker process `block`, of one channel, this many times.
  func repeated(_ block: [Float], _ times: Int) throws -> Repeated {
    let answer = try ask(CUE_MSG_PROCESS) {
      $0.sound(CUE_TAG_SOUND, Signals.floatBytes(block))
      $0.u32(CUE_TAG_CAPACITY, 4096)
      $0.u32(CUE_TAG_REPEAT, UInt32(times))
    }
    bench.done = "\(times) blocks of \(block.count) frames were sent through it."
    try bench.require(
      answer.status == CUE_OK, "They are processed.",
      "It answered \(Status.name(answer.status)): \(answer.sentence)")
    return Repeated(
      used: Int(clamping: try answer.done.u64(CUE_TAG_POSITION) ?? 0),
      produced: Int(clamping: try answer.done.u64(CUE_TAG_END) ?? 0),
      longestMicroseconds: (answer.seen(CUE_TAG_LONGEST) ?? 0) / 1000,
      waits: answer.seen(CUE_TAG_WAITS) ?? 0, allocations: answer.seen(CUE_TAG_ALLOCATIONS) ?? 0)
  }
}
