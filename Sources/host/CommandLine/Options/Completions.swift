/// What the completions of all shells are made of: the tables, with names cut into words.
struct CompletionTable {
  struct Command {
    let name: String
    let summary: String
    let verbs: [VerbDescription]
    let options: [OptionDescription]
    let words: WordsDescription?

    /// What is completed behind the command and its verb, word by word.
    func completions(verb: String?) -> [Completion] {
      (verb.flatMap { name in verbs.first { $0.name == name } }?.words ?? words)?.completions ?? []
    }
  }

  let commands: [Command]

  init() {
    commands = CommandTable.lines.map { line in
      let description = line.entry().description
      return Command(
        name: line.name, summary: line.summary, verbs: description.verbs,
        options: description.options, words: description.words)
    }
  }

  var names: [String] { commands.map(\.name) }
}

extension Completion {
  /// A word for the scripts: what to offer.
  func keyword(_ commands: [String]) -> String {
    switch self {
    case .nothing: "nothing"
    case .file: "file"
    case .folder: "folder"
    case .word(let words, let isList): (isList ? "list " : "word ") + words.joined(separator: " ")
    case .plugin(let kind): "plugin " + kind
    case .voice: "voice"
    case .command: "word " + commands.joined(separator: " ")
    }
  }
}

extension OptionDescription {
  /// The first clause of the help, for lists in a shell.
  var clause: String {
    var clause = help.prefix { $0 != ";" }
    if let colon = clause.firstRange(of: ": ") { clause = clause[..<colon.lowerBound] }
    return String(clause)
  }

  /// Whether the option goes with this verb; nil is none.
  func goes(with verb: String?) -> Bool {
    verb.map { verbs.isEmpty || verbs.contains($0) } ?? verbs.isEmpty
  }
}

/// The files that describe the program to other programs.
enum HelpFormat: String {
  case man, bash, zsh, fish

  /// The text of the file, for the program as it is installed.
  var text: String {
    Program.$name.withValue("cue") {
      switch self {
      case .man: ManualPage.text
      case .bash: BashCompletion.text
      case .zsh: ZshCompletion.text
      case .fish: FishCompletion.text
      }
    }
  }
}
