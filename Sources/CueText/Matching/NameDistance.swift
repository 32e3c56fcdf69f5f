/// How unlike two words are.
enum NameDistance {
  /// The Levenshtein distance of two words ÷ the length of the longer, in characters.
  ///
  /// Only the first 64 characters of a word are compared.
  static func ofWords(_ first: String, _ second: String) -> Double {
    let left = Array(first.prefix(mostCharacters))
    let right = Array(second.prefix(mostCharacters))
    guard !left.isEmpty || !right.isEmpty else { return 0 }
    var row = Array(0...right.count)
    for (i, character) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in right.enumerated() {
        let replaced = diagonal + (character == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, row[j] + 1, diagonal + 1)
      }
    }
    return Double(row[right.count]) / Double(max(left.count, right.count))
  }

  private static let mostCharacters = 64
}
