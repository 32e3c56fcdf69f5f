import CueABI
import CuePlugins

/// Checks of an effect: changes at the edges of blocks, state of several instances, and what a call costs.
enum EffectStateChecks {
  static let all: [Check] = [
    Check(
      "effect-change-places", level: 5,
      "Two faders may move in the same moment, also in the first one.",
      "Each live number is changed twice at one frame: at the first frame of the sound, and at the first frame of later blocks. The second value counts: the sound is the same as with that change alone, within a thousandth. GET then gives that value, if the plugin has it. A change at the last frame of a block has no effect before it."
    ) { bench in
      try bench.skip(
        bench.voice.determinism != CUE_DETERMINISM_ALWAYS, "it is not deterministic always")
      let session = try bench.startPlugin()
      let live = try session.parameters().filter {
        $0.flags & CUE_PARAM_LIVE != 0 && $0.isNumber && !$0.isOutput
      }
      try bench.skip(live.isEmpty, "it has no live parameter")
      let tone = Signals.tone(frames: 20_480, hertz: 440, rateHertz: 48_000, level: 0.2)
      func sound(_ changes: [(frame: Int, parameter: UInt32, value: Double)]) throws -> [Float] {
        let answer = try session.configure(rateHertz: 48_000, channels: 1, mostFrames: 1024)
        try bench.skip(answer.status < 0, "it does not take one channel at 48,000 Hz")
        return try session.send(tone, channels: 1, changes: changes)
      }
      for parameter in live {
        let values = parameter.bounds
        for frame in [0, 2048, 14_336] {
          let one = try sound([(frame, parameter.number, values[1])])
          _ = try session.set(parameter, parameter.initial)
          let two = try sound([
            (frame, parameter.number, values[0]), (frame, parameter.number, values[1]),
          ])
          let now = try session.current(parameter)
          _ = try session.set(parameter, parameter.initial)
          bench.done =
            "\(parameter.name) was changed to \(values[0]) and to \(values[1]), both at frame \(frame)."
          try bench.require(
            one.count == two.count && zip(one, two).allSatisfy { abs($0 - $1) <= 1e-3 },
            "The second change counts.", "The sound is different from that with the second alone.")
          if let now {
            try bench.require(
              parameter.isSame(now, values[1]), "The parameter is \(values[1]) now.",
              "It is \(now).")
          }
        }
        let none = try sound([])
        let late = try sound([(15_359, parameter.number, values[1])])
        _ = try session.set(parameter, parameter.initial)
        let run = try session.configure(rateHertz: 48_000, channels: 1, mostFrames: 1024)
        bench.done = "\(parameter.name) was changed at the last frame of a block."
        guard none.count == tone.count, run.seen(CUE_TAG_LATENCY) ?? 0 == 0 else { continue }
        // An effect that looks ahead may begin to move a little earlier.
        try bench.require(
          zip(none.prefix(14_900), late.prefix(14_900)).allSatisfy { abs($0 - $1) <= 1e-3 },
          "The sound before it is the same as without it.", "It is different.")
      }
    },
    Check(
      "effect-side-by-side", level: 5,
      "Every actor may have an effect of the same plugin.",
      "Three instances in one process process different sounds, block by block in turn; one is reset and one destroyed meanwhile. Each gives what it gives alone. CUE_PER_PROCESS plugins are skipped."
    ) { bench in
      try bench.skip(
        bench.voice.concurrency == CUE_PER_PROCESS, "it allows one instance for each process")
      let sounds = [
        EffectChecks.tone, Signals.noise(frames: 24_000, level: 0.4, seed: 41),
        Signals.tone(frames: 24_000, hertz: 1234, rateHertz: 48_000, level: 0.8),
      ]
      let alone = try sounds.map { try bench.startPlugin().run($0) }
      let session = try bench.start()
      for instance in UInt32(1)...3 {
        try session.create(instance: instance)
        let answer = try session.configure(
          rateHertz: 48_000, channels: 1, mostFrames: 4096, instance: instance)
        try bench.skip(answer.status < 0, "it does not take one channel at 48,000 Hz")
      }
      var output = [[Float]](repeating: [], count: 2)
      for at in stride(from: 0, to: 24_000, by: 1000) {
        for index in 0..<2 {
          let made = try session.process(
            Array(sounds[index][at..<at + 1000]), instance: UInt32(index + 1))
          output[index] += made.samples
        }
        if at == 4000 { try session.ask(CUE_MSG_RESET, instance: 3) }
        if at < 8000 {
          _ = try session.process(Array(sounds[2][at..<at + 1000]), instance: 3)
        } else if at == 8000 {
          try session.destroy(instance: 3)
        }
      }
      for index in 0..<2 {
        output[index] += try session.flush(instance: UInt32(index + 1)).samples
        bench.done =
          "Three instances worked in turn; the \(index + 1). is compared with what it gives alone."
        try EffectFormatChecks.requireSame(output[index], as: alone[index], bench)
      }
    },
    Check(
      "effect-repeats", level: 5,
      "The second line of an evening must sound as the first.",
      "A tone is sent through the effect ten times: after being configured again, after a reset, after a change of its settings and back, after a refused format, after a reset in the middle of a sound, and after a block that was never flushed. Each time, the same sound comes out."
    ) { bench in
      let session = try bench.startPlugin()
      let usual = try session.run(EffectChecks.tone)
      let parameters = try session.settable()
      let steps: [Call] = [
        Call("it was configured again") { _ in },
        Call("it was reset") { try $0.ask(CUE_MSG_RESET) },
        Call("all settings were changed, and changed back") { session in
          for parameter in parameters {
            _ = try session.set(parameter, parameter.soon(parameter.maximum))
          }
          _ = try session.run(EffectChecks.tone)
          for parameter in parameters { _ = try session.set(parameter, parameter.initial) }
        },
        Call("an impossible format was refused") {
          _ = try $0.configure(rateHertz: 1, channels: 64, mostFrames: 64)
        },
        Call("it got sound that was never flushed") {
          _ = try $0.configure(rateHertz: 48_000, channels: 1, mostFrames: 4096)
          _ = try $0.process(Signals.noise(frames: 4096, level: 0.9, seed: 51))
        },
        Call("it was reset in the middle of a sound, and not configured again") { session in
          _ = try session.configure(rateHertz: 48_000, channels: 1, mostFrames: 4096)
          _ = try session.process(Signals.noise(frames: 4096, level: 0.9, seed: 52))
          try session.ask(CUE_MSG_RESET)
          let again = try session.pass(EffectChecks.tone)
          session.bench.done = "A tone was sent through it after a reset in the middle of a sound."
          try EffectFormatChecks.requireSame(again, as: usual, session.bench)
        },
        Call("it was flushed without sound") {
          _ = try $0.configure(rateHertz: 48_000, channels: 1, mostFrames: 4096)
          _ = try $0.flush()
        },
      ]
      let set = Set(bench.setup.parameters.map(\.name))
      for step in steps + steps.prefix(3) {
        if step.done.hasPrefix("all settings"), !set.isEmpty { continue }
        try step.make(session)
        let again = try session.run(EffectChecks.tone)
        bench.done = "A tone was sent through it again, after this: \(step.done)."
        try EffectFormatChecks.requireSame(again, as: usual, bench)
      }
    },
    Check(
      "effect-no-waiting", level: 5, needsWorker: true,
      "A call that waits or allocates may come too late, and late sound is a gap.",
      "2,000 blocks of 64 frames of sound are sent through the effect, and as many of silence, after it was used for a while. The thread never waits, and allocates and frees no memory, in the best of three runs. Effects with CUE_FLAG_NOT_REALTIME are skipped."
    ) { bench in
      try bench.skip(
        bench.voice.flags & CUE_FLAG_NOT_REALTIME != 0, "it declares that it is not for live sound")
      let session = try bench.startPlugin(.counted)
      let answer = try session.configure(rateHertz: 48_000, channels: 1, mostFrames: 64)
      try bench.skip(answer.status < 0, "it does not take one channel at 48,000 Hz")
      for block in [Signals.noise(frames: 64, level: 0.3, seed: 13), Signals.silence(frames: 64)] {
        _ = try session.repeated(block, 500)
        let runs = try (1...3).map { _ in try session.repeated(block, 2000) }
        bench.done = "2,000 blocks of 64 frames were sent through it."
        let waits = runs.map(\.waits).min() ?? 0
        try bench.require(waits == 0, "It never waits.", "It waited \(waits) times.")
        let allocations = runs.map(\.allocations).min() ?? 0
        try bench.require(
          allocations == 0, "It allocates and frees no memory.",
          "It did \(allocations) times.")
      }
    },
    Check(
      "effect-long-sound", level: 5,
      "A show has hours of sound.",
      "Three million frames of a tone are sent through the effect, or as many as a third of the check's time allows. The last second of it has the level and the pitch of an early one, and as many frames come out for it. The end comes as usual."
    ) { bench in
      let session = try bench.startPlugin()
      let most = 16_000
      let answer = try session.configure(rateHertz: 48_000, channels: 1, mostFrames: most)
      try bench.skip(answer.status < 0, "it does not take one channel at 48,000 Hz")
      // A whole number of periods, so that all blocks are the same.
      let block = Signals.tone(frames: most, hertz: 300, rateHertz: 48_000, level: 0.3)
      let limit = bench.left(.max) * 2 / 3
      var early: [Float] = []
      var last: [Float] = []
      var blocks = 0
      while blocks < 188, blocks < 12 || bench.left(.max) > limit {
        let made = try session.process(block)
        bench.done = "\((blocks + 1) * most) frames of a tone were sent through it."
        try bench.require(
          made.status == CUE_OK, "They are processed.",
          "It answered \(Status.name(made.status)): \(made.sentence)")
        if (9..<12).contains(blocks) { early += made.samples }
        last = Array((last + made.samples).suffix(3 * most))
        blocks += 1
      }
      bench.done = "\(blocks * most) frames of a tone were sent through it."
      let levels = [early, last].map { Measures.level($0) }
      try bench.require(
        abs(levels[0] - levels[1]) <= levels[0] / 50, "The last second has the level \(levels[0]).",
        "It has \(levels[1]).")
      let tones = [early, last].map { Measures.toneHertz($0, rateHertz: 48_000) }
      try bench.require(
        abs(tones[0] - tones[1]) <= tones[0] / 100, "The last second has \(tones[0]) Hz.",
        "It has \(tones[1]).")
      try bench.require(
        try session.flush().status == CUE_OK, "It is flushed.", "It refuses.")
    },
    Check(
      "effect-empty-sound", level: 4,
      "A line may have no sound, or one frame.",
      "The effect is configured and flushed without sound, and gets sound of 1, 2, 63 and 65 frames. No frames come without sound, beyond its latency and tail; one that has no tempo gives at least as many as it got."
    ) { bench in
      let session = try bench.startPlugin()
      let hasTempo = try session.parameters().contains {
        ["tempo", "speed"].contains($0.name) && $0.initial != 1
      }
      for frames in [0, 1, 2, 63, 65] {
        let answer = try session.configure(rateHertz: 48_000, channels: 1, mostFrames: 1024)
        try bench.skip(answer.status < 0, "it does not take one channel at 48,000 Hz")
        let output = try session.send(Array(EffectChecks.tone.prefix(frames)), channels: 1)
        bench.done = "Sound of \(frames) frames was sent through it."
        let tail = answer.seen(CUE_TAG_TAIL) ?? 0
        let latency = answer.seen(CUE_TAG_LATENCY) ?? 0
        try bench.require(
          output.count >= frames || hasTempo, "At least \(frames) frames come out.",
          "\(output.count) did.")
        try bench.require(
          UInt32(clamping: tail) == UInt32.max || hasTempo
            || output.count <= frames + tail + latency,
          "At most \(frames + tail + latency) come out, with its latency and tail.",
          "\(output.count) did.")
      }
    },
  ]
}
