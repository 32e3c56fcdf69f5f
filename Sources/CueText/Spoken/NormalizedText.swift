/// A text for a voice: signs and numbers become words, and what is not said is removed.
///
/// Amounts, units, Roman numbers, ordinals, dates, times, addresses, symbols and emoji become words of the language; marks of
/// screenplays and Markdown that are still there are removed. Words stay the same, and so do places: ``source(_:)`` maps a
/// stretch of the spoken text back to the source. Spoken text does not change when it is converted again.
public struct NormalizedText: Sendable, Equatable {
  /// The text for a voice.
  public let text: String
  /// What was changed, in order: bytes of ``text`` and of the source.
  private let changes: [Change]

  /// Whether anything is said in other words than written.
  public var isChanged: Bool { !changes.isEmpty }

  /// A stretch of the source that is said in other words.
  private struct Change: Sendable, Equatable {
    var spoken: Range<Int>
    var source: Range<Int>
  }

  /// What is said for `source` in `language`, a BCP 47 tag; empty: English.
  ///
  /// In a language without words here, only marks that are never said are removed.
  public init(_ source: String, language: String) {
    self.init(source) { language }
  }

  /// `text`, unchanged.
  public init(asWritten text: String) {
    self.text = text
    changes = []
  }

  /// The same; `language` is evaluated only if it makes a difference.
  public init(_ source: String, language: () -> String) {
    guard NormalizedText.mayChange(source) else {
      self.init(asWritten: source)
      return
    }
    let scalars = TextScalars(source)
    var finder = SpokenFinder(scalars, language: language())
    self.init(scalars, with: finder.all())
  }

  /// The words of an SSML document, for a voice that does not read SSML: without tags, with breaks as full stops and commas.
  public init(ssml source: String) {
    let scalars = TextScalars(source)
    self.init(scalars, with: SSMLReader(scalars).read().found)
  }

  /// The source with the ranges of `all`, which are in order, replaced by their words.
  private init(_ scalars: TextScalars, with all: [SpokenFinder.Found]) {
    var spoken = ""
    spoken.reserveCapacity(scalars.count)
    var changes: [Change] = []
    var done = 0
    for found in all {
      spoken += scalars.string(done..<found.range.lowerBound)
      let start = spoken.utf8.count
      spoken += found.words
      changes.append(
        Change(spoken: start..<spoken.utf8.count, source: scalars.bytes(found.range)))
      done = found.range.upperBound
    }
    spoken += scalars.string(done..<scalars.count)
    text = spoken
    self.changes = changes
  }

  /// The bytes of the source that the bytes `range` of ``text`` stand for.
  public func source(_ range: Range<Int>) -> Range<Int> {
    guard !changes.isEmpty else { return range }
    let start = source(range.lowerBound, isEnd: false)
    return start..<max(start, source(range.upperBound, isEnd: true))
  }

  private func source(_ place: Int, isEnd: Bool) -> Int {
    var moved = 0
    for change in changes {
      if place < change.spoken.lowerBound || (isEnd && place == change.spoken.lowerBound) { break }
      if place < change.spoken.upperBound || (isEnd && place == change.spoken.upperBound) {
        return isEnd ? change.source.upperBound : change.source.lowerBound
      }
      moved = change.source.upperBound - change.spoken.upperBound
    }
    return place + moved
  }

  /// Letters, blanks and plain punctuation alone are said as they are.
  private static func mayChange(_ text: String) -> Bool {
    var last: UInt8 = 0x20
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0xc2, 0xe2...0xff: return true
      case UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
        UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "<"),
        UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "@"), UInt8(ascii: "\\"),
        UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "{"), UInt8(ascii: "|"),
        UInt8(ascii: "}"), UInt8(ascii: "~"), UInt8(ascii: "`"), UInt8(ascii: "["),
        UInt8(ascii: "]"):
        return true
      case UInt8(ascii: "!"):
        if last == 0x20 || last == 0x0a { return true }
      case UInt8(ascii: "I"), UInt8(ascii: "V"), UInt8(ascii: "X"), UInt8(ascii: "L"),
        UInt8(ascii: "C"):
        // A Roman number has two letters or more, except for the I of kings.
        if (0x41...0x5a).contains(last) || last == 0x20 { return true }
      case 0x61...0x7a:
        if last == UInt8(ascii: ".") { return true }
      default: break
      }
      last = byte
    }
    return false
  }
}
