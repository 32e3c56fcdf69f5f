/// Numbers as English says them.
enum EnglishNumbers {
  static let ones = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
  ]
  static let tens = [
    "", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
  ]
  static let scales: [(word: String, zeros: Int)] = [
    ("trillion", 12), ("billion", 9), ("million", 6), ("thousand", 3),
  ]

  /// 105 as "one hundred five", or "one hundred and five" with `saysAnd`; below a quadrillion.
  static func cardinal(_ number: UInt64, saysAnd: Bool = false) -> [String] {
    precondition(number < 1_000_000_000_000_000, "a number has a name below a quadrillion")
    if number < 20 { return [ones[Int(number)]] }
    if number < 100 {
      let one = Int(number % 10)
      return [tens[Int(number / 10)]] + (one == 0 ? [] : [ones[one]])
    }
    let (word, size) =
      scales.lazy.map { ($0.word, powerOfTen($0.zeros)) }.first { number >= $0.1 }
      ?? ("hundred", 100)
    let (count, rest) = number.quotientAndRemainder(dividingBy: size)
    var words = cardinal(count, saysAnd: saysAnd) + [word]
    guard rest > 0 else { return words }
    if saysAnd && rest < 100 { words.append("and") }
    return words + cardinal(rest, saysAnd: saysAnd)
  }

  /// 21 as "twenty first".
  static func ordinal(_ words: [String]) -> [String] {
    guard let last = words.last else { return [] }
    let ordinal =
      irregularOrdinals[last] ?? (last.hasSuffix("y") ? last.dropLast() + "ieth" : last + "th")
    return words.dropLast() + [ordinal]
  }

  private static let irregularOrdinals = [
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth",
    "nine": "ninth", "twelve": "twelfth",
  ]

  /// 1990 as "nineteen nineties".
  static func plural(_ words: [String]) -> [String] {
    guard let last = words.last else { return [] }
    let plural =
      last.hasSuffix("y")
      ? last.dropLast() + "ies" : last == "six" || last == "zero" ? last + "es" : last + "s"
    return words.dropLast() + [plural]
  }

  /// Each digit by itself, with `zero` for 0.
  static func digits(_ digits: some Sequence<UInt8>, zero: String = "zero") -> [String] {
    digits.map { $0 == 0 ? zero : ones[Int($0)] }
  }

  /// All that may be said for a whole number, what is said most often first.
  ///
  /// A number of four digits between 1100 and 1999, or between 2010 and 2099, is read as a year; seven digits or more,
  /// ungrouped, and those that begin with 0, digit by digit.
  ///
  /// - Parameters:
  ///   - digits: at least one, each 0 to 9
  ///   - isGrouped: whether commas separate the thousands
  /// - Returns: at least one reading of at least one word
  static func readings(of digits: [UInt8], isGrouped: Bool = false) -> [[String]] {
    let singly = [Self.digits(digits), Self.digits(digits, zero: "oh")]
    guard digits.count < 16, digits[0] > 0 || digits.count == 1 else { return unique(singly) }
    let number = digits.reduce(UInt64(0)) { $0 * 10 + UInt64($1) }
    var whole = unique([cardinal(number), cardinal(number, saysAnd: true)])
    if whole[0].count > 1, whole[0][0] == "one" {
      whole += whole.map { ["a"] + $0.dropFirst() }
    }
    if isGrouped || digits.count == 1 { return digits == [0] ? whole + [["oh"]] : whole }
    if digits.count >= 7 { return unique(singly + whole) }
    let paired = pairs(number, digits: digits.count)
    let isYear = (1100...1999).contains(number) || (2010...2099).contains(number)
    return unique(isYear ? paired + whole + singly : whole + paired + singly)
  }

  /// 1984 as "nineteen eighty four" and "nineteen hundred (and) eighty four", 520 as "five twenty".
  private static func pairs(_ number: UInt64, digits: Int) -> [[String]] {
    guard (3...4).contains(digits) else { return [] }
    let (high, low) = (cardinal(number / 100), cardinal(number % 100))
    let isRound = number % 1000 < 100
    if number % 100 == 0 { return digits == 4 && !isRound ? [high + ["hundred"]] : [] }
    var pairs = [high + (number % 100 < 10 ? ["oh"] : []) + low]
    if digits == 4, !isRound {
      pairs += [high + ["hundred"] + low, high + ["hundred", "and"] + low]
    }
    return pairs
  }

  static func unique(_ readings: [[String]]) -> [[String]] {
    var seen: Set<[String]> = []
    return readings.filter { seen.insert($0).inserted }
  }

  static func powerOfTen(_ zeros: Int) -> UInt64 {
    (0..<zeros).reduce(1) { power, _ in power * 10 }
  }
}
