import CueAudio
import CueOptions
import CuePlugins
import CuePractice
import CueText

/// The options of `practice`; nil takes the value of the last time, or the default.
struct PracticeOptions: Equatable {
  /// A speech's title or number, a file, or `-` for standard input.
  var source = ""
  var granularity: Segment.Kind?
  /// The given rates, perhaps out of range.
  var rates: [Double]?
  /// The rate of a speech for which none was given or remembered.
  var usualRate: Double?
  var pause: PracticeSettings.Pause?
  var pauseFactor: Double?
  /// The segment to begin with, counted from 1.
  var firstSegment: Int?
  var loop: ClosedRange<Int>?
  var minutes: Double?
  var resumesAfterInterruption = false
  /// Whether what is remembered of the speech is forgotten first.
  var forgets = false
  /// Line mode even at a terminal.
  var isPlain = false
  /// Whether a bell reports the end and errors.
  var rings = false
  /// A file with commands in place of a speaker.
  var script: String?
  /// The source of the speaker's sound: a file, a pipe, `-` for standard input, or a device as `pulse:NAME`; empty for the
  /// default microphone.
  var microphone: String?
  /// The same as a device, with its settings; the last one counts.
  var microphones: [PluginChoice] = []
  var microphoneFormat: RawSound?
  /// Whether the repetitions are scored.
  var listens = false
  var recognizers: [PluginChoice] = []
  /// The recognizers that also judge the wording; the last one counts.
  var secondOpinions: [PluginChoice] = []
  /// The text after `--voice`, without settings.
  var voice: String?
  var isMarkdown: Bool?
  var truncates = false
}

struct PracticeValues {
  var options = PracticeOptions()
  var sound = SoundOptions()
}

extension CommandTable {
  static var practice: CommandDefinition<PracticeValues> {
    CommandDefinition(
      .init("practice", words: .init("SPEECH", 0...1, completing: [.file])), PracticeValues(),
      [
        practiceCourse,
        OptionGroup(
          "Sound",
          [
            .voices(
              { $1(&$0.sound.voices) },
              also: { values, text in
                values.options.voice = values.options.voice.map { $0 + "," + text } ?? text
              }),
            .strict { $0.sound.isStrict = true }, .effects({ $1(&$0.sound.effects) }), .settings,
            .noKeep { $0.sound.keepsClips = false },
          ] + CommandOption.delivery({ $1(&$0.sound) })
            + CommandOption.soundOutput({ $1(&$0.sound) }) + [
              .keyDescriptor({ $1(&$0.sound.keyDescriptors) })
            ]),
        OptionGroup(
          "Your voice",
          [
            .microphone({ $1(&$0.options.microphones) }, also: { $0.options.microphone = $1 }),
            .rawInput { $0.options.microphoneFormat = $1 },
            .flag("--listen") { $0.options.listens = true },
            .recognizers({ $1(&$0.options.recognizers) }),
            .secondOpinion({ $1(&$0.options.secondOpinions) }),
          ]),
        OptionGroup(
          "The program",
          [
            .flag("--plain") { $0.options.isPlain = true },
            .flag("--bell") { $0.options.rings = true },
            .scripted {
              $0.options.script = $1
            },
          ], CommandOption.running),
      ]
    ) { given throws(UserError) in
      var values = given.values
      values.options.source = given.words.first ?? ""
      try values.options.check()
      try values.sound.check(given.manner)
      return .practice(values.options, values.sound)
    }
  }

  private static var practiceCourse: OptionGroup<PracticeValues> {
    OptionGroup([
      .choice("--by sentence|paragraph") { $0.options.granularity = Segment.Kind(rawValue: $1) },
      .parsed("--rate RATE", anyNumber) { $0.options.rates = [$1] },
      .value("--rates RATE,RATE…") {
        (values: inout PracticeValues, text: String) throws(UserError) in
        var rates: [Double] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
          rates.append(try anyNumber("--rates", String(part)))
        }
        values.options.rates = rates
      },
      .choice("--pause on|off|until-quiet") { $0.options.pause = PracticeWords.pause($1) },
      .parsed("--pause-factor FACTOR", anyNumber) { $0.options.pauseFactor = $1 },
      .flag("--until-quiet") { $0.options.pause = .untilQuiet },
      .number("--from N", in: 1...1_000_000) { $0.options.firstSegment = Int($1) },
      .parsed("--loop A-B", OptionValues.loop) { $0.options.loop = $1 },
      .number("--minutes N", in: 0.01...1440) { $0.options.minutes = $1 },
      .flag("--auto-resume") { $0.options.resumesAfterInterruption = true },
      .flag("--forget") { $0.options.forgets = true },
      .languageTag { $0.sound.language = $1 },
      .flag("--markdown") { $0.options.isMarkdown = true },
      .flag("--truncate") { $0.options.truncates = true },
    ])
  }

  /// A number that is clamped to its range later, with a note.
  private static func anyNumber(_ option: String, _ text: String) throws(UserError) -> Double {
    try OptionValues.number(option, text, -1000...1000)
  }
}
