import CueABI
import CuePlugins

/// Checks of a voice: many lines, several instances, other hosts.
enum VoiceEnduranceChecks {
  static let all = use + hosts

  private static let use: [Check] = [
    Check(
      "voice-side-by-side", level: 7,
      "A host prepares several lines of a scene at the same time.",
      "Three instances in one process say different lines, a piece of each in turn. Each line is the same as when it is said alone: the same bytes if the voice is deterministic, otherwise the same length within 5 %. CUE_PER_PROCESS plugins are skipped."
    ) { bench in
      try bench.skip(
        bench.voice.concurrency == CUE_PER_PROCESS || bench.voice.isForked,
        "it allows one instance for each process")
      let lines = (1...3).map {
        SpokenRequest(
          String(repeating: "This is what the actor number \($0) has to say. ", count: 6))
      }
      let alone = try lines.map { try bench.startPlugin().speak($0) }
      let repetition = try bench.startPlugin().repetition()
      let session = try bench.start()
      for instance in UInt32(1)...3 { try session.create(instance: instance) }
      var numbers: [UInt32] = []
      for (index, line) in lines.enumerated() {
        var line = line
        line.credit = 32_768
        numbers.append(
          try session.send(CUE_MSG_SPEAK, instance: UInt32(index + 1)) { line.write(&$0) })
      }
      var said = [Utterance](repeating: Utterance(), count: 3)
      while said.contains(where: { $0.answer == nil }) {
        for index in 0..<3 where said[index].answer == nil {
          let message = try session.next(of: numbers[index])
          if message.type == CUE_MSG_DONE {
            said[index].answer = try Answer(message, [])
            continue
          }
          try said[index].take(message)
          if message.type == CUE_MSG_SOUND {
            let frames = message.sound(CUE_TAG_SOUND).count / max(1, said[index].frameBytes)
            try session.send(CUE_MSG_CREDIT, to: numbers[index], instance: UInt32(index + 1)) {
              $0.u32(CUE_TAG_CREDIT, UInt32(frames))
            }
          }
        }
      }
      for index in 0..<3 {
        bench.done =
          "Three instances spoke at once; the \(index + 1). is compared with what it says alone."
        if repetition == .always {
          try bench.require(
            said[index].bytes == alone[index].bytes, "The bytes of both are the same.",
            VoiceEventChecks.difference(alone[index], said[index]))
        } else {
          try bench.require(
            (0.95...1.05).contains(said[index].seconds / max(alone[index].seconds, 0.001)),
            "Both last \(alone[index].seconds) seconds.", "It lasted \(said[index].seconds).")
        }
      }
    },
    Check(
      "voice-leaks-no-line", level: 8, needsWorker: true,
      "A long session has thousands of lines.",
      "1,000 short lines are said (200 if each is served by a fork). After the first 100, each one leaves at most 1 kB in the heap, and no thread or descriptor."
    ) { bench in
      let session = try bench.startPlugin()
      var before: Inspection?
      let rounds = bench.voice.isForked ? 200 : 1000
      for round in 1...rounds {
        bench.done = "The line number \(round) was said."
        _ = try session.speak(SpokenRequest("Yes."))
        if round == 100 { before = try session.inspect(instance: 1) }
      }
      var now = try session.inspect(instance: 1)
      guard let before else { return }
      // The worker drops the last processes that it forked a moment later.
      for _ in 1...20 where now.descriptors.count > before.descriptors.count {
        _ = try session.worker.poll(within: 20)
        now = try session.inspect(instance: 1)
      }
      bench.done = "\(rounds) lines were said."
      try bench.requireNothingLeft(of: rounds - 100, from: before, to: now)
    },
    Check(
      "voice-soon", level: 9, needsWorker: true,
      "In a dialogue, a long delay before each line is annoying.",
      "The first sound of a loaded voice's second line comes within 250 ms, in the best of five runs. Voices that need a network are skipped."
    ) { bench in
      try bench.skip(
        bench.voice.flags & CUE_FLAG_NEEDS_NETWORK != 0, "it depends on a network")
      let session = try bench.startPlugin()
      _ = try session.say("Good evening.")
      let times = try (1...5).compactMap { _ in
        try session.say(VoiceChecks.line).seen(CUE_TAG_FIRST_TOOK)
      }
      let best = (times.min() ?? 0) / 1000
      try bench.require(
        best <= 250 * bench.patience, "The first sound comes within 250 ms.", "It took \(best) ms.")
    },
  ]

  private static let hosts = PluginHarshChecks.hosts(
    "voice",
    newer:
      "A worker acts as a newer host: every struct is 64 bytes longer and filled with 0xA5. A line is said, and voices, traits and parameters are listed. This works, and nothing is written after the fields that this version knows.",
    older:
      "A worker acts as an older host: the request ends before its direction, a voice before its licence, and an error before its sentence. Each struct ends at a page that cannot be accessed. A line is said, and voices, traits and parameters are listed. This works.",
    speaksToOtherHost)

  private static func speaksToOtherHost(_ bench: Bench, _ session: Session) throws {
    bench.done = "A host of another version read the traits."
    _ = try session.traits()
    _ = try session.voices()
    bench.done = "A host of another version asked for a line."
    let said = try session.speak(SpokenRequest(VoiceChecks.line))
    try VoiceChecks.requireSaid(said, bench)
    bench.done = "A host of another version asked for a voice that does not exist."
    var unknown = SpokenRequest("Good evening.")
    unknown.voice = "no-such-voice-3f9a"
    _ = try session.speak(unknown)
  }
}
