/// A word of a line as written, or a number or sign that is said as words.
struct Token: Sendable {
  enum Kind: Sendable {
    /// Its letters, curly apostrophes made straight, invisible characters gone.
    case word(String)
    /// Letters with points between them: "U.S.A."
    case initials([String])
    /// "Dr.", "vs.": a word with a point after it that could be short for another.
    case abbreviation(String)
    case number(WrittenNumber)
    /// &, %, +, =, @, #, °
    case sign(Unicode.Scalar)
  }
  /// Bytes of the line.
  var range: Range<Int>
  var kind: Kind
}

/// Cuts a line into what is said one after the other.
///
/// A word is a run of letters, marks and apostrophes between letters; a hyphen separates words. In scripts without blanks
/// between words (Chinese, Japanese, Thai, Lao, Khmer, Burmese) each character is one.
struct Tokens {
  /// More digits in a row are not one number.
  static let mostDigits = 24

  static func of(_ line: String) -> [Token] {
    var tokens = Tokens(line)
    tokens.read()
    return tokens.found
  }

  private let scalars: [Unicode.Scalar]
  /// Where each scalar begins, in bytes, and where the last one ends.
  private let offsets: [Int]
  private var at = 0
  private var found: [Token] = []

  private init(_ line: String) {
    scalars = Array(line.unicodeScalars)
    var offsets = [0]
    offsets.reserveCapacity(scalars.count + 1)
    for scalar in scalars { offsets.append(offsets[offsets.count - 1] + UTF8.width(scalar)) }
    self.offsets = offsets
  }

  private func scalar(_ index: Int) -> Unicode.Scalar? {
    scalars.indices.contains(index) ? scalars[index] : nil
  }

  private mutating func add(_ kind: Token.Kind, upTo end: Int) {
    found.append(Token(range: offsets[at]..<offsets[end], kind: kind))
    at = end
  }

  /// Whether an apostrophe stood where a quotation opens.
  private var isQuoting = false

  private mutating func read() {
    while let scalar = scalar(at) {
      if let (number, end) = WrittenNumber.read(scalars, from: at) {
        add(.number(number), upTo: end)
      } else if scalar.standsAlone {
        var end = at + 1
        while let next = self.scalar(end), next.isMark || next.isInvisible { end += 1 }
        add(.word(Self.text(scalars[at..<end])), upTo: end)
      } else if scalar.isLetter {
        readWord()
      } else if scalar.isApostrophe, let elided = elidedEnd() {
        add(.word(Self.text(scalars[at..<elided])), upTo: elided)
      } else if "&%+=@#°".unicodeScalars.contains(scalar) {
        add(.sign(scalar), upTo: at + 1)
      } else {
        isQuoting = isQuoting || scalar.isApostrophe && self.scalar(at + 1)?.isLetter ?? false
        at += 1
      }
    }
  }

  private mutating func readWord() {
    if let (letters, end) = initials() { return add(.initials(letters), upTo: end) }
    var end = at
    while let next = scalar(end) {
      let isInside =
        next.isApostrophe && end > at && (scalar(end + 1).map { $0.isLetter } ?? false)
      guard (next.isLetter && !next.standsAlone) || next.isInvisible || isInside else { break }
      end += 1
    }
    while scalars[end - 1].isInvisible { end -= 1 }
    let word = Self.text(scalars[at..<end])
    if let mark = scalar(end), mark.isApostrophe, endsElided(word) {
      return add(.word(word + "'"), upTo: end + 1)
    }
    let isShort = scalar(end) == "." && word.unicodeScalars.count <= 5
    add(isShort ? .abbreviation(word) : .word(word), upTo: end)
  }

  /// "U.S.A." and "p.m.": single letters, a point after each but perhaps the last.
  private func initials() -> (letters: [String], end: Int)? {
    var letters: [String] = []
    var index = at
    while let letter = scalar(index), letter.isLetter, !letter.standsAlone,
      !(scalar(index + 1)?.isLetter ?? false)
    {
      letters.append(Self.text([letter]))
      guard scalar(index + 1) == "." else {
        index += 1
        break
      }
      index += 2
    }
    guard letters.count > 1 else { return nil }
    return (letters, index)
  }

  /// Where a word ends that begins with its apostrophe: "'tis".
  private func elidedEnd() -> Int? {
    if let before = scalar(at - 1), at > 0, before.isLetter { return nil }
    var end = at + 1
    while let next = scalar(end), next.isLetter, end - at < 8 { end += 1 }
    let word = Folding.folded(scalars[at + 1..<end])
    return EnglishForms.elided.contains(word) ? end : nil
  }

  /// Whether the apostrophe after `word` belongs to it: "goin'", where no quotation is open.
  private func endsElided(_ word: String) -> Bool {
    let folded = Folding.folded(word.unicodeScalars)
    guard folded.utf8.count >= 4 && folded.hasSuffix("in") || folded == "an" || folded == "ol"
    else { return false }
    return !isQuoting
  }

  private static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    for scalar in scalars where !scalar.isInvisible {
      text.append(scalar.isApostrophe ? "'" : scalar)
    }
    return String(text)
  }
}
