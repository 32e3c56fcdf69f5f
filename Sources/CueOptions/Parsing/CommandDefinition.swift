import CuePlugins

/// Options under a title of their own.
package struct OptionGroup<Values, Grammar: CommandGrammar> {
  let title: String
  let options: [CommandOption<Values, Grammar>]

  /// `options`, and `more` after them, under `title`.
  package init(
    _ title: String, _ options: [CommandOption<Values, Grammar>],
    _ more: [CommandOption<Values, Grammar>] = []
  ) {
    self.title = title
    self.options = options + more
  }

  /// The same without a title.
  package init(
    _ options: [CommandOption<Values, Grammar>], _ more: [CommandOption<Values, Grammar>] = []
  ) {
    self.init("", options, more)
  }
}

/// A command whose words can be parsed and described.
package protocol CommandEntry<Grammar> {
  /// What its words become.
  associatedtype Grammar: CommandGrammar
  /// The command as its pages describe it.
  var description: CommandDescription { get }
  /// Parses the words after the command's name. `isImplied`: the name was left out.
  func parse(
    _ words: [String], hasInput: Bool, isImplied: Bool
  ) throws(Grammar.Failure) -> CommandInvocation<Grammar>
}

/// A command: its description, its options and what they make.
package struct CommandDefinition<Values, Grammar: CommandGrammar>: CommandEntry {
  /// The description without texts and options.
  package let plain: CommandDescription
  let initial: Values
  let groups: [OptionGroup<Values, Grammar>]
  /// Makes a command of the values, or explains why they make no sense.
  let finish: (Given<Values, Grammar>) throws(Grammar.Failure) -> Grammar.Command

  /// A command of that description, with options in `groups`; `finish` makes it from the values, which begin as `initial`.
  package init(
    _ description: CommandDescription, _ initial: Values, _ groups: [OptionGroup<Values, Grammar>],
    finish: @escaping (Given<Values, Grammar>) throws(Grammar.Failure) -> Grammar.Command
  ) {
    plain = description
    self.initial = initial
    self.groups = groups
    self.finish = finish
  }

  /// The same with `options`, and `more` after them, in one group without a title.
  package init(
    _ description: CommandDescription, _ initial: Values,
    options: [CommandOption<Values, Grammar>], _ more: [CommandOption<Values, Grammar>] = [],
    finish: @escaping (Given<Values, Grammar>) throws(Grammar.Failure) -> Grammar.Command
  ) {
    self.init(description, initial, [OptionGroup(options, more)], finish: finish)
  }

  var options: [CommandOption<Values, Grammar>] { groups.flatMap(\.options) }

  package var description: CommandDescription {
    let texts = Grammar.texts(of: plain.name)
    var description = texts.explaining(plain)
    description.groups = groups.map {
      .init(title: $0.title, options: $0.options.map { texts.explaining($0.description) })
    }
    return description
  }

  /// The option that the user calls `name`.
  func option(_ name: String) -> CommandOption<Values, Grammar>? {
    for group in groups {
      for option in group.options where option.description.isCalled(name) { return option }
    }
    return nil
  }

  package func parse(
    _ words: [String], hasInput: Bool, isImplied: Bool
  ) throws(Grammar.Failure) -> CommandInvocation<Grammar> {
    var parser = CommandParser(self, words, hasInput: hasInput, isImplied: isImplied)
    do throws(Grammar.Failure) { return try parser.parse() } catch {
      throw Grammar.pointing(error, toHelpOf: isImplied ? nil : plain.name)
    }
  }
}

/// An option of a command: its description, and where its value goes.
package struct CommandOption<Values, Grammar: CommandGrammar> {
  /// Where a value goes: changes that part of the command's values.
  package typealias Place<Part> = (inout Values, (inout Part) -> Void) -> Void

  /// What is done with the option's value.
  package enum Action {
    case flag((inout Values) throws(Grammar.Failure) -> Void)
    case value((inout Values, String) throws(Grammar.Failure) -> Void)
    /// A value that names a voice; `plugin` finds the voice's plugin in it, to which a `--set` after the option belongs.
    case voice(
      plugin: (String) -> String?, (inout Values, String) throws(Grammar.Failure) -> Void)
    /// How much the program says.
    case manner((inout Grammar.Manner) -> Void)
    /// The same with a value.
    case mannerValue((inout Grammar.Manner, String) throws(Grammar.Failure) -> Void)
    /// A plugin, or a list of them; a `--set` after it belongs to the last one.
    case plugins(PluginSlot<Values, Grammar>)
    /// `NAME=VALUE` for the plugin before it, `ID:NAME=VALUE` for that plugin.
    case setting
    case help
    case version
  }

  package let description: OptionDescription
  let action: Action

  /// An option that help shows as `label`, as in `-o, --output FILE`.
  ///
  /// `verbs`: those that take the option; empty for all.
  package init(
    _ label: String, for verbs: [String] = [], completion: Completion = .nothing,
    isRepeatable: Bool = false, valueIsOptional: Bool = false, _ action: Action
  ) {
    // By bytes: a table is made at each start, and iterating over characters takes most of its time.
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
      placeholder: placeholder.isEmpty ? nil : String(Substring(placeholder)), verbs: verbs,
      completion: completion, isRepeatable: isRepeatable, valueIsOptional: valueIsOptional)
    self.action = action
  }
}

/// Where the plugins of an option go.
package struct PluginSlot<Values, Grammar: CommandGrammar> {
  let place: CommandOption<Values, Grammar>.Place<[PluginChoice]>
  /// Whether several may be named, with commas between; the others stand in for the first.
  var isList = true
  /// The plugin that is used if none is named.
  var standard: String?
  /// An id for messages.
  var example: String
  /// For which uses of a plugin a setting counts that is given here.
  var reach = PluginSlotReach.otherUses
  /// Gets the text of the option, too.
  var also: ((inout Values, String) -> Void)?

  /// A slot whose plugins go to `place`.
  package init(
    place: @escaping CommandOption<Values, Grammar>.Place<[PluginChoice]>, isList: Bool = true,
    standard: String? = nil, example: String, reach: PluginSlotReach = .otherUses,
    also: ((inout Values, String) -> Void)? = nil
  ) {
    self.place = place
    self.isList = isList
    self.standard = standard
    self.example = example
    self.reach = reach
    self.also = also
  }
}

/// For which uses of a plugin a setting counts that the user gives after the option that names the plugin.
package enum PluginSlotReach: Sendable {
  /// For this use alone: two effects of a chain may be the same plugin with other settings.
  case thisUse
  /// For this use alone; for all uses if the setting names the plugin.
  case otherUses
  /// For all uses that do not set it themselves.
  case allUses
}

// The kinds of options.
extension CommandOption {
  /// An option without a value.
  package static func flag(
    _ label: String, for verbs: [String] = [],
    _ take: @escaping (inout Values) throws(Grammar.Failure) -> Void
  ) -> Self {
    Self(label, for: verbs, .flag(take))
  }

  /// An option with any value.
  package static func value(
    _ label: String, for verbs: [String] = [], completion: Completion = .nothing,
    isRepeatable: Bool = false,
    _ take: @escaping (inout Values, String) throws(Grammar.Failure) -> Void
  ) -> Self {
    Self(label, for: verbs, completion: completion, isRepeatable: isRepeatable, .value(take))
  }

  /// An option whose value names a voice; `plugin` finds the voice's plugin in it, to which a `--set` after the option belongs.
  package static func voice(
    _ label: String, completion: Completion = .voice, isRepeatable: Bool = false,
    plugin: @escaping (String) -> String?,
    _ take: @escaping (inout Values, String) throws(Grammar.Failure) -> Void
  ) -> Self {
    Self(
      label, completion: completion, isRepeatable: isRepeatable, .voice(plugin: plugin, take))
  }
}
