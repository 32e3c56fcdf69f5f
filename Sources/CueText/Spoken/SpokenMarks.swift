/// Marks of screenplays and Markdown: the last place where they are removed before a voice would say them.
struct SpokenMarks {
  let text: TextScalars
  /// Where nothing closes any more: a search that failed is not repeated.
  private var unclosed: Set<Unicode.Scalar> = []
  /// How many scalars have been looked at for what closes.
  private(set) var steps = 0

  init(text: TextScalars) { self.text = text }

  /// What is dropped at `at`: `{{…}}` and `[[…]]` with all that is in them, and the signs of emphasis, cues and tags alone.
  ///
  /// Call it in rising order of places.
  mutating func find(_ at: Int) -> SpokenFinder.Found? {
    let scalar = text.scalars[at]
    switch scalar {
    case "{":
      if text[at + 1] == "{", let end = closing("}", from: at + 2) { return drop(at..<end) }
      // `{\an8}` positions subtitles in a player.
      if text[at + 1] == "\\", let end = closing(at, "}") { return drop(at..<end) }
      return drop(at..<at + 1)
    case "}", "`", "\\": return drop(at..<at + 1)
    case "[":
      // `[^1]` is the mark of a footnote.
      if text[at + 1] == "^", text[at + 2] != "]", let end = closing(at, "]") {
        return drop(at..<end)
      }
      guard text[at + 1] == "[" else { return nil }
      // A note that nothing closes keeps its words and loses its brackets.
      return drop(at..<(closing("]", from: at + 2) ?? at + 2))
    case "]": return text[at + 1] == "]" ? drop(at..<at + 2) : nil
    case "^" where text[at + 1].isDigit && at > 0 && (text[at - 1].isLetter || text[at - 1] == ")"):
      // `x^2`
      return nil
    case "_" where isAddress(at): return nil
    case "*", "_", "^":
      return isBetweenDigits(at) && scalar != "_" ? nil : emphasis(at)
    case "#":
      // `#5` and `C#` are said; the sign of a tag or a heading is not.
      guard !text[at + 1].isDigit, !(at > 0 && text[at - 1].isUpper) else { return nil }
      return drop(run(of: "#", from: at))
    case "@":
      // `anna@example.se` is an address, if it was not put into words.
      let isInside = at > 0 && (text[at - 1].isLetter || text[at - 1].isDigit)
      return text[at + 1].isBlank || isInside ? nil : drop(at..<at + 1)
    case "!":
      guard isLineStart(at), text[at + 1].isLetter || text[at + 1] == "!" else { return nil }
      return drop(run(of: "!", from: at))
    case "~" where text[at + 1] == "~" && text[at + 2] != "~" && !text[at + 2].isBlank:
      // What is struck out is not said.
      return drop(closing("~", from: at + 2).map { at..<$0 } ?? at..<at + 2)
    case "~":
      return text[at + 1].isDigit ? nil : drop(run(of: "~", from: at))
    case "＊", "＾", "｛", "｝": return drop(at..<at + 1)
    case "＃", "＠": return at > 0 && text[at - 1].isLetter ? nil : drop(at..<at + 1)
    case "=":
      // `==marked==`
      let range = run(of: "=", from: at)
      return range.count > 1 && !isBetweenDigits(range) ? drop(range) : nil
    case "<":
      if text[at + 1] == "<", let end = closing(at, ">"), text[end] == ">",
        EyeWords.isCue(inAngles: text.string(at + 2..<end - 1))
      {
        return drop(at..<end + 1)
      }
      return tagEnd(at).map { drop(at..<$0) }
    case "&": return entity(at)
    case "|": return SpokenFinder.Found(range: at..<at + 1, words: " ")
    default: return nil
    }
  }

  private func drop(_ range: Range<Int>) -> SpokenFinder.Found {
    SpokenFinder.Found(range: range, words: "")
  }

  /// Signs of emphasis; between two letters they separate words.
  private func emphasis(_ at: Int) -> SpokenFinder.Found {
    let range = run(of: text.scalars[at], from: at)
    let parts =
      at > 0 && text[at - 1].isLetter && text[range.upperBound].isLetter
      && text.scalars[at] == "_"
    return SpokenFinder.Found(range: range, words: parts ? " " : "")
  }

  private func run(of scalar: Unicode.Scalar, from at: Int) -> Range<Int> {
    var end = at
    while end < text.count, text.scalars[end] == scalar { end += 1 }
    return at..<end
  }

  private mutating func closing(_ scalar: Unicode.Scalar, from start: Int) -> Int? {
    guard !unclosed.contains(scalar) else { return nil }
    var at = start
    while at + 1 < text.count {
      steps += 1
      if text.scalars[at] == scalar, text.scalars[at + 1] == scalar { return at + 2 }
      at += 1
    }
    unclosed.insert(scalar)
    return nil
  }

  /// The place after the sign that closes what opens at `at`, near by on the same line; nil if none does.
  private func closing(_ at: Int, _ scalar: Unicode.Scalar) -> Int? {
    var end = at + 1
    while end < text.count, end - at < 80, !text.scalars[end].endsLine {
      if text.scalars[end] == scalar { return end + 1 }
      end += 1
    }
    return nil
  }

  /// Whether an underscore stands in a word with an `@` or a point within.
  private func isAddress(_ at: Int) -> Bool {
    guard at > 0, text[at - 1].isLetter || text[at - 1].isDigit,
      text[at + 1].isLetter || text[at + 1].isDigit
    else { return false }
    for index in at + 1..<max(at + 1, min(text.count, at + 64)) {
      let scalar = text.scalars[index]
      if scalar == "@" { return true }
      guard scalar.isLetter || scalar.isDigit || scalar == "_" || scalar == "." || scalar == "-"
      else { break }
    }
    return false
  }

  /// Where a tag as of HTML ends: `<i>`, `</i>`, `<br/>`.
  private func tagEnd(_ at: Int) -> Int? {
    var end = at + 1
    if text[end] == "/" { end += 1 }
    guard text[end].isLetter, text[end].value < 0x80 else { return nil }
    while text[end].isLetter || text[end].isDigit, end - at < 12 { end += 1 }
    // Attributes may follow.
    if text[end] == " " {
      while end - at < 80, text[end].value >= 0x20, text[end] != ">", text[end] != "<" { end += 1 }
      guard text.scalars[at..<min(end, text.count)].contains("=") || text[end - 1] == "/" else {
        return nil
      }
    }
    if text[end] == "/" { end += 1 }
    return text[end] == ">" ? end + 1 : nil
  }

  /// `&nbsp;` and others of HTML.
  private func entity(_ at: Int) -> SpokenFinder.Found? {
    var end = at + 1
    while text[end].isLetter, end - at < 8 { end += 1 }
    guard text[end] == ";" else { return nil }
    switch text.string(at + 1..<end) {
    case "amp": return SpokenFinder.Found(range: at..<end + 1, words: "&")
    case "nbsp": return SpokenFinder.Found(range: at..<end + 1, words: " ")
    case "lt", "gt", "quot", "apos", "shy": return drop(at..<end + 1)
    default: return nil
    }
  }

  private func isBetweenDigits(_ at: Int) -> Bool { isBetweenDigits(at..<at + 1) }

  private func isBetweenDigits(_ range: Range<Int>) -> Bool {
    var before = range.lowerBound - 1
    while before >= 0, text.scalars[before] == " " { before -= 1 }
    var after = range.upperBound
    while after < text.count, text.scalars[after] == " " { after += 1 }
    return before >= 0 && text[before].isDigit && text[after].isDigit
  }

  private func isLineStart(_ at: Int) -> Bool {
    var before = at - 1
    while before >= 0, text.scalars[before] == " " { before -= 1 }
    return before < 0 || text.scalars[before].endsLine
  }
}
