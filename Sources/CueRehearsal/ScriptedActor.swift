import CueModel
import CueScreenplay

/// An actor who does what a script says, so that a rehearsal can run without a person.
///
/// Actions are taken strictly in order:
///
/// - In the actor's own line the next action is done. `line`, `next` and a number end the line, any
///   other command is given at once. If the next action is an `at`, or the script is over, the line is said as by `line`.
/// - While a partner speaks only an `at` is done, in the partner's line under way when its turn
///   comes, or else in the next: at the first of the moments, up to 40 ms apart, at which that much of the line was
///   played, pauses not counted. If the line is over sooner, it is done at the moment that follows.
/// - In a pause a number makes it last, `resume` and the commands that go elsewhere end it, a further `pause` changes nothing. Any other
///   action, and the end of the script, go on with the rehearsal first.
///
/// Time that the actor takes is silence in the session.
public final class ScriptedActor: ActorInput {
  private enum Source {
    case script([ActorScript.Action])
    /// Lines that come meanwhile; `inPartnerLines`: they are waited for there, too.
    case lines(ActorLines, inPartnerLines: Bool)
  }

  private let source: Source
  private let stopsAtEnd: Bool
  /// The actor's line at which an `at` began to wait for a partner's, and the last partner's line before.
  private var waitsFrom: (line: Int, partnerLine: Int)?
  private var next = 0
  private var partnerLine = 0
  /// The partner's line that the `at` whose turn it is belongs to.
  private var awaited: Int?

  /// An actor who follows `script`.
  ///
  /// `stopsAtEnd`: after the last action the rehearsal ends with the actor's next line, as a rehearsal in a loop must.
  public init(_ script: ActorScript, stopsAtEnd: Bool = false) {
    source = .script(script.actions)
    self.stopsAtEnd = stopsAtEnd
  }

  /// An actor who does what `lines` say, as they come.
  ///
  /// The next line is waited for when the word is the actor's. `inPartnerLines`: also while a partner speaks, so that an `at`
  /// comes in time however late it is written; for a session without sound for people. `stopsAtEnd` is as for a script.
  public init(_ lines: ActorLines, inPartnerLines: Bool, stopsAtEnd: Bool = false) {
    self.stopsAtEnd = stopsAtEnd
    source = .lines(lines, inPartnerLines: inPartnerLines)
  }

  /// An actor who follows the script in `text`.
  public convenience init(parsing text: String) throws(ActorScriptError) {
    self.init(try ActorScript(parsing: text))
  }

  /// Takes part in a partner's line if the next action is an `at`.
  public func poll(_ moment: Moment) -> ActorCommand? {
    guard moment.status == .playingPartner,
      case .at(let seconds, let command) = action(isOwn: false)
    else { return nil }
    let line = awaited ?? partnerLine
    awaited = line
    guard line != partnerLine || moment.secondsIntoLine >= seconds else { return nil }
    takeAction()
    return command
  }

  /// Does the next action.
  public func wait(_ moment: Moment) -> ActorTurn {
    // A rehearsal that waits for its sound is not one of the script's pauses.
    if let seconds = moment.retryAfterSeconds { return ActorTurn(after: seconds) }
    return moment.status == .paused ? turnInPause() : turnInOwnLine(moment.line)
  }

  /// Counts the partners' lines.
  public func speaking(_ line: Cancellation?) {
    if line != nil { partnerLine += 1 }
  }

  /// What is done next; `isOwn`: the word is the actor's.
  private func action(isOwn: Bool) -> ActorScript.Action? {
    switch source {
    case .script(let actions): next < actions.count ? actions[next] : nil
    case .lines(let lines, let inPartnerLines): lines.next(waits: isOwn || inPartnerLines)
    }
  }

  private func takeAction() {
    if case .lines(let lines, _) = source { lines.take() }
    next += 1
    awaited = nil
  }

  private func turnInOwnLine(_ line: Line?) -> ActorTurn {
    let asLine = ActorTurn(after: SpeechPace.seconds(toSay: line?.text.count ?? 0), .advance)
    switch action(isOwn: true) {
    case .line:
      takeAction()
      return asLine
    case .seconds(let seconds):
      takeAction()
      return ActorTurn(after: seconds, .advance)
    case .command(let command):
      takeAction()
      return ActorTurn(command)
    case .at(_, let command) where awaited != nil:
      takeAction()
      return ActorTurn(command)
    case nil where stopsAtEnd:
      return ActorTurn(.stop)
    case .at where stopsAtEnd && hasGoneRound(line):
      return ActorTurn(.stop)
    case .at, nil:
      return asLine
    }
  }

  /// Whether an `at` has waited since `line` came last, and no partner has spoken: then none will.
  private func hasGoneRound(_ line: Line?) -> Bool {
    guard let index = line?.index else { return false }
    if let first = waitsFrom, first.partnerLine == partnerLine { return first.line == index }
    waitsFrom = (index, partnerLine)
    return false
  }

  private func turnInPause() -> ActorTurn {
    switch action(isOwn: true) {
    case .seconds(let seconds):
      takeAction()
      return ActorTurn(after: seconds)
    case .command(let command) where command != .advance:
      takeAction()
      return ActorTurn(command)
    case .command, .line, .at, nil:
      return ActorTurn(.resume)
    }
  }
}
