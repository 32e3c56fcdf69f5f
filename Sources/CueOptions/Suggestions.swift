/// Words that the user may have meant.
package enum Suggestions {
  /// As a hint: "Did you mean off?"; empty if no candidate is near.
  package static func hint(for word: String, in candidates: [String]) -> String {
    nearest(to: word.lowercased(), in: candidates).map { "Did you mean \($0)?" } ?? ""
  }

  /// The candidate that begins with `word`, or the most similar one.
  ///
  /// At most a third of the letters may differ; among equals, the first is taken.
  package static func nearest(to word: String, in candidates: [String]) -> String? {
    let letters = Array(word)
    let beginnings = candidates.filter { letters.count >= 3 && $0.hasPrefix(word) && $0 != word }
    if beginnings.count == 1 { return beginnings[0] }
    let most = max(1, letters.filter { $0 != "-" }.count / 3)
    let distances = candidates.map { (word: $0, distance: distance(letters, Array($0))) }
    let nearest = distances.min { $0.distance < $1.distance }
    return nearest.flatMap { $0.distance <= most && $0.distance > 0 ? $0.word : nil }
  }

  /// How many letters must be inserted, removed, replaced, or swapped with their neighbour (Damerau–Levenshtein distance).
  package static func distance(_ first: [Character], _ second: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for (i, letter) in first.enumerated() {
      var row = [i + 1]
      for (j, other) in second.enumerated() {
        var cost = min(last[j] + (letter == other ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, letter == second[j - 1], first[i - 1] == other {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      (beforeLast, last) = (last, row)
    }
    return last[second.count]
  }
}
