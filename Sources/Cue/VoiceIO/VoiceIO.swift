import CueAssembly
import CueAudio
import CueListening
import CueModel
import CueOutput
import CuePlugins
import CueSpeaking
import CueSystem
import Synchronization

/// Speaks, listens, plays clips, and plays queues and choruses: all that a program with a voice needs, in one place.
///
/// ```swift
/// import Cue
///
/// let io = VoiceIO(voices: "flite:slt,espeak") { event in
///   if case .pulse(let pulse) = event { print(pulse) }
/// }
/// try await io.speak("What is your name?")
/// let answer = try await io.listen()
/// io.enqueue(marked: "Good evening [sfx:ding] \(answer.transcript).") { "\($0).wav" }
/// try await io.playQueue()
/// ```
///
/// One thing is heard at a time: new speech stops the speech before it. A queue is played once at a time; to play it while it
/// is played does nothing. ``stopAll()`` stops everything, ``reset()`` also forgets everything; both may be called at any time,
/// as often as you like. Cancelling a task stops what it waits for.
///
/// Without sound (``Engine/headless``, or `CUE_HEADLESS=1`, or `CI=true`), nothing is started and everything takes next to no
/// time. A ``Engine/scripted(_:)`` engine hears what a test says.
public final class VoiceIO: Sendable {
  /// What speaks and hears.
  public enum Engine: Sendable {
    /// Plugins and devices.
    case live
    /// Nothing: events come, nothing is heard, and what is heard is "42" for a number, else what was heard last.
    case headless
    /// A script.
    case scripted(ScriptedSpeech)
    /// ``headless`` where the environment says so, else ``live``.
    case automatic
  }

  /// What happens, in order.
  public enum Event: Sendable {
    /// Whether somebody is listened to.
    case listening(Bool)
    /// What is heard so far.
    case transcript(String)
    /// How loud the microphone is, or all that is played: 0…1.
    case level(Double)
    /// Whether anybody speaks.
    case speaking(Bool)
    /// How strongly they speak just now: 0…1.
    case pulse(Double)
    /// What is going on.
    case status(SpeakingStatus)
    /// Anything else that comes of a queue or chorus.
    case queue(SpeakingEvent)
  }

  /// How somebody is listened to.
  public struct Listening: Sendable {
    /// What may be said.
    public var expectation = ListenExpectation.freeform
    /// The longest it may last, in seconds, also while somebody speaks.
    public var timeoutSeconds = 60.0
    /// This many seconds of silence after words end it; 0 or less: they do not.
    public var inactivitySeconds = 2.0
    /// Whether the sound is kept.
    public var records = false
    /// A file or pipe to listen to; nil for a microphone.
    public var file: String?
    /// A microphone, as in `pulse:NAME`; nil for the usual one.
    public var microphone: String?
    /// A recognizer, as in `pocketsphinx`; nil for the usual one.
    public var recognizer: String?
    /// A BCP 47 tag; empty for the recognizer's own language.
    public var language = ""

    /// The usual microphone, for anything that is said.
    public init() {}
  }

  /// What was heard.
  public struct Heard: Equatable, Sendable {
    /// The words; empty if there were none.
    ///
    /// A name is spelled as in the list, a number is in digits.
    public var transcript: String
    /// Whether it is what was expected.
    public var isExpected: Bool
    /// The sound without the silence around it; nil if it was not kept.
    public var recording: AudioBuffer?
    /// Whether no speech was found in ``recording``, so that it is not trimmed.
    public var isTrimFailed = false
  }

  /// The version of Cue.
  public static let version = ProductVersion.number
  /// When Cue was made, in UTC, as in `2026-11-23T01:00:00Z`; the same in every call.
  ///
  /// It is the time of the sources: `SOURCE_DATE_EPOCH` of the build, or else the date of the version. Builds of the same
  /// sources are the same.
  public static let buildTimestamp = ProductVersion.buildTimestamp

  private struct State {
    var isPrepared = false
    var next = 0
    var operations: [Int: (kind: Kind, cancellation: Cancellation)] = [:]
    var lastTranscript = ""
    /// When a device last finished playing our own sound, in milliseconds of the monotonic clock; nil for never.
    var spokenAt: Int64?
  }

  private enum Kind { case speech, listening }

  private let host: PluginHost
  private let room: SpeakingRoom
  private let queue: SpeechQueue
  private let direct: SpeechQueue
  private let destination: SoundDestination
  private let engine: Engine
  private let log: SpeakingLog
  private let tell: @Sendable (Event) -> Void
  private let state = Mutex(State())
  /// One thing is heard at a time.
  private let booth = Mutex(())

  /// Speech and hearing.
  ///
  /// - Parameters:
  ///   - voices: the voices if none is named, as in `flite:slt,espeak` or `profile:anna`; nil for the user's own choice
  ///   - destination: where sound goes; each call replaces a file
  ///   - engine: what speaks and hears
  ///   - plugins: where voices, recognizers and devices are found
  ///   - tell: takes what happens, in order, on the thread that does it
  ///   - log: takes lines for developers where `CUE_LOG` is 1, true, yes or a level; nil for standard error
  public init(
    voices: String? = nil, to destination: SoundDestination = .device(),
    engine: Engine = .automatic, plugins: Plugins = Plugins(),
    tell: @escaping @Sendable (Event) -> Void = { _ in }, log: (@Sendable (String) -> Void)? = nil
  ) {
    host = plugins.host
    room = SpeakingRoom(
      plugins.host,
      usual: PluginReference.list(voices ?? "").map { PluginChoice(reference: $0) })
    queue = SpeechQueue(room.tools)
    direct = SpeechQueue(room.tools)
    self.destination = destination
    let variables = plugins.host.environment.variables
    if case .automatic = engine {
      self.engine = Headless.isWanted(variables) ? .headless : .live
    } else {
      self.engine = engine
    }
    self.tell = tell
    let level = variables["CUE_LOG"] ?? ""
    let isLogged =
      log != nil || Headless.isOn(level) || ["info", "debug"].contains(level.lowercased())
    self.log = SpeakingLog(
      "VoiceIO",
      write: isLogged ? log ?? { _ = Descriptor.write(Array(($0 + "\n").utf8), to: 2) } : nil)
  }

  deinit { room.quit() }

  // MARK: Beginning and ending

  /// Looks whether there is a voice and, with `listens`, a recognizer; twice is not an error.
  public func prepare(listens: Bool = false) async throws(CueError) {
    guard case .live = engine else { return state.withLock { $0.isPrepared = true } }
    let (host, room) = (host, room)
    try await BlockingWork.run("cue-prepare") { _ in
      _ = try host.workerSettings()
      _ = try room.voice("")
      if listens { _ = try host.setup(host.recognizerByDefault) }
    }
    state.withLock { $0.isPrepared = true }
  }

  /// Stops speech, clips, queue and listening at once; calls that wait for them get ``CueError/cancelled``, and a call that
  /// listens to a script gets an empty text.
  public func stopAll() {
    if case .scripted(let script) = engine { script.stop() }
    queue.cancelAll()
    direct.cancelAll()
    for operation in state.withLock({ Array($0.operations.values) }) {
      operation.cancellation.cancel()
    }
  }

  /// Stops everything, and forgets what was heard and what waits in the queue.
  public func reset() {
    stopAll()
    state.withLock { state in
      state.lastTranscript = ""
      state.isPrepared = false
      state.spokenAt = nil
    }
    tell(.status(.idle))
  }

  /// Does `body` on a thread of its own, unless somebody stops it.
  private func operate<Value: Sendable>(
    _ name: String, _ kind: Kind, _ body: @escaping @Sendable (Cancellation) throws -> Value
  ) async throws(CueError) -> Value {
    let own = Cancellation()
    let (number, before) = state.withLock { state in
      let before = state.operations.values.filter { $0.kind == kind }
      state.next += 1
      state.operations[state.next] = (kind, own)
      return (state.next, before)
    }
    // New speech stops the old.
    for operation in before { operation.cancellation.cancel() }
    defer { state.withLock { _ = $0.operations.removeValue(forKey: number) } }
    return try await BlockingWork.run(name) { task in
      try task.withHandler({ own.cancel() }) { try body(own) }
    }
  }

  // MARK: Speaking

  /// Says `text`.
  ///
  /// - Parameters:
  ///   - text: what is said
  ///   - voice: says it, as in `flite:slt`; nil for the usual voice
  ///   - delivery: how fast, how high, how loud and in which tones, and what the text is written in
  /// - Throws: ``CueError/cancelled`` if it was stopped
  public func speak(
    _ text: String, voice: String? = nil, _ delivery: Delivery = Delivery()
  ) async throws(CueError) {
    var spoken = SpokenText(text, voice: voice ?? "")
    spoken.speed = delivery.speed
    spoken.pitchSemitones = delivery.pitchSemitones
    spoken.volume = delivery.volume
    spoken.expression = Expression(tones: delivery.tones, manners: delivery.manners)
    spoken.form = delivery.form
    let item = SpeechItem.speak(spoken)
    log.tell(.info, "speak: \(SpeakingLog.excerpt(text))")
    try await perform(item, language: delivery.language)
  }

  /// Plays a clip, this many decibels louder or quieter.
  public func play(clip path: String, gainDecibels: Double = 0) async throws(CueError) {
    log.tell(.info, "play: \(path)")
    try await perform(.sound(path: path, gainDecibels: gainDecibels), language: "")
  }

  private func perform(_ item: SpeechItem, language: String) async throws(CueError) {
    try await operate("cue-speak", .speech) { [self] own in
      try booth.withLock { _ in
        guard !own.isCancelled else { throw CueError.cancelled }
        try stand(in: item, own) {
          direct.add(item)
          var first: (any Error)?
          let outcome = try put(direct, [:], language, own) { event in
            if case .failed(_, _, let error) = event.what { first = first ?? error }
          }
          if outcome.isCancelled { throw CueError.cancelled }
          if let first { throw first }
        }
      }
    }
  }

  /// Lets the engine without sound do what `item` says, or else `live`.
  private func stand(
    in item: SpeechItem, _ own: Cancellation, live: () throws -> Void
  ) throws {
    switch engine {
    case .live, .automatic: return try live()
    case .headless:
      tell(.speaking(true))
      tell(.speaking(false))
    case .scripted(let script):
      if case .speak(let spoken) = item {
        script.speak(spoken.text, cancellation: own) { pass($0) }
      }
      if own.isCancelled { throw CueError.cancelled }
    }
  }

  private func pass(_ what: SpeakingEvent.What) {
    switch what {
    case .level(let level): tell(.level(level))
    case .pulse(let pulse): tell(.pulse(pulse))
    case .speaking(let isSpeaking): tell(.speaking(isSpeaking))
    case .status(let status): tell(.status(status))
    default: break
    }
  }

  /// Plays a queue to where sound goes.
  private func put(
    _ queue: SpeechQueue, _ gains: SpeechQueue.Gains, _ language: String, _ own: Cancellation,
    also: (SpeakingEvent) -> Void = { _ in }
  ) throws -> SpeechQueue.Outcome {
    let output = try host.open(destination)
    do {
      let outcome = try queue.play(
        into: output, isLive: output.isHeard && destination.place == nil, language: language,
        gains: gains, cancellation: own
      ) { event in
        also(event)
        switch event.what {
        case .level, .pulse, .speaking, .status: pass(event.what)
        default: tell(.queue(event))
        }
      }
      // The room rings also after speech that failed or was cancelled.
      defer {
        if output.isHeard { state.withLock { $0.spokenAt = MonotonicClock().milliseconds } }
      }
      guard let outcome, !outcome.isCancelled else {
        output.discard()
        var cancelled = SpeechQueue.Outcome()
        cancelled.isCancelled = true
        return outcome ?? cancelled
      }
      try output.complete(cancellation: own)
      return outcome
    } catch {
      output.discard()
      throw error
    }
  }

  // MARK: The queue

  /// Adds an item to the queue, in a channel; 0 is the main one.
  public func enqueue(_ item: SpeechItem, channel: Int = 0) { queue.add(item, channel: channel) }

  /// Adds a text with marks such as `[sfx:ding]`.
  ///
  /// - Parameters:
  ///   - text: words with marks
  ///   - voice: says the words; nil for the usual voice
  ///   - channel: 0 is the main one
  ///   - clip: the file of a name; nil drops the mark
  /// - Returns: the names that have no file
  @discardableResult
  public func enqueue(
    marked text: String, voice: String? = nil, channel: Int = 0, clip: (String) -> String?
  ) -> [String] {
    let (items, unresolved) = SoundMarks.items(
      of: text, saidAs: SpokenText("", voice: voice ?? ""), path: clip)
    for item in items { queue.add(item, channel: channel) }
    for name in unresolved { log.tell(.warn, "there is no clip \(name)") }
    return unresolved
  }

  /// Plays what is in the queue, and what is added meanwhile.
  ///
  /// - Returns: how it ended; nil if it was being played already, and this call did nothing
  /// - Throws: ``CueError/cancelled`` if it was stopped
  @discardableResult
  public func playQueue() async throws(CueError) -> SpeechQueue.Outcome? {
    guard case .live = engine else {
      queue.cancelAll()
      return SpeechQueue.Outcome()
    }
    guard !queue.isPlaying else { return nil }
    return try await operate("cue-queue", .speech) { [self] own in
      try booth.withLock { _ in
        let outcome = try put(queue, [:], "", own)
        if outcome.isCancelled { throw CueError.cancelled }
        return outcome
      }
    }
  }

  /// Has several voices say a text together; an empty list says nothing.
  ///
  /// A chorus that is under way is stopped. It returns when all voices are done.
  public func sing(_ chorus: Chorus) async throws(CueError) {
    guard !chorus.voices.isEmpty else { return }
    guard case .live = engine else {
      return try await speak(chorus.voices[0].text)
    }
    try await operate("cue-chorus", .speech) { [self] own in
      try booth.withLock { _ in
        guard !own.isCancelled else { throw CueError.cancelled }
        let gains = chorus.add(to: direct)
        var first: (any Error)?
        let outcome = try put(direct, gains, "", own) { event in
          if case .failed(_, _, let error) = event.what { first = first ?? error }
        }
        if outcome.isCancelled { throw CueError.cancelled }
        if let first { throw first }
      }
    }
  }

  // MARK: Listening

  /// Listens once; listening that is already under way is cancelled.
  ///
  /// - Parameter listening: what ends it, and where it listens
  /// - Returns: what was heard
  /// - Throws: ``CueError/cancelled`` if it was stopped, ``CueError/listening(_:)`` if there is no microphone or recognizer
  public func listen(_ listening: Listening = Listening()) async throws(CueError) -> Heard {
    try await operate("cue-listen", .listening) { [self] own in
      switch engine {
      case .live, .automatic: return try hear(listening, own)
      case .headless: return stand(in: listening, own)
      case .scripted(let script):
        tell(.listening(true))
        let text = script.listen(cancellation: own) { tell(.transcript($0)) }
        tell(.level(0))
        tell(.listening(false))
        state.withLock { $0.lastTranscript = text }
        return Heard(transcript: text, isExpected: !text.isEmpty)
      }
    }
  }

  private func stand(in listening: Listening, _ own: Cancellation) -> Heard {
    tell(.listening(true))
    let wait = min(Int(listening.timeoutSeconds * 1000), Headless.mostMilliseconds)
    MonotonicClock().wait(milliseconds: max(0, wait), cancellation: own)
    let last = state.withLock { $0.lastTranscript }
    let text = Headless.transcript(listening.expectation, last: last)
    tell(.transcript(text))
    tell(.listening(false))
    return Heard(transcript: text, isExpected: !text.isEmpty)
  }

  private func hear(_ listening: Listening, _ own: Cancellation) throws -> Heard {
    var listener = UtteranceListener(host)
    listener.file = listening.file
    listener.microphone = listening.microphone.map { PluginChoice(reference: PluginReference($0)) }
    listener.recognizer = listening.recognizer.map { PluginChoice(reference: PluginReference($0)) }
    var settings = ListenSettings()
    settings.limits.max = listening.timeoutSeconds
    settings.limits.end = max(0, listening.inactivitySeconds)
    settings.unfinishedSilenceSeconds = max(0, listening.inactivitySeconds)
    settings.keepsSound = listening.records
    listener.spokenAt = state.withLock { $0.spokenAt }
    let result = try listener.listen(
      expecting: listening.expectation, language: listening.language, settings, cancellation: own
    ) { report in
      switch report {
      case .listening(let isListening):
        tell(.listening(isListening))
        tell(.status(isListening ? .listening : .idle))
      case .transcript(let text): tell(.transcript(text))
      case .level(let level): tell(.level(level))
      }
    }
    var heard = Heard(
      transcript: result.meaning.text ?? result.heard.text,
      isExpected: result.meaning.isExpected)
    if listening.records, let sound = result.sound {
      let trimmed = Trimming.trim(sound)
      heard.recording = trimmed.sound
      heard.isTrimFailed = trimmed.hasFailed
    }
    let text = heard.transcript
    state.withLock { $0.lastTranscript = text }
    log.tell(.info, "heard: \(SpeakingLog.excerpt(text))")
    return heard
  }
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
