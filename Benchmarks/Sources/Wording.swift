import CueScreenplay

/// What an actor makes of a line.
enum Wording {
  case asWritten
  /// "um" or "uh" before the word in the middle, where the robot pauses.
  case withHesitation
  /// Two or three words of no line in place of the last ones; lines of fewer than six words are said as written.
  case withOtherEnd

  private static let hesitations = ["um", "uh", "ummm", "uh um"]
  private static let ends = [
    "yellow bananas", "purple elephants", "seven green bottles", "the kitchen window",
    "frozen spaghetti", "some paper boats", "a heavy thunderstorm", "my old bicycle",
  ]

  func words(_ line: Line) -> String {
    var words = line.text.split(separator: " ").map(String.init)
    switch self {
    case .asWritten: return line.text
    case .withHesitation:
      let hesitation = Self.hesitations[line.index / 2 % Self.hesitations.count]
      // With it, this is the place ahead of the middle.
      let count = words.count + hesitation.split(separator: " ").count
      let place = max(0, count / 2 - hesitation.split(separator: " ").count)
      words.insert(hesitation + ",", at: min(place, words.count))
    case .withOtherEnd:
      guard words.count >= 6 else { return line.text }
      let end = Self.ends[line.index / 2 % Self.ends.count]
      words.removeLast(end.split(separator: " ").count)
      words.append(end + ".")
    }
    return words.joined(separator: " ")
  }
}
