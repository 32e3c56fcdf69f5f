import CMarkdown

#if canImport(Glibc)
  import Glibc
#endif

/// The spoken text of a Markdown file (CommonMark).
///
/// Markup, HTML, pictures, tables, footnotes and struck-out words are not said; emphasized, linked and quoted words are. Items of
/// lists are paragraphs, and those of ordered lists keep their numbers.
public struct MarkdownText: Sendable, Equatable {
  /// The first heading if it opens the text and has the first level, or the `title` of the front matter.
  public let title: String?
  /// The first heading if it opens the text and has the first level; ``text`` does not have it.
  public let heading: String?
  /// The text; paragraphs have an empty line between them.
  public let text: String

  /// Why Markdown cannot be read here; nil if it can.
  public static var refusal: String? {
    var why = [CChar](repeating: 0, count: 256)
    guard unsafe cue_markdown_is_there(&why, why.count) == 0 else { return nil }
    return String(decoding: why.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Reads `markdown`; call it only if there is no ``refusal``.
  public init(_ markdown: String) {
    precondition(MarkdownText.refusal == nil, "Markdown cannot be read here")
    let rows = markdown.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let matter = FrontMatter(rows)
    let body = MarkdownExtras.removed(from: rows.dropFirst(matter?.rowCount ?? 0))
    var text: UnsafeMutablePointer<CChar>?
    var heading: UnsafeMutablePointer<CChar>?
    let status = unsafe cue_markdown_read(body, body.utf8.count, &text, &heading)
    precondition(status == 0, "no memory is left for a text")
    defer {
      unsafe free(text)
      unsafe free(heading)
    }
    let first = unsafe heading.map { unsafe String(cString: $0) } ?? ""
    self.heading = first.isEmpty ? nil : first
    title = [matter?.value(of: "title"), first].compactMap { $0 }.first { !$0.isEmpty }
    self.text = unsafe text.map { unsafe String(cString: $0) } ?? ""
  }
}
