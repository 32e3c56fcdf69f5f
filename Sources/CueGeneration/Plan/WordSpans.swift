import CueText

/// The words of a text, as they are compared: each with the bytes it stands for.
///
/// A number is one stretch of the text and several words.
struct WordSpans {
  /// Bytes of the text, rising.
  private(set) var stretches: [Range<Int>] = []
  /// The words, and the stretch that each is of.
  private(set) var words: [String] = []
  private(set) var stretchOfWord: [Int] = []

  init(_ text: String, language: String = "en") {
    append(text, offset: 0, language: language)
  }

  init() {}

  /// Adds the words of `text`, which begins at byte `offset` of something larger.
  mutating func append(_ text: String, offset: Int, language: String = "en") {
    for word in SpokenWords.of(text, language: language) {
      let range = word.range.lowerBound + offset..<word.range.upperBound + offset
      if stretches.last != range { stretches.append(range) }
      words.append(word.text)
      stretchOfWord.append(stretches.count - 1)
    }
  }

  /// Which stretches of `other` say what each of these says; nil if none does.
  ///
  /// Words that are equal on both sides are found in order (a longest common subsequence); where between two of those both
  /// sides have something else, that says the same: "INT." is "Interior", "Aoife" is "EE-fa".
  func counterparts(in other: WordSpans) -> [Range<Int>?] {
    var found = [Range<Int>?](repeating: nil, count: stretches.count)
    func pair(_ ours: Range<Int>, _ theirs: Range<Int>) {
      guard !ours.isEmpty, !theirs.isEmpty else { return }
      let from = other.stretchOfWord[theirs.lowerBound]
      let to = other.stretchOfWord[theirs.upperBound - 1]
      for index in ours {
        let stretch = stretchOfWord[index]
        let known = found[stretch] ?? from..<to + 1
        found[stretch] = min(known.lowerBound, from)..<max(known.upperBound, to + 1)
      }
    }
    // What is equal at both ends needs no search.
    var head = 0
    let shorter = min(words.count, other.words.count)
    while head < shorter, words[head] == other.words[head] {
      pair(head..<head + 1, head..<head + 1)
      head += 1
    }
    var tail = 0
    while tail < shorter - head,
      words[words.count - 1 - tail] == other.words[other.words.count - 1 - tail]
    {
      tail += 1
      let (ours, theirs) = (words.count - tail, other.words.count - tail)
      pair(ours..<ours + 1, theirs..<theirs + 1)
    }
    let ours = head..<words.count - tail
    let theirs = head..<other.words.count - tail
    guard min(ours.count, theirs.count) <= WordSpans.mostSearched else {
      for index in ours {
        let place = theirs.lowerBound + (index - ours.lowerBound) * theirs.count / ours.count
        pair(index..<index + 1, place..<place + 1)
      }
      return found
    }
    for (one, two) in WordSpans.runs(words[ours], other.words[theirs]) { pair(one, two) }
    return found
  }

  /// A search takes time and memory with the square of the words that differ.
  static let mostSearched = 2000

  /// Runs of words that say the same: equal ones, word by word, and what lies between those.
  private static func runs(
    _ ours: ArraySlice<String>, _ theirs: ArraySlice<String>
  ) -> [(Range<Int>, Range<Int>)] {
    var removed = Set<Int>()
    var inserted = Set<Int>()
    for change in theirs.difference(from: ours) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset + ours.startIndex)
      case .insert(let offset, _, _): inserted.insert(offset + theirs.startIndex)
      }
    }
    var runs: [(Range<Int>, Range<Int>)] = []
    var (one, two) = (ours.startIndex, theirs.startIndex)
    while one < ours.endIndex || two < theirs.endIndex {
      let (oneStart, twoStart) = (one, two)
      while one < ours.endIndex, removed.contains(one) { one += 1 }
      while two < theirs.endIndex, inserted.contains(two) { two += 1 }
      runs.append((oneStart..<one, twoStart..<two))
      guard one < ours.endIndex, two < theirs.endIndex else { continue }
      runs.append((one..<one + 1, two..<two + 1))
      one += 1
      two += 1
    }
    return runs
  }
}
