/// The line that says who speaks: `ALEX`, `DR. SMITH (V.O.)`, `@McCLANE`.
///
/// Only the look of the line is judged here; where it stands is judged by ``SceneReader``.
struct CharacterCue {
  /// The name as written, without extensions and marks.
  let name: String
  /// What stands in brackets after the name, without the brackets.
  let extensions: [String]

  /// Reads `row` as a cue; nil if it does not look like one.
  init?(_ row: Page.Row) {
    // No cue is as long as this; do not read a page-long paragraph for nothing.
    guard row.isText, row.text.utf8.count <= 200 else { return nil }
    let isForced = row.text.hasPrefix("@")
    guard isForced || !row.endsInSpaces else { return nil }
    let marked = isForced ? String(row.text.dropFirst()) : row.text
    var cue = Emphasis.stripped(from: marked)
    if cue.hasSuffix("^") {  // said together with the speech before
      cue = Emphasis.stripped(from: String(cue.dropLast()))
    }

    let bracket = cue.firstIndex(of: "(") ?? cue.endIndex
    guard let extensions = Self.extensions(cue[bracket...]) else { return nil }
    var name = cue[..<bracket]
    while name.last == " " { name.removeLast() }
    guard isForced ? !name.isEmpty : Self.isName(name) else { return nil }
    self.name = String(name)
    self.extensions = extensions
  }

  /// The contents of bracket after bracket; nil if anything stands between or after them.
  private static func extensions(_ text: Substring) -> [String]? {
    var found: [String] = []
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
      } else if character != " " {
        return nil
      }
    }
    return depth == 0 ? found : nil
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
