import CueAssembly
import CueAudio
import CueListening
import CueModel
import CueOutput
import CuePlugins
import CueSpeaking
import CueSystem
import Synchronization

/// Speaks, listens and plays with plugins and devices.
///
/// ```swift
/// import Cue
///
/// let io = LiveVoiceIO(voices: "flite:slt,espeak")
/// io.onPulse { print($0) }
/// try await io.speak("What is your name?")
/// let answer = try await io.listen(timeout: 12, inactivity: 2, record: true)
/// let queue = VoiceQueue(primary: io)
/// queue.enqueueParsingSFX("Good evening [sfx:ding] \(answer.transcript).") { "\($0).wav" }
/// try await queue.play()
/// ```
///
/// Without sound (``Engine/headless``, or `CUE_HEADLESS=1`, or `CI=true`), nothing is started and everything takes next to no
/// time. ``ScriptedVoiceIO`` hears what a test says.
public final class LiveVoiceIO: VoiceIO {
  /// What speaks and hears.
  public enum Engine: Sendable {
    /// Plugins and devices.
    case live
    /// Nothing: events come, nothing is heard, and what is heard is "42" for a number, else what was heard last.
    case headless
    /// ``headless`` where the environment says so, else ``live``.
    case automatic
  }

  private struct State {
    var lastTranscript = ""
    /// When a device last finished playing our own sound, in milliseconds of the monotonic clock; nil for never.
    var spokenAt: Int64?
    /// The prepared clip.
    var clip: (path: String, gainDecibels: Double)?
  }

  /// Pads and time limits.
  public let config: VoiceIOConfig
  /// How voices speak, by name.
  public let profiles: VoiceProfileBook
  /// Takes lines for developers.
  public let log: SpeakingLog

  private let host: PluginHost
  private let usual: [PluginChoice]
  private let room: SpeakingRoom
  private let direct: SpeechQueue
  private let clips: ClipShelf
  private let destination: SoundDestination
  private let isHeadless: Bool
  private let clock: any MonotonicTime
  private let operations = VoiceOperations()
  private let observers = VoiceObservers()
  private let hold = PlaybackHold()
  private let state = Mutex(State())
  /// One thing is heard at a time.
  private let booth = Mutex(())

  /// Speech and hearing.
  ///
  /// - Parameters:
  ///   - voices: the voices if none is named, as in `flite:slt` or `profile:anna`; further ones, after commas, stand in for
  ///     those before them; nil for the user's own choice
  ///   - destination: where sound goes; each call replaces a file
  ///   - config: pads and time limits
  ///   - profiles: how voices speak, by name
  ///   - engine: what speaks and hears
  ///   - plugins: where voices, recognizers and devices are found
  ///   - tell: takes what happens, in order, on the thread that does it; ``observe(_:)`` adds others
  ///   - log: takes lines for developers where `CUE_LOG` is 1, true, yes or a level; nil for standard error
  public convenience init(
    voices: String? = nil, to destination: SoundDestination = .device(),
    config: VoiceIOConfig = VoiceIOConfig(), profiles: VoiceProfileBook = VoiceProfileBook(),
    engine: Engine = .automatic, plugins: Plugins = Plugins(),
    tell: (@Sendable (VoiceIOEvent) -> Void)? = nil, log: (@Sendable (String) -> Void)? = nil
  ) {
    self.init(
      voices: voices, to: destination, config: config, profiles: profiles, engine: engine,
      plugins: plugins, tell: tell, log: log, clock: MonotonicClock())
  }

  /// The same, with a clock that says how long ago it has spoken.
  package init(
    voices: String?, to destination: SoundDestination, config: VoiceIOConfig = VoiceIOConfig(),
    profiles: VoiceProfileBook = VoiceProfileBook(), engine: Engine, plugins: Plugins,
    tell: (@Sendable (VoiceIOEvent) -> Void)? = nil, log: (@Sendable (String) -> Void)? = nil,
    clock: any MonotonicTime
  ) {
    self.clock = clock
    host = plugins.host
    usual = PluginReference.list(voices ?? "").map { PluginChoice(reference: $0) }
    room = SpeakingRoom(plugins.host, usual: usual)
    let clips = ClipShelf()
    self.clips = clips
    var tools = room.tools
    let open = tools.openClip
    tools.openClip = { path in
      if let reader = clips.take(path) { return reader }
      return try open(path)
    }
    direct = SpeechQueue(tools)
    self.destination = destination
    self.config = config
    self.profiles = profiles
    let variables = plugins.host.environment.variables
    isHeadless =
      switch engine {
      case .live: false
      case .headless: true
      case .automatic: Headless.isWanted(variables)
      }
    if let tell { observers.add(tell) }
    let level = variables["CUE_LOG"] ?? ""
    let isLogged =
      log != nil || Headless.isOn(level) || ["info", "debug"].contains(level.lowercased())
    self.log = SpeakingLog(
      "VoiceIO",
      write: isLogged ? log ?? { _ = Descriptor.write(Array(($0 + "\n").utf8), to: 2) } : nil)
  }

  deinit { room.quit() }

  /// Whether speech is paused.
  public var isPaused: Bool { hold.isPaused }

  /// Has `take` called with everything that happens, in order.
  public func observe(_ take: @escaping @Sendable (VoiceIOEvent) -> Void) { observers.add(take) }

  // MARK: Beginning and ending

  /// Checks that there is a voice and, with `listens`, a recognizer; twice is not an error.
  public func prepare(listens: Bool) async throws(CueError) {
    guard !isHeadless else { return }
    let (host, room) = (host, room)
    try await BlockingWork.run("cue-prepare") { _ in
      _ = try host.workerSettings()
      _ = try room.voice("")
      if listens { _ = try host.setup(host.recognizerByDefault) }
    }
  }

  /// Pauses speech, clips, queues and choruses; what begins while it is paused waits.
  public func pauseSpeech() { hold.pause() }

  /// Goes on where ``pauseSpeech()`` stopped.
  public func resumeSpeech() { hold.resume() }

  /// Stops speech, clips, queues and choruses, and ends a pause.
  public func stopSpeech() {
    operations.cancel(.speech)
    hold.resume()
  }

  /// Stops everything at once; calls that wait throw ``CueError/cancelled``.
  public func stopAll() {
    operations.cancel()
    hold.resume()
    clips.clear()
    state.withLock { $0.clip = nil }
  }

  /// Stops everything, and forgets what was heard.
  public func hardReset() {
    stopAll()
    state.withLock { state in
      state.lastTranscript = ""
      state.spokenAt = nil
    }
    observers.tell(.status(.idle))
  }

  // MARK: Speaking

  /// Says `spoken`, and returns when it was heard.
  public func speak(_ spoken: SpokenText, language: String) async throws(CueError) {
    log.tell(.info, "speak: \(SpeakingLog.excerpt(spoken.text))")
    try await perform(.speak(spoken), language: language)
  }

  /// Plays a sound file, and returns when it was heard.
  public func playClip(_ path: String, gainDecibels: Double) async throws(CueError) {
    log.tell(.info, "play: \(path)")
    try await perform(.sound(path: path, gainDecibels: gainDecibels), language: "")
  }

  /// Opens a sound file for ``startPreparedClip()``.
  public func prepareClip(_ path: String, gainDecibels: Double) async throws(CueError) {
    if !isHeadless {
      let clips = clips
      try await BlockingWork.run("cue-clip") { cancellation in
        clips.put(try SoundFileReader(path: path, cancellation: cancellation), of: path)
      }
    }
    state.withLock { $0.clip = (path, gainDecibels) }
  }

  /// Plays the prepared clip once; if there is none, it logs a warning.
  public func startPreparedClip() async throws(CueError) {
    let clip = state.withLock { state in
      defer { state.clip = nil }
      return state.clip
    }
    guard let clip else { return log.tell(.warn, "no clip is prepared") }
    try await playClip(clip.path, gainDecibels: clip.gainDecibels)
  }

  private func perform(_ item: SpeechItem, language: String) async throws(CueError) {
    guard !isHeadless else {
      observers.tell(.speaking(true))
      return observers.tell(.speaking(false))
    }
    var clip: String?
    if case .sound(let path, _) = item { clip = path }
    try await performDirect("cue-speak", clip: clip, language: language) { queue in
      queue.add(item)
      return [:]
    }
  }

  /// Plays what `add` puts into the queue of direct calls, alone; its first failure is thrown.
  private func performDirect(
    _ name: String, clip: String? = nil, language: String,
    _ add: @escaping @Sendable (SpeechQueue) -> SpeechQueue.Gains
  ) async throws(CueError) {
    try await operations.run(name, .speech) { [self] own in
      try booth.withLock { _ in
        guard !own.isCancelled else { throw CueError.cancelled }
        let gains = add(direct)
        var first: (any Error)?
        let outcome = try put(direct, gains, clip: clip, language, own) { event in
          if case .failed(_, _, let error) = event.what { first = first ?? error }
        }
        if outcome.isCancelled { throw CueError.cancelled }
        if let first { throw first }
      }
    }
  }

  /// Plays a queue to where sound goes; `clip` is the file if it is nothing but a clip.
  private func put(
    _ queue: SpeechQueue, _ gains: SpeechQueue.Gains, clip: String? = nil, _ language: String,
    _ own: Cancellation, also: (SpeakingEvent) -> Void = { _ in }
  ) throws -> SpeechQueue.Outcome {
    let output = try destination.open(with: host)
    do {
      let outcome = try queue.play(
        into: output, isLive: output.isHeard && destination.place == nil, language: language,
        gains: gains, hold: hold, cancellation: own
      ) { event in
        also(event)
        observers.tell(VoiceIOEvent(event))
      }
      // The room rings also after speech that failed or was cancelled.
      defer {
        if output.isHeard { state.withLock { $0.spokenAt = clock.milliseconds } }
      }
      guard let outcome, !outcome.isCancelled else {
        output.discard()
        var cancelled = SpeechQueue.Outcome()
        cancelled.isCancelled = true
        return outcome ?? cancelled
      }
      guard let clip else {
        try output.complete(cancellation: own)
        return outcome
      }
      let isInTime = try TimeLimit.run(
        seconds: config.clipWaitTimeoutSeconds, cancellation: own
      ) { try output.complete(cancellation: $0) }
      guard isInTime else { throw CueError.clipTimedOut(path: clip) }
      return outcome
    } catch {
      output.discard()
      throw error
    }
  }

  /// Lets several voices say a text together, and returns when all are done.
  public func sing(_ chorus: Chorus) async throws(CueError) {
    guard let first = chorus.voices.first else { return }
    guard !isHeadless else { return try await speak(first, language: "") }
    try await performDirect("cue-chorus", language: "") { chorus.add(to: $0) }
  }

  /// Says `spoken` so that it lasts the given time; nothing is played.
  public func fit(
    _ spoken: SpokenText, toSeconds seconds: Double
  ) async throws(CueError) -> FittedSpeech? {
    precondition(seconds > 0, "speech is fitted to more than 0 s")
    guard !isHeadless else { return nil }
    let (host, usual) = (host, usual)
    return try await operations.run("cue-fit", .measuring) { own in
      let room = SpeakingRoom(host, usual: usual)
      defer { room.quit() }
      var quit: () -> Void = {}
      defer { quit() }
      let fitter = SpeechFitter(
        try room.voice(spoken.voice),
        stretch: { tempo in
          guard let (effect, end) = try room.stretch(tempo) else { return nil }
          quit = end
          return effect
        })
      guard let fitted = try fitter.fit(spoken.request(), to: seconds, cancellation: own) else {
        throw CueError.cancelled
      }
      return fitted
    }
  }

  // MARK: Queues

  /// An empty queue that speaks with these voices, which are kept for the next queue.
  public func makeSpeechQueue(hasChannels: Bool) -> SpeechQueue {
    SpeechQueue(sharingVoicesOf: direct, hasChannels: hasChannels)
  }

  /// Plays a queue, and what is added meanwhile; without sound its items are dropped.
  public func play(_ queue: SpeechQueue) async throws(CueError) -> SpeechQueue.Outcome? {
    guard !isHeadless else {
      queue.cancelAll()
      return SpeechQueue.Outcome()
    }
    guard !queue.isPlaying else { return nil }
    return try await operations.run("cue-queue", .speech) { [self] own in
      try booth.withLock { _ in
        let outcome = try put(queue, [:], "", own)
        if outcome.isCancelled { throw CueError.cancelled }
        return outcome
      }
    }
  }

  // MARK: Listening

  /// Listens once, with a microphone or from a file.
  public func listen(_ options: ListeningOptions) async throws(CueError) -> VoiceResult {
    try await operations.run("cue-listen", .listening) { [self] own in
      isHeadless ? stand(in: options, own) : try hear(options, own)
    }
  }

  private func stand(in options: ListeningOptions, _ own: Cancellation) -> VoiceResult {
    observers.tell(.listening(true))
    let wait = min(Int(options.timeoutSeconds * 1000), Headless.mostMilliseconds)
    MonotonicClock().wait(milliseconds: max(0, wait), cancellation: own)
    let last = state.withLock { $0.lastTranscript }
    let text = Headless.transcript(options.expectation, last: last)
    observers.tell(.transcript(text))
    observers.tell(.listening(false))
    return VoiceResult(transcript: text, isExpected: !text.isEmpty)
  }

  private func hear(_ options: ListeningOptions, _ own: Cancellation) throws -> VoiceResult {
    var listener = UtteranceListener(host, clock: clock)
    listener.file = options.file
    listener.microphone = options.microphone.map { PluginChoice(reference: PluginReference($0)) }
    listener.recognizer = options.recognizer.map { PluginChoice(reference: PluginReference($0)) }
    listener.suppressedSeconds = config.suppressAfterSpeechSeconds
    var settings = ListenSettings()
    settings.limits.max = options.timeoutSeconds
    settings.limits.end = max(0, options.inactivitySeconds)
    settings.unfinishedSilenceSeconds = max(0, options.inactivitySeconds)
    settings.keepsSound = options.records
    listener.spokenAt = state.withLock { $0.spokenAt }
    let result = try listener.listen(
      expecting: options.expectation, language: options.language, settings, cancellation: own
    ) { report in
      switch report {
      case .listening(let isListening):
        observers.tell(.listening(isListening))
        observers.tell(.status(isListening ? .listening : .idle))
      case .transcript(let text): observers.tell(.transcript(text))
      case .level(let level): observers.tell(.level(level))
      }
    }
    var heard = VoiceResult(
      transcript: result.meaning.text ?? result.heard.text,
      isExpected: result.meaning.isExpected)
    if options.records, let sound = result.sound {
      let trimmed = config.trimmed(sound, spokenSeconds: result.spokenSpanSeconds)
      heard.recording = trimmed.sound
      heard.isTrimFailed = trimmed.hasFailed || trimmed.source == .nothing
    }
    let text = heard.transcript
    state.withLock { $0.lastTranscript = text }
    log.tell(.info, "heard: \(SpeakingLog.excerpt(text))")
    return heard
  }
}

/// A clip that was opened ahead, for the one who plays it.
private final class ClipShelf: Sendable {
  // It is taken once, by the thread that plays it.
  private struct Clip: @unchecked Sendable {
    let path: String
    let reader: SoundFileReader
  }

  private let clip = Mutex<Clip?>(nil)

  func put(_ reader: SoundFileReader, of path: String) {
    let opened = Clip(path: path, reader: reader)
    clip.withLock { $0 = opened }
  }

  func take(_ path: String) -> SoundFileReader? {
    clip.withLock { clip -> Clip? in
      guard let opened = clip, opened.path == path else { return nil }
      clip = nil
      return opened
    }?.reader
  }

  func clear() { clip.withLock { $0 = nil } }
}

extension ListenMeaning {
  /// The words that are meant; nil if they are those that were heard.
  fileprivate var text: String? {
    switch self {
    case .name(let text), .number(let text), .phrase(let text): text
    default: nil
    }
  }
}
