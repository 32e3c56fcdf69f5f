import CueOptions

extension CommandTable {
  static var help: CommandDefinition<ListValues> {
    var description = CommandDescription(
      "help", "Show the help of a command, or this program's files.")
    description.forms = [
      .init("help [COMMAND]", "the same as COMMAND --help"),
      .init(
        "help --format man|bash|zsh|fish|sessions",
        "the man page, the completions of a shell, or the events of --json"),
    ]
    description.words = WordsDescription(
      "[COMMAND]", 0...1, completing: [.command], "",
      surplus: { _ in "Help explains one command at a time." })
    return CommandDefinition(
      description, ListValues(),
      [
        OptionGroup(
          "",
          [
            .choice(
              "--format man|bash|zsh|fish|sessions",
              "print the man page (for man1/cue.1), the completions of a shell, or the events and commands of sessions"
            ) { $0.page = HelpFormat(rawValue: $1) }, .quiet, .verbose, .showsHelp,
          ])
      ]
    ) { given throws(UserError) in
      if let page = given.values.page {
        guard given.words.isEmpty else {
          throw .usage("--format prints one page of all commands, not of “\(given.words[0])”.")
        }
        return .helpFile(page)
      }
      guard let topic = given.words.first else { return .help(topic: nil) }
      guard CommandTable.lines.contains(where: { $0.name == topic }) else {
        var error = UserError.usage("There is no command “\(topic)” to explain.")
        let near = Suggestions.nearest(to: topic, in: CommandTable.lines.map(\.name))
        if let near { error.hint = "Did you mean '\(Program.name) help \(near)'?" }
        throw error
      }
      return .help(topic: topic)
    }
  }
}
