import CuePlugins

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
