/// Why a script of an actor's doings cannot be followed.
public struct ActorScriptError: Error, Equatable, Sendable {
  /// What is wrong with a line.
  public enum Reason: Error, Equatable, Sendable {
    /// The word is not an action.
    case unknownAction(String)
    /// This word follows the others, which are whole without it.
    case tooMuch(String, after: String)
    /// `at` lacks its seconds or its command.
    case atIsIncomplete
    /// No number from 1 on follows this word.
    case needsNumber(String)
    /// The word is not a number of seconds from 0 to 3600.
    case notSeconds(String)
  }

  /// The line of the script, from 1.
  public let line: Int
  /// What is wrong with it.
  public let reason: Reason
}

/// What an actor does in a rehearsal, action by action: the text that ``ScriptedActor`` follows.
///
/// One action a line, in any case; empty lines and what follows a `#` do not count.
///
/// | action | the actor |
/// | --- | --- |
/// | `line` | says the line, in ``SpeechPace/seconds(toSay:atSpeed:)`` |
/// | `next` | says the line in no time |
/// | `2.5` | takes 2.5 seconds for the line; or, in a pause, lets it last that long |
/// | `pause` | holds the rehearsal |
/// | `resume` | goes on from where it was held |
/// | `back` | takes the spoken line before this one again |
/// | `repeat` | takes this line once more |
/// | `goto 3` | goes to the third spoken line of the script |
/// | `scene 2` | goes to the second scene |
/// | `prompt` | asks for the next words of the line, and again for all of it |
/// | `give` | asks for all of the line |
/// | `stop` | ends the rehearsal |
/// | `at 1.5 pause` | does so 1.5 seconds into a partner's line; then any word of this table but a number and `line` |
public struct ActorScript: Equatable, Sendable {
  /// One thing the actor does.
  public enum Action: Equatable, Sendable {
    /// Says the line, in the time it would take.
    case line
    /// Takes that long for the line, or for a pause.
    case seconds(Double)
    /// Commands something in the actor's own turn or in a pause.
    case command(ActorCommand)
    /// Commands something this many seconds into a partner's line.
    case at(seconds: Double, ActorCommand)
  }

  /// What the actor does, in order.
  public let actions: [Action]

  /// An actor who does `actions`.
  public init(_ actions: [Action]) { self.actions = actions }

  /// Reads `text`.
  public init(parsing text: String) throws(ActorScriptError) {
    var actions: [Action] = []
    let rows = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, row) in rows.enumerated() {
      do throws(ActorScriptError.Reason) {
        if let action = try ActorScript.action(in: row) { actions.append(action) }
      } catch {
        throw ActorScriptError(line: index + 1, reason: error)
      }
    }
    self.actions = actions
  }

  /// The action in a line; nil if there is none.
  static func action(
    in line: some StringProtocol
  ) throws(ActorScriptError.Reason) -> Action? {
    let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
      .map { $0.lowercased() }
    return words.isEmpty ? nil : try action(words)
  }

  private static func action(_ words: [String]) throws(ActorScriptError.Reason) -> Action {
    switch words[0] {
    case "line":
      guard words.count == 1 else { throw tooMuch(words, after: 1) }
      return .line
    case "at":
      guard words.count >= 3 else {
        throw .atIsIncomplete
      }
      return .at(seconds: try seconds(words[1]), try command(Array(words[2...])))
    case let word where word.first.map { $0.isNumber || "+-.".contains($0) } ?? false:
      guard words.count == 1 else { throw tooMuch(words, after: 1) }
      return .seconds(try seconds(word))
    default:
      return .command(try command(words))
    }
  }

  private static func command(_ words: [String]) throws(ActorScriptError.Reason) -> ActorCommand {
    let plain: [String: ActorCommand] = [
      "next": .advance, "pause": .pause, "resume": .resume, "back": .back,
      "repeat": .repeatLine, "stop": .stop, "prompt": .prompt, "give": .give,
    ]
    if let command = plain[words[0]] {
      guard words.count == 1 else { throw tooMuch(words, after: 1) }
      return command
    }
    guard words[0] == "goto" || words[0] == "scene" else {
      throw .unknownAction(words[0])
    }
    guard words.count >= 2, let number = Int(words[1]), number >= 1 else {
      throw .needsNumber(words[0])
    }
    guard words.count == 2 else { throw tooMuch(words, after: 2) }
    return words[0] == "goto" ? .goto(line: number) : .gotoScene(number)
  }

  private static func seconds(_ word: String) throws(ActorScriptError.Reason) -> Double {
    // No notation but the plain one: Double reads "0x1p3", "1e3" and "nan", too.
    guard word.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }), let seconds = Double(word),
      seconds <= 3600
    else {
      throw .notSeconds(word)
    }
    return seconds
  }

  private static func tooMuch(_ words: [String], after count: Int) -> ActorScriptError.Reason {
    .tooMuch(words[count], after: words[..<count].joined(separator: " "))
  }
}
