import CueOptions
import CuePlugins

/// The values for the commands that list something.
struct ListValues {
  var plugins: [PluginChoice] = []
  var language = ""
  var showsEmoji = true
  /// Whether hidden voices are listed, too.
  var showsHidden = false
  /// The microphone whose level is shown; the last one counts.
  var meters: [PluginChoice] = []
  var page: HelpFormat?
}

// Commands that show what is installed.
extension CommandTable {
  static var voices: CommandDefinition<ListValues> {
    var description = CommandDescription("voices", "List voices: id, languages, gender, name.")
    description.forms = [.init("voices [OPTION]… [PLUGIN…]")]
    description.words = WordsDescription(
      "[PLUGIN…]", 0...Int.max, completing: [.plugin(kind: "voice")], "")
    return CommandDefinition(
      description, ListValues(),
      [
        OptionGroup(
          "",
          [
            .language("only voices of this language, as in en-GB or et") { $0.language = $1 },
            .voices({ $1(&$0.plugins) }, "only voices of these plugins, as for 'speak'"),
            .settings(),
            .flag("--all", "hidden voices too; see 'profiles hide'") { $0.showsHidden = true },
            .json("print an object for each voice"), .localOnly, .allow, .noSandbox, .quiet,
            .verbose, .showsHelp,
          ])
      ]
    ) { given throws(UserError) in
      .voices(
        given.values.plugins + given.plugins, language: given.values.language,
        showsHidden: given.values.showsHidden)
    }
  }

  static var plugins: CommandDefinition<ListValues> {
    var description = CommandDescription(
      "plugins",
      "List plugins, and which cannot be used and why. With a name, also what may be set on it.")
    description.forms = [.init("plugins [PLUGIN…]")]
    description.words = WordsDescription(
      "[PLUGIN…]", 0...Int.max, completing: [.plugin(kind: "")], "")
    description.verbs = [
      VerbDescription(
        "rescan", WordsDescription("[PLUGIN…]", 0...Int.max, completing: [.plugin(kind: "")], ""),
        "ask all or some of them again")
    ]
    description.notes = [
      "A plugin file is asked once what it offers, and asked again only when it changes. A plugin that crashes or "
        + "hangs then, or that fails three times in a row in use, is left alone until its file changes or until a "
        + "rescan. A plugin that is named by its path is always tried.",
      "Plugins are looked for in CUE_PLUGIN_PATH, beside the program, in ~/.local/lib/cue/plugins and in the system's "
        + "lib/cue/plugins.",
    ]
    description.manual = [
      "A plugin is ok; incompatible, with the reason; crashed or hung, when it was asked; or quarantined, because it "
        + "failed in use three times in a row."
    ]
    return CommandDefinition(
      description, ListValues(),
      [OptionGroup("", [.json("print an object for each plugin"), .quiet, .verbose, .showsHelp])]
    ) { .plugins($0.words, rescans: $0.verb == "rescan") }
  }

  static var tones: CommandDefinition<ListValues> {
    var description = CommandDescription(
      "tones", "List the tones of a delivery, and what they do to an offline voice.")
    description.forms = [.init("tones [OPTION]…")]
    description.words = .none("The list of tones takes no words.")
    return CommandDefinition(
      description, ListValues(),
      [
        OptionGroup(
          "",
          [
            .noEmoji { $0.showsEmoji = false }, .json("print an object for each tone"), .quiet,
            .verbose, .showsHelp,
          ])
      ]
    ) { .tones(showsEmoji: $0.values.showsEmoji) }
  }

  static var doctor: CommandDefinition<ListValues> {
    var description = CommandDescription(
      "doctor",
      "Check the installation: the worker, plugins, voices, models, the sound server, keys.")
    description.forms = [.init("doctor [OPTION]…")]
    description.words = .none("The doctor looks at the whole installation.")
    description.notes = [
      "Each finding says what to do. The exit status is 0 if nothing is wrong, and 1 otherwise."
    ]
    description.manual = [
      "It looks at the worker, the folders of plugins, every plugin (each voice speaks, each recognizer and effect "
        + "loads), the sound server, keys, the cache and the SDK."
    ]
    return CommandDefinition(
      description, ListValues(),
      [
        OptionGroup(
          "",
          [
            .json("print an object for each finding"), .localOnly, .allow, .noSandbox, .quiet,
            .verbose, .showsHelp,
          ])
      ]
    ) { _ in .doctor }
  }
}
