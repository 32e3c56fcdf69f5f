/// Takes the marks of emphasis out of a line, so that what is left can be said.
///
/// `*italic*`, `**bold**`, `***both***`, `_underlined_`. A mark must touch what it marks, and both of
/// a pair stand in one line; any other stays, as in "dial *69". `\` makes the mark after it plain.
/// Every mark is looked at once, and each is paired at most once.
public enum Emphasis {
  /// How letters stand out.
  public struct Style: OptionSet, Hashable, Sendable {
    /// The sum of ``italic``, ``bold`` and ``underline``.
    public let rawValue: UInt8
    /// The styles of this sum.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Slanted.
    public static let italic = Style(rawValue: 1)
    /// Heavy.
    public static let bold = Style(rawValue: 2)
    /// Underlined.
    public static let underline = Style(rawValue: 4)
  }

  /// A stretch of emphasized text.
  public struct Run: Equatable, Sendable {
    /// Bytes of the text.
    public var range: Range<Int>
    /// How it stands out.
    public let style: Style

    /// A stretch of these bytes.
    public init(range: Range<Int>, style: Style) {
      self.range = range
      self.style = style
    }
  }

  /// `line` without emphasis marks and escapes, its runs of white space made single spaces.
  static func stripped(from line: String) -> String {
    if isPlain(line.utf8) { return line }
    return read(Array(line.utf8)[...], squeezes: true).text
  }

  /// `line` with its runs of white space made single spaces, and without those at its ends.
  static func squeezed(_ line: String) -> String {
    if isSqueezed(line.utf8) { return line }
    return cleaned(Array(line.utf8), [], squeezes: true).text
  }

  private static func isSqueezed(_ line: some Sequence<UInt8>) -> Bool {
    var before = UInt8.space
    for byte in line {
      if byte == .space ? before == .space : byte.isBlank { return false }
      before = byte
    }
    return before != .space
  }

  /// Whether a line has neither marks nor white space to be squeezed.
  private static func isPlain(_ line: some Sequence<UInt8>) -> Bool {
    var before = UInt8.space
    for byte in line {
      if byte == .star || byte == .bar || byte == .backslash { return false }
      if byte == .space ? before == .space : byte.isBlank { return false }
      before = byte
    }
    return before != .space
  }

  /// `line` without marks and escapes, and what they mark.
  ///
  /// `squeezes` makes runs of white space single spaces and takes them off the ends; else a tab
  /// becomes four spaces.
  static func read(_ source: ArraySlice<UInt8>, squeezes: Bool) -> (text: String, runs: [Run]) {
    if isPlain(source) { return (String(decoding: source, as: UTF8.self), []) }
    var bytes: [UInt8] = []
    var stars: [Opening] = []
    var bars: [Opening] = []
    var runs: [Run] = []
    bytes.reserveCapacity(source.count)

    var index = source.startIndex
    while index < source.endIndex {
      let byte = source[index]
      if byte == .backslash, index + 1 < source.endIndex, source[index + 1].isPunctuation {
        bytes.append(source[index + 1])
        index += 2
      } else if byte == .star || byte == .bar {
        var end = index + 1
        while end < source.endIndex, source[end] == byte { end += 1 }
        let before = index > source.startIndex ? source[index - 1] : nil
        let after = end < source.endIndex ? source[end] : nil
        let run = Marks(mark: byte, count: end - index, before: before, after: after)
        if byte == .star {
          run.append(to: &bytes, openings: &stars, runs: &runs)
        } else {
          run.append(to: &bytes, openings: &bars, runs: &runs)
        }
        index = end
      } else {
        bytes.append(byte)
        index += 1
      }
    }
    return cleaned(bytes, runs, squeezes: squeezes)
  }

  /// The text in `bytes` without the zeros; white space is squeezed and trimmed, or tabs are spaces.
  private static func cleaned(
    _ bytes: [UInt8], _ runs: [Run], squeezes: Bool
  ) -> (text: String, runs: [Run]) {
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count)
    var places: [Int] = []
    if !runs.isEmpty { places.reserveCapacity(bytes.count + 1) }
    var gap = false
    for byte in bytes {
      if byte != 0 {
        if squeezes, byte.isBlank {
          gap = !kept.isEmpty
        } else {
          if gap { kept.append(.space) }
          gap = false
        }
      }
      // A mark in front of a letter begins with that letter, after the gap.
      if !runs.isEmpty { places.append(kept.count) }
      guard byte != 0, !(squeezes && byte.isBlank) else { continue }
      if byte == .tab {
        kept += [.space, .space, .space, .space]
      } else {
        kept.append(byte)
      }
    }
    if !runs.isEmpty { places.append(kept.count) }
    var found: [Run] = []
    for run in runs {
      let range =
        places[
          run.range.lowerBound]..<max(
          places[run.range.lowerBound], places[run.range.upperBound])
      if !range.isEmpty { found.append(Run(range: range, style: run.style)) }
    }
    found.sort {
      ($0.range.lowerBound, -$0.range.upperBound, $0.style.rawValue)
        < ($1.range.lowerBound, -$1.range.upperBound, $1.style.rawValue)
    }
    return (String(decoding: kept, as: UTF8.self), found)
  }
}

/// Marks that may begin an emphasis: where they stand in the output, and how many are not paired.
private struct Opening {
  var end: Int
  var count: Int
}

/// Marks of one kind side by side.
private struct Marks {
  let mark: UInt8
  let count: Int
  let before: UInt8?
  let after: UInt8?

  private var canOpen: Bool {
    guard let after, !after.isBlank else { return false }
    return mark == .star || !(before?.isWord ?? false)
  }

  private var canClose: Bool {
    guard let before, !before.isBlank else { return false }
    return mark == .star || !(after?.isWord ?? false)
  }

  private func style(of count: Int) -> Emphasis.Style {
    guard mark == .star else { return .underline }
    return count == 1 ? .italic : count == 2 ? .bold : [.italic, .bold]
  }

  /// Writes the run; marks that close an earlier run become zeros, and so do those they close.
  func append(
    to bytes: inout [UInt8], openings: inout [Opening], runs: inout [Emphasis.Run]
  ) {
    var left = count
    let longest = mark == .star ? 3 : 1
    if count <= longest, canClose {
      while left > 0, let last = openings.last {
        let paired = min(left, last.count)
        for offset in 1...paired { bytes[last.end - offset] = 0 }
        runs.append(Emphasis.Run(range: last.end..<bytes.count, style: style(of: paired)))
        left -= paired
        openings[openings.count - 1].end -= paired
        openings[openings.count - 1].count -= paired
        if last.count == paired { openings.removeLast() }
      }
    }
    for _ in 0..<left { bytes.append(mark) }
    if left > 0, count <= longest, canOpen {
      openings.append(Opening(end: bytes.count, count: left))
    }
  }
}

extension UInt8 {
  fileprivate static let star = UInt8(ascii: "*")
  fileprivate static let bar = UInt8(ascii: "_")
  fileprivate static let backslash = UInt8(ascii: "\\")

  fileprivate var isPunctuation: Bool {
    switch self {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }

  /// A letter or digit; any byte of a longer scalar counts as a letter.
  fileprivate var isWord: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...0xFF: true
    default: false
    }
  }
}
