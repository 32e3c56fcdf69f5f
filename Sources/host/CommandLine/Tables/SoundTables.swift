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
            }, .json("print each event as a line of JSON"), .localOnly, .quiet, .verbose,
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

/// The options of `process`.
struct ProcessOptions: Equatable {
  /// A sound file; `-` for standard input.
  var input = ""
  /// A sound file; `-` for standard output.
  var output = ""
  /// The effects, in order.
  var effects: [PluginChoice] = []
  /// The format of raw input; nil if the input has a header.
  var rawInput: RawSound?
  /// Whether the output has no header.
  var isRaw = false
  /// How samples are stored in the output.
  var encoding = SampleEncoding.int16
}

extension CommandTable {
  static var process: CommandDefinition<ProcessOptions> {
    var description = CommandDescription(
      "process", "Send a sound file through effects, faster than real time.")
    description.forms = [.init("process IN -o OUT --dsp PLUGIN [--set NAME=VALUE]… [--dsp …]")]
    description.terms = [("IN", "a sound file; - is standard input")]
    description.words = WordsDescription(
      "IN", 1...1, completing: [.file],
      "There is no sound to process: name a file, or - for standard input.",
      surplus: { "One sound is processed at a time, not \($0)." })
    description.examples = [
      .init("process in.wav -o slow.flac --dsp rubberband --set tempo=0.8"),
      .init("process in.wav -o out.wav --dsp dynamics --set trim=both --set gain=6"),
    ]
    return CommandDefinition(
      description, ProcessOptions(),
      [
        OptionGroup(
          "",
          [
            .output("where the sound goes: the ending says the kind; - is standard output") {
              $0.output = $1
            },
            .effects(
              { $1(&$0.effects) },
              "an effect: sonic, rubberband, varispeed, dynamics, whispering, or a path; several make a chain, in their order"
            ),
            .settings("a setting of the effect named before it, or of PLUGIN"),
            .rawInput("IN") { $0.rawInput = $1 },
            .flag("--raw", "write samples without a header") { $0.isRaw = true },
            .choice(
              "--encoding s16|s24|f32", "how samples are stored in OUT; s16 by default",
              manual:
                "Sound above full scale is cut off there, and a message says so; f32 keeps it."
            ) { $0.encoding = SampleEncoding(rawValue: $1) ?? .int16 },
            .json("print the result as a line of JSON"), .localOnly, .quiet, .verbose, .showsHelp,
          ])
      ]
    ) { given throws(UserError) in
      var options = given.values
      options.input = given.words[0]
      guard !options.output.isEmpty else {
        throw .usage("-o says where the sound goes, and is missing.")
      }
      guard !options.effects.isEmpty else {
        throw .usage("--dsp names an effect, and is missing.")
      }
      if given.manner.isJSON, options.output == "-" {
        throw .usage("--json and -o - both need standard output.")
      }
      return .process(options)
    }
  }
}

// Outputs and microphones.
extension CommandTable {
  static var devices: CommandDefinition<ListValues> {
    var description = CommandDescription("devices", "List outputs and microphones.")
    description.forms = [
      .init("devices [OPTION]… [PLUGIN…]"), .init("devices --meter [PLUGIN[:NAME]]"),
    ]
    description.notes = [
      "--meter goes on until Ctrl-C, and says so if nothing comes from the microphone or its sound is cut off. At a "
        + "terminal it is one line that changes."
    ]
    description.words = WordsDescription(
      "[PLUGIN…]", 0...Int.max, completing: [.plugin(kind: "device")], "")
    return CommandDefinition(
      description, ListValues(),
      [
        OptionGroup(
          "",
          [
            .device({ $1(&$0.plugins) }, "only devices of this plugin"), .settings(),
            .microphone(
              { $1(&$0.meters) }, "show the level of a microphone: the default one, or a device",
              label: "--meter"),
            .json("print an object for each device, or each level"), .localOnly, .quiet, .verbose,
            .showsHelp,
          ])
      ]
    ) { given throws(UserError) in
      .devices(given.values.plugins + given.plugins, meter: given.values.meters.last)
    }
  }

  static var calibrate: CommandDefinition<ListValues> {
    var description = CommandDescription(
      "calibrate",
      "Measure how late the microphone hears what is played, and how long the room sounds on; both are kept."
    )
    description.forms = [.init("calibrate [OPTION]…")]
    description.words = .none("Calibration takes no words.")
    description.notes = [
      "Three sweeps of a second are played. Leave loudspeaker and microphone where they are in a rehearsal. The measure "
        + "is kept for these two devices, in calibration.tsv beside cue.conf."
    ]
    return CommandDefinition(
      description, ListValues(),
      [
        OptionGroup(
          "",
          [
            .device({ $1(&$0.plugins) }, "where the sweep is heard: pulse if it is not given"),
            .microphone({ $1(&$0.meters) }, "what hears it: the default microphone, or a device"),
            .settings("a setting of the device named before it, or of PLUGIN"),
            .json("print the measure as JSON"), .quiet, .verbose, .showsHelp,
          ])
      ]
    ) { given throws(UserError) in
      .calibrate(output: given.values.plugins.last, microphone: given.values.meters.last)
    }
  }
}
