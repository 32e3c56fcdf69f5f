/// The places of the marks and words of an SSML document.
///
/// espeak's own places are wrong: a mark between two sentences has no event, the last mark has a wrong place, and the first word of a
/// sentence after a tag begins a character too late.
struct DocumentPlaces {
  /// A `<mark name="…"/>`.
  struct Mark: Equatable {
    /// The byte at which it begins.
    var offset: Int
    var name: String
  }

  private let text: [UInt8]
  /// Which bytes belong to tags and comments.
  private var isTag: [Bool]
  private var marks: [Mark] = []
  /// How many marks have been passed.
  private var passed = 0

  /// The places of the document `text`.
  init(_ text: String) {
    let bytes = Array(text.utf8)
    self.text = bytes
    isTag = Array(repeating: false, count: bytes.count)
    var at = 0
    while let start = bytes[at...].firstIndex(of: UInt8(ascii: "<")),
      let end = DocumentPlaces.end(ofTagAt: start, in: bytes)
    {
      for index in start..<end { isTag[index] = true }
      let tag = String(decoding: bytes[start..<end], as: UTF8.self)
      if let name = DocumentPlaces.name(ofMark: tag) {
        marks.append(Mark(offset: start, name: name))
      }
      at = end
    }
  }

  /// Removes and returns the marks before byte `offset`.
  mutating func pass(to offset: Int) -> [Mark] { pass { $0.offset < offset } }

  /// Removes and returns the marks up to the next one called `name`; none if there is none.
  mutating func pass(toMark name: String) -> [Mark] {
    guard let last = marks[passed...].first(where: { $0.name == name }) else { return [] }
    return pass { $0.offset <= last.offset }
  }

  private mutating func pass(_ isPassed: (Mark) -> Bool) -> [Mark] {
    let these = Array(marks[passed...].prefix(while: isPassed))
    passed += these.count
    return these
  }

  /// The word that espeak puts at `range`.
  ///
  /// - Parameters:
  ///   - range: bytes of the document
  ///   - end: the byte after the word before it
  ///   - isFirst: whether it is the first word of a clause
  /// - Returns: the word's bytes in the document
  func word(_ range: Range<Int>, after end: Int, isFirst: Bool) -> Range<Int> {
    var start = min(range.lowerBound, text.count)
    if let own = character(before: start), own.lowerBound >= end, isLetter(own),
      !isLetterBefore(own.lowerBound, after: end)
    {
      start = own.lowerBound
    } else if isFirst, let blank = character(before: start), text[blank.lowerBound] <= 0x20,
      let own = character(before: blank.lowerBound), own.lowerBound >= end, isLetter(own),
      !isLetterBefore(own.lowerBound, after: end)
    {
      // The word is one letter, and espeak reports the place of the next word.
      return own
    }
    start = reference(endingAt: start, after: end)
    let upper = text.indices[start...].firstIndex { isTag[$0] || text[$0] <= 0x20 } ?? text.count
    guard range.upperBound > start else { return start..<upper }
    let cut = text.indices[start..<min(range.upperBound, text.count)].firstIndex { isTag[$0] }
    return start..<(cut ?? min(range.upperBound, text.count))
  }

  /// The character that ends at byte `end`; nil at the beginning of the document and after a tag.
  private func character(before end: Int) -> Range<Int>? {
    guard end > 0, end <= text.count, !isTag[end - 1] else { return nil }
    var start = end - 1
    while start > 0, UTF8.isContinuation(text[start]) { start -= 1 }
    return start..<end
  }

  private func isLetterBefore(_ offset: Int, after end: Int) -> Bool {
    guard offset > end, let other = character(before: offset) else { return false }
    return isLetter(other)
  }

  private func isLetter(_ character: Range<Int>) -> Bool {
    let scalar = String(decoding: text[character], as: UTF8.self).unicodeScalars.first
    guard let properties = scalar?.properties else { return false }
    return properties.isAlphabetic || properties.numericType != nil
  }

  /// The `&` of a reference such as `&amp;` whose `;` is at `offset`, else `offset`.
  private func reference(endingAt offset: Int, after end: Int) -> Int {
    guard offset < text.count, text[offset] == UInt8(ascii: ";") else { return offset }
    let longest = 10
    var start = offset - 1
    while start >= max(end, offset - longest), text[start] > 0x20, !isTag[start] {
      if text[start] == UInt8(ascii: "&") { return start }
      start -= 1
    }
    return offset
  }

  /// The byte after the tag or comment at `start`; nil if it does not end.
  private static func end(ofTagAt start: Int, in text: [UInt8]) -> Int? {
    if text[start...].starts(with: "<!--".utf8) {
      var at = start + 4
      while at + 3 <= text.count {
        if text[at...].starts(with: "-->".utf8) { return at + 3 }
        at += 1
      }
      return nil
    }
    var quote: UInt8?
    for at in start + 1..<text.count {
      let byte = text[at]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return at + 1
      }
    }
    return nil
  }

  /// The name of the mark that `tag` is; nil if it is another tag.
  private static func name(ofMark tag: String) -> String? {
    let words = tag.dropFirst().split(maxSplits: 1) { $0.isWhitespace || $0 == "/" || $0 == ">" }
    guard words.count == 2, words[0].lowercased() == "mark",
      let attribute = words[1].firstRange(of: "name")
    else { return nil }
    let value = words[1][attribute.upperBound...].drop { $0.isWhitespace || $0 == "=" }
    guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
    return String(value.dropFirst().prefix { $0 != quote })
  }
}
