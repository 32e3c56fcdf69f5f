import CueText
import Testing

@Suite struct `A number in words` {
  @Test(
    arguments: [
      ("seven", "7"), ("Nineteen", "19"), ("forty-two point five", "42.5"), (" 42 ", "42"),
      ("three point one four", "3.14"), ("twelve point", "12.0"), ("3.5", "3.5"),
      ("one hundred", "100"), ("point five", "0.5"), ("twenty twenty", "2020"),
      ("one two three", "123"), ("zero", "0"), ("forty   two", "42"), ("Forty–Two", "42"),
      ("a hundred", "100"), ("a hundred and one", "101"), ("nineteen hundred", "1900"),
      ("two thousand and nineteen", "2019"),
      ("one million two hundred thousand and five", "1200005"),
      ("nineteen eighty-four", "1984"), ("nineteen oh five", "1905"), ("one oh one", "101"),
      ("twenty twenty-five", "2025"), ("minus five", "-5"), ("negative point five", "-0.5"),
      ("minus zero", "0"), ("-5", "-5"), ("−5", "-5"), (".5", "0.5"), ("1,000", "1000"),
      ("1,234,567", "1234567"), ("007", "007"), ("3 million", "3000000"),
      ("2.5 million", "2500000"), ("two point five million", "2500000"),
      ("point two five thousand", "250"), ("three point fourteen", "3.14"),
      ("three point forty-two", "3.42"), ("three point oh five", "3.05"), ("Seven.", "7"),
      ("one, two, three!", "123"), ("٤٢", "42"), ("४२", "42"), ("2 thousand 19", "2019"),
      ("nine hundred ninety-nine trillion", "999000000000000"),
    ])
  func `A number in words is understood`(heard: String, digits: String) {
    #expect(NumberWords.normalized(heard) == digits)
  }

  @Test(
    arguments: [
      "five apples", " Five  Apples ", "", " ", "point", "minus", "and", "five and", "hundred",
      "one hundred and", "a", "a five", "three point one point four", "five thousand five thousand",
      "thousand million", "one hundred two hundred", "two thousand twenty twenty million", "1.5.2",
      "1,00", "five minus three", "third", "5%", "oh", "пять", "五",
      "one thousand trillion trillion",
    ])
  func `words that are not a number stay unchanged`(heard: String) {
    #expect(NumberWords.normalized(heard) == heard)
  }

  @Test func `A number in words of any size is found again`() {
    var value: UInt64 = 0
    while value < 1_000_000_000_000_000 {
      let digits = String(value)
      for saysAnd in [",", ""] {
        // Grouped digits are read as one number and not as a year or a code.
        var grouped = digits
        var at = digits.utf8.count - 3
        while saysAnd == ",", at > 0 {
          grouped.insert(",", at: grouped.index(grouped.startIndex, offsetBy: at))
          at -= 3
        }
        let words = NumberWords.words(grouped)
        #expect(words.map(NumberWords.normalized) == digits, "\(grouped): \(words ?? "")")
      }
      value = value * 7 / 5 + 1
    }
  }

  @Test func `below ten thousand is found again`() {
    for value in 0..<10_000 {
      let words = NumberWords.words(String(value))
      guard words.map(NumberWords.normalized) == String(value) else {
        Issue.record("\(value) is said as \(words ?? "nothing")")
        return
      }
    }
  }
}

@Suite struct `A number in digits` {
  @Test(
    arguments: [
      ("0", "zero"), ("42", "forty two"), ("100", "one hundred"),
      ("1,984", "one thousand nine hundred eighty four"),
      ("1984", "nineteen eighty four"), ("1900", "nineteen hundred"), ("2000", "two thousand"),
      ("2005", "two thousand five"), ("2019", "twenty nineteen"), ("3rd", "third"),
      ("21st", "twenty first"),
      ("12th", "twelfth"), ("20th", "twentieth"), ("$100", "one hundred dollars"),
      ("$1", "one dollar"),
      ("$3.50", "three dollars and fifty cents"), ("£2.01", "two pounds and one penny"),
      ("$2.5 million", "two point five million dollars"), ("$0.99", "ninety nine cents"),
      ("$.99", "ninety nine cents"), ("$.5", "point five dollars"),
      ("7:30", "seven thirty"), ("7:05", "seven oh five"), ("7:00", "seven"),
      ("5%", "five percent"),
      ("3.14", "three point one four"), (".5", "point five"), ("-3", "minus three"),
      ("1990s", "nineteen nineties"),
      ("1/2", "half"), ("9/11", "nine eleven"), ("½", "half"),
      ("5551234", "five five five one two three four"),
      ("007", "zero zero seven"), ("٤٢", "forty two"),
    ])
  func `A number in digits is said in words`(digits: String, words: String) {
    #expect(NumberWords.words(digits) == words)
  }

  @Test func `text that is not a number in digits stays unchanged`() {
    for text in ["", "five", "5 apples", "4 5"] { #expect(NumberWords.words(text) == nil) }
  }
}

@Suite struct `The hints for a number` {
  @Test func `are 29 in digits and 29 in words`() {
    #expect(NumberWords.numberHints.count == 58)
    #expect(Set(NumberWords.numberHints).count == 58)
    #expect(NumberWords.numberHints.prefix(29).allSatisfy { Int($0) != nil })
    #expect(NumberWords.numberHints[19...22] == ["19", "20", "30", "40"])
    #expect(NumberWords.numberHints[28...29] == ["100", "zero"])
    #expect(NumberWords.numberHints.suffix(3) == ["eighty", "ninety", "hundred"])
  }
}
