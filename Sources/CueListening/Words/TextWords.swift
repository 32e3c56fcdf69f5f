import CueText

/// The words of a text that are reported one after the other, and how much of the sound each is likely to take.
struct TextWords: Sendable {
  /// A stop between two words, as written.
  enum Stop: Int, Comparable, Sendable {
    case none, weak, strong
    static func < (one: Stop, other: Stop) -> Bool { one.rawValue < other.rawValue }
  }

  /// Bytes of the text, rising; a number is one stretch.
  private(set) var ranges: [Range<Int>] = []
  /// Letters, and a bit for each word: how long it takes, beside the others.
  private(set) var weights: [Double] = []
  /// What is written between each word and the next; also after the last.
  private(set) var stops: [Stop] = []

  /// What a word takes beside its letters.
  private static let weightOfWord = 1.0
  /// A digit that is not written out takes as long as the word for it.
  private static let weightOfDigit = 6.0

  /// The words of `text`, which is in the language of the BCP 47 tag `language`; empty: English.
  init(_ text: String, language: String) {
    for word in SpokenWords.of(text, language: language.isEmpty ? "en" : language) {
      let weight = word.text.unicodeScalars.reduce(TextWords.weightOfWord) { sum, scalar in
        sum + ((0x30...0x39).contains(scalar.value) ? TextWords.weightOfDigit : 1)
      }
      if ranges.last == word.range {
        weights[weights.count - 1] += weight
      } else {
        ranges.append(word.range)
        weights.append(weight)
      }
    }
    let bytes = Array(text.utf8)
    stops = ranges.indices.map { index in
      let end = index + 1 < ranges.count ? ranges[index + 1].lowerBound : bytes.count
      let start = min(ranges[index].upperBound, end)
      return TextWords.stop(String(decoding: bytes[start..<end], as: UTF8.self))
    }
  }

  private static func stop(_ between: String) -> Stop {
    var stop = Stop.none
    for scalar in between.unicodeScalars {
      switch scalar {
      case ".", "?", "!", "…", "\n", "。", "？", "！", "؟", "।": return .strong
      case ",", ";", ":", "–", "—", "(", ")", "、", "，", "،": stop = .weak
      default: break
      }
    }
    return stop
  }
}
