/// Whether a part is a man's or a woman's.
public enum PartGender: String, Sendable {
  /// A man or a boy.
  case male
  /// A woman or a girl.
  case female
}

/// The gender and age of a part, as far as the page shows them; nil if they are not certain.
public struct PartTraits: Equatable, Sendable {
  /// The part's gender; nil if the page does not show it.
  public var gender: PartGender?
  /// "child", "young", "old", or nothing.
  public var age = ""

  /// Nothing is known.
  public init() {}

  /// The traits of every part of `speakers`, in their order.
  ///
  /// Everything that the page says counts by its weight, see ``TraitWeights``: the words of the cue (MRS. HALL), titles and
  /// kinship before the name elsewhere, what follows the name where the part appears (KIM, a tired mother), how others address
  /// the part, first names, and pronouns. Where no side is clearly heavier, the result is empty.
  ///
  /// - Parameters:
  ///   - speakers: whose traits are wanted
  ///   - screenplay: what they appear in
  ///   - language: of the screenplay, as a BCP 47 tag; nil for that of ``ScriptLanguage``
  /// - Returns: the traits, one for each part
  public static func traits(
    of speakers: Speakers, in screenplay: Screenplay, language: String? = nil
  ) -> [PartTraits] {
    let tag = language ?? ScriptLanguage.choice(of: screenplay).tag
    var reader = TraitReader(speakers, GenderWords.of(tag))
    reader.read(screenplay.elements)
    return reader.traits()
  }
}

/// How much a hint counts.
///
/// Measured on the 112 roles of Benchmarks/traits: finer weights and further hints change nothing there.
enum TraitWeights {
  /// Words of the cue, as in `MRS. HALL`.
  static let certain = 10.0
  /// What describes a part, as in `KIM, a tired mother` and `CAMILLE, épuisée`; titles as in `Uncle Tom`; the article of a cue, as in
  /// LA BOULANGÈRE; well-known first names.
  static let strong = 5.0
  /// Less known first names, which may be another's elsewhere; trades, as STUDENT where a woman is a STUDENTIN; `Thank you, ma'am`,
  /// said to the person who speaks before and after.
  static let likely = 3.0
  /// Pronouns in a paragraph that names this part alone; `my wife`, in the part's own speech; one decides if nothing else does.
  static let weak = 1.0
  /// How much heavier than the other a side must be.
  static let ratio = 2.5
}

private struct TraitReader {
  /// The weights for a woman and for a man.
  private struct Score {
    var female = 0.0
    var male = 0.0
    /// What a person is who speaks of a wife or a husband.
    var married: PartGender?

    mutating func add(_ gender: PartGender, _ weight: Double) {
      if gender == .female { female += weight } else { male += weight }
    }

    var gender: PartGender? {
      var score = self
      if let married { score.add(married, TraitWeights.weak) }
      let (her, his) = (score.female, score.male)
      if her >= TraitWeights.weak, her >= TraitWeights.ratio * his { return .female }
      if his >= TraitWeights.weak, his >= TraitWeights.ratio * her { return .male }
      return nil
    }
  }

  private let speakers: Speakers
  private let language: GenderWords
  private let phrases: TraitPhrases
  /// The words of a name, to the part that has it; -1 where several have.
  private var parts: [String: Int] = [:]
  private var scores: [Score]
  private var years: [Int?]

  init(_ speakers: Speakers, _ language: GenderWords) {
    self.speakers = speakers
    self.language = language
    phrases = TraitPhrases(language: language)
    let count = speakers.parts.count
    scores = Array(repeating: Score(), count: count)
    years = Array(repeating: nil, count: count)
    for (place, part) in speakers.parts.enumerated() {
      // A part is called by any distinctive word of its name: "Lind" for DR. LIND.
      for word in Self.words(part.name) where word.count > 1 && !Self.common.contains(word) {
        parts[word] = parts[word] == nil || parts[word] == place ? place : -1
      }
    }
  }

  /// Words of a name that nobody is called by alone: LA BOULANGÈRE is not meant by each “la”.
  private static let common: Set<String> = [
    "the", "of", "dr", "mr", "mrs", "ms", "miss", "sir", "old", "young", "man", "woman", "boy",
    "girl", "voice", "and", "in", "on", "at", "with", "der", "die", "das", "den", "dem", "ein",
    "eine", "von", "vom", "zu", "le", "la", "les", "un", "une", "de", "du", "des", "el", "los",
    "las", "una", "del", "il", "lo", "gli", "uno", "di", "da", "della", "os", "as", "um", "uma",
    "do", "dos", "het", "een", "van", "en", "den", "det", "et",
  ]

  static func words(_ text: some StringProtocol) -> [String] {
    writtenWords(text).map { word in
      // "Nora's" is Nora.
      isOwner(word) && !word.hasSuffix("s'") && !word.hasSuffix("s’")
        ? String(word.dropLast(2)) : word
    }
  }

  private static func writtenWords(_ text: some StringProtocol) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" && $0 != "’" }
      .map(String.init)
  }

  /// Whether `word` owns what follows: `the boy's mother`, `the boys' mother`.
  private static func isOwner(_ word: some StringProtocol) -> Bool {
    ["'s", "’s", "s'", "s’"].contains { word.hasSuffix($0) }
  }

  mutating func read(_ elements: [Element]) {
    /// The speaker right before.
    var speaker: Int?
    for (index, element) in elements.enumerated() {
      let speech = speakers.speech(ofElement: index)
      defer { speaker = speech?.crowd == nil ? speech?.part : nil }
      switch element.kind {
      case .action:
        readPronouns(element.text, after: speaker)
        readIntroductions(element.text)
      case .dialogue:
        readTitles(element.text)
        guard let speech, speech.crowd == nil else { continue }
        for gender in phrases.agreeing(in: element.text) {
          scores[speech.part].add(gender, TraitWeights.strong)
        }
        if let gender = phrases.married(in: element.text) { scores[speech.part].married = gender }
      default: break
      }
    }
    readVocatives(elements)
  }

  // Pronouns.

  /// `speaker`: the speaker right before, whom a paragraph means that begins with a pronoun and names nobody.
  private mutating func readPronouns(_ text: String, after speaker: Int?) {
    let words = Self.words(text)
    let named = Set(words.compactMap { parts[$0] })
    if named.isEmpty, let speaker, startsWithPronoun(words) { count(words.prefix(1), speaker) }
    if named.count == 1, let part = named.first, part >= 0,
      let start = words.firstIndex(where: { parts[$0] == part })
    {
      count(words[start...], part)
    } else if named.count > 1 {
      // With several people, a sentence may name one alone and describe nobody else.
      var subject: Int?
      for sentence in text.split(whereSeparator: { ".!?".contains($0) }) {
        let words = Self.words(sentence)
        let named = Set(words.compactMap { parts[$0] })
        if named.isEmpty, let subject, startsWithPronoun(words) {
          // "TOM sits down. He smiles."
          count(words.prefix(1), subject)
          continue
        }
        subject = nil
        guard named.count == 1, let part = named.first, part >= 0,
          let start = words.firstIndex(where: { parts[$0] == part })
        else { continue }
        // What its subject has is its own: "TOM takes his hat".
        let isSubject = words[..<start].allSatisfy { Self.common.contains($0) }
        count(words[start...], part, weight: TraitWeights.weak * (isSubject ? 1 : 0.5))
        if isSubject { subject = part }
      }
    }
    readArticles(text)
    readTitles(text)
    readAges(words)
  }

  private func startsWithPronoun(_ words: [String]) -> Bool {
    words.first.map { language.he.contains($0) || language.she.contains($0) } ?? false
  }

  private mutating func count(
    _ words: ArraySlice<String>, _ part: Int, weight: Double = TraitWeights.weak
  ) {
    for (place, word) in zip(words.indices, words) {
      if language.he.contains(word) {
        // `il pleut` is nobody.
        if place + 1 < words.endIndex, language.impersonal.contains(words[place + 1]) { continue }
        scores[part].male += weight
      }
      if language.she.contains(word) { scores[part].female += weight }
    }
  }

  /// `Die MEISTERIN hobelt.`: an article at the beginning of a sentence, before a part's name in capitals.
  private mutating func readArticles(_ text: String) {
    guard !language.femaleArticles.isEmpty else { return }
    for sentence in text.split(whereSeparator: { ".!?;\n".contains($0) }) {
      let words = sentence.split(separator: " ").prefix(2)
      guard words.count == 2, let name = words.last, name == name.uppercased(),
        let part = Self.words(name).first.flatMap({ parts[$0] }), part >= 0
      else { continue }
      switch phrases.article(words[0].lowercased()) {
      case .female: scores[part].female += TraitWeights.weak
      case .male: scores[part].male += TraitWeights.weak
      case nil: break
      }
    }
  }

  // Titles, and what follows a name.

  /// `Mrs. Hall`, `uncle Tom`, `my sister, Kim`: a word for a man or a woman right before the name.
  private mutating func readTitles(_ text: String) {
    let pieces = text.split(whereSeparator: \.isWhitespace)
    for place in pieces.indices.dropFirst() {
      let title = pieces[place - 1]
      guard let before = Self.writtenWords(title).last, Self.titles.contains(before),
        let written = Self.writtenWords(pieces[place]).first
      else { continue }
      // In "Mother, Tom is here", Mother is not a title of Tom. An abbreviation has its point.
      if ",;:!?".contains(title.last ?? " ") || title.hasSuffix(".") && before.count > 4 {
        guard place > 1, Self.owners.contains(pieces[place - 2].lowercased()) else { continue }
      }
      // "Mrs. Hall's coat" has her title, and "the king's Robin" has none.
      let word = Self.isOwner(written) ? String(written.dropLast(2)) : written
      guard let part = parts[word], part >= 0, let gender = gender(of: before)
      else { continue }
      scores[part].add(gender, TraitWeights.strong)
    }
  }

  private static let owners: Set<String> = [
    "my", "our", "your", "his", "her", "their", "mein", "meine", "unser", "unsere", "dein", "deine",
    "sein", "seine", "ihr", "ihre", "mon", "ma", "ton", "ta", "son", "sa", "notre", "votre", "mi",
    "tu", "su", "mio", "mia", "tuo", "tua", "suo", "sua", "meu", "minha", "seu",
  ]

  /// Words that stand before a name; others may belong to the sentence: `the man Tom saw`.
  private static let titles: Set<String> = [
    "mr", "mrs", "ms", "miss", "sir", "lady", "lord", "madame", "mme", "mlle", "mademoiselle",
    "monsieur", "herr", "frau",
    "fräulein", "señor", "señora", "señorita", "signor", "signora", "signorina", "aunt", "auntie",
    "uncle", "king", "queen",
    "prince", "princess", "duke", "duchess", "count", "countess", "brother", "sister", "mother",
    "father", "grandma",
    "grandpa", "granny", "tante", "onkel", "oma", "opa", "tädi", "onu", "vanaema", "vanaisa",
    "härra", "proua", "donna", "don",
    "dame", "baron", "baroness", "emperor", "empress", "son", "daughter", "wife", "husband",
    "niece", "nephew", "widow", "widower", "girlfriend", "boyfriend", "schwester", "bruder",
    "mutter", "vater", "tochter", "sohn", "nichte", "neffe", "cousine", "sœur", "soeur", "frère",
    "mère", "père", "oncle", "hermana", "hermano", "madre", "padre", "hija", "hijo", "tía", "tío",
    "abuela", "abuelo", "sorella", "fratello", "figlia", "figlio", "zia", "zio", "nonna", "nonno",
    "irmã", "irmão", "filha", "filho", "tia", "tio",
  ]

  /// Where a part appears: `KIM, a tired mother of two,`, `TOM (30s, male)`, `LEE is a waitress`.
  private mutating func readIntroductions(_ text: String) {
    for sentence in text.split(whereSeparator: { ".!?;\n".contains($0) }) {
      let words = sentence.split(separator: " ")
      for place in words.indices {
        let own = Self.words(words[place])
        guard let word = own.first, let part = parts[word], part >= 0 else { continue }
        // "Kim's mother" is somebody else.
        let isOwner = ["'s", "’s"].contains { words[place].lowercased().contains($0) }
        guard !isOwner else { continue }
        if let gender = introduced(words[(place + 1)...], after: words[place]) {
          scores[part].add(gender, TraitWeights.strong)
        } else if words[place].hasSuffix(",") {
          let after = words[(place + 1)...].prefix(2).flatMap { Self.words($0) }
          if let gender = phrases.agreeing(afterName: after) {
            scores[part].add(gender, TraitWeights.strong)
          }
        }
      }
    }
  }

  /// The gender of the noun that describes somebody; nil if another name or a verb comes first.
  private func introduced(_ words: ArraySlice<Substring>, after name: Substring) -> PartGender? {
    // The name may go on: "KIM WEST, a nurse".
    var rest = words.prefix(Self.longestIntroduction)
    var opens = name.hasSuffix(",") || name.hasSuffix(":") || name.hasSuffix("—")
    while !opens, let next = rest.first {
      if next.hasPrefix("(") || next == "-" || next == "–" || next == "—" {
        opens = true
        if !next.hasPrefix("(") { rest.removeFirst() }
      } else if ["is", "ist", "est", "es", "è", "on"].contains(next.lowercased()) {
        rest.removeFirst()
        opens = rest.first.map { Self.articles.contains($0.lowercased()) } ?? false
        if !opens { return nil }
      } else if next.unicodeScalars.contains(where: { $0.properties.isUppercase }),
        !next.unicodeScalars.contains(where: { $0.properties.isLowercase })
      {
        opens = next.hasSuffix(",") || next.hasSuffix(":")
        rest.removeFirst()
      } else {
        return nil
      }
    }
    guard opens else { return nil }
    for piece in words[rest.startIndex...].prefix(9) {
      // "the boy's mother" is not a boy, and a "junge Frau" neither.
      let written = Self.writtenWords(piece)
      if piece.hasPrefix("junge"), NameLists.young.contains(String(piece)) { continue }
      for word in Self.words(piece) {
        if written.contains(where: { Self.isOwner($0) && $0.hasPrefix(word) }) { continue }
        if let part = parts[word], part >= 0 { return nil }
        // "with his wife": what comes after is about somebody else.
        if Self.links.contains(word) { return nil }
        // In "his wife", the noun counts and not the pronoun.
        if let gender = gender(of: word) { return gender }
      }
      if piece.hasSuffix(")") { return nil }
    }
    return nil
  }

  /// The words that may stand between a name and its description: `KIM WEST, a nurse`.
  private static let longestIntroduction = 5

  private static let articles: Set<String> = [
    "a", "an", "the", "his", "her", "their", "ein", "eine", "der", "die", "un", "une", "una", "el",
    "la", "il",
  ]
  private static let links: Set<String> = [
    "with", "and", "of", "to", "at", "behind", "beside", "for", "from", "who", "whose", "mit",
    "und", "avec", "et", "con", "y",
    "e", "looks", "sees", "follows", "watches", "holds", "kisses",
  ]

  private func gender(of word: String) -> PartGender? { phrases.gender(of: word) }

  /// `Yes, ma'am.`: the person who is addressed, where the same part speaks before and after.
  private mutating func readVocatives(_ elements: [Element]) {
    let speeches = speakers.speeches
    for (place, speech) in speeches.enumerated() where speech.crowd == nil {
      let before = place > 0 ? speeches[place - 1] : nil
      let after = place + 1 < speeches.count ? speeches[place + 1] : nil
      let others = [before, after].compactMap { other -> Int? in
        guard let other, other.scene == speech.scene, other.crowd == nil, other.part != speech.part
        else { return nil }
        return other.part
      }
      guard let listener = others.first, others.allSatisfy({ $0 == listener }) else { continue }
      for element in elements[speech.cue..<speech.end] where element.kind == .dialogue {
        for gender in phrases.addressed(in: element.text) {
          scores[listener].add(gender, TraitWeights.likely)
        }
      }
    }
  }

  /// Where a part appears, the age follows the name: "WILL, 9," or "WILL (70s)".
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
    var score = scores[place]
    let genders = words.compactMap(cueGender)
    if let told = TraitPhrases.only(genders.contains(.female), genders.contains(.male)) {
      score.add(told, TraitWeights.certain)
    }
    if words.count == 1, genders.isEmpty,
      let told = TraitPhrases.only(
        language.isWomansTrade(words[0]), language.isMansTrade(words[0]))
    {
      score.add(told, TraitWeights.likely)
    }
    if let told = phrases.gender(ofCue: words) { score.add(told, TraitWeights.strong) }
    // After a rank stands a surname: OFFICER KELLY may be a man.
    let hasSurname = words.count == 2 && TraitPhrases.ranks.contains(words[0])
    if !hasSurname, let told = words.lazy.compactMap(Self.ofName).first {
      score.add(told.gender, told.weight)
    }
    return score.gender
  }

  /// The gender of a word of a cue: a listed one, one that ends in such a word, or a German one for a woman of a trade.
  private func cueGender(_ word: String) -> PartGender? {
    if let listed = TraitPhrases.only(
      NameLists.female.contains(word) || language.women.contains(word),
      NameLists.male.contains(word) || language.men.contains(word))
    {
      return listed
    }
    guard Self.ofName(word) == nil, !NameLists.male.contains(word) else { return nil }
    for (ending, gender) in Self.compounds where word.count > ending.count && word.hasSuffix(ending)
    {
      return gender
    }
    func has(_ endings: [String]) -> Bool {
      endings.contains { word.count > $0.count + 1 && word.hasSuffix($0) }
    }
    return has(language.feminineEndings) ? .female : has(language.masculineEndings) ? .male : nil
  }

  /// Endings of such words: GODFATHER, LANDLADY.
  private static let compounds: [(String, PartGender)] = [
    ("mother", .female), ("father", .male), ("woman", .female), ("lady", .female),
    ("daughter", .female),
    ("sister", .female), ("brother", .male), ("girl", .female), ("boy", .male), ("wife", .female),
    ("grandson", .male), ("stepson", .male), ("godson", .male), ("mutter", .female),
    ("vater", .male),
  ]

  /// The gender of a first name.
  private static func ofName(_ word: String) -> (gender: PartGender, weight: Double)? {
    NameLists.gender(ofFirstName: word).map {
      ($0.gender, $0.isRare ? TraitWeights.likely : TraitWeights.strong)
    }
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
