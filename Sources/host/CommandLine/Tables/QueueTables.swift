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
  private static func spoken(_ voices: String) -> [CommandOption<QueueValues>] {
    let delivery: [CommandOption<QueueValues>] = [
      .voices({ $1(&$0.sound.voices) }, voices), .settings(),
      .number("--rate FACTOR", in: 0.1...10, "0.1 to 10; 1 is the voice's own speed") {
        $0.sound.speed = $1
      },
      .number("--pitch SEMITONES", in: -24...24, "-24 to 24") { $0.sound.pitchSemitones = $1 },
      .number("--volume GAIN", in: 0...4, "0 to 4, linear; 1 is the voice's own volume") {
        $0.sound.volume = $1
      },
      .language { $0.sound.language = $1 },
    ]
    return delivery + CommandOption.soundOutput({ $1(&$0.sound) })
      + [.keyDescriptor({ $1(&$0.sound.keyDescriptors) })]
  }

  private static var talk: OptionGroup<QueueValues> {
    OptionGroup(
      "",
      [
        .json("print each event as a line of JSON"), .localOnly, .allow, .noSandbox, .quiet,
        .verbose, .showsHelp,
      ])
  }

  static var queue: CommandDefinition<QueueValues> {
    var description = CommandDescription(
      "queue", "Play a list of speech, clips and pauses, in several channels at once.")
    description.forms = [.init("queue [FILE] [OPTION]…")]
    description.terms = [("FILE", "a list; - is standard input")]
    description.words = WordsDescription(
      "[FILE]", 0...1, completing: [.file], "", surplus: { "A queue has one list, not \($0)." })
    description.notes = [
      "A list has an item on each line. Text is said; [sfx:NAME] in it plays a clip there. '@pause SECONDS' is silence, '@play "
        + "FILE [DECIBELS]' a clip, '@voice VOICE' says who speaks from here on, '@channel N' where it is heard (0 is the main "
        + "channel, and all play at once), '@sfx NAME=FILE' names a clip, and # begins a comment.",
      "A list in JSON is an array, or an object on each line: {\"speak\": TEXT, \"voice\": V, \"rate\": R, \"pitch\": P, "
        + "\"volume\": G, \"channel\": N}, {\"sfx\": FILE, \"gain\": DECIBELS}, {\"pause\": SECONDS}.",
      "A clip is FILE, or NAME with .wav, .flac, .ogg, .opus or .mp3 after it, beside the list. A clip after speech starts with "
        + "the frame after it. Channels are mixed frame by frame; loud places are turned down.",
    ]
    description.manual = [
      "With --json, the events are status, speaking, prepared, began, word, ended, failed, stand-in, level and pulse (0 to 1, "
        + "twenty times a second), and done. An item that fails is reported and left out; the exit status is 1 then."
    ]
    description.examples = [
      .init("queue show.txt -o show.wav"), .init("queue show.json --json --device pulse"),
    ]
    return CommandDefinition(
      description, QueueValues(),
      [
        OptionGroup(
          "",
          [
            .value(
              "--sfx NAME=FILE", "the clip that [sfx:NAME] plays; may be repeated",
              completion: .file, isRepeatable: true
            ) { (values: inout QueueValues, text: String) throws(UserError) in
              let (name, file) = try OptionValues.pair(
                "--sfx", text, "NAME=FILE, as in --sfx ding=bell.wav")
              values.options.sounds[name] = file
            },
            .value(
              "--sfx-folder FOLDER", "where clips are, instead of beside the list",
              completion: .folder
            ) { $0.options.soundFolder = $1 },
          ]),
        OptionGroup(
          "Sound",
          [.strict { $0.sound.isStrict = true }]
            + spoken("who speaks where the list names nobody; of several, each is a fallback")),
        talk,
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
    var description = CommandDescription(
      "chorus", "Say a text with several voices together, each a little different.")
    description.forms = [.init("chorus --voice V,V… [OPTION]… TEXT…")]
    description.words = WordsDescription(
      "TEXT…", 1...Int.max,
      "A chorus needs a text, as in: chorus --voice flite:slt,flite:rms Hurrah"
    )
    description.notes = [
      "The same voice may be named several times. Without --voice, the profiles sing that have chorus=on.",
      "The variation is by chance, and the same for the same --seed. Together the voices are about as loud as one.",
    ]
    description.examples = [
      .init("chorus --voice flite:slt,flite:rms,flite:awb \"Good evening.\" -o chorus.wav")
    ]
    return CommandDefinition(
      description, QueueValues(),
      [
        OptionGroup(
          "",
          [
            .number(
              "--onset SECONDS", in: 0...5,
              "how far the beginnings lie apart; 0.06 by default"
            ) { $0.options.onsetSeconds = $1 },
            .number(
              "--vary-rate SHARE", in: 0...0.5,
              "how much faster or slower a voice may be; 0.03 by default"
            ) { $0.options.speedVariation = $1 },
            .number(
              "--vary-pitch SEMITONES", in: 0...12,
              "how much higher or lower a voice may be; 0.3 by default"
            ) { $0.options.pitchVariation = $1 },
            .number(
              "--seed NUMBER", in: 0...9_007_199_254_740_991, "chooses the variation; 1 by default"
            ) {
              $0.options.seed = UInt64($1)
            },
            .number(
              "--seconds SECONDS", in: 0.1...3600, "each voice takes about so long, by its rate"
            ) { $0.options.seconds = $1 },
          ]),
        OptionGroup("Sound", spoken("who speaks: all of these, also one several times")),
        talk,
      ]
    ) { given throws(UserError) in
      var values = given.values
      values.options.action = .chorus(given.words.joined(separator: " "))
      try values.sound.check(given.manner)
      return .queue(values.options, values.sound)
    }
  }

  static var fit: CommandDefinition<QueueValues> {
    var description = CommandDescription(
      "fit", "Fit speech into a given time: by the voice's rate, then by an effect.")
    description.forms = [
      .init("fit --seconds SECONDS [OPTION]… TEXT…", "say words that last so long"),
      .init("fit --times FILE [OPTION]…", "say subtitles at their times"),
    ]
    description.words = WordsDescription("[TEXT…]", 0...Int.max, "")
    description.notes = [
      "The voice says it up to four times, at rates from 0.46 to 2.57. What is left is made up by the effect rubberband or "
        + "sonic, from half to twice as fast. Within 0.05 s it fits.",
      "FILE is SubRip (.srt) or WebVTT (.vtt); - is standard input. Each text begins at its time and is made faster if it takes "
        + "longer. The exit status is 1 if something does not fit, or is late for that reason.",
    ]
    description.examples = [
      .init("fit --seconds 3 -o three.wav \"This lasts three seconds, however it is said.\""),
      .init("fit --times scene.srt --voice flite:slt -o dubbed.wav"),
    ]
    return CommandDefinition(
      description, QueueValues(),
      [
        OptionGroup(
          "",
          [
            .number("--seconds SECONDS", in: 0.1...3600, "how long the words last") {
              $0.options.seconds = $1
            },
            .value("--times FILE", "subtitles; each is said at its time", completion: .file) {
              $0.options.times = $1
            },
            .flag("--fill", "with --times: say short texts slower, so that they last") {
              $0.options.fills = true
            },
            .flag("--no-effect", "use the voice's own rate alone") {
              $0.options.avoidsEffects = true
            },
          ]),
        OptionGroup(
          "Sound",
          [.strict { $0.sound.isStrict = true }]
            + spoken("who speaks; of several, each is a fallback")),
        talk,
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
