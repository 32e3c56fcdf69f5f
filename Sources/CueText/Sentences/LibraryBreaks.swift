import CICU

/// Where ICU ends sentences, by the rules of Unicode Standard Annex 29.
enum LibraryBreaks {
  /// The byte offsets at which a new sentence begins, without 0 and the end of `text`.
  ///
  /// - Parameters:
  ///   - text: UTF-8
  ///   - language: a BCP 47 tag; what ICU does not know is treated by its rules for all languages
  ///   - knowsAbbreviations: ICU's own lists of abbreviations are used
  /// - Returns: the offsets in rising order; nil if ICU is not installed
  static func starts(
    in text: [UInt8], language: String, knowsAbbreviations: Bool
  ) -> [Int]? {
    let locale = LanguageTag.primary(language) + (knowsAbbreviations ? "@ss=standard" : "")
    return unsafe text.withUnsafeBytes { bytes -> [Int]? in
      let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      guard let start = unsafe start else { return [] }
      guard
        let breaks = unsafe cue_sentence_breaks_open(start, Int64(bytes.count), locale)
      else { return nil }
      defer { unsafe cue_sentence_breaks_close(breaks) }
      var starts: [Int] = []
      while case let next = unsafe Int(cue_sentence_breaks_next(breaks)), next >= 0 {
        if next < text.count { starts.append(next) }
      }
      return starts
    }
  }
}

/// The part of a BCP 47 tag that is used.
package enum LanguageTag {
  /// The language alone, in lower case: `et` of `et-EE`; empty if the tag is not valid.
  package static func primary(_ tag: String) -> String {
    let part = tag.utf8.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
    guard (2...8).contains(part.count),
      part.allSatisfy({ (0x41...0x5a).contains($0 & ~0x20) })
    else { return "" }
    return String(decoding: part.map { $0 | 0x20 }, as: UTF8.self)
  }
}
