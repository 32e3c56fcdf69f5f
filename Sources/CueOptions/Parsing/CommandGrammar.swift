import CuePlugins

/// What the words of a program's commands become, and how mistakes in them are explained.
package protocol CommandGrammar {
  /// What the user wants.
  associatedtype Command
  /// How much the program says, and in which form.
  associatedtype Manner
  /// A mistake that is explained.
  associatedtype Failure: Error
  /// The manner of the program if nothing else is asked for.
  static var manner: Manner { get }
  /// What the pages say of the command of that name.
  static func texts(of command: String) -> CommandTexts
  /// The command that shows `page`.
  static func command(_ page: CommandPage) -> Command
  /// `mistake`, explained.
  static func failure(_ mistake: CommandMistake) -> Failure
  /// `failure` with a hint at the help of `command` added, if it was a mistake on the command line; nil is the program.
  static func pointing(_ failure: Failure, toHelpOf command: String?) -> Failure
}

/// A page that is shown in place of what a command does.
package enum CommandPage: Equatable {
  /// The help of a command, or of the program where `topic` is nil.
  case help(topic: String?)
  /// The program's version.
  case version
  /// The help of a command that needs a verb and was given none.
  case missingVerb(topic: String)
}

/// What is wrong with the words after a command.
package enum CommandMistake: Error, Equatable {
  /// A flag was given a value.
  case takesNoValue(option: String)
  /// The value of an option is missing.
  case needsValue(option: String)
  /// No plugin is named.
  case needsPlugin(option: String)
  /// There is no option of that name; `nearest` is similar.
  case noOption(String, nearest: String?)
  /// The option is for other verbs.
  case otherVerb(option: String, command: String, verbs: [String])
  /// There is no verb of that name; `nearest` is similar.
  case noVerb(String, command: String, verbs: [String], nearest: String?)
  /// There are too few words, or too many: the message from the command's texts.
  case words(String)
  /// A setting has no `NAME=VALUE`.
  case noSetting(String)
  /// A setting comes before any plugin; it can follow these options.
  case settingBeforePlugin(String, options: [String], example: String)
  /// A setting belongs to no plugin.
  case settingOfNone(name: String, value: String)
  /// A setting belongs to a plugin that is not in use.
  case settingOfUnused(plugin: String, name: String)
}

/// A command, the manner of the program's output, and the options and settings that were given.
package struct CommandInvocation<Grammar: CommandGrammar> {
  /// What the user wants.
  package var command: Grammar.Command
  /// The manner of the output.
  package var manner: Grammar.Manner
  /// The options that were given, by name: the user's defaults do not change them.
  package var options: Set<String>
  /// The settings of plugins; they apply whatever names the plugin.
  package var settings: [GivenSetting]

  /// `command`, as the user gave it.
  package init(
    command: Grammar.Command, manner: Grammar.Manner = Grammar.manner, options: Set<String> = [],
    settings: [GivenSetting] = []
  ) {
    self.command = command
    self.manner = manner
    self.options = options
    self.settings = settings
  }
}

extension CommandInvocation: Equatable where Grammar.Command: Equatable, Grammar.Manner: Equatable {
}

/// What the user gave a command.
package struct Given<Values, Grammar: CommandGrammar> {
  package var values: Values
  package var manner = Grammar.manner
  /// Empty where none was given.
  package var verb = ""
  /// Plain words, without the verb.
  package var words: [String] = []
  /// Whether text may come from standard input, which is not a terminal.
  package var hasInput = false
  /// Whether the command's name was left out.
  package var isImplied = false
  /// All words after the command, as they were typed.
  package var typed: [String] = []
  /// The options that were given, by name.
  package var options: Set<String> = []
  /// Settings for plugins that are plain words, of that name or of all.
  package var settings: [(plugin: String?, setting: PluginChoice.Setting)] = []

  /// The plugins that are plain words, with their settings.
  package var plugins: [PluginChoice] {
    words.map { word in
      var choice = PluginChoice(reference: PluginReference(word))
      choice.settings = settings.filter { $0.plugin.map(choice.isNamed) ?? true }.map(\.setting)
      return choice
    }
  }
}
