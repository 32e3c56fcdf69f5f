import CueOptions
import CuePlugins

extension CommandTable {
  static var config: CommandDefinition<ListValues> {
    var description = CommandDescription(
      "config", "Keep your defaults: what holds where no option of a command says otherwise.")
    let names = Completion.word(Preference.allCases.map(\.rawValue))
    description.verbs = [
      VerbDescription(
        "show",
        WordsDescription("[NAME]", 0...1, completing: [names], "One setting is shown, or all."),
        "list the settings, their values and what they do"),
      VerbDescription(
        "set",
        WordsDescription(
          "NAME VALUE", 2...2, completing: [names, .nothing],
          "A setting has a name and a value, as in: config set rate 0.6"), "keep a setting"),
      VerbDescription(
        "unset",
        WordsDescription("NAME", 1...1, completing: [names], "Which setting is to be taken out?"),
        "take a setting out"),
    ]
    description.notes = [
      "The settings: "
        + Preference.allCases.map { "\($0.rawValue) (\($0.values))" }.joined(separator: "; ") + ".",
      "NAME may also be voice.LANGUAGE, price.PLUGIN, rate.PLUGIN, PLUGIN.PARAMETER or PLUGIN.voice.NAME.",
    ]
    description.manual = [
      "They are kept in cue.conf, which you can edit, too, and hold in every run, also with -o and --json. Keys are not kept "
        + "there: see credentials."
    ]
    description.examples = [
      .init("config set voice espeak:en-gb"), .init("config set local-only on"),
      .init("config show"),
    ]
    return CommandDefinition(
      description, ListValues(),
      [OptionGroup("", [.json("show: print an object for each setting"), .quiet, .showsHelp])]
    ) { given throws(UserError) in
      switch given.verb {
      case "set": .config(.set(given.words[0], to: given.words[1]))
      case "unset": .config(.unset(given.words[0]))
      default: .config(.show(given.words.first))
      }
    }
  }
}
