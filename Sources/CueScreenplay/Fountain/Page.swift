/// A script's text cut into lines, without hidden text.
///
/// Offsets are those of the source: what is taken out is overwritten with zeros in a copy (a source
/// that holds zeros is refused), so a line's place never has to be translated back.
struct Page {
  /// One line of text, without its line end.
  struct Row {
    enum Kind {
      /// Nothing, or one space.
      case blank
      /// Two spaces or more: inside a speech a pause, elsewhere blank.
      case spaces
      /// Only notes or boneyard: inside a speech as if it were not there, elsewhere blank.
      case vanished
      case text
    }

    let kind: Kind
    /// Whether two spaces end it, which says "not a cue".
    let endsInSpaces: Bool
    /// Whether anything blank ends it, which says "not a transition".
    let endsInSpace: Bool
    // A page has as many rows as its script has lines, so they are small.
    private let start, end, text, first, last, columns: Int32

    /// Where it stands, without its line end.
    var source: Range<Int> { Int(start)..<Int(end) }
    /// Where its text begins in the source.
    var textStart: Int { Int(text) }
    /// The text without white space at its ends, in the page's bytes.
    var content: Range<Int> { Int(first)..<Int(last) }
    /// Columns of white space before the text; a tab counts 4.
    var indent: Int { Int(columns) }

    init(
      kind: Kind, source: Range<Int>, textStart: Int, content: Range<Int>, indent: Int,
      endsInSpaces: Bool, endsInSpace: Bool
    ) {
      self.kind = kind
      self.endsInSpaces = endsInSpaces
      self.endsInSpace = endsInSpace
      (start, end) = (Int32(source.lowerBound), Int32(source.upperBound))
      (first, last) = (Int32(content.lowerBound), Int32(content.upperBound))
      (text, columns) = (Int32(textStart), Int32(indent))
    }

    var isText: Bool { kind == .text }
  }

  let rows: [Row]
  let omissions: Omissions
  /// The rest of the source, without line ends.
  private let bytes: [UInt8]

  /// Cuts `source` into lines; `hidesNotes` means that `/*`, `[[` and similar marks hide what they enclose.
  init(_ source: [UInt8], hidesNotes: Bool = true) {
    var copy = source
    if copy.starts(with: [0xEF, 0xBB, 0xBF]) {
      for offset in 0..<3 { copy[offset] = 0 }
    }
    Self.eraseInvisible(from: &copy)
    var none: [UInt8] = []
    omissions = hidesNotes ? Omissions(erasedFrom: &copy) : Omissions(erasedFrom: &none)
    if copy.last == 0x1A { copy[copy.count - 1] = 0 }

    var rows: [Row] = []
    var bytes: [UInt8] = []
    bytes.reserveCapacity(copy.count)
    rows.reserveCapacity(copy.count / 32)
    var start = 0
    var index = 0
    while index < copy.count {
      let byte = copy[index]
      index += 1
      guard byte.isLineEnd else { continue }
      rows.append(Row(copy, start..<index - 1, into: &bytes))
      if byte == .carriageReturn, index < copy.count, copy[index] == .lineFeed { index += 1 }
      start = index
    }
    if start < copy.count { rows.append(Row(copy, start..<copy.count, into: &bytes)) }
    self.rows = rows
    self.bytes = bytes
  }

  /// Overwrites invisible characters: marks of direction, of where a word may break, and of the byte order.
  private static func eraseInvisible(from bytes: inout [UInt8]) {
    for index in bytes.indices where bytes[index] >= 0xC2 {
      let width = InvisibleCharacters.width(at: index, in: bytes)
      for offset in 0..<width { bytes[index + offset] = 0 }
    }
  }

  /// The text of `row`, without white space at its ends.
  func text(_ row: Row) -> String { String(decoding: bytes[row.content], as: UTF8.self) }
  /// The bytes of that.
  func content(_ row: Row) -> ArraySlice<UInt8> { bytes[row.content] }
}

extension Page.Row {
  fileprivate init(_ source: [UInt8], _ range: Range<Int>, into bytes: inout [UInt8]) {
    let from = bytes.count
    var erased = false
    var first: Int?
    for index in range {
      let byte = source[index]
      if byte == 0 {
        erased = true
      } else {
        if first == nil, !byte.isBlank { first = index }
        bytes.append(byte)
      }
    }
    var start = from
    var columns = 0
    while start < bytes.count {
      let width = bytes.blankWidth(at: start)
      if width == 0 { break }
      columns += bytes[start] == .tab ? 4 : 1
      start += width
    }
    var end = bytes.count
    while end > start {
      let width = bytes.blankWidth(before: end, from: start)
      if width == 0 { break }
      end -= width
    }
    let kind: Kind =
      start < end ? .text : erased ? .vanished : columns >= 2 ? .spaces : .blank
    self.init(
      kind: kind, source: range, textStart: first ?? range.lowerBound, content: start..<end,
      indent: columns,
      endsInSpaces: range.count >= 2 && source[range.upperBound - 1] == .space
        && source[range.upperBound - 2] == .space, endsInSpace: end < bytes.count)
  }
}

extension [UInt8] {
  /// How many bytes the blank at `index` has; 0 if none stands there.
  ///
  /// The blanks of print and of East Asian keyboards (U+00A0, U+3000) are some.
  fileprivate func blankWidth(at index: Int) -> Int {
    let byte = self[index]
    if byte.isBlank { return 1 }
    if byte == 0xC2, index + 1 < count, self[index + 1] == 0xA0 { return 2 }
    if byte == 0xE3, index + 2 < count, self[index + 1] == 0x80, self[index + 2] == 0x80 {
      return 3
    }
    return 0
  }

  /// The same for the blank that ends at `end`.
  fileprivate func blankWidth(before end: Int, from start: Int) -> Int {
    if self[end - 1].isBlank { return 1 }
    for width in [2, 3] where end - width >= start && blankWidth(at: end - width) == width {
      return width
    }
    return 0
  }
}

extension UInt8 {
  static let tab: UInt8 = 9
  static let lineFeed: UInt8 = 10
  static let carriageReturn: UInt8 = 13
  static let space: UInt8 = 32

  /// Space, tab, or the form feed and vertical tab that old printers left.
  var isBlank: Bool { self == .space || self == .tab || self == 11 || self == 12 }
  var isLineEnd: Bool { self == .lineFeed || self == .carriageReturn }
}
