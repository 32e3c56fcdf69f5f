import CuePlugins
import Glibc

/// Asks at a terminal whether a plugin gets what it declares.
enum ConsentQuestion {
  /// The user's answer; nil if there is no terminal, or the user gives none.
  @Sendable static func asked(_ request: ConsentRequest) -> ConsentAnswer? {
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
    Console.talk(request.text)
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
}
