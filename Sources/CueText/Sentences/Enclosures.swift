/// Brackets and quotes in which no sentence ends, so that they are said in one go.
///
/// A pair of brackets holds its sentences together, whatever their number. A quote does where it stands within a sentence, as in
/// `He said: “I know. So do you.”`, or where it is short; a long one that stands alone is a text of its own.
struct Enclosures {
  /// From the opening sign to the closing one, both included; in rising order, none within another.
  private(set) var ranges: [ClosedRange<Int>] = []

  /// A longer bracket is not an aside.
  private static let longestBracket = 600
  private static let longestQuote = 400
  private static let shortQuote = 100

  /// Those of the paragraph `range`.
  init(_ text: TextScalars, in range: Range<Int>) {
    var at = range.lowerBound
    while at < range.upperBound {
      if let end = Enclosures.end(of: at, text, in: range) {
        ranges.append(at...end)
        at = end
      }
      at += 1
    }
  }

  /// Whether a sentence that would begin at `next` begins within one of them.
  func hold(_ next: Int) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < next { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].lowerBound < next
  }

  private static func end(of start: Int, _ text: TextScalars, in range: Range<Int>) -> Int? {
    let opener = text.scalars[start]
    if let closer = brackets[opener] {
      return bracketEnd(start, opener, closer, text, range)
    }
    guard let closers = quotes[opener], opensQuote(start, text, range) else { return nil }
    return quoteEnd(start, closers, text, range)
  }

  private static let brackets: [Unicode.Scalar: Unicode.Scalar] = [
    "(": ")", "[": "]", "{": "}", "（": "）", "［": "］", "《": "》", "〈": "〉", "【": "】",
  ]

  private static func bracketEnd(
    _ start: Int, _ opener: Unicode.Scalar, _ closer: Unicode.Scalar, _ text: TextScalars,
    _ range: Range<Int>
  ) -> Int? {
    var depth = 0
    for index in start..<min(range.upperBound, start + longestBracket) {
      if text.scalars[index] == opener { depth += 1 }
      if text.scalars[index] == closer { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  /// What closes a quote, by what opens it.
  private static let quotes: [Unicode.Scalar: Set<Unicode.Scalar>] = [
    "“": ["”"], "„": ["“", "”", "\""], "«": ["»"], "»": ["«", "»"], "”": ["”"], "\"": ["\""],
    "‹": ["›"], "「": ["」"], "『": ["』"],
  ]

  /// A sign that can open or close opens after a blank or a bracket, with a word right after it.
  private static func opensQuote(_ index: Int, _ text: TextScalars, _ range: Range<Int>) -> Bool {
    let opener = text.scalars[index]
    guard opener == "\"" || opener == "”" || opener == "»" else { return true }
    guard index + 1 < range.upperBound, !text.scalars[index + 1].isBlank else { return false }
    let before = index > range.lowerBound ? text.scalars[index - 1] : " "
    return before.isBlank || before.isDash || before == "(" || before == "[" || before == "¿"
      || before == "¡"
  }

  private static func quoteEnd(
    _ start: Int, _ closers: Set<Unicode.Scalar>, _ text: TextScalars, _ range: Range<Int>
  ) -> Int? {
    let limit = min(range.upperBound, start + longestQuote)
    guard let end = ((start + 1)..<limit).first(where: { closers.contains(text.scalars[$0]) })
    else { return nil }
    let isShort = end - start <= shortQuote
    return isShort || goesOnBefore(start, text, range) || goesOnBehind(end, text, range)
      ? end : nil
  }

  /// Whether a sentence is under way where the quote opens.
  private static func goesOnBefore(_ start: Int, _ text: TextScalars, _ range: Range<Int>) -> Bool {
    var at = start
    while at > range.lowerBound, text.scalars[at - 1].isBlank || text.scalars[at - 1].isDash {
      at -= 1
    }
    guard at > range.lowerBound else { return false }
    let before = text.scalars[at - 1]
    return !before.isStop && !before.isCloser && !"。！？".unicodeScalars.contains(before)
  }

  /// Whether the sentence goes on after the quote: `“…,” she said`, `»…« sagte er`.
  private static func goesOnBehind(_ end: Int, _ text: TextScalars, _ range: Range<Int>) -> Bool {
    var at = end + 1
    if at < range.upperBound, text.scalars[at] == "," { return true }
    let isAttached = at < range.upperBound && !text.scalars[at].isBlank
    while at < range.upperBound, text.scalars[at].isBlank || text.scalars[at].isDash { at += 1 }
    guard at < range.upperBound else { return false }
    let next = text.scalars[at]
    return next.isLower || next == "(" || (isAttached && next.isLetter && !next.isUpper)
  }
}
