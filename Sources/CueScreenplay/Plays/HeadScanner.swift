/// Finds where a name at the start of a row ends: what all layouts share.
///
/// The extensions find the end of the name in one layout each.
struct HeadScanner {
  let row: ArraySlice<UInt8>
  let text: String
  var name = ""
  var direction: String?
  var rest: Substring = ""
  var isEmphasized = false
  var isAlone = false
  /// The stop that the marks of emphasis enclose.
  var innerStop: UInt8?

  let abbreviations: HeadAbbreviations

  init(
    _ row: ArraySlice<UInt8>, _ text: String, _ abbreviations: HeadAbbreviations = .none
  ) {
    self.row = row
    self.text = text
    self.abbreviations = abbreviations
  }

  var start: Int { row.startIndex }
  var end: Int { row.endIndex }

  func string(_ range: Range<Int>) -> String {
    String(decoding: row[range], as: UTF8.self)
  }
  mutating func keepRest(from index: Int) {
    rest = string(min(index, end)..<end)[...]
  }

  func skippingBlanks(_ index: Int) -> Int {
    var index = index
    while index < end, row[index].isBlank { index += 1 }
    return index
  }

  /// A head in marks of emphasis, `_Mrs. Peachum._` or `**Anna:**`; what follows the marks.
  mutating func emphasized() -> Int? {
    guard let mark = row.first, mark == UInt8(ascii: "_") || mark == UInt8(ascii: "*") else {
      return nil
    }
    var from = start
    while from < end, row[from] == mark { from += 1 }
    var close = from
    let limit = min(end, from + CueRow.longestHead)
    while close < limit, row[close] != mark { close += 1 }
    guard close < limit, close > from else { return nil }
    var after = close
    while after < end, row[after] == mark { after += 1 }
    var inner = string(from..<close)
    while let last = inner.last, last == " " { inner.removeLast() }
    if let last = inner.utf8.last,
      [UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "-")].contains(last)
    {
      innerStop = last
      // The period of an abbreviation stays: `_M. Cic._`.
      inner.removeLast()
    }
    // `_Anna (laughing)._`
    if let open = inner.firstIndex(where: { $0 == "(" || $0 == "[" || $0 == "," }) {
      direction = inner[inner.index(after: open)...].filter { !"()[]".contains($0) }
      inner = String(inner[..<open])
    }
    name = inner
    isEmphasized = true
    return after
  }

  /// A bracket at `index`, or none, and the stop after it.
  mutating func takesBracketAndStop(
    from index: Int, stop: (ArraySlice<UInt8>, Int) -> Int
  ) -> Bool {
    var index = index
    while index < end, row[index] == UInt8(ascii: "(") || row[index] == UInt8(ascii: "[") {
      guard let close = closing(index) else { return false }
      let inner = string(index + 1..<close)
      direction = direction.map { $0 + ", " + inner } ?? inner
      index = skippingBlanks(close + 1)
    }
    guard index < end else { return false }
    let width = stop(row, index)
    guard width > 0 else { return false }
    keepRest(from: index + width)
    return true
  }

  func closing(_ open: Int) -> Int? {
    let (left, right) =
      row[open] == UInt8(ascii: "(")
      ? (UInt8(ascii: "("), UInt8(ascii: ")")) : (UInt8(ascii: "["), UInt8(ascii: "]"))
    var depth = 0
    for index in open..<min(end, open + 200) {
      if row[index] == left { depth += 1 }
      if row[index] == right {
        depth -= 1
        if depth == 0 { return index }
      }
    }
    return nil
  }

  mutating func takeName(upTo index: Int) { name = string(start..<index) }

  /// `ANNA, laughing`: what follows the comma in small letters directs; else it names more people.
  mutating func takeNameAndComma(_ comma: Int?, upTo index: Int) {
    guard let comma else { return takeName(upTo: index) }
    let after = string(comma + 1..<index)
    let inner = trimmed(after.filter { !"()[]_*".contains($0) }[...])
    if let first = inner.unicodeScalars.first, first.properties.isLowercase {
      takeName(upTo: comma)
      direction = String(inner)
    } else {
      name = string(start..<index)
    }
  }

  func skippingDashes(_ index: Int) -> Int {
    var index = index
    while index < end {
      if row[index] == UInt8(ascii: "-") {
        index += 1
      } else if row[index] == 0xE2, index + 2 < end, row[index + 1] == 0x80,
        row[index + 2] == 0x93 || row[index + 2] == 0x94
      {
        index += 3
      } else {
        break
      }
    }
    return index
  }
}
