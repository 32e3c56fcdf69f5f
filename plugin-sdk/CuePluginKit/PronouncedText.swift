// SPDX-License-Identifier: MIT

/// A text, cut where a lexicon says how its words are spoken, for engines that want another notation in their place.
public struct PronouncedText: Equatable, Sendable {
  /// A stretch of the text.
  public struct Piece: Equatable, Sendable {
    /// Its bytes in the text.
    public var range: Range<Int>
    /// The text itself.
    public var text: String
    /// How it is spoken, in IPA; nil where it is spoken as it is written.
    public var pronunciation: String?
  }

  /// The stretches in their order; together they are the text.
  public private(set) var pieces: [Piece] = []

  /// Cuts `text` by `lexicon`, which has words in small letters; a word of the text counts in any case of letters.
  ///
  /// A word is a run of letters, digits and combining marks. What the lexicon says is taken without the slashes or brackets
  /// that IPA may stand in; a word that it has nothing for stays as it is.
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

  /// Whether the lexicon has none of the words.
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

/// A text as an engine gets it in place of another one, and where its bytes stand in that.
public struct RewrittenText: Equatable, Sendable {
  /// The text for the engine.
  public private(set) var text = ""
  /// Which bytes of ``text`` stand for which bytes of the other text, in their order.
  private var places: [Place] = []

  private struct Place: Equatable {
    var own: Range<Int>
    var original: Range<Int>
    /// Whether it is written as it was, so that each byte stands for itself.
    var isCopy: Bool
  }

  /// An empty text.
  public init() {}

  /// Adds text for the engine that stands for those bytes of the other text: for none, where it is an insertion.
  public mutating func append(_ text: String, for original: Range<Int>) {
    let start = self.text.utf8.count
    self.text += text
    places.append(
      Place(own: start..<self.text.utf8.count, original: original, isCopy: false))
  }

  /// Adds a stretch of the other text as it is.
  public mutating func append(_ piece: PronouncedText.Piece) {
    append(piece.text, for: piece.range)
    places[places.count - 1].isCopy = true
  }

  /// The bytes of the other text that `range` of ``text`` stands for.
  ///
  /// What is written otherwise is one thing: a part of it stands for all of its bytes.
  public func original(_ range: Range<Int>) -> Range<Int> {
    let start = offset(range.lowerBound, isEnd: false)
    return start..<max(start, offset(range.upperBound, isEnd: true))
  }

  /// Where the byte `original` of the other text stands in ``text``.
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
