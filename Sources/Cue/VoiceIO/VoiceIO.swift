import CueAudio
import CueModel
import CueSpeaking
import CueSystem

/// Speaks, listens, and plays clips, queues and choruses: what a program that talks with people needs.
///
/// ``LiveVoiceIO`` uses plugins and devices; ``ScriptedVoiceIO`` hears what a test says. A program that takes `any VoiceIO` runs
/// with both:
///
/// ```swift
/// func greet(_ io: any VoiceIO) async throws {
///   try await io.prepare(listens: true)
///   try await io.speak("What is your name?")
///   let answer = try await io.listen(timeout: 12, inactivity: 2, record: true)
///   try await io.speak("Good evening, \(answer.transcript).")
/// }
/// ```
///
/// One thing is heard at a time: new speech stops the speech before it, and a new call that listens cancels the one before it.
/// All functions may be called from any task or thread. Cancelling a task ends its call with ``CueError/cancelled``.
public protocol VoiceIO: AnyObject, Sendable {
  /// Pads and time limits.
  var config: VoiceIOConfig { get }
  /// How voices speak, by name.
  var profiles: VoiceProfileBook { get }
  /// Takes lines for developers.
  var log: SpeakingLog { get }
  /// Whether speech is paused.
  var isPaused: Bool { get }

  /// Has `take` called with everything that happens, in order, on the thread that does it; it cannot be removed.
  func observe(_ take: @escaping @Sendable (VoiceIOEvent) -> Void)

  /// Checks that there is a voice and, with `listens`, a recognizer; twice is not an error.
  ///
  /// It is optional. On Linux no permission is asked for and no audio session is configured.
  ///
  /// - Throws: ``CueError/setup(_:)`` if one is missing
  func prepare(listens: Bool) async throws(CueError)

  /// Says `spoken`, and returns when it was heard.
  ///
  /// - Parameters:
  ///   - spoken: the words, their voice, and how it says them
  ///   - language: of the words, as a BCP 47 tag; empty for the voice's own
  /// - Throws: ``CueError/cancelled`` if it was stopped; why the voice or the device failed
  func speak(_ spoken: SpokenText, language: String) async throws(CueError)

  /// Listens once; listening that is already under way is cancelled.
  ///
  /// - Parameter options: what may be said, what ends it, and where it listens
  /// - Returns: what was heard
  /// - Throws: ``CueError/cancelled`` if it was cancelled, ``CueError/listening(_:)`` if there is no microphone or recognizer
  func listen(_ options: ListeningOptions) async throws(CueError) -> VoiceResult

  /// Plays a sound file, and returns when it was heard.
  ///
  /// - Parameters:
  ///   - path: a file of any kind that Cue reads
  ///   - gainDecibels: how much louder it is, or quieter if less than 0; loud places are limited to full scale
  /// - Throws: ``CueError/output(_:)`` if it cannot be read, ``CueError/clipTimedOut(path:)`` if the device does not finish
  func playClip(_ path: String, gainDecibels: Double) async throws(CueError)

  /// Opens a sound file, so that ``startPreparedClip()`` begins at once; the clip that was prepared before is forgotten.
  ///
  /// - Parameters:
  ///   - path: a file of any kind that Cue reads
  ///   - gainDecibels: how much louder it is, or quieter if less than 0
  /// - Throws: ``CueError/output(_:)`` if it cannot be read
  func prepareClip(_ path: String, gainDecibels: Double) async throws(CueError)

  /// Plays the prepared clip once, and returns when it was heard; if there is none, it logs a warning.
  ///
  /// A ``VoiceQueue`` plays a clip with the very next frame after speech.
  func startPreparedClip() async throws(CueError)

  /// Lets several voices say a text together, and returns when all are done; a chorus without voices says nothing.
  func sing(_ chorus: Chorus) async throws(CueError)

  /// Says `spoken` so that it lasts the given time: first with the voice's own speed, then with an effect.
  ///
  /// Nothing is played. The sound is in the result, and its `FittedSpeech.speed` can be used to say it.
  ///
  /// - Parameters:
  ///   - spoken: the words; the fit begins at their speed
  ///   - seconds: how long it shall last; more than 0
  /// - Returns: the best there is; nil without sound, as in a script
  /// - Throws: ``CueError/cancelled`` if it was stopped; why the voice failed
  func fit(
    _ spoken: SpokenText, toSeconds seconds: Double
  ) async throws(CueError) -> FittedSpeech?

  /// An empty queue that speaks with these voices; ``VoiceQueue`` is made of one.
  ///
  /// - Parameter hasChannels: whether channels are heard at the same time; if not, all items go to channel 0
  /// - Returns: the queue
  func makeSpeechQueue(hasChannels: Bool) -> SpeechQueue

  /// Plays a queue that ``makeSpeechQueue(hasChannels:)`` made, and what is added meanwhile.
  ///
  /// - Returns: how it ended; nil if it was being played already, and this call did nothing
  /// - Throws: ``CueError/cancelled`` if it was stopped
  func play(_ queue: SpeechQueue) async throws(CueError) -> SpeechQueue.Outcome?

  /// Pauses speech, clips, queues and choruses; what begins while it is paused waits. Twice is not an error.
  func pauseSpeech()

  /// Goes on where ``pauseSpeech()`` stopped; no sound is lost.
  func resumeSpeech()

  /// Stops speech, clips, queues and choruses, and ends a pause; listening goes on.
  func stopSpeech()

  /// Stops speech and listening at once, and forgets the prepared clip; twice is not an error.
  ///
  /// Calls that wait throw ``CueError/cancelled``; but a call that listens to a script returns an empty text.
  func stopAll()

  /// Stops everything, and forgets what was heard; every call that waits throws ``CueError/cancelled``.
  func hardReset()
}

extension VoiceIO {
  /// A log of its own.
  public var log: SpeakingLog { SpeakingLog("VoiceIO") }

  /// Checks that there is a voice.
  public func prepare() async throws(CueError) { try await prepare(listens: false) }

  // MARK: Speaking

  /// Says `text`.
  ///
  /// - Parameters:
  ///   - text: the words
  ///   - voice: a profile of ``profiles``, or a voice such as `flite:slt`; nil for the default profile, or else the usual voice
  /// - Throws: ``CueError/cancelled`` if it was stopped; why the voice or the device failed
  public func speak(_ text: String, voice: String? = nil) async throws(CueError) {
    try await speak(text, voice: voice, Delivery())
  }

  /// Says `text` with the default profile, or else the usual voice.
  ///
  /// - Parameters:
  ///   - text: the words
  ///   - delivery: how fast, how high, how loud and in which tones, and what the text is written in
  /// - Throws: ``CueError/cancelled`` if it was stopped; why the voice or the device failed
  public func speak(_ text: String, _ delivery: Delivery) async throws(CueError) {
    try await speak(text, voice: nil, delivery)
  }

  /// Says `text`.
  ///
  /// - Parameters:
  ///   - text: the words
  ///   - voice: a profile of ``profiles``, or a voice such as `flite:slt`; nil for the default profile, or else the usual voice
  ///   - delivery: how fast, how high, how loud and in which tones, on top of the profile
  /// - Throws: ``CueError/cancelled`` if it was stopped; why the voice or the device failed
  public func speak(
    _ text: String, voice: String?, _ delivery: Delivery
  ) async throws(CueError) {
    var spoken = profiles.spoken(text, voice: voice)
    spoken.speed *= delivery.speed
    spoken.pitchSemitones += delivery.pitchSemitones
    spoken.volume *= delivery.volume
    spoken.expression = Expression(tones: delivery.tones, manners: delivery.manners)
    spoken.form = delivery.form
    let own = profiles.profile(for: voice)?.language ?? ""
    try await speak(spoken, language: delivery.language.isEmpty ? own : delivery.language)
  }

  /// Says `text` so that it lasts the given time; see ``fit(_:toSeconds:)``.
  ///
  /// - Parameters:
  ///   - text: the words
  ///   - seconds: how long it shall last; more than 0
  ///   - voice: a profile or a voice; nil for the default profile, or else the usual voice
  /// - Returns: the best there is; nil without sound, as in a script
  /// - Throws: ``CueError/cancelled`` if it was stopped; why the voice failed
  public func fit(
    _ text: String, toSeconds seconds: Double, voice: String? = nil
  ) async throws(CueError) -> FittedSpeech? {
    try await fit(profiles.spoken(text, voice: voice), toSeconds: seconds)
  }

  // MARK: Clips

  /// Plays a sound file as loud as it is.
  public func playClip(_ path: String) async throws(CueError) {
    try await playClip(path, gainDecibels: 0)
  }

  /// Opens a sound file that will be played as loud as it is.
  public func prepareClip(_ path: String) async throws(CueError) {
    try await prepareClip(path, gainDecibels: 0)
  }

  // MARK: Listening

  /// Listens once for anything, with the usual limits.
  public func listen() async throws(CueError) -> VoiceResult {
    try await listen(ListeningOptions())
  }

  /// Listens once.
  ///
  /// - Parameters:
  ///   - timeout: the longest it may last, in seconds, also while somebody speaks
  ///   - inactivity: this many seconds of silence after words end it; 0 or less: silence does not
  ///   - record: whether the sound is kept
  ///   - expectation: what may be said
  /// - Returns: what was heard
  /// - Throws: ``CueError/cancelled`` if it was cancelled, ``CueError/listening(_:)`` if there is no microphone or recognizer
  public func listen(
    timeout: Double, inactivity: Double, record: Bool = false,
    expecting expectation: ListenExpectation = .freeform
  ) async throws(CueError) -> VoiceResult {
    var options = ListeningOptions()
    options.timeoutSeconds = timeout
    options.inactivitySeconds = inactivity
    options.records = record
    options.expectation = expectation
    return try await listen(options)
  }

  // MARK: Trimming

  /// `sound` without the silence around speech, with the pads of ``config``; all of it if no speech is found.
  public func trim(_ sound: AudioBuffer) -> AudioBuffer { config.trimmed(sound).sound }

  /// Trims a sound file.
  ///
  /// The result is a file beside it: `answer.wav` becomes `answer.trim.wav`. If the file cannot be trimmed or the result cannot
  /// be written, nothing is changed.
  ///
  /// - Parameter path: the file, which stays as it is
  /// - Returns: the path of the trimmed file; `path` itself if it was not trimmed
  /// - Throws: ``CueError/noThread(errno:)`` if the system gives no thread
  public func trim(file path: String) async throws(CueError) -> String {
    let config = config
    return try await BlockingWork.run("cue-trim") { cancellation in
      guard let sound = try? AudioBuffer(fileAt: path, cancellation: cancellation) else {
        return path
      }
      let trimmed = config.trimmed(sound)
      guard !trimmed.hasFailed, trimmed.source != .nothing else { return path }
      let target = Self.trimmedPath(path)
      do { try trimmed.sound.write(to: target) } catch { return path }
      return target
    }
  }

  private static func trimmedPath(_ path: String) -> String {
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    guard let dot = path[slash...].lastIndex(of: "."), dot > slash else { return path + ".trim" }
    return path[..<dot] + ".trim" + path[dot...]
  }

  // MARK: Events

  /// Calls `body` when listening begins and ends.
  public func onListeningChanged(_ body: @escaping @Sendable (Bool) -> Void) {
    observe { if case .listening(let isListening) = $0 { body(isListening) } }
  }

  /// Calls `body` with the words that are heard so far.
  public func onTranscriptChanged(_ body: @escaping @Sendable (String) -> Void) {
    observe { if case .transcript(let text) = $0 { body(text) } }
  }

  /// Calls `body` with the level of the microphone, or of all that is played: 0…1.
  public func onLevelChanged(_ body: @escaping @Sendable (Double) -> Void) {
    observe { if case .level(let level) = $0 { body(level) } }
  }

  /// Calls `body` when speech begins and ends.
  public func onSpeakingChanged(_ body: @escaping @Sendable (Bool) -> Void) {
    observe { if case .speaking(let isSpeaking) = $0 { body(isSpeaking) } }
  }

  /// Calls `body` with how strongly voices speak just now: 0…1.
  public func onPulse(_ body: @escaping @Sendable (Double) -> Void) {
    observe { if case .pulse(let pulse) = $0 { body(pulse) } }
  }

  /// Calls `body` with what is going on.
  public func onStatusChanged(_ body: @escaping @Sendable (SpeakingStatus) -> Void) {
    observe { if case .status(let status) = $0 { body(status) } }
  }
}

/// The version of Cue, for logs and reports.
public enum CueInfo {
  /// As in `0.1.0`.
  public static let version = ProductVersion.number
  /// When Cue was made, in UTC, as in `2026-11-23T01:00:00Z`; the same in every call.
  ///
  /// It is the time of the sources: `SOURCE_DATE_EPOCH` of the build, or else the date of the version. Builds of the same
  /// sources are the same.
  public static let buildTimestamp = ProductVersion.buildTimestamp
}
