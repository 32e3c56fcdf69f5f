/// Lowers words in capitals, which some voices would spell, and keeps those that are spelled.
///
/// Kept are words with a digit or with periods between letters, words without a vowel, and abbreviations
/// that everybody spells. A name of the script keeps its first letter.
struct Capitals {
  private let names: Set<String>
  private var known: [String: String] = [:]

  private static let spelled: Set<String> = [
    "AC", "AD", "AI", "AIDS", "AKA", "AM", "ASAP", "ATM", "BA", "BBC", "BC", "CEO", "CIA", "DA",
    "DEA",
    "DIY", "DOA", "DUI", "EKG", "EMT", "ER", "ESP", "ETA", "EU", "FAQ", "FBI", "FYI", "GOP", "GPS",
    "HIV", "IBM", "ICU", "ID", "IED", "IOU", "IQ", "IRA", "IRS", "IT", "IV", "LA", "LAPD", "MIA",
    "MIT",
    "MRI", "NYC", "NYPD", "NASA", "NATO", "NBA", "NSA", "OCD", "OK", "OMG", "PA", "PE", "POV",
    "POW", "PIN", "RIP",
    "RSVP", "SOS", "SUV", "SWAT", "UFO", "UK", "UN", "US", "USA", "USB", "USSR", "UV", "VIP", "VO",
    "II", "III", "VI", "VII", "VIII", "IX", "XI", "XII", "XIII", "XIV", "XVI", "XVII", "XVIII",
    "XIX", "XXI", "XXII", "XXIII", "XXIV", "XXVI", "XXVII", "XXVIII", "XXIX",
  ]
  /// Spelled only where not all is in capitals: "IT WAS US" is a shout.
  private static let doubtful: Set<String> = [
    "AD", "AM", "DA", "ID", "IT", "LA", "PA", "PE", "PIN", "RIP", "UN", "US", "POW",
  ]

  /// `names` are words of the names in the script.
  init(names: Set<String>) { self.names = names }

  /// `text` as a voice gets it.
  mutating func lowered(_ text: String) -> String {
    guard Self.hasCapitals(text.utf8) else { return text }
    let isShout = !text.unicodeScalars.contains {
      $0.value < 0x80 ? (0x61...0x7A).contains($0.value) : $0.properties.isLowercase
    }
    var said = ""
    said.reserveCapacity(text.utf8.count)
    var word = ""
    var startsSentence = true
    for scalar in text.unicodeScalars {
      if Self.isOfWord(scalar) {
        word.unicodeScalars.append(scalar)
        continue
      }
      flush()
      said.unicodeScalars.append(scalar)
      if scalar == "!" || scalar == "?" { startsSentence = true }
    }
    flush()
    return said

    func flush() {
      guard !word.isEmpty else { return }
      said += self.word(word, isShout: isShout, startsSentence: startsSentence)
      startsSentence = word.last == "."
      word = ""
    }
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

  /// Whether two capitals stand side by side, or a letter that is not English.
  private static func hasCapitals(_ text: String.UTF8View) -> Bool {
    var before = false
    for byte in text {
      let isCapital = (0x41...0x5A).contains(byte) || byte >= 0x80
      if isCapital, before { return true }
      before = isCapital
    }
    return false
  }

  private mutating func word(_ word: String, isShout: Bool, startsSentence: Bool) -> String {
    let key = (isShout ? "!" : "") + (startsSentence ? "." : "") + word
    if let answer = known[key] { return answer }
    let answer = answered(word, isShout: isShout, startsSentence: startsSentence)
    if known.count < 20_000 { known[key] = answer }
    return answer
  }

  private func answered(_ word: String, isShout: Bool, startsSentence: Bool) -> String {
    let scalars = word.unicodeScalars
    let letters = scalars.filter(\.properties.isAlphabetic)
    guard letters.count > 1, !letters.contains(where: { $0.properties.isLowercase }),
      letters.contains(where: { $0.properties.isUppercase })
    else { return word }
    if scalars.contains(where: { $0.properties.numericType != nil }) { return word }
    let core = word.split(whereSeparator: { $0 == "'" || $0 == "’" }).first.map(String.init) ?? word
    var bare = core
    while bare.last == "." { bare.removeLast() }
    if bare.contains(".") { return word }
    if Self.titles.contains(bare) { return capitalized(word) }
    let isSpelled =
      Self.spelled.contains(bare) && !(isShout && Self.doubtful.contains(bare))
      || (letters.allSatisfy(\.isASCII) && !bare.contains { "AEIOUY".contains($0) }
        && !Self.sounds.contains(bare))
    if isSpelled, !names.contains(bare) {
      // "FBI's" keeps its ending small.
      return core == word ? word : core + word.dropFirst(core.count).lowercased()
    }
    let small = word.lowercased()
    return startsSentence || names.contains(bare) ? capitalized(word) : small
  }

  private static let titles: Set<String> = ["MR", "MRS", "MS", "DR", "ST", "JR", "SR", "LT", "SGT"]
  private static let sounds: Set<String> = [
    "HM", "HMM", "HMMM", "SH", "SHH", "SHHH", "PSST", "PFFT", "BRR", "BRRR", "GRR", "TSK", "NTH",
  ]

  private func capitalized(_ word: String) -> String {
    word.prefix(1) + word.dropFirst().lowercased()
  }
}
