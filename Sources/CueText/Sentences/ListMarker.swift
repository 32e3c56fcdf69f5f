/// What stands before an item of a list: `1.`, `2)`, `3.)`, `(4)`, `b.`, `•`.
struct ListMarker: Equatable {
  enum Form: Equatable {
    case bullet(Unicode.Scalar)
    case number(opens: Bool, closes: String)
    case letter(opens: Bool, closes: String)
  }

  let form: Form
  /// Its place in the list; a bullet has none.
  let value: Int
  /// Behind it, blanks included.
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

  /// Where the items behind the first begin in a paragraph that is a list in one line.
  ///
  /// `hasOrdinals`: a number with a point may be an ordinal, so an item begins with a capital.
  static func itemStarts(
    _ text: TextScalars, in paragraph: Range<Int>, hasOrdinals: Bool
  ) -> [Int] {
    let content = text.trimmed(paragraph)
    guard var last = ListMarker(text, at: content.lowerBound) else { return [] }
    var starts: [Int] = []
    var at = last.end
    while at < content.upperBound {
      defer { at += 1 }
      guard text[at - 1].isBlank, let next = ListMarker(text, at: at), next.form == last.form
      else { continue }
      if case .bullet = next.form {
        starts.append(at)
        continue
      }
      guard next.value == last.value + 1, next.end < content.upperBound,
        !hasOrdinals || text[next.end].isUpper
      else { continue }
      starts.append(at)
      last = next
    }
    return starts
  }
}
