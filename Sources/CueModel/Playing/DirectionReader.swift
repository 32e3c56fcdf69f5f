extension Expression {
  /// What a direction in the script's words asks of a voice: "(angrily)", "(quickly, under her breath)", "[[tone: sad]]".
  ///
  /// English, German, Estonian, French, Spanish and Italian. A direction that says what somebody does, or whom they
  /// speak to, is of no tone: "(to Anna)", "(reading)", "(slowly turning)". So is one that denies it: "(not angry)".
  public init(direction: String) {
    self = DirectionReader.expression(of: direction)
  }
}

/// Reads directions, a clause at a time.
///
/// Verbs and adjectives count at the head of a clause ("shouting at Tom", "very angry"), adverbs of feeling anywhere in it
/// ("turns away sadly"), and adverbs of pace and loudness only where nothing but speaking can be meant ("quickly", "speaks
/// softly", not "quickly turning").
enum DirectionReader {
  static func expression(of direction: String) -> Expression {
    var result = Expression()
    for clause in clauses(of: direction) {
      result = result.and(expression(of: clause))
    }
    return result
  }

  /// The words of each clause, without articles.
  static func clauses(of direction: String) -> [[String]] {
    var clauses: [[String]] = [[]]
    var word = ""
    func endWord() {
      defer { word = "" }
      guard !word.isEmpty else { return }
      if DirectionWords.joints.contains(word) {
        clauses.append([])
      } else if !DirectionWords.articles.contains(word) {
        clauses[clauses.count - 1].append(word)
      }
    }
    for character in direction.lowercased() {
      if character.isLetter {
        word.append(character)
      } else if character == "'" || character == "’" {
        // "l'air" is two words, "don't" is one.
        if word.prefix(3).count <= 2 { endWord() } else { word.append("'") }
      } else {
        endWord()
        if !character.isWhitespace, character != "-" { clauses.append([]) }
      }
    }
    endWord()
    return clauses.filter { !$0.isEmpty }
  }

  private static func expression(of clause: [String]) -> Expression {
    let table = DirectionWords.table
    // "through tears" and "without expression" are what they are.
    let opens = table.match(clause[...]).map { $0.entry.kind == .phrase } ?? false
    guard opens || !clause.contains(where: DirectionWords.denials.contains),
      opens || !DirectionWords.addresses.contains(clause[0])
    else { return Expression() }
    var result = Expression()
    var strength = 1.0
    var at = 0
    var isHead = true
    while at < clause.count {
      let word = clause[at]
      // "kind of angry" is not kindness.
      if at + 1 < clause.count, let degree = DirectionWords.degrees[word + " " + clause[at + 1]] {
        strength = degree
        at += 2
        continue
      }
      guard let (entry, length) = table.match(clause[at...]) else {
        if let degree = DirectionWords.degrees[word] {
          strength = degree
        } else if !DirectionWords.fillers.contains(word) {
          isHead = false
          if DirectionWords.addresses.contains(word) { break }
        }
        at += 1
        continue
      }
      let next = at + length < clause.count ? clause[at + length] : nil
      let isMeant =
        switch entry.kind {
        case .verb, .phrase: isHead || length > 1
        case .feeling: true
        case .adjective: isHead && (next.map(isBehindAdjective) ?? true)
        case .pace: isHead && (next.map(isBehindAdjective) ?? true)
        }
      if isMeant {
        var found = entry.expression
        found.toneStrength = strength
        found.mannerStrength = strength
        result = result.and(found)
        // What follows a verb is its object: "shouting at the angry crowd".
        if entry.kind == .verb { break }
      } else {
        isHead = false
      }
      strength = 1
      at += length
    }
    return result
  }

  /// Whether the adjective or adverb before `word` can be of speech: "angry at Tom", "in a low voice", "quickly now".
  private static func isBehindAdjective(_ word: String) -> Bool {
    DirectionWords.behindAdjectives.contains(word) || DirectionWords.addresses.contains(word)
      || DirectionWords.fillers.contains(word) || DirectionWords.table.match([word]) != nil
  }
}
