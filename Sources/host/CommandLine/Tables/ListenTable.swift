import CueAudio
import CueListening
import CueModel
import CueOptions
import CuePlugins
import CueText

/// The options of `listen`.
struct ListenOptions: Equatable {
  /// A sound file, `-` for standard input, or a device as `pulse:NAME`; empty for the default microphone.
  var source = ""
  /// The source as a device, with its settings, if it was named as a microphone; the last one counts.
  var microphones: [PluginChoice] = []
  /// The format of the sound if it has no header.
  var rawFormat: RawSound?
  /// A fallback chain, the best first; empty for the default.
  var recognizers: [PluginChoice] = []
  /// The recognizers that also judge the wording of an expected line; the last one counts.
  var secondOpinions: [PluginChoice] = []
  var expectation = ListenExpectation.freeform
  /// A script whose other lines may be said, too.
  var script: String?
  var settings = {
    var settings = ListenSettings()
    settings.midLineSilenceSeconds = TurnRules.midLineSilenceSeconds
    return settings
  }()
  /// Where the sound that was heard is kept.
  var recording: String?
  var language = ""
  var lexicon: [String: String] = [:]
}

extension CommandTable {
  static var listen: CommandDefinition<ListenOptions> {
    var description = CommandDescription(
      "listen",
      "Listen to a sound file or a microphone, and print what was heard and why listening ended.")
    description.forms = [.init("listen [FILE] [OPTION]…")]
    description.terms = [
      (
        "FILE",
        "WAV, FLAC, Ogg, Opus, MP3 and others that libsndfile reads; - is standard input; without it, the microphone"
      )
    ]
    description.words = WordsDescription(
      "[FILE]", 0...1, completing: [.file], "",
      surplus: { "Listening takes one sound file, not \($0)." })
    description.notes = [
      "EXPECTATION is 'freeform' (anything, the default), 'name:A,B,…' (one of these names), 'number', "
        + "'phrase:A|B|…' (one of these phrases) or 'line:TEXT' (that line).",
      "The exit status is 0 if something was heard and it was what was expected, and 1 otherwise.",
    ]
    description.manual = [
      "A name is answered in the spelling of the list, a number in digits, a line with what was missing, changed and "
        + "added. The reason for ending is timeout (no speech began), endOfSpeech, stable, max, matched or endOfSound."
    ]
    description.examples = [
      .init("listen take.wav"),
      .init("listen --microphone=pulse --expect number"),
      .init("listen take.wav --expect \"line:A fast train.\" --among scene.fountain"),
      .init("listen answer.flac --expect number --timeout 12 --inactivity 2"),
    ]
    return CommandDefinition(
      description, ListenOptions(),
      [
        OptionGroup(
          "",
          [
            .rawInput("FILE") { $0.rawFormat = $1 },
            .microphone(
              { $1(&$0.microphones) }, "listen to the default microphone, to a device, or to FILE",
              also: { $0.source = $1 }),
            .recognizers(
              { $1(&$0.recognizers) },
              "the recognizer: an id or a path; by default pocketsphinx where something is expected, else the best installed; "
                + "of several, each is a fallback"),
            .secondOpinion({ $1(&$0.secondOpinions) }),
            .settings("a setting of the recognizer or the microphone"),
            .language("the language of the speech, as in en-US") { $0.language = $1 },
            .value(
              "--pronounce WORD=IPA", "how a word is spoken; may be repeated",
              isRepeatable: true
            ) { (options: inout ListenOptions, text: String) throws(UserError) in
              let (word, sounds) = try OptionValues.pair(
                "--pronounce", text, "WORD=IPA, as in --pronounce Aoife=iːfə")
              options.lexicon[word] = sounds
            },
          ]),
        OptionGroup(
          "What may be said",
          [
            .value(
              "--expect EXPECTATION", "what may be said; see below",
              completion: .word(["freeform", "name:", "number", "phrase:", "line:"])
            ) { (options: inout ListenOptions, text: String) throws(UserError) in
              options.expectation = try expectation(text)
            },
            .value(
              "--among SCRIPT",
              "the script of the line; its other lines are recognized too",
              completion: .file
            ) { $0.script = $1 },
            .choice("--strictness gist|standard|word-perfect", "when a line counts as said") {
              $0.settings.strictness = Strictness(rawValue: $1) ?? .standard
            },
          ]),
        OptionGroup(
          "The end",
          [
            .number(
              "--start SECONDS", in: 0...3600,
              "end if no speech has begun by then; 8 by default, 0 is never"
            ) { $0.settings.limits.start = $1 },
            .number(
              "--inactivity SECONDS", in: 0...3600,
              "end after so much silence after words; 0.8 by default, 2 near the end of the line, 8 within it; 0 is never"
            ) {
              $0.settings.limits.end = $1
              $0.settings.midLineSilenceSeconds = nil
              $0.settings.unfinishedSilenceSeconds = $1
            },
            .number(
              "--stable SECONDS", in: 0...3600,
              "end when the words have not changed for so long; 2 by default, 0 is never"
            ) { $0.settings.limits.stable = $1 },
            .number(
              "--timeout SECONDS", in: 0.1...3600,
              "end after this time, even in the middle of a word; 60 by default"
            ) { $0.settings.limits.max = $1 },
          ]),
        OptionGroup(
          "",
          [
            .value(
              "--save FILE",
              "keep the sound that was listened to, without the silence around it",
              completion: .file
            ) { (options: inout ListenOptions, text: String) throws(UserError) in
              guard !text.isEmpty, text != "-" else {
                throw .usage("--save needs a file's name.")
              }
              options.recording = text
            }, .json("print each event as a line of JSON"), .localOnly, .allow, .noSandbox, .quiet,
            .verbose,
            .showsHelp,
          ]),
      ]
    ) { given throws(UserError) in
      var options = given.values
      if let file = given.words.first {
        guard options.microphones.isEmpty else {
          throw .usage("Listening takes a sound file or a --microphone, not both.")
        }
        options.source = file
      }
      if options.script != nil {
        guard case .line = options.expectation else {
          throw .usage("--among says what else may be said, and no --expect line:TEXT says what.")
        }
      }
      if !options.secondOpinions.isEmpty {
        guard case .line = options.expectation else {
          throw .usage(
            "--second-opinion judges the wording of a line, and no --expect line:TEXT says which.")
        }
      }
      return .listen(options)
    }
  }

  private static func expectation(_ text: String) throws(UserError) -> ListenExpectation {
    let colon = text.firstIndex(of: ":")
    let kind = colon.map { String(text[..<$0]) } ?? text
    let rest = colon.map { String(text[text.index(after: $0)...]) } ?? ""
    func list(_ separator: Character) -> [String] {
      rest.split(separator: separator).map(trimmed).filter { !$0.isEmpty }
    }
    switch kind {
    case "freeform" where colon == nil: return .freeform
    case "number" where colon == nil: return .number
    case "name":
      guard !list(",").isEmpty else {
        throw .usage("--expect name: needs names, as in --expect name:Nora,Alex.")
      }
      return .name(list(","))
    case "phrase":
      guard !list("|").isEmpty else {
        throw .usage("--expect phrase: needs phrases, as in \"phrase:yes|no, thanks\".")
      }
      return .phrases(list("|"))
    case "line":
      guard rest.contains(where: \.isLetter) || rest.contains(where: \.isNumber) else {
        throw .usage("--expect line: needs a line with words in it, not “\(rest)”.")
      }
      return .line(SceneLine(rest))
    default:
      throw .unknown(
        String(text.prefix { $0 != ":" }), in: ["freeform", "number", "name:", "phrase:", "line:"],
        "--expect is freeform, number, name:…, phrase:… or line:…, not “\(text)”.")
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    let text = text.drop(while: \.isWhitespace)
    guard let last = text.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(text[...last])
  }
}
