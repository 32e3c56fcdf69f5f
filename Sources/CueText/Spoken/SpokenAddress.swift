/// Web and e-mail addresses, as they are read aloud: `example dot org slash news`.
struct SpokenAddress {
  let text: TextScalars
  let language: SpokenLanguage
  /// Where the token ends that is being read, and how often an address may still be looked for in it.
  private var tokenEnd = 0
  private var tries = 0
  /// How many tokens' scalars have been looked at.
  private(set) var steps = 0

  /// An address begins with its token, or after a bracket or one or two colons in it.
  private static let mostTries = 4
  /// Longer addresses are for machines.
  private static let mostScalars = 2_000

  init(text: TextScalars, language: SpokenLanguage) {
    self.text = text
    self.language = language
  }

  /// The address that begins at `at`; call it in rising order of places.
  mutating func find(_ at: Int) -> SpokenFinder.Found? {
    guard isOfToken(at), isStart(at) else { return nil }
    if at >= tokenEnd {
      tokenEnd = at
      while tokenEnd < text.count, isOfToken(tokenEnd) { tokenEnd += 1 }
      tries = SpokenAddress.mostTries
      steps += tokenEnd - at
    }
    guard tries > 0, tokenEnd - at <= SpokenAddress.mostScalars else { return nil }
    tries -= 1
    steps += tokenEnd - at
    var end = tokenEnd
    while end > at, ".,;:!?)]}'*_".unicodeScalars.contains(text.scalars[end - 1]) { end -= 1 }
    guard end - at > 3 else { return nil }
    let token = text.string(at..<end)
    guard let words = webAddress(token) ?? mailAddress(token) else { return nil }
    return SpokenFinder.Found(range: at..<end, words: words)
  }

  private func isOfToken(_ at: Int) -> Bool {
    (0x21..<0x7f).contains(text.scalars[at].value)
      && !"<>\"".unicodeScalars.contains(text.scalars[at])
  }

  private func isStart(_ at: Int) -> Bool {
    guard at > 0 else { return true }
    let before = text.scalars[at - 1]
    return before.isBlank || "(<[\"'“„«*_:".unicodeScalars.contains(before)
  }

  private func webAddress(_ token: String) -> String? {
    var rest = token[...]
    var isSure = false
    for scheme in ["https://", "http://", "ftp://"] where rest.lowercased().hasPrefix(scheme) {
      rest = rest.dropFirst(scheme.count)
      isSure = true
    }
    if rest.lowercased().hasPrefix("www.") {
      rest = rest.dropFirst(4)
      isSure = true
    }
    let host = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" && $0 != ":" }
    guard isHost(host, isSure: isSure) else { return nil }
    // Queries and fragments are for machines.
    let path = rest.dropFirst(host.count).prefix { $0 != "?" && $0 != "#" }
    return read(String(host) + (path == "/" ? "" : String(path)))
  }

  private func mailAddress(_ token: String) -> String? {
    let address = token.hasPrefix("mailto:") ? token.dropFirst(7) : token[...]
    let parts = address.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, isHost(parts[1], isSure: true),
      parts[0].allSatisfy({ $0.isLetter || $0.isNumber || "._-+".contains($0) })
    else { return nil }
    return read(String(parts[0])) + " " + language.word("@") + " " + read(String(parts[1]))
  }

  private func isHost(_ host: Substring, isSure: Bool) -> Bool {
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count >= 2, let last = labels.last,
      labels.allSatisfy({ label in
        !label.isEmpty && label.utf8.allSatisfy { $0 == 0x2d || isDigit($0) || isLetter($0) }
      }), last.utf8.allSatisfy(isLetter)
    else { return false }
    return isSure ? last.count >= 2 : SpokenAddress.domains.contains(String(last))
  }

  private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte | 0x20) }

  private static let domains = Set(
    """
    com org net edu gov mil int info biz io dev app ai tv eu uk de fr es it pt nl ee fi se no dk pl ru ch at be ie us ca au nz jp
    cn in br mx ar cz sk hu lv lt gr is lu
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// Signs as words, letters and digits as they are.
  private func read(_ address: String) -> String {
    var words: [String] = []
    var word = ""
    for character in address {
      if character.isLetter || character.isNumber {
        word.append(character)
      } else {
        if !word.isEmpty { words.append(word) }
        word = ""
        words.append(language.word("address " + String(character)))
      }
    }
    if !word.isEmpty { words.append(word) }
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }
}
