/// The rules of practice: what each event changes, and what is to be done about it.
///
/// It is a function and nothing else: no clock, no sound, no waiting. The clock is given with each event: it counts the sound and
/// the pauses of a session, and stands still while practice is held. An event that means nothing in this state, or comes
/// late from an utterance that is over, changes nothing and says why in an `ignored` effect.
public struct PracticeReducer: Sendable {
  /// The speech.
  public let text: PracticeText

  /// Practice of `text`.
  public init(_ text: PracticeText) { self.text = text }

  /// Where practice stands before it begins.
  ///
  /// - Parameters:
  ///   - settings: what is set
  ///   - offset: a byte of the segment to begin with
  ///   - hasMicrophone: whether the speaker can be heard
  /// - Returns: a state that has not begun
  public func start(
    _ settings: PracticeSettings, at offset: Int = 0, hasMicrophone: Bool = false
  ) -> PracticeState {
    var state = PracticeState(
      settings: settings, index: text.index(of: offset, in: settings.granularity),
      count: text.segments(settings.granularity).count, hasMicrophone: hasMicrophone)
    if let loop = loop(state), !loop.contains(state.index) { state.index = loop.lowerBound }
    return state
  }

  /// The state after `event`, and what is to be done.
  public func reduce(
    _ state: PracticeState, _ event: PracticeInput, at clock: Duration
  ) -> (state: PracticeState, effects: [PracticeEffect]) {
    var step = PracticeStep(reducer: self, state: state, clock: clock)
    if let why = step.take(event) { return (state, [.ignored(event, why: why)]) }
    return (step.state, step.effects)
  }

  /// The segment and the rate that come without a command; nil at the end.
  public func upcoming(_ state: PracticeState) -> (index: Int, rate: PracticeRate)? {
    let rates = state.settings.rates
    if state.pass + 1 < rates.count { return (state.index, rates[state.pass + 1]) }
    return following(state).map { ($0, rates[0]) }
  }

  /// The segment after the current one; at the end of a loop, its first.
  func following(_ state: PracticeState) -> Int? {
    if let loop = loop(state) {
      return loop.contains(state.index + 1) ? state.index + 1 : loop.lowerBound
    }
    return state.index + 1 < state.count ? state.index + 1 : nil
  }

  /// Where to begin again after an end: after a limit, where it cut practice off.
  func beginning(after state: PracticeState) -> Int {
    if state.end == .limit, let following = following(state) { return following }
    return loop(state)?.lowerBound ?? 0
  }

  /// The segments that are said over and over.
  func loop(_ state: PracticeState) -> Range<Int>? {
    state.settings.loop.flatMap { text.indices(of: $0, in: state.settings.granularity) }
  }
}
