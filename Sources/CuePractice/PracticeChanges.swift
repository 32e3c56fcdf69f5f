import CueText

// What is set while practice goes on; the place is kept.
extension PracticeStep {
  mutating func set(_ command: PracticeCommand) -> PracticeRefusal? {
    let before = state
    switch command {
    case .setRate(let rate): state.settings.rates = [PracticeRate(rate)]
    case .setRates(let rates): state.settings.rates = rates.map(PracticeRate.init)
    case .changeRate(let steps):
      state.settings.rates = state.settings.rates.map { $0.stepped(by: steps) }
    case .setVoice(let voice): state.settings.voice = voice
    case .setGranularity(let kind): return setGranularity(kind)
    case .changeGranularity:
      return setGranularity(state.settings.granularity == .sentence ? .paragraph : .sentence)
    case .setPause(let pause): state.settings.pause = pause
    case .changePause: state.settings.pause = state.settings.pause == .off ? .timed : .off
    case .setPauseFactor(let factor): state.settings.pauseFactor = factor
    case .changePauseFactor(let steps):
      state.settings.pauseFactor = state.settings.pauseFactor.stepped(
        by: steps, of: PracticeSettings.pauseFactorStep)
    case .setLoop(let numbers):
      if let why = setLoop(numbers) { return why }
    default: preconditionFailure("\(command) sets nothing")
    }
    state.pass = min(state.pass, state.settings.rates.count - 1)
    guard state.settings != before.settings else { return .unchanged }
    if state.rate != before.rate || state.settings.voice != before.settings.voice {
      let isSpeaking =
        state.status == .speaking || (state.status == .held && state.resuming == .voice)
      if isSpeaking { effects.append(.retune) }
    }
    if state.settings.pause != before.settings.pause
      || state.settings.pauseFactor != before.settings.pauseFactor
    {
      refitPause()
    }
    return nil
  }

  /// Goes on with the segment of the other kind that holds the start of this one.
  private mutating func setGranularity(_ kind: Segment.Kind) -> PracticeRefusal? {
    guard kind != state.settings.granularity else { return .unchanged }
    let segments = reducer.text.segments(state.settings.granularity)
    let place = segments.indices.contains(state.index) ? segments[state.index].range.lowerBound : 0
    let wasPlaying = isPlaying
    quiet()
    state.settings.granularity = kind
    state.count = reducer.text.segments(kind).count
    state.index = reducer.text.index(of: place, in: kind)
    state.pass = 0
    if wasPlaying { begin(state.index) }
    return nil
  }

  private mutating func setLoop(_ numbers: ClosedRange<Int>?) -> PracticeRefusal? {
    guard let numbers else {
      state.settings.loop = nil
      return nil
    }
    guard numbers.lowerBound >= 1, numbers.upperBound <= state.count else {
      let wrong = numbers.lowerBound < 1 ? numbers.lowerBound : numbers.upperBound
      return .noSuchSegment(wrong, count: state.count)
    }
    let segments = reducer.text.segments(state.settings.granularity)
    state.settings.loop =
      segments[numbers.lowerBound - 1].range
      .lowerBound..<segments[numbers.upperBound - 1].range
      .upperBound
    return nil
  }
}
