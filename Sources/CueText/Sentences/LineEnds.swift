/// Which line ends are ends of paragraphs, and which come from wrapped lines.
struct LineEnds {
  private struct Line {
    /// Without blanks at its ends.
    var content: Range<Int>
    var start: Int
  }

  private let text: TextScalars

  /// The paragraphs as ranges that together are the whole of `text`, each from its first line up to the next one's.
  static func paragraphs(of text: TextScalars) -> [Range<Int>] {
    let ends = LineEnds(text: text)
    var starts: [Int] = []
    for block in ends.blocks() {
      let wrapped = ends.wrapped(block)
      for index in block.indices where !wrapped[index - block.startIndex] {
        starts.append(block[index].start)
      }
    }
    guard !starts.isEmpty else { return text.count == 0 ? [] : [0..<text.count] }
    starts[0] = 0
    return zip(starts, starts.dropFirst() + [text.count]).map { $0..<$1 }
  }

  /// Lines that no blank line parts.
  private func blocks() -> [[Line]] {
    var blocks: [[Line]] = [[]]
    var start = 0
    while start < text.count {
      var end = start
      while end < text.count, !text.scalars[end].endsLine { end += 1 }
      let content = text.trimmed(start..<end)
      if !content.isEmpty {
        blocks[blocks.count - 1].append(Line(content: content, start: start))
      } else if blocks.last?.isEmpty == false {
        blocks.append([])
      }
      start = end + (text[end] == "\r" && text[end + 1] == "\n" && end + 1 < text.count ? 2 : 1)
    }
    return blocks
  }

  /// For each line whether it goes on with the paragraph of the line before it.
  ///
  /// It does where it goes on in lower case after a line that has no end and belongs to a sentence with a capital. Where
  /// that shows that lines were wrapped, it also does where its first word had no room in the widest line.
  private func wrapped(_ block: [Line]) -> [Bool] {
    var wrapped = [Bool](repeating: false, count: block.count)
    var beginsWithCapital = false
    for index in block.indices {
      if index > 0 {
        wrapped[index] = beginsWithCapital && goesOn(block[index - 1], block[index])
      }
      if !wrapped[index] { beginsWithCapital = isCapital(block[index]) }
    }
    let widest = block.map(\.content.count).max() ?? 0
    guard (40...120).contains(widest), wrapped.contains(true) else { return wrapped }
    for index in block.indices.dropFirst() where !wrapped[index] {
      let line = block[index].content
      let firstWord = line.prefix { !text.scalars[$0].isBlank }.count
      wrapped[index] =
        block[index - 1].content.count + 1 + firstWord > widest
        && !ListMarker.begins(text, at: line.lowerBound)
    }
    return wrapped
  }

  private func isCapital(_ line: Line) -> Bool {
    var at = line.content.lowerBound
    while at < line.content.upperBound,
      text.scalars[at].isOpener || text.scalars[at].isDash
        || text.scalars[at].isBlank
    { at += 1 }
    return !text[at].isLower
  }

  private func goesOn(_ before: Line, _ line: Line) -> Bool {
    var last = before.content.upperBound - 1
    while last > before.content.lowerBound, text.scalars[last].isCloser { last -= 1 }
    guard !text.scalars[last].isStop, text.scalars[last] != ":", text.scalars[last] != ";" else {
      return false
    }
    return text[line.content.lowerBound].isLower
      && !ListMarker.begins(text, at: line.content.lowerBound)
  }
}
