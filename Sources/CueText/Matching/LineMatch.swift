/// How what was heard compares with the line that was expected.
public struct LineMatch: Sendable, Equatable {
  /// The result for a word of the line.
  public enum Outcome: Sendable, Equatable {
    /// Said, by these heard words.
    case said(heard: Range<Int>)
    /// Another word was said in its place; `distance` is that of ``NameDistance``.
    case changed(heard: Range<Int>, distance: Double)
    case missing
  }

  /// Why a heard word does not belong to the line.
  public enum ExtraKind: Sendable, Equatable {
    /// A word that the line does not have there.
    case word
    /// Hesitation: "uh".
    case filler
    /// A part of the line that is said once more right after.
    case restart
    /// The recognizer says that it is not of this line.
    case outside
  }

  /// A heard word that is too much.
  public struct Extra: Sendable, Equatable {
    /// Which of the heard words it is.
    public var heard: Int
    /// Why it is too much.
    public var kind: ExtraKind

    /// A heard word, and why it is too much.
    public init(heard: Int, kind: ExtraKind) {
      self.heard = heard
      self.kind = kind
    }
  }

  /// The words of the line, in their order.
  public let words: [ExpectedLine.Word]
  /// The result for each.
  public private(set) var outcomes: [Outcome]
  /// What was heard beside the line, in the order in which it was heard.
  public private(set) var extras: [Extra] = []
  /// Whether anything at all was heard.
  public let hasHeard: Bool
  /// Whether the line was said up to its end.
  ///
  /// True as soon as its last two words were heard one right after the other (hesitation aside; the last word where it has
  /// one only) and three quarters of its words at all; so it can be asked of partial results. Where the words heard could
  /// be the beginning or the end of the line, they are taken for the beginning. A line without words has ended.
  public private(set) var isEndReached = false

  /// The bytes of the line whose words are missing.
  public var missing: [Range<Int>] { ranges { $0 == .missing } }

  /// Those of ``missing`` that follow all words that were said or changed.
  public var missingAtEnd: [Range<Int>] {
    let end = outcomes.lastIndex { $0 != .missing }.map { $0 + 1 } ?? 0
    return words[end...].filter { !$0.isOptional }.map(\.range)
  }

  /// The bytes of the line whose words were changed.
  public var changed: [Range<Int>] {
    ranges { if case .changed = $0 { true } else { false } }
  }

  /// How many of the line's words were said, 0 to 1, without those that need not be; 1 where it has none.
  public var share: Double {
    share {
      $0.isSaid ? 1 : 0
    } of: { _ in
      true
    }
  }

  init(_ line: ExpectedLine, _ heard: HeardTokens) {
    words = line.words
    hasHeard = heard.wordCount > 0
    outcomes = Array(repeating: .missing, count: line.tokens.count)
    let alignment = WordAlignment(expected: line.tokens, heard: heard.tokens)
    var extra = ExtraWords(line.tokens, heard, alignment)
    for pair in alignment.pairs {
      let said = Outcome.said(heard: heard.words(pair.heard))
      for word in pair.expected { outcomes[word] = said }
    }
    for change in extra.changes(among: line) {
      outcomes[change.expected] = .changed(
        heard: heard.words([change.heard]), distance: change.distance)
    }
    extras = extra.extras
    isEndReached = endReached(alignment, extra)
  }

  private func endReached(_ alignment: WordAlignment, _ extra: ExtraWords) -> Bool {
    let last = words.indices.filter { !words[$0].isOptional }.suffix(2)
    guard last.allSatisfy({ outcomes[$0].isSaid }), share >= 0.75 else { return false }
    guard last.count == 2 else { return true }
    let pairs = last.compactMap { word in alignment.pairs.last { $0.expected.contains(word) } }
    guard pairs.count == 2, pairs[0] != pairs[1] else { return true }
    return (pairs[0].end.heard..<pairs[1].heard[0]).allSatisfy { extra.kinds[$0] == .filler }
  }

  private func ranges(_ isWanted: (Outcome) -> Bool) -> [Range<Int>] {
    zip(words, outcomes).filter { !$0.isOptional && isWanted($1) }.map(\.0.range)
  }

  func share(_ worth: (Outcome) -> Double, of counts: (ExpectedLine.Word) -> Bool) -> Double {
    let counted = zip(words, outcomes).filter { !$0.0.isOptional && counts($0.0) }
    guard !counted.isEmpty else { return 1 }
    return counted.reduce(0) { $0 + worth($1.1) } / Double(counted.count)
  }
}

extension LineMatch.Outcome {
  var isSaid: Bool { if case .said = self { true } else { false } }
}

extension HeardTokens {
  /// The heard words from the first of these tokens to the last.
  func words(_ tokens: [Int]) -> Range<Int> {
    origins[tokens[0]]..<origins[tokens[tokens.count - 1]] + 1
  }
}
