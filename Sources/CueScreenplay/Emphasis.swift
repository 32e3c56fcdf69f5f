/// Takes the marks of emphasis out of a line, so that what is left can be said.
///
/// `*italic*`, `**bold**`, `***both***`, `_underlined_`. A mark must touch what it marks, and both of
/// a pair stand in one line; any other stays, as in "dial *69". `\` makes the mark after it plain.
/// Every mark is looked at once, and each is paired at most once.
enum Emphasis {
  /// `line` without emphasis marks and escapes, its runs of white space made single spaces.
  static func stripped(from line: String) -> String {
    var bytes: [UInt8] = []
    var stars: [Opening] = []
    var bars: [Opening] = []
    let source = Array(line.utf8)
    bytes.reserveCapacity(source.count)

    var index = 0
    while index < source.count {
      let byte = source[index]
      if byte == .backslash, index + 1 < source.count, source[index + 1].isPunctuation {
        bytes.append(source[index + 1])
        index += 2
      } else if byte == .star || byte == .bar {
        var end = index + 1
        while end < source.count, source[end] == byte { end += 1 }
        let before = index > 0 ? source[index - 1] : nil
        let after = end < source.count ? source[end] : nil
        let run = Run(mark: byte, count: end - index, before: before, after: after)
        if byte == .star {
          run.append(to: &bytes, openings: &stars)
        } else {
          run.append(to: &bytes, openings: &bars)
        }
        index = end
      } else {
        bytes.append(byte)
        index += 1
      }
    }
    return squeezed(bytes)
  }

  /// The text in `bytes` without the zeros, white space squeezed and trimmed.
  private static func squeezed(_ bytes: [UInt8]) -> String {
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count)
    var gap = false
    for byte in bytes where byte != 0 {
      if byte.isBlank {
        gap = !kept.isEmpty
        continue
      }
      if gap { kept.append(.space) }
      gap = false
      kept.append(byte)
    }
    return String(decoding: kept, as: UTF8.self)
  }
}

/// Marks that may begin an emphasis: where they stand in the output, and how many are not paired.
private struct Opening {
  var end: Int
  var count: Int
}

/// Marks of one kind side by side.
private struct Run {
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

  /// Writes the run; marks that close an earlier run become zeros, and so do those they close.
  func append(to bytes: inout [UInt8], openings: inout [Opening]) {
    var left = count
    let longest = mark == .star ? 3 : 1
    if count <= longest, canClose {
      while left > 0, let last = openings.last {
        let paired = min(left, last.count)
        for offset in 1...paired { bytes[last.end - offset] = 0 }
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
