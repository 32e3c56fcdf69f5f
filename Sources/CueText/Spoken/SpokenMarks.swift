/// Marks of screenplays and Markdown: the last place where they are taken away before a voice would say them.
struct SpokenMarks {
  let text: TextScalars
  /// Where nothing closes any more: what has been looked for in vain is not looked for again.
  private var unclosed: Set<Unicode.Scalar> = []
  /// How many scalars have been looked at for what closes.
  private(set) var steps = 0

  init(text: TextScalars) { self.text = text }

  /// What is dropped at `at`: `{{…}}` and `[[…]]` with all that is in them, and the signs of emphasis, cues and tags alone.
  ///
  /// To be asked for places in rising order.
  mutating func find(_ at: Int) -> SpokenFinder.Found? {
    let scalar = text.scalars[at]
    switch scalar {
    case "{":
      if text[at + 1] == "{", let end = closing("}", from: at + 2) { return drop(at..<end) }
      return drop(at..<at + 1)
    case "}", "`", "\\": return drop(at..<at + 1)
    case "[":
      guard text[at + 1] == "[" else { return nil }
      // A note that nothing closes keeps its words and loses its brackets.
      return drop(at..<(closing("]", from: at + 2) ?? at + 2))
    case "]": return text[at + 1] == "]" ? drop(at..<at + 2) : nil
    case "^" where text[at + 1].isDigit && at > 0 && (text[at - 1].isLetter || text[at - 1] == ")"):
      // `x^2`
      return nil
    case "*", "_", "^":
      return isBetweenDigits(at) && scalar != "_" ? nil : emphasis(at)
    case "#":
      // `#5` and `C#` are said; the sign of a tag or a heading is not.
      guard !text[at + 1].isDigit, !(at > 0 && text[at - 1].isUpper) else { return nil }
      return drop(run(of: "#", from: at))
    case "@": return text[at + 1].isBlank ? nil : drop(at..<at + 1)
    case "!":
      guard isLineStart(at), text[at + 1].isLetter || text[at + 1] == "!" else { return nil }
      return drop(run(of: "!", from: at))
    case "~":
      return text[at + 1].isDigit ? nil : drop(run(of: "~", from: at))
    case "|": return SpokenFinder.Found(range: at..<at + 1, words: " ")
    default: return nil
    }
  }

  private func drop(_ range: Range<Int>) -> SpokenFinder.Found {
    SpokenFinder.Found(range: range, words: "")
  }

  /// Signs of emphasis; between two letters they part words.
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

  private func isBetweenDigits(_ at: Int) -> Bool {
    var before = at - 1
    while before >= 0, text.scalars[before] == " " { before -= 1 }
    var behind = at + 1
    while behind < text.count, text.scalars[behind] == " " { behind += 1 }
    return before >= 0 && text[before].isDigit && text[behind].isDigit
  }

  private func isLineStart(_ at: Int) -> Bool {
    var before = at - 1
    while before >= 0, text.scalars[before] == " " { before -= 1 }
    return before < 0 || text.scalars[before].endsLine
  }
}
