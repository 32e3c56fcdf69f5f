/// The heard words without a match in the alignment, and what they are.
struct ExtraWords {
  struct Change {
    var expected: Int
    var heard: Int
    var distance: Double
  }

  /// The kind of each heard token that says no word of the line.
  private(set) var kinds: [LineMatch.ExtraKind?]
  private var changed: Set<Int> = []
  private let expected: [SpeakableToken]
  private let heard: HeardTokens
  private let alignment: WordAlignment

  /// A restart repeats at most this many words.
  static let mostRepeatedWords = 16
  /// Where more words than these were changed in one place, they are compared in their order.
  static let mostComparedWords = 24

  init(_ expected: [SpeakableToken], _ heard: HeardTokens, _ alignment: WordAlignment) {
    self.expected = expected
    self.heard = heard
    self.alignment = alignment
    kinds = heard.isFiller.map { $0 ? .filler : .word }
    for token in alignment.pairs.lazy.flatMap(\.heard) { kinds[token] = nil }
    var start = 0
    for pair in alignment.pairs {
      markRestarts(in: start..<pair.heard[0], resumedAt: pair.expected[0], isOpen: false)
      start = pair.end.heard
    }
    markRestarts(
      in: start..<heard.tokens.count, resumedAt: alignment.pairs.last?.end.expected ?? 0,
      isOpen: true)
  }

  /// Finds the repeated words among those left over, from the last to the first.
  ///
  /// - Parameters:
  ///   - run: tokens between two that say words of the line
  ///   - resumed: the word of the line that is said after them
  ///   - isOpen: whether nothing was said after them yet
  private mutating func markRestarts(in run: Range<Int>, resumedAt resumed: Int, isOpen: Bool) {
    var left = run.filter { kinds[$0] == .word }
    var (resumed, isOpen) = (resumed, isOpen)
    while !left.isEmpty {
      guard let (first, count) = repeated(left, resumedAt: resumed, isOpen: isOpen) else { return }
      for token in left.suffix(count) { kinds[token] = .restart }
      left.removeLast(count)
      (resumed, isOpen) = (first, false)
    }
  }

  /// The longest run of the line's words that `tokens` end with, and that reaches up to where the line goes on.
  private func repeated(
    _ tokens: [Int], resumedAt resumed: Int, isOpen: Bool
  ) -> (first: Int, count: Int)? {
    for count in stride(from: min(tokens.count, Self.mostRepeatedWords), to: 0, by: -1) {
      let last = tokens.suffix(count)
      let earliest = max(0, isOpen ? resumed - 2 * Self.mostRepeatedWords : resumed - count)
      let latest = min(resumed, expected.count - count)
      guard earliest <= latest else { continue }
      for first in stride(from: latest, through: earliest, by: -1)
      where zip(last, first...).allSatisfy({
        heard.tokens[$0].labels[0] == expected[$1].labels[0]
      }) {
        return (first, count)
      }
    }
    return nil
  }

  /// Pairs words of the line that were not said with other words that stand in their place.
  ///
  /// As many as can be in one gap are paired, in their order, so that the sum of their distances is least.
  mutating func changes(among line: ExpectedLine) -> [Change] {
    var changes: [Change] = []
    var start = (expected: 0, heard: 0)
    let isSaid = Set(alignment.pairs.lazy.flatMap(\.expected))
    let end = (expected: expected.count, heard: heard.tokens.count)
    let stops =
      alignment.pairs.map { (at: (expected: $0.expected[0], heard: $0.heard[0]), next: $0.end) }
      + [(at: end, next: end)]
    for stop in stops {
      let missing = (start.expected..<stop.at.expected).filter {
        !isSaid.contains($0) && !line.words[$0].isOptional
      }
      let others = (start.heard..<stop.at.heard).filter { kinds[$0] == .word }
      changes += paired(missing, others)
      start = stop.next
    }
    changed = Set(changes.map(\.heard))
    return changes
  }

  private func paired(_ missing: [Int], _ others: [Int]) -> [Change] {
    let most = Self.mostComparedWords
    guard !missing.isEmpty, !others.isEmpty else { return [] }
    func distance(_ left: Int, _ right: Int) -> Double {
      NameDistance.ofWords(expected[left].plain, heard.tokens[right].plain)
    }
    if missing.count == others.count || missing.count > most || others.count > most {
      return zip(missing, others).map {
        Change(expected: $0, heard: $1, distance: distance($0, $1))
      }
    }
    // least[i][j]: the least sum that pairs all of the shorter side's first i with some of the longer side's first j.
    let isMissingShort = missing.count < others.count
    let (short, long) = isMissingShort ? (missing, others) : (others, missing)
    func cost(_ i: Int, _ j: Int) -> Double {
      isMissingShort ? distance(short[i], long[j]) : distance(long[j], short[i])
    }
    var least = [[Double]](
      repeating: Array(repeating: .infinity, count: long.count + 1), count: short.count + 1)
    least[0] = Array(repeating: 0, count: long.count + 1)
    for i in 1...short.count {
      for j in i...long.count {
        least[i][j] = min(least[i][j - 1], least[i - 1][j - 1] + cost(i - 1, j - 1))
      }
    }
    var changes: [Change] = []
    var (i, j) = (short.count, long.count)
    while i > 0 {
      if least[i][j] == least[i][j - 1] {
        j -= 1
        continue
      }
      (i, j) = (i - 1, j - 1)
      changes.append(
        Change(
          expected: isMissingShort ? short[i] : long[j],
          heard: isMissingShort ? long[j] : short[i], distance: cost(i, j)))
    }
    return changes.reversed()
  }

  /// The heard words that say none of the line's and change none, in their order.
  var extras: [LineMatch.Extra] {
    var found = heard.outside.map { LineMatch.Extra(heard: $0, kind: .outside) }
    for (token, kind) in kinds.enumerated() {
      guard let kind, !changed.contains(token),
        found.last?.heard != heard.origins[token]
          || found.last?.kind != kind
      else { continue }
      found.append(LineMatch.Extra(heard: heard.origins[token], kind: kind))
    }
    return found.sorted { $0.heard < $1.heard }
  }
}
