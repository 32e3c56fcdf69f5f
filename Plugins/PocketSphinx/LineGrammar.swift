/// The names of what may be heard, phrase by phrase.
struct NamedPhrases: Equatable {
  /// The line that should come.
  var expected: [[String]] = []
  /// The lines after it.
  var following: [[String]] = []
  /// Other lines, each a whole.
  var others: [[String]] = []
  /// What may be said at any time.
  var commands: [[String]] = []
  /// "uh".
  var fillers: [String] = []
  /// Words of numbers; none if no number is asked for.
  var numberWords = NumberNames()
}

/// The names of words that numbers are made of, by where they may stand.
struct NumberNames: Equatable {
  /// "five", "twenty": anywhere.
  var values: [String] = []
  /// "hundred": after a value or an article.
  var scales: [String] = []
  /// "oh": after a value.
  var zeros: [String] = []
  /// "and", "point": between values.
  var links: [String] = []
  /// "minus": ahead of a value.
  var signs: [String] = []
  /// "a": ahead of a scale.
  var articles: [String] = []

  /// All of them.
  var all: [String] { values + scales + zeros + links + signs + articles }
}

/// What the grammar of an expected line was made of.
struct LineGrammar {
  /// The names of what may be heard.
  var phrases: NamedPhrases
  /// The words of the expected line, as dictionaries have them.
  var keys: [String]
  var costs = Grammar.Costs()
}

extension Grammar {
  /// Words that may be heard in place of some of the expected line's.
  struct Alternative: Equatable {
    /// Which of the line's words it replaces; empty if it stands between two of them.
    var range: Range<Int>
    var names: [String]
    var costNats: Float
  }

  /// What a path costs beside its sound, in nats.
  ///
  /// Measured on lines of flite's voices: see Documentation/Decisions/0007-hearing-the-expected-line.md.
  struct Costs: Equatable {
    /// A word of the line left out.
    var skip: Float = 60
    /// Words of the line left out, more than can be skipped one by one: a sentence.
    var leap: Float = 90
    /// A leap leads no nearer to the end: single last words are found in noise.
    var fewestWordsAfterLeap = 3
    /// Lines with more words have no leaps: there is one for each pair of words.
    var mostWordsWithLeaps = 150
    /// Going back by this many words: a restart.
    var back: [Float] = [32, 34, 36]
    /// An "uh".
    var filler: Float = 22
    /// Another line, from its beginning.
    var other: Float = 20
    /// A command: more than the beginning of the line, which may sound like it.
    var command: Float = 60
    /// The end of the sound before the end of the line: a speaker who stops to think goes on later.
    ///
    /// At 16, noise of 10 dB cost the ends of 3 of 64 lines; at 40 none, and pauses are heard as well.
    var unfinished: Float = 40
    /// Nothing at all, where one of several phrases is asked for.
    var nothing: Float = 30
    /// Paths that cost more than this are given up by the decoder anyway.
    var most: Float = 150
  }

  /// What can be heard when `phrases` are expected.
  ///
  /// The expected line is a chain whose words may be left out, begun again, and filled; beside it stand the other lines,
  /// each as a whole. Sound of no phrase is the decoder's own affair: it has the model's phones as fillers.
  ///
  /// `alternatives` are those of the first expected line.
  init(_ phrases: NamedPhrases, costs: Costs = Costs(), alternatives: [Alternative] = []) {
    self.init()
    var chainStates: [Int] = []
    for line in phrases.expected {
      let states = [start] + line.map { _ in addState() }
      addChain(line, states, fillers: phrases.fillers, costs)
      for following in phrases.following {
        allow(following, from: states[line.count], to: end, cost: costs.other)
      }
      if chainStates.isEmpty {
        for alternative in alternatives {
          allow(
            alternative.names, from: states[alternative.range.lowerBound],
            to: states[alternative.range.upperBound], cost: alternative.costNats)
        }
      }
      chainStates += states.dropFirst()
    }
    for other in phrases.others + phrases.following {
      allow(other, from: start, to: end, cost: phrases.expected.isEmpty ? 0 : costs.other)
    }
    if !phrases.commands.isEmpty {
      let called = addState()
      for command in phrases.commands { allow(command, from: called, to: end, cost: 0) }
      allow(from: start, to: called, cost: phrases.expected.isEmpty ? 0 : costs.command)
      for state in chainStates { allow(from: state, to: called, cost: costs.command) }
    }
    if !phrases.numberWords.values.isEmpty { addNumbers(phrases.numberWords) }
    if phrases.expected.isEmpty {
      for filler in phrases.fillers {
        allow(filler, from: start, to: start, cost: costs.filler)
        allow(filler, from: end, to: end, cost: costs.filler)
      }
      allow(from: start, to: end, cost: costs.nothing)
    }
  }

  /// Numbers begin and end with a value, a scale or a zero.
  private mutating func addNumbers(_ names: NumberNames) {
    let within = addState()
    let linked = addState()
    let behindArticle = addState()
    for word in names.values {
      for state in [start, within, linked] { allow(word, from: state, to: within) }
    }
    for word in names.scales {
      for state in [within, behindArticle] { allow(word, from: state, to: within) }
    }
    for word in names.zeros {
      for state in [within, linked] { allow(word, from: state, to: within) }
    }
    for word in names.links { allow(word, from: within, to: linked) }
    for word in names.signs { allow(word, from: start, to: linked) }
    for word in names.articles { allow(word, from: start, to: behindArticle) }
    allow(from: within, to: end)
  }

  private mutating func addChain(
    _ line: [String], _ states: [Int], fillers: [String], _ costs: Costs
  ) {
    let steps = Grammar.steps(costs)
    let mostSkipped = steps.map(\.distance).max() ?? 0
    for place in states.indices {
      if place < line.count { allow(line[place], from: states[place], to: states[place + 1]) }
      for (distance, cost) in steps where states.indices.contains(place + distance) {
        allow(from: states[place], to: states[place + distance], cost: cost)
        if place + distance == line.count { allow(from: states[place], to: end, cost: cost) }
      }
      // Noise hides the last words easily: if they can be skipped, that is the cost.
      let next = place + mostSkipped + 1
      if place > 0, next <= line.count {
        allow(from: states[place], to: end, cost: costs.unfinished)
      }
      let last = line.count - costs.fewestWordsAfterLeap
      if line.count <= costs.mostWordsWithLeaps, next <= last {
        for there in next...last {
          allow(from: states[place], to: states[there], cost: costs.leap)
        }
      }
      for filler in fillers {
        allow(filler, from: states[place], to: states[place], cost: costs.filler)
      }
    }
    allow(from: states[line.count], to: end)
  }

  /// How far a path may jump without sound, and the least that this costs: the decoder takes one free step at a time, so
  /// skips and restarts that follow each other are steps of their own.
  static func steps(_ costs: Costs) -> [(distance: Int, cost: Float)] {
    let single = [(1, costs.skip)] + costs.back.enumerated().map { (-$0.offset - 1, $0.element) }
    var least: [Int: Float] = [0: 0]
    var fresh = [0]
    while let from = fresh.popLast() {
      for (distance, cost) in single {
        let to = from + distance
        let sum = least[from, default: 0] + cost
        if sum <= costs.most, sum < least[to, default: .infinity] {
          least[to] = sum
          fresh.append(to)
        }
      }
    }
    least[0] = nil
    return least.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
