/// A word of one side with the readings that the other side could say too.
struct AlignableWord {
  /// Its place among the words of its side.
  var index: Int
  /// The numbers of the labels of each reading.
  var readings: [[Int32]]
  /// The number of the label that it makes together with the word before it: "good bye".
  var joined: Int32?

  /// How many nodes of a lattice it takes.
  var nodeCount: Int { 1 + readings.reduce(0) { $0 + $1.count - 1 } }
}

/// The ways to say a run of words, as a graph: from each word's start to its end leads a path for each reading.
///
/// Nodes are numbered so that edges lead to higher ones; the edges into one node stand together.
struct WordLattice {
  struct Edge {
    var from: Int
    /// Negative where it matches nothing.
    var label: Int32
    /// Its share of a whole word's ``wordWeight``.
    var weight: Int32
    /// The word it belongs to.
    var word: Int
    /// How many words it belongs to: two where they are written as one, and `word` is the first of them.
    var wordCount: Int

    var words: Range<Int> { word..<word + wordCount }
  }

  /// Divisible by the usual lengths of a reading, so that each reading of a word weighs nearly the same.
  static let wordWeight: Int32 = 60

  private(set) var edges: [Edge] = []
  /// For each node the first edge into it; one more at the end.
  private(set) var firstEdge: [Int] = [0, 0]

  var nodeCount: Int { firstEdge.count - 1 }

  init(_ words: ArraySlice<AlignableWord>) {
    var wordStart = 0
    var earlierStart = 0
    for (place, word) in words.enumerated() {
      var last: [Edge] = []
      for labels in word.readings.isEmpty ? [[-1]] : word.readings {
        var from = wordStart
        let weight = max(1, Self.wordWeight / Int32(labels.count))
        for (position, label) in labels.enumerated() {
          let edge = Edge(from: from, label: label, weight: weight, word: word.index, wordCount: 1)
          if position == labels.count - 1 {
            last.append(edge)
          } else {
            edges.append(edge)
            from = endNode()
          }
        }
      }
      edges += last
      if place > 0, let label = word.joined {
        edges.append(
          Edge(
            from: earlierStart, label: label, weight: 2 * Self.wordWeight, word: word.index - 1,
            wordCount: 2))
      }
      earlierStart = wordStart
      wordStart = endNode()
    }
  }

  private mutating func endNode() -> Int {
    firstEdge.append(edges.count)
    return firstEdge.count - 2
  }
}
