/// Which heard words say which expected ones.
///
/// A longest common subsequence over all readings of both sides, where a word weighs the same in each of its readings. Of
/// several that are equally long, the one that ends earliest in the line is taken, so that "to be" is the beginning of "to be
/// or not to be" and not its end; and then the one with the latest heard words, so that of a repeated beginning the first is
/// too much.
///
/// Time and memory are bounded: long texts are aligned in windows, and what a window decides in its first half counts.
struct WordAlignment {
  /// Two runs of words that say the same.
  struct Pair: Equatable {
    var expected: [Int]
    var heard: [Int]

    mutating func add(_ left: Range<Int>, _ right: Range<Int>) {
      expected += left.filter { $0 > expected[expected.count - 1] }
      heard += right.filter { $0 > heard[heard.count - 1] }
    }

    /// The words after the last of each.
    var end: (expected: Int, heard: Int) {
      (expected[expected.count - 1] + 1, heard[heard.count - 1] + 1)
    }
  }

  /// In rising order on both sides.
  private(set) var pairs: [Pair] = []

  /// More nodes than a line of 2,000 plain words has; a window of both sides has fewer than six million cells.
  static let mostNodes = 2_400

  init(expected: [SpeakableToken], heard: [SpeakableToken]) {
    var labels = Labels()
    let left = labels.words(of: expected, saidIn: heard)
    let right = labels.words(of: heard, saidIn: expected)
    var (leftStart, rightStart) = (0, 0)
    while leftStart < left.count, rightStart < right.count {
      let leftEnd = Self.windowEnd(left, from: leftStart)
      let rightEnd = Self.windowEnd(right, from: rightStart)
      let steps = Trace(
        WordLattice(left[leftStart..<leftEnd]), WordLattice(right[rightStart..<rightEnd])
      ).steps
      let found = Self.whole(steps)
      if leftEnd == left.count, rightEnd == right.count {
        pairs += found
        return
      }
      // A side that is there to its end is decided as far as the other is.
      let leftHalf = leftEnd == left.count ? leftEnd : leftStart + (leftEnd - leftStart + 1) / 2
      let rightHalf =
        rightEnd == right.count ? rightEnd : rightStart + (rightEnd - rightStart + 1) / 2
      let decided = found.prefix {
        $0.end.expected <= left[leftHalf - 1].index + 1
          && $0.end.heard <= right[rightHalf - 1].index + 1
      }
      pairs += decided
      if let last = decided.last {
        while leftStart < left.count, left[leftStart].index < last.end.expected { leftStart += 1 }
        while rightStart < right.count, right[rightStart].index < last.end.heard { rightStart += 1 }
      } else {
        if leftEnd < left.count { leftStart = leftHalf }
        if rightEnd < right.count { rightStart = rightHalf }
      }
    }
  }

  private static func windowEnd(_ words: [AlignableWord], from start: Int) -> Int {
    var nodes = 1
    var end = start
    while end < words.count {
      nodes += words[end].nodeCount
      if nodes > mostNodes, end > start { break }
      end += 1
    }
    return end
  }

  /// Joins the steps to pairs of whole words: a word of which only a part was heard was not said.
  private static func whole(_ steps: [Trace.Step]) -> [Pair] {
    var tornLeft: Set<Int> = []
    var tornRight: Set<Int> = []
    for step in steps where step.expected == nil || step.heard == nil {
      tornLeft.formUnion(step.expected ?? 0..<0)
      tornRight.formUnion(step.heard ?? 0..<0)
    }
    var pairs: [Pair] = []
    for step in steps {
      guard let left = step.expected, let right = step.heard else { continue }
      if let last = pairs.last,
        left.lowerBound <= last.expected[last.expected.count - 1]
          || right.lowerBound <= last.heard[last.heard.count - 1]
      {
        pairs[pairs.count - 1].add(left, right)
      } else {
        pairs.append(Pair(expected: Array(left), heard: Array(right)))
      }
    }
    return pairs.filter {
      tornLeft.isDisjoint(with: $0.expected) && tornRight.isDisjoint(with: $0.heard)
    }
  }
}

/// Numbers for the labels of both sides.
private struct Labels {
  private var numbers: [String: Int32] = [:]

  private mutating func number(_ label: String) -> Int32 {
    if let number = numbers[label] { return number }
    numbers[label] = Int32(numbers.count)
    return Int32(numbers.count - 1)
  }

  /// Those of `words`, and of their readings, that could match any of `others`.
  mutating func words(
    of words: [SpeakableToken], saidIn others: [SpeakableToken]
  ) -> [AlignableWord] {
    let single = Set(others.lazy.flatMap { $0.labels.joined() })
    let known = single.union(zip(others, others.dropFirst()).lazy.map { $0.plain + $1.plain })
    var kept: [AlignableWord] = []
    for (index, word) in words.enumerated() {
      let possible = word.labels.filter { $0.allSatisfy(known.contains) }
      var candidate = AlignableWord(
        index: index, readings: possible.map { $0.map { number($0) } })
      if index > 0, case let joined = words[index - 1].plain + word.plain, single.contains(joined) {
        candidate.joined = number(joined)
        if kept.last?.index != index - 1 {
          kept.append(AlignableWord(index: index - 1, readings: []))
        }
      }
      if !candidate.readings.isEmpty || candidate.joined != nil { kept.append(candidate) }
    }
    return kept
  }
}

/// The best common path through two lattices.
private struct Trace {
  /// Words of both sides that match along an edge, or of one side that the other lacks.
  struct Step {
    var expected: Range<Int>?
    var heard: Range<Int>?
  }
  private(set) var steps: [Step] = []

  init(_ left: WordLattice, _ right: WordLattice) {
    let width = right.nodeCount
    // best[p · width + q]: the most that paths from the starts to node p and to node q have in common.
    var best = [Int32](repeating: 0, count: left.nodeCount * width)
    for p in 1..<left.nodeCount {
      let leftEdges = left.edges[left.firstEdge[p]..<left.firstEdge[p + 1]]
      for q in 1..<width {
        var most: Int32 = 0
        for edge in leftEdges { most = max(most, best[edge.from * width + q]) }
        for index in right.firstEdge[q]..<right.firstEdge[q + 1] {
          let other = right.edges[index]
          most = max(most, best[p * width + other.from])
          for edge in leftEdges where edge.label == other.label && edge.label >= 0 {
            most = max(most, best[edge.from * width + other.from] + edge.weight + other.weight)
          }
        }
        best[p * width + q] = most
      }
    }
    var (p, q) = (left.nodeCount - 1, width - 1)
    while p > 0 || q > 0 {
      let value = best[p * width + q]
      let leftEdges = p > 0 ? left.edges[left.firstEdge[p]..<left.firstEdge[p + 1]] : []
      let rightEdges = q > 0 ? right.edges[right.firstEdge[q]..<right.firstEdge[q + 1]] : []
      if let edge = leftEdges.first(where: { best[$0.from * width + q] == value }) {
        steps.append(Step(expected: edge.words))
        p = edge.from
      } else if let (edge, other) = Self.match(value, best, width, leftEdges, rightEdges) {
        steps.append(Step(expected: edge.words, heard: other.words))
        (p, q) = (edge.from, other.from)
      } else if let other = rightEdges.first(where: { best[p * width + $0.from] == value }) {
        steps.append(Step(heard: other.words))
        q = other.from
      } else {
        preconditionFailure("the best path has no step that leads to it")
      }
    }
    steps.reverse()
  }

  /// Two edges with the same label that lead to `value`.
  private static func match(
    _ value: Int32, _ best: [Int32], _ width: Int,
    _ leftEdges: ArraySlice<WordLattice.Edge>, _ rightEdges: ArraySlice<WordLattice.Edge>
  ) -> (WordLattice.Edge, WordLattice.Edge)? {
    for edge in leftEdges {
      for other in rightEdges where other.label == edge.label && edge.label >= 0 {
        let before = best[edge.from * width + other.from]
        if before + edge.weight + other.weight == value { return (edge, other) }
      }
    }
    return nil
  }
}
