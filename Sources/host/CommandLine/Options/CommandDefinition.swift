import CueOptions
import CuePlugins

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

/// An option of a command: its description, and where its value goes.
struct CommandOption<Values> {
  /// Where a value goes: changes that part of the command's values.
  typealias Place<Part> = (inout Values, (inout Part) -> Void) -> Void

  enum Action {
    case flag((inout Values) throws(UserError) -> Void)
    case value((inout Values, String) throws(UserError) -> Void)
    /// How much the program says.
    case manner((inout Manner) -> Void)
    /// A plugin, or a list of them; a `--set` behind it belongs to the last one.
    case plugins(PluginSlot<Values>)
    /// `NAME=VALUE` for the plugin before it, `ID:NAME=VALUE` for that plugin.
    case setting
    case help
    case version
  }

  let description: OptionDescription
  let action: Action

  /// An option that help shows as `label`, as in `-o, --output FILE`.
  ///
  /// `verbs`: those that take the option; empty for all.
  init(
    _ label: String, _ help: String, manual: String = "", formerly formerNames: [String] = [],
    for verbs: [String] = [], completion: Completion = .nothing, isRepeatable: Bool = false,
    valueIsOptional: Bool = false, _ action: Action
  ) {
    // By bytes: a table is made at each start, and walking through characters takes most of its time.
    var rest = label.utf8[...]
    var short: String?
    if let comma = rest.prefix(3).firstIndex(of: UInt8(ascii: ",")) {
      short = String(Substring(rest[..<comma]))
      rest = rest[comma...].dropFirst(2)
    }
    let name = rest.prefix { $0 != UInt8(ascii: " ") }
    let placeholder = rest[name.endIndex...].dropFirst()
    precondition(name.starts(with: "--".utf8), "“\(label)” has no long name")
    description = OptionDescription(
      name: String(Substring(name)), short: short,
      placeholder: placeholder.isEmpty ? nil : String(Substring(placeholder)), help: help,
      manual: manual, formerNames: formerNames, verbs: verbs, completion: completion,
      isRepeatable: isRepeatable, valueIsOptional: valueIsOptional)
    self.action = action
  }
}

/// Where the plugins of an option go.
struct PluginSlot<Values> {
  let place: CommandOption<Values>.Place<[PluginChoice]>
  /// Whether several may be named, with commas between; the others stand in for the first.
  var isList = true
  /// The plugin that is used if none is named.
  var standard: String?
  /// An id for messages.
  var example: String
  /// Is told the text of the option, too.
  var also: ((inout Values, String) -> Void)?
}

// The kinds of options.
extension CommandOption {
  /// An option without a value.
  static func flag(
    _ label: String, _ help: String, manual: String = "", formerly: [String] = [],
    for verbs: [String] = [], _ take: @escaping (inout Values) throws(UserError) -> Void
  ) -> Self {
    Self(label, help, manual: manual, formerly: formerly, for: verbs, .flag(take))
  }

  /// A flag of an earlier edition that no longer does anything.
  static func retired(_ label: String) -> Self { .flag(label, "") { _ in } }

  /// An option with any value.
  static func value(
    _ label: String, _ help: String, manual: String = "", formerly: [String] = [],
    for verbs: [String] = [], completion: Completion = .nothing, isRepeatable: Bool = false,
    _ take: @escaping (inout Values, String) throws(UserError) -> Void
  ) -> Self {
    Self(
      label, help, manual: manual, formerly: formerly, for: verbs, completion: completion,
      isRepeatable: isRepeatable, .value(take))
  }

  /// An option with a number in `range`.
  static func number(
    _ label: String, in range: ClosedRange<Double>, _ help: String, manual: String = "",
    formerly: [String] = [], _ take: @escaping (inout Values, Double) -> Void
  ) -> Self {
    .value(label, help, manual: manual, formerly: formerly) {
      (values: inout Values, text: String) throws(UserError) in
      let name = OptionValues.name(inLabel: label)
      take(&values, try OptionValues.number(name, text, range))
    }
  }

  /// An option with one of the words of its placeholder, as in `--pause on|off`.
  static func choice(
    _ label: String, _ help: String, manual: String = "", formerly: [String] = [],
    for verbs: [String] = [], _ take: @escaping (inout Values, String) -> Void
  ) -> Self {
    let words = label.split(separator: " ").last.map { $0.split(separator: "|").map(String.init) }
    let choices = words ?? []
    return .value(
      label, help, manual: manual, formerly: formerly, for: verbs, completion: .word(choices)
    ) { (values: inout Values, text: String) throws(UserError) in
      let word = text.lowercased()
      guard choices.contains(word) else {
        let name = OptionValues.name(inLabel: label)
        throw .unknown(
          word, in: choices,
          "\(name) is \(OptionValues.alternatives(choices)), not “\(text)”.")
      }
      take(&values, word)
    }
  }
}
