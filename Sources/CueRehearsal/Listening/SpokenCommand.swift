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
  /// The rehearsal is to end.
  case stop

  /// The phrases that stand for a command in a language; English ones where a language has none of its own.
  ///
  /// - Parameter language: a BCP 47 tag
  /// - Returns: each phrase with its command, in the order of the commands
  public static func phrases(in language: String) -> [(text: String, command: SpokenCommand)] {
    let tag = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
    return words[tag] ?? english
  }

  /// The phrases that can be told from `line` and from the lines around it: a line that has no more words than a command
  /// has is always the line.
  public static func phrases(in language: String, besides lines: [String]) -> [(
    text: String, command: SpokenCommand
  )] {
    let known = Set(lines.map { SpokenWords.text(of: $0).lowercased() })
    return phrases(in: language).filter {
      !known.contains(SpokenWords.text(of: $0.text).lowercased())
    }
  }

  private static let english: [(text: String, command: SpokenCommand)] = [
    ("line please", .line), ("line", .line), ("go back", .back), ("again", .again),
    ("once again", .again), ("next line", .next), ("stop rehearsal", .stop), ("stop", .stop),
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
