import CTextCat

/// Which language a text is in, as its letters and their neighbors tell.
public enum LanguageGuess {
  /// Fewer characters say too little.
  public static let fewestCharacters = 20
  /// So many bytes are looked at: more do not change the answer, and take longer.
  private static let mostBytes = 2000

  /// Tags by the names of the library's data; regions are those with the most speakers.
  private static let tags = [
    "en": "en-US", "et": "et", "fi": "fi", "de": "de", "fr": "fr", "es": "es", "it": "it",
    "nl": "nl", "sv": "sv", "pl": "pl",
    "ru": "ru", "pt": "pt-BR", "ja": "ja", "zh-Hans": "zh-CN", "zh-Hant": "zh-TW",
  ]

  /// Why no language can be guessed here; nothing where it can.
  public static var refusal: String? {
    var why = [CChar](repeating: 0, count: 256)
    guard unsafe cue_textcat_is_there(&why, why.count) == 0 else { return nil }
    return String(decoding: why.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// A BCP 47 tag for the language of `text`.
  ///
  /// One of English, Estonian, Finnish, Swedish, German, Dutch, French, Spanish, Italian, Portuguese, Polish, Russian, Japanese and
  /// Chinese. Nothing where the text is shorter than ``fewestCharacters``, where it cannot be told, or where the library is not installed.
  public static func language(of text: String) -> String? {
    guard refusal == nil, text.prefix(fewestCharacters).count == fewestCharacters else {
      return nil
    }
    var beginning = Array(text.utf8.prefix(mostBytes))
    // Not within a character.
    if beginning.count == mostBytes {
      while let last = beginning.last, last & 0xC0 == 0x80 { beginning.removeLast() }
      if beginning.last.map({ $0 >= 0xC0 }) ?? false { beginning.removeLast() }
    }
    let characters = beginning.map { CChar(bitPattern: $0) } + [0]
    var name = [CChar](repeating: 0, count: 32)
    guard
      unsafe cue_textcat_guess(
        characters, beginning.count, tags.keys.sorted().joined(separator: " "), &name, name.count)
        == 1
    else { return nil }
    return tags[
      String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)]
  }
}
