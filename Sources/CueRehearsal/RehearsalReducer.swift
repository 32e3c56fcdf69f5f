import CueListening
import CueScreenplay

/// The rules of a rehearsal: what each event changes, and what is to be done about it.
///
/// It is a function and nothing else: no clock, no sound, no waiting. An event that is not allowed
/// where the rehearsal stands changes nothing and says why in an `ignored` effect.
///
/// One voice and one microphone are assumed to obey the effects in order. A report that belongs to a
/// voice or microphone stopped since must not be passed on.
public struct RehearsalReducer: Sendable {
  /// The script rehearsed.
  public let script: Script
  /// The names of the actor's own characters, as in `CastMember.name`.
  public let roles: Set<String>
  /// The lines rehearsed: each round begins at the first, and none goes beyond the last.
  public let lines: Range<Int>
  /// The spoken lines that alone are rehearsed, in the order in which they are; nil for all of ``lines`` as they stand.
  public let order: [Int]?
  /// How often they are rehearsed; nil until the actor stops.
  public let rounds: Int?
  /// Where each line stands in ``order``.
  private let places: [Int: Int]

  /// A rehearsal of `script` in which the actor plays `roles`, named in any case.
  ///
  /// - Parameters:
  ///   - script: what is rehearsed
  ///   - roles: the actor's characters
  ///   - lines: the lines that are rehearsed; nil for all
  ///   - order: spoken lines that alone are rehearsed, in their order, none twice; `lines` does not count then
  ///   - rounds: how often, 1 or more; nil until the actor stops
  public init(
    script: Script, roles: Set<String>, lines: Range<Int>? = nil, order: [Int]? = nil,
    rounds: Int? = 1
  ) {
    self.script = script
    self.roles = Set(roles.map(CharacterName.identity))
    self.lines = order == nil ? lines ?? script.lines.indices : script.lines.indices
    self.order = order
    places = Dictionary(
      (order ?? []).enumerated().map { ($1, $0) },
      uniquingKeysWith: { _, _ in preconditionFailure("a line stands twice in the order") })
    self.rounds = rounds
    precondition(
      self.lines.lowerBound >= 0 && self.lines.upperBound <= script.lines.count,
      "lines that the script has not")
    precondition(rounds ?? 1 > 0, "a rehearsal has a round at least")
    precondition(
      (order ?? []).allSatisfy { script.lines.indices.contains($0) && part(at: $0) != .nobody },
      "an order of spoken lines")
  }

  /// The line that a round begins with; the index after the last if there is none.
  var first: Int { order.map { $0.first ?? lines.upperBound } ?? lines.lowerBound }

  /// The spoken line that follows `index` in this round; nil after the last.
  func nextSpoken(after index: Int) -> Int? {
    var next = following(index)
    while next < lines.upperBound, part(at: next) == .nobody { next = following(next) }
    return next < lines.upperBound ? next : nil
  }

  /// The line after `index`; the index after the last where `index` is not in ``order``, or is its last.
  func following(_ index: Int) -> Int {
    guard let order else { return index + 1 }
    guard let place = places[index], place + 1 < order.count else { return lines.upperBound }
    return order[place + 1]
  }

  /// The line of dialogue before `index`; the first if there is none.
  func preceding(_ index: Int) -> Int {
    guard let order else { return (0..<index).last { part(at: $0) != .nobody } ?? 0 }
    let place = places[index] ?? order.count
    return place > 0 ? order[place - 1] : first
  }

  /// `line`, or the nearest after it that is rehearsed; nil if none is.
  func rehearsed(from line: Int) -> Int? {
    guard let order else { return line < lines.upperBound ? line : nil }
    return places[line] == nil ? order.filter { $0 > line }.min() : line
  }

  /// What `event` makes of `state`, and what is to be done.
  public func reduce(
    _ state: RehearsalState, _ event: RehearsalInput
  ) -> (state: RehearsalState, effects: [RehearsalEffect]) {
    var step = Step(reducer: self, state: state)
    if let why = step.take(event) { return (state, [.ignored(event, why: why)]) }
    return (step.state, step.effects)
  }

  /// The speaker of a line; `nobody` for a heading, a direction, words without a speaker, or a partner's speech beside the actor's.
  func part(at index: Int) -> Part {
    let line = script.lines[index]
    guard line.kind == .dialogue, let character = line.character else { return .nobody }
    if roles.contains(character) { return .user }
    return script.isBesideActor(line, roles) ? .nobody : .partner
  }

  /// The partners who speak while the actor says `line`, by name, each with the line that they say.
  func together(with line: Line) -> [(name: String, line: Line)] {
    var all = line.companions.filter { !roles.contains($0) }.map { ($0, line) }
    if let beside = line.beside.map({ script.lines[$0] }), let name = beside.character,
      !roles.contains(name)
    {
      all.append((name, beside))
    }
    return all
  }

  enum Part {
    case partner, user, nobody
  }
}

extension Script {
  /// Whether `line`, a partner's, stands beside one of the actor's: it is said at the same time, and is not a line by itself.
  func isBesideActor(_ line: Line, _ roles: Set<String>) -> Bool {
    line.beside.flatMap { lines[$0].character }.map(roles.contains) ?? false
  }
}

/// One event at work: the state as it becomes, and the effects so far.
private struct Step {
  let reducer: RehearsalReducer
  var state: RehearsalState
  var effects: [RehearsalEffect] = []

  /// Does what `event` asks for, or returns why it cannot be done here.
  mutating func take(_ event: RehearsalInput) -> RehearsalRefusal? {
    switch event {
    case .start(let line): start(from: line)
    case .partnerFinished(let line): partnerFinished(line)
    case .userFinished(let end): userFinished(end)
    case .userJumped(let line): userJumped(line)
    case .advance: userFinished(.manual)
    case .bargeIn: bargeIn()
    case .pause: pause()
    case .resume: resume()
    case .back: back()
    case .repeatLine: repeatLine()
    case .jump(let line): jump(to: line)
    case .jumpScene(let scene): jump(toScene: scene)
    case .stop: stop()
    case .outputLost: outputLost()
    case .setListening(let isOn): setListening(isOn)
    }
  }

  // MARK: Beginning and ending

  private mutating func start(from line: Int) -> RehearsalRefusal? {
    guard state.status == .idle || state.status == .finished else {
      return .alreadyRehearsing
    }
    guard line == 0 || reducer.script.lines.indices.contains(line) else { return noLine(line) }
    state.completed = []
    state.round = 1
    effects.append(.started)
    enter(reducer.order == nil ? line : reducer.rehearsed(from: line) ?? reducer.first)
    return nil
  }

  private mutating func stop() -> RehearsalRefusal? {
    guard state.status != .idle else { return .notRehearsing }
    quiet()
    state.status = .idle
    state.index = 0
    effects.append(.stopped)
    return nil
  }

  // MARK: From line to line

  private mutating func partnerFinished(_ line: Int) -> RehearsalRefusal? {
    guard line == state.index else { return .notTheCurrentLine(line) }
    if state.status == .paused, state.resuming == .partner {
      state.resuming = .nextLine
      return nil
    }
    guard state.status == .playingPartner else { return .partnerIsSilent }
    completePartnerLine()
    return nil
  }

  private mutating func completePartnerLine() {
    state.completed.insert(state.index)
    effects.append(.partnerLineDone(line: state.index))
    enter(reducer.following(state.index))
  }

  /// Gives the actor the word whose line is next.
  private mutating func bargeIn() -> RehearsalRefusal? {
    guard state.status == .playingPartner else { return .partnerIsSilent }
    guard let next = reducer.nextSpoken(after: state.index), reducer.part(at: next) == .user else {
      return .notTheActorsTurn
    }
    quiet()
    completePartnerLine()
    return nil
  }

  private mutating func userFinished(_ end: UserLineEnd) -> RehearsalRefusal? {
    // Going on is all that can be wanted of a rehearsal that waits for its sound.
    if end == .manual, state.status == .paused, state.resuming == .lineAgain { return resume() }
    guard state.status == .waitingForUser else { return .notTheActorsTurn }
    guard state.isListening || end == .manual else { return .microphoneIsOff }
    quiet()
    complete(state.index)
    effects.append(.userLineDone(line: state.index, end))
    enter(reducer.following(state.index))
    return nil
  }

  /// The actor has said `line`; a partner's beside it is done as well.
  private mutating func complete(_ line: Int) {
    state.completed.insert(line)
    if let other = reducer.script.lines[line].beside { state.completed.insert(other) }
  }

  /// The scene goes on after `line`, which the actor has said; the lines in between are left out.
  private mutating func userJumped(_ line: Int) -> RehearsalRefusal? {
    guard state.status == .waitingForUser else { return .notTheActorsTurn }
    guard reducer.lines.contains(line), reducer.rehearsed(from: line) == line,
      reducer.part(at: line) == .user
    else { return .behindTheLastLine }
    quiet()
    complete(line)
    effects.append(.userLineDone(line: line, .matched))
    enter(reducer.following(line))
    return nil
  }

  /// Goes to the first line from `start` on that is somebody's; past the last the round is over.
  private mutating func enter(_ start: Int) {
    state.resuming = nil
    if goes(from: start) { return }
    let mayGoOn = reducer.rounds.map { state.round < $0 } ?? true
    guard mayGoOn, reducer.first < reducer.lines.upperBound,
      reducer.lines.contains(where: { reducer.part(at: $0) != .nobody })
    else {
      state.status = .finished
      effects.append(.finished)
      return
    }
    state.round += 1
    effects.append(.roundBegins(state.round))
    _ = goes(from: reducer.first)
  }

  /// Goes to the first line from `start` on that is somebody's; false if there is none.
  private mutating func goes(from start: Int) -> Bool {
    state.index = start
    while state.index < reducer.lines.upperBound {
      switch reducer.part(at: state.index) {
      case .nobody:
        state.index += 1
      case .partner:
        state.status = .playingPartner
        effects += [.show(line: state.index), .speak(line: state.index)]
        return true
      case .user:
        state.status = .waitingForUser
        effects.append(.show(line: state.index))
        if state.isListening { effects.append(.startListening) }
        return true
      }
    }
    return false
  }

  // MARK: Holding and going on

  private mutating func pause() -> RehearsalRefusal? {
    switch state.status {
    case .playingPartner:
      state.resuming = .partner
      effects.append(.pauseSpeaking)
    case .waitingForUser:
      state.resuming = .user
      if state.isListening { effects.append(.stopListening) }
    case .idle, .paused, .finished:
      return .nothingToPause
    }
    state.status = .paused
    return nil
  }

  private mutating func resume() -> RehearsalRefusal? {
    guard state.status == .paused, let resuming = state.resuming else {
      return .nothingIsPaused
    }
    switch resuming {
    case .partner:
      state.status = .playingPartner
      state.resuming = nil
      effects.append(.resumeSpeaking)
    case .nextLine:
      quiet()
      completePartnerLine()
    case .lineAgain:
      state.status = .playingPartner
      state.resuming = nil
      effects.append(.speak(line: state.index))
    case .user:
      state.status = .waitingForUser
      state.resuming = nil
      if state.isListening { effects.append(.startListening) }
    }
    return nil
  }

  private mutating func outputLost() -> RehearsalRefusal? {
    guard state.status == .playingPartner || state.resuming == .partner else {
      return .partnerIsSilent
    }
    state.status = .paused
    state.resuming = .lineAgain
    return nil
  }

  private mutating func setListening(_ isOn: Bool) -> RehearsalRefusal? {
    guard state.isListening != isOn else { return .unchanged }
    state.isListening = isOn
    if state.status == .waitingForUser {
      effects.append(isOn ? .startListening : .stopListening)
    }
    return nil
  }

  // MARK: Going elsewhere

  private mutating func back() -> RehearsalRefusal? {
    guard state.status != .idle else { return .notRehearsing }
    quiet()
    enter(reducer.preceding(state.index))
    return nil
  }

  private mutating func repeatLine() -> RehearsalRefusal? {
    guard state.status != .idle, state.status != .finished else { return .noLine }
    quiet()
    enter(state.index)
    return nil
  }

  private mutating func jump(to line: Int) -> RehearsalRefusal? {
    guard state.status != .idle else { return .notRehearsing }
    guard reducer.script.lines.indices.contains(line) else { return noLine(line) }
    // What stands beside a line of the actor's is reached by that.
    let other = reducer.script.lines[line].beside
    let wanted = reducer.part(at: line) == .nobody ? other ?? line : line
    guard let line = reducer.rehearsed(from: wanted) else { return .behindTheLastLine }
    quiet()
    enter(line)
    return nil
  }

  private mutating func jump(toScene scene: Int) -> RehearsalRefusal? {
    guard state.status != .idle else { return .notRehearsing }
    guard reducer.script.scenes.indices.contains(scene) else {
      return .noSuchScene(scene, count: reducer.script.scenes.count)
    }
    let line = reducer.script.scenes[scene].lines.lowerBound
    let isEnd = line == reducer.script.lines.endIndex
    guard let start = isEnd ? line : reducer.rehearsed(from: line) else {
      return .behindTheLastLine
    }
    quiet()
    enter(start)
    return nil
  }

  private func noLine(_ line: Int) -> RehearsalRefusal {
    .noSuchLine(line, count: reducer.script.lines.count)
  }

  /// Stops whatever of voice and microphone is at work, or held.
  private mutating func quiet() {
    if state.status == .playingPartner || state.resuming == .partner || state.resuming == .nextLine
    {
      effects.append(.stopSpeaking)
    }
    if state.status == .waitingForUser, state.isListening { effects.append(.stopListening) }
    state.resuming = nil
  }
}
