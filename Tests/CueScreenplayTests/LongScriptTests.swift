import CueScreenplay
import TestSupport
import Testing

/// Whatever is in a text, the work grows as its length does, and no faster.
///
/// The processor time of a text is compared with that of one that is four times as long: where it were twice read for each of its
/// bytes, it would be sixteen times as much. How fast the machine is, and what else it does, is all the same.
@Suite(.serialized) struct `A megabyte of text` {
  #if DEBUG
    static let size = 1 << 18
  #else
    static let size = 1 << 20
  #endif

  static let patterns: [(name: String, piece: String)] = [
    ("one line", "word "), ("line ends", "\n"), ("CR LF", "\r\n"), ("asterisks", "*"),
    ("single asterisks", "*a "), ("paired asterisks", "*a* "), ("underscores", " _a"),
    ("backslashes", "\\*"), ("open boneyards", "/*"), ("closed boneyards", "/**/"),
    ("boneyard lines", "/**/\n"), ("open notes", "[[ "), ("open notes in lines", "[[\n"),
    ("closed notes", "[[a]] "), ("note lines", "[[a]]\n"), ("open brackets", "("),
    ("open brackets in lines", "(a\n"), ("closed brackets", "(a) "), ("cues", "\nA\n\n"),
    ("speeches", "A\nb\n\n"), ("hashes", "#"), ("headings", "INT. A #1#\n"), ("capitals", "A\n"),
    ("spaces", " "), ("tabs", "\t"), ("lines of spaces", "  \n"), ("equals", "="),
    ("keys", "Title: a\n"), ("bracketed words", "()"), ("pauses", "a\n  \n"),
    ("values", "Title:\n\n"), ("combining marks", "\u{301}"), ("hyphens", "A-"), ("carets", "A^ "),
  ]

  @Test(arguments: patterns.indices)
  func `A megabyte of text is read in one pass`(index: Int) throws {
    let (name, piece) = Self.patterns[index]
    for separator in ["", "\n"] {
      let texts = Dictionary(
        uniqueKeysWithValues: [Self.size / 4, Self.size].map { size in
          (size, Self.text(of: piece, size, separator))
        })
      let script = try SceneReader.read(texts[Self.size] ?? [])
      #expect(script.character(named: "alex") != nil)
      let reading = try Growth.factor(from: Self.size / 4, to: Self.size) {
        _ = try SceneReader.read(texts[$0] ?? [])
      }
      #expect(reading < Growth.mostForFourTimes, "\(name): reading grows \(reading) times")
      let saying = try Growth.factor(from: Self.size / 4, to: Self.size) {
        try say(texts[$0] ?? [])
      }
      #expect(saying < Growth.mostForFourTimes, "\(name): all else grows \(saying) times")
    }
  }

  /// `size` bytes of pieces, after a speech.
  private static func text(of piece: String, _ size: Int, _ separator: String) -> [UInt8] {
    // Doubled, which is quick without optimization too, and cut after a whole piece.
    var repeated = Array(piece.utf8)
    while repeated.count < size { repeated += repeated }
    let bytes = Array("ALEX\nHi.\n\(separator)".utf8)
    let pieces = (size - bytes.count + piece.utf8.count - 1) / piece.utf8.count
    return bytes + repeated.prefix(pieces * piece.utf8.count)
  }

  /// Reads it by Fountain's own rules, and makes everything that can be made from it.
  private func say(_ bytes: [UInt8]) throws {
    let script = try ScreenplayReader.read(bytes, fileName: "a.fountain")
    for rules in SpeakingRules.allCases {
      #expect(!SpeakableItems.items(of: script, rules: rules).isEmpty)
    }
    for text in [
      FountainWriter.text(of: script), FinalDraftWriter.text(of: script),
      PlainTextWriter.text(of: script),
    ] {
      #expect(!text.isEmpty)
    }
    _ = (script.scenes, script.characters)
  }
}

@Suite struct `Processor time that grows` {
  /// Bytes that are looked at, so that nothing is optimized away.
  private func work(_ count: Int, isSquare: Bool) -> Int {
    var sum = 0
    for index in 0..<(isSquare ? count * count / 400 : count * 50) {
      sum = (sum &* 31 &+ index) ^ (sum >> 7)
    }
    return sum
  }

  /// A detector is shown to detect before it is trusted.
  @Test func `linear time is distinguished from quadratic time`() {
    var sum = 0
    let linear = Growth.factor(from: 20_000, to: 80_000) { sum ^= work($0, isSquare: false) }
    let square = Growth.factor(from: 20_000, to: 80_000) { sum ^= work($0, isSquare: true) }
    #expect(
      linear < Growth.mostForFourTimes && square > Growth.mostForFourTimes,
      "\(linear) \(square) \(sum)")
  }
}
