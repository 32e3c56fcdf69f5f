/// A stretch of a text that is said and repeated in one go.
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
  /// The silence before it, in milliseconds, that the text asks for by `[PAUSE 2s]`; see ``Segments/ofSpeech(_:language:_:)``.
  public var pauseMilliseconds = 0

  /// The text as said: with blanks in place of ``EyeWords``, so that all other words keep their byte offsets.
  public var said: String { EyeWords.blanked(text) }
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

  /// The pieces of a speech that are said: its sentences or paragraphs, cut where the text asks for a pause.
  ///
  /// Pieces of only ``EyeWords`` are left out; their pauses are added to the next piece.
  public static func ofSpeech(
    _ text: String, language: String, _ kind: Segment.Kind
  ) -> [Segment] {
    let all =
      kind == .sentence ? sentences(of: text, language: language) : paragraphs(of: text)
    var pieces: [Segment] = []
    var pause = 0
    for segment in all {
      for (piece, before) in cutAtPauses(segment) {
        pause += before
        guard let piece else { continue }
        pieces.append(
          Segment(
            number: pieces.count, kind: kind, range: piece.range, text: piece.text,
            pauseMilliseconds: pause))
        pause = 0
      }
    }
    return pieces
  }

  /// The parts of a segment between its pauses that have words, each with the milliseconds of the pause before it.
  ///
  /// A last entry without a piece has the pause at the end.
  static func cutAtPauses(_ segment: Segment) -> [(piece: Segment?, pause: Int)] {
    let pauses = EyeWords.stretches(in: segment.text).filter { $0.pauseMilliseconds != nil }
    let bytes = Array(segment.text.utf8)
    var pieces: [(piece: Segment?, pause: Int)] = []
    var start = 0
    var pause = 0
    func add(to end: Int) {
      let part = String(decoding: bytes[start..<end], as: UTF8.self)
      let isSaid = EyeWords.blanked(part).unicodeScalars.contains(where: \.isSayable)
      guard isSaid, let first = bytes[start..<end].firstIndex(where: { $0 > 0x20 }),
        let last = bytes[start..<end].lastIndex(where: { $0 > 0x20 })
      else { return }
      let offset = segment.range.lowerBound
      let text = String(decoding: bytes[first...last], as: UTF8.self)
      let piece = Segment(
        number: 0, kind: segment.kind, range: offset + first..<offset + last + 1, text: text)
      pieces.append((piece, pause))
      pause = 0
      start = end
    }
    for stretch in pauses {
      add(to: stretch.range.lowerBound)
      pause += stretch.pauseMilliseconds ?? 0
    }
    add(to: bytes.count)
    if pause > 0 { pieces.append((nil, pause)) }
    return pieces
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
