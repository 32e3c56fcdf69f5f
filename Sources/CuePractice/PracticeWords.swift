import CueText

/// Why words are not a command.
public enum PracticeWordsError: Error, Equatable, Sendable {
  /// The word is not a command.
  case unknownCommand(String)
  /// This word follows others, which are whole without it.
  case tooMuch(String, after: String)
  /// Something has to follow this word, as in `example`.
  case needsValue(String, example: String)
  /// This should be the number of a segment.
  case notASegment(String)
  /// This should be a list of rates.
  case notRates(String)
  /// This should be a number.
  case notANumber(String)
  /// `by` takes a sentence or a paragraph, and not this.
  case notAGranularity(String)
  /// `pause` takes on, off or until-quiet, and not this.
  case notAPause(String)
  /// This should be a range of two numbers.
  case notARange(String)
  /// This many seconds are more than a day.
  case tooLong(seconds: String)
}

/// Commands as a speaker types them, one a line: on standard input, or in a ``PracticeScript``.
///
/// | words | |
/// | --- | --- |
/// | `play`, `pause` | goes on, holds; an empty line does the one or the other |
/// | `next`, `back`, `first`, `last`, `goto 7` | another segment |
/// | `repeat`, `restart`, `quit` | this segment, all of it, no more |
/// | `a` or `own` | what you said yourself |
/// | `rate 0.6`, `faster`, `slower`, `rates 0.6,0.8,1` | how fast |
/// | `voice espeak:et`, `sample espeak:et` | the voice; a sample sentence of a voice |
/// | `by sentence`, `by paragraph` | what is said at once |
/// | `pause on`, `pause off`, `pause until-quiet` | what comes between segments |
/// | `factor 1.5`, `longer`, `shorter` | how long pauses are |
/// | `loop 3-5`, `loop off` | what is said over and over |
/// | `interrupt`, `interruption-over` | as a signal from outside |
public enum PracticeWords {
  private static let plain: [String: PracticeCommand] = [
    "play": .play, "resume": .play, "pause": .pause, "next": .next, "back": .previous,
    "previous": .previous, "first": .first, "last": .last, "repeat": .repeatSegment,
    "restart": .restart, "quit": .stop, "stop": .stop, "faster": .changeRate(steps: 1),
    "a": .playOwn, "own": .playOwn, "slower": .changeRate(steps: -1),
    "longer": .changePauseFactor(steps: 1),
    "shorter": .changePauseFactor(steps: -1), "interrupt": .interrupt,
    "interruption-over": .interruptionEnded,
  ]
  private static let withValue = [
    "goto", "rate", "rates", "voice", "sample", "by", "factor", "loop",
  ]

  /// The command in a line, in any case.
  public static func command(_ line: String) throws(PracticeWordsError)
    -> PracticeCommand
  {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let first = words.first?.lowercased() else { return .playOrPause }
    guard words.count <= 2 else {
      throw PracticeWordsError.tooMuch(words[2], after: "\(words[0]) \(words[1])")
    }
    if words.count == 2 {
      if let command = try command(first, words[1]) { return command }
      if plain[first] != nil {
        throw PracticeWordsError.tooMuch(words[1], after: words[0])
      }
    } else if let command = plain[first] {
      return command
    } else if withValue.contains(first) {
      throw PracticeWordsError.needsValue(words[0], example: example(first))
    }
    throw PracticeWordsError.unknownCommand(words[0])
  }

  private static func example(_ word: String) -> String {
    [
      "goto": "goto 7", "rate": "rate 0.6", "rates": "rates 0.6,0.8,1", "voice": "voice espeak:et",
      "sample": "sample espeak:et",
      "by": "by paragraph", "factor": "factor 1.5", "loop": "loop 3-5",
    ][word] ?? word
  }

  private static func command(_ word: String, _ value: String) throws(PracticeWordsError)
    -> PracticeCommand?
  {
    switch word {
    case "goto":
      guard let number = Int(value) else { throw .notASegment(value) }
      return .jump(number)
    case "rate": return .setRate(try number(value))
    case "rates":
      var rates: [Double] = []
      for part in value.split(separator: ",") { rates.append(try number(String(part))) }
      guard !rates.isEmpty else { throw .notRates(value) }
      return .setRates(rates)
    case "voice": return .setVoice(value)
    case "sample": return .sample(value)
    case "factor": return .setPauseFactor(try number(value))
    case "by":
      guard let kind = Segment.Kind(rawValue: value.lowercased()) else {
        throw .notAGranularity(value)
      }
      return .setGranularity(kind)
    case "pause":
      guard let pause = pause(value) else {
        throw .notAPause(value)
      }
      return .setPause(pause)
    case "loop": return .setLoop(value.lowercased() == "off" ? nil : try range(value))
    default: return nil
    }
  }

  /// `on`, `off` or `until-quiet`.
  public static func pause(_ word: String) -> PracticeSettings.Pause? {
    ["on": .timed, "off": .off, "until-quiet": .untilQuiet][word.lowercased()]
  }

  /// `3-5`, or `3` for one segment alone.
  public static func range(_ text: String) throws(PracticeWordsError) -> ClosedRange<Int> {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1],
      first >= 1, first <= last
    else { throw .notARange(text) }
    return first...last
  }

  static func number(_ text: String) throws(PracticeWordsError) -> Double {
    // No notation but the plain one: Double reads "0x1p3", "1e3" and "nan", too.
    guard text.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }), let number = Double(text)
    else { throw .notANumber(text) }
    return number
  }
}
