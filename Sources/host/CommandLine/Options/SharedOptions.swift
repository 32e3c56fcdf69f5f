import CueAudio
import CueModel
import CueOptions

// Options that several commands share: the same thing has the same name, the same words and the same values everywhere.
//
// A closure (`CommandOption.Place`) places a value, not a key path, which takes long to make, at each start.

extension CueOptions.CommandOption where Grammar == CueGrammar {
  // How much is said.

  static var json: Self { Self("--json", .manner { $0.isJSON = true }) }

  static var quiet: Self { Self("-q, --quiet", .manner { $0.isQuiet = true }) }

  static var verbose: Self {
    Self("--verbose", .manner { $0.isVerbose = true })
  }

  /// No plugin may use a network.
  static var localOnly: Self {
    Self("--local-only", .manner { $0.isLocalOnly = true })
  }

  /// Something that a plugin gets beyond what it declares.
  static var allow: Self {
    Self(
      "--allow ID:NEED", isRepeatable: true,
      .mannerValue { (manner, text) throws(UserError) in
        manner.allowed.append(try OptionValues.allowed(text))
      })
  }

  /// Plugins are not confined.
  static var noSandbox: Self {
    Self("--no-sandbox", .manner { $0.isUnconfined = true })
  }

  static var showsHelp: Self { Self("-h, --help", .help) }

  /// What every command has.
  static var talking: [Self] { [.json, .quiet, .verbose, .showsHelp] }

  /// What every command has that runs plugins.
  static var running: [Self] {
    [.json, .localOnly, .allow, .noSandbox, .quiet, .verbose, .showsHelp]
  }

  // Sound.

  static func language(
    for verbs: [String] = [],
    _ take: @escaping (inout Values, String) throws(UserError) -> Void
  ) -> Self {
    .value("-l, --language TAG", for: verbs, take)
  }

  /// The same, refused if it has not the form of a tag.
  static func languageTag(
    for verbs: [String] = [], _ take: @escaping (inout Values, String) -> Void
  ) -> Self {
    .language(for: verbs) { (values: inout Values, text: String) throws(UserError) in
      take(&values, try OptionValues.language(text))
    }
  }

  static func output(
    for verbs: [String] = [],
    _ take: @escaping (inout Values, String) throws(UserError) -> Void
  ) -> Self {
    .value("-o, --output FILE", for: verbs, completion: .file) {
      (values: inout Values, text: String) throws(UserError) in
      try take(&values, OptionValues.present("-o", text, "a file, or - for standard output"))
    }
  }

  /// The format of sound without a header.
  static func rawInput(
    _ take: @escaping (inout Values, RawSound) -> Void
  ) -> Self {
    .value("--raw-in RATE[,CHANNELS[,ENCODING]]") {
      (values: inout Values, text: String) throws(UserError) in
      take(&values, try OptionValues.rawSound("--raw-in", text))
    }
  }

  static func scripted(
    _ take: @escaping (inout Values, String) -> Void
  ) -> Self {
    .value("--scripted FILE", completion: .file, take)
  }

  static func noEmoji(_ take: @escaping (inout Values) -> Void) -> Self {
    .flag("--no-emoji", take)
  }

  /// The options of sound that go into a ``SoundOptions``, except the speed of its voices and the language.
  static func delivery(_ sound: @escaping Place<SoundOptions>, ofScript: Bool = false)
    -> [Self]
  {
    [
      .number("--pitch SEMITONES", in: -24...24) { values, semitones in
        sound(&values) { $0.pitchSemitones = semitones }
      },
      .number("--volume GAIN", in: 0...4) { values, gain in sound(&values) { $0.volume = gain } },
      tone(ofScript: ofScript) { values, change in sound(&values) { change(&$0.tones) } },
    ]
  }

  /// Tones and manners; with a `script`, also of one character.
  static func tone(
    ofScript: Bool = false, _ tones: @escaping Place<ToneWishes>
  ) -> Self {
    .value(
      ofScript ? "--tone [NAME=]LABEL[,…]" : "--tone LABEL[,…]",
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
      .output { values, file in sound(&values) { $0.output = file } },
      .flag("--raw") { values in sound(&values) { $0.isRaw = true } },
      .devices({ values, change in sound(&values) { change(&$0.devices) } }),
    ]
  }

  // Values by type.

  /// An option whose value `parse` reads; it gets the option's name for messages.
  static func parsed<Value>(
    _ label: String, for verbs: [String] = [], completion: Completion = .nothing,
    isRepeatable: Bool = false,
    _ parse: @escaping (_ option: String, _ text: String) throws(UserError) -> Value,
    _ take: @escaping (inout Values, Value) -> Void
  ) -> Self {
    .value(label, for: verbs, completion: completion, isRepeatable: isRepeatable) {
      (values: inout Values, text: String) throws(UserError) in
      take(&values, try parse(OptionValues.name(inLabel: label), text))
    }
  }

  /// An option with `NAME=VALUE`, split at the first `=`; `form` says what it is.
  static func pair(
    _ label: String, _ form: String, for verbs: [String] = [], completion: Completion = .nothing,
    _ take: @escaping (inout Values, _ name: String, _ value: String) -> Void
  ) -> Self {
    .value(label, for: verbs, completion: completion, isRepeatable: true) {
      (values: inout Values, text: String) throws(UserError) in
      let (name, value) = try OptionValues.pair(OptionValues.name(inLabel: label), text, form)
      take(&values, name, value)
    }
  }

  /// An option with a number in `range`.
  static func number(
    _ label: String, in range: ClosedRange<Double>,
    _ take: @escaping (inout Values, Double) -> Void
  ) -> Self {
    .value(label) {
      (values: inout Values, text: String) throws(Grammar.Failure) in
      let name = OptionValues.name(inLabel: label)
      take(&values, try OptionValues.number(name, text, range))
    }
  }

  /// An option with one of the words of its placeholder, as in `--pause on|off`.
  static func choice(
    _ label: String, for verbs: [String] = [],
    _ take: @escaping (inout Values, String) -> Void
  ) -> Self {
    let words = label.split(separator: " ").last.map { $0.split(separator: "|").map(String.init) }
    let choices = words ?? []
    return .value(label, for: verbs, completion: .word(choices)) {
      (values: inout Values, text: String) throws(Grammar.Failure) in
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
      .settings, .noKeep { values in sound(&values) { $0.keepsClips = false } },
      .number("--rate FACTOR", in: 0.1...10) { values, factor in
        sound(&values) { $0.speed = factor }
      },
    ] + delivery(sound, ofScript: ofScript)
      + [.language { values, tag in sound(&values) { $0.language = tag } }]
      + soundOutput(sound)
      + [.keyDescriptor { values, change in sound(&values) { change(&$0.keyDescriptors) } }]
  }
}
