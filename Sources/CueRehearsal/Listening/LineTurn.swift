import CueListening
import CueText

/// One line of an actor who is listened to: judges what is heard, utterance by utterance, and decides when the line is over.
///
/// It is a value without a clock or sound. What was said of the line before a pause counts on.
public struct LineTurn: Sendable {
  /// What decides, for one line.
  public struct Rules: Equatable, Sendable {
    /// How the line may come to its end.
    public var ways: Set<TurnWay> = [.match, .speech, .command]
    /// When it counts as said.
    public var strictness = Strictness.standard
    /// A BCP 47 tag.
    public var language = ""

    /// Words, silence after speech, and commands.
    public init() {}
  }

  /// Who has spoken for so much of the time that the line takes may have said all of it.
  static let leastTimeShare = 0.6
  /// Of whose line so much was heard may have said all of it, too.
  static let leastWordShare = 0.75
  /// Characters of a line that are said in a second; as in ``ScriptedActor/seconds(toSay:)``.
  static let charactersPerSecond = 14.5
  /// So many words tell how fast somebody speaks.
  static let fewestWordsOfPace = 5
  /// Nobody says more characters in a second, whatever times a recognizer gives words.
  static let mostCharactersPerSecond = 25.0
  /// Another line is believed in noise with this confidence.
  static let leastConfidenceInNoise = 0.9
  /// Who may have said all of it and is silent for so much longer has: a pause within a line is shorter.
  static let lastWaitSeconds = 3.0

  /// Somebody who says anything has a voice for so long at least, in seconds; a cough has less.
  static let leastVoicedSeconds = 0.1
  /// Who has said a line, whatever was understood of it, had a voice for so large a share of the time that it takes.
  static let leastVoicedShare = 0.2
  /// A recognizer finds so many words of a line in a noise, or in nothing; who whispers more of them is heard.
  static let mostWordsInNoise = 3

  /// The line as it is written.
  let text: String
  private let line: ExpectedLine
  private var rules: Rules
  private let partnerLine: String?
  private let commands: [(text: String, command: SpokenCommand)]
  private var words: [HeardWord] = []
  private var spokenSeconds = 0.0
  private var voicedSeconds = 0.0
  /// Whether listening has ended without a silence before.
  private var hasGoneOn = false
  /// Characters that the actor says in a second.
  private var pace = LineTurn.charactersPerSecond
  /// How the line was said so far; nil while nothing of it was heard.
  public private(set) var match: LineMatch?
  /// The words that ``match`` counts in.
  private(set) var matchedWords: [HeardWord] = []
  /// A BCP 47 tag.
  var language: String { rules.language }

  /// The line `text`.
  ///
  /// - Parameters:
  ///   - text: the line as it is written
  ///   - partnerLine: what the partner said before it, which the room may still ring with
  ///   - commands: what may be said to the rehearsal instead
  ///   - rules: what decides
  public init(
    _ text: String, after partnerLine: String?,
    commands: [(text: String, command: SpokenCommand)], _ rules: Rules
  ) {
    self.text = text
    self.partnerLine = partnerLine
    self.commands = rules.ways.contains(.command) ? commands : []
    self.rules = rules
    line = ExpectedLine(text, language: rules.language.isEmpty ? "en" : rules.language)
  }

  /// Whether somebody has spoken for about as long as the line takes, whatever was understood of it.
  private var takesItsTime: Bool {
    let seconds = Double(text.count) / pace
    return spokenSeconds >= LineTurn.leastTimeShare * seconds
      && voicedSeconds >= max(LineTurn.leastVoicedSeconds, LineTurn.leastVoicedShare * seconds)
  }

  private var hasMostWords: Bool { match?.share ?? 0 >= LineTurn.leastWordShare }

  private var mayBeSaid: Bool { spokenSeconds > 0 && (takesItsTime || hasMostWords) }

  /// After how many seconds without speech the next decision is wanted.
  ///
  /// - Parameter patience: where nothing hints at the line's end
  /// - Returns: seconds
  public func startSeconds(_ patience: Double) -> Double {
    mayBeSaid && rules.ways.contains(.speech)
      ? min(patience, LineTurn.lastWaitSeconds) : patience
  }

  /// The line is judged by `strictness` from now on.
  public mutating func judge(by strictness: Strictness) { rules.strictness = strictness }

  /// How far the line was said, in bytes of its text.
  public var saidOffset: Int {
    guard let match else { return 0 }
    let last = match.outcomes.lastIndex { if case .said = $0 { true } else { false } }
    return last.map { match.words[$0].range.upperBound } ?? 0
  }

  /// The actor is given the words at `range`, and goes on from there: what was said of the line from there on does not count.
  public mutating func correct(_ range: Range<Int>) {
    let whole = line.match(words)
    var before = 0
    for (word, outcome) in zip(whole.words, whole.outcomes) {
      guard word.range.upperBound <= range.lowerBound else { break }
      if case .said(let heard) = outcome { before = heard.upperBound }
    }
    words = Array(words.prefix(before))
    match = line.match(words)
    matchedWords = words
  }

  /// Takes what came of listening, and decides.
  public mutating func take(_ result: ListenResult) -> TurnDecision {
    if result.echoEndFrame != nil { return .wait(.echo) }
    if isNoise(result) { return noise() }
    switch result.meaning {
    case .nothing where result.spokenSeconds == 0:
      return silence(result)
    case .otherLine(let other):
      if let (text, command) = commands.first(where: { $0.text == other }) {
        switch CommandEvidence(text: text, command: command).verdict(on: result) {
        case .said: return .command(command)
        case .unsure: return .wait(.notUnderstood)
        case .otherSpeech: return notUnderstood(result)
        }
      }
      if other == partnerLine { return .wait(.echo) }
      let isDoubtful = (result.heard.confidence ?? 0) < LineTurn.leastConfidenceInNoise
      return result.isNoisy && isDoubtful ? notUnderstood(result) : .wait(.otherLine(other))
    case .line(let match, let verdict) where !verdict.isUnsure && match.share > 0:
      add(result)
      return judge(match, verdict, result)
    case .nothing, .line, .notUnderstood, .words, .name, .number, .phrase:
      return notUnderstood(result)
    }
  }

  private mutating func notUnderstood(_ result: ListenResult) -> TurnDecision {
    add(result)
    // Of who speaks on, a recognizer may tell nothing new for a while. The second time, it was no speech.
    let mayGoOn = result.reason == .stable && !hasGoneOn
    if mayGoOn { hasGoneOn = true }
    return rules.ways.contains(.speech) && mayBeSaid && !mayGoOn
      ? .done(.endOfSpeech) : .wait(.notUnderstood)
  }

  private mutating func add(_ result: ListenResult) {
    spokenSeconds += result.spokenSeconds
    voicedSeconds += result.voicedSeconds ?? result.spokenSeconds
    learnPace(result)
  }

  /// Who speaks fast is done sooner.
  private mutating func learnPace(_ result: ListenResult) {
    let words = result.heard.words.filter { !$0.isFiller && !$0.isOutside }
    guard words.count >= LineTurn.fewestWordsOfPace, let first = words.first, let last = words.last,
      result.seconds > 0
    else { return }
    let frames = last.frames.upperBound - first.frames.lowerBound
    let seconds = Double(frames) * result.seconds / Double(max(1, result.frameCount))
    let characters = words.reduce(words.count - 1) { $0 + $1.text.count }
    guard seconds > 0 else { return }
    pace = min(max(pace, Double(characters) / seconds), LineTurn.mostCharactersPerSecond)
  }

  /// Whether something sounded that is no voice, or nothing did, whatever a recognizer made of it.
  private func isNoise(_ result: ListenResult) -> Bool {
    guard let voiced = result.voicedSeconds, voiced < LineTurn.leastVoicedSeconds else {
      return false
    }
    let words = result.heard.words.count { !$0.isFiller && !$0.isOutside }
    return words <= LineTurn.mostWordsInNoise
      && (result.spokenSeconds > 0 || !result.heard.text.isEmpty)
  }

  /// What a noise means: nothing, unless the line may be over already, and was waited for longer than within a line.
  private func noise() -> TurnDecision {
    rules.ways.contains(.speech) && mayBeSaid ? .done(.endOfSpeech) : .wait(.notUnderstood)
  }

  private func silence(_ result: ListenResult) -> TurnDecision {
    if rules.ways.contains(.speech), mayBeSaid { return .done(.endOfSpeech) }
    if rules.ways.contains(.silence), result.reason == .timeout { return .done(.silenceTimeout) }
    return .wait(.noSpeech(seconds: result.seconds))
  }

  private mutating func judge(
    _ new: LineMatch, _ verdict: LineVerdict, _ result: ListenResult
  ) -> TurnDecision {
    words += result.lineWords
    let whole = line.match(words)
    // Who begins again from the start has said it all at once.
    match = verdict.isAccepted ? new : whole
    matchedWords = verdict.isAccepted ? result.lineWords : words
    if verdict.isAccepted || whole.judged(rules.strictness).isAccepted {
      if rules.ways.contains(.match) { return .done(.matched) }
      if rules.ways.contains(.speech) { return .done(.endOfSpeech) }
    }
    // The silence is longer than a pause already, and both time and words say that the line is over.
    let isOver = rules.ways.contains(.speech) && takesItsTime && hasMostWords
    guard
      [new, whole].contains(where: LineTurn.isAtEnd) || isOver || result.mayBeWhole
        || result.reason == .max
    else {
      return .wait(.unfinished(missing: whole.missing))
    }
    if rules.ways.contains(.speech) { return .done(.endOfSpeech) }
    // At the next attempt all of it is said.
    words = []
    return .wait(.notAsWritten(missing: whole.missing, changed: whole.changed))
  }

  /// Whether a line was said to its end, though its last word may not have been understood.
  private static func isAtEnd(_ match: LineMatch) -> Bool {
    match.isEndReached
      || match.missingAtEnd.count <= 1 && match.words.count > 2 && match.share >= 0.5
  }
}
