import CueSystem

/// A script of another program, converted to text for a script reader.
package struct ImportedScript: Sendable {
  /// Fountain, or plain text in columns.
  package var text: String
  /// Whether it is Fountain.
  package let isFountain: Bool
  /// Rows that may be read wrongly, in order.
  package let doubts: [ImportDoubt]

  /// Whether files of that kind can be imported.
  package static func reads(_ kind: DocumentKind) -> Bool { ImportProgram(kind) != nil }

  /// Imports the script in `bytes`, a file of that kind, which must be one that can be imported.
  package init(_ bytes: [UInt8], _ kind: DocumentKind) throws(ImportFault) {
    if kind == .pdf {
      let layout = PDFLayout(try PDFWords(of: bytes))
      (text, isFountain, doubts) = (layout.text, false, layout.doubts)
    } else {
      let layout = DocumentLayout(try DocumentParagraphs(of: bytes))
      (text, isFountain, doubts) = (layout.text, layout.isFountain, layout.doubts)
    }
  }
}

/// A row of an imported file that may be read wrongly.
package struct ImportDoubt: Equatable, Sendable {
  /// Why.
  package enum Reason: String, Sendable {
    /// Two texts stand side by side; the left one is read first.
    case sideBySide = "side-by-side"
    /// Text in the margin was left out, and it is not a number.
    case margin
    /// A speech has no name above it.
    case noSpeaker = "no-speaker"
  }

  /// The page, from 1; nil for a document, which has no fixed pages.
  package let page: Int?
  /// The line of the imported text, from 1: its own, or the one that follows where the row was left out.
  package let line: Int
  /// The words of the row.
  package let row: String
  /// Why.
  package let reason: Reason
}

/// What to do with a doubtful row.
package enum ImportDecision: Equatable, Sendable {
  /// It stays as it was read; a row that was left out stays out.
  case keep
  /// It is left out.
  case drop
  /// It has these words; a row that was left out is taken in with them.
  case words(String)
}

extension ImportedScript {
  /// The rows around a doubtful one, with its place among them; nil if it was left out.
  package func surroundings(
    of doubt: ImportDoubt, rows count: Int = 3
  ) -> (rows: [Substring], place: Int?) {
    let rows = text.split(separator: "\n", omittingEmptySubsequences: false)
    let place = doubt.line - 1
    let start = max(0, place - count)
    let end = min(rows.count, place + count + 1)
    guard start < end else { return ([], nil) }
    return (Array(rows[start..<end]), doubt.reason == .margin ? nil : place - start)
  }

  /// Applies a decision to each of its doubts; `decisions` are as many as those, or fewer: undecided rows stay.
  package mutating func apply(_ decisions: [ImportDecision]) {
    var rows = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    // From the end on, so that the places of the others stay.
    for (doubt, decision) in zip(doubts, decisions).reversed() {
      let place = doubt.line - 1
      switch (decision, doubt.reason == .margin) {
      case (.keep, _), (.drop, true): continue
      case (.words(let words), true): rows.insert(words, at: min(place, rows.count))
      case (.drop, false):
        if rows.indices.contains(place) { rows.remove(at: place) }
      case (.words(let words), false):
        if rows.indices.contains(place) {
          rows[place] = String(rows[place].prefix { $0 == " " }) + words
        }
      }
    }
    text = rows.joined(separator: "\n")
  }
}
