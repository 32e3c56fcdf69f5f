import CueScreenplay
import Testing

/// A megabyte of anything must be read in well under a second.
///
/// A release build is held to that. A debug build, some ten times slower, reads a quarter of it and
/// shows that it ends.
@Suite(.serialized) struct `A megabyte of text` {
  #if DEBUG
    static let (size, limit) = (1 << 18, Duration.seconds(10))
  #else
    static let (size, limit) = (1 << 20, Duration.seconds(1))
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
  func `is read in one pass`(index: Int) throws {
    let (name, piece) = Self.patterns[index]
    // Doubled, which is quick without optimization too, and cut behind a whole piece.
    var repeated = Array(piece.utf8)
    while repeated.count < Self.size { repeated += repeated }
    for separator in ["", "\n"] {
      var bytes = Array("ALEX\nHi.\n\(separator)".utf8)
      let pieces = (Self.size - bytes.count + piece.utf8.count - 1) / piece.utf8.count
      bytes += repeated.prefix(pieces * piece.utf8.count)
      let start = ContinuousClock.now
      let script = try SceneReader.read(bytes)
      let time = ContinuousClock.now - start
      try say(bytes)
      #expect(script.character(named: "alex") != nil)
      #expect(time < Self.limit, "\(name) took \(time)")
    }
  }

  /// Reads it by Fountain's own rules, and makes of it all that can be made.
  private func say(_ bytes: [UInt8]) throws {
    let start = ContinuousClock.now
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
    let time = ContinuousClock.now - start
    #expect(time < Self.limit * 8, "it took \(time)")
  }
}
