import CueAudio
import CueListening
import CueModel
import CuePlugins
import CueSystem

/// Listens once, for a program that has no rehearsal and no practice.
package struct UtteranceListener {
  /// What is reported while somebody is listened to.
  package enum Report {
    /// The microphone is open, or closed again.
    case listening(Bool)
    /// What is heard so far.
    case transcript(String)
    /// The level of the microphone, 0…1.
    case level(Double)
  }

  private let host: PluginHost
  /// A file or pipe; nil for a device.
  package var file: String?
  /// A device plugin and its microphone; nil for the usual one.
  package var microphone: PluginChoice?
  /// The recognizer; nil for the usual one.
  package var recognizer: PluginChoice?

  /// When the host's own sound ended last, in milliseconds of the monotonic clock; nil if it has played none.
  package var spokenAt: Int64?
  /// How long nothing is listened to after the host's own sound, in seconds.
  package var suppressedSeconds = TurnRules.ringingSeconds
  private let clock: any MonotonicTime

  /// A listener with the plugins of `host`.
  package init(_ host: PluginHost, clock: any MonotonicTime = MonotonicClock()) {
    self.host = host
    self.clock = clock
  }

  /// How much sound is read at a time, in seconds.
  private static let readSeconds = 0.05

  /// Listens until something ends it.
  ///
  /// - Parameters:
  ///   - expectation: what may be said
  ///   - language: a BCP 47 tag; empty for the recognizer's own
  ///   - settings: what ends it
  ///   - cancellation: ends it as a ``ListenFailure/cancelled``
  ///   - tell: takes what happens, in order; `listening(false)` comes last, also where it fails
  /// - Returns: what was heard
  /// - Throws: ``ListenFailure``, or why there is no microphone or recognizer
  package func listen(
    expecting expectation: ListenExpectation, language: String, _ settings: ListenSettings,
    cancellation: Cancellation, tell: (Report) -> Void
  ) throws -> ListenResult {
    let client = RecognizerClient(
      try host.setup(recognizer.map(host.recognizer) ?? host.recognizerByDefault))
    defer { client.quit() }
    let sound = try opened()
    let listener = TurnListener(sound, clock: clock)
    try listener.open(cancellation: cancellation)
    defer {
      listener.close()
      tell(.level(0))
      tell(.listening(false))
    }
    tell(.listening(true))
    func begin() throws {
      _ = try listener.begin(
        client, expecting: expectation, language: language, settings, cancellation: cancellation)
    }
    try begin()
    if sound.isLive {
      try listener.flush()
      let ringing = ringingSeconds
      if ringing > 0 { listener.session?.ringsAtFirst(seconds: ringing) }
    }
    var meter = LevelMeter()
    try listener.listenToEnd(
      reading: UtteranceListener.readSeconds, cancellation: cancellation, again: begin
    ) { sound, events in
      if meter.take(sound) { tell(.level(meter.level)) }
      for case .partial(let heard, _) in events where !heard.text.isEmpty {
        tell(.transcript(heard.text))
      }
    }
    guard !cancellation.isCancelled,
      let result = try listener.finish(cancellation: cancellation)?.result
    else { throw ListenFailure.cancelled }
    return result
  }

  /// How long the host's own sound may still ring in the room, in seconds; not for a file.
  package var ringingSeconds: Double {
    guard let spokenAt else { return 0 }
    let passed = Double(clock.milliseconds - spokenAt) / 1000
    return max(0, suppressedSeconds - passed)
  }

  private func opened() throws -> any Microphone {
    if let file { return try SoundFileMicrophone(path: file, raw: nil) }
    return try host.microphone(microphone)
  }
}
