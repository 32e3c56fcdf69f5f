/// The words of a script, to distinguish them from names.
final class PlayWords {
  private let page: PlayPage
  /// Words that stand in small letters somewhere, and those that have a capital where no sentence begins.
  private lazy var found: (small: Set<String>, named: Set<String>) = read()
  private var small: Set<String> { found.small }
  private var named: Set<String> { found.named }

  /// Sentences of these words are short and frequent.
  private static let exclamations: Set<String> = [
    "yes", "no", "oh", "ah", "ok", "okay", "well", "now", "so", "why", "what", "never", "always",
    "maybe", "sure", "right",
    "fine", "good", "great", "thanks", "hello", "hi", "hey", "bye", "please", "sorry", "really",
    "true", "wait", "look",
    "listen", "come", "go", "nothing", "nobody", "today", "tomorrow", "then", "silence", "pause",
    "ja", "nein", "oui", "non",
    "si", "sì", "sí", "ei", "jah", "tak", "nie", "nej", "nee", "да", "нет",
  ]

  /// The words of `page`, which is read on first use.
  init(_ page: PlayPage) { self.page = page }

  private func read() -> (small: Set<String>, named: Set<String>) {
    var small: Set<String> = []
    var named: Set<String> = []
    for index in 0..<page.count where page.isText(index) {
      var before = UInt8.lineFeed
      var isSentenceStart = page.isFirst(index)
      for word in page.contents[index].split(whereSeparator: { !PlayWords.isLetter($0) }) {
        if word.startIndex > page.contents[index].startIndex {
          before = page.contents[index][word.startIndex - 1]
          if before.isBlank, word.startIndex - 2 >= page.contents[index].startIndex {
            before = page.contents[index][word.startIndex - 2]
          }
          isSentenceStart = ".!?:;\"-_([".utf8.contains(before) || before.isBlank
        }
        let text = String(decoding: word, as: UTF8.self)
        guard let first = text.unicodeScalars.first else { continue }
        if first.properties.isLowercase {
          small.insert(text)
        } else if !isSentenceStart {
          named.insert(text.lowercased())
        }
      }
    }
    return (small, named)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// Whether every word of `key` is a word of the language.
  func isOrdinary(_ key: String) -> Bool {
    let words = key.lowercased().split { !$0.isLetter }
    return words.allSatisfy { small.contains(String($0)) || Self.exclamations.contains(String($0)) }
  }

  /// Whether `key` begins with a word that is a sentence by itself.
  func isExclamation(_ key: String) -> Bool { Self.isExclamation(key) }

  /// The same without a script.
  static func isExclamation(_ key: String) -> Bool {
    let first = key.lowercased().prefix { $0.isLetter }
    return exclamations.contains(String(first))
  }

  /// Whether `key` has a word that is a name elsewhere, and no sentence.
  func isName(_ key: String) -> Bool {
    let words = key.lowercased().split { !$0.isLetter }.map(String.init)
    guard (1...3).contains(words.count), !isOrdinary(key) else { return false }
    return words.contains { named.contains($0) && !small.contains($0) } || words.count > 1
  }
}
