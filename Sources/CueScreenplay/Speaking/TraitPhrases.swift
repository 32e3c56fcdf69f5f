/// What phrases show about a man or a woman, beside single words.
struct TraitPhrases {
  let language: GenderWords

  /// The gender of a noun; nil for a word of both, or of another language.
  func gender(of word: String) -> PartGender? {
    if let told = Self.only(language.women.contains(word), language.men.contains(word)) {
      return told
    }
    guard !language.otherWords.contains(word) else { return nil }
    return Self.only(NameLists.female.contains(word), NameLists.male.contains(word))
  }

  static func only(_ female: Bool, _ male: Bool) -> PartGender? {
    female == male ? nil : female ? .female : .male
  }

  // Articles.

  /// Of a cue with its article, as LA BOULANGÈRE and DER ALTE.
  func gender(ofCue words: [String]) -> PartGender? {
    guard words.count > 1 else { return nil }
    return article(words[0])
  }

  /// Of the article at the beginning of a sentence, before a part's name: elsewhere it may be of another case.
  func article(_ word: String) -> PartGender? {
    Self.only(language.femaleArticles.contains(word), language.maleArticles.contains(word))
  }

  // Statements of speakers about themselves.

  /// The gender of a speaker of "Estoy cansada", "Sono andato" or "Obrigada": in these languages words agree with the speaker.
  func agreeing(in text: String) -> [PartGender] {
    text.split { ".!?;:,—…\n\"“”¡¿".contains($0) }.compactMap { piece in
      var words = Self.written(piece)[...]
      if let only = words.first, words.count <= 3, let thanks = Self.thanks[only] { return thanks }
      while let first = words.first, Self.beforeOpenings.contains(first) { words.removeFirst() }
      guard let opening = language.selfOpenings.first(where: { words.starts(with: $0) }) else {
        return nil
      }
      words.removeFirst(opening.count)
      while let first = words.first, Self.adverbs.contains(first) { words.removeFirst() }
      return words.first.flatMap(language.agreement)
    }
  }

  private static let thanks: [String: PartGender] = ["obrigada": .female, "obrigado": .male]
  private static let beforeOpenings: Set<String> = [
    "ma", "mais", "pero", "mas", "e", "et", "y", "que", "perché", "porque", "parce", "no", "non",
    "io", "yo", "eu", "sì", "sí", "oui", "ya", "hoy", "oggi",
  ]
  private static let adverbs: Set<String> = [
    "muy", "tan", "demasiado", "algo", "molto", "così", "troppo", "un", "po", "più", "très", "si",
    "trop", "tellement", "bien", "peu", "toujours", "muito", "tão", "ya", "già", "déjà",
    "sempre", "siempre",
  ]

  /// The gender of what stands right after a name and a comma, in a language in which words agree: `CAMILLE, épuisée,`,
  /// `ROSA, la cuoca`, `TOM, ein Tischler`; nothing elsewhere.
  func agreeing(afterName words: [String]) -> PartGender? {
    guard let first = words.first else { return nil }
    if let told = language.agreement(first) { return told }
    guard words.count > 1 else { return nil }
    let noun = words[1]
    switch article(first) {
    case .female: return language.isWomansTrade(noun) ? .female : nil
    case .male: return language.isMansTrade(noun) ? .male : nil
    case nil: return nil
    }
  }

  /// The usual gender of a speaker of "my wife" or "mein Mann"; nil if both are mentioned.
  func married(in text: String) -> PartGender? {
    let words = Self.written(text)
    let pairs = Set(zip(words, words.dropFirst()).map { "\($0) \($1)" })
    return Self.only(
      !pairs.isDisjoint(with: Self.husbands), !pairs.isDisjoint(with: Self.wives))
  }

  private static let wives: Set<String> = [
    "my wife", "meine frau", "meiner frau", "ma femme", "mi mujer", "mi esposa", "mia moglie",
    "minha mulher", "minha esposa", "mijn vrouw", "min fru", "min kone", "mu naine", "minu naine",
  ]
  private static let husbands: Set<String> = [
    "my husband", "mein mann", "meinem mann", "meinen mann", "mon mari", "mi marido", "mi esposo",
    "mio marito", "meu marido", "mijn man", "min man", "min mand", "mu mees", "minu mees",
  ]

  // The person addressed.

  /// Words of address between commas or at an end, as in “Thank you, sir”, “Mother, come” and “Well done, young man”.
  func addressed(in text: String) -> [PartGender] {
    text.split { ",.!?;:—…\n\"“”¡¿".contains($0) }.compactMap { piece in
      var words = Self.written(piece)
      let hasAdjective = words.count > 1 && Self.adjectives.contains(words[0])
      while words.count > 1, Self.adjectives.contains(words[0]) { words.removeFirst() }
      guard words.count == 1 else { return nil }
      if let told = Self.dear[words[0]] { return told }
      guard
        Self.addresses.contains(words[0]) || language.addresses.contains(words[0])
          || hasAdjective && Self.addressesBehindAdjective.contains(words[0])
      else { return nil }
      return gender(of: words[0])
    }
  }

  private static let adjectives: Set<String> = [
    "my", "dear", "mein", "meine", "mon", "ma", "mi", "mio", "mia", "good", "young", "old",
    "little", "poor", "yes", "no", "thank", "you", "junger", "junge", "guter", "gute", "alter",
    "jeune", "cher", "chère", "joven", "querido", "querida", "buen", "caro", "cara", "liebe",
    "lieber", "gnädige", "gnädiger", "kleiner", "kleine", "petit", "petite",
  ]
  /// "Man, that hurts!" calls nobody; "young man" does.
  private static let addressesBehindAdjective: Set<String> = [
    "man", "woman", "fellow", "chap", "mann", "frau", "homme", "femme", "dame", "hombre", "mujer",
    "herr",
  ]
  /// Adjectives that stand for the person addressed.
  private static let dear: [String: PartGender] = [
    "chère": .female, "querida": .female, "cara": .female, "cher": .male, "querido": .male,
    "caro": .male,
  ]
  private static let addresses: Set<String> = [
    "sir", "madam", "ma'am", "miss", "mister", "mother", "mom", "mum", "mama", "father", "dad",
    "daddy", "papa", "son", "daughter", "brother", "sister", "aunt", "auntie", "uncle", "grandma",
    "grandpa", "granny", "gran", "nan", "nana", "lady", "lord", "madame", "monsieur",
    "mademoiselle", "señor", "señora", "señorita", "signore", "signora", "signorina", "king",
    "queen", "prince", "princess", "guy", "lad", "lass", "boy", "girl", "mutter", "vater", "oma",
    "opa", "ema", "isa", "härra", "proua",
  ]

  // Ranks.

  /// A person called by a rank is called by a surname: OFFICER KELLY may be a man.
  static let ranks: Set<String> = [
    "dr", "doctor", "doc", "officer", "detective", "inspector", "sergeant", "sgt", "captain",
    "capt", "colonel", "major", "lieutenant", "lt", "professor", "prof", "judge", "nurse", "agent",
    "corporal", "private", "general", "senator", "constable", "president", "mayor", "reverend",
    "rev", "chief", "commander", "admiral", "secretary", "coach", "justice", "minister", "pastor",
    "marshal", "deputy", "superintendent", "commissioner", "ambassador", "governor", "comrade",
  ]

  // Words.

  private static func written(_ text: some StringProtocol) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" && $0 != "’" }
      .map(String.init)
  }
}
