import CueCasting
import CueModel
import CueOptions
import CuePlugins
import CueRehearsal
import CueScreenplay
import Glibc

/// The format of a screenplay; its name is the ending of the file.
enum ScriptForm: String, CaseIterable {
  case fountain, fdx, json, txt
}

/// The action of `script`.
enum ScriptAction: Equatable {
  case show(String, layout: ScriptLayout? = nil)
  case info(String, layout: ScriptLayout? = nil)
  case convert(from: String, to: String, form: ScriptForm, layout: ScriptLayout? = nil)
  case items(
    String, rules: SpeakingRules, SpeakingOptions, lexicon: String?, isSpoken: Bool = false,
    layout: ScriptLayout? = nil)
  /// Writes a script of a PDF file as Fountain, and lists what is doubtful; without a place, beside the file.
  case importing(String, to: String?, layout: ScriptLayout? = nil, isReviewed: Bool = false)
  /// Names that voices may mispronounce.
  case names(String, isKept: Bool, layout: ScriptLayout? = nil)
  /// Forgets what the library keeps of a script.
  case remove(String)
}

/// The values for `script`, and the options of `generate` that decide what is said.
struct ScriptValues {
  var rules = SpeakingRules.tableRead
  var speaking = SpeakingOptions()
  var lexicon: String?
  /// `names --keep`.
  var keepsNames = false
  var isReviewed = false
  var form: ScriptForm?
  /// Whether items are shown in the form that voices get.
  var isSpoken = false
  /// `--layout`.
  var layout: ScriptLayout?
}

extension CommandTable {
  static var script: CommandDefinition<ScriptValues> {
    var description = CommandDescription(
      "script", "Read a screenplay: \(scriptFormats).")
    let complaint =
      "A script can be shown (show FILE), summed up (info FILE), converted (convert IN OUT), listed as spoken "
      + "items (items FILE), imported (import FILE), searched for hard names (names FILE), or removed from the library (remove SCRIPT)."
    func file(_ form: String, _ count: Int) -> WordsDescription {
      WordsDescription(form, count...count, completing: [.file], complaint)
    }
    description.verbs = [
      VerbDescription("show", file("FILE", 1), "list its elements in order"),
      VerbDescription(
        "info", file("FILE", 1), "list scenes, characters, what was left out, and what is doubtful"),
      VerbDescription("convert", file("IN OUT", 2), "write it as .fountain, .fdx, .json or .txt"),
      VerbDescription("items", file("FILE", 1), "list what is said, and who says it"),
      VerbDescription(
        "import",
        WordsDescription("FILE [OUT]", 1...2, completing: [.file], complaint),
        "write a PDF file, a document or a web page as Fountain, as FILE.fountain or OUT, and list the rows that may be wrong"
      ),
      VerbDescription(
        "names", file("FILE", 1),
        "list names that voices may say wrongly, each with a spelling that they say right"),
      VerbDescription(
        "remove", WordsDescription("SCRIPT", 1...1, completing: [.file], complaint),
        "remove it from the library: its cast, items, versions and jobs; the file stays"),
    ]
    description.terms = [
      ("FILE, IN", "a script; - for standard input"),
      ("SCRIPT", "its file, its name or its number in the library"),
    ]
    description.notes = [
      "The rules: table-read (the default; headings and action by the narrator, speeches by their characters), 1.0 "
        + "(with \"JOHN says:\" once a scene), all-on (all that the page shows), dialogue-only.",
      "UTF-8, UTF-16 and Windows' Western letters are recognized; line ends are of any kind.",
    ]
    description.manual = [
      "With --json, show and info print one object: title_page, scenes, characters and, for show, elements, each with "
        + "its type, its text and its range, the bytes that it was read from. What is doubtful is reported with its line.",
      "For plain text, layout is how the file was read, and how sure that is (0 to 1). left_out lists what is not part of the "
        + "play, each with its first line and the line after its last. repairs lists what was mended in a Final Draft file.",
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
              for: ["convert"]
            ) { $0.form = ScriptForm(rawValue: $1) },
            .layout(for: ["show", "info", "convert", "items", "import", "names"]) {
              $0.layout = $1
            },
            .prose(for: ["show", "info", "convert", "items", "import", "names"]) {
              $0.layout = $1
            },
            .flag(
              "--keep", "keep the pronunciations beside the script, in SCRIPT.lexicon",
              for: ["names"]
            ) { $0.keepsNames = true },
            .flag(
              "--review",
              "ask about each row that may be wrong; Enter keeps it, - leaves it out, + takes in what was left "
                + "out, other words replace it",
              for: ["import"]
            ) { $0.isReviewed = true },
          ]),
        OptionGroup(
          "What is said",
          CommandOption.speaking(\.self, for: ["items"]) + [
            .flag(
              "--spoken", "show the words that voices get: numbers, signs and addresses in words",
              for: ["items"]
            ) { $0.isSpoken = true }
          ]),
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
      case "show": return .script(.show(words[0], layout: values.layout))
      case "info": return .script(.info(words[0], layout: values.layout))
      case "remove": return .script(.remove(words[0]))
      case "import":
        return .script(
          .importing(
            words[0], to: words.count > 1 ? words[1] : nil, layout: values.layout,
            isReviewed: values.isReviewed))
      case "names":
        return .script(.names(words[0], isKept: values.keepsNames, layout: values.layout))
      case "items":
        return .script(
          .items(
            words[0], rules: values.rules, values.speaking, lexicon: values.lexicon,
            isSpoken: values.isSpoken, layout: values.layout))
      default:
        let ending = words[1].split(separator: ".", omittingEmptySubsequences: false).last ?? ""
        guard let form = values.form ?? ScriptForm(rawValue: ending.lowercased()) else {
          throw .usage(
            "\(words[1]) does not say what is to be written: "
              + ScriptForm.allCases.map(\.rawValue).joined(separator: ", ") + ".")
        }
        return .script(
          .convert(from: words[0], to: words[1], form: form, layout: values.layout))
      }
    }
  }
}

extension CueOptions.CommandOption where Grammar == CueGrammar {
  /// `--layout`: how a plain text shows who speaks.
  static func layout(
    for verbs: [String] = [], _ take: @escaping (inout Values, ScriptLayout?) -> Void
  ) -> Self {
    .choice(
      "--layout \(ScriptLayout.allCases.map(\.rawValue).joined(separator: "|"))",
      "how a plain text shows who speaks, if Cue reads it wrongly",
      manual:
        "columns and fountain are screenplays; colon is ANNA: words, period ANNA. words, dash ANNA - words, blanks "
        + "ANNA and two blanks or a tab, capitals ANNA and one blank, table a Markdown table, above a name above its "
        + "words, spaced a name, a blank line and its words; prose is a novel, in which quotations are speeches. "
        + "'script info' shows which layout a file was read in.",
      for: verbs
    ) { take(&$0, ScriptLayout(rawValue: $1)) }
  }

  /// `--prose`: a novel, whose quotations are said by their speakers.
  static func prose(
    for verbs: [String] = [], _ take: @escaping (inout Values, ScriptLayout?) -> Void
  ) -> Self {
    .flag(
      "--prose", "a novel: give its quotations to those who say them; the same as --layout prose",
      for: verbs
    ) { take(&$0, .prose) }
  }

  /// Which parts of a script are said, and how.
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
      .flag("--say-title", "say title and author first", for: verbs) {
        $0[keyPath: place].speaking.announcesTitle = true
      },
      .value(
        "--alias CUE=NAME",
        "another name of a character, as in \"YOUNG JOHN=JOHN\"; may be repeated",
        for: verbs, isRepeatable: true
      ) { (values: inout Values, text: String) throws(UserError) in
        let (cue, name) = try OptionValues.pair("--alias", text, aliasForm)
        values[keyPath: place].speaking.aliases[cue] = name
      },
      .value(
        "--lexicon FILE",
        "pronunciations, one per line, as in Aoife = EE-fa; 'Lexicon:' on the title page does the same",
        for: verbs, completion: .file
      ) { $0[keyPath: place].lexicon = $1 },
    ]
  }

  static var aliasForm: String { "CUE=NAME, as in --alias \"YOUNG JOHN=JOHN\"" }
}

/// The options of `cast`.
struct CastOptions: Equatable {
  var script = ""
  /// The cast.
  var wishes = CastWishes()
  var fallbacks: [CastRequest.Assignment] = []
  var locks: [String] = []
  var unlocks: [String] = []
  var notes: [CastRequest.Remark] = []
  var genders: [CastRequest.Gender] = []
  var castsAnew = false
  var isByVoice = false
  var writes: String?
  var hears: String?
  var output: String?
  var keyDescriptors: [String: Int32] = [:]
}

extension CommandTable {
  static var cast: CommandDefinition<CastOptions> {
    var description = CommandDescription(
      "cast", "Give the characters of a screenplay their voices, and keep the cast in the library.")
    description.forms = [.init("cast SCRIPT [OPTION]…")]
    description.terms = [
      ("SCRIPT", CommandTable.scriptFormats),
      ("NAME", "a character, in any case, or 'narrator'"),
      (
        "VOICE",
        "PLUGIN[:VOICE][?OPTIONS] as in flite:slt, or a reference as in flite://slt?pitch=-2&speed=1.05&set.NAME=VALUE"
      ),
    ]
    description.words = WordsDescription(
      "SCRIPT", 1...1, completing: [.file], "A cast needs a script.",
      surplus: { _ in "A cast has one script." })
    description.notes = [
      "No option is needed: the first time, each character gets a voice that suits the name and differs from those of "
        + "the characters who answer, and a fallback. From then on only new characters are cast. TOM & DICK is said by "
        + "Tom if he has other lines. BOTH is said by the last speaker but one; --cast "
        + "\"TOM & DICK=VOICE\" makes such a cue a part of its own."
    ]
    description.manual = [
      "The options of a VOICE, with & between, are lang=TAG, pitch=SEMITONES, speed=FACTOR and set.NAME=VALUE. In a "
        + "reference, blanks, %, ?, #, & and what is not ASCII are percent-encoded. PLUGIN is an id or a path: "
        + "plugins/libflite.so://slt.",
      "A cue of several (TOM & DICK, TOM/DICK) is said by the first who is named, as long as that one speaks "
        + "elsewhere; BOTH, ALL and the like by the character who spoke in the scene before the last speaker, else by the last, "
        + "else by the next.",
    ]
    description.examples = [
      .init("cast film.fountain --cast NORA=flite:slt --lock OSKAR"),
      .init("cast film.fountain --again --voice espeak"),
    ]
    return CommandDefinition(
      description, CastOptions(), [castParts, castLists]
    ) { given throws(UserError) in
      var options = given.values
      options.script = given.words[0]
      if options.output != nil, options.hears == nil {
        throw .usage("-o says where --hear goes; the cast itself is written with --write.")
      }
      if given.manner.isJSON, options.writes == "-" || options.output == "-" {
        throw .usage("--json and - both need standard output.")
      }
      return .cast(options)
    }
  }

  private static var castParts: OptionGroup<CastOptions> {
    let pool: [CommandOption<CastOptions>] = [
      .voices(
        { $1(&$0.wishes.voices) },
        "only these voices; a plugin that asks a network, and may cost money, is used only if it is named here"
      ),
      .settings(),
    ]
    let edits: [CommandOption<CastOptions>] = [
      .voice(
        "--fallback NAME=VOICE[,…]", "who stands in if that voice fails", completion: .nothing,
        isRepeatable: true, plugin: OptionValues.pluginOfPart
      ) { (options: inout CastOptions, text: String) throws(UserError) in
        let (name, list) = try OptionValues.pair(
          "--fallback", text, "NAME=VOICE, as in --fallback ALEX=espeak")
        var voices: [VoiceReference] = []
        for voice in list.split(separator: ",") {
          voices.append(try OptionValues.voice("--fallback", String(voice)))
        }
        options.fallbacks.append(.init(name: name, voices: voices))
      },
      .value("--lock NAME", "leave a part as it is in proposals", isRepeatable: true) {
        $0.locks.append($1)
      },
      .value("--unlock NAME", "let proposals change a part again", isRepeatable: true) {
        $0.unlocks.append($1)
      },
      .flag("--again", "cast all parts again that are not locked") { $0.castsAnew = true },
      .value("--note NAME=WORDS", "a note about a part", isRepeatable: true) {
        (options: inout CastOptions, text: String) throws(UserError) in
        let (name, words) = try OptionValues.pair("--note", text, "NAME=WORDS")
        options.notes.append(.init(name: name, words: words))
      },
      .value(
        "--gender NAME=woman|man|neutral",
        "the gender of a part's voice, if the script does not say it; it is kept",
        isRepeatable: true
      ) { (options: inout CastOptions, text: String) throws(UserError) in
        let form = "NAME=woman, man or neutral, as in --gender ALEX=woman"
        let (name, word) = try OptionValues.pair("--gender", text, form)
        guard let gender = VoiceGender(word: word) else {
          throw .usage("--gender takes \(form); not “\(text)”.", "cast")
        }
        options.genders.append(.init(name: name, gender: gender))
      },
      .alias(\.wishes),
      .layout { $0.wishes.layout = $1 },
      .prose { $0.wishes.layout = $1 },
      .language("the script's language; else the title page or the words tell") {
        $0.wishes.language = $1
      },
      .keyDescriptor({ $1(&$0.keyDescriptors) }),
    ]
    return OptionGroup(
      "Who plays whom",
      pool + CommandOption.cast(\.wishes, keeps: "it is kept and locked") + edits)
  }

  private static var castLists: OptionGroup<CastOptions> {
    OptionGroup(
      "Results",
      [
        .choice("--list-by character|voice", "list by character or by voice") {
          $0.isByVoice = $1 == "voice"
        },
        .value(
          "--write FILE", "write the cast as JSON; - is standard output", completion: .file
        ) { $0.writes = $1 }, .value("--hear NAME", "say a speech of NAME") { $0.hears = $1 },
        .output("where --hear goes; else it is heard") { $0.output = $1 },
        .json("print the cast as a line of JSON"), .localOnly, .quiet, .verbose, .showsHelp,
      ])
  }
}

/// The options that cast a script: the same in every command.
struct CastWishes: Equatable {
  /// `--voice`: the voices to cast from; empty for all that cost nothing.
  var voices: [PluginChoice] = []
  /// `--cast FILE`.
  var file: String?
  /// `--cast NAME=VOICE`, and `--role`, its former name.
  var roles: [CastRequest.Assignment] = []
  /// `--narrator`.
  var narrator: VoiceReference?
  /// `--alias`.
  var aliases: [CastRequest.Alias] = []
  /// `--language`; empty for that of the script.
  var language = ""
  /// `--lexicon`: a file.
  var lexicon: String?
  /// `--layout`: how a plain text shows who speaks; nil to detect it.
  var layout: ScriptLayout?
}

extension CueOptions.CommandOption where Grammar == CueGrammar {
  /// `--cast` and `--narrator`, the same in every command that casts a script.
  ///
  /// `keeps`: what happens to them afterwards, as the end of the help text.
  static func cast(_ place: WritableKeyPath<Values, CastWishes>, keeps: String) -> [Self] {
    [
      .voice(
        "--cast NAME=VOICE|FILE",
        "who plays NAME, as in ALEX=flite:rms, or a file that 'cast --write' wrote; \(keeps); may be repeated",
        completion: .file, isRepeatable: true,
        plugin: OptionValues.pluginOfPart
      ) { (values: inout Values, text: String) throws(UserError) in
        // A file has an ending or a folder; a character's name alone is a mistake.
        if text.hasSuffix(".json")
          || (!text.contains("=") && text.contains(where: { "./-".contains($0) }))
        {
          return values[keyPath: place].file = text
        }
        let (name, voice) = try OptionValues.pair(
          "--cast", text, "NAME=VOICE, as in --cast ALEX=flite:rms, or a file such as cast.json")
        values[keyPath: place].roles.append(
          .init(name: name, voices: [try OptionValues.voice("--cast", voice)]))
      },
      .voice(
        "--narrator VOICE", "who reads headings and action", plugin: OptionValues.plugin
      ) { (values: inout Values, text: String) throws(UserError) in
        values[keyPath: place].narrator = try OptionValues.voice("--narrator", text)
      },
    ]
  }

  /// `--alias`: a cue that is another name of a character.
  static func alias(_ place: WritableKeyPath<Values, CastWishes>) -> Self {
    .value(
      "--alias CUE=NAME",
      "another name of a character, as in \"YOUNG JOHN=JOHN\"; nothing after = removes it; "
        + "'Alias:' on the title page does the same",
      isRepeatable: true
    ) { (values: inout Values, text: String) throws(UserError) in
      let (cue, name) = try OptionValues.pair("--alias", text, aliasForm)
      values[keyPath: place].aliases.append(.init(cue: cue, name: name.isEmpty ? nil : name))
    }
  }
}

extension OptionValues {
  /// The plugin of the voice that `text` names; nil if it names none.
  static func plugin(_ text: String) -> String? {
    (try? VoiceReference(typed: text))?.provider
  }

  /// The plugin of the last voice in `NAME=VOICE[,…]`; nil if there is none.
  static func pluginOfPart(_ text: String) -> String? {
    guard let equals = text.firstIndex(of: "="),
      let last = text[text.index(after: equals)...].split(separator: ",").last
    else { return nil }
    return plugin(String(last))
  }

  /// The voice that `text` names.
  static func voice(_ option: String, _ text: String) throws(UserError) -> VoiceReference {
    do throws(VoiceReferenceError) { return try VoiceReference(typed: text) } catch {
      throw .usage("\(option): \(error.clause).")
    }
  }
}

extension CastWishes {
  /// The request for casting; reads the cast file.
  func request() throws(UserError) -> CastRequest {
    var request = CastRequest()
    request.pool = voices
    request.assignments = roles
    request.narrator = narrator
    request.aliases = aliases
    request.language = language
    guard let file else { return request }
    let bytes = try Texts.contents(ofFile: file)
    do throws(CastFile.Failure) { request.file = try CastFile(parsing: bytes) } catch {
      throw UserError("\(file), line \(error.line): \(error.clause).", .badInput)
    }
    return request
  }
}

extension Lexicon {
  /// The file that `rehearse`, `generate` and `script items` read beside a script.
  static func path(beside script: String) -> String { script + ".lexicon" }

  /// Reads the file at `path` and the one beside `script`; if both have a word, the first one counts.
  init(file path: String?, beside script: String) throws(UserError) {
    self.init()
    let kept = Lexicon.path(beside: script)
    if script != "-", unsafe access(kept, F_OK) == 0 { self = try Lexicon(file: kept) }
    if let path { self = merged(with: try Lexicon(file: path)) }
  }

  /// Reads the file at `path`.
  private init(file path: String) throws(UserError) {
    let text = try Texts.document(path)
    do throws(Failure) { try self.init(parsing: text) } catch {
      throw UserError("\(path): \(error.clause).", .badInput)
    }
  }
}

struct DirectValues {
  /// `--layout`.
  var layout: ScriptLayout?
}

extension CommandTable {
  static var direct: CommandDefinition<DirectValues> {
    var description = CommandDescription(
      "direct", "Direct a script: how characters, scenes and lines are played, in a file beside it."
    )
    description.forms = [.init("direct SCRIPT [WHO [KEY=VALUE…]]")]
    description.terms = [
      ("WHO", "a character, \"scene 2\" or \"line 12\""),
      (
        "KEY=VALUE",
        "of a character: tones, state, objective, notes, delay; of a scene: context; of a line: tones, notes, delay, strictness, "
          + "cut, recording, reading; "
          + "nothing after = removes it"
      ),
    ]
    description.words = WordsDescription(
      "SCRIPT [WHO [KEY=VALUE…]]", 1...40, completing: [.file], "Which script is to be directed?",
      surplus: { _ in "So many values are not set at once." })
    description.notes = [
      "The file is SCRIPT.direction, and 'rehearse' reads it. Without WHO it is shown; you can edit it, too: [OSKAR] begins "
        + "what is said of Oskar.",
      "tones are played by every voice. state, objective, notes and context are given to voices that act by themselves. delay "
        + "is the silence before a line, in seconds. strictness says when your own line counts as said, and cut names the word "
        + "on which the next speaker interrupts the line.",
      "recording is a sound file that is heard in place of the line; without it, or if it has no more than 1000 bytes, the voice "
        + "says the line. reading is a sound file with the line as you want it: it sets the voice's pace (half to double) and pitch "
        + "(8 semitones at most). Both are named from the script's folder.",
    ]
    description.examples = [
      .init("direct scene.fountain OSKAR tones=tense delay=0.4"),
      .init("direct scene.fountain \"line 12\" tones=softly"),
    ]
    return CommandDefinition(
      description, DirectValues(),
      [
        OptionGroup(
          "",
          [
            .layout { $0.layout = $1 }, .json("print an object for each subject"), .quiet,
            .showsHelp,
          ])
      ]
    ) { given throws(UserError) in
      var options = DirectOptions(script: given.words[0])
      options.layout = given.values.layout
      guard given.words.count > 1 else { return .direct(options) }
      guard let subject = DirectionFile.subject(given.words[1]) else {
        throw .usage("WHO is a character, a scene or a line, not “\(given.words[1])”.")
      }
      options.subject = subject
      for word in given.words.dropFirst(2) {
        let (name, value) = try OptionValues.pair("A value", word, "KEY=VALUE, as in tones=angry")
        let keys = DirectionFile.Key.of(subject)
        guard let key = keys.first(where: { $0.rawValue == name.lowercased() }) else {
          let known = keys.map(\.rawValue)
          throw .unknown(
            name, in: known,
            "\(given.words[1]) has \(OptionValues.alternatives(known)), not “\(name)”.")
        }
        options.values.append(.init(key: key, text: value))
      }
      return .direct(options)
    }
  }
}

extension VoiceGender {
  /// The gender that a user means by `word`.
  init?(word: String) {
    switch word.lowercased() {
    case "woman", "female", "w", "f": self = .female
    case "man", "male", "m": self = .male
    case "neutral", "n": self = .neutral
    default: return nil
    }
  }
}
