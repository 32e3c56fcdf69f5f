// SPDX-License-Identifier: MIT

/// A text, cut at the words that are in a lexicon, for engines that need their pronunciations in a notation of their own.
public struct PronouncedText: Equatable, Sendable {
  /// A stretch of the text.
  public struct Piece: Equatable, Sendable {
    /// Its bytes in the text.
    public var range: Range<Int>
    /// The text itself.
    public var text: String
    /// Its pronunciation in IPA; nil if it is not in the lexicon.
    public var pronunciation: String?
  }

  /// The stretches in order; together they are the text.
  public private(set) var pieces: [Piece] = []

  /// Cuts `text` at the words of `lexicon`, whose keys are in small letters; the case of the text is ignored.
  ///
  /// A word is a run of letters, digits and combining marks. Slashes and brackets around a pronunciation are removed; a word whose
  /// pronunciation is empty stays unchanged.
  public init(_ text: String, lexicon: [String: String]) {
    let bytes = Array(text.utf8)
    var end = 0
    func add(upTo start: Int) {
      guard start > end else { return }
      pieces.append(
        Piece(range: end..<start, text: String(decoding: bytes[end..<start], as: UTF8.self)))
      end = start
    }
    for range in lexicon.isEmpty ? [] : PronouncedText.words(in: text) {
      let word = String(decoding: bytes[range], as: UTF8.self)
      guard let spoken = lexicon[word.lowercased()].map(PronouncedText.plain), !spoken.isEmpty
      else { continue }
      add(upTo: range.lowerBound)
      pieces.append(Piece(range: range, text: word, pronunciation: spoken))
      end = range.upperBound
    }
    add(upTo: bytes.count)
  }

  /// Whether no word of the text is in the lexicon.
  public var isAsWritten: Bool { pieces.allSatisfy { $0.pronunciation == nil } }

  /// The words of `text`, by their bytes.
  private static func words(in text: String) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var start: Int?
    var offset = 0
    for scalar in text.unicodeScalars {
      let properties = scalar.properties
      let isLetter =
        properties.isAlphabetic || properties.numericType != nil
        || properties.canonicalCombiningClass != .notReordered
      if isLetter {
        if start == nil { start = offset }
      } else if let begun = start {
        words.append(begun..<offset)
        start = nil
      }
      offset += UTF8.width(scalar)
    }
    if let begun = start { words.append(begun..<offset) }
    return words
  }

  /// `ipa` without slashes, brackets and blanks around it.
  private static func plain(_ ipa: String) -> String {
    String(
      String.UnicodeScalarView(
        ipa.unicodeScalars.filter {
          $0 != "/" && $0 != "[" && $0 != "]" && $0.properties.generalCategory != .control
        }
      )
    ).split(separator: " ").joined(separator: " ")
  }
}

/// A text that an engine gets in place of an original, and how places in both correspond.
public struct RewrittenText: Equatable, Sendable {
  /// The text for the engine.
  public private(set) var text = ""
  /// Which bytes of ``text`` replace which bytes of the original, in order.
  private var places: [Place] = []

  private struct Place: Equatable {
    var own: Range<Int>
    var original: Range<Int>
    /// Whether it is a copy of the original, byte for byte.
    var isCopy: Bool
  }

  /// An empty text.
  public init() {}

  /// Adds text that replaces those bytes of the original; an empty range is an insertion.
  public mutating func append(_ text: String, for original: Range<Int>) {
    let start = self.text.utf8.count
    self.text += text
    places.append(
      Place(own: start..<self.text.utf8.count, original: original, isCopy: false))
  }

  /// Adds a copy of a stretch of the original.
  public mutating func append(_ piece: PronouncedText.Piece) {
    append(piece.text, for: piece.range)
    places[places.count - 1].isCopy = true
  }

  /// The bytes of the original to which `range` of ``text`` corresponds.
  ///
  /// A part of a replacement corresponds to all bytes that it replaces.
  public func original(_ range: Range<Int>) -> Range<Int> {
    let start = offset(range.lowerBound, isEnd: false)
    return start..<max(start, offset(range.upperBound, isEnd: true))
  }

  /// The byte of ``text`` to which the byte `original` of the original corresponds.
  public func place(ofOriginal original: Int) -> Int {
    for place in places where place.original.contains(original) {
      let start = place.own.lowerBound
      return place.isCopy ? start + original - place.original.lowerBound : start
    }
    return places.last { $0.original.upperBound <= original && !$0.original.isEmpty }?.own
      .upperBound ?? 0
  }

  private func offset(_ own: Int, isEnd: Bool) -> Int {
    for place in places {
      let isHere =
        isEnd
        ? place.own.lowerBound < own && own <= place.own.upperBound : place.own.contains(own)
      guard isHere else { continue }
      if place.isCopy { return place.original.lowerBound + own - place.own.lowerBound }
      return isEnd ? place.original.upperBound : place.original.lowerBound
    }
    return isEnd || own > 0 ? places.last?.original.upperBound ?? 0 : 0
  }
}
