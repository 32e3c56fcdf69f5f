/// One word as said, and what it stands for.
public struct SpokenWord: Sendable, Equatable {
  /// In lower case, without punctuation; apostrophes are straight.
  public var text: String
  /// The bytes of the line that it stands for; words of one number share theirs.
  public var range: Range<Int>

  /// A word of a line.
  public init(text: String, range: Range<Int>) {
    self.text = text
    self.range = range
  }
}

/// The words of a line that a recognizer has to expect.
public enum SpokenWords {
  /// The words of `line` in the order in which they are said.
  ///
  /// Punctuation is removed, hyphens separate words, and apostrophes inside words stay. English numbers, times, money,
  /// percentages, signs, initials and usual abbreviations are spelled out in the way that is said most often: "Dr." is
  /// "doctor", "1984" "nineteen eighty four". In other languages digits stay digits. Accents stay. A character of a script
  /// that puts no blanks between words is a word.
  ///
  /// - Parameters:
  ///   - line: text in any language
  ///   - language: its BCP 47 tag; empty: English
  /// - Returns: none for a line without anything to say
  public static func of(_ line: String, language: String = "en") -> [SpokenWord] {
    SpokenForms(language: language).tokens(of: line).flatMap { token in
      token.readings[0].map { SpokenWord(text: $0, range: token.range) }
    }
  }

  /// Those words with blanks between them: lines of the same text are said in the same way.
  public static func text(of line: String, language: String = "en") -> String {
    of(line, language: language).map(\.text).joined(separator: " ")
  }
}
