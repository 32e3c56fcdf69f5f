import CueSystem

/// A text that a person wrote, in any kind of file that Cue reads: plain text, or a document of another program.
package struct DocumentText: Equatable, Sendable {
  /// Its words; empty lines divide paragraphs.
  package let text: String
  /// The title that the document gives itself; empty without one.
  package let title: String

  private init(text: String, title: String) {
    self.text = text
    self.title = title
  }

  /// Reads the text in `bytes`, a file of any kind that Cue reads.
  ///
  /// - Throws: ``TextError``, also for files of kinds that cannot be read
  package init(_ bytes: [UInt8]) throws(TextError) {
    guard let kind = DocumentKind(bytes), ImportedScript.reads(kind) else {
      self.init(text: try TextInput.document(bytes), title: "")
      return
    }
    do throws(ImportFault) { try self.init(imported: bytes, kind) } catch {
      throw .notImported(kind, error)
    }
  }

  /// Imports the text in `bytes`, a file of that kind, which must be one that can be imported.
  ///
  /// If `marksHeadings`, headings are marked as in Markdown (`# One`).
  package init(
    imported bytes: [UInt8], _ kind: DocumentKind, marksHeadings: Bool = false
  ) throws(ImportFault) {
    if kind == .pdf {
      let parts = PDFLayout(try PDFWords(of: bytes)).paragraphs.map { paragraph in
        DocumentParagraphs.Part.paragraph(paragraph.inOneRow)
      }
      self.init(
        text: DocumentText.prose(DocumentParagraphs(parts), marksHeadings: marksHeadings), title: ""
      )
    } else {
      let document = try DocumentParagraphs(of: bytes)
      self.init(
        text: DocumentText.prose(document, marksHeadings: marksHeadings), title: document.title)
    }
  }

  /// The paragraphs of a document with empty lines between them.
  static func prose(_ document: DocumentParagraphs, marksHeadings: Bool) -> String {
    // What names a book is not part of its text.
    var prose =
      marksHeadings && document.isBook && !document.title.isEmpty
      ? "---\ntitle: \(document.title)\n---\n" : ""
    func add(_ words: String, level: Int = 0) {
      if !prose.isEmpty { prose += "\n" }
      if marksHeadings, level > 0 { prose += String(repeating: "#", count: level) + " " }
      prose += words + "\n"
    }
    var chapter: String?
    for part in document.parts {
      switch part {
      case .chapter(let title): chapter = oneLine(title)
      case .paragraph(let paragraph):
        guard !paragraph.isBlank else { continue }
        // A chapter mostly opens with its title.
        if let title = chapter, !title.isEmpty, !isHeading(paragraph, title) {
          add(title, level: 1)
        }
        chapter = nil
        if case .heading(let level) = paragraph.place {
          add(oneLine(paragraph.text), level: level)
        } else {
          add(
            paragraph.text.split(whereSeparator: \.isNewline).map { oneLine(String($0)) }
              .filter { !$0.isEmpty }.joined(separator: "\n"))
        }
      }
    }
    return prose
  }

  /// Whether a paragraph is the title of its chapter, or another heading.
  private static func isHeading(_ paragraph: DocumentParagraphs.Paragraph, _ title: String) -> Bool
  {
    if case .heading = paragraph.place { return true }
    func letters(_ text: String) -> String {
      text.lowercased().filter { $0.isLetter || $0.isNumber }
    }
    return letters(paragraph.text) == letters(title)
  }

  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
