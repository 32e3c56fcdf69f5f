import CueListening
import CueOptions
import CueRehearsal
import CueText

// The options of `rehearse`, by their groups.
extension CommandTable {
  /// How the script is shown.
  static var prompterOptions: [CommandOption<RehearseValues>] {
    [
      .flag("--plain") { $0.options.isPlain = true },
      .choice("--hide full|3|2|1|blanks|nothing|known") {
        $0.options.prompter.hiding = PrompterSettings.Hiding(word: $1)
      },
      .flag("--only-mine") { $0.options.prompter.isOnlyMine = true },
      .flag("--mirror") { $0.options.prompter.isMirrored = true },
      .flag("--no-mirror") { $0.options.prompter.isMirrored = false },
      .number("--size N", in: 1...3) { $0.options.prompter.size = Int($1) },
      .number("--ease SECONDS", in: 0...2) { $0.options.prompter.easeSeconds = $1 },
      .flag("--countdown") { $0.options.countsDown = true },
      .flag("--earcons") { $0.options.hasEarcons = true },
    ]
  }

  /// How the actor is heard.
  static var rehearseVoice: [CommandOption<RehearseValues>] {
    [
      .microphone({ $1(&$0.options.microphones) }, also: { $0.options.microphone = $1 }),
      .rawInput { $0.options.microphoneFormat = $1 },
      .voice("--robot VOICE", plugin: OptionValues.plugin) {
        (values: inout RehearseValues, text: String) throws(UserError) in
        values.options.robot = try OptionValues.voice("--robot", text)
      },
      .recognizers({ $1(&$0.options.recognizers) }),
      .secondOpinion({ $1(&$0.options.secondOpinions) }),
      .choice("--strictness gist|standard|word-perfect") {
        $0.options.listening.rules.strictness = Strictness(rawValue: $1) ?? .standard
      },
      .value("--advance WAYS", completion: .word(TurnWay.allCases.map(\.rawValue), isList: true)) {
        (values: inout RehearseValues, text: String) throws(UserError) in
        values.options.listening.rules.ways = try turnWays(text)
      },
      .choice("--wait short|natural|long") {
        $0.options.listening.rules.wait = BeatWait(rawValue: $1) ?? .natural
      },
      .number("--patience SECONDS", in: 1...3600) { $0.options.listening.startSeconds = $1 },
      .number("--prompt-after SECONDS", in: 1...60) { $0.options.listening.promptSeconds = $1 },
      .flag("--no-commands") { $0.options.hearsCommands = false },
      .flag("--record") { $0.options.records = true },
      .flag("--snappy") { $0.options.listening.beSnappy() },
      .flag("--barge-in") { $0.options.listening.bargesIn = true },
      .flag("--follow-jumps") { $0.options.listening.followsJumps = true },
      .flag("--adapt") { $0.options.adaptsPace = true },
      .flag("--correct") { $0.options.listening.corrects = true },
      .flag("--silent-prompts") { $0.options.hasSilentPrompts = true },
      .flag("--trace") { $0.options.traces = true },
    ]
  }

  /// Which lines are learned.
  static var rehearseLearning: [CommandOption<RehearseValues>] {
    [
      .flag("--trouble") { $0.options.trouble = true },
      .flag("--due") { $0.options.due = true },
      .flag("--cues-only") { $0.options.cuesOnly = true },
      .flag("--shuffle") { $0.options.shuffles = true },
      .number("--seed N", in: 0...1e15) { $0.options.seed = UInt64($1) },
      .flag("--history") { $0.options.showsHistory = true },
      .flag("--forget-history") { $0.options.forgetsHistory = true },
      .flag("--no-history") { $0.options.keepsHistory = false },
      .parsed("--draft-of SCRIPT", completion: .file, OptionValues.present("a script")) {
        $0.options.draft = $1
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
      .value("--as NAME", isRepeatable: true) { $0.options.roles.append($1) }
    ]
    let others: [CommandOption<RehearseValues>] = [
      .alias(\.options.wishes),
      .layout { $0.options.wishes.layout = $1 },
      .prose { $0.options.wishes.layout = $1 },
      .value("--lexicon FILE", completion: .file) { $0.options.wishes.lexicon = $1 },
      .number("--from LINE", in: 1...1_000_000) { $0.options.startLine = Int($1) },
      .number("--to LINE", in: 1...1_000_000) { $0.options.lastLine = Int($1) },
      .number("--scene NUMBER", in: 1...1_000_000) { $0.options.scene = Int($1) },
      .parsed("--loop A-B", OptionValues.loop) { $0.options.loop = $1 },
      .flag("--repeat") { $0.options.repeats = true },
      .number("--times N", in: 1...1_000_000) { $0.options.times = Int($1) },
      .number("--gap MILLISECONDS", in: 0...60_000) { $0.options.pauseMilliseconds = Int($1) },
      .scripted {
        $0.options.actorScript = $1
      },
    ]
    return own + CommandOption.cast(\.options.wishes) + others
  }
}
