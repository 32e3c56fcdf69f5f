import CueCasting
import CueModel
import CueOptions

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
  var castsAgain = false
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
      .flag("--again", "cast all parts again that are not locked") { $0.castsAgain = true },
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
        .json("print the cast as a line of JSON"), .localOnly, .allow, .noSandbox, .quiet, .verbose,
        .showsHelp,
      ])
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
