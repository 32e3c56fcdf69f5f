/// How long a text takes to say, as a speaker plans with it: 150 words a minute.
public struct ReadingTime: Sendable, Equatable {
  /// The words of the text.
  public let words: Int
  /// Whole seconds; a single word takes one.
  public let seconds: Int

  /// That of `text`: a word is what stands between blanks and has a letter or a digit.
  public init(of text: String) {
    var words = 0
    var isSayable = false
    for scalar in text.unicodeScalars {
      if scalar.isBlank {
        isSayable = false
      } else if !isSayable, scalar.isSayable {
        isSayable = true
        words += 1
      }
    }
    self.init(words: words)
  }

  init(words: Int) {
    self.words = words
    seconds = words == 0 ? 0 : max(1, (words * 60 + 75) / 150)
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
  /// Whether a voice has something to say of it: a letter, a digit, another number.
  var isSayable: Bool { (isLetter && !isMark) || properties.numericType != nil }
}
