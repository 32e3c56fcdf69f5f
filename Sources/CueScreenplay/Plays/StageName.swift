/// The form of names in plays.
enum StageName {
  /// Titles before a name, with a period.
  static let titles: Set<String> = [
    "DR", "MR", "MRS", "MS", "ST", "STE", "SGT", "LT", "CAPT", "COL", "GEN", "MAJ", "PROF", "REV",
    "M", "MM", "MME", "MLLE",
    "SIG", "HON", "FR", "SR", "JR", "HR", "MESSRS", "ARCHB", "NR",
  ]

  /// `name` without marks, with single blanks; nil if it looks like none.
  static func cleaned(_ text: String) -> String? {
    var name = Emphasis.stripped(from: text.filter { $0 != "_" && $0 != "*" })
    while let last = name.last, last == " " || last == "," { name.removeLast() }
    guard (1...60).contains(name.count),
      name.split(separator: " ").count <= (name.contains(",") ? 10 : 7),
      let first = name.unicodeScalars.first
    else { return nil }
    let isNumbered = first.properties.numericType != nil
    guard isNumbered || (first.properties.isAlphabetic && !first.properties.isLowercase) else {
      return nil
    }
    // `1ST CITIZEN` has letters.
    guard
      !isNumbered || name.unicodeScalars.dropFirst().contains(where: { $0.properties.isUppercase })
    else { return nil }
    for scalar in name.unicodeScalars {
      switch scalar {
      case " ", "-", "‐", "‑", "–", "'", "’", "‘", ".", ",", "#", "&", "/", "+", "\u{a0}": continue
      default:
        guard
          scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            || scalar.properties.generalCategory == .nonspacingMark
        else { return nil }
      }
    }
    return name
  }

  /// `Princess sings` is the princess, with a direction: words in small letters at the end direct.
  static func parted(_ name: String) -> (name: String, manner: String?) {
    let words = name.split(separator: " ")
    guard
      let first = words.dropFirst().firstIndex(where: { word in
        word.first?.isLowercase == true && !links.contains(word.lowercased())
      }), words[first...].allSatisfy({ $0.first?.isLowercase == true })
    else { return (name, nil) }
    var head = words[..<first]
    while let last = head.last, links.contains(last.lowercased()), head.count > 1 {
      head.removeLast()
    }
    return (head.joined(separator: " "), words[head.count...].joined(separator: " "))
  }

  /// The name in the form for comparison: in capitals, without a last period.
  static func key(of name: String) -> String {
    var key = CharacterName.identity(of: name)
    while key.last == "." { key.removeLast() }
    return key
  }

  /// Whether `name` is in capitals, except for words such as "and", and the small letters of `McCANN`.
  static func isCapital(_ name: String) -> Bool {
    var capitals = 0
    for word in name.split(separator: " ") {
      let letters = word.unicodeScalars.filter {
        $0.properties.isUppercase || $0.properties.isLowercase
      }
      let upper = letters.count { $0.properties.isUppercase }
      if upper == letters.count {
        capitals += letters.isEmpty ? 0 : 1
      } else if !links.contains(word.lowercased()), !(upper >= 3 && upper * 2 > letters.count),
        !isOrdinal(word)
      {
        return false
      }
    }
    return capitals > 0
  }

  /// Whether `word` may belong to a name in capitals that only a blank separates from the speech.
  static func isWord(_ word: String, isFirst: Bool) -> Bool {
    if word.last == "." { return titles.contains(word.dropLast().uppercased()) && isCapital(word) }
    let letters = word.unicodeScalars.count { $0.properties.isAlphabetic }
    guard
      word.unicodeScalars.allSatisfy({
        $0.properties.isAlphabetic || $0.properties.numericType != nil
          || "-'’&".unicodeScalars.contains($0)
      })
    else { return false }
    // "A", "I" and "O" are words; `HENRY V` and `JUROR 8` are names.
    if letters < 2 { return !isFirst && (letters == 0 || word == "V" || word == "X") }
    return isCapital(word)
  }

  /// Whether `text` opens like speech: with a capital, a mark of quotation or a bracket, and not in capitals.
  static func isBeforeWords(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first else { return false }
    if "([_*'’‘\"“„«¿¡…".unicodeScalars.contains(first) { return true }
    guard first.properties.isUppercase else { return first.properties.numericType != nil }
    let word = text.prefix { !$0.isWhitespace }
    return word.count { $0.isLetter } < 2 || word.contains { $0.isLowercase }
      || word.contains { "!?".contains($0) }
  }

  private static func isOrdinal(_ word: Substring) -> Bool {
    word.first?.isNumber == true && word.count < 6
  }

  private static let links: Set<String> = [
    "and", "und", "et", "y", "e", "ja", "og", "och", "of", "the", "von", "de", "du", "des", "la",
    "le", "à", "a", "to",
    "with", "as", "but", "der", "die", "das", "van", "di", "del", "i", "in", "both", "all", "other",
  ]

  /// Whether the last word of `name` keeps its period: `M. Cic.`.
  static func endsAbbreviated(_ name: String) -> Bool {
    guard name.last == ".", let word = name.split(separator: " ").last else { return false }
    return word.count <= 5
  }

  /// `Speaker 1  00:05`: what comes before the time.
  static func timeSuffix(of line: String) -> (head: Substring, time: Substring)? {
    var tail = line[...]
    while let last = tail.last, " )]".contains(last) { tail.removeLast() }
    var head = tail
    while let last = head.last, last.isNumber || last == ":" || last == "." { head.removeLast() }
    let time = tail[head.endIndex...]
    guard time.count >= 4, time.contains(":"), time.first?.isNumber == true,
      time.last?.isNumber == true
    else { return nil }
    while let last = head.last, " ([-–—\t".contains(last) { head.removeLast() }
    guard !head.isEmpty, head.endIndex < time.startIndex else { return nil }
    return (head, time)
  }
}
