import CueABI
import CuePlugins

/// Checks of a program: what the protocol says for later versions, and for other hosts.
enum PluginProtocolChecks {
  static let all: [Check] = [
    Check(
      "plugin-newer-protocol", level: 4, needsProgram: true,
      "A host of a later minor version sends fields that this plugin does not know.",
      "The host greets with the minor version 7. Its messages have fields with unknown and private tags, and PADDING, at the beginning and at the end and in fields that are made of fields. In a second run, the order of the fields is reversed, and messages have unknown flags. The work has the same result as in the usual order."
    ) { bench in
      let usual = try bench.startPlugin().outcome()
      for (what, reshape, flags) in [
        ("fields with unknown tags", addUnknown, UInt16(0)),
        ("the order of the fields reversed, and unknown flags", reverse, UInt16(0x4000)),
      ] {
        bench.done = "A host of a later version greeted it, with \(what)."
        let session = try bench.start(minor: 7) {
          $0.reshape = reshape
          $0.messageFlags = flags
        }
        let offered = try session.describe()
        try bench.require(
          offered.contains { $0.id == bench.voice.id }, "It offers the same plugin.",
          "It offered \(offered.map(\.id).joined(separator: ", ")).")
        try session.create()
        let outcome = try session.outcome()
        bench.done = "A host of a later version put it to work, with \(what)."
        try bench.require(
          outcome == usual, "The work has the result “\(usual)”.", "It had “\(outcome)”.")
      }
    },
    Check(
      "plugin-unknown-messages", level: 4, needsProgram: true,
      "A later host sends messages that this plugin does not know.",
      "Before, between and during requests, the host sends unknown messages. Those that are flagged as optional get no answer. The others are answered with CUE_E_UNSUPPORTED, as a message for another kind is. Messages for requests that never existed have no effect. Then the work has its usual result."
    ) { bench in
      let usual = try bench.startPlugin().outcome()
      let session = try bench.startPlugin()
      try requireSkipped(bench, session, [0x5f, CUE_MSG_PRIVATE_FIRST, 0x7f])
      for type in [UInt32(0x5e), 0x2f, otherKind(bench)] {
        bench.done = "It got a message of the type \(type), which it does not know."
        let status = try session.ask(type) { $0.u32(CUE_TAG_RATE, 48_000) }.status
        try bench.require(
          status == CUE_E_UNSUPPORTED, "It answers CUE_E_UNSUPPORTED.",
          "It answered \(Status.name(status)).")
      }
      let nobody = session.worker.newRequest()
      for type in [CUE_MSG_CANCEL, CUE_MSG_CREDIT] {
        try session.send(type, to: nobody) { $0.u32(CUE_TAG_CREDIT, 10) }
      }
      let outcome = try session.outcome()
      bench.done = "It was put to work after messages that it does not know."
      try bench.require(
        outcome == usual, "The work has the result “\(usual)”.", "It had “\(outcome)”.")
    },
    Check(
      "plugin-any-bytes", level: 4, needsProgram: true,
      "A pipe cuts messages anywhere.",
      "Each message is written seven bytes at a time. Then many requests are written at once. Each is answered once, in the order of the requests."
    ) { bench in
      let usual = try bench.startPlugin().outcome()
      let session = try bench.start(minor: CUE_PROTOCOL_MINOR) { $0.dribbles = true }
      try session.create()
      bench.done = "Messages were written seven bytes at a time."
      let outcome = try session.outcome()
      try bench.require(
        outcome == usual, "The work has the result “\(usual)”.", "It had “\(outcome)”.")
      session.worker.dribbles = false
      var numbers: [UInt32] = []
      for type in [CUE_MSG_PARAMS, CUE_MSG_RESET, CUE_MSG_PARAMS, CUE_MSG_RESET, CUE_MSG_PARAMS] {
        numbers.append(session.worker.add(type) { $0.u32(CUE_TAG_INSTANCE, 1) })
      }
      try session.worker.flush(while: .takingRequest)
      var ended: [UInt32] = []
      for number in numbers { ended.append(try session.finish(number).done.request) }
      bench.done = "Five requests were written at once."
      try bench.require(ended == numbers, "Each is answered, in order.", "\(ended) were.")
      try requireSkipped(bench, session, [0x5f])
    },
    Check(
      "plugin-defaults", level: 4, needsProgram: true,
      "A host leaves out what it has nothing to say about, or says 0.",
      "The work is asked for without the fields that have a default, and with a 0 for each that means “not said”. The result is the same as usual."
    ) { bench in
      let session = try bench.startPlugin()
      try requireDefaults(bench, session)
    },
    Check(
      "plugin-instances", level: 6, needsProgram: true,
      "A host with a mistake names an instance that does not exist.",
      "Requests for an instance that does not exist are refused with CUE_E_NOT_FOUND. CREATE is refused for the number 0 and for one that is in use (CUE_E_INVALID), for an unknown id (CUE_E_NOT_FOUND) and for another kind (CUE_E_UNSUPPORTED). Then the work is done as usual."
    ) { bench in
      let session = try bench.startPlugin()
      func require(_ status: Int32, _ expected: Int32...) throws {
        try bench.require(
          expected.contains(status), "It answers \(Status.name(expected[0])).",
          "It answered \(Status.name(status)).")
      }
      bench.done = "An instance that does not exist was reset."
      try require(try session.ask(CUE_MSG_RESET, instance: 77).status, CUE_E_NOT_FOUND)
      bench.done = "An instance was made with a number that is in use."
      try require(try session.tryCreate(instance: 1).status, CUE_E_INVALID, CUE_E_BUSY)
      bench.done = "An instance was made with the number 0."
      try require(try session.tryCreate(instance: 0).status, CUE_E_INVALID, CUE_E_BUSY)
      bench.done = "An instance of a plugin that does not exist was made."
      let other = try bench.start()
      try require(
        try other.tryCreate(id: "org.example.no-such-plugin").status, CUE_E_NOT_FOUND,
        CUE_E_UNSUPPORTED)
      bench.done = "It was put to work after all that."
      try bench.requireOK(try session.work(), "The work is done.")
    },
    Check(
      "plugin-odd-fields", level: 10, needsProgram: true,
      "Other hosts write fields that a later version gives another form.",
      "The host sends numbers of the wrong length: they count as missing. It sends bytes after the last field: they are ignored. It sends fields twice: the first counts. The work has the same result as usual."
    ) { bench in
      let usual = try bench.startPlugin().outcome()
      for (what, reshape) in [
        ("four bytes after the last field", addHalf),
        ("fields of the wrong length", addWrongLengths), ("fields that come twice", repeatNumbers),
      ] {
        bench.done = "The host sent \(what)."
        let session = try bench.start(minor: CUE_PROTOCOL_MINOR) { _ in }
        try session.create()
        session.worker.reshape = reshape
        let outcome = try session.outcome()
        bench.done = "The host sent \(what)."
        try bench.require(
          outcome == usual, "The work has the result “\(usual)”.", "It had “\(outcome)”.")
      }
    },
  ]

  /// Messages flagged as optional get no answer.
  private static func requireSkipped(_ bench: Bench, _ session: Session, _ types: [UInt32]) throws {
    for type in types {
      let number = session.worker.newRequest()
      session.worker.add(type, request: number, flags: UInt16(CUE_MESSAGE_OPTIONAL)) {
        $0.u32(CUE_TAG_INSTANCE, 1)
        $0.text(0x8001, "private")
      }
      try session.worker.flush(while: .takingRequest)
      try session.ask(CUE_MSG_PARAMS)
      bench.done = "It got an optional message of the type \(type), which it does not know."
      try bench.require(
        try session.poll(number, within: 30) == nil, "It does not answer.", "It answered.")
    }
  }

  private static func otherKind(_ bench: Bench) -> UInt32 {
    bench.voice.subject == .effect ? CUE_MSG_SPEAK : CUE_MSG_FLUSH
  }

  private static func requireDefaults(_ bench: Bench, _ session: Session) throws {
    switch bench.voice.subject {
    case .voice:
      let usual = try session.speak(SpokenRequest("Good evening."))
      var zeros = SpokenRequest("Good evening.")
      zeros.speed = 0
      zeros.pitch = 0
      zeros.volume = 0
      zeros.instruments = [
        (CUE_TAG_TEXT_FORM, CUE_TEXT_PLAIN), (CUE_TAG_EVENTS, 0), (CUE_TAG_SEED, 0),
        (CUE_TAG_FLAGS, 0),
      ]
      let said = try session.speak(zeros)
      bench.done = "A line was said with 0 for speed, pitch and volume: not said."
      try bench.require(said.honoured.isEmpty, "Nothing is reported.", "Something was.")
      try VoiceSameness(bench, session).require(said, as: usual)
      // Without credit, it waits.
      let number = try session.send(CUE_MSG_SPEAK) { $0.text(CUE_TAG_TEXT, "Good evening.") }
      var waiting = Utterance()
      while let message = try session.poll(number, within: 200) {
        if message.type == CUE_MSG_DONE { break }
        try waiting.take(message)
      }
      bench.done = "A line was requested with its text alone, so without credit."
      try bench.require(waiting.bytes.isEmpty, "It waits for credit.", "It sent sound.")
      try session.send(CUE_MSG_CREDIT, to: number) { $0.u32(CUE_TAG_CREDIT, Utterance.credit) }
      let rest = try session.hear(number, so: waiting)
      try VoiceSameness(bench, session).require(rest, as: usual)
    case .recognizer:
      let sound = RecognizerChecks.keys(rateHertz: 16_000)
      let usual = try session.listen(sound)
      try RecognizerChecks.forget(session)
      var hearing = Hearing()
      let number = try session.send(CUE_MSG_LISTEN)
      bench.done = "A stream was opened without a format: 16 bits, 16,000 Hz, one channel."
      guard try session.untilTaken(number, &hearing) else {
        return try bench.require(
          usual.status != CUE_OK, "It is opened.",
          "It answered \(Status.name(hearing.status)).")
      }
      try session.send(CUE_MSG_AUDIO, to: number) {
        $0.sound(CUE_TAG_SOUND, Signals.int16Bytes(sound))
      }
      _ = try session.untilTaken(number, &hearing)
      try session.send(CUE_MSG_FINISH, to: number)
      while try session.untilTaken(number, &hearing) { continue }
      try bench.require(
        hearing.text == usual.text, "“\(usual.text)” is heard.", "“\(hearing.text)” was.")
    case .effect:
      let usual = try session.outcome()
      let answer = try session.ask(CUE_MSG_CONFIGURE) {
        $0.u32(CUE_TAG_RATE, 48_000)
        $0.u32(CUE_TAG_CHANNELS, 1)
        $0.u32(CUE_TAG_OUTPUT_CHANNELS, 0)
        $0.u32(CUE_TAG_SIDE_CHANNELS, 0)
        $0.u32(CUE_TAG_FLAGS, 0)
        $0.u32(CUE_TAG_MAX_FRAMES, 4096)
      }
      bench.done = "It was configured with 0 for the channels that come out: as many as go in."
      try bench.skip(answer.status < 0, "it does not take one channel at 48,000 Hz")
      let outcome = try session.outcome(of: session.pass(EffectChecks.tone))
      try bench.require(outcome == usual, "It gives “\(usual)”.", "It gave “\(outcome)”.")
    default: return
    }
  }

  // Fields of later versions.

  private static func field(_ tag: UInt16, _ value: [UInt8]) -> [UInt8] {
    let length = UInt32(value.count)
    return [UInt8(tag & 0xff), UInt8(tag >> 8), 0, 0]
      + (0..<4).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) } + value
  }

  private static let addUnknown: @Sendable (inout [UInt8]) -> Void = { fields in
    let before =
      field(999, [1, 2, 3]) + field(UInt16(CUE_TAG_PADDING), [UInt8](repeating: 7, count: 33))
    let after = field(0x8001, Array("private".utf8)) + field(998, [])
    let groups = Set([
      CUE_TAG_PARAM, CUE_TAG_TONE, CUE_TAG_PHRASE, CUE_TAG_LEXICON, CUE_TAG_PARAM_EVENT,
    ])
    let inner = cut(fields).flatMap { each in
      groups.contains(UInt32(each.tag))
        ? field(each.tag, field(999, [1]) + each.value + after) : field(each.tag, each.value)
    }
    fields = before + inner + after
  }

  /// The fields in reverse order; those of one tag keep theirs.
  private static let reverse: @Sendable (inout [UInt8]) -> Void = { fields in
    let parts = cut(fields)
    var order: [UInt16] = []
    for part in parts where !order.contains(part.tag) { order.append(part.tag) }
    fields = order.reversed().flatMap { tag in
      parts.filter { $0.tag == tag }.flatMap { field($0.tag, $0.value) }
    }
  }

  private static let addHalf: @Sendable (inout [UInt8]) -> Void = { $0 += [1, 0, 0, 0] }

  private static let addWrongLengths: @Sendable (inout [UInt8]) -> Void = { fields in
    for tag in [
      CUE_TAG_SPEED, CUE_TAG_SEED, CUE_TAG_FLAGS, CUE_TAG_SIDE_CHANNELS, CUE_TAG_PARTIALS,
    ]
    where !cut(fields).contains(where: { UInt32($0.tag) == tag }) {
      fields += field(UInt16(tag), [1, 2, 3])
    }
  }

  private static let repeatNumbers: @Sendable (inout [UInt8]) -> Void = { fields in
    for part in cut(fields) where [CUE_TAG_INSTANCE, CUE_TAG_RATE].contains(UInt32(part.tag)) {
      fields += field(part.tag, [99, 0, 0, 0])
    }
  }

  private static func cut(_ bytes: [UInt8]) -> [(tag: UInt16, value: [UInt8])] {
    var parts: [(tag: UInt16, value: [UInt8])] = []
    var at = 0
    while at + 8 <= bytes.count {
      let length = (0..<4).reduce(0) { $0 | Int(bytes[at + 4 + $1]) << ($1 * 8) }
      parts.append(
        (UInt16(bytes[at]) | UInt16(bytes[at + 1]) << 8, Array(bytes[at + 8..<at + 8 + length])))
      at += 8 + length
    }
    return parts
  }
}

extension Session {
  /// The result of some work, in words that are the same for the same result; without its sound if that differs each time.
  func outcome() throws -> String {
    switch bench.voice.subject {
    case .voice:
      var request = SpokenRequest("Good evening, everybody.")
      request.events = try traits().events & CUE_EVENT_WORD
      let said = try speak(request)
      let isSame = try repetition() == .always
      let words = said.events.map { "\($0.offset)+\($0.length)" }.joined(separator: " ")
      return
        "\(Status.name(said.status)), \(said.rate) Hz, \(isSame ? "\(said.frames) frames, " : "")words \(words)"
    case .recognizer:
      let heard = try listen(RecognizerChecks.keys(rateHertz: 16_000))
      try RecognizerChecks.forget(self)
      return
        "\(Status.name(heard.status)), \(bench.voice.determinism == CUE_DETERMINISM_NONE ? "some text" : heard.text)"
    case .effect:
      let answer = try configure(rateHertz: 48_000, channels: 1, mostFrames: 4096)
      guard answer.status >= 0 else { return Status.name(answer.status) }
      return outcome(of: try pass(EffectChecks.tone))
    default: return Status.name(try work())
    }
  }

  fileprivate func outcome(of sound: [Float]) -> String {
    guard bench.voice.determinism != CUE_DETERMINISM_NONE else { return "some sound" }
    return "\(sound.count) frames, level \((Measures.level(sound) * 1e4).rounded() / 1e4)"
  }
}
