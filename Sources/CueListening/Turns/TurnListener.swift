import CueAudio
import CueModel
import CueSystem

/// Listens by a microphone, one stretch after the other: the driver of rehearsals, practice, `listen` and VoiceIO.
///
/// It opens the microphone, keeps what was heard last, checks the sound, notices that the machine slept, and gives the sound to
/// the ``ListenSession`` of the stretch at hand. Calls come from one thread.
public final class TurnListener {
  /// What waiting for sound came to.
  public enum Step {
    /// Sound, and what happened in it.
    case sound(AudioBuffer, [ListenEvent])
    /// The machine slept for this many seconds, or the program was stopped. The sound captured meanwhile is dropped. The caller
    /// ends the stretch at hand, or begins it again.
    case slept(seconds: Double)
    /// No more sound will come.
    case over
    /// The wait was cancelled.
    case cancelled
  }

  /// Where it listens.
  public let microphone: any Microphone
  /// The format of all sound; nil before the first opening.
  public private(set) var format: AudioFormat?
  /// Whether the microphone captures.
  public private(set) var isOpen = false
  /// The stretch of listening at hand.
  public private(set) var session: ListenSession?
  /// What was heard last, at least ``TurnRules/keptSeconds`` of it since the microphone was opened.
  public private(set) var kept: [AudioBuffer] = []
  /// Takes what the sound shows to be wrong with the microphone.
  public var microphoneFault: (MicrophoneFault) -> Void = { _ in }

  private let watchers: [any MicrophoneWatcher]
  private let clock: any MonotonicTime
  private let checksFiles: Bool
  private var check: MicrophoneCheck?
  private var wanted: AudioFormat?
  private var recognizer: (any Recognizer)?
  /// When the microphone was read last, or opened.
  private var lastMilliseconds: Int64 = 0
  private var keptFrames = 0

  /// Listens by `microphone`, which is closed.
  ///
  /// - Parameters:
  ///   - microphone: where it listens
  ///   - watchers: learn what the microphone captures
  ///   - checksFiles: whether sound of a file is checked as that of a live microphone
  ///   - clock: shows that the machine slept
  public init(
    _ microphone: any Microphone, watchedBy watchers: [any MicrophoneWatcher] = [],
    checksFiles: Bool = false, clock: any MonotonicTime = BootClock()
  ) {
    self.microphone = microphone
    self.watchers = watchers
    self.checksFiles = checksFiles
    self.clock = clock
  }

  // MARK: The microphone

  /// Opens the microphone, unless it is open.
  ///
  /// - Parameters:
  ///   - wanted: the format of all sound; nil for the microphone's own
  ///   - cancellation: ends the wait for a pipe that has no writer yet
  /// - Throws: what the microphone threw
  public func open(
    as wanted: AudioFormat? = nil, cancellation: Cancellation = Cancellation()
  ) throws {
    guard !isOpen else { return }
    let opened = try microphone.open(wanted, latencyFrames: 0, cancellation: cancellation)
    for watcher in watchers { watcher.microphoneOpened(opened) }
    self.wanted = wanted
    format = opened
    isOpen = true
    if check == nil, checksFiles || microphone.isLive { check = MicrophoneCheck(opened) }
    lastMilliseconds = clock.milliseconds
    forget()
  }

  /// Closes the microphone, unless it is closed.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    forget()
    microphone.close()
    for watcher in watchers { watcher.microphoneClosed() }
  }

  /// Drops what was captured so far; a file keeps its sound.
  public func flush() throws {
    forget()
    try microphone.flush()
  }

  private func forget() {
    kept = []
    keptFrames = 0
  }

  /// The last sound, at least this many seconds of it, as far as it was kept.
  public func last(seconds: Double) -> [AudioBuffer] {
    guard let format, seconds > 0 else { return [] }
    let wanted = format.frames(inSeconds: seconds)
    var frames = 0
    var first = kept.endIndex
    while first > kept.startIndex, frames < wanted {
      first -= 1
      frames += kept[first].frameCount
    }
    return Array(kept[first...])
  }

  private func keep(_ sound: AudioBuffer, _ format: AudioFormat) {
    kept.append(sound)
    keptFrames += sound.frameCount
    let most = format.frames(inSeconds: TurnRules.keptSeconds)
    while let first = kept.first, keptFrames - first.frameCount >= most {
      kept.removeFirst()
      keptFrames -= first.frameCount
    }
  }

  // MARK: A stretch of listening

  /// Begins a stretch of listening; one that is at hand is dropped.
  ///
  /// - Parameters:
  ///   - recognizer: hears the words; nil if the sound alone is heard
  ///   - expectation: what may be said
  ///   - language: a BCP 47 tag; empty for the recognizer's own
  ///   - lexicon: how words are spoken
  ///   - settings: what ends it
  ///   - cancellation: ends the wait for the recognizer
  /// - Returns: what is not done as asked
  /// - Throws: why the recognizer does not listen; the stretch goes on without words if ``ListenSession/goOnWithoutWords()`` is
  ///   called, and else is to be dropped
  public func begin(
    _ recognizer: (any Recognizer)?, expecting expectation: ListenExpectation,
    language: String = "", lexicon: [String: String] = [:], _ settings: ListenSettings,
    cancellation: Cancellation
  ) throws(ListenFailure) -> [ListenEvent] {
    drop()
    guard let format else { preconditionFailure("a microphone is opened before it is listened to") }
    let session = ListenSession(
      recognizer, format, expecting: expectation, language: language, settings)
    self.session = session
    self.recognizer = recognizer
    return try session.open(language: language, lexicon: lexicon, cancellation: cancellation)
  }

  /// Waits for sound of at most `seconds`, and hears it in the stretch at hand, if there is one.
  ///
  /// - Throws: ``ListenFailure`` if the recognizer failed, or what the microphone threw
  public func listen(atMost seconds: Double, cancellation: Cancellation) throws -> Step {
    guard let format, isOpen else { preconditionFailure("a closed microphone is read") }
    if let seconds = try sleptSeconds() { return .slept(seconds: seconds) }
    let frames = max(1, format.frames(inSeconds: seconds))
    guard let captured = try microphone.read(atMost: frames, cancellation: cancellation) else {
      return cancellation.isCancelled ? .cancelled : .over
    }
    for watcher in watchers { watcher.captured(captured) }
    if let seconds = try sleptSeconds() { return .slept(seconds: seconds) }
    lastMilliseconds = clock.milliseconds
    keep(captured.sound, format)
    guard session != nil else { return .sound(captured.sound, []) }
    return .sound(captured.sound, try hear(captured.sound, cancellation: cancellation))
  }

  /// Hears sound that was captured before in the stretch at hand.
  public func hear(_ sound: AudioBuffer, cancellation: Cancellation) throws(ListenFailure)
    -> [ListenEvent]
  {
    for fault in check?.take(sound) ?? [] { microphoneFault(fault) }
    return try session?.hear(sound, cancellation: cancellation) ?? []
  }

  /// After a sleep, opens the microphone again: what it has kept meanwhile is old.
  private func sleptSeconds() throws -> Double? {
    let seconds = Double(clock.milliseconds - lastMilliseconds) / 1000
    guard microphone.isLive, seconds > TurnRules.sleepSeconds else { return nil }
    close()
    try open(as: wanted)
    return seconds
  }

  /// Listens until the stretch at hand ends, or there is no more sound, or it is cancelled.
  ///
  /// - Parameters:
  ///   - seconds: how much sound is read at a time
  ///   - cancellation: ends it
  ///   - again: begins the stretch again, after the machine slept
  ///   - tell: takes the sound, and what happened in it
  /// - Throws: as ``listen(atMost:cancellation:)``, or what `again` or `tell` threw
  public func listenToEnd(
    reading seconds: Double, cancellation: Cancellation, again: () throws -> Void,
    tell: (AudioBuffer, [ListenEvent]) throws -> Void
  ) throws {
    while session?.end == nil {
      switch try listen(atMost: seconds, cancellation: cancellation) {
      case .sound(let sound, let events): try tell(sound, events)
      case .slept: try again()
      case .over, .cancelled: return
      }
    }
  }

  /// Ends the stretch at hand, and returns the result; nil if there is none.
  public func finish(cancellation: Cancellation) throws(ListenFailure) -> (
    events: [ListenEvent], result: ListenResult
  )? {
    guard let session else { return nil }
    let heard = try session.finish(cancellation: cancellation)
    self.session = nil
    return heard
  }

  /// Drops the stretch at hand.
  public func drop() {
    if session != nil { recognizer?.close() }
    session = nil
  }
}
