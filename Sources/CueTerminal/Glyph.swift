import CSystem

/// What the reader sees as one character, and the columns it takes on a terminal.
public struct Glyph: Sendable, Hashable {
  /// What is written to the terminal; never a control character.
  public let text: String
  /// 0 for a glyph that is not visible.
  public let columns: Int
  /// Its place in its text, in bytes of UTF-8.
  public let range: Range<Int>
  /// Whether it only separates words; a line may end here.
  public let isBlank: Bool

  /// The glyphs of `text`: its grapheme clusters, in order.
  ///
  /// Ends of lines, tabs and other control characters become blanks, so that no text can control the terminal. Direction
  /// marks, which every terminal treats in its own way, are left out.
  public static func glyphs(of text: String) -> [Glyph] {
    var glyphs: [Glyph] = []
    glyphs.reserveCapacity(text.utf8.count)
    var offset = 0
    for character in text {
      let end = offset + character.utf8.count
      glyphs.append(Glyph(character, offset..<end))
      offset = end
    }
    return glyphs
  }

  /// The columns that `text` takes.
  public static func columns(of text: String) -> Int {
    glyphs(of: text).reduce(0) { $0 + $1.columns }
  }

  private init(_ character: Character, _ range: Range<Int>) {
    self.range = range
    let scalars = character.unicodeScalars
    let first = scalars[scalars.startIndex]
    let category = first.properties.generalCategory
    if category == .control || (first.properties.isWhitespace && !Glyph.joins(first)) {
      (text, columns, isBlank) = (" ", 1, true)
    } else if first.value == 0x200b {
      (text, columns, isBlank) = ("", 0, true)
    } else if category == .format {
      (text, columns, isBlank) = ("", 0, false)
    } else {
      let columns = Glyph.columns(of: scalars)
      // A mark without a letter would combine with the character before it.
      text = columns > 0 ? String(character) : "◌" + String(character)
      self.columns = max(columns, 1)
      isBlank = false
    }
  }

  /// A blank at which no line may end.
  private static func joins(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0xa0 || scalar.value == 0x202f || scalar.value == 0x2007
  }

  private static func columns(of scalars: String.UnicodeScalarView) -> Int {
    var columns = 0
    var isPicture = false
    for scalar in scalars {
      let own = max(0, Int(cue_terminal_width(scalar.value)))
      // Joined pictures, skin tones and the sign for "as a picture" make one picture.
      isPicture =
        isPicture || scalar.value == 0x200d && columns == 2 || scalar.value == 0xfe0f
        || columns > 0 && scalar.properties.isEmojiModifier
      columns += own
    }
    guard columns > 0 || scalars.first?.properties.generalCategory != .nonspacingMark else {
      return 0
    }
    return isPicture ? 2 : columns
  }
}
