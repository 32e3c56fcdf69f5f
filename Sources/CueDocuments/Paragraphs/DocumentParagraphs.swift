import CueSystem

/// The paragraphs of a document of another program, as the program `cue-import-document` prints them.
package struct DocumentParagraphs: Equatable, Sendable {
  /// Where the words of a paragraph stand.
  enum Place: Equatable, Sendable {
    /// In a paragraph of text.
    case text
    /// In a heading of that level, from 1.
    case heading(Int)
    /// In an item of a list.
    case item
    /// In a row of a table; tabs divide its cells.
    case row
  }

  /// Words that look the same.
  struct Span: Equatable, Sendable {
    var text: String
    var isBold = false
    var isItalic = false
  }

  /// A paragraph.
  struct Paragraph: Equatable, Sendable {
    var place: Place
    /// The name of its style; empty without one.
    var style: String
    /// Where its first line begins, in points from the left margin.
    var indent: Double
    var isCentred: Bool
    var spans: [Span]

    /// All its words; tabs stay, and a line break is U+2028.
    var text: String { spans.map(\.text).joined() }
    var isBlank: Bool { spans.allSatisfy { $0.text.allSatisfy(\.isWhitespace) } }
    /// The paragraph without line breaks.
    var inOneRow: Paragraph {
      var paragraph = self
      for index in spans.indices {
        paragraph.spans[index].text.replace("\u{2028}", with: " ")
      }
      return paragraph
    }
  }

  /// A paragraph, or what stands between two.
  enum Part: Equatable, Sendable {
    case paragraph(Paragraph)
    /// A chapter of a book begins; its title, which may be empty.
    case chapter(String)
  }

  /// Why the program's output cannot be read.
  package enum Failure: Error, Equatable, Sendable {
    /// A line that the program never prints; its number from 1.
    case line(Int)
    /// The output ends too early.
    case incomplete
  }

  /// A paragraph's first line begins no further right, in points.
  private static let farthest = 10_000.0

  /// Its title; empty without one.
  private(set) var title = ""
  /// Whether it is an electronic book, whose title is one: that of a document is often the name of another file.
  private(set) var isBook = false
  private(set) var parts: [Part] = []

  /// Its paragraphs, in order.
  var paragraphs: [Paragraph] {
    parts.compactMap { part in
      guard case .paragraph(let paragraph) = part else { return nil }
      return paragraph
    }
  }

  /// Whether there is no word: a scan has pictures only.
  package var isEmpty: Bool { paragraphs.allSatisfy(\.isBlank) }

  /// A document of those parts.
  init(_ parts: [Part]) { self.parts = parts }

  /// The paragraphs of the document in `bytes`.
  init(of bytes: [UInt8]) throws(ImportFault) {
    let output = try ImportProgram.document.output(of: bytes)
    do throws(Failure) { try self.init(parsing: output) } catch { throw .failed }
    guard !isEmpty else { throw .noText }
  }

  /// Reads what the program prints.
  package init(parsing text: String) throws(Failure) {
    var isWhole = false
    for (index, line) in text.utf8.split(separator: 10).enumerated() {
      let fields = line.split(separator: 9, maxSplits: 5, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      switch fields[0] {
      case "kind": isBook = fields.last == "epub"
      case "page": break
      case "title": title = fields.dropFirst().joined(separator: " ")
      case "chapter": parts.append(.chapter(fields.dropFirst().joined(separator: " ")))
      case "paragraph":
        guard let paragraph = DocumentParagraphs.paragraph(fields) else { throw .line(index + 1) }
        parts.append(.paragraph(paragraph))
      case "end": isWhole = true
      default: throw .line(index + 1)
      }
    }
    guard isWhole else { throw .incomplete }
  }

  private static func paragraph(_ fields: [String]) -> Paragraph? {
    guard fields.count == 6, let place = place(fields[1]), let indent = Double(fields[3]),
      indent.isFinite
    else { return nil }
    return Paragraph(
      place: place, style: fields[2] == "_" ? "" : fields[2],
      indent: min(max(0, indent), farthest), isCentred: fields[4] == "center",
      spans: spans(fields[5]))
  }

  private static func place(_ name: String) -> Place? {
    switch name {
    case "text": return .text
    case "item": return .item
    case "row": return .row
    default:
      guard name.hasPrefix("heading"), let level = Int(name.dropFirst(7)), (1...6).contains(level)
      else { return nil }
      return .heading(level)
    }
  }

  /// Marks of formatting begin with an odd number, and end with the next one: 1 bold, 3 italic, 5 all capitals.
  private static func spans(_ text: String) -> [Span] {
    var spans: [Span] = []
    var span = Span(text: "")
    var isUpper = false
    func close() {
      guard !span.text.isEmpty else { return }
      if isUpper { span.text = span.text.uppercased() }
      if let last = spans.last, last.isBold == span.isBold, last.isItalic == span.isItalic {
        spans[spans.count - 1].text += span.text
      } else {
        spans.append(span)
      }
      span.text = ""
    }
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 1, 2:
        close()
        span.isBold = scalar.value == 1
      case 3, 4:
        close()
        span.isItalic = scalar.value == 3
      case 5, 6:
        close()
        isUpper = scalar.value == 5
      default: span.text.unicodeScalars.append(scalar)
      }
    }
    close()
    return spans
  }
}
