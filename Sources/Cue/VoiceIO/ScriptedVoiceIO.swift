import CueModel
import CueSpeaking
import Synchronization

/// Hears what a test or a demonstration says, without a microphone, a recognizer or a person.
///
/// ```swift
/// let io = ScriptedVoiceIO(["seven", "yes"], scale: 0)
/// let first = try await io.listen()    // "seven"
/// let second = try await io.listen()   // "yes"
/// let third = try await io.listen()    // ""
/// ```
///
/// Without a speaker nothing is heard: speech, clips, queues and choruses only give their events. With one, such as a
/// ``LiveVoiceIO`` that writes a file, they are real.
public final class ScriptedVoiceIO: VoiceIO {
  private struct State {
    var resets = 0
    var clip: String?
  }

  /// Pads and time limits.
  public let config: VoiceIOConfig
  /// How voices speak, by name.
  public let profiles: VoiceProfileBook
  /// Takes lines for developers.
  public let log: SpeakingLog

  private let script: ScriptedSpeech
  private let speaker: (any VoiceIO)?
  private let operations = VoiceOperations()
  private let observers = VoiceObservers()
  private let hold = PlaybackHold()
  private let state = Mutex(State())
  /// One thing is said at a time.
  private let booth = Mutex(())

  /// Hears `lines`, in order, one for each call that listens; after the last, an empty text.
  ///
  /// - Parameters:
  ///   - lines: what is heard, word for word
  ///   - scale: how long speech (0.3 s) and listening (0.16 s) take, as a factor; 0 in tests
  ///   - speaker: speaks and plays; nil if nothing is heard
  ///   - config: pads and time limits; those of the speaker count where there is one
  ///   - log: takes lines for developers; nil for none
  public convenience init(
    _ lines: [String], scale: Double = 1, speaker: (any VoiceIO)? = nil,
    config: VoiceIOConfig = VoiceIOConfig(), log: (@Sendable (String) -> Void)? = nil
  ) {
    self.init(
      ScriptedSpeech(lines, scale: scale), speaker: speaker, config: config, log: log)
  }

  /// Hears the lines of a script in base64, which is a JSON array of strings; nil if it is not.
  ///
  /// - Parameters:
  ///   - script: as in `WyJoZWxsbyIsIndvcmxkIl0=`, which is `["hello","world"]`
  ///   - scale: how long speech and listening take, as a factor; 0 in tests
  ///   - speaker: speaks and plays; nil if nothing is heard
  public convenience init?(
    fromBase64 script: String, scale: Double = 1, speaker: (any VoiceIO)? = nil
  ) {
    guard let lines = ScriptedSpeech.lines(ofBase64: script) else { return nil }
    self.init(lines, scale: scale, speaker: speaker)
  }

  /// Hears what `script` says.
  ///
  /// - Parameters:
  ///   - script: the lines, and the time that they take
  ///   - speaker: speaks and plays; nil if nothing is heard
  ///   - config: pads and time limits; those of the speaker count where there is one
  ///   - log: takes lines for developers; nil for none
  public init(
    _ script: ScriptedSpeech, speaker: (any VoiceIO)? = nil,
    config: VoiceIOConfig = VoiceIOConfig(), log: (@Sendable (String) -> Void)? = nil
  ) {
    self.script = script
    self.speaker = speaker
    self.config = speaker?.config ?? config
    self.log = SpeakingLog("VoiceIO", write: log)
    profiles = speaker?.profiles ?? VoiceProfileBook()
    speaker?.observe { [observers] in observers.tell($0) }
  }

  /// Whether speech is paused.
  public var isPaused: Bool { hold.isPaused }

  /// Has `take` called with everything that happens, in order.
  public func observe(_ take: @escaping @Sendable (VoiceIOEvent) -> Void) { observers.add(take) }

  /// Checks the speaker, if there is one.
  public func prepare(listens: Bool) async throws(CueError) {
    try await speaker?.prepare(listens: false)
  }

  // MARK: Ending

  /// Pauses what is said.
  public func pauseSpeech() {
    hold.pause()
    speaker?.pauseSpeech()
  }

  /// Ends the pause.
  public func resumeSpeech() {
    hold.resume()
    speaker?.resumeSpeech()
  }

  /// Stops what is said.
  public func stopSpeech() {
    operations.cancel(.speech)
    hold.resume()
    speaker?.stopSpeech()
  }

  /// Stops everything; a call that listens returns an empty text.
  public func stopAll() {
    script.stop()
    operations.cancel()
    hold.resume()
    state.withLock { $0.clip = nil }
    speaker?.stopAll()
  }

  /// Stops everything; a call that listens throws ``CueError/cancelled``.
  public func hardReset() {
    state.withLock { $0.resets += 1 }
    stopAll()
    speaker?.hardReset()
    observers.tell(.status(.idle))
  }

  // MARK: Speaking

  /// Says `spoken`, or gives the events of it.
  public func speak(_ spoken: SpokenText, language: String) async throws(CueError) {
    log.tell(.info, "speak: \(SpeakingLog.excerpt(spoken.text))")
    if let speaker { return try await speaker.speak(spoken, language: language) }
    try await perform { [script, observers, hold] own in
      script.speak(spoken.text, cancellation: own) { what in
        hold.wait(cancellation: own)
        observers.tell(VoiceIOEvent(SpeakingEvent(seconds: 0, channel: 0, what)))
      }
    }
  }

  /// Does `body` alone, unless it is stopped.
  private func perform(
    _ body: @escaping @Sendable (Cancellation) throws -> Void
  ) async throws(CueError) {
    try await operations.run("cue-script", .speech) { [self] own in
      try booth.withLock { _ in
        guard !own.isCancelled else { throw CueError.cancelled }
        try body(own)
        guard !own.isCancelled else { throw CueError.cancelled }
      }
    }
  }

  /// Plays a clip, or gives the events of it; without a speaker the file is not opened.
  public func playClip(_ path: String, gainDecibels: Double) async throws(CueError) {
    log.tell(.info, "play: \(path)")
    if let speaker { return try await speaker.playClip(path, gainDecibels: gainDecibels) }
    try await perform { [observers, hold] own in
      hold.wait(cancellation: own)
      observers.tell(.status(.playing))
      observers.tell(.status(.idle))
    }
  }

  /// Opens a clip; without a speaker the file is not opened.
  public func prepareClip(_ path: String, gainDecibels: Double) async throws(CueError) {
    if let speaker { return try await speaker.prepareClip(path, gainDecibels: gainDecibels) }
    state.withLock { $0.clip = path }
  }

  /// Plays the prepared clip, or gives the events of it.
  public func startPreparedClip() async throws(CueError) {
    if let speaker { return try await speaker.startPreparedClip() }
    let clip = state.withLock { state in
      defer { state.clip = nil }
      return state.clip
    }
    guard let clip else { return log.tell(.warn, "no clip is prepared") }
    try await playClip(clip, gainDecibels: 0)
  }

  /// Lets the voices say their text, or gives the events of the first.
  public func sing(_ chorus: Chorus) async throws(CueError) {
    if let speaker { return try await speaker.sing(chorus) }
    guard let first = chorus.voices.first else { return }
    try await speak(first, language: "")
  }

  /// Fits speech, if there is a speaker; else nil.
  public func fit(
    _ spoken: SpokenText, toSeconds seconds: Double
  ) async throws(CueError) -> FittedSpeech? {
    try await speaker?.fit(spoken, toSeconds: seconds)
  }

  /// A queue of the speaker's voices, or of silent ones.
  public func makeSpeechQueue(hasChannels: Bool) -> SpeechQueue {
    if let speaker { return speaker.makeSpeechQueue(hasChannels: hasChannels) }
    var tools = SilentSpeech.tools
    tools.hasChannels = hasChannels
    return SpeechQueue(tools)
  }

  /// Plays a queue, or gives the events of its items in order, which takes next to no time.
  public func play(_ queue: SpeechQueue) async throws(CueError) -> SpeechQueue.Outcome? {
    if let speaker { return try await speaker.play(queue) }
    guard !queue.isPlaying else { return nil }
    return try await operations.run("cue-script", .speech) { [self] own in
      try booth.withLock { _ in
        let outcome = try queue.play(
          into: SilentOutput(), isLive: false, hold: hold, cancellation: own
        ) { observers.tell(VoiceIOEvent($0)) }
        guard let outcome, !outcome.isCancelled else { throw CueError.cancelled }
        return outcome
      }
    }
  }

  // MARK: Listening

  /// Hears the next line of the script, word for word; a recording is never kept.
  public func listen(_ options: ListeningOptions) async throws(CueError) -> VoiceResult {
    let resets = state.withLock { $0.resets }
    let result = try await operations.run("cue-listen", .listening) { [self] own in
      observers.tell(.listening(true))
      let text = script.listen(cancellation: own) { observers.tell(.transcript($0)) }
      observers.tell(.level(0))
      observers.tell(.listening(false))
      guard state.withLock({ $0.resets }) == resets else { throw CueError.cancelled }
      return VoiceResult(transcript: text, isExpected: !text.isEmpty)
    }
    guard !Task.isCancelled else { throw CueError.cancelled }
    return result
  }
}
