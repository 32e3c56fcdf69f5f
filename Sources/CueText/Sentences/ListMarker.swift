/// The marker of an item of a list: `1.`, `2)`, `3.)`, `(4)`, `b.`, `•`.
struct ListMarker: Equatable {
  enum Form: Equatable {
    case bullet(Unicode.Scalar)
    case number(opens: Bool, closes: String)
    case letter(opens: Bool, closes: String)
  }

  let form: Form
  /// Its place in the list; a bullet has none.
  let value: Int
  /// The place after it, blanks included.
  let end: Int

  /// The marker that begins at `index`.
  init?(_ text: TextScalars, at index: Int) {
    if text[index].isBullet {
      var end = index + 1
      while end < text.count, text.scalars[end].isBlank { end += 1 }
      self.init(form: .bullet(text[index]), value: 0, end: end)
      return
    }
    var at = index
    let opens = text[at] == "("
    if opens { at += 1 }
    let first = at
    var number = 0
    while text[at].isDigit, at - first < 3 {
      number = number * 10 + Int(text[at].value - 0x30)
      at += 1
    }
    let isNumber = at > first
    if !isNumber {
      guard (0x61...0x7a).contains(text[at].value) else { return nil }
      number = Int(text[at].value) - 0x60
      at += 1
    }
    var closes = ""
    while closes.utf8.count < 2, text[at] == "." || text[at] == ")" {
      closes.unicodeScalars.append(text[at])
      at += 1
    }
    guard closes == ")" || (!opens && (closes == "." || closes == ".)")),
      at < text.count, text[at].isBlank
    else { return nil }
    while at < text.count, text.scalars[at].isBlank { at += 1 }
    self.init(
      form: isNumber
        ? .number(opens: opens, closes: closes) : .letter(opens: opens, closes: closes),
      value: number, end: at)
  }

  private init(form: Form, value: Int, end: Int) {
    self.form = form
    self.value = value
    self.end = end
  }

  /// Whether an item begins at `index`, dashes and stars at the front of a line included.
  static func begins(_ text: TextScalars, at index: Int) -> Bool {
    if text[index].isDash || text[index] == "*" || text[index] == "+" {
      return text[index + 1].isBlank
    }
    return ListMarker(text, at: index) != nil
  }

  /// Where the first marker stands: at the front, or after the colon that announces the list.
  private static func front(in content: Range<Int>, of text: TextScalars) -> Int? {
    if ListMarker(text, at: content.lowerBound) != nil { return content.lowerBound }
    for at in content where text[at] == ":" && text[at + 1].isBlank {
      var front = at + 1
      while front < content.upperBound, text[front].isBlank { front += 1 }
      if let marker = ListMarker(text, at: front), marker.form != .bullet(text[front]),
        marker.value == 1
      {
        return front
      }
    }
    return nil
  }

  /// The next Roman number, as ii after i.
  private func nextRoman(_ text: TextScalars, at index: Int) -> ListMarker? {
    guard case .letter(let opens, let closes) = form else { return nil }
    let romans = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"]
    // `i` is the ninth letter.
    let count = value == 9 ? 1 : value - ListMarker.romans
    guard count > 0, count < romans.count else { return nil }
    let written = Array(((opens ? "(" : "") + romans[count] + closes).unicodeScalars)
    guard written.indices.allSatisfy({ text[index + $0] == written[$0] }),
      text[index + written.count].isBlank
    else { return nil }
    return ListMarker(
      form: form, value: ListMarker.romans + count + 1, end: index + written.count + 1)
  }

  /// Where the sign stands that closes a Roman marker of two letters or more, as the period after iii does.
  static func romanEnd(_ text: TextScalars, at index: Int) -> Int? {
    var at = text[index] == "(" ? index + 1 : index
    let first = at
    while at < text.count, "ivx".unicodeScalars.contains(text.scalars[at]), at - first < 5 {
      at += 1
    }
    return at - first > 1 && (text[at] == "." || text[at] == ")") ? at : nil
  }

  /// The values of Roman numbers begin after this one, beyond those of letters.
  private static let romans = 100

  /// Where the items after the first one begin in a paragraph that is a list in one line.
  ///
  /// `hasOrdinals`: a number with a point may be an ordinal, so an item begins with a capital.
  static func itemStarts(
    _ text: TextScalars, in paragraph: Range<Int>, hasOrdinals: Bool
  ) -> [Int] {
    let content = text.trimmed(paragraph)
    guard let front = front(in: content, of: text), var last = ListMarker(text, at: front) else {
      return []
    }
    var starts: [Int] = []
    var at = last.end
    while at < content.upperBound {
      defer { at += 1 }
      guard text[at - 1].isBlank,
        let next = last.nextRoman(text, at: at) ?? ListMarker(text, at: at),
        next.form == last.form
      else { continue }
      if case .bullet = next.form {
        starts.append(at)
        continue
      }
      guard next.value == last.value + 1 || (last.value == 9 && next.value == romans + 2),
        next.end < content.upperBound,
        !hasOrdinals || text[next.end].isUpper
      else { continue }
      starts.append(at)
      last = next
    }
    // The words that announce a list are a sentence by themselves.
    if !starts.isEmpty, front > content.lowerBound { starts.insert(front, at: 0) }
    return starts
  }
}
