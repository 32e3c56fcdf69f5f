import CueABI
import CuePlugins

/// Checks of a voice: after whatever came before, it is as it was.
enum VoiceStateChecks {
  private static let line = "Good evening, all."

  static let all: [Check] = [
    Check(
      "voice-as-before", level: 5,
      "After an error, a cancel or a pause, the next line must sound as always.",
      "A line is said in a fresh process. Then another process says the line again and again. Each time, something else comes before it: refused requests (an unknown voice, broken text), odd ones (no text, blanks, markup, silence, a long line), other wishes (speed, pitch, volume, events), a cancel, a pause of the host, a list, a reset. Each time, the line is as the first was: status, format, sound and reports."
    ) { bench in
      let usual = try bench.startPlugin().say(line)
      try VoiceChecks.requireSaid(usual, bench)
      let session = try bench.startPlugin()
      let sameness = try VoiceSameness(bench, session)
      for event in befores {
        try event.make(session)
        let said = try session.speak(SpokenRequest(line))
        bench.done = "A line was said after this: \(event.done)."
        try sameness.require(said, as: usual)
      }
      for _ in 1...4 { _ = try session.speak(SpokenRequest("Yes.")) }
      let said = try session.speak(SpokenRequest(line))
      bench.done = "A line was said after many others."
      try sameness.require(said, as: usual)
    },
    Check(
      "voice-first-request", level: 5,
      "An engine that loads with its first line must not forget what was asked of it meanwhile.",
      "Six processes begin with another request than the line: a cancel in the middle, a cancel at once, a voice that does not exist, another speed and volume, events, a reset. It ends as it would later; then a line is said as it is in any other process."
    ) { bench in
      let other = try bench.startPlugin()
      let sameness = try VoiceSameness(bench, other)
      _ = try other.say("Yes.")
      let usual = try other.say(line)
      for event in firsts {
        let session = try bench.startPlugin()
        bench.done = "The first request of a process was this: \(event.done)."
        try event.make(session)
        let said = try session.speak(SpokenRequest(line))
        bench.done = "A line was said after the first request of the process: \(event.done)."
        try sameness.require(said, as: usual)
      }
      let session = try bench.startPlugin()
      for request in requests(try session.traits()).prefix(3) {
        let first = try bench.startPlugin().speak(request)
        let later = try other.speak(request)
        bench.done =
          "\(request.quoted) was said as the first line of a process, and later in another."
        try sameness.require(first, as: later)
      }
    },
    Check(
      "voice-one-format", level: 3,
      "A host prepares its output for the format once.",
      "The voices of the list, or eight chosen at random, say short and long lines, at other speeds, pitches and volumes, silently, with events, as markup, after a refused request, and after the voices were listed again. All sound of a voice has one format; its rate is the one that the list gives."
    ) { bench in
      let session = try bench.startPlugin()
      let voices = try session.voices().filter { !$0.isVariant }
      for voice in voices.shuffled(using: &bench.chance).prefix(8) {
        var first: (sample: UInt32, rate: Int, channels: Int)?
        for (number, request) in requests(try session.traits()).enumerated() {
          var request = request
          request.voice = voice.id
          if number == 2 { try befores[1].make(session) }
          if number == 4 {
            for _ in 1...4 { _ = try session.voices() }
            _ = try session.fingerprint(voice.id)
            try session.ask(CUE_MSG_PREPARE, within: 60_000) { $0.text(CUE_TAG_VOICE, voice.id) }
            try session.ask(CUE_MSG_RESET)
          }
          let said = try session.speak(request)
          bench.done = "“\(voice.id)” was asked to say \(request.quoted)."
          try bench.require(said.formats.count <= 1, "There is one format.", "There were more.")
          guard let format = said.formats.first else { continue }
          try bench.require(
            voice.rate == 0 || format.rate == voice.rate,
            "Its sound has \(voice.rate) Hz, as listed.", "It had \(format.rate) Hz.")
          if let first {
            try bench.require(
              first == format,
              "The format is that of its first line: \(first.rate) Hz, \(first.channels) channels.",
              "It was \(format.rate) Hz, \(format.channels) channels, or of other samples.")
          }
          first = format
        }
      }
    },
  ]

  /// What may come before a line.
  private static let befores: [Call] = [
    Call("another line") { _ = try $0.speak(SpokenRequest("Something else altogether.")) },
    Call("a voice that does not exist was asked for") {
      var request = SpokenRequest("Good evening.")
      request.voice = "no-such-voice-3f9a"
      _ = try $0.speak(request)
    },
    Call("text that is not UTF-8") { _ = try $0.speak(SpokenRequest(bytes: [0x73, 0xff, 0xfe])) },
    Call("an empty line") { _ = try $0.speak(SpokenRequest("")) },
    Call("a line of blanks") { _ = try $0.speak(SpokenRequest("  \n ")) },
    Call("a line with markup") {
      var request = SpokenRequest("<speak><prosody rate=\"slow\">Yes.</speak>")
      request.form = CUE_TEXT_SSML
      _ = try $0.speak(request)
    },
    Call("a line at another speed, pitch and volume") { _ = try $0.speak(changed) },
    Call("a silent line") {
      var request = SpokenRequest("Good evening.")
      request.isSilent = true
      _ = try $0.speak(request)
    },
    Call("a line with events, tones and a seed") {
      var request = SpokenRequest("Good evening.")
      request.events = try $0.traits().events
      request.tones = [("tense", 0.9)]
      request.seed = 77
      request.direction = "whispering, from the wings"
      _ = try $0.speak(request)
    },
    Call("a line that was cancelled in the middle") { try $0.speakAndCancel() },
    Call("a line that was cancelled before it began") { try $0.speakCancelled() },
    Call("a line of which the host took no sound for a while") { try $0.speakWithPause() },
    Call("a long line") {
      _ = try $0.speak(SpokenRequest(String(repeating: "And so on, and so on. ", count: 12)))
    },
    Call("a list of the voices") { _ = try $0.voices() },
    Call("a reset") { try $0.ask(CUE_MSG_RESET) },
  ]

  private static let firsts: [Call] = [
    Call("a line that was cancelled in the middle") { try $0.speakAndCancel() },
    Call("a line that was cancelled at once") { try $0.speakCancelled() },
    Call("a voice that does not exist was asked for") {
      var request = SpokenRequest("Good evening.")
      request.voice = "no-such-voice-3f9a"
      let said = try $0.speak(request)
      try $0.bench.require(
        said.status == CUE_E_VOICE, "It answers CUE_E_VOICE.",
        "It answered \(Status.name(said.status)).")
    },
    Call("a line at another speed, pitch and volume") { _ = try $0.speak(changed) },
    Call("a reset") { try $0.ask(CUE_MSG_RESET) },
    Call("a fingerprint was read") { _ = try $0.fingerprint() },
  ]

  private static let changed: SpokenRequest = {
    var request = SpokenRequest("Something else.")
    request.speed = 1.5
    request.pitch = 3
    request.volume = 0.3
    return request
  }()

  /// Requests that must not change the format.
  private static func requests(_ traits: Traits) -> [SpokenRequest] {
    var loud = SpokenRequest("Good evening.")
    loud.volume = 2
    var told = SpokenRequest("Good evening.")
    told.events = traits.events
    var silent = SpokenRequest("Good evening.")
    silent.isSilent = true
    var markup = SpokenRequest("<speak>Good evening.</speak>")
    markup.form = CUE_TEXT_SSML
    var unknown = SpokenRequest("Good evening.")
    unknown.language = "fo"
    return [
      SpokenRequest("Good evening."), changed, told, loud, silent, markup, unknown,
      SpokenRequest("1984, at 12:30!"),
      SpokenRequest("The night is long and cold, and nobody has come to the door. We should wait."),
      SpokenRequest("A"), SpokenRequest("Good evening."),
    ]
  }
}

extension Session {
  /// Asks for a line and cancels it in the same moment.
  func speakCancelled() throws {
    let number = worker.add(CUE_MSG_SPEAK) {
      $0.u32(CUE_TAG_INSTANCE, 1)
      SpokenRequest(VoiceCancelChecks.text).write(&$0)
    }
    worker.add(CUE_MSG_CANCEL, request: number) { $0.u32(CUE_TAG_INSTANCE, 1) }
    try worker.flush(while: .takingRequest)
    let end = try end(of: number, within: 2000 * bench.patience)
    guard let end else {
      return try bench.require(false, "It ends within two seconds.", "It did not.")
    }
    if let failure = death(end) { throw failure }
    try VoiceChecks.requireEnded(end.status, bench)
  }

  /// Lets the plugin say a line, and takes nothing of it for a moment.
  func speakWithPause() throws {
    var request = SpokenRequest("The first sentence is said. The second one follows it at once.")
    request.credit = 32_768
    let number = try send(CUE_MSG_SPEAK) { request.write(&$0) }
    var held = Utterance()
    while let message = try poll(number, within: 150) {
      if message.type == CUE_MSG_DONE { return }
      try held.take(message)
    }
    try send(CUE_MSG_CREDIT, to: number) { $0.u32(CUE_TAG_CREDIT, Utterance.credit) }
    _ = try hear(number, so: held)
  }
}
