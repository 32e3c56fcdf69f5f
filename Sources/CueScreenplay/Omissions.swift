/// Finds what a writer keeps from the reader: boneyards `/* */` and notes `[[ ]]`.
///
/// Each kind is one pass from left to right. A search that finds no end is never repeated, so the
/// time stays in proportion to the length, whatever the text.
enum Omissions {
  /// Overwrites boneyards, then notes, with zeros.
  ///
  /// Line ends inside go, too; the first byte of an omission of several lines becomes a space, so
  /// that words on both sides stay apart. An omission without an end is text.
  static func erase(from bytes: inout [UInt8]) {
    eraseBoneyards(from: &bytes)
    eraseNotes(from: &bytes)
  }

  private static func eraseBoneyards(from bytes: inout [UInt8]) {
    let slash = UInt8(ascii: "/")
    let star = UInt8(ascii: "*")
    var index = 0
    while let open = pair(slash, star, in: bytes, from: index, to: bytes.count) {
      guard let close = pair(star, slash, in: bytes, from: open + 2, to: bytes.count) else {
        return
      }
      erase(open..<close + 2, from: &bytes)
      index = close + 2
    }
  }

  private static func eraseNotes(from bytes: inout [UInt8]) {
    let left = UInt8(ascii: "[")
    let right = UInt8(ascii: "]")
    var index = 0
    var limit = 0
    while let open = pair(left, left, in: bytes, from: index, to: bytes.count) {
      // A note ends before an empty line; writers keep one inside with two spaces.
      if open >= limit { limit = paragraphEnd(in: bytes, from: open + 2) }
      if let close = pair(right, right, in: bytes, from: open + 2, to: limit) {
        erase(open..<close + 2, from: &bytes)
        index = close + 2
      } else {
        index = limit  // no "[[" before the limit can find an end either
      }
    }
  }

  /// Where `first` is directly followed by `second`.
  private static func pair(
    _ first: UInt8, _ second: UInt8, in bytes: [UInt8], from start: Int, to end: Int
  ) -> Int? {
    var index = start
    while index + 1 < end {
      if bytes[index] == first, bytes[index + 1] == second { return index }
      index += 1
    }
    return nil
  }

  /// The start of the first line from `start` on that is empty or one space; the end if none is.
  private static func paragraphEnd(in bytes: [UInt8], from start: Int) -> Int {
    var index = start
    var width = Int.max / 2  // the line `start` stands on is not empty
    while index < bytes.count {
      let byte = bytes[index]
      if byte == .lineFeed || byte == .carriageReturn {
        if width <= 1 { return index }
        if byte == .carriageReturn, index + 1 < bytes.count, bytes[index + 1] == .lineFeed {
          index += 1
        }
        width = 0
      } else {
        width = byte.isBlank || byte == 0 ? width + 1 : Int.max / 2
      }
      index += 1
    }
    return bytes.count
  }

  private static func erase(_ range: Range<Int>, from bytes: inout [UInt8]) {
    var lines = false
    for index in range {
      lines = lines || bytes[index] == .lineFeed || bytes[index] == .carriageReturn
      bytes[index] = 0
    }
    if lines { bytes[range.lowerBound] = .space }
  }
}
