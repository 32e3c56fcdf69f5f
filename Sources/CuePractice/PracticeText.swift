import CueText

/// A speech cut into what can be said.
///
/// Segments without a letter or a digit, or with words for the speaker's eye alone, are left out: no voice has anything to
/// say of them.
public struct PracticeText: Sendable {
  /// What people call it.
  public let title: String
  /// All of it; the ranges of segments are bytes of it.
  public let content: String
  /// A BCP 47 tag; empty if it is not known.
  public let language: String
  /// Its sentences.
  public let sentences: [Segment]
  /// Its paragraphs.
  public let paragraphs: [Segment]

  /// Cuts `content`; it may turn out to have no segment.
  public init(title: String, content: String, language: String) {
    self.title = title
    self.content = content
    self.language = language
    sentences = Segments.ofSpeech(content, language: language, .sentence)
    paragraphs = Segments.ofSpeech(content, language: language, .paragraph)
  }

  /// The segments of that kind.
  public func segments(_ kind: Segment.Kind) -> [Segment] {
    kind == .sentence ? sentences : paragraphs
  }

  /// Which segment holds the byte at `offset`: else the next one, else the last; 0 if there is none.
  public func index(of offset: Int, in kind: Segment.Kind) -> Int {
    let segments = segments(kind)
    // The first that ends after it: the only one that can hold it.
    var low = 0
    var high = segments.count
    while low < high {
      let middle = (low + high) / 2
      if segments[middle].range.upperBound > offset { high = middle } else { low = middle + 1 }
    }
    return min(low, max(0, segments.count - 1))
  }

  /// At most this many other segments can be said in place of one: more cost time and add little.
  private static let mostCompeting = 60
  /// And they have at most this many bytes.
  private static let mostCompetingBytes = 8000

  /// The segments that may be said by mistake in place of `segment`: the nearest ones that have other words.
  public func competing(with segment: Segment) -> [String] {
    let all = segments(segment.kind)
    let place = index(of: segment.range.lowerBound, in: segment.kind)
    return CompetingLines.around(
      place, of: all.map(\.said), language: language, most: PracticeText.mostCompeting,
      mostBytes: PracticeText.mostCompetingBytes)
  }

  /// Which segments have bytes in `range`; nil if none has.
  public func indices(of range: Range<Int>, in kind: Segment.Kind) -> Range<Int>? {
    let segments = segments(kind)
    let first = index(of: range.lowerBound, in: kind)
    guard first < segments.count, segments[first].range.overlaps(range) else { return nil }
    var end = first
    while end < segments.count, segments[end].range.overlaps(range) { end += 1 }
    return first..<end
  }
}
