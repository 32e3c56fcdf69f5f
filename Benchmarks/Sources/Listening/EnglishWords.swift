/// English text as words that can be compared, after the normaliser of Whisper.
///
/// The steps are those of A. Radford et al., "Robust Speech Recognition via Large-Scale Weak Supervision" (2022), appendix C:
/// what is in brackets and hesitation go, contractions and titles are written in full, numbers become digits, and British
/// spelling American. A recognizer that writes "7" for "seven" is right. The tables of spelling and of contractions have fewer
/// entries than Whisper's own: the paper does not print them.
struct EnglishWords {
  let words: [String]

  init(_ text: String) {
    var plain = text.lowercased().map { $0 == "’" ? "'" : $0 }
    plain = EnglishWords.withoutBrackets(plain)
    var words: [String] = []
    for token in EnglishWords.tokens(plain) where !EnglishWords.hesitations.contains(token) {
      words += EnglishWords.full(token)
    }
    self.words = EnglishWords.withDigits(words.map { EnglishWords.american($0) })
  }

  /// Words that are inserted, left out or others (Levenshtein).
  func edits(from other: EnglishWords) -> Int {
    let (one, other) = (words, other.words)
    var row = Array(0...other.count)
    for (place, word) in one.enumerated() {
      var diagonal = row[0]
      row[0] = place + 1
      for column in other.indices {
        let above = row[column + 1]
        row[column + 1] = min(
          above + 1, row[column] + 1, diagonal + (word == other[column] ? 0 : 1))
        diagonal = above
      }
    }
    return row[other.count]
  }

  // MARK: - From text to words

  private static func withoutBrackets(_ text: [Character]) -> [Character] {
    var depth = 0
    return text.filter { character in
      if character == "(" || character == "[" { depth += 1 }
      defer { if character == ")" || character == "]" { depth = max(0, depth - 1) } }
      return depth == 0
    }
  }

  /// Runs of letters, digits and apostrophes; a comma or point between digits belongs to the number.
  private static func tokens(_ text: [Character]) -> [String] {
    var tokens = [""]
    for (index, character) in text.enumerated() {
      let next = index + 1 < text.count ? text[index + 1] : " "
      let isInNumber = tokens[tokens.count - 1].last?.isNumber == true && next.isNumber
      if character.isLetter || character.isNumber || character == "'" {
        tokens[tokens.count - 1].append(character)
      } else if character == ".", isInNumber {
        tokens[tokens.count - 1].append(".")
      } else if character != "," || !isInNumber {
        tokens.append("")
      }
    }
    return tokens.map { $0.trimmingApostrophes }.filter { !$0.isEmpty }
  }

  private static let hesitations: Set = ["hmm", "mm", "mhm", "mmm", "uh", "um"]

  private static let fullForms: [String: [String]] = [
    "won't": ["will", "not"], "can't": ["can", "not"], "cannot": ["can", "not"],
    "let's": ["let", "us"], "ain't": ["aint"], "wanna": ["want", "to"], "gotta": ["got", "to"],
    "gonna": ["going", "to"], "y'all": ["you", "all"], "ma'am": ["madam"], "mr": ["mister"],
    "mrs": ["missus"], "missis": ["missus"], "dr": ["doctor"], "st": ["saint"],
    "prof": ["professor"], "capt": ["captain"], "gen": ["general"], "col": ["colonel"],
    "lt": ["lieutenant"], "jr": ["junior"], "sr": ["senior"], "rev": ["reverend"],
  ]
  private static let endings: [(String, String)] = [
    ("n't", "not"), ("'re", "are"), ("'ll", "will"), ("'ve", "have"), ("'m", "am"), ("'d", "would"),
    ("'s", "is"),
  ]

  /// A contraction or title as spoken; "mother's" and "it's" both lose their S, on both sides alike.
  private static func full(_ token: String) -> [String] {
    if let full = fullForms[token] { return full }
    for (ending, word) in endings where token.hasSuffix(ending) && token.count > ending.count {
      return [String(token.dropLast(ending.count)), word]
    }
    return [token.filter { $0 != "'" }]
  }

  // MARK: - Spelling

  private static let spelling = [
    "grey": "gray", "theatre": "theater", "centre": "center", "metre": "meter", "litre": "liter",
    "metres": "meters", "travelled": "traveled", "traveller": "traveler", "jewellery": "jewelry",
    "programme": "program", "defence": "defense", "cheque": "check", "plough": "plow",
    "storey": "story", "tyre": "tire", "pyjamas": "pajamas", "realise": "realize",
    "recognise": "recognize", "apologise": "apologize", "organise": "organize",
  ]
  private static let withOUR = [
    "col", "fav", "harb", "hon", "hum", "lab", "neighb", "rum", "flav", "vap", "arm", "behavi",
    "endeav", "par", "sav", "vig", "val",
  ]

  private static func american(_ word: String) -> String {
    if let other = spelling[word] { return other }
    for stem in withOUR where word.hasPrefix(stem + "our") {
      return stem + "or" + word.dropFirst(stem.count + 3)
    }
    return word
  }

  // MARK: - Numbers

  private static let units = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
  ]
  private static let tens = [
    "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
  ]

  /// Numbers in words, up to the thousands, as digits: "two hundred and five" is "205".
  private static func withDigits(_ words: [String]) -> [String] {
    var result: [String] = []
    var at = 0
    while at < words.count {
      guard var value = simple(words[at]) else {
        result.append(words[at])
        at += 1
        continue
      }
      at += 1
      while at < words.count {
        let next = simple(words[at])
        if words[at] == "hundred" || words[at] == "thousand" {
          value *= words[at] == "hundred" ? 100 : 1000
        } else if let next, value % 100 == 0, value > 0, next < 100 {
          value += next
        } else if let next, value >= 20, value % 10 == 0, (1...9).contains(next) {
          value += next
        } else if words[at] == "and", value % 100 == 0, value > 0, at + 1 < words.count,
          simple(words[at + 1]) != nil
        {
          at += 1
          continue
        } else {
          break
        }
        at += 1
      }
      result.append(String(value))
    }
    return result
  }

  private static func simple(_ word: String) -> Int? {
    if let unit = units.firstIndex(of: word) { return unit }
    return tens.firstIndex(of: word).map { 20 + 10 * $0 }
  }
}

extension String {
  fileprivate var trimmingApostrophes: String {
    var rest = self[...]
    while rest.first == "'" { rest.removeFirst() }
    while rest.last == "'" { rest.removeLast() }
    return String(rest)
  }
}
