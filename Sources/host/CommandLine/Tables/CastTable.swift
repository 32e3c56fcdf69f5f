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
    CommandDefinition(
      .init("cast", words: .init("SCRIPT", completing: [.file])), CastOptions(),
      [castParts, castLists]
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
      .voices({ $1(&$0.wishes.voices) }),
      .settings,
    ]
    let edits: [CommandOption<CastOptions>] = [
      .voice(
        "--fallback NAME=VOICE[,…]", completion: .nothing, isRepeatable: true,
        plugin: OptionValues.pluginOfPart
      ) { (options: inout CastOptions, text: String) throws(UserError) in
        let (name, list) = try OptionValues.pair(
          "--fallback", text, "NAME=VOICE, as in --fallback ALEX=espeak")
        var voices: [VoiceReference] = []
        for voice in list.split(separator: ",") {
          voices.append(try OptionValues.voice("--fallback", String(voice)))
        }
        options.fallbacks.append(.init(name: name, voices: voices))
      },
      .value("--lock NAME", isRepeatable: true) { $0.locks.append($1) },
      .value("--unlock NAME", isRepeatable: true) { $0.unlocks.append($1) },
      .flag("--again") { $0.castsAgain = true },
      .pair("--note NAME=WORDS", "NAME=WORDS") { $0.notes.append(.init(name: $1, words: $2)) },
      .value("--gender NAME=woman|man|neutral", isRepeatable: true) {
        (options: inout CastOptions, text: String) throws(UserError) in
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
      .language {
        $0.wishes.language = $1
      },
      .keyDescriptor({ $1(&$0.keyDescriptors) }),
    ]
    return OptionGroup(
      "Who plays whom",
      pool + CommandOption.cast(\.wishes) + edits)
  }

  private static var castLists: OptionGroup<CastOptions> {
    OptionGroup(
      "Results",
      [
        .choice("--list-by character|voice") { $0.isByVoice = $1 == "voice" },
        .value("--write FILE", completion: .file) { $0.writes = $1 },
        .value("--hear NAME") { $0.hears = $1 },
        .output { $0.output = $1 },
      ], CommandOption.running)
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
