/// A script's text cut into lines, with what is never shown already taken out.
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
    let source: Range<Int>
    /// The text without white space at its ends.
    let text: String
    /// Whether two spaces end it, which says "not a cue".
    let endsInSpaces: Bool
    /// Columns of white space before the text; a tab counts 4.
    let indent: Int

    var isText: Bool { kind == .text }
  }

  let rows: [Row]

  init(_ source: [UInt8]) throws(ScriptError) {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: source.span)
    } catch {
      throw .notUTF8(byteOffset: error.byteOffsets.lowerBound)
    }
    if let offset = source.firstIndex(of: 0) { throw .zeroByte(byteOffset: offset) }

    var bytes = source
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      for offset in 0..<3 { bytes[offset] = 0 }
    }
    Omissions.erase(from: &bytes)
    rows = Self.rows(of: bytes)
  }

  private static func rows(of bytes: [UInt8]) -> [Row] {
    var rows: [Row] = []
    var start = 0
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      guard byte == .lineFeed || byte == .carriageReturn else { continue }
      rows.append(Row(bytes[start..<index - 1]))
      if byte == .carriageReturn, index < bytes.count, bytes[index] == .lineFeed { index += 1 }
      start = index
    }
    if start < bytes.count { rows.append(Row(bytes[start...])) }
    return rows
  }
}

extension Page.Row {
  fileprivate init(_ bytes: ArraySlice<UInt8>) {
    source = bytes.startIndex..<bytes.endIndex
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count)
    for byte in bytes where byte != 0 { kept.append(byte) }

    var first = 0
    var columns = 0
    while first < kept.count, kept[first].isBlank {
      columns += kept[first] == .tab ? 4 : 1
      first += 1
    }
    indent = columns
    var last = kept.count
    while last > first, kept[last - 1].isBlank { last -= 1 }
    endsInSpaces = bytes.suffix(2).elementsEqual([.space, .space])
    text = String(decoding: kept[first..<last], as: UTF8.self)

    if first < last {
      kind = .text
    } else if kept.count < bytes.count {
      kind = .vanished
    } else {
      kind = kept.count >= 2 ? .spaces : .blank
    }
  }
}

extension UInt8 {
  static let tab: UInt8 = 9
  static let lineFeed: UInt8 = 10
  static let carriageReturn: UInt8 = 13
  static let space: UInt8 = 32

  /// Space, tab, or the form feed and vertical tab that old printers left behind.
  var isBlank: Bool { self == .space || self == .tab || self == 11 || self == 12 }
}
