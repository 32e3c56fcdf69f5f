import CueOptions

/// The options of `queue`, `chorus` and `fit`.
struct QueueOptions: Equatable {
  /// What the sound is put together from.
  enum Action: Equatable {
    /// A list: a file, or `-` for standard input.
    case queue(String)
    /// Words that all voices say.
    case chorus(String)
    /// Words that must last this many seconds.
    case fit(String, seconds: Double)
    /// A file with times.
    case fitTimes(String)
  }

  var action = Action.queue("-")
  /// Clips by the names in marks.
  var sounds: [String: String] = [:]
  /// The folder of the clips; nil for that of the list.
  var soundFolder: String?
  /// The most by which a voice of a chorus may begin later than another.
  var onsetSeconds = 0.06
  /// The most by which its speed may differ, as a fraction.
  var speedVariation = 0.03
  /// The most by which its pitch may differ, in semitones.
  var pitchVariation = 0.3
  var seed: UInt64 = 1
  /// How long it lasts, in seconds.
  var seconds: Double?
  /// A file with times.
  var times: String?
  /// Whether speech that is shorter than its time is slowed down.
  var fills = false
  /// Whether only the voice's own speed is used.
  var avoidsEffects = false
}

/// The values for these commands.
struct QueueValues {
  var options = QueueOptions()
  var sound = SoundOptions()
}

extension CommandTable {
  /// Voices, delivery and output, as `speak` has them.
  private static var spoken: [CommandOption<QueueValues>] {
    let delivery: [CommandOption<QueueValues>] = [
      .voices({ $1(&$0.sound.voices) }), .settings,
      .number("--rate FACTOR", in: 0.1...10) { $0.sound.speed = $1 },
      .number("--pitch SEMITONES", in: -24...24) { $0.sound.pitchSemitones = $1 },
      .number("--volume GAIN", in: 0...4) { $0.sound.volume = $1 },
      .language { $0.sound.language = $1 },
    ]
    return delivery + CommandOption.soundOutput({ $1(&$0.sound) })
      + [.keyDescriptor({ $1(&$0.sound.keyDescriptors) })]
  }

  static var queue: CommandDefinition<QueueValues> {
    CommandDefinition(
      .init("queue", words: .init("[FILE]", completing: [.file])), QueueValues(),
      [
        OptionGroup([
          .pair("--sfx NAME=FILE", "NAME=FILE, as in --sfx ding=bell.wav", completion: .file) {
            $0.options.sounds[$1] = $2
          },
          .value("--sfx-folder FOLDER", completion: .folder) { $0.options.soundFolder = $1 },
        ]),
        OptionGroup(
          "Sound",
          [.strict { $0.sound.isStrict = true }]
            + spoken),
        OptionGroup(CommandOption.running),
      ]
    ) { given throws(UserError) in
      var values = given.values
      guard given.hasInput || given.words.first != nil else { return .help(topic: "queue") }
      values.options.action = .queue(given.words.first ?? "-")
      try values.sound.check(given.manner)
      return .queue(values.options, values.sound)
    }
  }

  static var chorus: CommandDefinition<QueueValues> {
    CommandDefinition(
      .init("chorus", words: .init("TEXT…")), QueueValues(),
      [
        OptionGroup([
          .number("--onset SECONDS", in: 0...5) { $0.options.onsetSeconds = $1 },
          .number("--vary-rate SHARE", in: 0...0.5) { $0.options.speedVariation = $1 },
          .number("--vary-pitch SEMITONES", in: 0...12) { $0.options.pitchVariation = $1 },
          .number("--seed NUMBER", in: 0...9_007_199_254_740_991) {
            $0.options.seed = UInt64($1)
          },
          .number("--seconds SECONDS", in: 0.1...3600) { $0.options.seconds = $1 },
        ]),
        OptionGroup("Sound", spoken),
        OptionGroup(CommandOption.running),
      ]
    ) { given throws(UserError) in
      var values = given.values
      values.options.action = .chorus(given.words.joined(separator: " "))
      try values.sound.check(given.manner)
      return .queue(values.options, values.sound)
    }
  }

  static var fit: CommandDefinition<QueueValues> {
    CommandDefinition(
      .init("fit", words: .init("[TEXT…]")), QueueValues(),
      [
        OptionGroup([
          .number("--seconds SECONDS", in: 0.1...3600) { $0.options.seconds = $1 },
          .value("--times FILE", completion: .file) { $0.options.times = $1 },
          .flag("--fill") { $0.options.fills = true },
          .flag("--no-effect") { $0.options.avoidsEffects = true },
        ]),
        OptionGroup(
          "Sound",
          [.strict { $0.sound.isStrict = true }]
            + spoken),
        OptionGroup(CommandOption.running),
      ]
    ) { given throws(UserError) in
      var values = given.values
      try values.sound.check(given.manner)
      let words = given.words.joined(separator: " ")
      switch (values.options.times, values.options.seconds) {
      case (let file?, nil):
        guard words.isEmpty else {
          throw .usage("Words and --times were both given; there is one text.")
        }
        values.options.action = .fitTimes(file)
      case (nil, let seconds?):
        guard !words.isEmpty else { throw .usage("There are no words to fit.") }
        values.options.action = .fit(words, seconds: seconds)
      default:
        throw .usage("Either --seconds says how long words last, or --times when each is said.")
      }
      return .queue(values.options, values.sound)
    }
  }
}
