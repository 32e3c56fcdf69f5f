/// Layouts in which only a gap, a cell or the end of the row divides the name from the words.
extension HeadScanner {
  mutating func takesBlanks() -> Bool {
    if let after = emphasized() {
      guard innerStop == nil else { return false }
      let next = skippingBlanks(after)
      guard next < end, next > after else { return false }
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
        // A time alone is not speech: `Speaker 1  00:05`.
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
      // `ANNA - Words` beside `BEN Words`.
      if nameEnd > start, Self.isDash(row, index) == wordEnd - index {
        index = skippingBlanks(wordEnd)
        break
      }
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

  /// A name by itself, or with a stop, a direction or a time after it.
  mutating func takesAlone() -> Bool {
    isAlone = true
    guard row.count <= 200 else { return false }
    if let after = emphasized() {
      let next = skippingBlanks(after)
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
      // No sentence ends like this.
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
      let after = trimmed(line[line.index(after: comma)...])
      if let first = after.unicodeScalars.first, first.properties.isLowercase || first == "_" {
        // `ANNA, laughing.`
        direction = [after.filter { $0 != "_" && $0 != "." }, direction].compactMap(\.self)
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
