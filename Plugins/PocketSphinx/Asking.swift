import CueABI
import CuePluginKit

/// Tells a decoder what is asked for: finds how the words are spoken, names them, makes the grammar.
struct Asking {
  /// "uh", as everybody says it.
  static let usualFillers = ["uh", "um"]
  /// A request has no more words than this.
  static let mostWords = 50_000

  let pronunciations: Pronunciations
  /// What was sent with the request.
  let lexicon: [String: String]
  var vocabulary: Vocabulary
  private(set) var shortfalls: [ListenShortfall] = []
  /// What the grammar was made of.
  private(set) var grammar = LineGrammar(phrases: NamedPhrases(), keys: [])
  private var guessed: Set<String> = []
  private var spoken: [String: Pronunciations.Spoken] = [:]

  init(pronunciations: Pronunciations, lexicon: [String: String], vocabulary: Vocabulary) {
    self.pronunciations = pronunciations
    self.lexicon = Dictionary(
      lexicon.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
    self.vocabulary = vocabulary
  }

  /// Lets `decoder` hear `phrases`, and says how to read what it hears.
  mutating func ask(
    _ phrases: [Phrase], of decoder: Decoder, skipCost: Float
  ) throws(PluginFailure) -> Hearing {
    for (word, told) in lexicon.sorted(by: { $0.key < $1.key })
    where Pronunciations.read(told) == nil {
      shortfalls.append(
        .pronunciationGuessed(word: word, as: "“\(told)” is neither IPA nor phones"))
    }
    let asked = try askedPhrases(phrases, decoder)
    var fillers = Asking.usualFillers
    for phrase in phrases where phrase.role == CUE_PHRASE_FILLER {
      fillers += LineWords.words(of: phrase.text).map(\.key).filter { !fillers.contains($0) }
    }
    let hasNumbers = asked.contains { $0.role == CUE_PHRASE_NUMBER }
    let numbers = hasNumbers ? numberWords(asked) : NumberNames()
    func names(_ keys: [String]) -> [String] { keys.map { name($0, decoder) } }
    let named = NamedPhrases(
      asked, fillers: fillers.map { name($0, decoder) },
      numberWords: NumberNames(
        values: names(numbers.values), scales: names(numbers.scales), zeros: names(numbers.zeros),
        links: names(numbers.links), signs: names(numbers.signs),
        articles: names(numbers.articles)))
    var costs = Grammar.Costs()
    costs.skip = skipCost
    grammar = LineGrammar(
      phrases: named,
      keys: asked.first { $0.role == CUE_PHRASE_EXPECTED }?.words.map(\.key) ?? [], costs: costs)
    guard
      decoder.listen(
        for: Grammar(named, costs: costs), weight: Float(DecoderOptions.languageWeight))
    else {
      throw PluginFailure(
        CUE_E_INTERNAL, "PocketSphinx did not take the grammar: \(Decoder.complaint)")
    }
    func keys(_ phrases: [AskedPhrase]) -> [String] { phrases.flatMap(\.words).map(\.key) }
    let lines = asked.filter { $0.role != CUE_PHRASE_FILLER }
    return Hearing(
      phrases: asked, vocabulary: vocabulary, fillers: Set(fillers).subtracting(keys(asked)),
      hesitations: Set(fillers).subtracting(keys(lines)), guessed: guessed,
      numberWords: Set(numbers.all))
  }

  private mutating func askedPhrases(
    _ phrases: [Phrase], _ decoder: Decoder
  ) throws(PluginFailure) -> [AskedPhrase] {
    var asked: [AskedPhrase] = []
    var wordCount = 0
    for (index, phrase) in phrases.enumerated() {
      let words = LineWords.words(of: phrase.text)
      let isNumber = phrase.role == CUE_PHRASE_NUMBER
      guard isNumber || words.contains(where: { !isUnspeakable($0) }) else {
        shortfalls.append(
          .phraseIgnored(index, because: "it has no word in letters of the Latin alphabet"))
        continue
      }
      wordCount += words.count
      guard wordCount <= Asking.mostWords else {
        throw PluginFailure(
          CUE_E_TEXT_TOO_LONG,
          "The phrases have more than \(Asking.mostWords) words; expect one line and those near it."
        )
      }
      let group = AskedPhrase.hasNamesOfItsOwn(phrase.role) ? index + 1 : 0
      var phoneCount = 0
      var names: [String] = []
      if !isNumber, phrase.role != CUE_PHRASE_FILLER {
        for word in words {
          let how = speak(word)
          phoneCount += how.phones.first?.split(separator: " ").count ?? 0
          names.append(name(word.key, decoder, group: group))
        }
      }
      asked.append(
        AskedPhrase(
          index: index, role: phrase.role, words: words, names: names, phoneCount: phoneCount))
    }
    guard !asked.isEmpty else {
      throw PluginFailure(
        CUE_E_INVALID,
        "None of the phrases can be heard: “\(phrases.first?.text.prefix(60) ?? "")” has no word in"
          + " letters of the Latin alphabet. Give its words in a lexicon (word=IPA), or in English."
      )
    }
    return asked
  }

  /// A word that has neither letters nor a pronunciation.
  private func isUnspeakable(_ word: LineWords.Word) -> Bool {
    pronunciations.of(word, request: lexicon).phones == [Phones.anySpeech]
  }

  /// How a word is spoken; a guess is reported once.
  private mutating func speak(_ word: LineWords.Word) -> Pronunciations.Spoken {
    if let known = spoken[word.key] { return known }
    let how = pronunciations.of(word, request: lexicon)
    spoken[word.key] = how
    if how.isGuessed {
      guessed.insert(word.key)
      shortfalls.append(.pronunciationGuessed(word: word.text, as: how.phones[0].lowercased()))
    }
    return how
  }

  private mutating func name(_ key: String, _ decoder: Decoder, group: Int = 0) -> String {
    let how = speak(LineWords.Word(text: key, key: key))
    return vocabulary.name(of: Vocabulary.Entry(key: key, phones: how.phones, group: group)) {
      decoder.add($0, $1, alternateOf: $2)
    }
  }

  /// All words of numbers, and what the phrases add to them.
  private func numberWords(_ phrases: [AskedPhrase]) -> NumberNames {
    var words = NumberWords.all
    for phrase in phrases where phrase.role == CUE_PHRASE_NUMBER {
      for word in phrase.words
      where word.key.allSatisfy(\.isLetter) && !words.all.contains(word.key) {
        words.values.append(word.key)
      }
    }
    return words
  }
}
