import CSystem
import CueABI
import CuePlugins

/// Checks of a plugin, whatever its kind: every call of its life is watched, not only its work.
enum PluginLifeChecks {
  static let all: [Check] = [
    Check(
      "plugin-keeps-process", level: 5, needsWorker: true,
      "Other code runs in the same process, before and after every call.",
      "An instance is made, called in every way (listed, set, put to work, refused, cancelled, reset), and destroyed. After each call, the process is as it was before the plugin was loaded: its folder, locale, environment, umask, signals, limits, timers, priority, standard descriptors, floating-point modes and what the host has set for it."
    ) { bench in
      let session = try bench.start()
      let start = try session.inspect().before()
      func compare(_ what: String, instance: UInt32?) throws {
        bench.done = "The plugin was loaded, and \(what)."
        for place in Set([nil, instance]) {
          let change = try session.inspect(instance: place).change(from: start)
          try bench.require(
            change == nil, "The process is as it was before the plugin was loaded.", change ?? "")
        }
      }
      try compare("nothing was called", instance: nil)
      _ = try session.describe()
      try compare("described", instance: nil)
      try session.create()
      try compare("an instance was made", instance: 1)
      for call in try session.calls() {
        try call.make(session)
        try compare(call.done, instance: 1)
      }
      try session.destroy()
      try compare("its instance was destroyed", instance: nil)
    },
    Check(
      "plugin-leaves-nothing", level: 5,
      "What is left by each call fills the process in a long evening.",
      "An instance is called in every way (listed, set, put to work, refused, cancelled, reset), three times each, and then four times six times. In at least one of these four, it leaves at most one descriptor, one thread and one process, running or ended, and not a piece of mapped memory and not 64 kB for each call."
    ) { bench in
      let session = try bench.startPlugin()
      let calls =
        try session.calls()
        + (bench.voice.concurrency == CUE_PER_PROCESS || bench.voice.isForked
          ? []
          : [
            Call("another instance was made, used and destroyed") { session in
              try session.create(instance: 2)
              try session.work(instance: 2)
              try session.destroy(instance: 2)
            }
          ])
      for call in calls {
        for _ in 1...3 { try call.make(session) }
        try requireNothingLeft(by: call, session)
      }
    },
    Check(
      "plugin-quiet", level: 5,
      "A plugin that writes without end fills a log, or blocks if nobody reads it.",
      "An instance is called in every way, three times each. It logs no more than a host takes (200 lines at once, 20 a second), and writes at most 100 kB to other places than its answers."
    ) { bench in
      let session = try bench.startPlugin()
      let calls = try session.calls()
      let before = Outside(below: session.worker.process)?.writtenBytes
      let received = session.worker.receivedByteCount
      for _ in 1...3 {
        for call in calls { try call.make(session) }
      }
      bench.done = "It was called in every way, three times each."
      try bench.require(
        !bench.logged.isFlood, "It logs no more than a host takes.", "It logged more.")
      guard let before, let now = Outside(below: session.worker.process)?.writtenBytes else {
        return
      }
      let answers = session.worker.receivedByteCount - received
      let other = now - before - answers
      try bench.require(
        other <= 100_000, "It writes at most 100,000 bytes besides its answers.",
        "It wrote \(other) bytes.")
    },
    Check(
      "plugin-ends", level: 5, needsProgram: true,
      "When the host ends, nothing of its plugins may stay behind.",
      "A program gets QUIT, or its input is closed: after its greeting, with an instance, after some work and in the middle of it. Each time it ends within two seconds, and not by a crash."
    ) { bench in
      for isClosed in [false, true] {
        for (when, prepare) in endings {
          let session = try bench.start()
          try prepare(session)
          bench.done = "\(isClosed ? "Its input was closed" : "It got QUIT") \(when)."
          let end = session.worker.end(byClosing: isClosed, within: 2000 * bench.patience)
          try bench.require(end != nil, "It ends within two seconds.", "It did not.")
          if case .signal(let number) = end {
            try bench.require(false, "It ends by itself.", "Signal \(number) ended it.")
          }
        }
      }
    },
    Check(
      "plugin-memory", level: 4, needsWorker: true,
      "A fault of memory may cause nothing for years, and then a crash at another place.",
      "The plugin's memory is guarded: after each piece, and in its place when it was freed, nothing can be read or written, and new pieces are filled. An instance is called in every way, and destroyed. It does not crash, and writes to no place that is not its own. A voice or an effect that is deterministic gives the same sound as without guards."
    ) { bench in
      let session = try bench.start(.guarded)
      bench.done = "The plugin was loaded with guarded memory."
      try session.create()
      for call in try session.calls() {
        bench.done = "The plugin's memory was guarded, and \(call.done)."
        try call.make(session)
      }
      bench.done = "The plugin's memory was guarded, and it was put to work."
      try compareSound(bench, session)
      bench.done = "The plugin's memory was guarded, and its instance was destroyed."
      try session.destroy()
      // It may end after it has answered.
      _ = try session.worker.poll(within: 30)
      _ = try session.describe()
    },
  ]

  private static let endings: [(String, @Sendable (Session) throws -> Void)] = [
    ("after its greeting", { _ in }),
    ("when it had an instance", { try $0.create() }),
    (
      "after some work",
      {
        try $0.create()
        try $0.work()
      }
    ),
    (
      "in the middle of its work",
      {
        try $0.create()
        try $0.beginWork()
      }
    ),
  ]

  private static func requireNothingLeft(by call: Call, _ session: Session) throws {
    let uses = 6
    var excess: String?
    // Memory of an allocator or an interpreter grows now and then, but not each time.
    for _ in 1...4 {
      let before = try session.holdings()
      for _ in 1...uses { try call.make(session) }
      var now = try session.holdings()
      for _ in 1...25 where now.excess(over: before, uses: uses) != nil {
        // What ends by itself may need a moment.
        _ = try session.worker.poll(within: 20)
        now = try session.holdings()
      }
      excess = now.excess(over: before, uses: uses)
      if excess == nil { return }
    }
    session.bench.done = "It was used \(uses) times in the same way: \(call.done)."
    try session.bench.require(
      excess == nil, "It leaves nothing behind.", "There were \(excess ?? "").")
  }

  /// Whether the sound of a plugin is what another process of it gives.
  private static func compareSound(_ bench: Bench, _ session: Session) throws {
    guard bench.voice.determinism == CUE_DETERMINISM_ALWAYS else { return }
    switch bench.voice.subject {
    case .voice:
      guard try session.repetition() == .always else { return }
      let usual = try bench.startPlugin().speak(SpokenRequest("Good evening."))
      let guarded = try session.speak(SpokenRequest("Good evening."))
      try bench.require(
        guarded.bytes == usual.bytes, "It gives the same sound as without guards.",
        VoiceEventChecks.difference(usual, guarded))
    case .effect:
      try session.ask(CUE_MSG_RESET)
      let tone = Array(EffectChecks.tone.prefix(4800))
      let usual = try bench.startPlugin().passage(tone).samples
      let guarded = try session.passage(tone).samples
      try bench.require(
        guarded == usual, "It gives the same sound as without guards.", "It gave different sound.")
    default: return
    }
  }
}

extension Session {
  /// Begins work that is not finished when this returns.
  func beginWork() throws {
    switch bench.voice.subject {
    case .voice:
      var request = SpokenRequest(VoiceCancelChecks.text)
      request.credit = 32_768
      _ = try next(of: send(CUE_MSG_SPEAK) { request.write(&$0) })
    case .recognizer:
      var hearing = Hearing()
      let number = try send(CUE_MSG_LISTEN) { HearingRequest().write(&$0) }
      _ = try untilTaken(number, &hearing)
    case .effect:
      _ = try configure(rateHertz: 48_000, channels: 1, mostFrames: 48_000)
      _ = try send(CUE_MSG_PROCESS) {
        $0.sound(CUE_TAG_SOUND, Signals.floatBytes(EffectChecks.tone))
        $0.u32(CUE_TAG_CAPACITY, 4096)
      }
    default: try work()
    }
  }
}
