import struct CueAssembly.Take
import CueAudio
import CueModel
import CuePlugins
import CuePractice
import CueRehearsal
import CueText

/// What `practice` was asked for; what is nothing is as it was last time, or as it is by itself.
struct PracticeOptions: Equatable {
  /// A speech's title or number, a file, or `-` for standard input.
  var source = ""
  var granularity: Segment.Kind?
  /// As they were given, perhaps out of their range.
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
  /// Line mode also at a terminal.
  var isPlain = false
  /// Whether a bell tells of the end and of errors.
  var rings = false
  /// A file that does what a speaker would.
  var script: String?
  /// Where the speaker's sound comes from: a file, a pipe, `-` for standard input, or a device as `pulse:NAME`; empty for the
  /// default microphone.
  var microphone: String?
  /// The same as a device, with its settings; the last one counts.
  var microphones: [PluginChoice] = []
  var microphoneFormat: RawSound?
  /// Whether what is repeated is scored.
  var listens = false
  var recognizers: [PluginChoice] = []
  /// Who judges the wording, too; the last one counts.
  var secondOpinions: [PluginChoice] = []
  /// As it was written behind `--voice`, without what was set.
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
    description.forms = [.init("practice SPEECH [OPTION]…")]
    description.terms = [
      (
        "SPEECH",
        "the title or the number of a speech that is kept ('\(Program.name) speech'), or a file; - is standard input"
      )
    ]
    description.words = WordsDescription(
      "SPEECH", 1...1, completing: [.file],
      "Practice needs a speech: its title, its number, or a file.",
      surplus: { "Practice takes one speech, not \($0); a title of several words is quoted." })
    description.notes = [
      "At a terminal, practice has the whole screen. Space pauses and goes on; the arrows, and PageUp and PageDown as "
        + "foot pedals and remotes send them, go back and on; Home and End go to the first and the last segment, a "
        + "number and Enter to that one; r repeats, a plays what you said yourself, + and - change the rate, ] and [ the pause, q ends; ? shows all "
        + "keys.",
      "In line mode each line of standard input is a command. An empty line pauses and goes on; the others are: play, "
        + "pause, next, back, first, last, goto N, repeat, a (what you said yourself), restart, quit, rate R, rates R,R, faster, slower, voice V, "
        + "by sentence, by paragraph, pause on, pause off, factor F, longer, shorter, loop A-B, loop off. A file for "
        + "--scripted has these, too; a number there lets so many seconds pass, and 'segment' waits for the next "
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
            .rawInput("the microphone", formerly: ["--microphone-raw"]) {
              $0.options.microphoneFormat = $1
            },
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
            .scripted(
              "commands come from a file, and practice does not wait for you",
              formerly: ["--script-speaker"]
            ) { $0.options.script = $1 },
            .json("print each event as a line of JSON"), .localOnly, .quiet, .verbose, .showsHelp,
          ]),
      ]
    ) { given throws(UserError) in
      var values = given.values
      values.options.source = given.words[0]
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
        .number("--minutes N", in: 0.01...1440, "begin no further segment after so many minutes") {
          $0.options.minutes = $1
        },
        .flag("--auto-resume", "go on automatically after an interruption, such as SIGTSTP") {
          $0.options.resumesAfterInterruption = true
        },
        .flag(
          "--forget", "forget what was set for this speech and where you stopped, then begin anew",
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

  /// A number that is moved into its range later, with a note.
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

/// What `rehearse` was asked for.
struct RehearseOptions: Equatable {
  var script: String
  var roles: [String]
  /// Who plays whom.
  var wishes = CastWishes()
  var actorScript: String?
  /// The first line, from 1; nil for where the last rehearsal stopped.
  var startLine: Int?
  /// The last line, from 1; nil for the script's.
  var lastLine: Int?
  /// The one scene that is rehearsed, from 1.
  var scene: Int?
  /// The lines that are rehearsed over and over, from 1; `startLine` and `lastLine` do not count then.
  var loop: ClosedRange<Int>?
  /// How often; nil for once, or for as often as the actor likes where there is a loop.
  var times: Int?
  /// Over and over, until the actor stops.
  var repeats = false
  var pauseMilliseconds: Int?
  /// The silence before a partner's line whose character has none of its own.
  var delaySeconds = 0.0
  /// Where the actor is heard: a file, a pipe, `-`, or a device; empty for the default microphone, nil for by hand alone.
  var microphone: String?
  /// The same as a device, with its settings; the last one counts.
  var microphones: [PluginChoice] = []
  var microphoneFormat: RawSound?
  /// The voice that says the actor's lines in their place; nil for the actor.
  var robot: VoiceReference?
  var recognizers: [PluginChoice] = []
  /// Who judges the wording, too; the last one counts.
  var secondOpinions: [PluginChoice] = []
  /// Whether somebody is heard.
  var isHeard: Bool { microphone != nil || robot != nil }
  /// How the actor is listened to.
  var listening = ListeningSettings()
  /// Whether answers come at the actor's pace.
  var adaptsPace = false
  /// Whether words that the actor asks for are only shown.
  var hasSilentPrompts = false
  /// How the script is shown.
  var prompter = PrompterSettings()
  /// Line by line also at a terminal.
  var isPlain = false
  /// Whether it begins after 3, 2, 1.
  var countsDown = false
  /// Whether tones tell what eyes would see.
  var hasEarcons = false

  /// Only the lines that the actor has trouble with.
  var trouble = false
  /// Only the lines that are due.
  var due = false
  /// The actor's lines with their cues, in random order.
  var shuffles = false
  /// What decides the order; nil for any.
  var seed: UInt64?
  /// Only the ends of the lines before the actor's.
  var cuesOnly = false
  /// Whether what is known of the lines is shown, and nothing rehearsed.
  var showsHistory = false
  /// Whether takes are recorded.
  var records = false
  /// Whether what is known of the lines is forgotten, and nothing rehearsed.
  var forgetsHistory = false
  /// Whether it is kept how the lines go.
  var keepsHistory = true
  /// An earlier draft, whose history is taken over.
  var draft: String?
  /// Whether what is known of the lines decides which are rehearsed.
  var picksByHistory: Bool { trouble || due }
  /// Whether not all lines are rehearsed as they stand.
  var picksLines: Bool { picksByHistory || shuffles || cuesOnly }

  /// How often; nil until the actor stops.
  var rounds: Int? { times ?? (repeats || loop != nil ? nil : 1) }
  /// Whether it is the whole script, which goes on where it stopped.
  var isWhole: Bool { startLine == nil && isFollowed }
  /// Whether it is kept where it stops.
  var isFollowed: Bool {
    lastLine == nil && scene == nil && loop == nil && times == nil && !repeats && !picksLines
  }
}

struct RehearseValues {
  var options = RehearseOptions(script: "", roles: [])
  var sound = SoundOptions()
}

extension CommandTable {
  static var rehearse: CommandDefinition<RehearseValues> {
    var description = CommandDescription(
      "rehearse", "Rehearse a scene: voices speak the other parts and wait for yours.")
    description.forms = [
      .init("rehearse SCRIPT [--as NAME] [OPTION]…"),
      .init("rehearse", "choose script, part and scene at the terminal"),
      .init("rehearse SCRIPT --history [--as NAME]", "what is known of your lines"),
    ]
    description.terms = [
      (
        "SCRIPT",
        CommandTable.scriptFormats
          + "; - is standard input, and keys come from the terminal, if there is one"
      )
    ]
    description.words = WordsDescription(
      "[SCRIPT]", 0...1, completing: [.file], "A rehearsal needs a script.",
      surplus: { _ in "A rehearsal has one script." })
    description.notes = [
      RehearsalKey.sentence,
      "At a terminal, the script is on a prompter: the current line in the middle, words lit as they are spoken, your lines "
        + "with a bar. --plain prints it line by line. Keys direct the partner's line that is spoken or comes next, "
        + "and SCRIPT.direction keeps it.",
      "Without --as, the parts are listed at a terminal, and you choose yours. A speech of 'ANNA AND TOM', 'BOTH' or 'ALL' "
        + "is yours if you play one of them.",
      "A rehearsal goes on where the last one of the same part stopped; --from 1 begins again. With --scene, --to, --loop, "
        + "--repeat, --times, --trouble, --due, --cues-only, --shuffle, -o, --json or --scripted it begins at its first line, and keeps nothing.",
      "With --scripted or a pipe, --loop and --repeat stop after the last action.",
      "Standard input that is a pipe has an action on each line, as the file of --scripted, and each is waited for when it is "
        + "your turn. An empty line is 'next'; other words are what you say, and your line is done.",
      "With --microphone, the rehearsal hears you: it goes on when your line was said, waits while you think within it, and "
        + "tells you what was left out. Say “line please” for the next words, and again for all of them; “go back”, "
        + "“again”, “next line” and “stop rehearsal” do what the keys do.",
      "A file for --scripted has an action on each line; # begins a comment. 'next' says your line in no time, 'line' "
        + "in about the time that it takes to say, a number in so many seconds; pause, resume, back, repeat, goto "
        + "LINE, scene NUMBER and stop do what the keys do; 'prompt' asks for the next words, 'give' for all "
        + "of the line; 'at SECONDS ACTION' does it so far into the next line of "
        + "another part. After the end of the file, each further line of yours is 'line'.",
    ]
    description.examples = [
      .init("rehearse Examples/the-last-train.fountain --as NORA"),
      .init("rehearse scene.fountain --as NORA --cast OSKAR=flite:rms -o session.wav"),
      .init("rehearse scene.fountain --as NORA --scene 2 --repeat"),
      .init("rehearse scene.fountain --as NORA --microphone"),
    ]
    return CommandDefinition(
      description, RehearseValues(),
      [
        OptionGroup("", rehearseParts),
        OptionGroup("Your voice", rehearseVoice),
        OptionGroup("Learning", rehearseLearning),
        OptionGroup(
          "Sound", CommandOption.sound({ $1(&$0.sound) }, ofScript: true)),
        OptionGroup("The prompter", prompterOptions),
        OptionGroup(
          "",
          [.json("print each event as a line of JSON"), .localOnly, .quiet, .verbose, .showsHelp]),
      ]
    ) { given throws(UserError) in
      var options = given.values.options
      options.prompter.language = given.values.sound.language
      options.script = given.words.first ?? ""
      // At a terminal, the script is chosen.
      if given.words.isEmpty, given.hasInput || options.showsHistory || options.forgetsHistory {
        throw .usage("A rehearsal needs a script.")
      }
      options.wishes.voices = given.values.sound.voices
      options.wishes.language = given.values.sound.language
      try given.values.sound.check(given.manner)
      try check(options)
      return .rehearse(options, given.values.sound)
    }
  }

  private static func check(_ options: RehearseOptions) throws(UserError) {
    if options.scene != nil, options.startLine != nil || options.lastLine != nil {
      throw .usage("--scene is a whole scene; --from and --to are lines of the script.")
    }
    if options.loop != nil,
      options.scene != nil || options.startLine != nil || options.lastLine != nil
    {
      throw .usage("--loop says which lines; --scene, --from and --to say others.")
    }
    if options.repeats, options.times != nil {
      throw .usage("--repeat goes on until you stop, and --times ends after so many times.")
    }
    if let last = options.lastLine, let first = options.startLine, last < first {
      throw .usage("--to \(last) is before --from \(first).")
    }
    if options.trouble, options.due {
      throw .usage("--trouble and --due both say which lines.")
    }
    if options.records, !options.isHeard {
      throw .usage("--record records you, and no --microphone says where you are heard.")
    }
    if options.seed != nil, !options.shuffles {
      throw .usage("--seed is for the order of --shuffle.")
    }
    if !options.isHeard, !options.recognizers.isEmpty {
      throw .usage("--recognizer says who hears you, and no --microphone where.")
    }
    if !options.isHeard, !options.secondOpinions.isEmpty {
      throw .usage("--second-opinion judges what is heard, and no --microphone says where.")
    }
    if options.robot != nil, options.microphone != nil {
      throw .usage("--robot speaks in your place; --microphone hears you.")
    }
    if options.microphone == "-", options.script == "-" || options.actorScript == "-" {
      throw .usage("Standard input cannot be the microphone and something else.")
    }
    if options.script == "-", options.actorScript == "-" {
      throw .usage("The script and the actor's side cannot both be standard input.")
    }
  }

  /// How the script is shown.
  private static var prompterOptions: [CommandOption<RehearseValues>] {
    [
      .flag(
        "--plain", "line by line also at a terminal, as for screen readers",
        manual:
          "The page is also line by line without a terminal, and with --json, -q and --verbose."
      ) { $0.options.isPlain = true },
      .choice(
        "--hide full|3|2|1|blanks|nothing|known",
        "what is shown of your lines: all, so many letters of each word, blanks, nothing, or less the better you know them"
      ) {
        $0.options.prompter.hiding =
          WordHiding(rawValue: $1).map { .fixed($0) } ?? .byFamiliarity
      },
      .flag("--only-mine", "show only your lines") { $0.options.prompter.isOnlyMine = true },
      .flag("--mirror", "mirror the text, for a pane of glass before the screen") {
        $0.options.prompter.isMirrored = true
      },
      .number("--size N", in: 1...3, "how large the current line is; 2 by default") {
        $0.options.prompter.size = Int($1)
      },
      .number(
        "--ease SECONDS", in: 0...2, "how long the text moves to the next line; 0.4 by default"
      ) { $0.options.prompter.easeSeconds = $1 },
      .flag("--countdown", "3, 2, 1 before the rehearsal begins") {
        $0.options.countsDown = true
      },
      .flag("--earcons", "short tones: your turn, heard, a prompt") {
        $0.options.hasEarcons = true
      },
    ]
  }

  /// How the actor is heard.
  private static var rehearseVoice: [CommandOption<RehearseValues>] {
    [
      .microphone(
        { $1(&$0.options.microphones) },
        "hear your lines: by the default microphone, by a device, or in a file with one take after the other",
        also: { $0.options.microphone = $1 }),
      .rawInput("the microphone") { $0.options.microphoneFormat = $1 },
      .value(
        "--robot VOICE",
        "a voice says your lines, and the rehearsal hears it: shows which lines are hard to hear",
        completion: .voice
      ) { (values: inout RehearseValues, text: String) throws(UserError) in
        values.options.robot = try OptionValues.voice("--robot", text)
      },
      .recognizers({ $1(&$0.options.recognizers) }),
      .secondOpinion({ $1(&$0.options.secondOpinions) }),
      .choice("--strictness gist|standard|word-perfect", "when your line counts as said") {
        $0.options.listening.rules.strictness = Strictness(rawValue: $1) ?? .standard
      },
      .value(
        "--advance WAYS",
        "what ends your line, besides Enter: match, speech, silence, command, or several with commas; "
          + "match,speech,command by default",
        manual:
          "With match, a line is over a quarter of a second after its last word was heard. With speech, it is over when you "
          + "have said something to its end and are silent, whatever was understood. With silence, it is over when nobody "
          + "has spoken for the time of --patience. With command, you can say what the keys do.",
        completion: .word(TurnWay.allCases.map(\.rawValue), isList: true)
      ) { (values: inout RehearseValues, text: String) throws(UserError) in
        values.options.listening.rules.ways = try turnWays(text)
      },
      .number(
        "--patience SECONDS", in: 1...3600,
        "without a word for so long, you are told that it is your line; 15 by default"
      ) { $0.options.listening.startSeconds = $1 },
      .flag(
        "--record", "record takes: your voice, the partner's, and both together",
        manual:
          "'\(Program.name) takes' lists, plays and compares them. Each scene is a take of its own."
      ) { $0.options.records = true },
      .flag(
        "--snappy",
        "less silence ends your line: 0.4 s instead of 0.8 s, and 0.7 s after a short word"
      ) {
        $0.options.listening.beSnappy()
      },
      .flag("--barge-in", "you may begin your line while your partner still speaks: use headphones")
      {
        $0.options.listening.bargesIn = true
      },
      .flag(
        "--adapt",
        "your partners answer as soon as you do: between half and one and a half times the usual time"
      ) {
        $0.options.adaptsPace = true
      },
      .flag(
        "--correct", "where a line is judged word-perfect, a changed word is given to you at once"
      ) {
        $0.options.listening.corrects = true
      },
      .flag("--silent-prompts", "the words that you ask for are shown and not spoken") {
        $0.options.hasSilentPrompts = true
      },
    ]
  }

  /// Which lines are learned.
  private static var rehearseLearning: [CommandOption<RehearseValues>] {
    [
      .flag(
        "--trouble", "only the lines that you have trouble with, the worst first",
        manual:
          "A line is a trouble spot if you lately left out or changed words, needed a prompt, or began late."
      ) { $0.options.trouble = true },
      .flag(
        "--due", "only the lines that are due today, the worst first",
        manual: "By the spaced repetition of SM-2. Lines that you never said are due, too."
      ) { $0.options.due = true },
      .flag("--cues-only", "of the other parts, only the end of the line before yours") {
        $0.options.cuesOnly = true
      },
      .flag("--shuffle", "your lines with the line before each, in random order") {
        $0.options.shuffles = true
      },
      .number("--seed N", in: 0...1e15, "the same N gives the same order of --shuffle") {
        $0.options.seed = UInt64($1)
      },
      .flag("--history", "show what is known of your lines, and rehearse nothing") {
        $0.options.showsHistory = true
      },
      .flag("--forget-history", "forget what is known of the lines, and rehearse nothing") {
        $0.options.forgetsHistory = true
      },
      .flag("--no-history", "do not keep how your lines go") { $0.options.keepsHistory = false },
      .value(
        "--draft-of SCRIPT",
        "an earlier draft: what is known of lines with the same or similar words is taken over",
        completion: .file
      ) { (values: inout RehearseValues, text: String) throws(UserError) in
        values.options.draft = try OptionValues.present("--draft-of", text, "a script")
      },
    ]
  }

  private static func turnWays(_ text: String) throws(UserError) -> Set<TurnWay> {
    var ways: Set<TurnWay> = []
    for word in text.split(separator: ",").map({ String($0).trimmed.lowercased() }) {
      guard let way = TurnWay(rawValue: word) else {
        let known = TurnWay.allCases.map(\.rawValue)
        throw .unknown(
          word, in: known, "--advance is \(OptionValues.alternatives(known)), not “\(word)”.")
      }
      ways.insert(way)
    }
    guard !ways.isEmpty else { throw .usage("--advance needs a way, as in --advance match.") }
    return ways
  }

  private static var rehearseParts: [CommandOption<RehearseValues>] {
    let own: [CommandOption<RehearseValues>] = [
      .value(
        "--as NAME", "your part; may be repeated; without it, you choose at the terminal",
        isRepeatable: true
      ) {
        $0.options.roles.append($1)
      }
    ]
    let others: [CommandOption<RehearseValues>] = [
      .alias(\.options.wishes),
      .value(
        "--lexicon FILE",
        "pronunciations, one per line, as in Aoife = EE-fa; 'Lexicon:' on the title page does the same",
        completion: .file
      ) { $0.options.wishes.lexicon = $1 },
      .number(
        "--from LINE", in: 1...1_000_000, "begin at that line; otherwise where you last stopped"
      ) { $0.options.startLine = Int($1) },
      .number("--to LINE", in: 1...1_000_000, "end behind that line") {
        $0.options.lastLine = Int($1)
      },
      .number("--scene NUMBER", in: 1...1_000_000, "only that scene, counted from 1") {
        $0.options.scene = Int($1)
      },
      .value("--loop A-B", "those lines over and over, until you stop") {
        (values: inout RehearseValues, text: String) throws(UserError) in
        do throws(PracticeWordsError) {
          values.options.loop = try PracticeWords.range(text)
        } catch {
          throw .usage("--loop: \(Messages(language: .english).why(error)).")
        }
      },
      .flag("--repeat", "all that is rehearsed over and over, until you stop") {
        $0.options.repeats = true
      },
      .number("--times N", in: 1...1_000_000, "all that is rehearsed so many times") {
        $0.options.times = Int($1)
      },
      .number(
        "--gap MILLISECONDS", in: 0...60_000,
        "the silence after a line, unless a tone says otherwise; 150 by default",
        formerly: ["--pause-ms"]
      ) { $0.options.pauseMilliseconds = Int($1) },
      .scripted(
        "take your actions from FILE; the rehearsal does not wait for you",
        formerly: ["--script-actor"]
      ) { $0.options.actorScript = $1 },
      .retired("--no-emoji"),
    ]
    return own + CommandOption.cast(\.options.wishes, keeps: "for this run") + others
  }
}

struct TakesValues {
  var track = Take.Track.mix
  var devices: [PluginChoice] = []
}

extension CommandTable {
  static var takes: CommandDefinition<TakesValues> {
    var description = CommandDescription(
      "takes", "Takes of rehearsals: what '\(Program.name) rehearse --record' recorded.")
    let complaint =
      "Takes are listed (list SCRIPT), heard (play SCRIPT TAKE), compared (compare SCRIPT TAKE TAKE), marked (best SCRIPT TAKE), "
      + "copied (export SCRIPT TAKE OUT) or removed (remove SCRIPT TAKE…)."
    let files: [Completion] = [.file, .nothing]
    description.verbs = [
      VerbDescription(
        "list", WordsDescription("[SCRIPT]", 0...1, completing: [.file], complaint),
        "the takes of a script, or all; the best of a scene has a star"),
      VerbDescription(
        "play", WordsDescription("SCRIPT TAKE", 2...2, completing: files, complaint), "hear it"),
      VerbDescription(
        "compare", WordsDescription("SCRIPT TAKE TAKE", 3...3, completing: files, complaint),
        "two takes beside each other: length, loudness, and each of your lines"),
      VerbDescription(
        "best", WordsDescription("SCRIPT TAKE", 2...2, completing: files, complaint),
        "mark it as the best of its scene"),
      VerbDescription(
        "export",
        WordsDescription(
          "SCRIPT TAKE OUT", 3...3, completing: [.file, .nothing, .file], complaint),
        "copy it into a sound file, of the kind that OUT's ending says"),
      VerbDescription(
        "remove", WordsDescription("SCRIPT TAKE…", 2...100, completing: files, complaint),
        "remove it; the takes behind it move up"),
    ]
    description.terms = [
      (
        "SCRIPT",
        "the file of the script; if it was moved, the name that 'takes list' shows for it"
      ),
      (
        "TAKE",
        "scene and number, as in 2.3; the number alone, if all takes are of one scene"
      ),
    ]
    description.notes = [
      "A take is a folder with own.wav, partner.wav and mix.wav, which are equally long, and take.json. It survives a rehearsal "
        + "that is killed, or a full disk."
    ]
    description.examples = [
      .init("takes list scene.fountain"), .init("takes play scene.fountain 2.3 --track own"),
    ]
    return CommandDefinition(
      description, TakesValues(),
      [
        OptionGroup(
          "",
          [
            .choice(
              "--track own|partner|mix", "your voice, the partner's, or both; both by default",
              for: ["play", "export"]
            ) {
              $0.track = Take.Track(rawValue: $1) ?? .mix
            },
            .device(
              { values, change in change(&values.devices) },
              "where 'play' is heard; pulse by default"),
            .json("print an object for each take"), .quiet, .verbose, .showsHelp,
          ])
      ]
    ) { given throws(UserError) in
      let (words, values) = (given.words, given.values)
      if !values.devices.isEmpty, given.verb != "play" {
        throw .usage("--device is for '\(Program.name) takes play'.")
      }
      let action: TakesAction =
        switch given.verb {
        case "list": .list(words.first)
        case "play":
          .play(words[0], take: words[1], values.track, device: values.devices.first)
        case "compare": .compare(words[0], words[1], words[2])
        case "best": .best(words[0], take: words[1])
        case "export": .export(words[0], take: words[1], values.track, to: words[2])
        default: .remove(words[0], takes: Array(words.dropFirst()))
        }
      return .takes(action)
    }
  }
}

/// What `speak` and `rehearse` were given.
struct SpeakValues {
  var sound = SoundOptions()
  var file: String?
  var byLine = false
}

extension CommandTable {
  static var speak: CommandDefinition<SpeakValues> {
    var description = CommandDescription("speak", "Say a text.")
    description.forms = [
      .init("[OPTION]… TEXT…", "say words; the first word is not a command"),
      .init("speak [OPTION]… [TEXT…]", "say words, or standard input"),
      .init("speak [OPTION]… -f FILE", "say the paragraphs of a file"),
    ]
    description.words = WordsDescription("[TEXT…]", 0...Int.max, "")
    description.notes = [
      "Without -o the sound is heard. With -o it is written, and heard too if --device is given."
    ]
    description.manual = [
      "A text is said paragraph by paragraph. Without text and with a terminal on standard input, help is shown. "
        + "A first word that is a command is a command; a first word in lower case that is none is refused: "
        + "'\(Program.name) speak WORD' and '\(Program.name) -- WORD' say it.",
      "With --json every event is a line on standard output: line, word, sentence, mark, shortfall, stand-in, "
        + "end, cancelled, failed, done. Times are seconds of the session, offsets are bytes of the input. "
        + "A file appears under its name only when it is whole.",
    ]
    description.examples = [
      .init("--voice=plugins/libflite.so \"Good evening\""),
      .init("--voice=espeak:en-us+f3 --tone playful -o hello.wav \"There you are.\""),
      .init("speak -f chapter.txt --rate 1.2 -o chapter.opus"),
    ]
    return CommandDefinition(
      description, SpeakValues(),
      [
        OptionGroup(
          "",
          [
            .value(
              "-f, --file FILE", "say a file instead of words; - is standard input",
              completion: .file
            ) { $0.file = $1 },
            .flag("--lines", "each line is a line of speech, instead of each paragraph") {
              $0.byLine = true
            },
            .flag("--ssml", "the text is SSML") { $0.sound.isSSML = true },
          ]), OptionGroup("", CommandOption.sound({ $1(&$0.sound) })),
        OptionGroup(
          "",
          [
            .json("print each event as a line of JSON on standard output"), .localOnly, .quiet,
            .verbose,
            .showsHelp, CommandOption("-V, --version", "show the version", .version),
          ]),
      ]
    ) { given throws(UserError) in
      let values = given.values
      let words = given.words.joined(separator: " ")
      if values.file != nil, !given.words.isEmpty {
        throw .usage("Words and --file were both given; there is one text.")
      }
      if values.file == nil, given.words.isEmpty, !given.hasInput {
        return .help(topic: given.isImplied ? nil : "speak")
      }
      try values.sound.check(given.manner)
      let source: Command.Source =
        switch values.file {
        case "-"?: .standardInput
        case let file?: .file(file)
        case nil: given.words.isEmpty ? .standardInput : .words(words)
        }
      return .speak(source, byLine: values.byLine, values.sound)
    }
  }
}

struct DirectValues {}

extension CommandTable {
  static var direct: CommandDefinition<DirectValues> {
    var description = CommandDescription(
      "direct", "Direct a script: how characters, scenes and lines are played, in a file beside it."
    )
    description.forms = [.init("direct SCRIPT [WHO [KEY=VALUE…]]")]
    description.terms = [
      ("WHO", "a character, \"scene 2\" or \"line 12\""),
      (
        "KEY=VALUE",
        "of a character: tones, state, objective, notes, delay; of a scene: context; of a line: tones, notes, delay, strictness, "
          + "cut, recording, reading; "
          + "nothing behind = takes it away"
      ),
    ]
    description.words = WordsDescription(
      "SCRIPT [WHO [KEY=VALUE…]]", 1...40, completing: [.file], "Which script is to be directed?",
      surplus: { _ in "So many values are not set at once." })
    description.notes = [
      "The file is SCRIPT.direction, and 'rehearse' reads it. Without WHO it is shown; you can edit it, too: [OSKAR] begins "
        + "what is said of Oskar.",
      "tones are played by every voice. state, objective, notes and context are told to voices that act by themselves. delay "
        + "is the silence before a line, in seconds. strictness says when your own line counts as said, and cut names the word "
        + "on which whoever speaks next interrupts the line.",
      "recording is a sound file that is heard in place of the line; without it, or if it has no more than 1000 bytes, the voice "
        + "says the line. reading is a sound file with the line as you want it: it sets the voice's pace (half to double) and pitch "
        + "(8 semitones at most). Both are named from the script's folder.",
    ]
    description.examples = [
      .init("direct scene.fountain OSKAR tones=tense delay=0.4"),
      .init("direct scene.fountain \"line 12\" tones=softly"),
    ]
    return CommandDefinition(
      description, DirectValues(),
      [OptionGroup("", [.json("print an object for each subject"), .quiet, .showsHelp])]
    ) { given throws(UserError) in
      var options = DirectOptions(script: given.words[0])
      guard given.words.count > 1 else { return .direct(options) }
      guard let subject = DirectionFile.subject(given.words[1]) else {
        throw .usage("WHO is a character, a scene or a line, not “\(given.words[1])”.")
      }
      options.subject = subject
      for word in given.words.dropFirst(2) {
        let (name, value) = try OptionValues.pair("A value", word, "KEY=VALUE, as in tones=angry")
        let keys = DirectionFile.Key.of(subject)
        guard let key = keys.first(where: { $0.rawValue == name.lowercased() }) else {
          let known = keys.map(\.rawValue)
          throw .unknown(
            name, in: known,
            "\(given.words[1]) has \(OptionValues.alternatives(known)), not “\(name)”.")
        }
        options.values.append(.init(key: key, text: value))
      }
      return .direct(options)
    }
  }
}
