import CueAudio
import CueListening
import CueModel
import CuePlugins
import CueSystem

/// Listens once, for a program that has no rehearsal and no practice.
package struct SpeakingEar {
  /// What is told while somebody is listened to.
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
  /// Who recognizes; nil for the usual one.
  package var recognizer: PluginChoice?

  /// When the host's own sound ended last, in milliseconds of the monotonic clock; nil if it has played none.
  package var spokenAt: Int64?
  private let clock: any MonotonicTime

  /// An ear with the plugins of `host`.
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
    let format = try sound.open(nil, latencyFrames: 0, cancellation: cancellation)
    defer {
      sound.close()
      tell(.level(0))
      tell(.listening(false))
    }
    tell(.listening(true))
    let session = ListenSession(
      client, format, expecting: expectation, language: language, settings)
    _ = try session.open(language: language, lexicon: [:], cancellation: cancellation)
    if sound.isLive {
      try sound.flush()
      let ringing = ringingSeconds
      if ringing > 0 { session.ringsAtFirst(seconds: ringing) }
    }
    var meter = LevelMeter()
    let frames = max(1, format.frames(inSeconds: SpeakingEar.readSeconds))
    while session.end == nil,
      let block = try sound.read(atMost: frames, cancellation: cancellation)
    {
      if meter.take(block.sound) { tell(.level(meter.level)) }
      for event in try session.hear(block.sound, cancellation: cancellation) {
        if case .partial(let heard, _) = event, !heard.text.isEmpty {
          tell(.transcript(heard.text))
        }
      }
    }
    if cancellation.isCancelled { throw ListenFailure.cancelled }
    let result = try session.finish(cancellation: cancellation).result
    return result
  }

  /// How long the host's own sound may still ring in the room, in seconds; not for a file.
  package var ringingSeconds: Double {
    guard let spokenAt else { return 0 }
    let passed = Double(clock.milliseconds - spokenAt) / 1000
    return max(0, TurnRules.ringingSeconds - passed)
  }

  private func opened() throws -> any Microphone {
    if let file { return try SoundFileMicrophone(path: file, raw: nil) }
    return try host.microphone(microphone)
  }
}
