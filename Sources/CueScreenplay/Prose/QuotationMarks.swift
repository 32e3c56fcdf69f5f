/// Where quotations begin and end in a paragraph.
struct QuotationMarks {
  /// A quotation as places of scalars, the marks included.
  struct Span {
    var places: Range<Int>
    var isClosed = true
    var isDashed = false

    /// The places between the marks.
    var inside: Range<Int> {
      places.lowerBound + 1..<places.upperBound - (isClosed && !isDashed ? 1 : 0)
    }
  }

  private enum Style { case double, single, dash }
  private let style: Style

  /// Takes the style of most paragraphs that open with a mark; double marks count in every style.
  init(_ paragraphs: [[Unicode.Scalar]]) {
    var opened = [Style.double: 0, .single: 0, .dash: 0]
    for text in paragraphs {
      guard let first = text.first else { continue }
      for style in [Style.double, .single, .dash]
      where QuotationMarks.opening(style).contains(first) {
        opened[style]! += 1
      }
    }
    // Double marks win a tie.
    style =
      [.single, .dash].filter { opened[$0]! > opened[.double]! }
      .max { opened[$0]! < opened[$1]! } ?? .double
  }

  private static func opening(_ style: Style) -> Set<Unicode.Scalar> {
    switch style {
    case .double: ["“", "\"", "„", "«", "»", "”"]
    case .single: ["‘", "'", "‚"]
    case .dash: ["—", "–", "―"]
    }
  }

  private static let doubles = opening(.double)
  private static let singles = opening(.single)
  private static let dashes = opening(.dash)
  private static let singleClosers: Set<Unicode.Scalar> = ["’", "'"]
  /// What stands before a mark that opens; a letter before it makes it an apostrophe or a closing mark.
  private static let openers: Set<Unicode.Scalar> = [
    " ", "(", "[", "—", "–", "-", "…", "“", "‘", "¿", "¡",
  ]
  private static let stops: Set<Unicode.Scalar> = [
    ".", ",", "!", "?", "…", "—", "–", "-", ";", ":", ")",
  ]

  func spans(in text: [Unicode.Scalar]) -> [Span] {
    if style == .dash, let first = text.first, QuotationMarks.dashes.contains(first) {
      return dashed(text)
    }
    var spans: [Span] = []
    var place = 0
    /// Whether a search has found no closing single mark in the rest of the paragraph.
    var lacksSingleEnd = false
    while place < text.count {
      var end: (place: Int, isClosed: Bool)?
      if opens(text, place) {
        if QuotationMarks.doubles.contains(text[place]) {
          end = doubleEnd(text, place)
        } else if style == .single, QuotationMarks.singles.contains(text[place]) {
          let close = lacksSingleEnd ? nil : singleEnd(text, place)
          lacksSingleEnd = close == nil
          // A speech that goes on in the next paragraph opens after a sign, unlike ‘em.
          let isSpeech = place < 2 || QuotationMarks.stops.contains(text[place - 2])
          end = close.map { ($0, true) } ?? (isSpeech ? (text.count, false) : nil)
        }
      }
      if let end { spans.append(Span(places: place..<end.place, isClosed: end.isClosed)) }
      place = end?.place ?? place + 1
    }
    return spans
  }

  private func opens(_ text: [Unicode.Scalar], _ place: Int) -> Bool {
    place == 0 || QuotationMarks.openers.contains(text[place - 1])
  }

  private func doubleEnd(_ text: [Unicode.Scalar], _ start: Int) -> (place: Int, isClosed: Bool) {
    let mark = text[start]
    let closers: Set<Unicode.Scalar> =
      switch mark {
      case "“": ["”"]
      case "„": ["“", "”", "\""]
      case "«": ["»"]
      case "»": ["«"]
      case "”": ["”"]
      default: ["\""]
      }
    var depth = 1
    var last: Int?
    for place in text.indices.dropFirst(start + 1) {
      if closers.contains(text[place]) {
        depth -= 1
        last = place + 1
        if depth == 0 { return (place + 1, true) }
      } else if text[place] == mark {
        depth += 1
      }
    }
    // A nested mark without its end closes nothing. Without any end, the speech goes on in the next paragraph.
    return last.map { ($0, true) } ?? (text.count, false)
  }

  /// The end of a quotation in single marks, in which an apostrophe looks like a closing mark.
  ///
  /// After a sign, the mark closes. After a letter it closes only if no such mark comes before the next quotation opens:
  /// ‘pecking’; the first of them counts that is no plural (boys’) or clipped word (takin’).
  private func singleEnd(_ text: [Unicode.Scalar], _ start: Int) -> Int? {
    var weak: Int?
    for place in text.indices.dropFirst(start + 1) {
      let next = place + 1 < text.count ? text[place + 1] : " "
      if QuotationMarks.singleClosers.contains(text[place]), !next.isOfWord {
        if QuotationMarks.stops.contains(text[place - 1])
          || QuotationMarks.doubles.contains(text[place - 1])
        {
          return place + 1
        }
        let before = text[place - 1]
        if before != " ", weak == nil,
          next != " " || !(before == "s" || before == "n" || before == "o")
        {
          weak = place + 1
        }
      } else if QuotationMarks.singles.contains(text[place]), opens(text, place),
        next != " ", weak != nil
      {
        break
      }
    }
    return weak
  }

  /// Speech after a dash: another dash before a small letter opens the narration, the next one closes it.
  private func dashed(_ text: [Unicode.Scalar]) -> [Span] {
    var spans: [Span] = []
    var start: Int? = 0
    for place in text.indices.dropFirst() where QuotationMarks.dashes.contains(text[place]) {
      let isSpaced = text[place - 1] == " " || QuotationMarks.stops.contains(text[place - 1])
      let next = text[(place + 1)...].first { $0 != " " }
      if let from = start, isSpaced, next?.properties.isLowercase == true {
        spans.append(Span(places: from..<place, isDashed: true))
        start = nil
      } else if start == nil {
        start = place
      }
    }
    if let start { spans.append(Span(places: start..<text.count, isDashed: true)) }
    return spans
  }
}

extension Unicode.Scalar {
  /// Whether words have it.
  var isOfWord: Bool {
    isASCII ? ("a"..."z").contains(self) || ("A"..."Z").contains(self) : properties.isAlphabetic
  }
}
