import CuePlugins

/// What `credentials` was asked for.
enum CredentialsAction: Equatable {
  case set(plugin: String, name: String)
  case list
  case remove(plugin: String, name: String)
}

/// What the commands that list something were given.
struct ListValues {
  var plugins: [PluginChoice] = []
  var language = ""
  var showsEmoji = true
  var page: HelpFormat?
}

// Commands that show what is there.
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
            .voices(\.plugins, "only voices of these plugins, as for 'speak'"), .settings(),
            .json("print an object for each voice"), .quiet, .verbose, .showsHelp,
          ])
      ]
    ) { given throws(UserError) in
      let named = given.words.map { PluginChoice(reference: PluginReference($0)) }
      return .voices(given.values.plugins + named, language: given.values.language)
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

  static var devices: CommandDefinition<ListValues> {
    var description = CommandDescription("devices", "List sound devices.")
    description.forms = [.init("devices [OPTION]… [PLUGIN…]")]
    description.words = WordsDescription(
      "[PLUGIN…]", 0...Int.max, completing: [.plugin(kind: "device")], "")
    return CommandDefinition(
      description, ListValues(),
      [
        OptionGroup(
          "",
          [
            .device(\.plugins, "only devices of this plugin"), .settings(),
            .json("print an object for each device"), .quiet, .verbose, .showsHelp,
          ])
      ]
    ) { given throws(UserError) in
      .devices(
        given.values.plugins + given.words.map { PluginChoice(reference: PluginReference($0)) })
    }
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
      [OptionGroup("", [.json("print an object for each finding"), .quiet, .verbose, .showsHelp])]
    ) { _ in .doctor }
  }

  static var credentials: CommandDefinition<ListValues> {
    var description = CommandDescription(
      "credentials", "Keep the keys of plugins in a file that only you can read.")
    let plugin = Completion.plugin(kind: "")
    description.verbs = [
      VerbDescription(
        "set",
        WordsDescription(
          "PLUGIN [NAME]", 1...2, completing: [plugin, .nothing],
          "'\(Program.name) credentials set' needs a plugin: set PLUGIN [NAME].",
          surplus: { _ in
            "A key is never given on the command line, where others can read it: it is asked for, "
              + "or read from standard input."
          }), "ask for a key, or read it from standard input; NAME is 'key' by default"),
      VerbDescription(
        "list", .none("The list of credentials takes no words."), "list the keys, masked"),
      VerbDescription(
        "remove",
        WordsDescription(
          "PLUGIN [NAME]", 1...2, completing: [plugin, .nothing],
          "Removing a key needs a plugin: remove PLUGIN [NAME]."), "remove a key"),
    ]
    description.notes = [
      "A key is looked for on a descriptor (--key-fd), in the environment (CUE_PLUGIN_NAME, as in CUE_ELEVENLABS_KEY), "
        + "in $CREDENTIALS_DIRECTORY/cue-PLUGIN-NAME, from a command in cue.conf (elevenlabs.key.command = pass show "
        + "elevenlabs), and in this file, in that order."
    ]
    return CommandDefinition(
      description, ListValues(),
      [OptionGroup("", [.json("print an object for each key"), .quiet, .verbose, .showsHelp])]
    ) { given throws(UserError) in
      let name = given.words.count > 1 ? given.words[1] : "key"
      return switch given.verb {
      case "set": .credentials(.set(plugin: given.words[0], name: name))
      case "remove": .credentials(.remove(plugin: given.words[0], name: name))
      default: .credentials(.list)
      }
    }
  }

  static var help: CommandDefinition<ListValues> {
    var description = CommandDescription(
      "help", "Show the help of a command, or this program's files.")
    description.forms = [
      .init("help [COMMAND]", "the same as COMMAND --help"),
      .init("help --format man|bash|zsh|fish", "the man page, or the completions of a shell"),
    ]
    description.words = WordsDescription(
      "[COMMAND]", 0...1, completing: [.command], "",
      surplus: { _ in "Help explains one command at a time." })
    return CommandDefinition(
      description, ListValues(),
      [
        OptionGroup(
          "",
          [
            .choice(
              "--format man|bash|zsh|fish",
              "print the man page (for man1/cue.1) or the completions of a shell"
            ) { $0.page = HelpFormat(rawValue: $1) }, .quiet, .verbose, .showsHelp,
          ])
      ]
    ) { given throws(UserError) in
      if let page = given.values.page {
        guard given.words.isEmpty else {
          throw .usage("--format prints one page of all commands, not of “\(given.words[0])”.")
        }
        return .helpFile(page)
      }
      guard let topic = given.words.first else { return .help(topic: nil) }
      guard CommandTable.lines.contains(where: { $0.name == topic }) else {
        var error = UserError.usage("There is no command “\(topic)” to explain.")
        let near = Suggestions.nearest(to: topic, in: CommandTable.lines.map(\.name))
        if let near { error.hint = "Did you mean '\(Program.name) help \(near)'?" }
        throw error
      }
      return .help(topic: topic)
    }
  }
}
