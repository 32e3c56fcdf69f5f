/// Plain words after a command or a verb.
package struct WordsDescription {
  /// As in `SPEECH [FILE]`; empty if there are none.
  package let form: String
  /// How many there may be.
  package let count: ClosedRange<Int>
  /// How a shell completes each of them; the last counts for all that follow.
  package let completions: [Completion]

  /// Words of that form; without a `count`, words between brackets may be left out, and one that ends with `…` may be repeated.
  package init(
    _ form: String, _ count: ClosedRange<Int>? = nil, completing completions: [Completion] = []
  ) {
    self.form = form
    self.count = count ?? WordsDescription.count(of: form)
    self.completions = completions
  }

  /// No words.
  package static var nothing: Self { Self("") }

  private static func count(of form: String) -> ClosedRange<Int> {
    var (least, most, depth) = (0, 0, 0)
    for word in form.split(separator: " ") {
      depth += word.count { $0 == "[" }
      if depth == 0 { least += 1 }
      depth -= word.count { $0 == "]" }
      most = word.filter({ $0 != "]" }).hasSuffix("…") ? Int.max : most == Int.max ? most : most + 1
    }
    return least...most
  }
}

/// The second word of a command of several actions, as `add` in `speech add`.
package struct VerbDescription {
  package let name: String
  package let words: WordsDescription
  package internal(set) var help = ""

  /// A verb with words of that form; see ``WordsDescription``.
  package init(
    _ name: String, _ form: String = "", _ count: ClosedRange<Int>? = nil,
    completing completions: [Completion] = []
  ) {
    self.name = name
    words = WordsDescription(form, count, completing: completions)
  }
}

/// A command as help, the man page and the completions describe it.
package struct CommandDescription {
  /// A line of the synopsis, and what it does; both without the program's name.
  package struct Form {
    package let words: String
    package let help: String
    package init(_ words: String, _ help: String = "") {
      self.words = words
      self.help = help
    }
  }
  package struct Group {
    package let title: String
    package let options: [OptionDescription]
    package init(title: String, options: [OptionDescription]) {
      self.title = title
      self.options = options
    }
  }
  package struct Example {
    package let command: String
    package let result: String
    package init(_ command: String, _ result: String = "") {
      self.command = command
      self.result = result
    }
  }

  package let name: String
  /// What the command does, as sentences: the first paragraph of its help.
  package internal(set) var purpose = ""
  /// Ways to call it that are not derived from the verbs.
  package internal(set) var forms: [Form] = []
  /// Names in the forms, and what they mean.
  package internal(set) var terms: [(name: String, meaning: String)] = []
  package internal(set) var verbs: [VerbDescription] = []
  /// The words where no verb is given; nil if one is needed.
  package let words: WordsDescription?
  /// Paragraphs below the options.
  package internal(set) var notes: [String] = []
  /// Paragraphs that only the man page has.
  package internal(set) var manual: [String] = []
  package internal(set) var examples: [Example] = []
  package var groups: [Group] = []

  /// All options, in the order of the pages.
  package var options: [OptionDescription] { groups.flatMap(\.options) }

  /// All ways to call it.
  package var synopsis: [Form] {
    forms
      + verbs.map {
        Form("\(name) \($0.name)" + ($0.words.form.isEmpty ? "" : " " + $0.words.form), $0.help)
      }
  }

  /// A command with these verbs and words; its texts come from ``CommandTexts``.
  package init(
    _ name: String, words: WordsDescription? = nil, verbs: [VerbDescription] = []
  ) {
    self.name = name
    self.words = words
    self.verbs = verbs
  }
}

/// How a shell completes a value.
package enum Completion: Equatable {
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
package struct OptionDescription: Equatable {
  /// As in `--output`.
  package let name: String
  /// As in `-o`; nil if there is none.
  package let short: String?
  /// What help calls the value, as in `FILE`; nil for a flag.
  package let placeholder: String?
  /// A fragment of a sentence: no capital, no full stop.
  package internal(set) var help = ""
  /// Whole sentences that only the man page has.
  package internal(set) var manual = ""
  /// The verbs that take the option; empty for all.
  package let verbs: [String]
  package let completion: Completion
  package let isRepeatable: Bool
  /// Whether it has a meaning without a value, too: then a word after it that begins with `-` is another option.
  package let valueIsOptional: Bool

  package init(
    name: String, short: String?, placeholder: String?, verbs: [String], completion: Completion,
    isRepeatable: Bool, valueIsOptional: Bool
  ) {
    self.name = name
    self.short = short
    self.placeholder = placeholder
    self.verbs = verbs
    self.completion = completion
    self.isRepeatable = isRepeatable
    self.valueIsOptional = valueIsOptional
  }

  /// As help shows it: `-o, --output FILE`.
  package var label: String {
    (short.map { $0 + ", " } ?? "") + name + (placeholder.map { " " + $0 } ?? "")
  }

  /// All its names.
  package var names: [String] { [name] + (short.map { [$0] } ?? []) }

  /// Whether the user means this option by `word`.
  package func isCalled(_ word: String) -> Bool {
    word == name || word == short
  }
}

/// The program as its overview, its man page and the completions describe it.
package struct ProgramDescription {
  /// A command as the overview lists it.
  package struct Command {
    package let name: String
    /// As in `rehearse SCRIPT --as NAME`.
    package let form: String
    package let summary: String
    /// The whole description; made when it is needed.
    package let description: () -> CommandDescription

    package init(
      name: String, form: String, summary: String, description: @escaping () -> CommandDescription
    ) {
      self.name = name
      self.form = form
      self.summary = summary
      self.description = description
    }
  }

  /// What only the man page says.
  package struct Manual {
    /// Names with what each means, under a title.
    package struct List {
      package let title: String
      package let entries: [(name: String, meaning: String)]
      package init(title: String, entries: [(name: String, meaning: String)]) {
        self.title = title
        self.entries = entries
      }
    }
    /// When the page was last revised, as in 2026-11-22.
    package let date: String
    /// The product and its version.
    package let source: String
    /// What the program does, as a fragment of a sentence.
    package let summary: String
    package let paragraphs: [String]
    package let lists: [List]

    package init(
      date: String, source: String, summary: String, paragraphs: [String], lists: [List]
    ) {
      self.date = date
      self.source = source
      self.summary = summary
      self.paragraphs = paragraphs
      self.lists = lists
    }
  }

  /// The name by which it was called.
  package let name: String
  /// What it does, as sentences.
  package let purpose: String
  /// The call without a command's name, and what it does.
  package let form: String
  package let summary: String
  /// Calls to begin with, without the program's name.
  package let examples: [String]
  package let commands: [Command]
  /// Made when it is needed.
  package let makeManual: () -> Manual
  package var manual: Manual { makeManual() }

  package init(
    name: String, purpose: String, form: String, summary: String, examples: [String],
    commands: [Command], makeManual: @escaping () -> Manual
  ) {
    self.name = name
    self.purpose = purpose
    self.form = form
    self.summary = summary
    self.examples = examples
    self.commands = commands
    self.makeManual = makeManual
  }

  /// The description of the command of that name.
  package func command(_ name: String) -> CommandDescription? {
    commands.first { $0.name == name }?.description()
  }
}
