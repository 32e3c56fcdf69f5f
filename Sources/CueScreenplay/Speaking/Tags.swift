/// Tags that some programs keep at the ends of lines: `#happy #take:2`.
///
/// They are never spoken; a word with a number sign that its sentence needs is: `We call it #MeToo`.
enum Tags {
  /// `text` without the tags at its lines' ends.
  static func removed(from text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "#")) else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(withoutTags)
      .joined(separator: "\n")
  }

  private static func withoutTags(_ line: Substring) -> String {
    var words = line.split(separator: " ", omittingEmptySubsequences: false)
    var tags: [Substring] = []
    while let last = words.last, last.isEmpty || isTag(last) {
      if !last.isEmpty { tags.append(last) }
      words.removeLast()
    }
    guard !tags.isEmpty else { return String(line) }
    let kept = words.joined(separator: " ")
    guard tags.count == 1, isWord(tags[0]), goesOn(kept) else { return kept }
    return kept + " " + tags[0].dropFirst()
  }

  /// A number sign with a letter after it; `#2` is said.
  private static func isTag(_ word: Substring) -> Bool {
    guard word.first == "#", let first = word.dropFirst().unicodeScalars.first else { return false }
    return first.properties.isAlphabetic
      && word.dropFirst().allSatisfy { $0.isLetter || $0.isNumber || "_-:.=#".contains($0) }
  }

  /// Whether a tag is one word, and says nothing to a program as `#take:2` does.
  private static func isWord(_ tag: Substring) -> Bool {
    let word = tag.dropFirst().hasSuffix(".") ? tag.dropFirst().dropLast() : tag.dropFirst()
    return word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  /// Whether the sentence before a tag has not come to its end.
  private static func goesOn(_ text: String) -> Bool {
    guard let last = text.last(where: { !"\"'”’»)]*_ ".contains($0) }) else { return false }
    return !".!?…。！？‽;:".contains(last)
  }
}
