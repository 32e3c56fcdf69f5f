/// A place where a sentence may end: marks, the quotes and brackets that close after them, blanks.
struct Juncture {
  /// Points, other marks, and points with blanks between, as in `. . .` or `?!`.
  let marks: Range<Int>
  /// Where the blanks begin, after quotes and brackets.
  let gap: Int
  /// Where the next sentence would begin.
  let next: Int
  /// Three points or more.
  let isEllipsis: Bool
  /// Whether quotes or brackets close after the marks.
  let isClosed: Bool
  /// Whether the mark of a footnote follows them: `.[7]`, `.¹²`, `.3 Next`.
  let hasFootnote: Bool

  /// All of a stretch of text, in order.
  static func all(
    in range: Range<Int>, of text: TextScalars, _ rules: LanguageRules
  ) -> [Juncture] {
    var junctures: [Juncture] = []
    var at = range.lowerBound
    while at < range.upperBound {
      guard rules.stops(text.scalars[at]) else {
        at += 1
        continue
      }
      let juncture = Juncture(at, end: range.upperBound, text, rules)
      junctures.append(juncture)
      at = max(juncture.gap, juncture.marks.upperBound)
    }
    return junctures
  }

  /// The one whose marks begin at `start`.
  private init(_ start: Int, end: Int, _ text: TextScalars, _ rules: LanguageRules) {
    var at = start
    var points = 0
    var others = false
    while at < end {
      let scalar = text.scalars[at]
      if rules.stops(scalar) {
        points += scalar == "." ? 1 : scalar == "…" ? 3 : 0
        others = others || (scalar != "." && scalar != "…")
        at += 1
      } else if !others, Juncture.isSpacedPoint(at, end, text) {
        at += 1
      } else {
        break
      }
    }
    marks = start..<at
    isEllipsis = points >= 3 && !others
    while at < end, text.scalars[at].isCloser { at += 1 }
    while at + 1 < end, text.scalars[at].isBlank,
      rules.closesBehindBlank.contains(text.scalars[at + 1])
    {
      at += 2
      while at < end, text.scalars[at].isCloser { at += 1 }
    }
    isClosed = at > marks.upperBound
    if let footnote = FootnoteMark.end(at, before: end, text, behindMarks: marks) {
      hasFootnote = true
      at = footnote
    } else {
      hasFootnote = false
    }
    gap = at
    while at < end, text.scalars[at].isBlank { at += 1 }
    next = at
  }

  /// Whether the blank at `at` stands between the points of an ellipsis.
  private static func isSpacedPoint(_ at: Int, _ end: Int, _ text: TextScalars) -> Bool {
    guard at + 1 < end, text.scalars[at] == " " || text.scalars[at] == "\u{a0}",
      text.scalars[at + 1] == "."
    else { return false }
    let after = text[at + 2]
    return at + 2 >= end || after.isBlank || after.isStop || after.isCloser
  }
}
