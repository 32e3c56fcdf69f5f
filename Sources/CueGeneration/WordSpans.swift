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

  /// Which stretches of `other` say what each of ours says; nothing where none does.
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
    if words == other.words {
      for index in words.indices { pair(index..<index + 1, index..<index + 1) }
      return found
    }
    var removed = Set<Int>()
    var inserted = Set<Int>()
    for change in other.words.difference(from: words) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var (ours, theirs) = (0, 0)
    while ours < words.count || theirs < other.words.count {
      let (ourStart, theirStart) = (ours, theirs)
      while ours < words.count, removed.contains(ours) { ours += 1 }
      while theirs < other.words.count, inserted.contains(theirs) { theirs += 1 }
      pair(ourStart..<ours, theirStart..<theirs)
      guard ours < words.count, theirs < other.words.count else { continue }
      pair(ours..<ours + 1, theirs..<theirs + 1)
      ours += 1
      theirs += 1
    }
    return found
  }
}
