import CueScreenplay

/// What a screenplay is written as; its name is the ending of the file.
enum ScriptForm: String, CaseIterable {
  case fountain, fdx, json, txt
}

/// What `script` was asked for.
enum ScriptAction: Equatable {
  case show(String)
  case info(String)
  case convert(from: String, to: String, form: ScriptForm)
  case items(String, rules: SpeakingRules, SpeakingOptions, lexicon: String?)
}

/// What `script` was given, and the options of `generate` that decide what is said.
struct ScriptValues {
  var rules = SpeakingRules.tableRead
  var speaking = SpeakingOptions()
  var lexicon: String?
  var form: ScriptForm?
}

extension CommandTable {
  static var script: CommandDefinition<ScriptValues> {
    var description = CommandDescription(
      "script", "Read a screenplay: Fountain, Final Draft (FDX) or plain text.")
    let complaint =
      "A script can be shown (show FILE), summed up (info FILE), converted (convert IN OUT), or told into what is "
      + "said (items FILE)."
    func file(_ form: String, _ count: Int) -> WordsDescription {
      WordsDescription(form, count...count, completing: [.file], complaint)
    }
    description.verbs = [
      VerbDescription("show", file("FILE", 1), "list its elements in order"),
      VerbDescription("info", file("FILE", 1), "list scenes, characters, and what is doubtful"),
      VerbDescription("convert", file("IN OUT", 2), "write it as .fountain, .fdx, .json or .txt"),
      VerbDescription("items", file("FILE", 1), "list what is said, and who says it"),
    ]
    description.terms = [("FILE, IN", "- for standard input")]
    description.notes = [
      "The rules: table-read (the default; headings and action by the narrator, speeches by their characters), 1.0 "
        + "(with \"JOHN says:\" once a scene), all-on (all that the page shows), dialogue-only.",
      "UTF-8, UTF-16 and Windows' Western letters are recognized; line ends are of any kind.",
    ]
    description.manual = [
      "With --json, show and info print one object: title_page, scenes, characters and, for show, elements, each with "
        + "its type, its text and its range, the bytes that it was read from. What is doubtful is reported with its line."
    ]
    return CommandDefinition(
      description, ScriptValues(),
      [
        OptionGroup(
          "",
          [
            .choice(
              "--format fountain|fdx|json|txt",
              "what OUT is, if its ending does not say it; OUT may be - for standard output",
              formerly: ["--to"], for: ["convert"]
            ) { $0.form = ScriptForm(rawValue: $1) }
          ]),
        OptionGroup(
          "What is said", CommandOption.speaking(\.self, for: ["items"])),
        OptionGroup(
          "",
          [
            .json("show, info: print an object; items: an object for each item"), .quiet,
            .verbose, .showsHelp,
          ]),
      ]
    ) { given throws(UserError) in
      let (values, words) = (given.values, given.words)
      switch given.verb {
      case "show": return .script(.show(words[0]))
      case "info": return .script(.info(words[0]))
      case "items":
        return .script(
          .items(
            words[0], rules: values.rules, values.speaking, lexicon: values.lexicon))
      default:
        let ending = words[1].split(separator: ".", omittingEmptySubsequences: false).last ?? ""
        guard let form = values.form ?? ScriptForm(rawValue: ending.lowercased()) else {
          throw .usage(
            "\(words[1]) does not say what is to be written: "
              + ScriptForm.allCases.map(\.rawValue).joined(separator: ", ") + ".")
        }
        return .script(.convert(from: words[0], to: words[1], form: form))
      }
    }
  }
}

extension CommandOption {
  /// What is said of a script, and how.
  static func speaking(
    _ place: WritableKeyPath<Values, ScriptValues>, for verbs: [String] = []
  ) -> [Self] {
    [
      .choice(
        "--rules \(SpeakingRules.allCases.map(\.rawValue).joined(separator: "|"))",
        "what is said; table-read by default", for: verbs
      ) { $0[keyPath: place].rules = SpeakingRules(rawValue: $1) ?? .tableRead },
      .choice(
        "--dual sequence|together", "speeches side by side: one after the other, or at once",
        for: verbs
      ) { $0[keyPath: place].speaking.isDualTogether = $1 == "together" },
      .flag("--centered", "say centered text, too", for: verbs) {
        $0[keyPath: place].speaking.saysCentered = true
      },
      .flag("--say-title", "say title and author first", formerly: ["--title"], for: verbs) {
        $0[keyPath: place].speaking.announcesTitle = true
      },
      .value(
        "--alias CUE=NAME", "a cue that is another name: \"YOUNG JOHN=JOHN\"; may be repeated",
        for: verbs, isRepeatable: true
      ) { (values: inout Values, text: String) throws(UserError) in
        let (cue, name) = try OptionValues.pair("--alias", text, aliasForm)
        values[keyPath: place].speaking.aliases[cue] = name
      },
      .value(
        "--lexicon FILE",
        "how words are spoken, a line each: Aoife = EE-fa; 'Lexicon:' on the title page does the same",
        for: verbs, completion: .file
      ) { $0[keyPath: place].lexicon = $1 },
    ]
  }

  static var aliasForm: String { "CUE=NAME, as in --alias \"YOUNG JOHN=JOHN\"" }
}
