import CueModel
import CueText

/// What is known of one line of an actor who is listened to, stretch by stretch; ``TurnJudge`` judges it.
///
/// It is a value without a clock or sound. What was said of the line before a pause still counts.
public struct LineTurn: Sendable {
  /// What decides, for one line.
  public struct Rules: Equatable, Sendable {
    /// How the line may come to its end.
    public var ways: Set<TurnWay> = [.match, .speech, .command]
    /// When it counts as said.
    public var strictness = Strictness.standard
    /// How long the actor may be silent within the line.
    public var wait = BeatWait.natural
    /// A BCP 47 tag.
    public var language = ""

    /// Words, silence after speech, and commands.
    public init() {}
  }

  /// What one stretch of listening was.
  enum Attempt: Equatable, Sendable {
    /// The partner's line came back from the room.
    case echo
    /// Something without a voice.
    case noise
    /// Nobody spoke.
    case silence
    /// A command; whether that is sure.
    case command(SpokenCommand, isSure: Bool)
    /// Words of the line, a pause, and a command.
    case lineAndCommand(SpokenCommand)
    /// The partner's line, in place of the actor's.
    case partnersLine
    /// Another line of the scene.
    case otherLine(String)
    /// Words of the line, by themselves.
    case line(LineMatch, LineVerdict)
    /// Other speech; whether a recognizer may only have reported nothing new of it for a while.
    case speech(mayGoOn: Bool)

    /// Whether words of the line were said.
    var hasLineWords: Bool {
      switch self {
      case .line, .lineAndCommand: true
      default: false
      }
    }
  }

  /// The line as written.
  public let text: String
  private let line: ExpectedLine
  private(set) var rules: Rules
  private let partnerLine: String?
  private let commands: [(text: String, command: SpokenCommand)]
  private var words: [HeardWord] = []
  private var spokenSeconds = 0.0
  private var voicedSeconds = 0.0
  /// Whether listening has ended without a silence before.
  private var hasGoneOn = false
  /// Whether words of the line were heard in the last stretch, before its result.
  private var hasHeardLine = false
  /// What the last stretch of listening was.
  private(set) var attempt = Attempt.silence
  /// Whether the whole line was said in the last stretch.
  private(set) var isAccepted = false
  /// All that was said of the line so far, as one.
  private(set) var whole: LineMatch?
  /// The byte of the line at which the actor goes on: after the last word that was said, or 0 if that is not known.
  ///
  /// It is kept across pauses, prompts and commands.
  public private(set) var resumeOffset = 0
  /// Characters that the actor says in a second.
  private var pace = SpeechPace.charactersPerSecond
  /// How the line was said so far; nil while nothing of it was heard.
  public private(set) var match: LineMatch?
  /// The words that ``match`` counts in.
  public private(set) var matchedWords: [HeardWord] = []
  /// A BCP 47 tag.
  public var language: String { rules.language }

  /// The line `text`.
  ///
  /// - Parameters:
  ///   - text: the line as written
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

  /// What is expected now: the line from ``resumeOffset`` on.
  public var expectedText: String { text(from: resumeOffset) }

  /// Whether the recognizer knows the language: if not, only the sound shows how far the line was said, and nothing is
  /// compared.
  public var isUnderstood = true

  /// The byte of the line after the words that the actor was given; 0 if none were.
  private var promptedOffset = 0

  /// The actor is given the words at `range`: they may say them, or go on after them.
  public mutating func prompt(_ range: Range<Int>) {
    promptedOffset =
      line.words.first { $0.range.lowerBound >= range.upperBound && !$0.isOptional }?.range
      .lowerBound ?? 0
  }

  /// Where else the actor may begin after a pause: after the words that they were given, with the sentence at hand, and with the
  /// whole line.
  public var restarts: [String] {
    let given = promptedOffset > resumeOffset ? [text(from: promptedOffset)] : []
    guard resumeOffset > 0 else { return given }
    let language = rules.language.isEmpty ? "en" : rules.language
    let sentence =
      Segments.sentences(of: text, language: language)
      .last { $0.range.lowerBound < resumeOffset }?.range.lowerBound ?? 0
    let texts = sentence > 0 ? [text(from: sentence), text] : [text]
    return given + texts.filter { $0 != expectedText }
  }

  private func text(from offset: Int) -> String {
    String(decoding: Array(text.utf8)[offset...], as: UTF8.self)
  }

  /// The byte at which the next word begins after the last one that was said; 0 if none was, or none is left.
  private var nextOffset: Int {
    guard let whole,
      let last = whole.outcomes.lastIndex(where: { if case .said = $0 { true } else { false } })
    else { return 0 }
    return whole.words[(last + 1)...].first { !$0.isOptional }?.range.lowerBound ?? 0
  }

  /// Whether the actor has spoken for about as long as the line takes, whatever was understood of it.
  var takesItsTime: Bool { isTimeOfLine(spoken: spokenSeconds, voiced: voicedSeconds) }

  /// Whether the line takes about this long; both in seconds.
  private func isTimeOfLine(spoken: Double, voiced: Double) -> Bool {
    let seconds = Double(text.count) / pace
    return spoken >= TurnRules.leastTimeShare * seconds
      && voiced >= max(TurnRules.leastVoicedSeconds, TurnRules.leastVoicedShare * seconds)
  }

  var hasMostWords: Bool { match?.share ?? 0 >= TurnRules.leastWordShare }

  /// Whether the line may have been said.
  var mayBeSaid: Bool { spokenSeconds > 0 && (takesItsTime || hasMostWords || !isUnderstood) }

  /// Whether the actor stopped in the middle of the line: what was said before was understood, and more is unsaid than may be at
  /// the end of a line.
  var isInMidLine: Bool {
    guard let most = rules.wait.mostUnsaidWords, let whole,
      whole.share >= TurnRules.leastShareOfWords
    else { return false }
    return whole.missingAtEnd.count > most
  }

  /// After how many seconds without speech the next decision is due.
  ///
  /// - Parameter patience: where nothing hints at the line's end
  /// - Returns: seconds
  public func startSeconds(_ patience: Double) -> Double {
    mayBeSaid && !isInMidLine && rules.ways.contains(.speech)
      ? min(patience, TurnRules.lastWaitSeconds) : patience
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
    self.whole = match
    resumeOffset = nextOffset
    matchedWords = words
  }

  /// How far the line was said, in bytes of its text, if `heard` follows on what was said before.
  public func saidOffset(with heard: [HeardWord]) -> Int {
    var more = self
    more.match = line.match(words + heard)
    return more.saidOffset
  }

  /// Takes the result of listening, and has it judged.
  ///
  /// `hasHeardLine`: meanwhile words of the line were heard, whatever the result is in the end.
  public mutating func take(
    _ result: ListenResult, hasHeardLine: Bool = false
  ) -> TurnJudgement {
    let before = self
    self.hasHeardLine = hasHeardLine
    var result = continued(result)
    if !isUnderstood {
      result.meaning = result.spokenSeconds > 0 ? .notUnderstood : .nothing
      result.lineWords = []
    }
    if let (said, command) = called(result) {
      result = said
      attempt = .lineAndCommand(command)
    } else {
      attempt = attempt(result)
    }
    let isWhole = resumeOffset == 0 || isFromStart(result)
    switch attempt {
    case .line(let new, let verdict):
      add(result)
      words += result.lineWords
      let whole = line.match(words)
      self.whole = whole
      // An actor who begins again from the start has said it all at once.
      isAccepted = verdict.isAccepted && isWhole
      match = isAccepted ? new : whole
      matchedWords = isAccepted ? result.lineWords : words
    case .lineAndCommand:
      add(result)
      words += result.lineWords
      whole = line.match(words)
      match = whole
      matchedWords = words
    case .speech(let mayGoOn):
      // Clear speech that is not understood is not the line, in however many pieces it comes.
      if result.isNoisy || mayGoOn || !isUnderstood { add(result) }
      hasGoneOn = hasGoneOn || mayGoOn
    case .echo, .noise, .silence, .command, .partnersLine, .otherLine: break
    }
    let judgement = TurnJudge.judgement(on: self, result)
    switch judgement.decision {
    case .wait(.notAsWritten):
      // At the next attempt all of it is said.
      words = []
      resumeOffset = 0
    case .wait(.otherWords):
      // Nothing of it counts, nor of speech that went on into it without a silence.
      let attempt = attempt
      self = before
      self.attempt = attempt
      if hasGoneOn { (spokenSeconds, voicedSeconds, hasGoneOn) = (0, 0, false) }
    case .wait(.unfinished): resumeOffset = nextOffset
    case .command where attempt.hasLineWords: resumeOffset = nextOffset
    default: break
    }
    return judgement
  }

  /// `result` up to a command that ends it, after words of the line and a pause; nil if there is none.
  private func called(_ result: ListenResult) -> (said: ListenResult, SpokenCommand)? {
    for (text, command) in commands where isUnderstood {
      let evidence = CommandEvidence(text: text, command: command)
      guard let count = evidence.wordsBefore(in: result) else { continue }
      var said = result
      said.heard.words = Array(said.heard.words.prefix(count))
      said.heard.text = said.heard.words.filter { !$0.isFiller && !$0.isOutside }.map(\.text)
        .joined(separator: " ")
      said.lineWords = Array(said.lineWords.prefix(count))
      let match = line.match(said.lineWords)
      guard match.share > 0 else { continue }
      said.meaning = .line(
        match, match.judged(rules.strictness, confidence: said.heard.confidence))
      return (said, command)
    }
    return nil
  }

  /// Whether `result` is clear speech that shares nothing with the line, for about as long as the line takes.
  func isOfOtherWords(_ result: ListenResult) -> Bool {
    isUnderstood && !result.isNoisy
      && isTimeOfLine(
        spoken: result.spokenSeconds, voiced: result.voicedSeconds ?? result.spokenSeconds)
  }

  /// `result`, as words of the line if the actor began again with the sentence at hand, or with the line.
  private func continued(_ result: ListenResult) -> ListenResult {
    guard case .otherLine(let other) = result.meaning, restarts.contains(other) else {
      return result
    }
    var result = result
    result.lineWords = result.heardWords
    let new = line.match(result.lineWords)
    result.meaning = .line(new, new.judged(rules.strictness, confidence: result.heard.confidence))
    return result
  }

  /// Whether `result` compares with all of the line, although the rest was expected.
  private func isFromStart(_ result: ListenResult) -> Bool {
    guard case .line(let match, _) = result.meaning else { return false }
    return match.words.count == line.words.count
  }

  /// What `result` is.
  private func attempt(_ result: ListenResult) -> Attempt {
    if result.echoEndFrame != nil { return .echo }
    if isNoise(result) { return .noise }
    // Nobody began to speak: what the recognizer found in the room does not count as words.
    if result.rule == .noSpeech { return .silence }
    // While an actor speaks on, a recognizer may report nothing new for a while. The second time, it was not speech.
    let speech = Attempt.speech(mayGoOn: result.reason == .stable && !hasGoneOn)
    switch result.meaning {
    case .nothing where result.spokenSeconds == 0: return .silence
    case .otherLine(let other):
      if let (text, command) = commands.first(where: { $0.text == other }) {
        switch CommandEvidence(text: text, command: command).verdict(on: result) {
        case .said:
          // A short word of the line may sound like "line" or "again" in the end.
          return .command(command, isSure: !hasHeardLine || text.contains(" "))
        case .unsure: return .command(command, isSure: false)
        case .otherSpeech: return speech
        }
      }
      if other == partnerLine { return .partnersLine }
      let isDoubtful = (result.heard.confidence ?? 0) < TurnRules.leastConfidenceInNoise
      return result.isNoisy && isDoubtful ? speech : .otherLine(other)
    case .line(let match, let verdict) where !verdict.isUnsure && match.share > 0:
      return .line(match, verdict)
    case .nothing, .line, .notUnderstood, .words, .name, .number, .phrase: return speech
    }
  }

  private mutating func add(_ result: ListenResult) {
    spokenSeconds += result.spokenSeconds
    voicedSeconds += result.voicedSeconds ?? result.spokenSeconds
    learnPace(result)
  }

  /// A fast actor is done sooner.
  private mutating func learnPace(_ result: ListenResult) {
    let words = result.heard.words.filter { !$0.isFiller && !$0.isOutside }
    guard words.count >= TurnRules.fewestWordsOfPace, let first = words.first,
      let last = words.last, result.seconds > 0
    else { return }
    let frames = last.frames.upperBound - first.frames.lowerBound
    let seconds = Double(frames) * result.seconds / Double(max(1, result.frameCount))
    let characters = words.reduce(words.count - 1) { $0 + $1.text.count }
    guard seconds > 0 else { return }
    pace = min(max(pace, Double(characters) / seconds), TurnRules.mostCharactersPerSecond)
  }

  /// Whether something sounded that is not a voice, or nothing did, whatever a recognizer made of it.
  private func isNoise(_ result: ListenResult) -> Bool {
    guard let voiced = result.voicedSeconds, voiced < TurnRules.leastVoicedSeconds else {
      return false
    }
    let words = result.heard.words.count { !$0.isFiller && !$0.isOutside }
    return words <= TurnRules.mostWordsInNoise
      && (result.spokenSeconds > 0 || !result.heard.text.isEmpty)
  }
}

extension ListenResult {
  /// All words that were heard, whatever they belong to.
  public var heardWords: [HeardWord] {
    guard !heard.words.isEmpty else { return HeardWord.words(of: heard.text) }
    return heard.words.map {
      HeardWord(
        $0.text, isOutside: $0.isOutside, isFiller: $0.isFiller, confidence: $0.confidence)
    }
  }
}
