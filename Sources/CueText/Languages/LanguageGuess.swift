import CTextCat

/// Which language a text is in, by its letters and by the small words that every sentence has.
///
/// libexttextcat compares letters and their neighbors with those of each language. In a few sentences that is often wrong by
/// itself, so short texts need a second witness: the words and letters of ``LanguageWords``.
public struct LanguageGuess: Equatable, Sendable {
  /// A BCP 47 tag: one of English, Estonian, Finnish, Swedish, Danish, Norwegian, German, Dutch, French, Spanish, Italian,
  /// Portuguese, Polish, Czech, Russian, Ukrainian, Japanese and Chinese.
  public let tag: String
  /// Whether letters and words agree well enough to rely on it.
  public let isSure: Bool
  /// The other possible language, if the text is certainly in one of two: Norwegian beside Danish, or the other way
  /// round; nil otherwise.
  public let sibling: String?

  /// Fewer characters say too little.
  public static let fewestCharacters = 20
  /// Only this many bytes are read: more do not change the answer, and take longer.
  private static let mostBytes = 2000
  /// A text without a known word needs this many different words to be judged by its letters alone.
  private static let fewestWords = 25
  /// And its second language has to be this much farther away than the first.
  private static let leastMargin = 1.06

  /// Tags by the names of the library's data; regions are those with the most speakers.
  private static let tags = [
    "en": "en-US", "et": "et", "fi": "fi", "de": "de", "fr": "fr", "es": "es", "it": "it",
    "nl": "nl", "sv": "sv", "pl": "pl",
    "ru": "ru", "pt": "pt-BR", "ja": "ja", "zh-Hans": "zh-CN", "zh-Hant": "zh-TW",
  ]

  /// Languages that look like one of ``tags``; they are considered only if a text has words or letters of one of them.
  private static let neighbors = ["da": "da", "nb": "nb", "cs": "cs", "uk": "uk"]

  /// Why no language can be guessed here; nil if it can.
  public static var refusal: String? {
    var why = [CChar](repeating: 0, count: 256)
    guard unsafe cue_textcat_is_there(&why, why.count) == 0 else { return nil }
    return String(decoding: why.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// A BCP 47 tag for the language of `text`; nil unless the guess is sure.
  public static func language(of text: String) -> String? {
    LanguageGuess(of: text).flatMap { $0.isSure ? $0.tag : nil }
  }

  /// The likeliest language of `text`.
  ///
  /// Nil if the text is shorter than ``fewestCharacters``, if no language can be detected, or if the library is not installed.
  public init?(of text: String) {
    guard LanguageGuess.refusal == nil,
      text.prefix(LanguageGuess.fewestCharacters).count == LanguageGuess.fewestCharacters
    else { return nil }
    let beginning = LanguageGuess.beginning(of: text)
    let votes = LanguageWords.Votes(for: String(decoding: beginning, as: UTF8.self))
    guard
      let (name, margin) = LanguageGuess.byLetters(beginning, withNeighbors: votes.isOfNeighbor)
    else { return nil }
    let (guess, isPlain) = LanguageGuess.judge(
      LanguageGuess.isDanishOrNorwegian(name) ? votes.danishOrNorwegian ?? name : name,
      margin: margin, votes)
    // Norwegian is not Swedish, and Bulgarian is not Russian.
    let isSure = isPlain && !((guess == "sv" || guess == "ru") && votes.isOfNeighbor)
    let isOneOfTwo = LanguageGuess.isDanishOrNorwegian(guess) && votes.danishOrNorwegian == nil
    guard let tag = LanguageGuess.tags[guess] ?? LanguageGuess.neighbors[guess] else { return nil }
    self.tag = tag
    self.isSure = isSure && !isOneOfTwo
    sibling = isSure && isOneOfTwo ? (guess == "da" ? "nb" : "da") : nil
  }

  /// Its first bytes, not cut within a character.
  private static func beginning(of text: String) -> [UInt8] {
    var beginning = Array(text.utf8.prefix(mostBytes))
    if beginning.count == mostBytes {
      while let last = beginning.last, last & 0xC0 == 0x80 { beginning.removeLast() }
      if beginning.last.map({ $0 >= 0xC0 }) ?? false { beginning.removeLast() }
    }
    return beginning
  }

  private static func byLetters(
    _ text: [UInt8], withNeighbors: Bool
  ) -> (name: String, margin: Double)? {
    let names = Array(tags.keys) + (withNeighbors ? Array(neighbors.keys) : [])
    let characters = text.map { CChar(bitPattern: $0) } + [0]
    var name = [CChar](repeating: 0, count: 32)
    var margin = 1.0
    guard
      unsafe cue_textcat_guess(
        characters, text.count, names.sorted().joined(separator: " "), &name, name.count,
        &margin) == 1
    else { return nil }
    let text = String(
      decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return (text, margin)
  }

  private static func isDanishOrNorwegian(_ name: String) -> Bool { name == "da" || name == "nb" }

  /// Letters and words together.
  ///
  /// The words decide where they are clear, and the letters where they agree with them. Where they contradict each other, or
  /// where no word is known and the text is short, the guess is unsure.
  static func judge(
    _ byLetters: String, margin: Double, _ votes: LanguageWords.Votes
  ) -> (name: String, isSure: Bool) {
    if let script = votes.script {
      return (
        script == "zh" ? byLetters : script, script == "zh" ? byLetters.hasPrefix("zh") : true
      )
    }
    let own = votes.count(byLetters)
    // Danish, Norwegian and Swedish share most words, and the letters have already ruled out Swedish.
    let siblings = isDanishOrNorwegian(byLetters) ? ["da", "nb", "sv"] : []
    let ranked = votes.ranked.filter { $0.name == byLetters || !siblings.contains($0.name) }
    guard let best = ranked.first else {
      return (byLetters, votes.differentWords >= fewestWords && margin >= leastMargin)
    }
    let second = ranked.dropFirst().first?.count ?? 0
    if own > 0, own >= best.count {
      return (byLetters, own > second || (own >= 2 && margin >= leastMargin))
    }
    // The words contradict the letters: they have to be many, and those of one language alone.
    let isClear = best.count >= 2 && best.count >= 2 * max(1, second) && best.count >= 2 * own
    if isClear { return (best.name, true) }
    return (byLetters, votes.differentWords >= fewestWords && own * 4 >= best.count * 3)
  }
}

/// Where a text's language is taken from.
public struct LanguageChoice: Equatable, Sendable {
  /// The source of the language.
  public enum Source: String, Sendable {
    /// The words of the text.
    case text
    /// The script that it belongs to.
    case script
    /// The user's locale.
    case locale
    /// None: English is assumed.
    case usual
  }

  /// A BCP 47 tag.
  public let tag: String
  /// The source of the tag.
  public let source: Source

  /// A tag and its source.
  public init(_ tag: String, _ source: Source) { (self.tag, self.source) = (tag, source) }

  /// The tag if the text or the script shows the language; nil if it is only a guess by the locale or the default.
  public var knownTag: String? { source == .text || source == .script ? tag : nil }

  /// The language of a text if nothing shows another one.
  public static let usual = "en-US"

  /// The language of `text`: that of its words, if it is sure; else the script's, else the locale's, else English.
  ///
  /// If the words leave two languages, as Danish and Norwegian, a locale of another one does not count.
  ///
  /// - Parameters:
  ///   - text: a text of any length
  ///   - script: the tag that the script gives; nil for none
  ///   - locale: the tag of the user's locale, as of ``tag(ofLocale:)``; nil for none
  public init(of text: String, script: String? = nil, locale: String? = nil) {
    let guess = LanguageGuess(of: text)
    if let guess, guess.isSure {
      (tag, source) = (guess.tag, .text)
    } else if let script, !script.isEmpty {
      (tag, source) = (script, .script)
    } else if let guess, let sibling = guess.sibling {
      let isSiblings = locale.map { $0.prefix { $0 != "-" } == sibling } ?? false
      (tag, source) = (isSiblings ? sibling : guess.tag, .text)
    } else if let locale, !LanguageChoice.isForeign(text, to: locale) {
      (tag, source) = (locale, .locale)
    } else {
      (tag, source) = (LanguageChoice.usual, .usual)
    }
  }

  /// The tag of a locale's name, as "de-DE" of "de_DE.UTF-8"; nil for "C", "POSIX" and what is no such name.
  public static func tag(ofLocale name: String) -> String? {
    let parts = name.prefix { $0 != "." && $0 != "@" }.split { $0 == "_" || $0 == "-" }
    guard let language = parts.first, (2...3).contains(language.count),
      parts.allSatisfy({ $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } })
    else { return nil }
    let region = parts.dropFirst().first { $0.count == 2 }
    return ([language.lowercased()] + (region.map { [$0.uppercased()] } ?? [])).joined(
      separator: "-")
  }

  /// A text in Latin letters is in none of the languages that are written in others, and the other way round.
  private static func isForeign(_ text: String, to tag: String) -> Bool {
    let language = String(tag.prefix { $0 != "-" })
    let script = LanguageWords.Votes(for: text).script
    switch language {
    case "ja", "zh": return script != language && !(language == "ja" && script == "zh")
    case "ru", "uk", "be", "bg", "sr", "mk": return script != "ru" && script != "uk"
    default: return script != nil
    }
  }
}
