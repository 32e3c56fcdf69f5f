/// A word that a recognizer heard.
public struct HeardWord: Sendable, Equatable {
  /// As the recognizer writes it; it may be several words, or digits.
  public var text: String
  /// Whether it is noise, or part of something other than the expected line: it then says none of the line's words.
  public var isOutside: Bool
  /// Whether it is a sound of hesitation.
  public var isFiller: Bool
  /// The recognizer's confidence in it, 0…1; nil if it gives none.
  public var confidence: Double?

  /// A word, or what stands for one.
  public init(
    _ text: String, isOutside: Bool = false, isFiller: Bool = false, confidence: Double? = nil
  ) {
    self.text = text
    self.isOutside = isOutside
    self.isFiller = isFiller
    self.confidence = confidence
  }

  /// The words of a text that a recognizer gives as a whole, cut like the line of an ``ExpectedLine``.
  public static func words(of text: String, language: String = "en") -> [HeardWord] {
    let bytes = Array(text.utf8)
    return ExpectedLine(text, language: language).words.map {
      HeardWord(String(decoding: bytes[$0.range], as: UTF8.self))
    }
  }
}

/// A line that somebody should say, ready to be compared with what is heard.
///
/// Case, punctuation, hyphens, accents and the form of apostrophes do not count, and a contraction is what it is short for.
/// English numbers are their words: "1984" is "nineteen eighty-four" and "nineteen hundred and eighty four", "$100" "a
/// hundred dollars", "7:30" "half past seven", "5%" "five per cent". Two words are the one that they make: "good bye" is
/// "goodbye". A character of a script without blanks between words counts as a word. Sounds of hesitation that the line
/// has need not be said. ``EyeWords`` (`[CLICK]`, `~~struck out~~`) are not expected.
///
/// A line without anything to say (empty, "…") has no words; whatever is heard, nothing of it is missing.
public struct ExpectedLine: Sendable {
  /// A word of the line as written.
  public struct Word: Sendable, Equatable {
    /// Its bytes in the line, without the punctuation around it.
    public var range: Range<Int>
    /// Whether it is a sound of hesitation, and other words are in the line.
    public var isOptional: Bool
    /// Whether it carries meaning more than grammar.
    public var isContent: Bool
  }

  /// The words in their order.
  public let words: [Word]
  let tokens: [SpeakableToken]
  let forms: SpokenForms

  /// Reads `text`, whose language has the BCP 47 tag `language`; empty: English.
  ///
  /// Contractions, numbers in words and hesitation are known in English only; a recognizer may flag hesitation in any.
  public init(_ text: String, language: String = "en") {
    let forms = SpokenForms(language: language)
    // Blanks replace `EyeWords`, so that all other words keep their byte offsets.
    let tokens = forms.tokens(of: EyeWords.blanked(text))
    let fillers = tokens.map(forms.isFiller)
    let hasWords = fillers.contains(false)
    let contents = tokens.indices.map { index in
      !(fillers[index] && hasWords)
        && !(forms.isEnglish && tokens[index].readings[0].count == 1
          && EnglishForms.functionWords.contains(
            Folding.folded(tokens[index].readings[0][0].unicodeScalars)))
    }
    let hasContent = contents.contains(true)
    words = tokens.indices.map { index in
      let isOptional = fillers[index] && hasWords
      return Word(
        range: tokens[index].range, isOptional: isOptional,
        isContent: hasContent ? contents[index] : !isOptional)
    }
    (self.forms, self.tokens) = (forms, tokens)
  }

  /// Compares the line with the words of `text`.
  public func match(_ text: String) -> LineMatch { match([HeardWord(text)]) }

  /// Compares the line with what was heard so far, or in all.
  public func match(_ heard: [HeardWord]) -> LineMatch {
    LineMatch(self, HeardTokens(heard, forms: forms))
  }
}

/// The heard text, cut like the line.
struct HeardTokens {
  let wordCount: Int
  /// All words that are not outside.
  private(set) var tokens: [SpeakableToken] = []
  /// The heard word that each token is from, rising.
  private(set) var origins: [Int] = []
  private(set) var isFiller: [Bool] = []
  private(set) var outside: [Int] = []

  init(_ heard: [HeardWord], forms: SpokenForms) {
    wordCount = heard.count
    for (index, word) in heard.enumerated() {
      if word.isOutside {
        outside.append(index)
        continue
      }
      for token in forms.tokens(of: word.text) {
        tokens.append(token)
        origins.append(index)
        isFiller.append(word.isFiller || forms.isFiller(token))
      }
    }
  }
}
