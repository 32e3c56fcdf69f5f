import CueOptions

extension CommandTable {
  static var help: CommandDefinition<ListValues> {
    CommandDefinition(
      .init("help", words: .init("[COMMAND]", completing: [.command])), ListValues(),
      options: [
        .choice("--format man|bash|zsh|fish|sessions") { $0.page = HelpFormat(rawValue: $1) },
        .quiet, .verbose, .showsHelp,
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
