/// Text hidden from the reader: a boneyard `/* */`, a note `[[ ]]`, or a mark of another
/// program, `{{ }}` or `[22~]`.
struct Omission {
  let isBoneyard: Bool
  let text: String
  /// Where it stands, its marks included.
  let range: Range<Int>
}

/// Finds text hidden from the reader.
///
/// Each kind is one pass from left to right. A search that finds no end is never repeated, so the
/// time stays in proportion to the length, whatever the text.
struct Omissions {
  private(set) var found: [Omission] = []
  /// Where marks open that nothing closes; they are text.
  private(set) var unclosed: [(offset: Int, mark: String)] = []

  /// Overwrites boneyards, then notes and marks, with zeros.
  ///
  /// Line ends inside go, too; the first byte of an omission of several lines becomes a space, so
  /// that words on both sides stay apart. An omission without an end is text.
  init(erasedFrom bytes: inout [UInt8]) {
    eraseBoneyards(from: &bytes)
    let boneyards = found.count
    eraseNotes(from: &bytes)
    eraseMarks(from: &bytes)
    if found.count > boneyards, boneyards > 0 || found.count > 1 {
      found.sort { $0.range.lowerBound < $1.range.lowerBound }
    }
  }

  private mutating func eraseBoneyards(from bytes: inout [UInt8]) {
    let slash = UInt8(ascii: "/")
    let star = UInt8(ascii: "*")
    var index = 0
    while let open = Self.opening(slash, star, in: bytes, from: index) {
      guard let close = Self.pair(star, slash, in: bytes, from: open + 2, to: bytes.count) else {
        unclosed.append((open, "/*"))
        return
      }
      erase(open..<close + 2, text: open + 2..<close, isBoneyard: true, from: &bytes)
      index = close + 2
    }
  }

  private mutating func eraseNotes(from bytes: inout [UInt8]) {
    let left = UInt8(ascii: "[")
    let right = UInt8(ascii: "]")
    var index = 0
    var limit = 0
    while let open = Self.opening(left, left, in: bytes, from: index) {
      // A note ends before an empty line; writers keep one inside with two spaces.
      if open >= limit { limit = Self.paragraphEnd(in: bytes, from: open + 2) }
      if let close = Self.pair(right, right, in: bytes, from: open + 2, to: limit) {
        erase(open..<close + 2, text: open + 2..<close, isBoneyard: false, from: &bytes)
        index = close + 2
      } else {
        unclosed.append((open, "[["))
        index = limit  // no "[[" before the limit can find an end either
      }
    }
  }

  private static let longestMark = 2000

  /// `{{…}}`, over lines too, and `[22~]`.
  private mutating func eraseMarks(from bytes: inout [UInt8]) {
    var index = 0
    // No brace closes between a mark and here.
    var searched = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "{"), index + 1 < bytes.count, bytes[index + 1] == byte {
        var end = max(index + 2, searched)
        // It may go on over lines; what has no end is text.
        let limit = min(bytes.count, index + Omissions.longestMark)
        while end < limit, bytes[end] != UInt8(ascii: "}") { end += 1 }
        searched = end
        if end + 1 < bytes.count, bytes[end] == UInt8(ascii: "}"), bytes[end + 1] == bytes[end] {
          erase(index..<end + 2, text: index..<end + 2, isBoneyard: false, from: &bytes)
          index = end + 2
        } else {
          index += 2
        }
      } else if byte == UInt8(ascii: "[") {
        var end = index + 1
        while end < bytes.count, (0x30...0x39).contains(bytes[end]) { end += 1 }
        if end > index + 1, end + 1 < bytes.count, bytes[end] == UInt8(ascii: "~"),
          bytes[end + 1] == UInt8(ascii: "]")
        {
          erase(index..<end + 2, text: index..<end + 2, isBoneyard: false, from: &bytes)
        }
        index = end
      } else {
        index += 1
      }
    }
  }

  /// The same for marks that open, of which a backslash makes text.
  private static func opening(
    _ first: UInt8, _ second: UInt8, in bytes: [UInt8], from start: Int
  ) -> Int? {
    var index = start
    while let open = pair(first, second, in: bytes, from: index, to: bytes.count) {
      var before = open
      while before > start, bytes[before - 1] == UInt8(ascii: "\\") { before -= 1 }
      if (open - before).isMultiple(of: 2) { return open }
      index = open + 1
    }
    return nil
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
      if byte.isLineEnd {
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

  private mutating func erase(
    _ range: Range<Int>, text: Range<Int>, isBoneyard: Bool, from bytes: inout [UInt8]
  ) {
    found.append(
      Omission(isBoneyard: isBoneyard, text: Self.text(bytes[text]), range: range))
    var lines = false
    for index in range {
      lines = lines || bytes[index].isLineEnd
      bytes[index] = 0
    }
    if lines { bytes[range.lowerBound] = .space }
  }

  /// The words without blanks at their ends, each line's end as `\n`.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      index += 1
      if byte == .carriageReturn {
        kept.append(.lineFeed)
        if index < bytes.endIndex, bytes[index] == .lineFeed { index += 1 }
      } else if byte != 0 {
        kept.append(byte)
      }
    }
    func isBlank(_ byte: UInt8) -> Bool { byte.isBlank || byte == .lineFeed }
    guard let first = kept.firstIndex(where: { !isBlank($0) }),
      let last = kept.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(decoding: kept[first...last], as: UTF8.self)
  }
}
