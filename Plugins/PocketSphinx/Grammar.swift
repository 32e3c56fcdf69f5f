/// What may be heard: words between states.
struct Grammar: Equatable {
  /// A word, or a step free of sound, from one state to another.
  struct Arc: Equatable {
    var from: Int
    var to: Int
    /// How unlikely it is: the natural logarithm of N, for a chance of 1 in N.
    var costNats: Float
    /// A name in the decoder's dictionary.
    var word: String?
  }

  /// Where a path begins.
  let start = 0
  /// Where a path may end.
  private(set) var end = 1
  private(set) var stateCount = 2
  private(set) var arcs: [Arc] = []

  /// A new state.
  mutating func addState() -> Int {
    stateCount += 1
    return stateCount - 1
  }

  /// Allows `word`, or a step without sound, between two states.
  mutating func allow(_ word: String? = nil, from: Int, to: Int, cost: Float = 0) {
    if word == nil, from == to { return }
    arcs.append(Arc(from: from, to: to, costNats: cost, word: word))
  }

  /// Allows `words`, one after the other, between two states; `cost` is that of the first.
  mutating func allow(_ words: [String], from: Int, to: Int, cost: Float) {
    var state = from
    for (index, word) in words.enumerated() {
      let next = index == words.count - 1 ? to : addState()
      allow(word, from: state, to: next, cost: index == 0 ? cost : 0)
      state = next
    }
  }
}
