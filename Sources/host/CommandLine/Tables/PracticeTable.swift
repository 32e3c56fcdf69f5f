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
    var description = CommandDescription(
      "practice",
      "Practise a speech: a voice reads a sentence, leaves a pause of the same length for you to repeat it, and goes on."
    )
    description.forms = [.init("practice [SPEECH] [OPTION]…")]
    description.terms = [
      (
        "SPEECH",
        "the title or the number of a speech that is kept ('\(Program.name) speech'), or a file; - is standard input; "
          + "without it, you choose at the terminal"
      )
    ]
    description.words = WordsDescription(
      "SPEECH", 0...1, completing: [.file],
      "Practice needs a speech: its title, its number, or a file.",
      surplus: { "Practice takes one speech, not \($0); a title of several words is quoted." })
    description.notes = [
      "At a terminal, practice has the whole screen. Space pauses and goes on; the arrows, and PageUp and PageDown as "
        + "foot pedals and remotes send them, go back and on; Home and End go to the first and the last segment, a "
        + "number and Enter to that one; r repeats, a plays what you said yourself, + and - change the rate, ] and [ the pause, q ends; ? shows all "
        + "keys. t lists the whole text: choose a place by its words or with the arrows, and press Enter. v lists the voices: "
        + "Tab plays a sample, Enter takes the voice. A click on the text goes there, too.",
      "In line mode each line of standard input is a command. An empty line pauses and goes on; the others are: play, "
        + "pause, next, back, first, last, goto N, repeat, a (what you said yourself), restart, quit, rate R, rates R,R, faster, slower, voice V, sample V, voices, "
        + "by sentence, by paragraph, pause on, pause off, factor F, longer, shorter, loop A-B, loop off. A file for "
        + "--scripted has these, too; a number there waits for that many seconds, and 'segment' waits for the next "
        + "segment.",
      "Start slow: --rates 0.4,0.5,0.6 says each sentence slower first. Use the pauses: repeat aloud. Practise in "
        + "chunks: --loop 3-5. Come back often: --minutes 10, and practice goes on where you stopped.",
      "Settings are kept for each speech, except with -o or --json; '\(Program.name) speech history SPEECH' shows how it "
        + "went. In cue.conf, 'voice.et = espeak:et' sets the voice of a language.",
    ]
    description.examples = [
      .init("practice wedding --rates 0.4,0.5 --minutes 10"),
      .init("practice wedding --listen --until-quiet --microphone"),
      .init("practice wedding --listen --until-quiet --microphone - --raw-in 16000"),
    ]
    return CommandDefinition(
      description, PracticeValues(),
      [
        practiceCourse,
        OptionGroup(
          "Sound",
          [
            .voices(
              { $1(&$0.sound.voices) }, "who speaks, as for 'speak'; else a voice for the language",
              also: { values, text in
                values.options.voice = values.options.voice.map { $0 + "," + text } ?? text
              }),
            .strict { $0.sound.isStrict = true }, .effects({ $1(&$0.sound.effects) }), .settings(),
            .noKeep { $0.sound.keepsClips = false },
          ] + CommandOption.delivery({ $1(&$0.sound) })
            + CommandOption.soundOutput({ $1(&$0.sound) }) + [
              .keyDescriptor({ $1(&$0.sound.keyDescriptors) })
            ]),
        OptionGroup(
          "Your voice",
          [
            .microphone(
              { $1(&$0.options.microphones) },
              "your voice: the default microphone, a device, or a file with one take after the other",
              also: { $0.options.microphone = $1 }),
            .rawInput("the microphone") { $0.options.microphoneFormat = $1 },
            .flag("--listen", "compare what you repeat with the text, and report at the end") {
              $0.options.listens = true
            },
            .recognizers({ $1(&$0.options.recognizers) }),
            .secondOpinion({ $1(&$0.options.secondOpinions) }),
          ]),
        OptionGroup(
          "The program",
          [
            .flag(
              "--plain", "line mode also at a terminal, as for screen readers",
              manual:
                "Line mode is also used without a terminal, and with --json, -q and --verbose."
            ) { $0.options.isPlain = true },
            .flag(
              "--bell",
              "ring at the end and after an error; at a terminal also when it is your turn"
            ) { $0.options.rings = true },
            .scripted("commands come from a file, and practice does not wait for you") {
              $0.options.script = $1
            },
            .json("print each event as a line of JSON"), .localOnly, .allow, .noSandbox, .quiet,
            .verbose, .showsHelp,
          ]),
      ]
    ) { given throws(UserError) in
      var values = given.values
      values.options.source = given.words.first ?? ""
      try check(values)
      try values.sound.check(given.manner)
      return .practice(values.options, values.sound)
    }
  }

  private static var practiceCourse: OptionGroup<PracticeValues> {
    OptionGroup(
      "",
      [
        .choice("--by sentence|paragraph", "what is said at once; sentence by default") {
          $0.options.granularity = Segment.Kind(rawValue: $1)
        },
        .value(
          "--rate RATE", "0.1 to 1; 0.5 is the voice's own pace",
          manual: "This scale is the one of practice; the other commands take a factor."
        ) { (values: inout PracticeValues, text: String) throws(UserError) in
          values.options.rates = [try anyNumber("--rate", text)]
        },
        .value("--rates RATE,RATE…", "say each segment at each of these rates, one after the other")
        { (values: inout PracticeValues, text: String) throws(UserError) in
          var rates: [Double] = []
          for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            rates.append(try anyNumber("--rates", String(part)))
          }
          values.options.rates = rates
        },
        .choice(
          "--pause on|off|until-quiet", "the pause to repeat each segment; on by default"
        ) {
          $0.options.pause = PracticeWords.pause($1)
        },
        .value("--pause-factor FACTOR", "how many times as long as the segment: 0.25 to 3") {
          (values: inout PracticeValues, text: String) throws(UserError) in
          values.options.pauseFactor = try anyNumber("--pause-factor", text)
        },
        .flag("--until-quiet", "the pause ends when you have spoken and fall silent") {
          $0.options.pause = .untilQuiet
        },
        .number(
          "--from N", in: 1...1_000_000, "start at that segment; otherwise where you last stopped"
        ) {
          $0.options.firstSegment = Int($1)
        },
        .value("--loop A-B", "those segments over and over") {
          (values: inout PracticeValues, text: String) throws(UserError) in
          do throws(PracticeWordsError) {
            values.options.loop = try PracticeWords.range(text)
          } catch {
            throw .usage("--loop: \(Messages(language: .english).why(error)).")
          }
        },
        .number("--minutes N", in: 0.01...1440, "begin no further segment after N minutes") {
          $0.options.minutes = $1
        },
        .flag("--auto-resume", "go on automatically after an interruption, such as SIGTSTP") {
          $0.options.resumesAfterInterruption = true
        },
        .flag(
          "--forget", "forget what was set for this speech and where you stopped, then begin again",
          manual:
            "Rates, pause, voice and place are remembered for each kept speech. A voice that needs a network is not, "
            + "and -o and --json neither use nor change what was set."
        ) { $0.options.forgets = true },
        .language("the language of a file, as in en-US or et; else it is recognized") {
          (values: inout PracticeValues, text: String) throws(UserError) in
          values.sound.language = try OptionValues.language(text)
        },
        .flag("--markdown", "a file is Markdown, whatever its name") {
          $0.options.isMarkdown = true
        },
        .flag("--truncate", "take the first 10,000 characters of a longer text") {
          $0.options.truncates = true
        },
      ])
  }

  /// A number that is clamped to its range later, with a note.
  private static func anyNumber(_ option: String, _ text: String) throws(UserError) -> Double {
    try OptionValues.number(option, text, -1000...1000)
  }

  private static func check(_ values: PracticeValues) throws(UserError) {
    let options = values.options
    let needsMicrophone = options.listens || options.pause == .untilQuiet
    if needsMicrophone, options.microphone == nil {
      throw .usage(
        "\(options.listens ? "--listen" : "--until-quiet") needs to hear you, and no --microphone "
          + "says where from.")
    }
    if options.microphone != nil, !needsMicrophone {
      throw .usage(
        "--microphone says where you are heard, and neither --listen nor --until-quiet why.")
    }
    if !options.secondOpinions.isEmpty, !options.listens {
      throw .usage("--second-opinion judges what --listen compares.")
    }
    if options.source == "-", options.microphone == "-" {
      throw .usage("The text and the microphone cannot both be standard input.")
    }
    if options.listens, options.pause == .off {
      throw .usage("--listen hears what you repeat, and --pause off leaves no time for it.")
    }
  }
}
