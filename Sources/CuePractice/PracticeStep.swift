import CueModel
import CueText

/// One event at work: the state as it becomes, and the effects so far.
struct PracticeStep {
  let reducer: PracticeReducer
  var state: PracticeState
  let clock: Duration
  var effects: [PracticeEffect] = []

  /// Does what `event` asks for, or returns why it cannot be done here.
  mutating func take(_ event: PracticeInput) -> PracticeRefusal? {
    switch event {
    case .command(let command): obey(command)
    case .spoken(let utterance, let took): spoken(utterance, took)
    case .failed(let utterance, let failure): failed(utterance, failure)
    case .ownPlayed(let utterance): ownPlayed(utterance)
    case .time: timePassed()
    case .speakerQuiet(let utterance): speakerQuiet(utterance)
    case .speakerBusy(let utterance): speakerBusy(utterance)
    case .microphoneLost: microphoneLost()
    }
  }

  private mutating func obey(_ command: PracticeCommand) -> PracticeRefusal? {
    switch command {
    case .play: play()
    case .pause: pause()
    case .playOrPause: state.status == .speaking ? pause() : play()
    case .next: go(to: state.index + 1, or: .isTheLast)
    case .previous: go(to: state.index - 1, or: .isTheFirst)
    case .first: go(to: 0, or: .nothingToSay)
    case .last: go(to: state.count - 1, or: .nothingToSay)
    case .jump(let number):
      go(to: number &- 1, or: .noSuchSegment(number, count: state.count))
    case .repeatSegment: enter(state.index)
    case .playOwn: playOwn()
    case .sample(let voice): sample(voice)
    case .restart: enter(0)
    case .stop: stop()
    case .interrupt: interrupt()
    case .interruptionEnded: interruptionEnded()
    default: set(command)
    }
  }

  // MARK: From segment to segment

  /// Says a segment from its start, at the first of the rates.
  mutating func enter(_ index: Int) -> PracticeRefusal? {
    quiet()
    begin(index)
    return nil
  }

  /// The same where nothing is at work any more.
  mutating func begin(_ index: Int, pass: Int = 0) {
    state.index = index
    state.pass = pass
    state.status = .speaking
    state.hold = nil
    state.end = nil
    state.utterance += 1
    effects.append(.speak(utterance: state.utterance))
  }

  /// Goes to a segment, and says it where one is being said or repeated.
  private mutating func go(to index: Int, or why: PracticeRefusal) -> PracticeRefusal? {
    guard (0..<state.count).contains(index) else { return why }
    if isPlaying { return enter(index) }
    guard index != state.index || state.resuming != .segment || state.status == .finished else {
      return .isThereAlready
    }
    quiet()
    state.index = index
    state.pass = 0
    state.end = nil
    if state.status != .idle { hold(.asked, resuming: .segment) }
    return nil
  }

  var isPlaying: Bool {
    switch state.status {
    case .speaking, .pausing: true
    case .playingOwn: state.afterOwn == .speaking
    case .idle, .held, .finished: false
    }
  }

  private mutating func spoken(_ utterance: Int, _ took: Duration) -> PracticeRefusal? {
    guard utterance == state.utterance else { return .isOfAnotherUtterance }
    if state.status == .held, state.resuming == .voice {
      state.took = took
      state.resuming = .rest
      return nil
    }
    guard state.status == .speaking else { return .noVoiceSpeaks }
    state.took = took
    segmentDone()
    return nil
  }

  private mutating func segmentDone() {
    state.said.insert(
      reducer.text.segments(state.settings.granularity)[state.index].range.lowerBound)
    effects.append(.said(index: state.index))
    guard state.settings.pause != .off, state.took > .zero else { return advance() }
    state.status = .pausing
    state.pause = PracticeState.Pause(began: clock, length: pauseLength, tenths: 0)
    effects.append(.beginPause)
    count(to: tenths)
  }

  /// How long the pause is; nil if the speaker's silence ends it.
  var pauseLength: Duration? {
    if state.settings.pause == .untilQuiet, state.hasMicrophone { return nil }
    return state.took * state.settings.pauseFactor
  }

  /// The same segment at the next of its rates, else what follows; at the end practice is over.
  mutating func advance() {
    state.pause = nil
    let isLate = state.settings.limit.map { clock >= $0 } ?? false
    if isLate { return finish(.limit) }
    if state.pass + 1 < state.settings.rates.count {
      begin(state.index, pass: state.pass + 1)
    } else if let next = reducer.following(state) {
      begin(next)
    } else {
      finish(.text)
    }
  }

  private mutating func finish(_ end: PracticeState.End) {
    state.status = .finished
    state.end = end
    effects.append(.ended)
  }

  private mutating func failed(_ utterance: Int, _ failure: PluginFailure) -> PracticeRefusal? {
    guard utterance == state.utterance else { return .isOfAnotherUtterance }
    guard state.status == .speaking || (state.status == .held && state.resuming == .voice) else {
      return .noVoiceSpeaks
    }
    hold(.failed(failure), resuming: .segment)
    return nil
  }

  // MARK: The speaker's own voice

  private mutating func playOwn() -> PracticeRefusal? {
    play(nil, then: isPlaying ? .speaking : state.status)
    return nil
  }

  /// While the speaker compares voices, the text does not go on.
  private mutating func sample(_ voice: String) -> PracticeRefusal? {
    play(voice, then: isPlaying ? .held : state.status)
    return nil
  }

  /// Plays a sample of a voice, or what the speaker said if there is none.
  private mutating func play(_ sample: String?, then after: PracticeState.Status) {
    quiet()
    state.afterOwn = after == .playingOwn ? state.status : after
    state.status = .playingOwn
    state.sample = sample
    state.hold = nil
    state.utterance += 1
    effects.append(.playOwn(utterance: state.utterance))
  }

  private mutating func ownPlayed(_ utterance: Int) -> PracticeRefusal? {
    guard utterance == state.utterance else { return .isOfAnotherUtterance }
    guard state.status == .playingOwn else { return .ownIsSilent }
    if state.afterOwn == .speaking { begin(state.index, pass: state.pass) } else { rest() }
    return nil
  }

  /// Stands where it stood before the speaker's own voice was played.
  private mutating func rest() {
    state.sample = nil
    switch state.afterOwn {
    case .speaking, .pausing, .playingOwn, .held: hold(.asked, resuming: .segment)
    case .idle, .finished: state.status = state.afterOwn
    }
  }

  // MARK: The pause

  private mutating func timePassed() -> PracticeRefusal? {
    guard state.status == .pausing, let pause = state.pause else { return .isNoPause }
    if let length = pause.length, clock >= pause.began + length {
      endPause()
      return nil
    }
    let now = tenths
    if now != pause.tenths { count(to: now) }
    return nil
  }

  private mutating func count(to tenths: Int) {
    state.pause?.tenths = tenths
    effects.append(.countdown(tenths: tenths))
  }

  /// Tenths of a second that are left, rounded up, or that have passed.
  private var tenths: Int {
    guard let pause = state.pause else { return 0 }
    let nanoseconds = (pause.length.map { pause.began + $0 - clock } ?? clock - pause.began)
      .nanoseconds
    let tenth: Int64 = 100_000_000
    return Int(pause.length == nil ? nanoseconds / tenth : (nanoseconds + tenth - 1) / tenth)
  }

  private mutating func endPause() {
    effects.append(.endPause)
    advance()
  }

  private mutating func speakerQuiet(_ utterance: Int) -> PracticeRefusal? {
    guard utterance == state.utterance, state.status == .pausing else {
      return .isOfAnotherPause
    }
    guard state.pause?.length == nil else { return .pauseHasALength }
    endPause()
    return nil
  }

  /// From here on the pause ends when the speaker falls silent.
  private mutating func speakerBusy(_ utterance: Int) -> PracticeRefusal? {
    guard utterance == state.utterance, state.status == .pausing else {
      return .isOfAnotherPause
    }
    guard state.hasMicrophone else { return .noMicrophone }
    state.pause?.length = nil
    count(to: tenths)
    return nil
  }

  private mutating func microphoneLost() -> PracticeRefusal? {
    guard state.hasMicrophone else { return .noMicrophone }
    state.hasMicrophone = false
    refitPause()
    return nil
  }

  /// Gives the pause under way the length that is set now.
  mutating func refitPause() {
    guard state.status == .pausing else { return }
    if state.settings.pause == .off { return endPause() }
    let length = pauseLength
    state.pause?.length = length
    _ = timePassed()
  }

  // MARK: Holding and going on

  private mutating func play() -> PracticeRefusal? {
    switch state.status {
    case .speaking: return .isPlaying
    case .playingOwn:
      quiet()
      return play()
    case .pausing: endPause()
    case .idle: return enter(state.index)
    case .finished: return enter(reducer.beginning(after: state))
    case .held: resume()
    }
    return nil
  }

  private mutating func resume() {
    state.hold = nil
    switch state.resuming {
    case .segment: begin(state.index, pass: state.pass)
    case .voice:
      state.status = .speaking
      effects.append(.resumeSpeaking)
    case .rest:
      state.status = .speaking
      segmentDone()
    }
  }

  private mutating func pause() -> PracticeRefusal? {
    switch state.status {
    case .speaking:
      effects.append(.holdSpeaking)
      hold(.asked, resuming: .voice)
    case .pausing:
      quiet()
      hold(.asked, resuming: .segment)
    case .playingOwn:
      quiet()
      hold(.asked, resuming: .segment)
    case .idle, .held, .finished: return .nothingToPause
    }
    return nil
  }

  /// Silence at once: it is not known how much of what is on its way will be heard.
  private mutating func interrupt() -> PracticeRefusal? {
    guard
      isPlaying || state.status == .playingOwn
        || (state.status == .held && state.resuming == .voice)
    else {
      return .nothingIsPlaying
    }
    let reason = state.status == .held ? state.hold : .interrupted
    quiet()
    hold(reason ?? .interrupted, resuming: .segment)
    return nil
  }

  private mutating func interruptionEnded() -> PracticeRefusal? {
    guard state.status == .held, state.hold == .interrupted else { return .isNotInterrupted }
    guard state.settings.resumesAfterInterruption else { return .staysPaused }
    return play()
  }

  private mutating func hold(
    _ reason: PracticeState.HoldReason, resuming: PracticeState.Resumption
  ) {
    state.status = .held
    state.hold = reason
    state.resuming = resuming
    state.pause = nil
  }

  private mutating func stop() -> PracticeRefusal? {
    quiet()
    state.status = .idle
    state.hold = nil
    effects.append(.stopped)
    return nil
  }

  /// Ends whatever of voice and pause is at work, or held.
  mutating func quiet() {
    switch state.status {
    case .speaking: effects.append(.stopSpeaking)
    case .held where state.resuming == .voice: effects.append(.stopSpeaking)
    case .pausing: effects.append(.dropPause)
    case .playingOwn:
      effects.append(.stopOwn)
      rest()
    default: break
    }
    state.pause = nil
    state.resuming = .segment
  }
}

extension Duration {
  /// Whole nanoseconds.
  var nanoseconds: Int64 {
    components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
  }
}
