import CueListening
import CueModel
import CueOptions
import CuePractice
import CueRehearsal
import CueText

// The options of `rehearse`, by their groups.
extension CommandTable {
  /// How the script is shown.
  static var prompterOptions: [CommandOption<RehearseValues>] {
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
  static var rehearseVoice: [CommandOption<RehearseValues>] {
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
  static var rehearseLearning: [CommandOption<RehearseValues>] {
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

  static var rehearseParts: [CommandOption<RehearseValues>] {
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
