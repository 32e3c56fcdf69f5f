import CueAudio
import CueKeys
import CueListening
import CueModel
import CueOptions
import CuePlugins
import CuePractice
import CueRehearsal
import CueText

/// The options of `rehearse`.
struct RehearseOptions: Equatable {
  var script: String
  var roles: [String]
  /// The cast.
  var wishes = CastWishes()
  var actorScript: String?
  /// The first line, from 1; nil for where the last rehearsal stopped.
  var startLine: Int?
  /// The last line, from 1; nil for the script's.
  var lastLine: Int?
  /// The one scene that is rehearsed, from 1.
  var scene: Int?
  /// The lines that are repeated, from 1; `startLine` and `lastLine` do not count then.
  var loop: ClosedRange<Int>?
  /// How often; nil for once, or with a loop until the actor stops.
  var times: Int?
  /// Repeats until the actor stops.
  var repeats = false
  var pauseMilliseconds: Int?
  /// The silence before a partner's line, for characters without their own.
  var delaySeconds = 0.0
  /// The source of the actor's sound: a file, a pipe, `-`, or a device; empty for the default microphone, nil for keys only.
  var microphone: String?
  /// The same as a device, with its settings; the last one counts.
  var microphones: [PluginChoice] = []
  var microphoneFormat: RawSound?
  /// The voice that says the actor's lines in their place; nil for the actor.
  var robot: VoiceReference?
  var recognizers: [PluginChoice] = []
  /// The recognizers that also judge the wording; the last one counts.
  var secondOpinions: [PluginChoice] = []
  /// Whether the actor, or the robot, is heard.
  var isHeard: Bool { microphone != nil || robot != nil }
  /// How Cue listens to the actor.
  var listening = ActorListening()
  /// Whether answers follow the actor's pace.
  var adaptsPace = false
  /// Whether words that the actor asks for are only shown.
  var hasSilentPrompts = false
  /// Whether the rule by which each stretch of listening ended is printed.
  var traces = false
  /// How the script is shown.
  var prompter = PrompterSettings()
  /// Line by line even at a terminal.
  var isPlain = false
  /// Whether it begins with a countdown: 3, 2, 1.
  var countsDown = false
  /// Whether tones report what the screen shows.
  var hasEarcons = false
  /// Whether the actor may say commands.
  var hearsCommands = true

  /// Only the lines that the actor has trouble with.
  var trouble = false
  /// Only the lines that are due.
  var due = false
  /// The actor's lines with their cues, in random order.
  var shuffles = false
  /// The seed of the order; nil for any.
  var seed: UInt64?
  /// Only the ends of the lines before the actor's.
  var cuesOnly = false
  /// Whether the history of the lines is shown, and nothing rehearsed.
  var showsHistory = false
  /// Whether takes are recorded.
  var records = false
  /// Whether the history of the lines is forgotten, and nothing rehearsed.
  var forgetsHistory = false
  /// Whether the history of the lines is kept.
  var keepsHistory = true
  /// An earlier draft, whose history is taken over.
  var draft: String?
  /// Whether the history of the lines decides which are rehearsed.
  var picksByHistory: Bool { trouble || due }
  /// Whether not all lines are rehearsed in the order of the script.
  var picksLines: Bool { picksByHistory || shuffles || cuesOnly }

  /// How often; nil until the actor stops.
  var rounds: Int? { times ?? (repeats || loop != nil ? nil : 1) }
  /// Whether it is the whole script, which continues where the last rehearsal stopped.
  var isWhole: Bool { startLine == nil && isFollowed }
  /// Whether the place where it stops is kept.
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
        + "tells you what was left out. Say “line please” for the next words, also in the middle of your line; “go back”, "
        + "“again” and “next line” do what the keys do, and “stop rehearsal”, said twice, ends it.",
      "A file for --scripted has an action on each line; # begins a comment. 'next' says your line in no time, 'line' "
        + "in about the time that it takes to say, a number in that many seconds; pause, resume, back, repeat, goto "
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
      // At a terminal, the user chooses the script.
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
      throw .usage("--repeat goes on until you stop, and --times ends after a number of times.")
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
        "what is shown of your lines: all, one to three letters of each word, blanks, nothing, or less the better you know them"
      ) {
        $0.options.prompter.hiding = PrompterSettings.Hiding(word: $1)
      },
      .flag("--only-mine", "show only your lines") { $0.options.prompter.isOnlyMine = true },
      .flag("--mirror", "mirror the text, for a pane of glass before the screen") {
        $0.options.prompter.isMirrored = true
      },
      .flag("--no-mirror", "do not mirror the text, whatever cue.conf says") {
        $0.options.prompter.isMirrored = false
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
      .voice(
        "--robot VOICE",
        "a voice says your lines, and the rehearsal hears it: shows which lines are hard to hear",
        plugin: OptionValues.plugin
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
      .choice(
        "--wait short|natural|long",
        "how long you may be silent within your line: short, some seconds; natural, while more than three words are unsaid; "
          + "long, while any is"
      ) {
        $0.options.listening.rules.wait = BeatWait(rawValue: $1) ?? .natural
      },
      .number(
        "--patience SECONDS", in: 1...3600,
        "after this silence, a note says that it is your line, or you get its next words; 15 by default"
      ) { $0.options.listening.startSeconds = $1 },
      .number(
        "--prompt-after SECONDS", in: 1...60,
        "when you are silent for so long in your line, you are given the next words"
      ) { $0.options.listening.promptSeconds = $1 },
      .flag("--no-commands", "nothing that you say is a command") {
        $0.options.hearsCommands = false
      },
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
        "--follow-jumps", "if you say one of your next lines instead, the scene goes on from there"
      ) {
        $0.options.listening.followsJumps = true
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
      .flag("--trace", "print by which rule listening to your lines ended") {
        $0.options.traces = true
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
      .layout { $0.options.wishes.layout = $1 },
      .prose { $0.options.wishes.layout = $1 },
      .value(
        "--lexicon FILE",
        "pronunciations, one per line, as in Aoife = EE-fa; 'Lexicon:' on the title page does the same",
        completion: .file
      ) { $0.options.wishes.lexicon = $1 },
      .number(
        "--from LINE", in: 1...1_000_000, "begin at that line; otherwise where you last stopped"
      ) { $0.options.startLine = Int($1) },
      .number("--to LINE", in: 1...1_000_000, "end after that line") {
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
      .number("--times N", in: 1...1_000_000, "all that is rehearsed N times") {
        $0.options.times = Int($1)
      },
      .number(
        "--gap MILLISECONDS", in: 0...60_000,
        "the silence after a line, unless a tone says otherwise; "
          + "\(VoiceProfile.usualPauseMilliseconds) by default"
      ) { $0.options.pauseMilliseconds = Int($1) },
      .scripted("take your actions from FILE; the rehearsal does not wait for you") {
        $0.options.actorScript = $1
      },
    ]
    return own + CommandOption.cast(\.options.wishes, keeps: "for this run") + others
  }
}
