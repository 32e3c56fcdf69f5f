/// How unlike two names are.
public enum NameDistance {
  /// 0 for names with the same ``NameKey``, 1 where only one has any letters, else between.
  ///
  /// Each word of the name with fewer words is compared with the word of the other that is most like it and not taken yet:
  /// their Levenshtein distance ÷ the longer one's length. The average of that counts 0.8, the share of the longer name's
  /// words that found no partner 0.2. Of names with more than 64 different words, the rest count as without partner.
  public static func between(_ first: String, _ second: String) -> Double {
    let (firstKey, secondKey) = (NameKey.key(first), NameKey.key(second))
    if firstKey == secondKey { return 0 }
    var left = words(firstKey)
    var right = words(secondKey)
    let (fewer, more) = (min(left.count, right.count), max(left.count, right.count))
    guard fewer > 0 else { return 1 }
    removeCommon(&left, &right)
    let open = max(0, fewer - (more - max(left.count, right.count)))
    left = Array(left.prefix(mostWords))
    right = Array(right.prefix(mostWords))
    var candidates: [(distance: Double, left: Int, right: Int)] = []
    for (i, word) in left.enumerated() {
      for (j, other) in right.enumerated() { candidates.append((ofWords(word, other), i, j)) }
    }
    candidates.sort {
      ($0.distance, $0.left + $0.right, $0.left) < ($1.distance, $1.left + $1.right, $1.left)
    }
    var (takenLeft, takenRight) = (Set<Int>(), Set<Int>())
    var sum = 0.0
    for candidate in candidates
    where !takenLeft.contains(candidate.left) && !takenRight.contains(candidate.right) {
      takenLeft.insert(candidate.left)
      takenRight.insert(candidate.right)
      sum += candidate.distance
    }
    sum += Double(open - takenLeft.count)
    return sum / Double(fewer) * 0.8 + Double(more - fewer) / Double(more) * 0.2
  }

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

  private static let mostWords = 64
  private static let mostCharacters = 64

  private static func words(_ key: String) -> [String] {
    key.split { $0 == " " || $0 == "-" }.map(String.init)
  }

  /// Takes away the words that both have, as often as both have them.
  private static func removeCommon(_ left: inout [String], _ right: inout [String]) {
    var counts: [String: Int] = [:]
    for word in right { counts[word, default: 0] += 1 }
    var common: [String: Int] = [:]
    left.removeAll { word in
      guard let count = counts[word], count > 0 else { return false }
      counts[word] = count - 1
      common[word, default: 0] += 1
      return true
    }
    right.removeAll { word in
      guard let count = common[word], count > 0 else { return false }
      common[word] = count - 1
      return true
    }
  }
}
