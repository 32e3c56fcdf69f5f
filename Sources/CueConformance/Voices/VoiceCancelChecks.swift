import CueABI
import CuePlugins

/// Checks of a voice: how it stops.
enum VoiceCancelChecks {
  static let text = String(
    repeating: "The night is long, and nobody knows what the morning will bring. ", count: 40)

  static let all: [Check] = [
    Check(
      "voice-cancel", level: 5,
      "When an actor speaks, the voice has to stop at once.",
      "A long text is said. Another thread calls cancel before it begins and at twelve random moments, while the sink continues to accept sound. speak returns CUE_CANCELLED within two seconds. This limit is long, so that a busy machine fails no plugin; voice-cancel-soon has a shorter one. If it takes longer, the same moment is tried three times. A program, or a voice that is served from forks, gets the message CANCEL."
    ) { bench in
      // A plugin that the host ends by other means is not asked to end by itself.
      if bench.setup.file.isProgram || bench.voice.isForked {
        try cancelsByMessage(bench, within: 2000)
      } else {
        try cancels(bench, within: 2000)
      }
    },
    Check(
      "voice-cancel-quiet", level: 5, needsWorker: true,
      "After a cancel, the host expects no more sound.",
      "A long text is said. Another thread calls cancel at eight random moments, while the sink continues to accept sound. At most one call of the sink begins after cancel has returned."
    ) { bench in
      let session = try bench.startPlugin()
      for _ in 1...8 {
        let moment = UInt32.random(in: 0...20_000, using: &bench.chance)
        let said = try session.say(text) { $0.instruments = [(CUE_TAG_CANCEL_AFTER, moment)] }
        let after = said.seen(CUE_TAG_CALLS_AFTER) ?? 0
        bench.done = "A long text was said, and cancelled after \(moment) µs."
        try bench.require(
          after <= 1, "At most one call of the sink begins after cancel has returned.",
          "\(after) did.")
      }
    },
    Check(
      "voice-cancel-returns", level: 5, needsWorker: true,
      "If cancel waits for the call that it should end, both wait forever.",
      "A long text is said, and the sink keeps the first call for five seconds. cancel is called in this time. It returns before the sink does."
    ) { bench in
      let said = try bench.startPlugin().say(text) { $0.instruments = [(CUE_TAG_HOLD, 5000)] }
      bench.done = "A long text was said, and cancelled while the sink kept the first call."
      try bench.require(
        said.seen(CUE_TAG_HELD) == 1, "cancel returns before the sink does.",
        "It returned after the sink: it waits for a lock that is held during a call of the sink."
      )
    },
    Check(
      "voice-stop", level: 5, needsWorker: true,
      "A host can also stop a call with the answer of the sink.",
      "A long text is said, and its sink answers STOP to the second piece of sound. At most one more call of the sink follows, and speak returns CUE_CANCELLED."
    ) { bench in
      let session = try bench.startPlugin()
      let said = try session.say(text) { $0.instruments = [(CUE_TAG_STOP_AFTER, 2)] }
      bench.done = "A long text was said, and its sink answered STOP to the second piece of sound."
      try bench.skip(said.seen(CUE_TAG_STOP_TOOK) == nil, "it gave only one piece of sound")
      let after = said.seen(CUE_TAG_CALLS_AFTER) ?? 0
      try bench.require(
        after <= 1, "At most one more call of the sink begins.", "\(after) did.")
      try bench.require(
        said.status == CUE_CANCELLED, "It returns CUE_CANCELLED.",
        "It returned \(Status.name(said.status)).")
    },
    Check(
      "voice-after-cancel", level: 5, needsWorker: true,
      "A cancelled line must not affect the next one.",
      "A long text is cancelled, and a line is said. It is the same as in a fresh process: the same bytes if the voice is deterministic, otherwise the same length within 5 %."
    ) { bench in
      let session = try bench.startPlugin()
      _ = try session.say(text) { $0.instruments = [(CUE_TAG_CANCEL_AFTER, 3000)] }
      let next = try session.say(VoiceChecks.line)
      let fresh = try bench.startPlugin().say(VoiceChecks.line)
      bench.done = "A line was said after one that was cancelled, and in a fresh process."
      try bench.requireOK(next.status, "It is said.")
      let repetition = try session.repetition()
      if repetition == .always || (repetition == .fresh && bench.voice.isForked) {
        try bench.require(
          next.bytes == fresh.bytes, "The bytes of both are the same.",
          VoiceEventChecks.difference(fresh, next))
      } else {
        try bench.require(
          (0.95...1.05).contains(next.seconds / fresh.seconds),
          "Both last \(fresh.seconds) seconds.", "The first lasted \(next.seconds).")
      }
    },
    Check(
      "voice-cancel-at-end", level: 5,
      "A cancel may arrive just when a line ends.",
      "Forty short lines are cancelled when their sound begins to come, and then a line is said. Each ends once, as finished or cancelled."
    ) { bench in
      let session = try bench.startPlugin()
      for _ in 1...40 {
        let number = try session.send(CUE_MSG_SPEAK) { SpokenRequest("Yes.").write(&$0) }
        let first = try session.next(of: number)
        bench.done = "A short line was cancelled when its sound began to come."
        if first.type == CUE_MSG_DONE { continue }
        try session.send(CUE_MSG_CANCEL, to: number)
        let status = try session.finish(number).status
        try VoiceChecks.requireEnded(status, bench)
      }
      let said = try session.say("Good evening.")
      bench.done = "A line was said after forty that were cancelled at their end."
      try VoiceChecks.requireSaid(said, bench)
    },
    Check(
      "voice-destroyed-while-speaking", level: 5,
      "A session may end in the middle of a line.",
      "A long text is begun, the instance is destroyed, and another one is made in the same process. The line ends as cancelled, and the new instance speaks."
    ) { bench in
      let session = try bench.startPlugin()
      var request = SpokenRequest(text)
      request.credit = 32_768
      let number = try session.send(CUE_MSG_SPEAK) { request.write(&$0) }
      let first = try session.next(of: number)
      bench.done = "An instance was destroyed in the middle of a line."
      if first.type != CUE_MSG_DONE {
        let destroyed = try session.send(CUE_MSG_DESTROY)
        let end = try session.finish(number)
        try bench.require(
          end.status == CUE_CANCELLED || end.status == CUE_OK, "The line ends as cancelled.",
          "It answered \(Status.name(end.status)).")
        _ = try session.finish(destroyed)
      } else {
        try session.destroy()
      }
      bench.done = "An instance was destroyed in the middle of a line, and another one made."
      try session.create()
      let said = try session.speak(SpokenRequest("Good evening."))
      try bench.requireOK(said.status, "It speaks.")
    },
    Check(
      "voice-cancel-soon", level: 9,
      "Users of screen readers press keys quickly, so a cancelled line has to be silent before the next key.",
      "A long text is said, and cancelled at twelve random moments in the way that a host does it. It ends within 50 ms. If it takes longer, the same moment is tried three times."
    ) { bench in try cancelsByMessage(bench, within: 50) },
  ]

  /// Cancels by a message at moments chosen at random.
  private static func cancelsByMessage(_ bench: Bench, within limit: Int) throws {
    let milliseconds = limit * bench.patience
    let session = try bench.startPlugin()
    for _ in 1...12 {
      let moment = Int.random(in: 0...40, using: &bench.chance)
      for attempt in 1...3 {
        bench.done = "A long text was said, and cancelled after \(moment) ms."
        var request = SpokenRequest(text)
        // Some seconds of sound, so that no line ends too early.
        request.credit = 200_000
        let number = try session.send(CUE_MSG_SPEAK) { request.write(&$0) }
        var end = try session.end(of: number, within: moment)
        if end != nil { break }  // it had ended before
        try session.send(CUE_MSG_CANCEL, to: number)
        end = try session.end(of: number, within: milliseconds)
        if let end {
          try bench.require(
            end.status == CUE_CANCELLED || end.status == CUE_OK, "It ends as cancelled.",
            "It answered \(Status.name(end.status)).")
          break
        }
        try bench.require(
          attempt < 3, "It ends within \(milliseconds) ms.", "It did not.")
        _ = try session.finish(number)
      }
    }
  }

  /// Cancels at moments chosen at random.
  private static func cancels(_ bench: Bench, within limit: Int) throws {
    let milliseconds = limit * bench.patience
    let session = try bench.startPlugin()
    var moments: [UInt32] = [0]
    for _ in 1...6 { moments.append(UInt32.random(in: 0...3000, using: &bench.chance)) }
    for _ in 1...6 { moments.append(UInt32.random(in: 0...40_000, using: &bench.chance)) }
    for moment in moments {
      // On a busy machine, one of them may be late, but not three.
      for attempt in 1...3 {
        let said = try session.say(text) { $0.instruments = [(CUE_TAG_CANCEL_AFTER, moment)] }
        bench.done = "A long text was said, and cancelled after \(moment) µs."
        guard let took = said.seen(CUE_TAG_STOP_TOOK) else { break }  // it had ended before
        if took <= milliseconds * 1000 {
          try bench.require(
            said.status == CUE_CANCELLED || said.status == CUE_OK, "It returns CUE_CANCELLED.",
            "It returned \(Status.name(said.status)).")
          break
        }
        try bench.require(
          attempt < 3, "speak returns within \(milliseconds) ms.", "It took \(took / 1000) ms.")
      }
    }
  }
}
