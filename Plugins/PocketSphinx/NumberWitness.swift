/// A decoder that may hear anything, beside one that only hears numbers.
///
/// A decoder that listens only for numbers hears them in any speech: "five apples" is "five twelve". So a number counts where
/// this decoder, too, hears one: the same, or the same without words that the other put in. Words that sound like those of a
/// number are not an obstacle ("for", "too"). Where the two disagree, a number of several words counts that fits the sound
/// nearly as well as what this decoder heard ("for detail" in place of "forty two"), and otherwise nothing was understood.
struct NumberWitness {
  /// A word may be heard as another one from which fewer of its phones differ: "too", not "mine" for "nine".
  static let difference = 0.2
  /// How much worse "seventy" may fit than "seventeen" and still cast doubt on it, in nats: 30 at least where one was said.
  static let twinCost: Float = 20
  /// How much worse a number of several words may fit than other words, in nats, as long as nothing is left over.
  ///
  /// Of numbers that free speech got wrong, all did with 85; of other words that were claimed for such numbers, none with less
  /// than 110.
  static let doubtCost: Float = 90
  /// A breath is heard as one of these.
  private static let breaths: Set<String> = [
    "the", "a", "uh", "um", "and", "to", "of", "in", "it", "i", "he", "who",
  ]

  /// The decoder for anything.
  let decoder: Decoder
  /// The decoder for numbers, which decodes once more where one has a twin.
  let judge: Decoder
  let pronunciations: Pronunciations

  /// The number that both decoders have heard, as parts; no words where they have not heard the same.
  ///
  /// - Parameters:
  ///   - parts: what the decoder for numbers heard
  ///   - hearing: what its names mean
  ///   - samples: the sound
  ///   - mean: what the judge took for the speaker when its stream began
  /// - Returns: the parts; those that are not a word of an agreed number are outside
  func agreed(
    _ parts: [Hearing.Part], _ hearing: Hearing, of samples: [Int16], mean: [Float]
  ) -> [Hearing.Part] {
    let claims = parts.filter { $0.kind == .word }
    guard !claims.isEmpty else { return parts }
    let entries = claims.compactMap { hearing.vocabulary.entry(heardAs: $0.name) }
    let heard = said(beside: parts)
    let claimed = entries.map(\.key)
    let all = hearing.numberWords
    var agreed = parts
    if !sounds(heard, like: entries, of: all) {
      // What the other decoder heard may be the number, without a word that this one found in a breath.
      let names = heard.map { NumberWitness.numberWord(Decoder.word($0.name)) }
      if let number = NumberWitness.number(in: names, claimed: claimed, of: all),
        let named = words(of: number, at: heard, hearing.vocabulary)
      {
        agreed = named
      } else if NumberGrammar.isSpoken(names, all) || !NumberGrammar.isComposed(claimed)
        || parts.contains(where: NumberWitness.isLeftOver)
        || !fits(claims.map(\.name), beside: heard.map(\.name), samples, mean)
      {
        return NumberWitness.nothing(in: parts)
      }
    } else if !NumberGrammar.isSpoken(claimed, all) {
      return NumberWitness.nothing(in: parts)
    }
    return hasTwin(agreed, hearing.vocabulary, samples, mean)
      ? NumberWitness.nothing(in: parts) : agreed
  }

  private static func nothing(in parts: [Hearing.Part]) -> [Hearing.Part] {
    parts.map { part in
      var part = part
      if part.kind == .word { part.kind = .outside }
      return part
    }
  }

  /// What the decoder for anything heard; a short word where the other heard silence was a breath.
  private func said(beside parts: [Hearing.Part]) -> [Decoder.Segment] {
    let loud = parts.filter {
      $0.kind == .word || $0.shortPhoneCount >= Hearing.fewestOutsidePhones
    }
    return decoder.path().filter { segment in
      let word = Decoder.word(segment.name)
      guard !"<[+".contains(word.first ?? "<"), !Asking.usualFillers.contains(word) else {
        return false
      }
      let frames = segment.first..<segment.last + 1
      let common = loud.reduce(0) { $0 + $1.frames.clamped(to: frames).count }
      return !NumberWitness.breaths.contains(word) || 2 * common >= frames.count
    }
  }

  /// Whether each word that was heard sounds like the number's in its place, and none is left over.
  private func sounds(
    _ heard: [Decoder.Segment], like entries: [Vocabulary.Entry], of all: Set<String>
  ) -> Bool {
    let article = entries.first?.key == "a" ? 1 : 0
    for skipped in 0...article {
      let rest = entries.dropFirst(skipped)
      guard rest.count == heard.count else { continue }
      let isSame = zip(rest, heard).allSatisfy { entry, segment in
        let word = NumberWitness.numberWord(Decoder.word(segment.name))
        if word == entry.key { return true }
        guard !all.contains(word) else { return false }
        let said = phones(pronunciation(of: segment.name))
        return entry.phones.contains { pronunciation in
          let claimed = phones(pronunciation)
          return Double(SecondOpinion.distance(claimed, said))
            < NumberWitness.difference * Double(max(claimed.count, said.count))
        }
      }
      if isSame { return true }
    }
    return false
  }

  /// The number in `words`, if they are one and `claimed` is not, or has further words.
  static func number(in words: [String], claimed: [String], of all: Set<String>) -> [String]? {
    guard NumberGrammar.isSpoken(words, all) else { return nil }
    if !NumberGrammar.isSpoken(claimed, all) { return words }
    var rest = claimed[...]
    for word in words {
      guard let place = rest.firstIndex(of: word) else { return nil }
      rest = rest[(place + 1)...]
    }
    return words
  }

  /// Number words that sound like words that are not numbers.
  private static func numberWord(_ word: String) -> String {
    ["for": "four", "fore": "four", "to": "two", "too": "two", "ate": "eight", "won": "one"][word]
      ?? word
  }

  private func words(
    of number: [String], at heard: [Decoder.Segment], _ vocabulary: Vocabulary
  ) -> [Hearing.Part]? {
    let parts = zip(number, heard).compactMap { word, segment -> Hearing.Part? in
      guard let name = NumberWitness.name(word, vocabulary) else { return nil }
      return Hearing.Part(
        kind: .word, name: name, frames: segment.first..<segment.last + 1, confidence: -1)
    }
    return parts.count == number.count ? parts : nil
  }

  private static func name(_ key: String, _ vocabulary: Vocabulary) -> String? {
    vocabulary.entries.filter { $0.value.key == key && $0.value.group == 0 }.keys.min()
  }

  // Doubt.

  /// Whether a part is sound of a word that is not part of the number.
  private static func isLeftOver(_ part: Hearing.Part) -> Bool {
    part.kind == .other
      || part.kind == .outside && (part.shortPhoneCount > 0 || part.confidence >= 0)
  }

  /// Whether the words of the number fit the sound at most ``doubtCost`` worse than other words.
  private func fits(
    _ number: [String], beside others: [String], _ samples: [Int16], _ mean: [Float]
  ) -> Bool {
    guard !others.isEmpty else { return false }
    var vocabulary = Vocabulary()
    let names = others.map(Decoder.word).map { key in
      vocabulary.name(
        of: Vocabulary.Entry(
          key: key, phones: pronunciations.dictionary.pronunciations(of: key),
          group: NumberWitness.group)
      ) { judge.add($0, $1, alternateOf: $2) }
    }
    let number = number.map(Decoder.word)
    var grammar = Grammar()
    grammar.allow(number, from: grammar.start, to: grammar.end, cost: 0)
    grammar.allow(names, from: grammar.start, to: grammar.end, cost: NumberWitness.doubtCost)
    return path(through: grammar, samples, mean)?.contains(number[0]) ?? false
  }

  /// Tells what free speech heard from the same words of a number.
  private static let group = -2

  /// The words that the judge hears in the sound if it listens for `grammar`; nil if it cannot.
  private func path(through grammar: Grammar, _ samples: [Int16], _ mean: [Float]) -> [String]? {
    guard samples.count <= LineWitness.mostSamples else { return nil }
    let learnt = judge.mean
    defer { judge.mean = learnt }
    judge.forget(mean: mean)
    guard judge.listen(for: grammar, weight: Float(DecoderOptions.languageWeight)),
      judge.begin(), judge.hear(samples), judge.end()
    else { return nil }
    return judge.path().map { Decoder.word($0.name) }
  }

  // Seventeen and seventy.

  /// Whether a word of the number has a twin that fits its sound nearly as well.
  private func hasTwin(
    _ parts: [Hearing.Part], _ vocabulary: Vocabulary, _ samples: [Int16], _ mean: [Float]
  ) -> Bool {
    let words = parts.filter { $0.kind == .word }
    let names = words.map { Decoder.word($0.name) }
    let twins = words.enumerated().compactMap { index, part -> Grammar.Alternative? in
      guard let key = vocabulary.entry(heardAs: part.name)?.key,
        let twin = NumberGrammar.twins[key],
        let name = NumberWitness.name(twin, vocabulary)
      else { return nil }
      return Grammar.Alternative(
        range: index..<index + 1, names: [name], costNats: NumberWitness.twinCost)
    }
    guard !twins.isEmpty, samples.count <= LineWitness.mostSamples else { return false }
    let grammar = Grammar(NamedPhrases(expected: [names]), alternatives: twins)
    guard let heard = path(through: grammar, samples, mean) else { return true }
    return twins.contains { heard.contains($0.names[0]) }
  }

  /// That of "the(2)" is the dictionary's second.
  private func pronunciation(of name: String) -> String {
    let key = Decoder.word(name)
    let all = pronunciations.of(LineWords.Word(text: key, key: key)).phones
    let number = name.dropFirst(key.count).filter(\.isNumber)
    let index = (Int(number) ?? 1) - 1
    return all.indices.contains(index) ? all[index] : all.first ?? ""
  }

  private func phones(_ text: String) -> [String] {
    text.split(separator: " ").map(String.init)
  }
}
