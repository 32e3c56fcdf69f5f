import CueText

/// Which language a screenplay is written in.
///
/// The only place that decides this: spoken headings, the words for men and women, the labels of sounds, the spoken numbers and
/// the cast all ask here.
public enum ScriptLanguage {
  /// This many bytes of a script are enough to detect its language.
  private static let mostBytes = 2000

  /// The language of `screenplay`: the given one, else that of the title page, else that of its words, else the locale's, else
  /// English.
  ///
  /// - Parameters:
  ///   - screenplay: a script
  ///   - given: the tag that the user gave; empty for none
  ///   - locale: the tag of the user's locale; nil for none
  /// - Returns: the language; its source is ``LanguageChoice/Source/script`` where the user or the title page says it
  public static func choice(
    of screenplay: Screenplay, given: String = "", locale: String? = nil
  ) -> LanguageChoice {
    if let tag = given.isEmpty ? title(of: screenplay) : given {
      return LanguageChoice(tag, .script)
    }
    return LanguageChoice(of: sample(of: screenplay), locale: locale)
  }

  /// The BCP 47 tag that the title page gives, as in `Language: et`.
  private static func title(of screenplay: Screenplay) -> String? {
    guard let given = screenplay.title("language").first?.split(separator: " ").first,
      given.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || isAlphanumeric($0) })
    else { return nil }
    return String(given)
  }

  /// The beginning of its narration and speech.
  private static func sample(of screenplay: Screenplay) -> String {
    var sample = ""
    for element in screenplay.elements where element.kind == .dialogue || element.kind == .action {
      sample += element.text + "\n"
      if sample.utf8.count >= mostBytes { break }
    }
    return sample
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}
