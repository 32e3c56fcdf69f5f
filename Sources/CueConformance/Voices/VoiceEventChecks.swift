import CueABI
import CuePlugins

/// Checks of a voice: what it reports while it speaks, and what it repeats.
enum VoiceEventChecks {
  static let all: [Check] = [
    words(
      "voice-words-come", "A voice that declares word events has to report them.",
      "A line of eight words is said, and word events are requested. At least four come."
    ) { bench, said, text in
      let words = said.events.count { $0.type == CUE_EVENT_WORD }
      try bench.require(words >= 4, "At least four of eight words are reported.", "\(words) were.")
    },
    Check(
      "voice-events-asked-for", level: 5,
      "A host that asked for no events cannot handle them.",
      "A line is said without events: none comes. A line is said with word events: no others come."
    ) { bench in
      let session = try bench.startPlugin()
      let none = try session.say(VoiceChecks.line)
      bench.done = "A line was said, and no events were requested."
      try bench.require(none.events.isEmpty, "None comes.", "\(none.events.count) came.")
      let words = try session.say(VoiceChecks.line) { $0.events = CUE_EVENT_WORD }
      bench.done = "A line was said, and word events were requested."
      let other = words.events.first { $0.type != CUE_EVENT_WORD }
      try bench.require(other == nil, "Only words come.", "One of type \(other?.type ?? 0) came.")
    },
    words(
      "voice-word-ranges",
      "Screens show the current word, so its place in the text has to be right.",
      "A line with characters of several bytes is said. Every word is a range of the text that is not empty and begins and ends between characters. Words do not overlap, and come in the order of the text."
    ) { bench, said, text in
      var end = 0
      for event in said.events where event.type == CUE_EVENT_WORD {
        let range = "bytes \(event.offset) to \(event.offset + event.length)"
        try bench.require(
          event.length > 0 && event.offset + event.length <= text.count,
          "Words lie within the text of \(text.count) bytes.", "One has \(range).")
        try bench.require(
          isEdge(text, event.offset) && isEdge(text, event.offset + event.length),
          "Words begin and end between characters.", "One has \(range).")
        try bench.require(
          event.offset >= end, "Words follow each other in the text.",
          "One has \(range), and an earlier one ended at \(end).")
        end = event.offset + event.length
      }
    },
    words(
      "voice-word-frames", "Screens show the current word, so its time has to be right.",
      "A line is said. The frames of its words rise, and none is after the end of the sound."
    ) { bench, said, text in
      var last = 0
      for event in said.events {
        try bench.require(
          event.frame >= last, "Events come in the order of their frames.",
          "One is at frame \(event.frame), and an earlier one was at \(last).")
        last = event.frame
      }
      try bench.require(
        last <= said.frames, "No event is after the last of the \(said.frames) frames of the line.",
        "One is at \(last).")
      try bench.require(
        said.events.isEmpty || last > 0, "Words are reported at the frame where they are heard.",
        "All are at frame 0.")
    },
    words(
      "voice-words-in-time", needsWorker: true,
      "A word that is reported after its sound cannot be shown in time.",
      "A line is said. Every event comes before the sound that contains its frame."
    ) { bench, said, text in
      for event in said.events {
        guard let position = event.position else { continue }
        try bench.require(
          position <= event.frame, "Each event comes before the sound that contains its frame.",
          "One for frame \(event.frame) came when \(position) frames had been given.")
      }
    },
    Check(
      "voice-words-at-speed", level: 5,
      "At another speed, the times of words have to change as the sound does.",
      "A line is said at speed 1, and at the voice's highest speed up to 2. The last word begins at the same fraction of the line, within a seventh."
    ) { bench in
      let session = try bench.startPlugin()
      let traits = try session.traits()
      try bench.skip(!traits.tells(CUE_EVENT_WORD), "it reports no words")
      let speed = [2, 1.5, 1.2].first { traits.can(speed: $0) }
      guard let speed else { throw Verdict.skipped("it cannot speak faster") }
      func part(_ speed: Double) throws -> Double? {
        let said = try session.say(VoiceChecks.line) {
          $0.events = CUE_EVENT_WORD
          $0.speed = speed
        }
        guard let last = said.events.last, said.frames > 0 else { return nil }
        return Double(last.frame) / Double(said.frames)
      }
      guard let own = try part(1), let fast = try part(speed) else {
        throw Verdict.skipped("no words came")
      }
      bench.done = "A line was said at speed \(speed)."
      try bench.require(
        abs(own - fast) <= 1.0 / 7,
        "The last word begins at \(percent(own)) % of the line, as at speed 1.",
        "It began at \(percent(fast)) %.")
    },
    Check(
      "voice-marks", level: 5,
      "Marks in a text trigger other things, such as lights.",
      "A voice that reads SSML and reports marks says a text with three marks. Each comes once, in order."
    ) { bench in
      let session = try bench.startPlugin()
      let traits = try session.traits()
      try bench.skip(
        !traits.has(CUE_VOICE_SSML) || !traits.tells(CUE_EVENT_MARK), "it reports no marks")
      let said = try session.say(
        "<speak><mark name=\"one\"/>Good <mark name=\"two\"/>evening<mark name=\"three\"/></speak>"
      ) {
        $0.form = CUE_TEXT_SSML
        $0.events = CUE_EVENT_MARK
      }
      let marks = said.events.filter { $0.type == CUE_EVENT_MARK }.map(\.name)
      try bench.require(
        marks == ["one", "two", "three"], "The marks one, two and three come, once each.",
        "These came: \(marks.joined(separator: ", ")).")
    },
    Check(
      "voice-same-bytes", level: 5,
      "Hosts store reproducible sound and compare it byte by byte.",
      "A line is said, then another one, then the first again, and once in a fresh process. The bytes are the same each time. With CUE_DETERMINISM_FRESH_STATE, only fresh processes are compared, unless the voice is served from forks. Voices with CUE_DETERMINISM_NONE are skipped. If the default voice declares a determinism, it counts instead of the plugin's."
    ) { bench in
      let session = try bench.startPlugin()
      let repetition = try session.repetition()
      try bench.skip(
        repetition == .none || repetition == .bySeed,
        "it does not declare reproducible sound without a seed")
      let first = try session.say(VoiceChecks.line)
      let fresh = try bench.startPlugin().say(VoiceChecks.line)
      bench.done = "A line was said in two fresh processes."
      try bench.require(
        first.bytes == fresh.bytes, "The bytes of the sound are the same.", difference(first, fresh)
      )
      guard repetition == .always || bench.voice.isForked else { return }
      _ = try session.say("Something else altogether.")
      let again = try session.say(VoiceChecks.line)
      bench.done = "A line was said, then another one, and the first again."
      try bench.require(
        first.bytes == again.bytes, "The bytes of the sound are the same.", difference(first, again)
      )
    },
    Check(
      "voice-waits-for-credit", level: 5,
      "If the host stops taking sound for a moment, none of it may be lost.",
      "A line is said. At first, the host takes a tenth of a second of it, then all. The voice gives no more than the host takes, and all of it in the end."
    ) { bench in
      let session = try bench.startPlugin()
      let text = String(repeating: VoiceChecks.line + " ", count: 6)
      let repetition = try session.repetition()
      let free = try session.say(text)
      let room = UInt32(max(free.rate / 10, 800))
      var request = SpokenRequest(text)
      request.credit = bench.setup.file.isProgram ? room : 32_768
      let number = try session.send(CUE_MSG_SPEAK) { request.write(&$0) }
      var held = Utterance()
      while let message = try session.poll(number, within: 100) {
        if message.type == CUE_MSG_DONE {
          held.answer = try Answer(message, [])
          break
        }
        try held.take(message)
      }
      bench.done = "A line was said, and the host took \(request.credit ?? 0) frames."
      try bench.require(
        held.frames <= Int(request.credit ?? 0), "No more frames come than the host takes.",
        "\(held.frames) frames came.")
      if held.answer == nil {
        try session.send(CUE_MSG_CREDIT, to: number) { $0.u32(CUE_TAG_CREDIT, Utterance.credit) }
        held = try session.hear(number, so: held)
      }
      bench.done = "A line was said, and the host waited before it took the rest."
      try bench.require(
        Double(abs(held.frames - free.frames)) <= Double(free.frames)
          / (repetition == .none || repetition == .bySeed ? 5 : 50),
        "All \(free.frames) frames come in the end.", "\(held.frames) came.")
    },
    Check(
      "voice-one-thread-at-a-time", level: 5, needsWorker: true,
      "If two threads deliver sound at once, its order is lost.",
      "A paragraph is said. No call of the sink begins during another one."
    ) { bench in
      let said = try bench.startPlugin().say(
        "The first sentence is said. The second one follows it at once. Then there is a third.")
      let overlaps = said.seen(CUE_TAG_OVERLAPS) ?? 0
      try bench.require(
        overlaps == 0, "The sink is called by one thread at a time.",
        "\(overlaps) calls began during another one.")
    },
    Check(
      "voice-ends-with-its-call", level: 5, needsWorker: true,
      "After speak has returned, the sink does not exist any more.",
      "Two lines are said, and the worker is watched for half a second. The sink is not called any more."
    ) { bench in
      let session = try bench.startPlugin()
      _ = try session.say(VoiceChecks.line)
      _ = try session.worker.poll(within: 500)
      _ = try session.say("Good evening.")
      let late = try session.inspect().lateCalls
      bench.done = "Two lines were said, and the worker was watched for half a second."
      try bench.require(
        late == 0, "The sink is not called after speak has returned.", "It was, \(late) times.")
    },
  ]

  private static func percent(_ part: Double) -> Int { Int((part * 100).rounded()) }

  static func difference(_ one: Utterance, _ other: Utterance) -> String {
    guard one.bytes.count == other.bytes.count else {
      return "There were \(one.frames) frames, and \(other.frames)."
    }
    let at = zip(one.bytes, other.bytes).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    return "From byte \(at ?? 0) of \(one.bytes.count) on, they differ."
  }

  private static func isEdge(_ text: [UInt8], _ offset: Int) -> Bool {
    offset == text.count || (text.indices.contains(offset) && !UTF8.isContinuation(text[offset]))
  }

  private static func words(
    _ id: String, needsWorker: Bool = false, _ purpose: String, _ method: String,
    _ body: @escaping @Sendable (Bench, Utterance, [UInt8]) throws -> Void
  ) -> Check {
    Check(id, level: 5, needsWorker: needsWorker, purpose, method) { bench in
      let session = try bench.startPlugin()
      try bench.skip(!(try session.traits().tells(CUE_EVENT_WORD)), "it reports no words")
      let text = "Naïve Zoë said — “déjà vu” — to the café owner"
      let said = try session.say(text) { $0.events = CUE_EVENT_WORD }
      try body(bench, said, Array(text.utf8))
    }
  }
}
