import Testing

@testable import PocketSphinxPlugin

@Suite struct `The grammar of a line` {
  /// The least that it costs to say exactly `words`; nothing where that cannot be said.
  private func cost(_ words: [String], _ grammar: Grammar) -> Float? {
    var costs: [Int: Float] = [grammar.start: 0]
    /// The decoder takes one free step after a word, and one at the start.
    func step(_ from: [Int: Float]) -> [Int: Float] {
      var reached = from
      for (state, cost) in from {
        for arc in grammar.arcs where arc.from == state && arc.word == nil {
          reached[arc.to] = min(reached[arc.to] ?? .infinity, cost + arc.costNats)
        }
      }
      return reached
    }
    for word in words {
      var next: [Int: Float] = [:]
      for (state, cost) in step(costs) {
        for arc in grammar.arcs where arc.from == state && arc.word == word {
          next[arc.to] = min(next[arc.to] ?? .infinity, cost + arc.costNats)
        }
      }
      costs = next
    }
    return step(costs)[grammar.end]
  }

  private func line(
    _ text: String, others: [String] = [], following: [String] = [], commands: [String] = []
  ) -> Grammar {
    func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
    var phrases = NamedPhrases()
    phrases.expected = [words(text)]
    phrases.others = others.map(words)
    phrases.following = following.map(words)
    phrases.commands = commands.map(words)
    phrases.fillers = ["uh"]
    return Grammar(phrases)
  }

  @Test(
    arguments: [
      ("a b c d", 0), ("a b d", 60), ("b c d", 60), ("a b c", 60), ("a d", 120),
      ("a b b c d", 32), ("a b c a b c d", 36), ("a uh b c d", 22), ("uh a b c d uh", 44),
      ("a b c d a b c d", 68), ("x y", 20), ("a b c d x2 y2", 20), ("x2 y2", 20), ("l", 60),
      ("a b l", 60), ("a x y", 52),
    ] as [(String, Float)])
  func `allows what may happen to it, at a price`(said: String, price: Float) {
    let grammar = line("a b c d", others: ["x y"], following: ["x2 y2"], commands: ["l"])
    #expect(cost(said.split(separator: " ").map(String.init), grammar) == price)
  }

  @Test(arguments: ["", "d", "x", "a b y", "l a"])
  func `The grammar of a line allows nothing else`(said: String) {
    let grammar = line("a b c d", others: ["x y"], commands: ["l"])
    #expect(cost(said.split(separator: " ").map(String.init), grammar) == nil)
  }

  @Test(
    arguments: [
      ("a", 40), ("a b c d e", 40), ("a f g h", 90), ("a b c d e f", 120), ("a d e f g h", 120),
      ("a g h", nil), ("h", nil),
    ] as [(String, Float?)])
  func `may end early, and leap over words to three others`(said: String, price: Float?) {
    let grammar = line("a b c d e f g h", commands: ["l"])
    #expect(cost(said.split(separator: " ").map(String.init), grammar) == price)
  }

  @Test func `grows with a long line, and not with its square`() {
    func arcs(_ count: Int) -> Int {
      line((0..<count).map { "w\($0)" }.joined(separator: " ")).arcs.count
    }
    #expect(arcs(2000) < 2 * arcs(1000) + 100)
  }
}

@Suite struct `The grammar of phrases` {
  private let grammar: Grammar = {
    var phrases = NamedPhrases()
    phrases.others = [["ana", "maria"], ["ben"]]
    phrases.numberWords = NumberNames(values: ["one", "two"], scales: ["hundred"], links: ["and"])
    return Grammar(phrases)
  }()

  @Test func `has each of them, numbers, and nothing`() {
    let words = grammar.arcs.compactMap(\.word)
    #expect(Set(words) == ["ana", "maria", "ben", "one", "two", "hundred", "and"])
    #expect(
      grammar.arcs.contains { $0.word == nil && $0.from == grammar.start && $0.to == grammar.end })
  }

  /// "forty two and" was heard in "forty two".
  @Test func `has no number that begins or ends with a link`() {
    let last = Set(grammar.arcs.filter { $0.word == nil && $0.to == grammar.end }.map(\.from))
    for arc in grammar.arcs where arc.word == "and" || arc.word == "hundred" {
      #expect(arc.from != grammar.start)
      #expect(last.contains(arc.to) == (arc.word == "hundred"))
    }
  }
}

@Suite struct `Names in the decoder's dictionary` {
  @Test func `are one for each way to say a word`() {
    var vocabulary = Vocabulary()
    var added: [String] = []
    func name(_ key: String, _ phones: [String], _ group: Int = 0) -> String {
      vocabulary.name(of: .init(key: key, phones: phones, group: group)) {
        added.append("\($0) \($1)" + ($2.map { " of \($0)" } ?? ""))
        return true
      }
    }
    #expect(name("read", ["R EH D", "R IY D"]) == "read")
    #expect(name("read", ["R EH D", "R IY D"]) == "read")
    let other = name("read", ["R AY D"])
    #expect(other != "read")
    #expect(name("read", ["R EH D"], 3) == "read~3")
    #expect(
      added == ["read R EH D", "read(2) R IY D of read", "\(other) R AY D", "read~3 R EH D"])
    #expect(vocabulary.entry(heardAs: "read(2)")?.key == "read")
    #expect(vocabulary.entry(heardAs: other)?.key == "read")
    #expect(vocabulary.entry(heardAs: "read~3")?.group == 3)
    #expect(vocabulary.entry(heardAs: "<sil>") == nil)
  }
}
