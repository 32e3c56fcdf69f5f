import CueModel
import CueText

/// Reads what was heard as an answer to what was expected.
struct HeardReading {
  let expectation: ListenExpectation
  let phrases: [ExpectedPhrase]
  /// The expected line, where one is.
  let line: ExpectedLine?
  private let language: String
  private let strictness: Strictness
  /// Words of which the recognizer is not sure do not belong to the line.
  private let wantsSureWords: Bool

  /// `wantsSureWords`: whether a word counts only where the recognizer is sure of it; nil: at word-perfect.
  init(
    _ expectation: ListenExpectation, language: String, strictness: Strictness,
    wantsSureWords: Bool? = nil
  ) {
    self.expectation = expectation
    self.language = language.isEmpty ? "en" : language
    self.strictness = strictness
    self.wantsSureWords = wantsSureWords ?? (strictness == .wordPerfect)
    phrases = expectation.phrases
    line =
      if case .line(let scene) = expectation {
        ExpectedLine(scene.text, language: self.language)
      } else { nil }
  }

  /// How it compares with the line, where one is expected.
  func match(_ heard: Heard) -> LineMatch? { line?.match(words(heard)) }

  /// How it compares with another of the scene's lines, where it is most of that one.
  ///
  /// Where the other's first words were lost, a recognizer may count the rest as the expected line's: then the other must have
  /// twice as many of them. An actor who begins with the partner's words has said equally many of both.
  func match(_ heard: Heard, asOther line: String) -> LineMatch? {
    guard case .line(let scene) = expectation else { return nil }
    let match = ExpectedLine(line).match(heard.text)
    guard match.share >= TurnRules.leastShareOfEcho else { return nil }
    func isRatherOther() -> Bool {
      let own = self.match(heard).map(HeardReading.saidCount) ?? 0
      return HeardReading.saidCount(match) > TurnRules.echoWordFactor * own
    }
    return otherLine(heard, of: scene) == line || isRatherOther() ? match : nil
  }

  /// How many words of a line were said.
  private static func saidCount(_ match: LineMatch) -> Int {
    match.outcomes.count { if case .said = $0 { true } else { false } }
  }

  /// Whether the speaker may still go on with the expected line: its end was not heard, nor another of the phrases.
  func isUnfinished(_ heard: Heard, _ match: LineMatch?) -> Bool {
    guard line != nil, case .line(let scene) = expectation, !endsWithCommand(heard) else {
      return false
    }
    let isAtEnd =
      match.map { $0.isEndReached || strictness != .wordPerfect && $0.hasLastWords } ?? false
    return !isAtEnd && otherLine(heard, of: scene) == nil
  }

  /// Whether the last word that was heard is one of a command.
  private func endsWithCommand(_ heard: Heard) -> Bool {
    heard.words.last { !$0.isFiller }?.phrase.map { role(of: $0) == .command } ?? false
  }

  /// The last word that was heard.
  struct LastWord: Equatable {
    /// Whether it ends with a consonant without voice, as "box" and "life" do: in noise, that is silence.
    let endsSoftly: Bool
    /// Whether it is so much shorter than the other words that it may be the end of the word before.
    let isShort: Bool
  }

  /// The last word that was heard; nil before the first.
  ///
  /// A recognizer that expects a short last word finds it in the end of the word before. The last word of what somebody says is
  /// rather longer than others: by its letters 1.3 times as long, in the median of a thousand lines, and shorter than
  /// ``TurnRules/shortWordShare`` in one of twenty-five.
  func lastWord(_ heard: Heard) -> LastWord? {
    let said = heard.words.filter { !$0.isFiller && !$0.isOutside }
    guard let last = said.last else { return nil }
    let before = said.dropLast()
    let letters = before.reduce(0) { $0 + $1.text.count }
    let frames = before.reduce(0) { $0 + $1.frames.count }
    let usual = Double(frames) / Double(max(1, letters)) * Double(last.text.count)
    return LastWord(
      endsSoftly: HeardReading.endsSoftly(last.text),
      isShort: before.count >= TurnRules.fewestWordsOfWordPace
        && Double(last.frames.count) < TurnRules.shortWordShare * usual)
  }

  /// By its letters, which is near enough in languages that are written with Latin ones.
  private static func endsSoftly(_ word: String) -> Bool {
    var letters = word.lowercased().filter(\.isLetter)[...]
    // The e of "life" is silent, that of "she" is not.
    if letters.last == "e", letters.dropLast().contains(where: "aeiouy".contains) {
      letters = letters.dropLast()
    }
    return letters.last.map { "cfhkpqstxzß".contains($0) } ?? false
  }

  /// What is left of the line after the last word that was understood.
  ///
  /// An actor who speaks on for this long has said the words missing at its end, whatever is understood of them.
  struct Tail: Equatable {
    /// Where the last word ends that was understood.
    let startFrame: Int
    /// How many frames of speech are enough; 0 where the last words were understood.
    let frames: Int
  }

  /// The line's tail; nil if too little was understood to know it.
  ///
  /// - Parameters:
  ///   - heard: what is heard so far
  ///   - match: how it compares with the line
  ///   - heardFrames: how much was listened to by then
  ///   - secondFrames: frames of a second
  ///   - isNoisy: hesitation that is heard may be anything
  /// - Returns: frames of the sound
  func tail(
    _ heard: Heard, _ match: LineMatch?, heardFrames: Int, secondFrames: Int, isNoisy: Bool = false
  ) -> Tail? {
    guard let match, match.share >= TurnRules.leastShareBeforeTail,
      let last = lastCertain(heard, match, secondFrames)
    else { return nil }
    let start = heard.words[last.heard.upperBound - 1].frames.upperBound
    let missing = match.words[(last.word + 1)...]
    guard missing.contains(where: { !$0.isOptional }) else {
      return Tail(startFrame: start, frames: 0)
    }
    let seconds = max(TurnRules.leastTailSeconds, seconds(of: missing))
    let isSpokenStill =
      heardFrames - start < Int(TurnRules.recognizerDelaySeconds * Double(secondFrames))
    let rest = isSpokenStill ? TurnRules.wordRestSeconds : 0
    // "um" says none of them; but in noise, a recognizer takes words for it.
    let hesitation = match.extras
      .filter { $0.kind == .filler && $0.heard >= last.heard.upperBound }
      .reduce(0) { $0 + heard.words[$1.heard].frames.count }
    return Tail(
      startFrame: start,
      frames: Int((seconds + rest) * Double(secondFrames)) + (isNoisy ? 0 : hesitation))
  }

  /// The last word of the line that was surely said, and what was heard of it.
  ///
  /// A recognizer that expects a line finds single words of it in whatever is said. One that follows sooner than the words
  /// between could be said, or after other words that last longer, does not count.
  private func lastCertain(
    _ heard: Heard, _ match: LineMatch, _ secondFrames: Int
  ) -> (word: Int, heard: Range<Int>)? {
    var said: [(word: Int, heard: Range<Int>)] = []
    for (word, outcome) in match.outcomes.enumerated() {
      guard case .said(let range) = outcome, heard.words.indices.contains(range.upperBound - 1)
      else { continue }
      said.append((word, range))
    }
    let words = words(heard)
    while let last = said.popLast() {
      guard let before = said.last, before.heard.upperBound <= last.heard.lowerBound else {
        return last
      }
      let between = seconds(of: match.words[(before.word + 1)..<last.word])
      let frames = Int(between * Double(secondFrames))
      let gap =
        heard.words[last.heard.lowerBound].frames.lowerBound
        - heard.words[before.heard.upperBound - 1].frames.upperBound
      let others = (before.heard.upperBound..<last.heard.lowerBound).filter { words[$0].isOutside }
        .reduce(0) { $0 + heard.words[$1].frames.count }
      let most = frames + Int(TurnRules.mostOtherSeconds * Double(secondFrames))
      if gap >= frames, others <= most { return last }
    }
    return nil
  }

  /// How long it takes at least to say `words`; 0 if all of them may be left out.
  private func seconds(of words: ArraySlice<ExpectedLine.Word>) -> Double {
    let words = words.filter { !$0.isOptional }
    guard let first = words.first, let last = words.last else { return 0 }
    return TurnRules.tailShare * Double(last.range.upperBound - first.range.lowerBound)
      / SpeechPace.charactersPerSecond
  }

  /// Whether next to nothing of the line was understood, so that only time can show how far it was said.
  func isHardlyUnderstood(_ match: LineMatch?) -> Bool {
    match.map { $0.share < TurnRules.leastShareOfWords } ?? true
  }

  /// How long somebody takes to say the expected line, in seconds; nil if no line is expected.
  var lineSeconds: Double? {
    guard case .line(let scene) = expectation else { return nil }
    return Double(scene.text.count) / SpeechPace.charactersPerSecond
  }

  /// What it means.
  func meaning(of heard: Heard) -> ListenMeaning {
    let isSilent = heard.text.isEmpty && !heard.words.contains { $0.isOutside }
    if isSilent { return .nothing }
    // What a line was is judged with the line.
    if line == nil, heard.text.isEmpty || heard.confidence ?? 1 < LineVerdict.leastConfidence {
      return .notUnderstood
    }
    switch expectation {
    case .freeform: return .words(heard.text)
    case .name(let names): return .name(NameResolver(allowed: names).resolve(heard.text))
    case .number:
      let number = NumberWords.normalized(heard.text)
      return .number(Double(number) == nil ? nil : number)
    case .phrases(let phrases):
      let key = NameKey.key(heard.text)
      return .phrase(phrases.first { NameKey.key(SpokenWords.text(of: $0)) == key })
    case .line(let scene):
      if let other = otherLine(heard, of: scene) { return .otherLine(other) }
      guard let match = match(heard) else { return .nothing }
      return .line(match, match.judged(strictness, confidence: heard.confidence))
    }
  }

  /// The heard words from the line's view: words of another phrase are outside it.
  func words(_ heard: Heard) -> [HeardWord] {
    guard !heard.words.isEmpty else { return HeardWord.words(of: heard.text, language: language) }
    return heard.words.map { word in
      let isOther = word.phrase.map { role(of: $0) != .expected && !word.isFiller } ?? false
      return HeardWord(
        word.text, isOutside: word.isOutside || isOther || isUnsure(word), isFiller: word.isFiller,
        confidence: word.confidence)
    }
  }

  private func isUnsure(_ word: Heard.Word) -> Bool {
    guard wantsSureWords, !word.isFiller, let confidence = word.confidence else { return false }
    return confidence < LineVerdict.leastConfidence
  }

  private func role(of phrase: Int) -> ExpectedPhrase.Role? {
    phrases.indices.contains(phrase) ? phrases[phrase].role : nil
  }

  /// The line of which nearly all was said, if next to nothing of the expected one was.
  ///
  /// A recognizer may count words of another line that was not said as a whole as the expected one's.
  private func unlikeLine(_ heard: Heard, of scene: SceneLine) -> String? {
    guard isHardlyUnderstood(match(heard)) else { return nil }
    let words = heard.words.filter { !$0.isFiller && !$0.isOutside }.map(\.text)
    guard words.count >= TurnRules.fewestWordsOfPace else { return nil }
    let said = words.joined(separator: " ")
    return scene.phrases.first { phrase in
      guard phrase.role == .competing else { return false }
      let match = ExpectedLine(phrase.text).match(said)
      // Nor is it a short line whose words occur in whatever is said.
      return match.share >= TurnRules.leastShareOfEcho
        && 2 * HeardReading.saidCount(match) >= words.count
    }?.text
  }

  /// The phrase that most of the words belong to, as written, where that is not the expected line and most of it was
  /// said.
  private func otherLine(_ heard: Heard, of scene: SceneLine) -> String? {
    guard heard.confidence ?? 1 >= LineVerdict.leastConfidence else { return nil }
    if let other = unlikeLine(heard, of: scene) { return other }
    var counts: [Int: Int] = [:]
    for word in heard.words where !word.isFiller && !word.isOutside {
      if let phrase = word.phrase { counts[phrase, default: 0] += 1 }
    }
    let written = scene.phrases
    guard let most = counts.max(by: { ($0.value, -$0.key) < ($1.value, -$1.key) })?.key,
      written.indices.contains(most), written[most].role != .expected,
      ExpectedLine(written[most].text).match(heard.text).share >= TurnRules.leastShareOfOther
    else { return nil }
    return written[most].text
  }
}
