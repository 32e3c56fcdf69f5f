import CueAudio
import CueModel
import CueText

/// Practice with real voices: does what ``PracticeReducer`` decides.
///
/// It runs on the thread that calls ``run(report:)`` and starts no other. It reads no clock: time is the sound and silence it
/// plays, so that practice into a file is the same at any speed of the machine, frame by frame.
///
/// A segment is played in slices of at most 40 ms, and the speaker is asked between two. While the voice says it, it gets what
/// comes next, so that it can begin with that early. A pause and a new rate or voice take effect where the next word begins; in
/// a voice that reports no words, a pause does at the next slice, and the segment is said again for a new rate or voice. A
/// voice that fails holds practice where it is; so does an output that fails once something was heard.
public final class PracticeDriver {
  /// The speech.
  public let text: PracticeText
  let reducer: PracticeReducer
  let sound: SessionSound
  let control: any PracticeControl
  let cast: any PracticeCast
  let listener: (any PracticeListener)?
  let style: SpeechRequest
  private let settings: PracticeSettings
  private let offset: Int
  private let explain: (any Error) -> String?

  private(set) var state: PracticeState
  private(set) var tell: (PracticeReport) -> Void = { _ in }
  var outcome = PracticeOutcome()
  private(set) var pace = PracticePace()
  private var isOver = false

  /// The voice that speaks, and the choice that it is.
  private var voice: (choice: String, voice: any Voice)?
  /// The choice that has said something last.
  var proven: String?
  /// The segment under way, on its way from the voice to the output.
  var progress: LineProgress?
  /// Stops the voice and the output of that segment, or the pause.
  var cancellation = Cancellation()
  /// Whether what is left of the segment is to be said in another way.
  var isRetuneDue = false
  /// How much of the segment was said before ``progress``, which starts again with a new rate or voice.
  var tookBefore = Duration.zero
  /// How much of the pause under way has passed.
  var pauseFrames = 0
  /// The segment that the speaker repeats in it.
  var repeated: Segment?
  /// Whether the listener follows the pause under way.
  var isListening = false
  /// What the segments and pauses took that are over.
  var clockBefore = Duration.zero

  /// Practice of `text`, which has something to say.
  ///
  /// - Parameters:
  ///   - text: what is practised
  ///   - settings: how it begins
  ///   - offset: a byte of the segment to begin with
  ///   - cast: the voices
  ///   - output: where the sound goes
  ///   - control: what the speaker wants
  ///   - listener: hears the speaker, where there is a microphone
  ///   - style: pitch, volume, tones of all that is said; its text and speed do not count
  ///   - explain: a sentence for a failure of the output after which practice can be held and go on, nothing for any other
  public init(
    _ text: PracticeText, settings: PracticeSettings = PracticeSettings(), at offset: Int = 0,
    cast: any PracticeCast, output: any SoundOutput, control: any PracticeControl,
    listener: (any PracticeListener)? = nil, style: SpeechRequest = SpeechRequest(text: ""),
    explain: @escaping (any Error) -> String? = { _ in nil }
  ) {
    precondition(!text.sentences.isEmpty, "there is something to say")
    self.text = text
    self.settings = settings
    self.offset = offset
    self.cast = cast
    self.control = control
    self.listener = listener
    self.style = style
    self.explain = explain
    sound = SessionSound(output)
    reducer = PracticeReducer(text)
    state = reducer.start(settings, at: offset, hasMicrophone: listener != nil)
  }

  /// Practises until the speaker or the text comes to an end, and reports to `report` all that happens.
  ///
  /// It is run once. It throws a ``VoiceRefusal`` before everything else where the voice that is set is not available; and what
  /// the output threw, after a ``PracticeReport/brokenOff(_:)``, where that is not to be held or nothing was heard yet.
  public func run(report: (PracticeReport) -> Void) throws -> PracticeOutcome {
    voice = (state.settings.voice, try cast.voice(state.settings.voice))
    return try withoutActuallyEscaping(report) { report in
      tell = report
      defer { tell = { _ in } }
      tell(.started(state))
      do { return try practise() } catch {
        if isListening { listener?.drop() }
        tell(.brokenOff(summary()))
        throw (error as? OutputTrouble)?.cause ?? error
      }
    }
  }

  private func practise() throws -> PracticeOutcome {
    try take(.command(.play))
    while !isOver {
      do {
        switch state.status {
        case .speaking: try speakSegment()
        case .pausing: try passPause()
        case .playingOwn: try playOwn()
        case .held, .finished, .idle: try rest()
        }
      } catch let trouble as OutputTrouble {
        guard sound.frames > 0, let sentence = explain(trouble.cause) else { throw trouble }
        leaveSegment()
        try? sound.cutLine()
        tell(.outputLost(index: state.index, sentence: sentence))
        if !isOver { try take(.command(.interrupt)) }
      }
    }
    reconsider()
    try sound.settle(in: .ofSilence)
    let outcome = summary()
    tell(outcome.end == nil ? .stopped(outcome) : .finished(outcome))
    return outcome
  }

  private func summary() -> PracticeOutcome {
    outcome.end = state.end
    outcome.place = place
    outcome.differentSegments = state.said.count
    outcome.frames = sound.frames
    outcome.rateHertz = (sound.format ?? .ofSilence).rateHertz
    return outcome
  }

  /// The byte at which to go on another time.
  private var place: Int {
    let segments = text.segments(state.settings.granularity)
    let index = state.end == nil ? state.index : reducer.beginning(after: state)
    return segments[index].range.lowerBound
  }

  // MARK: Where it is

  /// The segment it stands at.
  var segment: Segment { text.segments(state.settings.granularity)[state.index] }

  /// The sound and pauses so far.
  var clock: Duration { clockBefore + tookBefore + playing + duration(frames: pauseFrames) }

  /// How much of the segment was played since its voice or rate changed.
  var playing: Duration {
    guard let progress, let format = progress.format else { return .zero }
    return .frames(progress.position, at: format.rateHertz)
  }

  /// The length of this many frames of the output.
  func duration(frames: Int) -> Duration {
    .frames(frames, at: (sound.format ?? .ofSilence).rateHertz)
  }

  /// What the speaker is shown of it now.
  var moment: PracticeMoment {
    PracticeMoment(
      state: state, segment: segment,
      elapsed: state.status == .pausing ? duration(frames: pauseFrames) : tookBefore + playing,
      clock: clock)
  }

  // MARK: Commands

  /// Lets the speaker do something, once, while nothing is said or repeated.
  private func rest() throws {
    let turn = control.wait(moment)
    try pass(turn.silenceSeconds)
    if let command = turn.command { try obey(command) }
  }

  /// Holds a segment in the middle until the speaker goes on or elsewhere.
  func holdSegment() throws {
    while state.status == .held, !cancellation.isCancelled { try rest() }
  }

  /// Lets time pass in silence, in mid-segment as part of it, so that its sound stays in order.
  private func pass(_ seconds: Double) throws {
    guard seconds > 0 else { return }
    let seconds = min(seconds, 86_400)
    if sound.isLineOpen, let format = progress?.format {
      var left = format.frames(inSeconds: seconds)
      progress?.startFrame += scaled(left, format)
      while left > 0, !cancellation.isCancelled {
        let some = min(left, format.rateHertz)
        try sound.write(AudioBuffer(silentFrames: some, format: format), cancellation)
        left -= some
      }
    } else {
      try sound.rest(.seconds(seconds), Cancellation())
    }
  }

  /// Does what the speaker asks for, or reports why not.
  func obey(_ command: PracticeCommand) throws {
    if case .setVoice(let choice) = command, choice != state.settings.voice {
      do throws(VoiceRefusal) { _ = try found(choice) } catch {
        return tell(.voiceRefused(choice, sentence: error.sentence))
      }
    }
    if command == .playOwn, listener?.recording(near: segment) == nil {
      return tell(.ignored(command, why: .nothingRecorded))
    }
    try take(.command(command))
  }

  /// The voice that is chosen while practice goes on.
  func found(_ choice: String) throws(VoiceRefusal) -> any Voice {
    if let refusal = cast.refusal(of: choice) { throw refusal }
    return try cast.voice(choice)
  }

  /// Lets `event` happen and acts on it.
  func take(_ event: PracticeInput) throws {
    let before = state
    let (after, effects) = reducer.reduce(before, event, at: clock)
    if case .ignored(_, let why) = effects.first {
      if case .command(let command) = event { tell(.ignored(command, why: why)) }
      return
    }
    state = after
    // What ends is reported before the new state, what begins after it.
    let ending = effects.prefix { $0.endsSomething }
    // An output that cannot be silenced undoes nothing of what was decided.
    var trouble: (any Error)?
    for effect in ending { do { try act(on: effect) } catch { trouble = error } }
    if before != after, !before.differsOnlyInCountdown(from: after) { tell(.state(after)) }
    for effect in effects.dropFirst(ending.count) { try act(on: effect) }
    if let trouble { throw trouble }
  }

  private func act(on effect: PracticeEffect) throws {
    switch effect {
    case .speak: tell(.progress(reducer.progress(state, pace, at: clock)))
    case .stopSpeaking: try stopSpeaking()
    case .holdSpeaking: progress?.askForHold()
    case .resumeSpeaking: if !isRetuneDue { progress?.forgetHold() }
    case .retune:
      isRetuneDue = true
      progress?.askForHold()
    case .playOwn: break
    case .stopOwn:
      cancellation.cancel()
      try sound.cutLine()
    case .said(let index): told(index)
    case .beginPause: pauseFrames = 0
    case .endPause: endPause()
    case .dropPause: dropPause()
    case .countdown(let tenths): tell(.countdown(tenths: tenths))
    case .ended: tell(.progress(reducer.progress(state, pace, at: clock)))
    case .stopped: isOver = true
    case .ignored: break
    }
  }

  private func told(_ index: Int) {
    outcome.segments += 1
    outcome.spoken += state.took
    tell(.said(index: index, duration: state.took))
  }

  /// A segment was said from its start to its end at one rate: so fast does the voice speak.
  func learnPace(_ segment: Segment, took: Duration) {
    pace.heard(bytes: segment.range.count, at: state.rate, took: took)
  }

  private func stopSpeaking() throws {
    guard progress != nil else { return }
    progress?.isCut = true
    cancellation.cancel()
    try sound.cutLine()
  }

  /// The voice that is set.
  func speaker() -> any Voice {
    if let voice, voice.choice == state.settings.voice { return voice.voice }
    let choice = state.settings.voice
    do throws(VoiceRefusal) {
      let found = try cast.voice(choice)
      voice = (choice, found)
      return found
    } catch {
      // It was there when it was chosen; the previous voice speaks on.
      tell(.voiceRefused(choice, sentence: error.sentence))
      guard let voice else { preconditionFailure("practice began without a voice") }
      self.voice = (choice, voice.voice)
      return voice.voice
    }
  }
}

extension PracticeEffect {
  /// Whether it belongs to the segment that was, and not to what comes.
  fileprivate var endsSomething: Bool {
    switch self {
    case .stopSpeaking, .stopOwn, .said, .endPause, .dropPause: true
    default: false
    }
  }
}

extension PracticeState {
  /// A countdown has a report of its own.
  fileprivate func differsOnlyInCountdown(from other: PracticeState) -> Bool {
    var same = self
    same.pause?.tenths = other.pause?.tenths ?? 0
    return same == other
  }
}

extension Duration {
  /// The duration of this many frames at a rate, rounded down to the nanosecond.
  static func frames(_ frames: Int, at rateHertz: Int) -> Duration {
    let (seconds, rest) = frames.quotientAndRemainder(dividingBy: rateHertz)
    return .seconds(seconds) + .nanoseconds(rest * 1_000_000_000 / rateHertz)
  }
}
