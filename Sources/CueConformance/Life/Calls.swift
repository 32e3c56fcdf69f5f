import CueABI
import CuePlugins

/// One way in which a host calls a plugin.
struct Call: Sendable {
  /// What was done, as the first half of a sentence.
  let done: String
  let make: @Sendable (Session) throws -> Void

  init(_ done: String, _ make: @escaping @Sendable (Session) throws -> Void) {
    self.done = done
    self.make = make
  }
}

extension Session {
  /// Every way in which a host calls a plugin of this kind, with those that are refused and those that are cancelled.
  func calls() throws -> [Call] {
    var calls = [
      Call("its parameters were listed") { _ = try $0.parameters() },
      Call("a parameter that does not exist was set") {
        try $0.ask(CUE_MSG_SET) {
          $0.text(CUE_TAG_NAME, "no-such-parameter")
          $0.text(CUE_TAG_TEXT, "1")
        }
      },
    ]
    // A text may be a path, and its default need not be there.
    let first = try parameters().first {
      !$0.isSecret && !$0.isOutput && $0.type != CUE_PARAM_TEXT
        && $0.flags & CUE_PARAM_NEEDS_RESTART == 0
    }
    if let first {
      calls.append(
        Call("the parameter “\(first.name)” was set") { _ = try $0.set(first, first.initial) })
    }
    switch bench.voice.subject {
    case .voice: calls += Session.voiceCalls
    case .recognizer: calls += Session.recognizerCalls
    case .effect: calls += Session.effectCalls
    default: calls += Session.deviceCalls
    }
    calls.append(Call("it was reset") { try $0.ask(CUE_MSG_RESET) })
    return calls
  }

  private static let voiceCalls = [
    Call("its voices were listed") { try $0.ask(CUE_MSG_VOICES, within: 30_000) },
    Call("its traits were read") { _ = try $0.traits() },
    Call("its fingerprint was read") { _ = try $0.fingerprint() },
    Call("its voice was prepared") { try $0.ask(CUE_MSG_PREPARE, within: 60_000) },
    Call("a line was said") { _ = try $0.speak(SpokenRequest("Good evening.")) },
    Call("an empty line was said") { _ = try $0.speak(SpokenRequest("")) },
    Call("a line was said with events") {
      var request = SpokenRequest("Yes.")
      request.events = try $0.traits().events
      _ = try $0.speak(request)
    },
    Call("a voice that does not exist was asked for") {
      var request = SpokenRequest("Good evening.")
      request.voice = "no-such-voice-3f9a"
      _ = try $0.speak(request)
    },
    Call("text that is not UTF-8 was said") {
      _ = try $0.speak(SpokenRequest(bytes: Array("so \u{fffd}".utf8.prefix(4))))
    },
    Call("markup was said") {
      var request = SpokenRequest("<speak>Yes.</speak>")
      request.form = CUE_TEXT_SSML
      _ = try $0.speak(request)
    },
    Call("a line was cancelled") { try $0.speakAndCancel() },
  ]

  private static let recognizerCalls = [
    Call("sound was heard") {
      _ = try $0.listen(Signals.noise(frames: 8000, level: 0.05, seed: 1))
    },
    Call("a stream without sound was heard") { _ = try $0.listen([]) },
    Call("sound of an impossible format was refused") {
      _ = try $0.listen([], HearingRequest(rateHertz: 7))
    },
    Call("a stream was cancelled") { try $0.listenAndCancel() },
  ]

  private static let effectCalls = [
    Call("it was configured, and processed a block") { try $0.work() },
    Call("its sound was flushed") { _ = try $0.flush() },
    Call("an impossible format was refused") {
      _ = try $0.configure(rateHertz: 1, channels: 64, mostFrames: 64)
    },
    Call("a change of a parameter that does not exist was refused") {
      _ = try $0.configure(rateHertz: 48_000, channels: 1, mostFrames: 64)
      _ = try $0.process(Signals.silence(frames: 64), changes: [(1, 0x7fff_fff0, 0)])
    },
  ]

  private static let deviceCalls = [
    Call("its devices were listed") { try $0.ask(CUE_MSG_DEVICES) },
    Call("a device that does not exist was opened") {
      try $0.ask(CUE_MSG_OPEN) {
        $0.u32(CUE_TAG_TYPE, 1)
        $0.u32(CUE_TAG_RATE, 48_000)
        $0.text(CUE_TAG_DEVICE, "no-such-device-3f9a")
      }
    },
    Call("a stream that is not open was written to") {
      try $0.ask(CUE_MSG_WRITE) { $0.sound(CUE_TAG_SOUND, [UInt8](repeating: 0, count: 64)) }
    },
    Call("it was put to work") { try $0.work() },
  ]

  /// Begins a long line, and cancels it when its first sound has come.
  func speakAndCancel(_ text: String = VoiceCancelChecks.text) throws {
    var request = SpokenRequest(text)
    request.credit = 32_768
    let number = try send(CUE_MSG_SPEAK) { request.write(&$0) }
    var message = try next(of: number)
    while message.type != CUE_MSG_DONE, message.type != CUE_MSG_SOUND {
      message = try next(of: number)
    }
    guard message.type != CUE_MSG_DONE else { return }
    try send(CUE_MSG_CANCEL, to: number)
    try VoiceChecks.requireEnded(try finish(number).status, bench)
  }

  /// Begins a stream, and cancels it after half a second of sound.
  func listenAndCancel() throws {
    var hearing = Hearing()
    let number = try send(CUE_MSG_LISTEN) { HearingRequest().write(&$0) }
    guard try untilTaken(number, &hearing) else { return }
    try send(CUE_MSG_AUDIO, to: number) {
      $0.sound(
        CUE_TAG_SOUND, Signals.int16Bytes(Signals.noise(frames: 8000, level: 0.05, seed: 1)))
    }
    _ = try untilTaken(number, &hearing)
    try send(CUE_MSG_CANCEL, to: number)
    _ = try finish(number)
  }
}
