/// The words that scene headings open with, by language: where a scene plays.
enum PlaceWords {
  /// A word as written and as said.
  struct Opening {
    let written: String
    /// By the rules 1.0.
    let short: String
    let said: String
    /// Whether it counts in any case, and not only in capitals.
    let isAnyCase: Bool
  }

  /// All of them; where one begins with another, it comes first.
  static let openings: [Opening] = [
    english("INT./EXT", "Interior/Exterior", "Interior and exterior"),
    english("EXT./INT", "Exterior/Interior", "Exterior and interior"),
    english("INT/EXT", "Interior/Exterior", "Interior and exterior"),
    english("EXT/INT", "Exterior/Interior", "Exterior and interior"),
    english("I./E", "Interior/Exterior", "Interior and exterior"),
    english("I/E", "Interior/Exterior", "Interior and exterior"),
    english("INT", "Interior", "Interior"), english("EXT", "Exterior", "Exterior"),
    english("EST", "EST", "Establishing"),
    other("INNEN./AUSSEN", "Innen und außen"), other("INNEN/AUSSEN", "Innen und außen"),
    other("INNEN/AUẞEN", "Innen und außen"), other("INNEN/AUßEN", "Innen und außen"),
    other("AUSSEN./INNEN", "Außen und innen"), other("AUSSEN/INNEN", "Außen und innen"),
    other("INNEN", "Innen"), other("AUSSEN", "Außen"), other("AUßEN", "Außen"),
    other("AUẞEN", "Außen"),
    other("ИНТ./НАТ", "Интерьер и натура"), other("ИНТ./ЭКСТ", "Интерьер и экстерьер"),
    other("НАТ./ИНТ", "Натура и интерьер"), other("ЭКСТ./ИНТ", "Экстерьер и интерьер"),
    other("ИНТ/НАТ", "Интерьер и натура"), other("ИНТ/ЭКСТ", "Интерьер и экстерьер"),
    other("ИНТ", "Интерьер"), other("НАТ", "Натура"), other("ЭКСТ", "Экстерьер"),
    other("ІНТ", "Інтер'єр"), other("ЕКСТ", "Екстер'єр"),
    other("BINNEN", "Binnen"), other("BUITEN", "Buiten"),
    other("WNĘTRZE", "Wnętrze"), other("PLENER", "Plener"), other("WN", "Wnętrze"),
    other("PL", "Plener"),
    other("INTERIÉR", "Interiér"), other("EXTERIÉR", "Exteriér"),
    other("SISÄ", "Sisällä"), other("ULKO", "Ulkona"), other("SIS", "Sisällä"),
    other("ULK", "Ulkona"),
    other("SISE", "Sees"), other("VÄLI", "Väljas"), other("VÄLIS", "Väljas"),
    other("INNE", "Inne"), other("UTE", "Ute"), other("INDE", "Inde"), other("UDE", "Ude"),
    other("ΕΣΩΤ", "Εσωτερικό"), other("ΕΞΩΤ", "Εξωτερικό"), other("ΕΣ", "Εσωτερικό"),
    other("ΕΞ", "Εξωτερικό"),
    other("İÇ", "İç"), other("DIŞ", "Dış"), other("BELSŐ", "Belső"), other("KÜLSŐ", "Külső"),
    other("내부", "내부"), other("외부", "외부"), other("실내", "실내"), other("실외", "실외"),
    other("内景", "内景"), other("外景", "外景"), other("內景", "內景"), other("室内", "室内"), other("室外", "室外"),
    other("屋内", "屋内"), other("屋外", "屋外"), other("פנים", "פנים"), other("חוץ", "חוץ"),
    other("داخلي", "داخلي"),
    other("خارجي", "خارجي"),
  ]

  private static func english(_ written: String, _ short: String, _ said: String) -> Opening {
    Opening(written: written, short: short, said: said, isAnyCase: true)
  }

  private static func other(_ written: String, _ said: String) -> Opening {
    Opening(written: written, short: said, said: said, isAnyCase: false)
  }

  /// The opening of `heading`, which a period, a stop of another script, a slash or a blank ends.
  static func opening(of heading: String) -> Opening? {
    let start = String(heading.prefix(16))
    let capital = start.uppercased()
    let isPlain = heading.utf8.first.map { $0 < 0x80 } ?? true
    return openings.first { opening in
      guard opening.isAnyCase || !isPlain || start == capital || start.hasPrefix(opening.written)
      else {
        return false
      }
      let begins = opening.isAnyCase ? capital : start
      guard begins.hasPrefix(opening.written) else { return false }
      // Short words need a stop: "PL." is a place, "PL HOLDERS" is none.
      let next = begins.dropFirst(opening.written.count).first
      switch next {
      case ".", "。", "．", "｡": return true
      case " ": return opening.isAnyCase || isPlace(heading, after: opening, isPlain: isPlain)
      case nil, "/", "、", ":", "：":
        return !opening.isAnyCase && opening.written.count > 1 && next != nil
      default: return false
      }
    }
  }

  /// Whether a word that a blank ends opens a heading and no sentence: `WNĘTRZE KUCHNIA`, `내부 카페 - 낮`.
  private static func isPlace(_ heading: String, after opening: Opening, isPlain: Bool) -> Bool {
    let rest = heading.dropFirst(opening.written.count).drop { $0 == " " }
    // `INNE (O.S.)` is a cue.
    guard let first = rest.first, first != "(", first != "（" else { return false }
    if isLoose(heading) {
      if let last = heading.last, ".!?。！？".contains(last) { return false }
      let hasCase = opening.written.unicodeScalars.contains { $0.properties.isUppercase }
      // `内景 厨房 夜`: few texts of Chinese and Japanese have blanks, and no sentence.
      let isHan = opening.written.unicodeScalars.contains { (0x4e00...0x9fff).contains($0.value) }
      guard hasCase || (isHan && !heading.contains { "，、,".contains($0) }) else { return false }
    }
    return heading == heading.uppercased() && (opening.written.unicodeScalars.count > 3 || !isPlain)
  }

  /// Whether no dash separates place and time.
  static func isLoose(_ heading: String) -> Bool {
    ![" - ", " – ", " — ", " / "].contains { heading.contains($0) }
  }

  /// The word for inside and outside as the language says it; nil if it has no table.
  static func said(_ opening: Opening, in language: String) -> String? {
    guard opening.isAnyCase, let (inside, outside, and) = words[language] else { return nil }
    switch opening.written {
    case "INT": return inside
    case "EXT": return outside
    case "EST": return nil
    default:
      return opening.written.hasPrefix("E")
        ? "\(outside)\(and)\(inside.lowercased())" : "\(inside)\(and)\(outside.lowercased())"
    }
  }

  private static let words: [String: (String, String, String)] = [
    "de": ("Innen", "Außen", " und "), "fr": ("Intérieur", "Extérieur", " et "),
    "es": ("Interior", "Exterior", " y "), "it": ("Interno", "Esterno", " ed "),
    "pt": ("Interior", "Exterior", " e "), "nl": ("Binnen", "Buiten", " en "),
    "sv": ("Interiör", "Exteriör", " och "), "da": ("Interiør", "Eksteriør", " og "),
    "nb": ("Interiør", "Eksteriør", " og "), "no": ("Interiør", "Eksteriør", " og "),
    "fi": ("Sisällä", "Ulkona", " ja "), "et": ("Sees", "Väljas", " ja "),
    "pl": ("Wnętrze", "Plener", " i "), "cs": ("Interiér", "Exteriér", " a "),
    "ru": ("Интерьер", "Натура", " и "), "uk": ("Інтер'єр", "Натура", " і "),
    "ja": ("屋内", "屋外", "と"), "zh": ("内景", "外景", "和"), "ko": ("실내", "실외", "와 "),
  ]

  /// The first bytes of openings that do not begin with ASCII; for these, more than the first byte is compared.
  static let firstLetters = Set(openings.compactMap { $0.written.utf8.first })
}
