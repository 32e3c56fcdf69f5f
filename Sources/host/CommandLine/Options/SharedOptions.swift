import CueAudio
import CueModel
import CueOptions
import CuePlugins

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

  static var showsHelp: Self { Self("-h, --help", "show this help", .help) }

  // Plugins.

  /// The voices.
  ///
  /// `also` gets the text of the option, too.
  static func voices(
    _ place: @escaping Place<[PluginChoice]>,
    _ help: String =
      "who speaks: an id (flite, espeak:en-us+f3) or a path (plugins/libflite.so:slt); "
      + "of several, each is a fallback for those before it",
    also: ((inout Values, String) -> Void)? = nil
  ) -> Self {
    Self(
      "-v, --voice PLUGIN[:VOICE][,…]", help,
      manual: "A plugin with a slash is a path: as given, then beside the program; a relative "
        + "plugins/X is then looked for along the plugin path. Without a slash it is an id. If a voice fails, "
        + "the next one says the line again.",
      completion: .voice, isRepeatable: true,
      .plugins(.init(place: place, example: "flite", reach: .allUses, also: also)))
  }

  /// `--no-keep`.
  static func noKeep(_ take: @escaping (inout Values) -> Void) -> Self {
    .flag(
      "--no-keep", "neither keep nor reuse what voices of services say",
      manual:
        "Without it, the same words are not asked and paid for again. The sound is in the cache folder, readable by you alone.",
      take)
  }

  /// No other voice stands in.
  static func strict(_ take: @escaping (inout Values) -> Void) -> Self {
    .flag(
      "--strict",
      "let no other voice stand in: end where a voice fails, with an exit status other than 0",
      manual: "What may pass is still tried again a few times.", take)
  }

  static func effects(
    _ place: @escaping Place<[PluginChoice]>,
    _ help: String = "an effect that the sound goes through; several make a chain, in their order"
  ) -> Self {
    Self(
      "--dsp PLUGIN", help, completion: .plugin(kind: "dsp"), isRepeatable: true,
      .plugins(.init(place: place, isList: false, example: "sonic", reach: .thisUse)))
  }

  static func device(
    _ place: @escaping Place<[PluginChoice]>,
    _ help: String = "where the sound is heard: pulse if neither this nor -o is given"
  ) -> Self {
    Self(
      "--device PLUGIN[:DEVICE]", help, completion: .plugin(kind: "device"),
      .plugins(.init(place: place, isList: false, example: "pulse")))
  }

  /// Where a session is played.
  static func devices(_ place: @escaping Place<[PluginChoice]>) -> Self {
    Self(
      "--device PLUGIN[:DEVICE][,…]",
      "where the sound is heard: pulse if neither this nor -o is given; of several, each is a fallback",
      completion: .plugin(kind: "device"), isRepeatable: true,
      .plugins(.init(place: place, example: "pulse")))
  }

  /// The source of a person's voice: a file or pipe, or a microphone of a device plugin.
  static func microphone(
    _ place: @escaping Place<[PluginChoice]>, _ help: String, label: String = "--microphone",
    also: ((inout Values, String) -> Void)? = nil
  ) -> Self {
    Self(
      "\(label) [FILE|PLUGIN[:NAME]]", help,
      manual: "Without a value it is the default microphone. 'pulse:NAME' is a microphone that "
        + "'\(Program.name) devices' lists; a file or pipe is taken if there is one of that name; - is standard input.",
      completion: .file, valueIsOptional: true,
      .plugins(
        .init(
          place: place, isList: false, standard: PluginHost.usualDevice, example: "pulse",
          also: also)))
  }

  static func recognizers(
    _ place: @escaping Place<[PluginChoice]>,
    _ help: String =
      "the recognizer: an id or a path; pocketsphinx by default; of several, each is a fallback"
  ) -> Self {
    Self(
      "--recognizer PLUGIN[,…]", help,
      completion: .plugin(kind: "recognizer"), isRepeatable: true,
      .plugins(.init(place: place, standard: PluginHost.usualRecognizer, example: "pocketsphinx")))
  }

  /// The recognizer that judges the wording afterwards; the last one counts.
  static func secondOpinion(_ place: @escaping Place<[PluginChoice]>) -> Self {
    Self(
      "--second-opinion PLUGIN",
      "a second recognizer, which judges your wording when the line is over",
      manual:
        "It gets the recording of each line that is over, on a thread of its own, and nothing waits for it. The report "
        + "says who judged what. Any recognizer can serve, also the one that hears you.",
      completion: .plugin(kind: "recognizer"),
      .plugins(.init(place: place, isList: false, example: "pocketsphinx")))
  }

  static func settings(
    _ help: String = "a setting of the plugin named before it, or of PLUGIN"
  ) -> Self {
    Self(
      "--set [PLUGIN:]NAME=VALUE", help,
      manual:
        "'\(Program.name) plugins PLUGIN' lists them. Keys are refused here. With PLUGIN:, the setting counts wherever that "
        + "plugin is used, also if a cast, cue.conf or a default names it.",
      isRepeatable: true, .setting)
  }

  static func keyDescriptor(
    _ place: @escaping Place<[String: Int32]>
  ) -> Self {
    .value(
      "--key-fd [PLUGIN:]NUMBER", "read a plugin's key from this file descriptor",
      isRepeatable: true
    ) { (values: inout Values, text: String) throws(UserError) in
      let (plugin, descriptor) = try OptionValues.keyDescriptor(text)
      place(&values) { $0[plugin] = descriptor }
    }
  }

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

extension SoundOptions {
  /// The device that was asked for first.
  var device: PluginChoice? {
    get { devices.first }
    set { devices = newValue.map { [$0] } ?? [] }
  }

  /// Checks that a file without a header has a name, and that events and sound do not mix; else explains what is wrong.
  func check(_ manner: OutputManner) throws(UserError) {
    if isRaw, output == nil {
      throw .usage("--raw says how sound is written, and no -o says where.")
    }
    if manner.isJSON, output == "-" {
      throw .usage("--json and -o - both need standard output.")
    }
  }
}
