/// Numbers as they are heard, and as they are written.
public enum NumberWords {
  /// What a recognizer should expect when it listens for a number: 29 numbers in digits, and the 29 words they consist of.
  public static let numberHints: [String] = {
    let values = Array(0...20) + Array(stride(from: 30, through: 100, by: 10))
    return values.map(String.init) + EnglishNumbers.ones + EnglishNumbers.tens.dropFirst(2)
      + ["hundred"]
  }()

  /// The number that `text` says, in digits; `text` itself where it says none.
  ///
  /// Case, blanks and punctuation at words' ends do not count, and a hyphen is a blank. Numbers are said in English words
  /// (0 to below a quadrillion, "a" or "and" where usual, "minus" or "negative" before them, "point" before decimals, which
  /// a scale may follow: "two point five million") or in the digits of any script. A bare "point" at the end gives ".0", one
  /// at the beginning "0.".
  ///
  /// Numbers below 100 that follow each other are put side by side, as years, codes and room numbers are said: "twenty
  /// twenty" is 2020, "nineteen oh five" 1905, "one two three" 123. Others that follow each other say no number.
  public static func normalized(_ text: String) -> String {
    SpokenNumber(text)?.digits ?? text
  }

  /// `number` in the usual English words; nil if `number` is not a number in digits.
  ///
  /// 1984 is read as a year, and so are all from 1100 to 1999 and 2010 to 2099. Grouped digits ("1,984"), money, times,
  /// ordinals and percentages are read as such: "$100", "7:30", "3rd", "5%".
  public static func words(_ number: String) -> String? {
    let tokens = Tokens.of(number)
    guard tokens.count == 1, case .number(let written) = tokens[0].kind else { return nil }
    return NumberReadings.readings(of: written)[0].joined(separator: " ")
  }
}
