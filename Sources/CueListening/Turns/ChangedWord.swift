import CueText

/// Finds a word of a line that was changed or left out, in partial results: the words after it were said, and it stays missing
/// for a while.
struct ChangedWord: Sendable {
  private let holdFrames: Int
  private var word: (range: Range<Int>, sinceFrame: Int)?
  private var hasTold = false

  init(holdFrames: Int) { self.holdFrames = holdFrames }

  /// Takes how a partial result at `frame` compares with the line.
  mutating func take(_ match: LineMatch?, atFrame frame: Int) {
    guard let range = match.flatMap(ChangedWord.first) else {
      word = nil
      return
    }
    if word?.range != range { word = (range, frame) }
  }

  /// The word, once, when it has been changed for long enough.
  mutating func found(atFrame frame: Int) -> Range<Int>? {
    guard !hasTold, let word, frame - word.sinceFrame >= holdFrames else { return nil }
    hasTold = true
    return word.range
  }

  private static func first(_ match: LineMatch) -> Range<Int>? {
    let needed = zip(match.words, match.outcomes).filter { !$0.0.isOptional }
    /// Where the words begin that were not said, up to the one at hand.
    var start: Int?
    for (index, (word, outcome)) in needed.enumerated() {
      if case .said = outcome {
        start = nil
        continue
      }
      let first = start ?? word.range.lowerBound
      start = first
      let after = needed.dropFirst(index + 1).prefix(TurnRules.wordsAfterChange)
      // What was not said yet is not changed.
      guard after.count == TurnRules.wordsAfterChange else { return nil }
      if after.allSatisfy({ if case .said = $0.1 { true } else { false } }) {
        return first..<word.range.upperBound
      }
    }
    return nil
  }
}
