/// Which recognizer judged how a line was said.
public enum JudgementSource: Hashable, Sendable {
  /// The recognizer that heard the line as it was said and decided when it was over; its name.
  case grammar(String)
  /// A second recognizer, which heard the recording afterwards; its name.
  case second(String)
  /// Both, each by itself; their names.
  case both(String, String)

  /// The names of the recognizers.
  public var names: [String] {
    switch self {
    case .grammar(let name), .second(let name): [name]
    case .both(let grammar, let second): grammar == second ? [grammar] : [grammar, second]
    }
  }

  /// Which it is, for programs: "grammar", "second", "both".
  public var kind: String {
    switch self {
    case .grammar: "grammar"
    case .second: "second"
    case .both: "both"
    }
  }
}

/// How one recognizer heard a line.
public struct LineHearing: Equatable, Sendable {
  /// The recognizer's name.
  public var name: String
  /// How its words compare with the line.
  public var match: LineMatch
  /// Those words; ``match`` counts in them.
  public var words: [HeardWord]
  /// How sure the recognizer is of the whole, 0…1; nil if it gives no confidence.
  public var confidence: Double?

  /// What the recognizer called `name` heard.
  public init(name: String, match: LineMatch, words: [HeardWord], confidence: Double? = nil) {
    self.name = name
    self.match = match
    self.words = words
    self.confidence = confidence
  }

  func text(_ range: Range<Int>) -> String {
    range.clamped(to: 0..<words.count).map { words[$0].text }.filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  /// How sure the recognizer is of some of its words: of the least sure of them, nil if it gives no confidence.
  func confidence(_ range: Range<Int>) -> Double? {
    range.clamped(to: 0..<words.count).compactMap { words[$0].confidence }.min()
  }
}

/// Why a line has no second opinion, though one was asked for.
public enum OpinionGap: String, CaseIterable, Sendable {
  /// The second recognizer heard too little of the line to judge it: noise, or a sound that it cannot identify.
  case unsure
  /// The recording is longer than a second recognizer is given.
  case tooLong
  /// Too many lines waited for it.
  case busy
  /// The second recognizer failed.
  case failed
  /// The run was over before it had judged.
  case late
}

/// The doubts about a line's wording, word by word, and which recognizer has each.
///
/// The first recognizer knows the line, and may hear its words because it expects no others; a second one may hear other words
/// where the right ones were said. So neither is believed alone in everything; see ``init(of:grammar:second:end:)``.
public struct LineJudgement: Equatable, Sendable {
  /// A word that was not said as written.
  public struct Doubt: Equatable, Sendable {
    /// What became of it.
    public enum Kind: String, Sendable {
      /// It was left out.
      case missing
      /// Another word was said in its place.
      case changed
      /// It is too much.
      case added
    }

    /// What became of it.
    public var kind: Kind
    /// The bytes of the line that the word has; of an added one the empty place ahead of which it was said.
    public var range: Range<Int>
    /// What was heard in its place, or too much; empty if that is not known.
    public var heard: String
    /// The recognizer that judged it.
    public var source: JudgementSource

    /// A doubt.
    public init(_ kind: Kind, _ range: Range<Int>, heard: String = "", by source: JudgementSource) {
      self.kind = kind
      self.range = range
      self.heard = heard
      self.source = source
    }
  }

  /// All doubts, in the order of the line.
  public var doubts: [Doubt]
  /// The recognizer that judged all other words as said; nil if no recognizer heard the line.
  public var source: JudgementSource?
  /// Why there is no second opinion; nil if there is one, or none was asked for.
  public var gap: OpinionGap?

  /// Whether every word was said, and no other.
  public var isAsWritten: Bool { doubts.isEmpty && source != nil }

  /// A judgement.
  public init(doubts: [Doubt], source: JudgementSource?, gap: OpinionGap? = nil) {
    self.doubts = doubts
    self.source = source
    self.gap = gap
  }

  /// A recognizer that hears less of a line than this cannot judge its words.
  public static let leastShare = 0.5
  /// A word that the first recognizer heard as written counts as changed if the second is this sure of another one.
  public static let sureOfChange = 0.5
  /// A recognizer without confidence counts as sure of a word that is this far from the line's, by ``NameDistance``.
  public static let sureDistance = 0.5
  /// A second recognizer without confidence is believed alone in at most this many words in a row: a speaker changes one or two
  /// words of the line, and a longer run that the first hears word by word was misheard.
  public static let mostChangedInARow = 2
  /// The same for a word that is too much.
  public static let sureOfAddition = 0.5

  /// Combines what one or two recognizers heard of `line`.
  ///
  /// - A word counts as said if both heard it, or the second did: the first one misses words in noise.
  /// - A word that neither heard was not said; what the second heard in its place was.
  /// - A word that the first heard and the second did not counts as said, unless the second is sure of another word there
  ///   (``sureOfChange``, ``sureDistance``), or that the word was not said: it heard something else in its place, without a name.
  ///   Where it heard other words in more than one or two places in a row (``mostChangedInARow``), it has to give its
  ///   confidence.
  /// - A word too much counts if the first has heard something beside the line, too, or the second is sure of it.
  /// - A second recognizer that heard less than ``leastShare`` of the line, or is itself unsure of the whole, judges nothing,
  ///   unless its confidence shows that it is sure of each of the other words.
  /// - Hesitation, repeated beginnings and all from `end` on, where the speaker was interrupted, are never doubted.
  ///
  /// - Parameters:
  ///   - line: what was to be said
  ///   - grammar: how the first recognizer heard it; nil if it understood nothing
  ///   - second: how the second heard it; nil if it was not asked, or heard nothing
  ///   - end: the byte of the line at which the speaker was interrupted; nil without an interruption
  public init(
    of line: ExpectedLine, grammar: LineHearing?, second: LineHearing?, end: Int? = nil
  ) {
    let believed = second.flatMap { LineJudgement.isBelieved($0, beside: grammar) ? $0 : nil }
    let gap: OpinionGap? = second != nil && believed == nil ? .unsure : nil
    guard let judge = believed ?? grammar else {
      self.init(doubts: [], source: nil, gap: gap)
      return
    }
    let combination = Combination(line: line, grammar: grammar, second: believed)
    let doubts = (combination.words + combination.additions(judge)).filter { doubt in
      end.map { doubt.range.lowerBound < $0 } ?? true
    }
    self.init(
      doubts: doubts.enumerated().sorted {
        ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
      }.map(\.element),
      source: combination.whole, gap: gap)
  }

  private static func isBelieved(_ second: LineHearing, beside grammar: LineHearing?) -> Bool {
    if let confidence = second.confidence, confidence < LineVerdict.leastConfidence { return false }
    guard second.match.hasHeard else { return false }
    return second.match.share >= leastShare
      || second.match.share >= grammar?.match.share ?? 0 && second.match.share > 0
      || !second.match.changed.isEmpty
        && second.words.allSatisfy { $0.confidence ?? 0 >= sureOfChange }
  }
}

/// Two hearings of one line.
private struct Combination {
  let line: ExpectedLine
  let grammar: LineHearing?
  /// Believed.
  let second: LineHearing?

  /// The recognizer to name where nothing speaks against a word.
  var whole: JudgementSource? {
    switch (grammar, second) {
    case (let grammar?, let second?): .both(grammar.name, second.name)
    case (let grammar?, nil): .grammar(grammar.name)
    case (nil, let second?): .second(second.name)
    case (nil, nil): nil
    }
  }

  /// The words of the line that were not said.
  var words: [LineJudgement.Doubt] {
    line.words.indices.filter { !line.words[$0].isOptional }.compactMap(doubt)
  }

  private func doubt(_ word: Int) -> LineJudgement.Doubt? {
    let range = line.words[word].range
    func made(_ outcome: LineMatch.Outcome, _ hearing: LineHearing, _ source: JudgementSource)
      -> LineJudgement.Doubt?
    {
      switch outcome {
      case .said: nil
      case .missing: LineJudgement.Doubt(.missing, range, by: source)
      case .changed(let heard, _):
        LineJudgement.Doubt(.changed, range, heard: hearing.text(heard), by: source)
      }
    }
    guard let second else {
      return grammar.flatMap { made($0.match.outcomes[word], $0, .grammar($0.name)) }
    }
    let outcome = second.match.outcomes[word]
    guard !outcome.isSaid else { return nil }
    guard let grammar else { return made(outcome, second, .second(second.name)) }
    guard grammar.match.outcomes[word].isSaid else {
      return made(outcome, second, .both(grammar.name, second.name))
    }
    return isSure(word, second) ? made(outcome, second, .second(second.name)) : nil
  }

  /// How many words in a row a second recognizer did not hear, of which `word` is one.
  private func runLength(around word: Int, _ second: LineHearing) -> Int {
    let counted = line.words.indices.filter { !line.words[$0].isOptional }
    guard let place = counted.firstIndex(of: word) else { return 0 }
    func isSaid(_ index: Int) -> Bool { second.match.outcomes[index].isSaid }
    let before = counted[..<place].reversed().prefix { !isSaid($0) }.count
    let after = counted[(place + 1)...].prefix { !isSaid($0) }.count
    return before + 1 + after
  }

  /// Whether a second recognizer is sure that the word was not said.
  private func isSure(_ word: Int, _ second: LineHearing) -> Bool {
    guard case .changed(let heard, let distance) = second.match.outcomes[word] else {
      return second.words[gap(at: word, second)].contains {
        $0.isOutside && $0.confidence ?? 0 >= LineJudgement.sureOfChange
      }
    }
    guard let confidence = second.confidence(heard) else {
      return distance >= LineJudgement.sureDistance
        && runLength(around: word, second) <= LineJudgement.mostChangedInARow
    }
    return confidence >= LineJudgement.sureOfChange
  }

  /// What a second recognizer heard between the nearest heard words of the line before and after `word`.
  private func gap(at word: Int, _ second: LineHearing) -> Range<Int> {
    func heard(_ index: Int) -> Range<Int>? {
      switch second.match.outcomes[index] {
      case .said(let heard), .changed(let heard, _): heard
      case .missing: nil
      }
    }
    let start = line.words.indices[..<word].reversed().lazy.compactMap(heard).first?.upperBound
    let end = line.words.indices[(word + 1)...].lazy.compactMap(heard).first?.lowerBound
    let from = start ?? 0
    return from..<max(from, end ?? second.words.count)
  }

  /// The words that are too much, as `judge` heard them.
  func additions(_ judge: LineHearing) -> [LineJudgement.Doubt] {
    let isBeside = grammar?.match.extras.contains { $0.kind == .word || $0.kind == .outside }
    return judge.match.extras.compactMap { extra in
      switch extra.kind {
      case .filler, .restart: return nil
      // A sound that has no name is doubted only if there is no second recognizer to identify it.
      case .outside: guard second == nil else { return nil }
      case .word: break
      }
      let source: JudgementSource
      switch (grammar, second) {
      case (let grammar?, let second?):
        if isBeside == true {
          source = .both(grammar.name, second.name)
        } else if second.confidence(extra.heard..<extra.heard + 1) ?? 0
          >= LineJudgement.sureOfAddition
        {
          source = .second(second.name)
        } else {
          return nil
        }
      case (_, let second?): source = .second(second.name)
      case (let grammar?, nil): source = .grammar(grammar.name)
      case (nil, nil): return nil
      }
      let place = place(ofHeard: extra.heard, in: judge.match)
      let text = extra.kind == .outside ? "" : judge.text(extra.heard..<extra.heard + 1)
      return LineJudgement.Doubt(.added, place..<place, heard: text, by: source)
    }
  }

  /// The byte of the line ahead of which a heard word was said.
  private func place(ofHeard index: Int, in match: LineMatch) -> Int {
    for (word, outcome) in zip(line.words, match.outcomes) {
      switch outcome {
      case .said(let heard) where heard.lowerBound > index,
        .changed(let heard, _) where heard.lowerBound > index:
        return word.range.lowerBound
      default: continue
      }
    }
    return line.words.last?.range.upperBound ?? 0
  }
}
