/// Plain words behind a command or a verb.
struct WordsDescription {
  /// As in `SPEECH [FILE]`; empty where there are none.
  var form = ""
  var count: ClosedRange<Int>
  /// How a shell completes each of them; the last counts for all that follow.
  var completions: [Completion] = []
  /// What to say if there are too few.
  var missing = ""
  /// What to say if there are so many.
  var surplus: (Int) -> String

  /// `complaint`: what to say if there are too few, and if `surplus` is nil also if there are too many.
  init(
    _ form: String, _ count: ClosedRange<Int>, completing completions: [Completion] = [],
    _ complaint: String, surplus: ((Int) -> String)? = nil
  ) {
    self.form = form
    self.count = count
    self.completions = completions
    missing = complaint
    self.surplus = surplus ?? { _ in complaint }
  }

  static func none(_ complaint: String) -> Self { Self("", 0...0, complaint) }
}

/// The second word of a command of several actions, as `add` in `speech add`.
struct VerbDescription {
  let name: String
  let help: String
  let words: WordsDescription

  init(_ name: String, _ words: WordsDescription, _ help: String) {
    self.name = name
    self.words = words
    self.help = help
  }
}

/// A command as help, the man page and the completions describe it.
struct CommandDescription {
  /// A line of the synopsis, and what it does; both without the program's name.
  struct Form {
    let words: String
    let help: String
    init(_ words: String, _ help: String = "") {
      self.words = words
      self.help = help
    }
  }
  struct Group {
    let title: String
    let options: [OptionDescription]
  }
  struct Example {
    let command: String
    let result: String
    init(_ command: String, _ result: String = "") {
      self.command = command
      self.result = result
    }
  }

  let name: String
  /// What the command does, as sentences: the first paragraph of its help.
  let purpose: String
  /// Ways to call it, for those that are not made of the verbs.
  var forms: [Form] = []
  /// Names in the forms, and what they mean.
  var terms: [(name: String, meaning: String)] = []
  var verbs: [VerbDescription] = []
  /// The words where no verb is given; nil where one is needed.
  var words: WordsDescription?
  /// Paragraphs below the options.
  var notes: [String] = []
  /// Paragraphs that only the man page has.
  var manual: [String] = []
  var examples: [Example] = []
  var groups: [Group] = []

  /// All options, in the order of the pages.
  var options: [OptionDescription] { groups.flatMap(\.options) }

  /// All ways to call it.
  var synopsis: [Form] {
    forms
      + verbs.map {
        Form("\(name) \($0.name)" + ($0.words.form.isEmpty ? "" : " " + $0.words.form), $0.help)
      }
  }

  init(_ name: String, _ purpose: String) {
    self.name = name
    self.purpose = purpose
  }
}

/// How a shell completes a value.
enum Completion: Equatable {
  case nothing
  case file
  case folder
  /// One of these words; `isList`: several of them, with commas between.
  case word([String], isList: Bool = false)
  /// The id of a plugin of this kind, as `plugins --json` calls it; of any kind where it is empty.
  case plugin(kind: String)
  /// A voice as PLUGIN:VOICE, or several with commas between.
  case voice
  /// The name of a command.
  case command
}

/// What help, the man page and the completions say of an option.
struct OptionDescription: Equatable {
  /// As in `--output`.
  let name: String
  /// As in `-o`; nil if there is none.
  let short: String?
  /// What help calls the value, as in `FILE`; nil for a flag.
  let placeholder: String?
  /// A fragment of a sentence: no capital, no full stop.
  let help: String
  /// Whole sentences that only the man page has.
  let manual: String
  /// Names of earlier editions.
  ///
  /// They work, and no page lists them.
  let formerNames: [String]
  /// The verbs that take the option; empty for all.
  let verbs: [String]
  let completion: Completion
  let isRepeatable: Bool
  /// Whether it stands for something without a value, too: a word behind it that begins with `-` is another option then.
  let valueIsOptional: Bool

  /// Whether it is an option of an earlier edition that no longer does anything.
  ///
  /// It is accepted, and no page lists it.
  var isRetired: Bool { help.isEmpty }

  /// As help shows it: `-o, --output FILE`.
  var label: String {
    (short.map { $0 + ", " } ?? "") + name + (placeholder.map { " " + $0 } ?? "")
  }

  /// The names that pages list.
  var names: [String] { [name] + (short.map { [$0] } ?? []) }

  /// Whether the user means this option by `word`.
  func isCalled(_ word: String) -> Bool {
    word == name || word == short || formerNames.contains(word)
  }
}

/// The program as its overview, its man page and the completions describe it.
struct ProgramDescription {
  /// A command as the overview lists it.
  struct Command {
    let name: String
    /// As in `rehearse SCRIPT --as NAME`.
    let form: String
    let summary: String
    /// The whole description; made when it is needed.
    let description: () -> CommandDescription
  }

  /// What only the man page says.
  struct Manual {
    /// Names with what each means, under a title.
    struct List {
      let title: String
      let entries: [(name: String, meaning: String)]
    }
    /// When the page was last revised, as in 2026-11-22.
    let date: String
    /// The product and its version.
    let source: String
    /// What the program does, as a fragment of a sentence.
    let summary: String
    let paragraphs: [String]
    let lists: [List]
  }

  /// As it was called.
  let name: String
  /// What it does, as sentences.
  let purpose: String
  /// The call without a command's name, and what it does.
  let form: String
  let summary: String
  /// Calls to begin with, without the program's name.
  let examples: [String]
  let commands: [Command]
  /// Made when it is needed.
  let makeManual: () -> Manual
  var manual: Manual { makeManual() }

  /// The description of the command of that name.
  func command(_ name: String) -> CommandDescription? {
    commands.first { $0.name == name }?.description()
  }
}
