/// Joins words that were divided at the end of a line: `re-` and `duce` are `reduce`, `well-` and `known` are `well-known`.
public enum LineEndHyphens {
  /// `text` with every divided word in one piece; the end of the line moves after the word, and all other bytes keep their places.
  ///
  /// A word is divided if a letter is before the hyphen, and a small letter begins the next line. The hyphen stays if the text has the
  /// word with a hyphen elsewhere. It also stays after the first part of English compounds (`well-`, `self-`, `twenty-`), unless the text
  /// has the joined word.
  ///
  /// Without `keepsPlaces`, what follows the word stays on its line, and nothing fills the place of the removed bytes.
  public static func joined(_ text: String, keepsPlaces: Bool = true) -> String {
    guard
      text.utf8.contains(UInt8(ascii: "-")) || text.unicodeScalars.contains("\u{2010}")
        || text.unicodeScalars.contains("\u{ad}")
    else { return text }
    let scalars = Array(text.unicodeScalars)
    let divisions = divisions(in: scalars)
    guard !divisions.isEmpty else { return text }
    let written = Set(
      text.lowercased().split { !$0.isLetter && $0 != "-" && $0 != "'" && $0 != "’" }.map(
        String.init))
    var joined = String.UnicodeScalarView()
    joined.reserveCapacity(scalars.count)
    var at = 0
    for division in divisions {
      joined.append(contentsOf: scalars[at..<division.hyphen])
      let head = String(String.UnicodeScalarView(scalars[division.start..<division.hyphen]))
        .lowercased()
      let tail = String(String.UnicodeScalarView(scalars[division.next..<division.end]))
        .lowercased()
      var removed = scalars[division.hyphen..<division.next].reduce(0) { $0 + UTF8.width($1) }
      if scalars[division.hyphen] != "\u{ad}", keepsHyphen(head, tail, written) {
        joined.append("-")
        removed -= 1
      }
      joined.append(contentsOf: scalars[division.next..<division.wordEnd])
      at = division.wordEnd
      // The line ends after the word. The blanks before its end take the place of the removed bytes.
      let goesOn = at < scalars.count && !scalars[at].endsLine
      guard keepsPlaces else { continue }
      for _ in 0..<(goesOn ? removed - 1 : removed) { joined.append(" ") }
      if goesOn { joined.append("\n") }
    }
    joined.append(contentsOf: scalars[at...])
    return String(joined)
  }

  private struct Division {
    /// The first letter of the part before the hyphen.
    var start: Int
    var hyphen: Int
    /// The first letter on the next line.
    var next: Int
    /// After the last letter of the second part.
    var end: Int
    /// After the marks that follow the second part.
    var wordEnd: Int
  }

  private static func divisions(in scalars: [Unicode.Scalar]) -> [Division] {
    var found: [Division] = []
    var least = 0
    for hyphen in scalars.indices where "-\u{2010}\u{ad}".unicodeScalars.contains(scalars[hyphen]) {
      var next = hyphen + 1
      while next < scalars.count, scalars[next] == " " || scalars[next] == "\t" { next += 1 }
      guard next < scalars.count, scalars[next].endsLine, hyphen > least,
        scalars[hyphen - 1].isLetter
      else { continue }
      next += scalars[next] == "\r" && next + 1 < scalars.count && scalars[next + 1] == "\n" ? 2 : 1
      while next < scalars.count, scalars[next] == " " || scalars[next] == "\t" { next += 1 }
      guard next < scalars.count, scalars[next].isLower else { continue }
      var start = hyphen
      while start > least, scalars[start - 1].isLetter { start -= 1 }
      var end = next
      while end < scalars.count, scalars[end].isLetter { end += 1 }
      let tail = String(String.UnicodeScalarView(scalars[next..<end]))
      guard !conjunctions.contains(tail) else { continue }
      var wordEnd = end
      while wordEnd < scalars.count, !scalars[wordEnd].isBlank { wordEnd += 1 }
      found.append(Division(start: start, hyphen: hyphen, next: next, end: end, wordEnd: wordEnd))
      least = wordEnd
    }
    return found
  }

  private static func keepsHyphen(_ head: String, _ tail: String, _ written: Set<String>) -> Bool {
    if written.contains(head + "-" + tail) { return true }
    if written.contains(head + tail) { return false }
    return compounding.contains(head)
  }

  /// First parts of English words with a hyphen that do not begin other words.
  private static let compounding: Set<String> = [
    "well", "self", "half", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty",
    "ninety", "mother", "father", "brother", "sister", "merry",
  ]
  /// Words before which a hyphen replaces the rest of a word: `Ein- und Ausgang`.
  private static let conjunctions: Set<String> = [
    "and", "or", "to", "und", "oder", "bis", "sowie", "en", "of", "och", "eller", "og", "ja", "või",
    "ning", "tai",
  ]
}
