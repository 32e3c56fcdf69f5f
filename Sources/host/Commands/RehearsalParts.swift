import CueAssembly
import CueModel
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
      case .script(let error): throw errors.explained(.script(error))
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

  var errors: RehearsalErrors {
    RehearsalErrors(words: words, script: rehearse.script, castFile: rehearse.wishes.file)
  }
}
