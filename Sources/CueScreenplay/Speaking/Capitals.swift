import CueText

/// Lowers words in capitals, which some voices would spell, and keeps those that are spelled.
///
/// Kept is what is not a word of the language (see ``Acronyms``), unless a character has the name or the script writes it in
/// small letters elsewhere; words with a digit, with periods between letters, or with an `&`; and Roman numbers. A name
/// keeps its first letter.
struct Capitals {
  private let names: Set<String>
  private let written: WrittenWords
  private let language: String
  private var known: [Place: String] = [:]

  /// A word and what decides about it beside its letters.
  private struct Place: Hashable {
    var word: String
    var isShout: Bool
    var startsSentence: Bool
    var isBetweenCapitals: Bool
  }

  /// Words that are abbreviations, too: spelled unless a word beside them is shouted.
  ///
  /// "IT WAS US" and "STOP IT" are shouted, "the US FBI" is not.
  private static let doubtful: [String: Set<String>] = [
    "en": [
      "AD", "AIDS", "AM", "DA", "ID", "IT", "LA", "PA", "PE", "PIN", "POW", "RIP", "UN", "US",
    ]
  ]
  /// Abbreviations that stay also in a shout, though small words look the same.
  private static let titles: Set<String> = [
    "MR", "MRS", "MS", "DR", "ST", "JR", "SR", "LT", "SGT", "CPT", "COL", "GEN", "REV", "PROF",
  ]

  /// - Parameters:
  ///   - names: words of the names in the script, in capitals
  ///   - written: the words that the script has in small letters
  ///   - language: the script's, a BCP 47 tag; empty: English
  init(names: Set<String>, written: WrittenWords = WrittenWords([]), language: String = "") {
    self.names = names.filter { !Capitals.isRoman($0) }
    self.written = written
    self.language = LanguageTag.primary(language).isEmpty ? "en" : LanguageTag.primary(language)
  }

  /// `text` as a voice gets it.
  mutating func lowered(_ text: String) -> String {
    guard Self.hasCapitals(text.utf8) else { return text }
    let isShout = !text.unicodeScalars.contains {
      $0.value < 0x80 ? (0x61...0x7A).contains($0.value) : $0.properties.isLowercase
    }
    var said = ""
    said.reserveCapacity(text.utf8.count)
    let pieces = Self.pieces(text)
    var startsSentence = true
    for (index, piece) in pieces.enumerated() {
      guard piece.isWord else {
        said += piece.text
        if piece.text.contains(where: { "!?".contains($0) }) { startsSentence = true }
        continue
      }
      let place = Place(
        word: piece.text,
        isShout: isShout || isDoubtful(Self.bare(piece.text)) && isBesideShout(pieces, index),
        startsSentence: startsSentence,
        isBetweenCapitals: Self.isCapital(pieces, index - 2) && Self.isCapital(pieces, index + 2))
      said += word(place)
      startsSentence = piece.text.hasSuffix(".")
    }
    return said
  }

  /// Words and what stands between them, in turn.
  private static func pieces(_ text: String) -> [(text: String, isWord: Bool)] {
    let scalars = Array(text.unicodeScalars)
    var pieces: [(text: String, isWord: Bool)] = []
    var current = String.UnicodeScalarView()
    var isWord = false
    for (index, scalar) in scalars.enumerated() {
      let belongs = isOfWord(scalar) || isJoining(scalars, index)
      if belongs != isWord, !current.isEmpty {
        pieces.append((String(current), isWord))
        current = String.UnicodeScalarView()
      }
      isWord = belongs
      current.append(scalar)
    }
    if !current.isEmpty { pieces.append((String(current), isWord)) }
    return pieces
  }

  /// `AT&T` is one word.
  private static func isJoining(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    scalars[index] == "&" && index > 0 && index + 1 < scalars.count
      && scalars[index - 1].properties.isUppercase && scalars[index + 1].properties.isUppercase
  }

  private static func isCapital(_ pieces: [(text: String, isWord: Bool)], _ index: Int) -> Bool {
    guard pieces.indices.contains(index), pieces[index].isWord else { return false }
    let letters = pieces[index].text.unicodeScalars.filter(\.properties.isAlphabetic)
    return letters.count > 1 && letters.allSatisfy(\.properties.isUppercase)
  }

  private func isBesideShout(_ pieces: [(text: String, isWord: Bool)], _ index: Int) -> Bool {
    isShouted(pieces, index - 2) || isShouted(pieces, index + 2)
  }

  /// Whether the word there is in capitals only because it is shouted.
  private func isShouted(_ pieces: [(text: String, isWord: Bool)], _ index: Int) -> Bool {
    guard Self.isCapital(pieces, index) else { return false }
    let bare = Self.bare(pieces[index].text)
    return !names.contains(bare) && !isDoubtful(bare) && !Self.titles.contains(bare)
      && !Self.isRoman(bare) && isWord(bare)
  }

  private func isDoubtful(_ bare: String) -> Bool {
    Self.doubtful[language]?.contains(bare) == true
  }

  /// A word without the ending after an apostrophe and without periods at its ends.
  private static func bare(_ word: String) -> String {
    var bare = Self.core(word)
    while bare.last == "." { bare.removeLast() }
    while bare.first == "." { bare.removeFirst() }
    return bare
  }

  private static func core(_ word: String) -> String {
    word.split(whereSeparator: { $0 == "'" || $0 == "’" }).first.map(String.init) ?? word
  }

  private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x27, 0x2E, 0x2019: true
    case ..<0x80: false
    default:
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || scalar.properties.canonicalCombiningClass != .notReordered
    }
  }

  /// Whether two capitals stand side by side, or a letter that is not English, or one alone in a text of capitals.
  private static func hasCapitals(_ text: String.UTF8View) -> Bool {
    var before = false
    for byte in text {
      let isCapital = (0x41...0x5A).contains(byte) || byte >= 0x80
      if isCapital, before { return true }
      before = isCapital
    }
    return false
  }

  private mutating func word(_ place: Place) -> String {
    if let answer = known[place] { return answer }
    let answer = answered(place)
    if known.count < 20_000 { known[place] = answer }
    return answer
  }

  private func answered(_ place: Place) -> String {
    let word = place.word
    let scalars = word.unicodeScalars
    let letters = scalars.filter(\.properties.isAlphabetic)
    guard !letters.isEmpty, letters.allSatisfy({ !$0.properties.isLowercase }),
      letters.contains(where: { $0.properties.isUppercase })
    else { return word }
    if scalars.contains(where: { $0.properties.numericType != nil || $0 == "&" }) { return word }
    let core = Self.core(word)
    let bare = Self.bare(word)
    if bare.contains(".") { return word }
    guard letters.count > 1 else { return letter(place) }
    if Self.titles.contains(bare) { return capitalized(word) }
    if names.contains(bare) { return capitalized(word) }
    let isKept =
      if Self.isRoman(bare), !written.small.contains(bare.lowercased()) {
        true
      } else if !place.isShout, isDoubtful(bare) {
        true
      } else {
        !isWord(bare)
      }
    if isKept {
      // "FBI's" keeps its ending small.
      return core == word ? word : core + word.dropFirst(core.count).lowercased()
    }
    let isName = !written.small.contains(bare.lowercased()) && written.isName(bare.lowercased())
    return place.startsSentence || isName ? capitalized(word) : word.lowercased()
  }

  /// A letter by itself: `NOT A DRILL` is lowered, `PLAN A` and `This is A.` are not.
  private func letter(_ place: Place) -> String {
    guard !place.startsSentence, place.isBetweenCapitals, let letter = place.word.first,
      place.word.count == 1, Acronyms.isWord(letter: letter, language: language)
    else { return place.word }
    return place.word.lowercased()
  }

  private func isWord(_ bare: String) -> Bool {
    let small = bare.lowercased()
    return written.small.contains(small) || written.isName(small)
      || Acronyms.isWord(bare, language: language)
  }

  private func capitalized(_ word: String) -> String {
    word.prefix(1) + word.dropFirst().lowercased()
  }

  /// Whether letters are a Roman number of two letters or more that looks like no word.
  private static func isRoman(_ word: String) -> Bool {
    word.utf8.count > 1 && word.utf8.allSatisfy { "IVXLCDM".utf8.contains($0) }
      && RomanLetters.isNumber(word) && !["MIX", "DI", "MI", "CIVIC", "LI"].contains(word)
  }
}

/// The words of a script in small letters, which are not abbreviations, and the names among them.
struct WrittenWords {
  /// Words in small letters, and those that have more small letters than a capital at their front.
  private(set) var small: Set<String> = []
  /// Words with a capital at their front, in small letters: `rome` for `Rome`.
  private var names: Set<String> = []

  /// The words of `elements`.
  init(_ elements: [Element]) {
    for element in elements {
      switch element.kind {
      case .action, .dialogue, .lyrics, .parenthetical, .centered: break
      default: continue
      }
      for word in element.text.split(whereSeparator: { !$0.isLetter }) where word.utf8.count < 16 {
        guard let first = word.first else { continue }
        if first.isLowercase, word.allSatisfy({ !$0.isUppercase }) {
          small.insert(String(word))
        } else if first.isUppercase, word.count > 1, word.dropFirst().allSatisfy(\.isLowercase) {
          names.insert(word.lowercased())
        }
      }
    }
  }

  /// Whether the script has the word with a capital, or it is a first name.
  func isName(_ word: String) -> Bool {
    names.contains(word) || NameLists.women.contains(word) || NameLists.men.contains(word)
  }
}
