import CueAssembly
import CueCasting
import CueModel
import CueRehearsal
import CueScreenplay
import CueTerminal
import CueText
import Glibc

// The script, its cast, and the partners' parts.
extension RehearseCommand {
  func file() throws(UserError) -> ScreenplayFile {
    do throws(ScreenplayFile.Failure) {
      let file = try ScreenplayFile(rehearse.script, layout: rehearse.wishes.layout)
      if !studio.manner.isQuiet { file.sayDoubts(words) }
      return file
    } catch {
      switch error {
      case .unreadable(let error):
        throw UserError(error, scriptIsInput ? words.trouble(.standardInput) : rehearse.script)
      case .script(let error): throw explained(.script(error))
      }
    }
  }

  /// The parts that the user chooses at the terminal; nil without one, or if none is chosen.
  func pickedParts(of parts: [PlayablePart], _ cancellation: Cancellation) -> [String]? {
    guard let size = askedTerminal else { return nil }
    Console.talk(words.list(of: parts, rows: size.rows - 4, columns: size.columns))
    while true {
      guard let answer = asked(words(.pickNumberOrName), cancellation) else { return nil }
      let picked = answer.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
      let names = picked.map(parts.name(called:))
      if let wrong = names.firstIndex(of: nil) {
        Console.talk(words(.pickedNobody, ["word": words.quoted(picked[wrong])]) + "\n")
      } else if !names.isEmpty {
        return names.compactMap { $0 }
      }
    }
  }

  /// The size of the terminal at which questions can be asked; nil if there is none, or the user wants no questions.
  var askedTerminal: ScreenSize? {
    guard rehearse.actorScript == nil, !studio.manner.isJSON, !studio.manner.isQuiet,
      TerminalQuestion.isPossible(inputIsElsewhere: scriptIsInput)
    else { return nil }
    return Terminal.size(of: STDERR_FILENO)
  }

  /// The answer to a question; nil at the end of the input.
  func asked(_ question: String, _ cancellation: Cancellation) -> String? {
    Console.talk(question + " ")
    let answer = TerminalQuestion.answer(inputIsElsewhere: scriptIsInput) { wake, ask in
      cancellation.withHandler(wake, ask)
    }
    if answer == nil { Console.talk("\n") }
    return answer
  }

  func explained(_ error: RehearsalCastError) -> UserError {
    let name = rehearse.script
    return switch error {
    case .script(let error):
      UserError(words(.cannotBeRehearsed, ["name": name, "why": words.why(error)]), .badInput)
    case .casting(.unknownPart(let role, _, let parts)):
      UserError(
        words(.castNobody, ["name": name, "role": words.quoted(role)]),
        hint: list(parts.map { PlayablePart(name: $0.name, speechCount: $0.speechCount) }), .usage)
    case .casting(let failure): explained(failure)
    case .unknownRole(let role, let parts):
      UserError(
        words(.nobodyIsCalled, ["name": name, "role": words.quoted(role)]), hint: list(parts),
        .usage)
    }
  }

  func explained(_ failure: CastingFailure) -> UserError {
    UserError(failure, script: rehearse.script, castFile: rehearse.wishes.file)
  }

  func list(_ parts: [PlayablePart]) -> String {
    let list = parts.map { "\($0.name) (\($0.speechCount))" }.joined(separator: ", ")
    return words(.partsAndLines, ["parts": list])
  }

  /// Why a rehearsal cannot be held, in words.
  func explained(_ error: any Error) -> any Error {
    switch error {
    case let error as RehearsalCastError: explained(error)
    case let failure as CastingFailure: explained(failure)
    case let problem as RehearsalProblem: explained(problem)
    default: error
    }
  }

  private func explained(_ problem: RehearsalProblem) -> UserError {
    switch problem {
    case .noSuchLine(let bound, let number, let count):
      let option =
        switch bound {
        case .first: "--from"
        case .last: "--to"
        case .loop: "--loop"
        }
      return UserError(
        "\(option): \(words.why(RehearsalRefusal.noSuchLine(number, count: count))).", .usage)
    case .noSuchScene(let number, let count):
      return UserError(
        "--scene: \(words.why(RehearsalRefusal.noSuchScene(number, count: count))).", .usage)
    case .nothingToRehearse(let roles):
      return UserError(
        words(.nothingToRehearse, ["names": roles.joined(separator: ", ")]), .usage)
    case .noTrouble(let roles):
      return UserError(
        words(.noTrouble, ["names": roles.joined(separator: ", ")]),
        hint: words(.historyNeedsRuns), .done)
    case .nothingDue(let roles, let days):
      return UserError(
        words(.nothingDue, ["names": roles.joined(separator: ", ")]),
        hint: words(.nextDue, count: days), .done)
    case .noSuchScript(let name): return UserError(noScriptCalled: name)
    case .historyNeedsFile: return UserError(words(.historyNeedsFile), .usage)
    }
  }
}
