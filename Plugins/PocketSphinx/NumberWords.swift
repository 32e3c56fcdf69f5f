/// Numbers, as English says them.
enum NumberWords {
  private static let ones = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
  ]
  private static let tens = [
    "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
  ]

  /// What a spoken number is made of.
  static let all = NumberNames(
    values: ones + tens, scales: ["hundred", "thousand", "million"], zeros: ["oh"],
    links: ["and", "point"], signs: ["minus"], articles: ["a"])

  /// The words for `digits`: a number of up to nine digits, and longer ones digit by digit.
  static func words(forDigits digits: String) -> [String] {
    guard digits.count <= 9, !digits.hasPrefix("0") || digits == "0", let number = Int(digits)
    else { return digits.compactMap { $0.wholeNumberValue.map { ones[$0] } } }
    return words(for: number)
  }

  private static func words(for number: Int) -> [String] {
    for (unit, name) in [(1_000_000, "million"), (1000, "thousand"), (100, "hundred")]
    where number >= unit {
      return words(for: number / unit) + [name]
        + (number % unit == 0 ? [] : words(for: number % unit))
    }
    if number < 20 { return [ones[number]] }
    return [tens[number / 10 - 2]] + (number % 10 == 0 ? [] : [ones[number % 10]])
  }
}

/// Which words make a number as people say it.
enum NumberGrammar {
  private static let teens: Set<String> = [
    "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen",
    "eighteen", "nineteen",
  ]
  private static let tens: Set<String> = [
    "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
  ]
  private static let digits: Set<String> = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
  ]

  /// Numbers that differ in their ends only: "seventeen" and "seventy".
  static let twins: [String: String] = {
    let ties = [
      "thirteen": "thirty", "fourteen": "forty", "fifteen": "fifty", "sixteen": "sixty",
      "seventeen": "seventy", "eighteen": "eighty", "nineteen": "ninety",
    ]
    return ties.merging(ties.map { ($0.value, $0.key) }) { one, _ in one }
  }()

  /// Whether `words` are a number of several words as English makes them, and no row of digits: "forty two", "nineteen ninety",
  /// "a hundred and one", "three point five".
  static func isComposed(_ words: [String]) -> Bool { words.count > 1 && isValue(words[...]) }

  private static func isValue(_ words: ArraySlice<String>) -> Bool {
    guard let first = words.first else { return false }
    if first == "minus" { return isValue(words.dropFirst()) }
    if let point = words.firstIndex(of: "point") {
      let decimals = words[(point + 1)...]
      return isValue(words[..<point]) && !decimals.isEmpty
        && decimals.allSatisfy { digits.contains($0) || ["zero", "oh"].contains($0) }
    }
    for scale in NumberWords.all.scales.reversed() {
      guard let place = words.firstIndex(of: scale) else { continue }
      var rest = words[(place + 1)...]
      if rest.first == "and" { rest = rest.dropFirst() }
      let times = words[..<place]
      return (times.elementsEqual(["a"]) || isValue(times))
        && (place + 1 == words.endIndex || isValue(rest))
    }
    switch words.count {
    case 1: return NumberWords.all.values.contains(first)
    // Forty two; twenty ten and nineteen ninety, years.
    case 2:
      let last = words[words.endIndex - 1]
      return tens.contains(first) && digits.contains(last)
        || isCentury(first) && (teens.contains(last) || tens.contains(last))
    case 3:
      return isCentury(first) && tens.contains(words[words.startIndex + 1])
        && digits.contains(words[words.endIndex - 1])
    default: return false
    }
  }

  private static func isCentury(_ word: String) -> Bool {
    teens.contains(word) || word == "twenty"
  }

  /// Whether `words` are said together: all are of `all`, and none is in an impossible place, as in "nineteen nine".
  static func isSpoken(_ words: [String], _ all: Set<String>) -> Bool {
    guard let last = words.last, words.allSatisfy(all.contains),
      !NumberWords.all.links.contains(last), !["minus", "a"].contains(last),
      !NumberWords.all.zeros.contains(words[0]), !NumberWords.all.links.contains(words[0]),
      !NumberWords.all.scales.contains(words[0])
    else { return false }
    return zip(words, words.dropFirst()).allSatisfy { word, next in
      if teens.contains(word), digits.contains(next) { return false }
      return next != "and" || NumberWords.all.scales.contains(word)
    }
  }
}
