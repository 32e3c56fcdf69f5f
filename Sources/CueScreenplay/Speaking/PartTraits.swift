/// Whether a part is a man's or a woman's.
public enum PartGender: String, Sendable {
  /// A man or a boy.
  case male
  /// A woman or a girl.
  case female
}

/// What the page gives away of a part's gender and age; nothing where it says nothing certain.
public struct PartTraits: Equatable, Sendable {
  /// The part's gender; nil if the page does not tell.
  public var gender: PartGender?
  /// "child", "young", "old", or nothing.
  public var age = ""

  /// Nothing is known.
  public init() {}

  /// The traits of every part of `speakers`, in their order.
  ///
  /// The words of the cue are believed first (MRS. HALL, OLD KING), then what stands in brackets in the part's own speeches
  /// (to herself), then first names, then the pronouns of paragraphs that name this part and no other: at least two that
  /// agree, and four times as many as those that do not.
  public static func traits(of speakers: Speakers, in screenplay: Screenplay) -> [PartTraits] {
    var reader = TraitReader(speakers)
    reader.read(screenplay.elements)
    return reader.traits()
  }
}

private struct TraitReader {
  private let speakers: Speakers
  /// The words of a name, to the part that has it; -1 where several have.
  private var parts: [String: Int] = [:]
  private var male: [Int]
  private var female: [Int]
  private var reflexive: [String]
  private var years: [Int?]

  init(_ speakers: Speakers) {
    self.speakers = speakers
    let count = speakers.parts.count
    male = Array(repeating: 0, count: count)
    female = Array(repeating: 0, count: count)
    reflexive = Array(repeating: "", count: count)
    years = Array(repeating: nil, count: count)
    for (place, part) in speakers.parts.enumerated() {
      // A part is called by any word of its name that says something: "Lind" for DR. LIND.
      for word in Self.words(part.name) where word.count > 1 && !Self.common.contains(word) {
        parts[word] = parts[word] == nil || parts[word] == place ? place : -1
      }
    }
  }

  private static let common: Set<String> = [
    "the", "of", "dr", "mr", "mrs", "ms", "miss", "sir", "old", "young", "man", "woman", "boy",
    "girl",
    "voice", "and", "in", "on", "at", "with",
  ]

  static func words(_ text: some StringProtocol) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" && $0 != "’" }.map {
      var word = $0
      // "Nora's" is Nora.
      if word.hasSuffix("'s") || word.hasSuffix("’s") { word = word.dropLast(2) }
      return String(word)
    }
  }

  mutating func read(_ elements: [Element]) {
    for (index, element) in elements.enumerated() {
      switch element.kind {
      case .action: readAction(element.text)
      case .parenthetical:
        guard let speech = speakers.speech(ofElement: index), speech.crowd == nil else { continue }
        let words = Self.words(element.text)
        if words.contains("himself") { reflexive[speech.part] += "m" }
        if words.contains("herself") { reflexive[speech.part] += "f" }
      default: break
      }
    }
  }

  private mutating func readAction(_ text: String) {
    let words = Self.words(text)
    let named = Set(words.compactMap { parts[$0] })
    guard named.count == 1, let part = named.first, part >= 0,
      let start = words.firstIndex(where: { parts[$0] == part })
    else {
      readAges(words)
      return
    }
    for word in words[start...] {
      switch word {
      case "he", "him", "his", "himself", "il": male[part] += 1
      case "she", "her", "hers", "herself", "elle", "ella": female[part] += 1
      default: break
      }
    }
    readAges(words)
  }

  /// Where a part appears, the age stands behind the name: "WILL, 9," or "WILL (70s)".
  private mutating func readAges(_ words: [String]) {
    for (place, word) in words.enumerated() {
      guard let part = parts[word], part >= 0, years[part] == nil else { continue }
      guard place + 1 < words.count else { continue }
      let digits = words[place + 1].prefix { $0.isASCII && $0.isNumber }
      let rest = words[place + 1].dropFirst(digits.count)
      guard (1...2).contains(digits.count), rest.isEmpty || rest == "s" || rest == "ish",
        let age = Int(digits), age > 0
      else { continue }
      years[part] = age
    }
  }

  func traits() -> [PartTraits] {
    speakers.parts.indices.map { place in
      let words = Self.words(speakers.parts[place].name)
      var traits = PartTraits()
      traits.gender = gender(words, place)
      traits.age = age(words, place)
      return traits
    }
  }

  private func gender(_ words: [String], _ place: Int) -> PartGender? {
    if let told = Self.only(
      words.contains(where: NameLists.female.contains),
      words.contains(where: NameLists.male.contains))
    {
      return told
    }
    if let told = Self.only(reflexive[place].contains("f"), reflexive[place].contains("m")) {
      return told
    }
    if let first = words.first(where: { NameLists.women.contains($0) || NameLists.men.contains($0) }
    ) {
      return NameLists.women.contains(first) ? .female : .male
    }
    let (m, f) = (male[place], female[place])
    if f >= 2, f >= 4 * m { return .female }
    if m >= 2, m >= 4 * f { return .male }
    return nil
  }

  private static func only(_ female: Bool, _ male: Bool) -> PartGender? {
    female == male ? nil : female ? .female : .male
  }

  private func age(_ words: [String], _ place: Int) -> String {
    // A young king is young, an old child is a child of some age: the adjective counts.
    if words.contains(where: NameLists.old.contains) { return "old" }
    if words.contains(where: NameLists.children.contains) { return "child" }
    if words.contains(where: NameLists.young.contains) { return "young" }
    guard let years = years[place] else { return "" }
    return years < 13 ? "child" : years < 25 ? "young" : years >= 65 ? "old" : ""
  }
}
