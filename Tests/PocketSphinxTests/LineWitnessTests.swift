import Testing

@testable import PocketSphinxPlugin

@Suite struct `A witness beside the expected line` {
  private func offers(_ line: String, _ heard: String, unknown: Set<String> = []) -> [String] {
    func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
    return LineWitness.offers(line: words(line), heard: words(heard)) { !unknown.contains($0) }.map
    {
      "\($0.range.lowerBound)-\($0.range.upperBound) \($0.keys.joined(separator: " ")) \(Int($0.costNats))"
    }
  }

  @Test(
    arguments: [
      ("she loves the garden", "she loves the garden", []),
      ("she loves the garden", "she loves the garden and more", ["4-4 and more 70"]),
      ("she loves the garden", "oh she loves the garden", ["0-0 oh 70"]),
      ("i do want it", "i do not want it", ["2-2 not 40"]),
      ("wait for me", "wait for him", ["2-3 him 20"]),
      ("the soup is cold", "the soup is gold", ["3-4 gold 85"]),
      (
        "have sixty books", "have sixteen bucks",
        ["1-3 sixteen bucks 85", "1-2 sixteen 20", "2-3 bucks 85"]
      ),
      ("yes maybe later", "yes", []),
      ("give it to her", "pivoted him", ["0-4 pivoted him 85", "1-2 him 20", "3-4 him 20"]),
      ("of course", "three of the horses", ["0-0 three 70", "1-2 the horses 85"]),
    ] as [(String, String, [String])])
  func `offers the words that were heard in place of others, at a cost`(
    line: String, heard: String, expected: [String]
  ) {
    #expect(offers(line, heard) == expected)
  }

  /// The decoder for anything hears "oh fear" for a name that its dictionary has not.
  @Test func `offers nothing for words that no dictionary has`() {
    #expect(offers("aoife loves me", "eve loves him", unknown: ["aoife"]) == ["2-3 him 20"])
  }

  @Test func `offers other words of a class, also where free speech heard something else`() {
    let offers = LineWitness.unheard(in: ["we", "can", "aoife"]) { $0 != "aoife" && $0 != "cannot" }
    #expect(offers.contains(LineWitness.Offer(range: 0..<1, keys: ["they"], costNats: 70)))
    #expect(offers.filter { $0.range == 1..<2 }.map(\.keys) == [["can't"]])
    #expect(offers.allSatisfy { $0.keys != ["we"] && $0.range != 2..<3 })
  }

  @Test func `is heard by a grammar that has the offers beside the line`() {
    let phrases = NamedPhrases(expected: [["wait", "for", "me"]])
    let plain = Grammar(phrases)
    let both = Grammar(
      phrases,
      alternatives: [
        .init(range: 2..<3, names: ["him~"], costNats: 20),
        .init(range: 3..<3, names: ["right~", "here~"], costNats: 70),
      ])
    #expect(both.arcs.starts(with: plain.arcs))
    let more = both.arcs.dropFirst(plain.arcs.count)
    #expect(more.map(\.word) == ["him~", "right~", "here~"])
    #expect(more.map(\.costNats) == [20, 70, 0])
    // Where "me" begins and ends; the words after it lead back there.
    #expect(more.map(\.from) == [3, 4, both.stateCount - 1])
    #expect(more.map(\.to) == [4, both.stateCount - 1, 4])
  }
}

@Suite struct `A number of several words` {
  private func isComposed(_ words: String) -> Bool {
    NumberGrammar.isComposed(words.split(separator: " ").map(String.init))
  }

  @Test(arguments: [
    "forty two", "one hundred and seven", "a hundred", "two million and three", "minus six",
    "three point one four", "nineteen ninety two", "twenty ten", "twelve hundred",
    "six hundred thousand and fifty one",
  ])
  func `A number of several words is made as English makes it`(words: String) {
    #expect(isComposed(words))
  }

  @Test(arguments: [
    "", "forty", "five one two", "eight two", "nineteen nine", "forty thirty", "five and ten",
    "hundred two", "two hundred and", "three point", "point five", "minus", "a two", "oh seven",
    "thirty two oh",
  ])
  func `a number of several words is neither a row of digits nor an unusual form`(words: String) {
    #expect(!isComposed(words))
  }
}

@Suite struct `A number that two decoders hear` {
  private func number(_ words: String, _ claimed: String) -> String? {
    func list(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
    return NumberWitness.number(
      in: list(words), claimed: list(claimed), of: Set(NumberWords.all.all))?
      .joined(separator: " ")
  }

  @Test(
    arguments: [
      ("ninety nine", "nineteen nine", "ninety nine"),
      ("five five one", "five five oh one", "five five one"),
      ("two million and three", "two million and three eight", "two million and three"),
      ("minus six", "nine and six", "minus six"),
      ("seventeen", "seventy", nil), ("ten nine", "ten nine", nil), ("for you", "four two", nil),
      ("hundred", "a hundred ten", nil), ("two million and", "two million and three", nil),
    ] as [(String, String, String?)])
  func `is without what one of them put in`(heard: String, claimed: String, number: String?) {
    #expect(self.number(heard, claimed) == number)
  }
}
