import CueText

/// What an actor says to the rehearsal, and not to the partner.
public enum SpokenCommand: String, CaseIterable, Sendable {
  /// The next words of the line are wanted.
  case line
  /// The line before is to be taken again.
  case back
  /// This line is to be taken again.
  case again
  /// The line is to count as said.
  case next
  /// The rehearsal is to end, if it is said twice.
  case stop

  /// The phrases that stand for a command in a language; English ones where a language has none of its own.
  ///
  /// - Parameter language: a BCP 47 tag
  /// - Returns: each phrase with its command, in the order of the commands
  public static func phrases(in language: String) -> [(text: String, command: SpokenCommand)] {
    let tag = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
    return words[tag] ?? english
  }

  /// The phrases that can be distinguished from `lines`, such as the actor's and what the partner has just said: where a line
  /// has the words of a command, or the beginnings of words that sound like it, they are the line's.
  ///
  /// A longer phrase for the same command stays: "line please" beside the line "Line up!".
  public static func phrases(in language: String, besides lines: [String]) -> [(
    text: String, command: SpokenCommand
  )] {
    let known = lines.map(words)
    return phrases(in: language).filter { phrase in
      let words = words(phrase.text)
      return !known.contains { hasPiece(words, of: $0) }
    }
  }

  private static func words(_ text: String) -> [String] {
    SpokenWords.text(of: text).lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" }
      .map(String.init)
  }

  /// Whether `words` stand in `line`, one after the other, each as a word or as the beginning of one: "stop" in "stopped".
  private static func hasPiece(_ words: [String], of line: [String]) -> Bool {
    guard !words.isEmpty, line.count >= words.count else { return false }
    return (0...line.count - words.count).contains { start in
      zip(words, line[start...]).allSatisfy { $1.hasPrefix($0) }
    }
  }

  private static let english: [(text: String, command: SpokenCommand)] = [
    ("line please", .line), ("line", .line), ("go back", .back), ("again", .again),
    ("once again", .again), ("next line", .next), ("stop rehearsal", .stop),
  ]
  private static let words: [String: [(text: String, command: SpokenCommand)]] = [
    "en": english,
    "et": [
      ("tekst palun", .line), ("rida palun", .line), ("mine tagasi", .back), ("uuesti", .again),
      ("järgmine rida", .next), ("lõpeta proov", .stop),
    ],
    "de": [
      ("text bitte", .line), ("zurück", .back), ("noch einmal", .again), ("nächste zeile", .next),
      ("probe beenden", .stop),
    ],
  ]
}
