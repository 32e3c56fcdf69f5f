import CueConformance
import CueOptions
import CuePlugins

/// The action of `plugin`.
enum PluginAction: Equatable {
  case new(StarterKit)
  case info(PluginReference)
}

struct PluginValues {
  var kind: String?
  var code: String?
}

/// The options of `conform`.
struct ConformOptions: Equatable {
  var plugin = PluginChoice(reference: PluginReference(""))
  var level = Suite.compatible
  var only: [String] = []
  var skip: [String] = []
  var seed: UInt64 = 1
  var junit: String?
  var jobs: Int?
  var timeoutSeconds = 60
  var patience = 1
  var watchSeconds = 60
  var keyDescriptors: [String: Int32] = [:]
  /// The voice that speaks to a recognizer.
  var voice: PluginChoice?
}

struct ConformValues {
  var options = ConformOptions()
  var isList = false
  var isMarkdown = false
}

extension CommandTable {
  static var plugin: CommandDefinition<PluginValues> {
    var description = CommandDescription("plugin", "Begin a plugin of your own, or look at one.")
    description.verbs = [
      VerbDescription(
        "new",
        WordsDescription(
          "NAME", 1...1, completing: [.folder],
          "A plugin can be made (new NAME) or looked at (info PLUGIN)."),
        "make the folder NAME with a small plugin that works"),
      VerbDescription(
        "info",
        WordsDescription(
          "PLUGIN", 1...1, completing: [.plugin(kind: "")],
          "A plugin can be made (new NAME) or looked at (info PLUGIN)."),
        "what it says of itself, its settings and voices, its last '\(Program.name) conform'"),
    ]
    description.notes = [
      "The folder has a README and a Makefile: 'make' builds the plugin, 'make test' tests it, 'make install' puts it "
        + "where it is found as NAME. NAME is what users will type. Existing files are never overwritten."
    ]
    description.examples = [.init("plugin new night-owl --kind voice --code c")]
    return CommandDefinition(
      description, PluginValues(),
      [
        OptionGroup(
          "",
          [
            pluginChoice("--kind", StarterKit.kinds, "what the plugin is; dsp is an effect") {
              $0.kind = $1
            },
            pluginChoice("--code", StarterKit.languages, "the language it is written in") {
              $0.code = $1
            }, .json("info: print an object"), .quiet, .verbose, .showsHelp,
          ])
      ]
    ) { given throws(UserError) in
      if given.verb == "info" { return .plugin(.info(PluginReference(given.words[0]))) }
      guard StarterKit.isName(given.words[0]) else {
        throw .usage(
          "“\(given.words[0])” cannot be a plugin's name: it is 2 to 48 lower-case letters, digits "
            + "and single hyphens, and begins with a letter, as in night-owl.")
      }
      guard let kind = given.values.kind else {
        throw .usage("--kind says what the plugin is: \(StarterKit.kinds.joined(separator: ", ")).")
      }
      guard let code = given.values.code else {
        throw .usage(
          "--code says what it is written in: \(StarterKit.languages.joined(separator: ", ")).")
      }
      return .plugin(.new(StarterKit(name: given.words[0], kind: kind, language: code)))
    }
  }

  private static func pluginChoice(
    _ name: String, _ choices: [String], _ help: String,
    _ take: @escaping (inout PluginValues, String) -> Void
  ) -> CommandOption<PluginValues> {
    .choice(
      "\(name) \(choices.joined(separator: "|"))", help, for: ["new"], take)
  }

  static var conform: CommandDefinition<ConformValues> {
    var description = CommandDescription(
      "conform",
      "Test a plugin against the interface: a library, or a program that speaks the worker protocol."
    )
    description.forms = [
      .init("conform PLUGIN[:ID] [OPTION]…", "run the checks"),
      .init("conform --list", "list the checks"),
    ]
    // How many are tested is checked below: --list needs none.
    description.words = WordsDescription("PLUGIN[:ID]", 0...Int.max, completing: [.file], "")
    description.notes = [
      "Each check has a process of its own. The exit status is 0 if nothing failed, and 1 otherwise."
    ]
    description.examples = [.init("conform ./libnight-owl.so --level 7 --junit report.xml")]
    return CommandDefinition(
      description, ConformValues(),
      [
        OptionGroup(
          "",
          [
            .number(
              "--level N", in: 1...10,
              "1 to 10; a plugin that passes level 5, the default, is compatible"
            ) { $0.options.level = Int($1) },
            .value("--only CHECK[,…]", "only these; * stands for anything, as in voice-*") {
              (values: inout ConformValues, text: String) throws(UserError) in
              values.options.only += try patterns(text)
            },
            .value("--skip CHECK[,…]", "not these") {
              (values: inout ConformValues, text: String) throws(UserError) in
              values.options.skip += try patterns(text)
            },
            .value("--seed N", "another seed for what is generated at random") {
              (values: inout ConformValues, text: String) throws(UserError) in
              guard let seed = UInt64(text) else {
                throw .usage("--seed takes a whole number, not “\(text)”.")
              }
              values.options.seed = seed
            },
            .value(
              "--set NAME=VALUE", "a setting of the plugin; keys come from the credentials",
              isRepeatable: true
            ) { (values: inout ConformValues, text: String) throws(UserError) in
              let (name, value) = try OptionValues.pair("--set", text, "NAME=VALUE")
              values.options.plugin.settings.append(.init(name: name, value: value))
            },
            .keyDescriptor({ $1(&$0.options.keyDescriptors) }),
            .value(
              "-v, --voice PLUGIN[:VOICE]",
              "a voice that speaks to a recognizer, which is then tested with words",
              completion: .voice
            ) { $0.options.voice = PluginChoice(reference: PluginReference($1)) },
            .number("--jobs N", in: 1...256, "how many checks run at a time") {
              $0.options.jobs = Int($1)
            },
            .number(
              "--timeout SECONDS", in: 1...3600, "how long one check may take; 60 by default"
            ) { $0.options.timeoutSeconds = Int($1) },
            .number(
              "--patience N", in: 1...100,
              "limits on latency are N times as long, for a busy machine"
            ) { $0.options.patience = Int($1) },
            .number(
              "--watch SECONDS", in: 0...3600,
              "how long level 8 watches a plugin's network calls and files; 60 by default"
            ) { $0.options.watchSeconds = Int($1) },
          ]),
        OptionGroup(
          "",
          [
            .value("--junit FILE", "write the results also as JUnit does", completion: .file) {
              $0.options.junit = $1
            },
            .flag("--list", "list the checks") { $0.isList = true },
            .flag("--markdown", "print the list as Markdown") { $0.isMarkdown = true },
            .json("print each result as a line of JSON"), .quiet,
            Self.verboseChecks, .showsHelp,
          ]),
      ]
    ) { given throws(UserError) in
      if given.values.isList {
        guard given.words.isEmpty else { throw .usage("The list of checks takes no plugin.") }
        return .checks(isMarkdown: given.values.isMarkdown)
      }
      guard given.words.count == 1 else {
        throw .usage(
          given.words.isEmpty ? "There is no plugin to judge." : "One plugin is judged at a time.")
      }
      var options = given.values.options
      options.plugin.reference = PluginReference(given.words[0])
      guard
        !Suite.chosen(level: options.level, only: options.only, skip: options.skip).isEmpty
      else { throw .usage("No check is meant by that; --list lists them.") }
      return .conform(options)
    }
  }

  private static var verboseChecks: CommandOption<ConformValues> {
    CommandOption(
      "--verbose", "print also what passed or was skipped", .manner { $0.isVerbose = true })
  }

  private static func patterns(_ text: String) throws(UserError) -> [String] {
    let patterns = text.split(separator: ",").map(String.init)
    for pattern in patterns where !Suite.checks.contains(where: { $0.matches(pattern) }) {
      throw .unknown(
        pattern, in: Suite.checks.map(\.id), "There is no check “\(pattern)”; --list lists them.")
    }
    return patterns
  }
}

/// The action of `credentials`.
enum CredentialsAction: Equatable {
  case set(plugin: String, name: String)
  case list
  case remove(plugin: String, name: String)
}

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
            .json("print an object for each voice"), .localOnly, .quiet, .verbose, .showsHelp,
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
          "", [.json("print an object for each finding"), .localOnly, .quiet, .verbose, .showsHelp])
      ]
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

  static var help: CommandDefinition<ListValues> {
    var description = CommandDescription(
      "help", "Show the help of a command, or this program's files.")
    description.forms = [
      .init("help [COMMAND]", "the same as COMMAND --help"),
      .init(
        "help --format man|bash|zsh|fish|sessions",
        "the man page, the completions of a shell, or the events of --json"),
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
              "--format man|bash|zsh|fish|sessions",
              "print the man page (for man1/cue.1), the completions of a shell, or the events and commands of sessions"
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
