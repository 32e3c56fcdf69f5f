/// The language a screenplay is written in.
public enum ScriptLanguage {
  /// The BCP 47 tag that the title page gives (`Language: et`), else what the commonest words tell; empty where they do not.
  public static func tag(of screenplay: Screenplay) -> String {
    if let given = screenplay.title("language").first?.split(separator: " ").first,
      given.utf8.allSatisfy({ $0 < 0x80 && ($0 == UInt8(ascii: "-") || isAlphanumeric($0)) })
    {
      return String(given)
    }
    var counts = Array(repeating: 0, count: words.count)
    var read = 0
    for element in screenplay.elements where element.kind == .dialogue || element.kind == .action {
      for word in element.text.lowercased().split(whereSeparator: { !$0.isLetter }) {
        read += 1
        for place in words.indices where words[place].words.contains(String(word)) {
          counts[place] += 1
        }
      }
      if read > 5000 { break }
    }
    guard let best = counts.indices.max(by: { counts[$0] < counts[$1] }) else { return "" }
    let second = counts.indices.filter { $0 != best }.map { counts[$0] }.max() ?? 0
    return counts[best] >= 3 && counts[best] > second ? words[best].tag : ""
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// What stands in every conversation of a language, and hardly in the others.
  private static let words: [(tag: String, words: Set<String>)] = [
    ("en", ["the", "and", "you", "is", "it", "of", "what", "that", "not", "with", "have", "are"]),
    ("de", ["und", "der", "die", "das", "ist", "nicht", "ich", "ein", "sie", "mit", "auf", "was"]),
    ("fr", ["le", "les", "et", "est", "vous", "je", "pas", "une", "des", "que", "dans", "c"]),
    ("es", ["el", "los", "y", "es", "que", "no", "una", "por", "con", "las", "está", "qué"]),
    ("it", ["il", "che", "di", "è", "non", "una", "per", "gli", "sono", "della", "ma", "cosa"]),
    ("et", ["ja", "on", "ei", "ma", "sa", "see", "et", "oli", "mis", "kui", "aga", "ta"]),
    ("nl", ["het", "een", "en", "ik", "niet", "je", "dat", "wat", "van", "zijn", "maar", "naar"]),
    ("sv", ["och", "att", "det", "är", "inte", "jag", "du", "en", "som", "på", "har", "vad"]),
    ("fi", ["ja", "on", "ei", "se", "että", "hän", "minä", "sinä", "mitä", "oli", "kun", "niin"]),
    ("pt", ["o", "que", "não", "uma", "é", "você", "para", "com", "os", "isso", "do", "eu"]),
    ("pl", ["i", "nie", "to", "jest", "się", "na", "że", "co", "w", "jak", "tak", "ale"]),
    ("ru", ["и", "не", "что", "я", "это", "он", "ты", "на", "как", "она", "в", "мы"]),
  ]
}
