/// A decoder that may hear anything, beside one that only hears numbers.
///
/// Who listens for numbers only hears them in any speech: "five apples" is "five twelve". So a number counts where this one, too,
/// hears words that sound like it. Homophones are no obstacle ("for", "too"), for phones are compared.
struct NumberWitness {
  /// What both hear may differ in fewer phones than this share: "too late" and "two eight" differ in a fifth.
  static let difference = 0.2

  let decoder: Decoder
  let pronunciations: Pronunciations

  /// Whether the sound, or all of it that is no pause, is what the words of `parts` say.
  func agrees(with parts: [Hearing.Part], _ vocabulary: Vocabulary) -> Bool {
    let number = parts.filter { $0.kind == .word }.compactMap { vocabulary.entry(heardAs: $0.name) }
    let claimed = number.flatMap { phones($0.phones.first ?? "") }
    let heard = decoder.path().filter { !"<[+".contains($0.name.first ?? "<") }
    let others = heard.filter { !["uh", "um"].contains(NumberWitness.word($0.name)) }
    // Two ways to hear a number are both one.
    let all = Set(NumberWords.all.all)
    let count = others.count { all.contains(NumberWitness.word($0.name)) }
    if !others.isEmpty, count == others.count,
      others.map({ NumberWitness.word($0.name) }) == number.map(\.key)
    {
      return true
    }
    let said = others.flatMap { phones(pronunciation(of: $0.name)) }
    guard !claimed.isEmpty, !said.isEmpty else { return claimed.isEmpty }
    return Double(SecondOpinion.distance(claimed, said))
      < NumberWitness.difference * Double(max(claimed.count, said.count))
  }

  /// That of "the(2)" is the dictionary's second.
  private func pronunciation(of name: String) -> String {
    let key = NumberWitness.word(name)
    let all = pronunciations.of(LineWords.Word(text: key, key: key)).phones
    let number = name.dropFirst(key.count).filter(\.isNumber)
    let index = (Int(number) ?? 1) - 1
    return all.indices.contains(index) ? all[index] : all.first ?? ""
  }

  private static func word(_ name: String) -> String {
    guard name.hasSuffix(")"), let bracket = name.lastIndex(of: "(") else { return name }
    return String(name[..<bracket])
  }

  private func phones(_ text: String) -> [String] {
    text.split(separator: " ").map(String.init)
  }
}
