import CuePlugins

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
  fileprivate(set) var groups: [Group] = []

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

/// Options under a title of their own.
struct OptionGroup<Values> {
  let title: String
  let options: [CommandOption<Values>]
  init(_ title: String = "", _ options: [CommandOption<Values>]) {
    self.title = title
    self.options = options
  }
}

/// What the user gave a command.
struct Given<Values> {
  var values: Values
  var manner = Manner()
  /// Empty where none was given.
  var verb = ""
  /// Plain words, without the verb.
  var words: [String] = []
  /// Whether text may come from standard input, which is no terminal.
  var hasInput = false
  /// Whether the command's name was left out.
  var isImplied = false
  /// All words behind the command, as they were typed.
  var typed: [String] = []
  /// The options that were given, by name.
  var options: Set<String> = []
  /// Settings for plugins that are plain words, of that name or of all.
  var settings: [(plugin: String?, setting: PluginChoice.Setting)] = []

  /// The plugins that are plain words, with their settings.
  var plugins: [PluginChoice] {
    words.map { word in
      var choice = PluginChoice(reference: PluginReference(word))
      choice.settings = settings.filter { $0.plugin.map(choice.isNamed) ?? true }.map(\.setting)
      return choice
    }
  }
}

/// A command whose words can be parsed and described.
protocol CommandEntry {
  var description: CommandDescription { get }
  /// Parses the words behind the command's name. `isImplied`: the name was left out.
  func parse(_ words: [String], hasInput: Bool, isImplied: Bool) throws(UserError) -> Invocation
}

/// A command: its description, its options and what they make.
struct CommandDefinition<Values>: CommandEntry {
  /// The description without the options.
  let plain: CommandDescription
  let initial: Values
  private let groups: [OptionGroup<Values>]
  /// Makes a command of what was given, or explains why it makes no sense.
  let finish: (Given<Values>) throws(UserError) -> Command

  init(
    _ description: CommandDescription, _ initial: Values, _ groups: [OptionGroup<Values>],
    finish: @escaping (Given<Values>) throws(UserError) -> Command
  ) {
    plain = description
    self.initial = initial
    self.groups = groups
    self.finish = finish
  }

  var options: [CommandOption<Values>] { groups.flatMap(\.options) }

  var description: CommandDescription {
    var description = plain
    description.groups = groups.map {
      .init(title: $0.title, options: $0.options.map(\.description).filter { !$0.isRetired })
    }
    return description
  }

  /// The option that the user calls `name`.
  func option(_ name: String) -> CommandOption<Values>? {
    for group in groups {
      for option in group.options where option.description.isCalled(name) { return option }
    }
    return nil
  }

  func parse(_ words: [String], hasInput: Bool, isImplied: Bool) throws(UserError) -> Invocation {
    var parser = CommandParser(self, words, hasInput: hasInput, isImplied: isImplied)
    do throws(UserError) { return try parser.parse() } catch {
      guard error.status == .usage else { throw error }
      var explained = error
      let help = UserError.seeHelp(isImplied ? nil : plain.name)
      if !explained.hint.contains(help) {
        explained.hint = explained.hint.isEmpty ? help : explained.hint + "\n" + help
      }
      throw explained
    }
  }
}
