/// Marks in a speech that the speaker sees but does not say: `[CLICK]`, `(smile)`, `<<next slide>>`, `[[note]]`, `[PAUSE 2s]`.
///
/// They are shown, but no voice says them and the speaker is not expected to; a pause is a silence. Brackets within a sentence
/// (`He left (at last).`) are not marks: round ones need a word of ``EyeWordTables`` first, square ones such a word or capitals.
public enum EyeWords {
  /// The place of a mark.
  public struct Stretch: Equatable, Sendable {
    /// Bytes of the text.
    public var range: Range<Int>
    /// The silence that it asks for, in milliseconds; nil for other marks.
    public var pauseMilliseconds: Int?
  }

  /// The longest mark, in bytes; longer brackets are text.
  private static let mostBytes = 160

  /// The marks of `text`, in order; none is within another.
  public static func stretches(in text: String) -> [Stretch] {
    guard text.utf8.contains(where: { "[(<{~".utf8.contains($0) }) else { return [] }
    let bytes = Array(text.utf8)
    var found: [Stretch] = []
    var at = 0
    while at < bytes.count {
      if let stretch = stretch(bytes, at) {
        found.append(stretch)
        at = stretch.range.upperBound
      } else {
        at += 1
      }
    }
    return found
  }

  /// `text` with blanks in place of the marks, so that all other words keep their byte offsets.
  public static func blanked(_ text: String) -> String {
    let stretches = stretches(in: text)
    guard !stretches.isEmpty else { return text }
    var bytes = Array(text.utf8)
    for stretch in stretches {
      for index in stretch.range where bytes[index] != 0x0a { bytes[index] = 0x20 }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether the text in square brackets is a mark: `CLICK`, `next slide`, `^1`; an insertion such as `[the king]` is not.
  public static func isMark(inSquares inner: some StringProtocol) -> Bool {
    let text = String(inner)
    if text.hasPrefix("^"), text.count > 1 { return true }
    if PauseWords.milliseconds(in: text) != nil { return true }
    let words = words(of: text)
    guard let first = words.first, words.count <= 8 else { return false }
    if EyeWordTables.directing.contains(first.lowercased()) { return true }
    // `[CLICK 2x]`, but not `[I]` and `[A]ll`.
    let letters = text.unicodeScalars.filter(\.properties.isAlphabetic)
    return letters.count > 2 && !letters.contains { $0.properties.isLowercase }
      && letters.contains { $0.properties.isUppercase }
  }

  /// Whether the text in round brackets is a mark: a few words, the first of which is in ``EyeWordTables``.
  static func isMark(inRounds inner: String) -> Bool {
    if PauseWords.milliseconds(in: inner) != nil { return true }
    let words = words(of: inner)
    guard let first = words.first, words.count <= 4,
      !inner.contains(where: { $0.isNumber || ",;".contains($0) })
    else { return false }
    return EyeWordTables.directing.contains(first.lowercased())
  }

  private static func words(of text: String) -> [Substring] {
    text.split { !$0.isLetter && !$0.isNumber && !"'’-".contains($0) }
  }

  private static func stretch(_ bytes: [UInt8], _ at: Int) -> Stretch? {
    switch bytes[at] {
    case UInt8(ascii: "["):
      if bytes.at(at + 1) == UInt8(ascii: "[") { return pair(bytes, at, "[[", "]]") }
      guard let (inner, end) = inner(bytes, at, closes: UInt8(ascii: "]")),
        // `[a](address)` is a link.
        bytes.at(end) != UInt8(ascii: "("), isMark(inSquares: inner)
      else { return nil }
      return Stretch(range: at..<end, pauseMilliseconds: PauseWords.milliseconds(in: inner))
    case UInt8(ascii: "("):
      guard let (inner, end) = inner(bytes, at, closes: UInt8(ascii: ")")),
        isMark(inRounds: inner)
      else { return nil }
      return Stretch(range: at..<end, pauseMilliseconds: PauseWords.milliseconds(in: inner))
    case UInt8(ascii: "<"):
      guard let found = pair(bytes, at, "<<", ">>") else { return nil }
      let inner = String(decoding: bytes[found.range].dropFirst(2).dropLast(2), as: UTF8.self)
      return isCue(inAngles: inner) ? found : nil
    case UInt8(ascii: "{"):
      if bytes.at(at + 1) == UInt8(ascii: "\\"),
        let (_, end) = inner(bytes, at, closes: UInt8(ascii: "}"))
      {
        return Stretch(range: at..<end)
      }
      return pair(bytes, at, "{{", "}}")
    case UInt8(ascii: "~"): return pair(bytes, at, "~~", "~~")
    default: return nil
    }
  }

  /// Whether the text in `<<…>>` is a cue, and not a quotation: some write « as <<.
  static func isCue(inAngles inner: String) -> Bool {
    let words = words(of: inner)
    guard let first = words.first, words.count <= 6, let last = inner.last(where: { $0 != " " }),
      !".!?,…".contains(last)
    else { return false }
    return EyeWordTables.directing.contains(first.lowercased())
      || words.contains { EyeWordTables.directing.contains($0.lowercased()) }
      || !inner.contains(where: \.isLowercase)
  }

  private static func pair(
    _ bytes: [UInt8], _ at: Int, _ opens: String, _ closes: String
  ) -> Stretch? {
    let (open, close) = (Array(opens.utf8), Array(closes.utf8))
    guard bytes[at...].starts(with: open), bytes.at(at + 2) != open[0] else { return nil }
    var end = at + 2
    let limit = min(bytes.count - 1, at + mostBytes)
    while end < limit {
      if bytes[end] == close[0], bytes[end + 1] == close[1] {
        guard end > at + 2 else { return nil }
        let inner = String(decoding: bytes[at + 2..<end], as: UTF8.self)
        return Stretch(
          range: at..<end + 2, pauseMilliseconds: PauseWords.milliseconds(in: inner))
      }
      end += 1
    }
    return nil
  }

  /// The text in the bracket at `at`, and the byte after it; nil if it does not close on the line, or another opens within.
  private static func inner(
    _ bytes: [UInt8], _ at: Int, closes: UInt8
  ) -> (inner: String, end: Int)? {
    var end = at + 1
    while end < bytes.count, end - at < mostBytes, bytes[end] != closes {
      if bytes[end] == bytes[at] || bytes[end] == 0x0a || bytes[end] == 0x0d { return nil }
      end += 1
    }
    guard end < bytes.count, bytes[end] == closes, end > at + 1 else { return nil }
    return (String(decoding: bytes[at + 1..<end], as: UTF8.self), end + 1)
  }
}

extension [UInt8] {
  /// The byte at `index`; 0 beyond the end.
  fileprivate func at(_ index: Int) -> UInt8 { index < count ? self[index] : 0 }
}
