import CueOptions

/// Turns the words after the program's name into an ``Invocation``.
///
/// Pure: reads nothing and prints nothing.
enum Arguments {
  /// `hasInput`: standard input is not a terminal, so text may come from there.
  static func parse(_ words: [String], hasInput: Bool) throws(UserError) -> Invocation {
    if let first = words.first {
      // Without any table.
      switch first {
      case "-h", "--help": return Invocation(command: .help(topic: nil))
      case "-V", "--version": return Invocation(command: .version)
      default: break
      }
      if !first.hasPrefix("-"), let entry = CommandTable.entry(first) {
        return try entry.parse(Array(words.dropFirst()), hasInput: hasInput, isImplied: false)
      }
      if isLowerCaseWord(first) { throw unknownCommand(first) }
    }
    return try CommandTable.speak.parse(words, hasInput: hasInput, isImplied: true)
  }

  /// Whether `text` may be a mistyped command: one word that begins with a letter, without a capital or a blank.
  private static func isLowerCaseWord(_ text: String) -> Bool {
    guard let first = text.first, first.isLowercase else { return false }
    return text.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" || $0 == "_" }
  }

  static func unknownCommand(_ word: String) -> UserError {
    let near = Suggestions.nearest(to: word, in: CommandTable.lines.map(\.name))
    let suggestion =
      near.map { "Did you mean '\(Program.name) \($0)'?" } ?? UserError.seeHelp(nil)
    return UserError(
      "There is no command “\(word)”.",
      hint: suggestion + "\nTo say the word: \(Program.name) speak \(word)", .usage)
  }
}
