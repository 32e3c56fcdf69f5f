/// Layouts with a sign between the name and the words.
extension HeadScanner {
  mutating func takesColon() -> Bool {
    if let after = emphasized() {
      let next = skippingBlanks(after)
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

  static func isColon(_ row: ArraySlice<UInt8>, _ index: Int) -> Int {
    if row[index] == UInt8(ascii: ":") { return 1 }
    if row[index] == 0xEF, index + 2 < row.endIndex, row[index + 1] == 0xBC,
      row[index + 2] == 0x9A
    {
      return 3
    }
    return 0
  }

  mutating func takesPeriod() -> Bool {
    if let after = emphasized() {
      let next = skippingBlanks(after)
      if innerStop == UInt8(ascii: ".") {
        guard
          next >= end || next > after || row[next] == UInt8(ascii: "(")
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

  /// Whether the period at `index` ends an abbreviation and not the name: `DR. WATSON.`, `M. Cic.`, `1. Gent.`.
  private func isAbbreviated(at index: Int) -> Bool {
    var from = index
    while from > start, !row[from - 1].isBlank, row[from - 1] != UInt8(ascii: ".") { from -= 1 }
    let word = string(from..<index)
    let rest = row[(index + 1)...]
    guard let next = rest.first, next.isBlank || next >= 0x41 else { return false }
    let key = word.uppercased()
    let after = rest.drop { $0.isBlank }
    let nextWord = String(decoding: after.prefix { !$0.isBlank }, as: UTF8.self)
    let isTitle = StageName.titles.contains(key)
    // `FR. Good morrow.`: a title in capitals goes on in capitals.
    if isTitle, word == key, key.count > 1 { return StageName.isCapital(nextWord) }
    // Two blanks are a gap, and the end of a name: `Gen.  Who goes there?`.
    guard rest.prefix(while: { $0.isBlank }).count < 2 else { return false }
    if isTitle { return true }
    if from == start, abbreviations.words.contains(key) {
      return HeadAbbreviations.abbreviated(after) != nil
    }
    if from == start, key.count < 3, key.allSatisfy(\.isWholeNumber) {
      return nextWord.first?.isUppercase == true
    }
    return key.count == 1 && key.first!.isLetter && (from > start || next >= 0x41)
  }

  mutating func takesDash() -> Bool {
    if let after = emphasized() {
      return takesBracketAndStop(from: skippingBlanks(after), stop: { Self.isDash($0, $1) })
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
  static func isDash(_ row: ArraySlice<UInt8>, _ index: Int) -> Int {
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
}
