/// A scene heading as the page writes it: `INT. KITCHEN - NIGHT #42#`, `SCENE 3`, `.LATER`.
struct Heading {
  /// The heading without marks and number.
  let text: String
  /// The scene number, if the page gives one.
  let number: String?

  /// Whether a mark makes it one.
  let isForced: Bool
  /// Whether it may also be a cue, as `SCENE PARTNER` and `ACT 2 DANCER`: an act or a scene with more than its number.
  let maybeCue: Bool

  /// Reads the line `bytes` as a heading; nil if it is not one.
  ///
  /// A heading follows an empty line (`isFirst`). With relaxed rules, a place in capitals is also a heading in the middle of a
  /// paragraph.
  init?(_ bytes: ArraySlice<UInt8>, isFirst: Bool, rules: FountainRules) {
    guard isFirst || rules == .stretched, let first = bytes.first else { return nil }
    if isFirst, let division = Self.division(bytes, rules) {
      (text, number, isForced, maybeCue) = (division, nil, false, true)
      return
    }
    guard Self.mayOpen(first) else { return nil }
    if let forced = Self.forced(bytes) {
      (text, number) = Self.cutNumber(forced)
      isForced = true
      maybeCue = false
      return
    }
    // No heading is this long; do not read a page-long paragraph in vain.
    guard bytes.count <= 1_000 else { return nil }
    let row = String(decoding: bytes, as: UTF8.self)
    let plain = Emphasis.stripped(from: row)
    let isCapitals = !plain.unicodeScalars.contains { $0.properties.isLowercase }
    guard isFirst || isCapitals else { return nil }
    guard
      Self.opensWithPlace(plain)
        || (isFirst
          && Self.opensWithDivision(plain, isCapitals: isCapitals && rules == .stretched))
    else { return nil }
    // `INNE BERG` may be a name, too.
    let isLoose =
      PlaceWords.opening(of: plain).map {
        !$0.isAnyCase && plain.dropFirst($0.written.count).first == " "
      } == true && PlaceWords.isLoose(plain)
    maybeCue = isLoose || !Self.opensWithPlace(plain) && !Self.isBareDivision(plain)
    let isMarkedWhole = !row.hasSuffix("#")  // `**INT. X #1#**`
    (text, number) = Self.cutNumber(isMarkedWhole ? plain : row)
    isForced = false
  }

  /// A heading of these words, as plays have them.
  init(plain text: String) {
    self.text = text
    number = nil
    isForced = false
    maybeCue = false
  }

  /// `FIRST ACT`, `Actus primus`: an act that its word does not begin, or not in English.
  private static func division(_ bytes: ArraySlice<UInt8>, _ rules: FountainRules) -> String? {
    guard bytes.count <= 48, let first = bytes.first, first >= 0x41,
      rules == .stretched || bytes.isCapital
    else { return nil }
    let text = Emphasis.stripped(from: String(decoding: bytes, as: UTF8.self))
    let opening = text.prefix { $0 != " " }.uppercased()
    guard opening != "ACT", opening != "SCENE", let division = Division(text), division.isBare
    else { return nil }
    return text
  }

  /// The first letter of a heading, or a mark before it.
  private static func mayOpen(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: "*"), UInt8(ascii: "_"), 0xEF: true
    default: "IiEeSsAa".utf8.contains(byte) || PlaceWords.firstLetters.contains(byte)
    }
  }

  /// What follows a single leading period; a letter or digit must touch it.
  private static func forced(_ bytes: ArraySlice<UInt8>) -> String? {
    guard let rest = bytes.after(".") else { return nil }
    let text = String(decoding: rest, as: UTF8.self)
    guard let second = text.unicodeScalars.first,
      second.properties.isAlphabetic || second.properties.numericType != nil
    else { return nil }
    return text
  }

  /// INT, EXT, EST and their pairs in any case, and what other languages have, with a period or space after: ESTHER is not a
  /// place.
  private static func opensWithPlace(_ text: String) -> Bool { PlaceWords.opening(of: text) != nil }

  /// `ACT ONE`, `SCENE 3`, `ACT I, SCENE 2`, `SCENE 3: THE KITCHEN`: an act or a scene, its number, and at most a title.
  private static func isBareDivision(_ text: String) -> Bool {
    var words = text.uppercased().split { $0 == " " || $0 == "," }
    guard let division = words.first, division == "ACT" || division == "SCENE" else { return true }
    words.removeFirst()
    guard let number = words.first else { return true }
    // A title follows a colon, a dash or a period.
    if let last = number.last, ".:-–—".contains(last) { return true }
    guard number.allSatisfy(\.isWholeNumber) || isRoman(number) || numbers.contains(String(number))
    else {
      return false
    }
    guard words.count > 1 else { return true }
    return ["ACT", "SCENE", "-", "–", "—", ":"].contains(words[1])
  }

  private static func isRoman(_ word: Substring) -> Bool {
    word.allSatisfy { "IVXL".contains($0) }
  }

  /// SCENE or ACT with a number after it, or all in capitals.
  ///
  /// "Act natural." is neither.
  private static func opensWithDivision(_ text: String, isCapitals: Bool) -> Bool {
    let start = text.prefix(40).uppercased()
    for division in ["SCENE", "ACT"] where start.hasPrefix(division) {
      let rest = start.dropFirst(division.count)
      if division == "SCENE", rest.first?.isWholeNumber == true { return true }
      guard rest.first == " " else { continue }
      // The act drop is a curtain.
      if ["DROP", "CURTAIN", "ENDS"].contains(rest.dropFirst().prefix { $0.isLetter }) {
        return false
      }
      if isCapitals { return true }
      let word = rest.dropFirst().prefix { $0.isLetter || $0.isWholeNumber }
      if word.first?.isWholeNumber == true || numbers.contains(String(word)) { return true }
      // "Act I" ends there; "Act I think" goes on.
      let after = rest.dropFirst(1 + word.count).first
      if word == "I", after == nil || after == "." || after == "," || after == ":" {
        return true
      }
    }
    return false
  }

  private static let numbers: Set<String> = [
    "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN",
    "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X",
  ]

  /// Takes a last `#…#` of letters, digits, hyphens and periods off, and the emphasis marks.
  private static func cutNumber(_ text: String) -> (text: String, number: String?) {
    let whole = Emphasis.stripped(from: text)
    let body = text.unicodeScalars.dropLast()
    guard text.hasSuffix("#"), let open = body.lastIndex(of: "#") else { return (whole, nil) }
    let number = body[body.index(after: open)...]
    let fits = number.allSatisfy {
      $0 == "-" || $0 == "."
        || (!$0.properties.isEmojiPresentation
          && ($0.properties.isAlphabetic || $0.properties.numericType != nil))
    }
    guard !number.isEmpty, fits else { return (whole, nil) }
    return (Emphasis.stripped(from: String(body[..<open])), String(number))
  }
}
