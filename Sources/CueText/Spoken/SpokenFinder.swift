/// Finds what is not said as written, and the words for it.
struct SpokenFinder {
  /// A stretch of scalars, and what is said for it.
  struct Found: Equatable {
    var range: Range<Int>
    var words: String
  }

  let text: TextScalars
  let language: SpokenLanguage?
  private(set) var numbers: SpokenNumbers?
  private(set) var marks: SpokenMarks
  private(set) var addresses: SpokenAddress?

  init(_ text: TextScalars, language tag: String) {
    self.text = text
    language = SpokenLanguage.of(tag)
    numbers = language.map { SpokenNumbers(text: text, language: $0) }
    marks = SpokenMarks(text: text)
    addresses = language.map { SpokenAddress(text: text, language: $0) }
  }

  /// All of them, in order, none within another.
  mutating func all() -> [Found] {
    var found: [Found] = []
    var at = 0
    while at < text.count {
      if let next = find(at) {
        found.append(apart(next, from: found.last))
        at = max(next.range.upperBound, at + 1)
      } else {
        at += 1
      }
    }
    return found
  }

  private mutating func find(_ at: Int) -> Found? {
    let scalar = text.scalars[at]
    if !scalar.isLetter && !scalar.isDigit {
      if var mark = marks.find(at) {
        // `&amp;` is a sign.
        if mark.words == "&", let language { mark.words = language.word("&") }
        return mark
      }
    }
    let isStart = at == 0 || !isOfWord(text.scalars[at - 1])
    if let language {
      if isStart, let address = addresses?.find(at) {
        return address
      }
      // A number next to a currency or percent sign belongs to that: `x$3.50`.
      if isStart, WholeToken(text: text).startsAt(at), let number = numbers?.find(at) {
        return number
      }
      if isStart, let sign = SpokenSigns(text: text, language: language).number(at) { return sign }
      if isStart, !language.saysOnlyAmounts,
        let roman = RomanNumbers(text: text, language: language).find(at)
      {
        return roman
      }
    }
    if scalar.isLetter || scalar.isDigit || scalar.isBlank { return nil }
    return SpokenSigns(text: text, language: language).find(at)
  }

  /// Adds a blank if the words would touch a letter, or the words found before.
  private func apart(_ found: Found, from last: Found?) -> Found {
    var found = found
    if let last, last.range.upperBound == found.range.lowerBound,
      last.words.unicodeScalars.last?.isLetter == true,
      found.words.unicodeScalars.first?.isLetter == true
    {
      found.words = " " + found.words
    }
    guard let first = found.words.unicodeScalars.first, let last = found.words.unicodeScalars.last
    else { return found }
    if first.isLetter, found.range.lowerBound > 0, isOfWord(text[found.range.lowerBound - 1]) {
      found.words = " " + found.words
    }
    if last.isLetter, found.range.upperBound < text.count, isOfWord(text[found.range.upperBound]) {
      found.words += " "
    }
    return found
  }

  private func isOfWord(_ scalar: Unicode.Scalar) -> Bool { scalar.isLetter || scalar.isDigit }
}
