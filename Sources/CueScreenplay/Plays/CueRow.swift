/// A row that opens with who speaks, as one layout has it.
///
/// Only the look of the row is judged here; whether somebody of that name speaks is judged by ``PlayEvidence``.
struct CueRow {
  /// How a name stands out from other words.
  enum Style: Hashable {
    case capitals, emphasized, mixed
  }

  /// As it is written, without marks.
  let name: String
  /// As it is counted.
  let key: String
  private(set) var style: Style
  /// What stands in brackets or after a comma behind the name, where the row ends it.
  let direction: String?
  /// What follows on the row; it may open with a bracket that directs.
  let words: String

  /// Whether nothing but the name and a direction stands on the row.
  var isAlone: Bool {
    guard !words.isEmpty else { return true }
    guard let bracket = Bracket(opening: words) else { return false }
    var open = bracket
    return open.isClosed(by: words) && open.closesAtEnd(of: words)
  }

  /// The same, as a name that its place sets off from other words.
  func setOff() -> CueRow {
    var row = self
    if row.style == .mixed { row.style = .emphasized }
    return row
  }

  /// Bytes of a name with its stop, brackets not counted.
  private static let longestHead = 64

  /// Reads `row` as the first row of a speech in `layout`; nil if it does not look like one.
  init?(_ row: ArraySlice<UInt8>, _ layout: ScriptLayout) {
    guard let first = row.first, Self.mayOpen(first) else { return nil }
    let text = String(decoding: row, as: UTF8.self)
    var scanner = HeadScanner(row, text)
    let isScanned =
      switch layout {
      case .colon: scanner.takesColon()
      case .period: scanner.takesPeriod()
      case .dash: scanner.takesDash()
      case .blanks: scanner.takesBlanks()
      case .capitals: scanner.takesCapitals()
      case .table: scanner.takesCells()
      case .above, .spaced: scanner.takesAlone()
      case .columns, .fountain: false
      }
    guard isScanned else { return nil }
    self.init(scanner)
  }

  /// Reads `row` as a name by itself, as every layout has one now and then.
  init?(alone row: ArraySlice<UInt8>) {
    guard let first = row.first, Self.mayOpen(first), row.count <= 200 else { return nil }
    var scanner = HeadScanner(row, String(decoding: row, as: UTF8.self))
    guard scanner.takesAlone() else { return nil }
    self.init(scanner)
  }

  private init?(_ scanner: HeadScanner) {
    guard let whole = StageName.cleaned(scanner.name) else { return nil }
    // `Princess sings` alone on its row is the princess; `Iuris con.` is an abbreviation.
    let (name, manner) =
      scanner.isAlone && scanner.isEmphasized ? StageName.parted(whole) : (whole, nil)
    self.name = name
    key = StageName.key(of: name)
    style =
      scanner.isEmphasized ? .emphasized : StageName.isCapital(name) ? .capitals : .mixed
    let directions = [manner, scanner.direction.map { String(trimmed($0[...])) }].compactMap(\.self)
      .filter { !$0.isEmpty }
    direction = directions.isEmpty ? nil : directions.joined(separator: ", ")
    words = String(trimmed(scanner.rest))
  }

  private static func mayOpen(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80..., UInt8(ascii: "_"), UInt8(ascii: "*"),
      UInt8(ascii: "|"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  /// Finds where a name ends.
  private struct HeadScanner {
    private let row: ArraySlice<UInt8>
    private let text: String
    private(set) var name = ""
    private(set) var direction: String?
    private(set) var rest: Substring = ""
    private(set) var isEmphasized = false
    private(set) var isAlone = false
    /// The stop that the marks of emphasis enclose.
    private var innerStop: UInt8?

    init(_ row: ArraySlice<UInt8>, _ text: String) {
      self.row = row
      self.text = text
    }

    private var start: Int { row.startIndex }
    private var end: Int { row.endIndex }

    private func string(_ range: Range<Int>) -> String {
      String(decoding: row[range], as: UTF8.self)
    }
    private mutating func keepRest(from index: Int) {
      rest = string(min(index, end)..<end)[...]
    }

    private func skippingBlanks(_ index: Int) -> Int {
      var index = index
      while index < end, row[index].isBlank { index += 1 }
      return index
    }

    /// A head in marks of emphasis, `_Mrs. Peachum._` or `**Anna:**`; what follows the marks.
    private mutating func emphasized() -> Int? {
      guard let mark = row.first, mark == UInt8(ascii: "_") || mark == UInt8(ascii: "*") else {
        return nil
      }
      var from = start
      while from < end, row[from] == mark { from += 1 }
      var close = from
      let limit = min(end, from + CueRow.longestHead)
      while close < limit, row[close] != mark { close += 1 }
      guard close < limit, close > from else { return nil }
      var behind = close
      while behind < end, row[behind] == mark { behind += 1 }
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
      return behind
    }

    mutating func takesColon() -> Bool {
      if let behind = emphasized() {
        let next = skippingBlanks(behind)
        if innerStop == UInt8(ascii: ":") {
          keepRest(from: next)
          return true
        }
        return takesBracketAndStop(from: next, stop: { Self.isColon($0, $1) })
      }
      var index = start
      var count = 0
      while index < end, count < CueRow.longestHead {
        let byte = row[index]
        if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") {
          name = string(start..<index)
          return takesBracketAndStop(from: index, stop: { Self.isColon($0, $1) })
        }
        let width = Self.isColon(row, index)
        if width > 0 {
          let next = index + width
          guard
            width > 1 || next >= end || row[next].isBlank || row[next] >= 0x80
              || "_*\"'([".utf8.contains(row[next])
          else { return false }
          takeName(upTo: index)
          keepRest(from: next)
          return true
        }
        index += 1
        count += 1
      }
      return false
    }

    private static func isColon(_ row: ArraySlice<UInt8>, _ index: Int) -> Int {
      if row[index] == UInt8(ascii: ":") { return 1 }
      if row[index] == 0xEF, index + 2 < row.endIndex, row[index + 1] == 0xBC,
        row[index + 2] == 0x9A
      {
        return 3
      }
      return 0
    }

    /// A bracket at `index`, or none, and the stop behind it.
    private mutating func takesBracketAndStop(
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

    private func closing(_ open: Int) -> Int? {
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

    mutating func takesPeriod() -> Bool {
      if let behind = emphasized() {
        let next = skippingBlanks(behind)
        if innerStop == UInt8(ascii: ".") {
          guard
            next >= end || next > behind || row[next] == UInt8(ascii: "(")
              || row[next] == UInt8(ascii: "[")
          else { return false }
          keepRest(from: next)
          return true
        }
        if next < end, row[next] == UInt8(ascii: "(") || row[next] == UInt8(ascii: "[") {
          keepRest(from: next)
          return true
        }
        if next < end, row[next] == UInt8(ascii: "."), innerStop == nil {
          keepRest(from: next + 1)
          return true
        }
        return false
      }
      var index = start
      var comma: Int?
      let limit = min(end, start + CueRow.longestHead)
      while index < limit {
        let byte = row[index]
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: "["):
          // `MRS. HILL [to Freddy] words`: what the bracket holds may go on over rows.
          takeName(upTo: comma ?? index)
          guard comma == nil, index > start, row[index - 1].isBlank, StageName.isCapital(name)
          else { return false }
          keepRest(from: index)
          return true
        case UInt8(ascii: ","):
          if comma == nil { comma = index }
        case UInt8(ascii: "."):
          guard !isAbbreviated(at: index) else { break }
          let next = index + 1
          guard
            next >= end || row[next].isBlank || "-[(_*\"".utf8.contains(row[next])
              || row[next] == 0xE2
          else { return false }
          takeNameAndComma(comma, upTo: index)
          var from = skippingBlanks(next)
          // `ANNA.- words`, `ANNA. - words`, `ANNA.--words`.
          from = skippingBlanks(skippingDashes(from))
          keepRest(from: from)
          return true
        case UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: ";"), UInt8(ascii: ":"),
          UInt8(ascii: "\""):
          return false
        default: break
        }
        index += 1
      }
      return false
    }

    private mutating func takeName(upTo index: Int) { name = string(start..<index) }

    /// `ANNA, laughing`: what follows the comma in small letters directs; else it names more people.
    private mutating func takeNameAndComma(_ comma: Int?, upTo index: Int) {
      guard let comma else { return takeName(upTo: index) }
      let behind = string(comma + 1..<index)
      let inner = trimmed(behind.filter { !"()[]_*".contains($0) }[...])
      if let first = inner.unicodeScalars.first, first.properties.isLowercase {
        takeName(upTo: comma)
        direction = String(inner)
      } else {
        name = string(start..<index)
      }
    }

    /// Whether the period at `index` ends an abbreviation and not the name: `DR. WATSON.`, `M. Cic.`.
    private func isAbbreviated(at index: Int) -> Bool {
      var from = index
      while from > start, !row[from - 1].isBlank, row[from - 1] != UInt8(ascii: ".") { from -= 1 }
      let word = string(from..<index).uppercased()
      guard index + 1 < end else { return false }
      if StageName.titles.contains(word) { return row[index + 1].isBlank || row[index + 1] >= 0x41 }
      return word.count == 1 && word.first!.isLetter && (from > start || row[index + 1] >= 0x41)
    }

    private func skippingDashes(_ index: Int) -> Int {
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

    mutating func takesDash() -> Bool {
      if let behind = emphasized() {
        return takesBracketAndStop(from: skippingBlanks(behind), stop: { Self.isDash($0, $1) })
      }
      var index = start + 1
      let limit = min(end, start + CueRow.longestHead)
      while index < limit {
        let byte = row[index]
        if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") {
          takeName(upTo: index)
          return takesBracketAndStop(from: index, stop: { Self.isDash($0, $1) })
        }
        if ".!?:;\"".utf8.contains(byte) { return false }
        let isSet = row[index - 1].isBlank
        let width = Self.isDash(row, index)
        if width > 0, isSet || width > 1 {
          let next = index + width
          // A hyphen stands between blanks.
          guard width > 1 || (next < end && row[next].isBlank) else { return false }
          takeName(upTo: index)
          keepRest(from: skippingBlanks(next))
          // `PEGEEN -- [slowly] -- Six yards.`
          return true
        }
        index += 1
      }
      return false
    }

    /// How wide the dash at `index` is.
    private static func isDash(_ row: ArraySlice<UInt8>, _ index: Int) -> Int {
      var next = index
      while next < row.endIndex {
        if row[next] == UInt8(ascii: "-") {
          next += 1
        } else if row[next] == 0xE2, next + 2 < row.endIndex, row[next + 1] == 0x80,
          row[next + 2] == 0x93 || row[next + 2] == 0x94
        {
          next += 3
        } else {
          break
        }
      }
      return next - index
    }

    mutating func takesBlanks() -> Bool {
      if let behind = emphasized() {
        guard innerStop == nil else { return false }
        let next = skippingBlanks(behind)
        guard next < end, next > behind else { return false }
        keepRest(from: next)
        return true
      }
      var index = start
      var comma: Int?
      let limit = min(end, start + CueRow.longestHead)
      while index < limit {
        let byte = row[index]
        if byte == .tab || (byte == .space && index + 1 < end && row[index + 1].isBlank) {
          takeNameAndComma(comma, upTo: index)
          guard let last = name.last, !".!?:;,".contains(last) || StageName.endsAbbreviated(name)
          else { return false }
          keepRest(from: skippingBlanks(index))
          // A time alone is no speech: `Speaker 1  00:05`.
          guard rest.contains(where: \.isLetter) || !rest.contains(":") else { return false }
          return true
        }
        if byte == UInt8(ascii: ",") { comma = comma ?? index }
        if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") {
          guard let close = closing(index), close + 2 < end, row[close + 1].isBlank else {
            return false
          }
          takeName(upTo: comma ?? index)
          guard StageName.isCapital(name) else { return false }
          keepRest(from: index)
          return true
        }
        if "!?:;\"".utf8.contains(byte) { return false }
        index += 1
      }
      return false
    }

    /// `PROSPERO But are they safe?`: words in capitals up to one that is said.
    mutating func takesCapitals() -> Bool {
      var index = start
      var nameEnd = start
      while index < end, index - start < CueRow.longestHead {
        var wordEnd = index
        while wordEnd < end, !row[wordEnd].isBlank { wordEnd += 1 }
        let hasComma = row[wordEnd - 1] == UInt8(ascii: ",")
        let bare = hasComma ? wordEnd - 1 : wordEnd
        guard StageName.isWord(string(index..<bare), isFirst: index == start) else { break }
        nameEnd = bare
        index = skippingBlanks(wordEnd)
        // `BERTRAM, [aside] Words`: only a direction follows a comma.
        if hasComma {
          guard index < end, row[index] == UInt8(ascii: "[") || row[index] == UInt8(ascii: "(")
          else { return false }
          break
        }
      }
      guard nameEnd > start, index < end, StageName.isBeforeWords(string(index..<end)) else {
        return false
      }
      takeName(upTo: nameEnd)
      keepRest(from: index)
      return true
    }

    /// Takes a row of a table, such as `| Anna | Good evening. |`.
    mutating func takesCells() -> Bool {
      guard row.first == UInt8(ascii: "|") else { return false }
      var cells = text.split(separator: "|").map { String(trimmed($0)) }
      // A number or a time of its own.
      while let first = cells.first, !first.contains(where: \.isLetter), cells.count > 2 {
        cells.removeFirst()
      }
      guard cells.count >= 2, let last = cells.last else { return false }
      name = cells[0].filter { $0 != "*" && $0 != "_" }
      if name.last == ":" || name.last == "." { name.removeLast() }
      isEmphasized = true
      rest = last[...]
      return !name.isEmpty && !last.isEmpty && !last.allSatisfy { "-:".contains($0) }
    }

    /// A name by itself, with a stop, a direction or a time behind it.
    mutating func takesAlone() -> Bool {
      isAlone = true
      guard row.count <= 200 else { return false }
      if let behind = emphasized() {
        let next = skippingBlanks(behind)
        guard next < end else { return true }
        if row[next] == UInt8(ascii: "(") || row[next] == UInt8(ascii: "[") {
          guard let close = closing(next) else { return false }
          guard string(close + 1..<end).allSatisfy({ ".,: ".contains($0) }) else { return false }
          direction = string(next + 1..<close)
          return true
        }
        return string(next..<end).allSatisfy { ".,: ".contains($0) }
      }
      var line = text
      if let time = StageName.timeSuffix(of: line) {
        // No sentence ends so.
        line = String(time.head)
        isEmphasized = true
      }
      if let open = line.firstIndex(where: { $0 == "(" || $0 == "[" }) {
        let inner = line[line.index(after: open)...]
        var tail = inner[...]
        while let last = tail.last, ".,: ".contains(last) { tail.removeLast() }
        guard tail.last == ")" || tail.last == "]" else {
          return false
        }
        direction = tail.filter { !"()[]".contains($0) }
        line = String(line[..<open])
      }
      while let last = line.last, last == " " || last == ":" || last == "," || last == "：" {
        line.removeLast()
      }
      if let comma = line.firstIndex(of: ",") {
        let behind = trimmed(line[line.index(after: comma)...])
        if let first = behind.unicodeScalars.first, first.properties.isLowercase || first == "_" {
          // `ANNA, laughing.`
          direction = [behind.filter { $0 != "_" && $0 != "." }, direction].compactMap(\.self)
            .joined(separator: ", ")
          line = String(line[..<comma])
        }
      }
      if line.last == "." { line.removeLast() }
      // `ANNA.-`
      while let last = line.last, "-–— .".contains(last) { line.removeLast() }
      name = line
      return !name.isEmpty
    }
  }
}
