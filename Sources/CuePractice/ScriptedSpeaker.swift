import CueModel

/// Why a script of a speaker's doings cannot be followed.
public struct PracticeScriptError: Error, Equatable, Sendable {
  /// The line of the script, from 1.
  public let line: Int
  /// What is wrong with it.
  public let reason: PracticeWordsError
}

/// What a speaker does in practice, action by action: the text that ``ScriptedSpeaker`` follows.
///
/// One action a line, in any case; empty lines and what follows a `#` do not count. A number lets this many seconds of sound
/// and pauses pass, or of being held; `segment` waits until the next segment begins, or this one again; all else is a command
/// of ``PracticeWords``, done at once.
public struct PracticeScript: Equatable, Sendable {
  /// One thing the speaker does.
  public enum Action: Equatable, Sendable {
    /// Lets time pass.
    case wait(Duration)
    /// Waits until a segment begins.
    case segment
    /// Wants something.
    case command(PracticeCommand)
  }

  /// What the speaker does, in order.
  public let actions: [Action]

  /// A speaker who does `actions`.
  public init(_ actions: [Action]) { self.actions = actions }

  /// The voices that the speaker wants to hear, as in ``PracticeSettings/voice``.
  public var voices: [String] {
    actions.compactMap { action in
      switch action {
      case .command(.setVoice(let voice)), .command(.sample(let voice)): voice
      case .command, .wait, .segment: nil
      }
    }
  }

  /// Reads `text`.
  public init(parsing text: String) throws(PracticeScriptError) {
    var actions: [Action] = []
    let rows = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, row) in rows.enumerated() {
      let action = row.prefix { $0 != "#" }
      guard let first = action.first(where: { !$0.isWhitespace }) else { continue }
      do throws(PracticeWordsError) {
        actions.append(try PracticeScript.action(action, isNumber: first.isNumber || first == "."))
      } catch { throw PracticeScriptError(line: index + 1, reason: error) }
    }
    self.actions = actions
  }

  private static func action(_ text: Substring, isNumber: Bool) throws(PracticeWordsError)
    -> Action
  {
    let words = text.split(whereSeparator: \.isWhitespace)
    if isNumber, words.count == 1 {
      let seconds = try PracticeWords.number(String(words[0]))
      guard seconds <= 86_400 else {
        throw .tooLong(seconds: String(words[0]))
      }
      return .wait(.seconds(seconds))
    }
    if words.count == 1, words[0].lowercased() == "segment" { return .segment }
    return .command(try PracticeWords.command(String(text)))
  }
}

/// A speaker who does what a script says, so that practice can run without a person.
///
/// After the end of the script, practice goes on to its end. What the speaker paused is then played; what something else holds,
/// ends.
public final class ScriptedSpeaker: PracticeControl {
  private let actions: [PracticeScript.Action]
  private var next = 0
  /// When the action whose turn it is began to wait, and at which utterance.
  private var since: (clock: Duration, utterance: Int)?

  /// A speaker who follows `script`.
  public init(_ script: PracticeScript) { actions = script.actions }

  /// Does the next action if its time has come.
  public func poll(_ moment: PracticeMoment) -> PracticeCommand? {
    while let action {
      let since = since ?? (moment.clock, moment.state.utterance)
      self.since = since
      switch action {
      case .wait(let duration): guard moment.clock >= since.clock + duration else { return nil }
      case .segment: guard moment.state.utterance != since.utterance else { return nil }
      case .command(let command):
        takeAction()
        return command
      }
      takeAction()
    }
    return nil
  }

  /// Does the next action.
  public func wait(_ moment: PracticeMoment) -> PracticeTurn {
    if case .wait(let duration) = action {
      let passed = since.map { moment.clock - $0.clock } ?? .zero
      takeAction()
      return PracticeTurn(after: max(duration - passed, .zero) / .seconds(1))
    }
    if case .command(let command) = action {
      takeAction()
      return PracticeTurn(command)
    }
    guard moment.state.status == .held, moment.state.hold == .asked else {
      return PracticeTurn(.stop)
    }
    return PracticeTurn(.play)
  }

  /// No signal is waited for here.
  public func speaking(_ segment: Cancellation?) {}

  private var action: PracticeScript.Action? { next < actions.count ? actions[next] : nil }

  private func takeAction() {
    next += 1
    since = nil
  }
}
