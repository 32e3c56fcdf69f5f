import CuePlugins
import Glibc

/// Asks at a terminal whether a plugin gets what it declares.
enum ConsentQuestion {
  /// The user's answer; nil if there is no terminal, or the user gives none.
  @Sendable static func asked(_ request: ConsentRequest) -> ConsentAnswer? {
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
    Console.talk(text(request))
    while true {
      Console.talk("Allow this? [y/N] ")
      switch readLine()?.lowercased() {
      case "y", "yes": return .allowed
      case "n", "no", "": return .refused
      case nil: return nil
      default: continue
      }
    }
  }

  /// What is asked, in lines.
  static func text(_ request: ConsentRequest) -> String {
    var text =
      "The plugin \(request.plugin) (\(request.file)) did not come with Cue. It wants to:\n"
    for question in request.questions {
      let wish = question.need?.meaning ?? "be run by the program that its first line names"
      text += "  \(wish)\n"
      // Where links lead, if that is not what the need says.
      for grant in question.grants where question.need?.text != grant.need {
        text += "      that is: \(grant.need)\n"
      }
    }
    return text
      + "Your answer is kept until the plugin changes; '\(Program.name) plugin forget' forgets it.\n"
  }
}

extension Grant {
  /// The grant in the form of a need.
  fileprivate var need: String { String(argument.dropFirst("--grant=".count)) }
}
