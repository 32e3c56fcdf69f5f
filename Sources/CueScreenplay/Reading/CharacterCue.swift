/// The line that names the speaker: `ALEX`, `DR. SMITH (V.O.)`, `@McCLANE`.
///
/// Only the look of the line is judged here; where it stands is judged by ``FountainReader``.
struct CharacterCue {
  /// The cue as written, without marks.
  let text: String
  /// The name as written, without extensions and marks.
  let name: String
  /// What stands in brackets after the name, without the brackets.
  let extensions: [String]
  /// Whether `@` makes it one.
  let isForced: Bool
  /// Whether this speech and the one before are said at once.
  let isDual: Bool

  /// Reads the line `bytes` as a cue; nil if it does not look like one.
  init?(_ bytes: ArraySlice<UInt8>, endsInSpaces: Bool, rules: FountainRules) {
    // `MARINA _within._` in a play.
    let bytes = rules == .stretched ? Self.emphasisInBrackets(bytes) ?? bytes : bytes
    // No cue is this long; do not read a page-long paragraph in vain.
    guard bytes.count <= 200, !"!>~.".utf8.contains(bytes.first ?? 0) else { return nil }
    let forced = bytes.after("@")
    // Two blanks at the end are Fountain's sign for "no cue"; after `**ALEX**` in plain text, they are a line break of Markdown.
    let isMarkdown = rules == .stretched && "*_".utf8.contains(bytes.first ?? 0)
    let isRefused = endsInSpaces && !isMarkdown || Self.hasSmallLetter(bytes)
    guard forced != nil || !isRefused else { return nil }
    // A no-break space looks like a space.
    let line = String(decoding: forced ?? bytes, as: UTF8.self).replacing("\u{A0}", with: " ")
    var cue = Emphasis.stripped(from: line)
    isDual = cue.hasSuffix("^")
    if isDual { cue = Emphasis.stripped(from: String(cue.dropLast())) }
    isForced = forced != nil
    text = cue

    let bracket = cue.firstIndex(of: "(") ?? cue.endIndex
    guard let (extensions, between) = Self.extensions(cue[bracket...]) else { return nil }
    guard between.isEmpty || rules == .exact else { return nil }
    var name = cue[..<bracket]
    while name.last == " " { name.removeLast() }
    if !between.isEmpty { name = (name + " " + between)[...] }
    switch (isForced, rules) {
    case (true, _): guard !name.isEmpty else { return nil }
    case (_, .exact): guard Self.isCapital(name) else { return nil }
    case (_, .stretched): guard Self.isName(name) else { return nil }
    }
    self.name = String(name)
    self.extensions = extensions
  }

  /// Reads a cue that stands where only cues do: all its words in any case.
  init(anyCase text: String) {
    let squeezed = Emphasis.stripped(
      from: InvisibleCharacters.removed(from: text).replacing("\u{A0}", with: " "))
    let bracket = squeezed.firstIndex(of: "(") ?? squeezed.endIndex
    let parts = Self.extensions(squeezed[bracket...])
    var name = parts == nil ? squeezed[...] : squeezed[..<bracket]
    while name.last == " " { name.removeLast() }
    if let between = parts?.between, !between.isEmpty { name = (name + " " + between)[...] }
    self.text = squeezed
    self.name = String(name)
    extensions = parts?.found ?? []
    isForced = false
    isDual = false
  }

  /// `bytes` with a direction in italics at the end in brackets; nil if there is none.
  private static func emphasisInBrackets(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var inner = bytes.prefix(200)
    guard inner.count == bytes.count else { return nil }
    while inner.last == UInt8(ascii: ".") { inner.removeLast() }
    guard let mark = inner.popLast(), "_*".utf8.contains(mark),
      let open = inner.firstIndex(of: mark), open > bytes.startIndex, bytes[open - 1].isBlank
    else { return nil }
    inner = inner[(open + 1)...]
    while inner.last == UInt8(ascii: ".") { inner.removeLast() }
    guard !inner.isEmpty, !inner.contains(mark) else { return nil }
    return bytes[..<open] + "(".utf8 + inner + ")".utf8
  }

  /// Whether a small letter of English stands ahead of any bracket: most lines do not get further.
  private static func hasSmallLetter(_ bytes: ArraySlice<UInt8>) -> Bool {
    for byte in bytes {
      if byte == UInt8(ascii: "(") { return false }
      if (0x61...0x7A).contains(byte) { return true }
    }
    return false
  }

  /// Whether `name` is in capitals, at least one of them; a script without capitals needs `@`.
  private static func isCapital(_ name: Substring) -> Bool {
    var hasCapital = false
    for scalar in name.unicodeScalars {
      if scalar.properties.isLowercase || scalar == "^" { return false }
      hasCapital = hasCapital || scalar.properties.isUppercase
    }
    return hasCapital && !name.hasSuffix("TO:")
  }

  /// The contents of one bracket after another, and what stands between or after them.
  ///
  /// Nothing where a bracket is open at the end.
  private static func extensions(_ text: Substring) -> (found: [String], between: String)? {
    var found: [String] = []
    var between = ""
    var depth = 0
    var current = ""
    for character in text {
      if character == "(" {
        depth += 1
        if depth == 1 { continue }
      } else if character == ")" {
        depth -= 1
        guard depth >= 0 else { return nil }
        if depth == 0 {
          if !current.isEmpty { found.append(current) }
          current = ""
          continue
        }
      }
      if depth > 0 {
        current.append(character)
      } else if character != " " || !between.isEmpty {
        between.append(character)
      }
    }
    while between.last == " " { between.removeLast() }
    return depth == 0 ? (found, between) : nil
  }

  private static let longestNameWords = 5

  /// Whether `name` is written as a name that needs no mark.
  ///
  /// Capitals, with at least one letter that has a lower case: a script without capitals needs `@`.
  /// Up to five words; no punctuation that ends or divides a sentence.
  private static func isName(_ name: Substring) -> Bool {
    var hasCapital = false
    for scalar in name.unicodeScalars {
      if scalar.properties.isLowercase { return false }
      hasCapital = hasCapital || scalar.properties.isUppercase
      guard isOfNames(scalar) else { return false }
    }
    let words = name.split(separator: " ")
    guard hasCapital, words.count <= longestNameWords else { return false }
    return name.last != "." || isAbbreviation(words[words.count - 1], alone: words.count == 1)
  }

  private static func isOfNames(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case " ", "-", "‐", "‑", "–", "'", "’", ".", "#", "&", "/", "+", "_", "\"", "“", "”", "\u{A0}":
      return true
    default:
      break
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .decimalNumber, .letterNumber, .otherNumber: return true
    default: return scalar.properties.isAlphabetic
    }
  }

  /// `JR.`, `SR.`, `E.T.`, and an initial after a name: their period ends no sentence.
  private static func isAbbreviation(_ word: Substring, alone: Bool) -> Bool {
    let body = word.dropLast()
    if body.contains(".") { return body.split(separator: ".").allSatisfy { $0.count == 1 } }
    return !alone && (body.count == 1 || ["JR", "SR", "ESQ"].contains(body))
  }
}
