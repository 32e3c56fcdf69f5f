/// A stretch of a text that is said, and repeated, at once.
public struct Segment: Sendable, Hashable {
  /// What makes it one.
  public enum Kind: String, Sendable {
    /// A sentence, by the rules of its language.
    case sentence
    /// A paragraph: what stands between two ends of lines, wrapped lines aside.
    case paragraph
  }

  /// Its place among those of its kind; the first is 0.
  public let number: Int
  /// What makes it a segment.
  public let kind: Kind
  /// Its place in the text, in bytes of UTF-8, without the blanks around it.
  public let range: Range<Int>
  /// The text in ``range``.
  public let text: String

  /// Whether there is a letter or a digit, so that a voice has something to say.
  public var isSayable: Bool {
    text.unicodeScalars.contains(where: \.isSayable)
  }
}

/// Cuts texts into segments.
public enum Segments {
  /// The sentences of `text`, in order.
  ///
  /// Every sentence lies in one paragraph of ``paragraphs(of:)``. ICU proposes where sentences end; for English, Estonian,
  /// German, French, Spanish and Italian our own rules decide. An empty `language` is English; any other tag of BCP 47
  /// is ICU's alone.
  public static func sentences(of text: String, language: String) -> [Segment] {
    segments(of: text, from: Boundaries(text, language: language).sentenceStarts, .sentence)
  }

  /// The paragraphs of `text`, in order; blank ones are none.
  ///
  /// A line's end is a paragraph's, unless the line was only wrapped: what follows goes on in lower case, or the next word
  /// had no room.
  public static func paragraphs(of text: String) -> [Segment] {
    segments(of: text, from: Boundaries(text, language: nil).paragraphStarts, .paragraph)
  }

  /// The sentences as ICU alone ends them, with its own abbreviations; what the rules are measured against.
  public static func sentencesOfLibraryAlone(_ text: String, language: String) -> [Segment] {
    let starts = LibraryBreaks.starts(
      in: Array(text.utf8), language: language, knowsAbbreviations: true)
    return segments(of: text, from: starts ?? [], .sentence)
  }

  /// `starts`: where each but the first begins, in bytes.
  private static func segments(of text: String, from starts: [Int], _ kind: Segment.Kind)
    -> [Segment]
  {
    var segments: [Segment] = []
    let utf8 = text.utf8
    var start = utf8.startIndex
    var startOffset = 0
    for endOffset in starts + [utf8.count] {
      let end = utf8.index(start, offsetBy: endOffset - startOffset)
      defer {
        start = end
        startOffset = endOffset
      }
      let scalars = text.unicodeScalars[start..<end]
      guard let first = scalars.firstIndex(where: { !$0.isBlank }),
        let last = scalars.lastIndex(where: { !$0.isBlank })
      else { continue }
      let content = text[first..<scalars.index(after: last)]
      let offset = startOffset + utf8.distance(from: start, to: first)
      segments.append(
        Segment(
          number: segments.count, kind: kind, range: offset..<offset + content.utf8.count,
          text: String(content)))
    }
    return segments
  }
}
