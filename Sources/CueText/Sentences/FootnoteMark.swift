/// The marks of footnotes that follow the end of a sentence, and belong to it: `.[7][8]`, `.¹²`, `large.3 Next`.
enum FootnoteMark {
  /// Where marks end that begin at `index`; nil if there is none.
  ///
  /// Digits without brackets are one only after a word and before a capital: `end.3 Then`, and not `version 2.3 Beta`.
  static func end(
    _ index: Int, before end: Int, _ text: TextScalars, behindMarks marks: Range<Int>
  ) -> Int? {
    var at = index
    while let next = bracketed(at, before: end, text) ?? raised(at, before: end, text) { at = next }
    if at == index, let spaced = spaced(at, before: end, text) { at = spaced }
    if at == index, let bare = bare(at, before: end, text, marks) { at = bare }
    guard at > index, at >= end || text[at].isBlank || text[at].isCloser else { return nil }
    return at
  }

  /// `[7]`, `[a]`, `[note 3]`.
  private static func bracketed(_ index: Int, before end: Int, _ text: TextScalars) -> Int? {
    guard index < end, text.scalars[index] == "[" else { return nil }
    var at = index + 1
    while at < end, at - index < 24,
      text.scalars[at].isLetter || text.scalars[at].isDigit
        || text.scalars[at] == " "
    {
      at += 1
    }
    return at > index + 1 && at < end && text.scalars[at] == "]" ? at + 1 : nil
  }

  /// Raised digits and the signs of printers.
  private static func raised(_ index: Int, before end: Int, _ text: TextScalars) -> Int? {
    guard index < end else { return nil }
    switch text.scalars[index] {
    case "¹", "²", "³", "\u{2070}"..."\u{2079}", "†", "‡": return index + 1
    default: return nil
    }
  }

  /// ` [7]` after one blank.
  private static func spaced(_ index: Int, before end: Int, _ text: TextScalars) -> Int? {
    guard index + 1 < end, text.scalars[index] == " ", text[index + 1] == "[",
      text[index + 2].isDigit
    else { return nil }
    return bracketed(index + 1, before: end, text)
  }

  private static func bare(
    _ index: Int, before end: Int, _ text: TextScalars, _ marks: Range<Int>
  ) -> Int? {
    var at = index
    while at < end, at - index < 3, text.scalars[at].isDigit { at += 1 }
    guard at > index, marks.lowerBound >= 3,
      (1...3).allSatisfy({ text[marks.lowerBound - $0].isLower }),
      at + 1 < end, text[at].isBlank, text[at + 1].isUpper
    else { return nil }
    return at
  }
}
