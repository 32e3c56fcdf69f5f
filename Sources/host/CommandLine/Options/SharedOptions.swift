import CueAudio
import CueModel
import CueOptions

// Options that several commands share: the same thing has the same name, the same words and the same values everywhere.
//
// A closure (`CommandOption.Place`) places a value, not a key path, which takes long to make, at each start.

extension CueOptions.CommandOption where Grammar == CueGrammar {
  // How much is said.

  static func json(_ help: String = "print JSON, an object on each line") -> Self {
    Self("--json", help, .manner { $0.isJSON = true })
  }

  static var quiet: Self { Self("-q, --quiet", "print errors only", .manner { $0.isQuiet = true }) }

  static var verbose: Self {
    Self("--verbose", "print more, also what plugins print", .manner { $0.isVerbose = true })
  }

  /// No plugin may use a network.
  static var localOnly: Self {
    Self(
      "--local-only", "start no plugin that needs a network, and let none use one",
      manual: "'local-only = on' in cue.conf does the same for every command.",
      .manner { $0.isLocalOnly = true })
  }

  /// Something that a plugin gets beyond what it declares.
  static var allow: Self {
    Self(
      "--allow ID:NEED",
      "give a plugin more than its own places, as in ID:read=FOLDER or ID:network",
      manual:
        "NEED is read=PATH, write=PATH, network, network=local, socket=PATH, device=PATH, run, interpreter=PATH or memory=BYTES. "
        + "'ID.allow.read = PATH' in cue.conf does the same for every command.",
      isRepeatable: true,
      .mannerValue { (manner, text) throws(UserError) in
        manner.allowed.append(try OptionValues.allowed(text))
      })
  }

  /// Plugins are not confined.
  static var noSandbox: Self {
    Self(
      "--no-sandbox", "let plugins do all that you may do",
      manual: "'sandbox = off' in cue.conf does the same for every command.",
      .manner { $0.isUnconfined = true })
  }

  static var showsHelp: Self { Self("-h, --help", "show this help", .help) }

  // Sound.

  static func language(
    _ help: String = "a language tag, as in en-GB", for verbs: [String] = [],
    _ take: @escaping (inout Values, String) throws(UserError) -> Void
  ) -> Self {
    .value("-l, --language TAG", help, for: verbs, take)
  }

  static func output(
    _ help: String, for verbs: [String] = [],
    _ take: @escaping (inout Values, String) throws(UserError) -> Void
  ) -> Self {
    .value("-o, --output FILE", help, for: verbs, completion: .file) {
      (values: inout Values, text: String) throws(UserError) in
      try take(&values, OptionValues.present("-o", text, "a file, or - for standard output"))
    }
  }

  /// The format of sound without a header; `what` names the file.
  static func rawInput(
    _ what: String, _ take: @escaping (inout Values, RawSound) -> Void
  ) -> Self {
    .value(
      "--raw-in RATE[,CHANNELS[,ENCODING]]",
      "\(what) has no header; ENCODING is u8, s16 (the default), s24, s32, f32 or f64",
      manual: "Samples are little-endian."
    ) { (values: inout Values, text: String) throws(UserError) in
      take(&values, try OptionValues.rawSound("--raw-in", text))
    }
  }

  static func scripted(
    _ help: String, _ take: @escaping (inout Values, String) -> Void
  ) -> Self {
    .value("--scripted FILE", help, completion: .file, take)
  }

  static func noEmoji(_ take: @escaping (inout Values) -> Void) -> Self {
    .flag("--no-emoji", "show text symbols instead of emoji", take)
  }

  /// The options of sound that go into a ``SoundOptions``, except the speed of its voices and the language.
  static func delivery(_ sound: @escaping Place<SoundOptions>, ofScript: Bool = false)
    -> [Self]
  {
    [
      .number("--pitch SEMITONES", in: -24...24, "-24 to 24") {
        values, semitones in sound(&values) { $0.pitchSemitones = semitones }
      },
      .number("--volume GAIN", in: 0...4, "0 to 4, linear; 1 is the voice's own volume") {
        values, gain in sound(&values) { $0.volume = gain }
      },
      tone(ofScript: ofScript) { values, change in sound(&values) { change(&$0.tones) } },
    ]
  }

  /// Tones and manners; with a `script`, also of one character.
  static func tone(
    ofScript: Bool = false, _ tones: @escaping Place<ToneWishes>
  ) -> Self {
    .value(
      ofScript ? "--tone [NAME=]LABEL[,…]" : "--tone LABEL[,…]",
      "the tone of the delivery; '\(Program.name) tones' lists them",
      manual: "Several are averaged. Manners go with them: "
        + Manner.allCases.map(\.rawValue).joined(separator: ", ") + "."
        + (ofScript
          ? " NAME= is one character; [[tone: LABEL]] and parentheticals in the script are nearer to the words, and count."
          : ""),
      completion: .word(
        Tone.allCases.map(\.rawValue) + Manner.allCases.map(\.rawValue), isList: true),
      isRepeatable: true
    ) { (values: inout Values, text: String) throws(UserError) in
      var wishes = ToneWishes()
      try OptionValues.tones(text, for: &wishes)
      guard ofScript || wishes.parts.isEmpty else {
        throw .usage("--tone NAME=LABEL is for the characters of a script; here is one speaker.")
      }
      tones(&values) {
        $0.all.tones += wishes.all.tones
        $0.all.manners += wishes.all.manners
        $0.parts += wishes.parts
      }
    }
  }

  /// Where sound goes.
  static func soundOutput(
    _ sound: @escaping Place<SoundOptions>
  ) -> [Self] {
    [
      .output(
        "write a file: .wav, .rf64, .w64, .flac, .ogg, .opus or .mp3; - is standard output, as WAV"
      ) { values, file in sound(&values) { $0.output = file } },
      .flag("--raw", "write 16-bit samples without a header") {
        values in sound(&values) { $0.isRaw = true }
      },
      .devices({ values, change in sound(&values) { change(&$0.devices) } }),
    ]
  }

  // Values by type.

  /// An option with a number in `range`.
  static func number(
    _ label: String, in range: ClosedRange<Double>, _ help: String, manual: String = "",
    _ take: @escaping (inout Values, Double) -> Void
  ) -> Self {
    .value(label, help, manual: manual) {
      (values: inout Values, text: String) throws(Grammar.Failure) in
      let name = OptionValues.name(inLabel: label)
      take(&values, try OptionValues.number(name, text, range))
    }
  }

  /// An option with one of the words of its placeholder, as in `--pause on|off`.
  static func choice(
    _ label: String, _ help: String, manual: String = "",
    for verbs: [String] = [], _ take: @escaping (inout Values, String) -> Void
  ) -> Self {
    let words = label.split(separator: " ").last.map { $0.split(separator: "|").map(String.init) }
    let choices = words ?? []
    return .value(
      label, help, manual: manual, for: verbs, completion: .word(choices)
    ) { (values: inout Values, text: String) throws(Grammar.Failure) in
      let word = text.lowercased()
      guard choices.contains(word) else {
        let name = OptionValues.name(inLabel: label)
        throw .unknown(
          word, in: choices,
          "\(name) is \(OptionValues.alternatives(choices)), not “\(text)”.")
      }
      take(&values, word)
    }
  }

  /// All options of sound that `speak` and `rehearse` have.
  static func sound(_ sound: @escaping Place<SoundOptions>, ofScript: Bool = false)
    -> [Self]
  {
    [
      .voices({ values, change in sound(&values) { change(&$0.voices) } }),
      .strict { values in sound(&values) { $0.isStrict = true } },
      .effects({ values, change in sound(&values) { change(&$0.effects) } }),
      .settings(), .noKeep { values in sound(&values) { $0.keepsClips = false } },
      .number("--rate FACTOR", in: 0.1...10, "0.1 to 10; 1 is the voice's own speed") {
        values, factor in sound(&values) { $0.speed = factor }
      },
    ] + delivery(sound, ofScript: ofScript)
      + [.language { values, tag in sound(&values) { $0.language = tag } }]
      + soundOutput(sound)
      + [.keyDescriptor { values, change in sound(&values) { change(&$0.keyDescriptors) } }]
  }
}
