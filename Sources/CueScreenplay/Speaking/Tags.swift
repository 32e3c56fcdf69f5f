/// Tags that some programs keep at the ends of lines: `#happy #take:2`.
///
/// They are never spoken.
enum Tags {
  /// `text` without the tags at its lines' ends.
  static func removed(from text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "#")) else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(withoutTags)
      .joined(separator: "\n")
  }

  private static func withoutTags(_ line: Substring) -> String {
    var words = line.split(separator: " ", omittingEmptySubsequences: false)
    var isTagged = false
    while let last = words.last, last.isEmpty || isTag(last) {
      isTagged = isTagged || !last.isEmpty
      words.removeLast()
    }
    return isTagged ? words.joined(separator: " ") : String(line)
  }

  /// A number sign with a letter behind it; `#2` counts.
  private static func isTag(_ word: Substring) -> Bool {
    guard word.first == "#", let first = word.dropFirst().unicodeScalars.first else { return false }
    return first.properties.isAlphabetic
      && word.dropFirst().allSatisfy { $0.isLetter || $0.isNumber || "_-:.=#".contains($0) }
  }
}
