/// How long a text takes to say, as a speaker plans with it: 150 words a minute.
///
/// Japanese, Chinese, Thai, Lao, Khmer and Burmese put no blanks between words, so their characters count: some 320 a minute in
/// Japanese, where a kana takes less time than a kanji, 240 in Chinese, and 750 letters in the others.
public struct ReadingTime: Sendable, Equatable {
  /// The words of the text; without blanks between them, two characters or five letters make one.
  public let words: Int
  /// Whole seconds; a single word takes one.
  public let seconds: Int

  /// That of `text`: a word is what stands between blanks and has a letter or a digit.
  public init(of text: String) {
    var words = 0
    var unspaced = 0  // in tenths of a word
    var milliseconds = 0
    var isSayable = false
    for scalar in text.unicodeScalars {
      if scalar.isBlank {
        isSayable = false
      } else if scalar.isSayable, let (tenths, own) = scalar.unspacedTime {
        unspaced += tenths
        milliseconds += own
        isSayable = false
      } else if !isSayable, scalar.isSayable {
        isSayable = true
        words += 1
      }
    }
    self.init(
      words: words + (unspaced + 9) / 10,
      milliseconds: milliseconds + words * ReadingTime.wordMilliseconds)
  }

  private static let wordMilliseconds = 400

  init(words: Int) { self.init(words: words, milliseconds: words * ReadingTime.wordMilliseconds) }

  private init(words: Int, milliseconds: Int) {
    self.words = words
    seconds = words == 0 ? 0 : max(1, (milliseconds + 500) / 1000)
  }
}

extension ReadingTime: CustomStringConvertible {
  /// As in "Empty", "45 sec", "2 min 30 sec", "1 hr 5 min"; beside hours there are no seconds.
  public var description: String {
    guard words > 0 else { return "Empty" }
    let parts = [(seconds / 3600, "hr"), (seconds / 60 % 60, "min"), (seconds % 60, "sec")]
    let shown = seconds >= 3600 ? parts.dropLast() : parts[...]
    return shown.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
  }
}

extension Unicode.Scalar {
  /// The weight of a character of a script without blanks: tenths of a word, and milliseconds; nil for other scripts.
  fileprivate var unspacedTime: (tenths: Int, milliseconds: Int)? {
    switch value {
    case 0x3041...0x3096, 0x309D...0x30FA, 0x30FD...0x30FF, 0xFF66...0xFF9D: (5, 145)
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3134F: (5, 250)
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF: (2, 80)
    default: nil
    }
  }

  /// Whether a voice has something to say of it: a letter, a digit, another number.
  var isSayable: Bool { (isLetter && !isMark) || properties.numericType != nil }
}
