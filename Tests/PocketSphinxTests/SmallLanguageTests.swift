import Testing

@testable import PocketSphinxPlugin

#if canImport(Glibc)
  import Glibc
#endif

/// A language model read back from its text.
private struct Trigrams {
  var shares: [[String]: Double] = [:]
  var backoffs: [[String]: Double] = [:]
  var counts: [Int] = []

  init(_ text: String) {
    for line in text.split(separator: "\n") {
      if let count = line.split(separator: "=").last.flatMap({ Int($0) }) { counts.append(count) }
      let fields = line.split(separator: " ")
      guard let share = fields.first.flatMap({ Double($0) }), fields.count > 1 else { continue }
      var words = fields.dropFirst().map(String.init)
      if words.count > 1, let backoff = words.last.flatMap({ Double($0) }) {
        words.removeLast()
        backoffs[words] = pow(10, backoff)
      }
      shares[words] = pow(10, share)
    }
  }

  func share(_ word: String, after history: [String]) -> Double {
    if let share = shares[history + [word]] { return share }
    guard !history.isEmpty else { return 0 }
    return (backoffs[history] ?? 1) * share(word, after: Array(history.dropFirst()))
  }
}

@Suite struct `The language of a scene` {
  private let language = Trigrams(
    SmallLanguage(
      [(["i", "saw", "the", "dog"], 20), (["the", "dog", "saw", "i"], 1), ([], 1)],
      common: ["the", "cat"]
    ).text)
  private let words = ["i", "saw", "the", "dog", "cat", "</s>"]

  @Test(arguments: [
    [], ["<s>"], ["i"], ["<s>", "i"], ["saw", "the"], ["the", "dog"], ["cat"], ["dog", "saw"],
  ])
  func `gives all that may follow a share, and all shares are one`(history: [String]) {
    let sum = words.reduce(0) { $0 + language.share($1, after: history) }
    #expect(abs(sum - 1) < 0.002, "shares have four digits")
  }

  @Test func `makes the expected line the likeliest`() {
    #expect(language.share("the", after: ["i", "saw"]) > 0.7)
    #expect(language.share("i", after: ["dog", "saw"]) > 0.7)
    #expect(language.share("i", after: ["<s>"]) > 10 * language.share("the", after: ["<s>"]))
    #expect(language.share("cat", after: ["saw", "the"]) > 0)
  }

  @Test func `The language of a scene says how many entries it has`() {
    #expect(language.counts == [7, 9, 8])
  }
}

@Suite struct `Phones of two words` {
  @Test(arguments: [
    ("G EY T", "G EY T", 0), ("G EY T", "K EY T", 1), ("W IH N D OW", "G EY T", 5),
    ("", "G EY T", 3),
    ("EY T", "G EY T", 1),
  ])
  func `phones of two words have the expected distance`(one: String, other: String, expected: Int) {
    func phones(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
    #expect(SecondOpinion.distance(phones(one), phones(other)) == expected)
    #expect(SecondOpinion.distance(phones(other), phones(one)) == expected)
  }
}
