import CMarkdown

#if canImport(Glibc)
  import Glibc
#endif

/// What is to be said of a Markdown text (CommonMark).
///
/// Markup, HTML, pictures, tables, footnotes and struck-out words are not said; emphasized, linked and quoted words are. Items of
/// lists are paragraphs, and those of ordered lists keep their numbers.
public struct MarkdownText: Sendable, Equatable {
  /// The first heading where that is of the first level and opens the text, or what the front matter calls `title`.
  public let title: String?
  /// The text; paragraphs have an empty line between them.
  public let text: String

  /// Why Markdown cannot be read here; nothing where it can.
  public static var refusal: String? {
    var why = [CChar](repeating: 0, count: 256)
    guard unsafe cue_markdown_is_there(&why, why.count) == 0 else { return nil }
    return String(decoding: why.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Reads `markdown`; to be called only where there is no ``refusal``.
  public init(_ markdown: String) {
    precondition(MarkdownText.refusal == nil, "Markdown cannot be read here")
    let (matter, whole) = MarkdownText.frontMatter(markdown)
    let body = MarkdownExtras.removed(from: whole)
    var text: UnsafeMutablePointer<CChar>?
    var heading: UnsafeMutablePointer<CChar>?
    let status = unsafe cue_markdown_read(body, body.utf8.count, &text, &heading)
    precondition(status == 0, "no memory is left for a text")
    defer {
      unsafe free(text)
      unsafe free(heading)
    }
    let ownTitle = unsafe heading.map { unsafe String(cString: $0) } ?? ""
    title = [matter, ownTitle].compactMap { $0 }.first { !$0.isEmpty }
    self.text = unsafe text.map { unsafe String(cString: $0) } ?? ""
  }

  /// Cuts off what stands between two lines of dashes at the front; answers the title in it, and the rest.
  private static func frontMatter(_ markdown: String) -> (title: String?, body: String) {
    let lines = markdown.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard lines.first == "---",
      let end = lines.dropFirst().firstIndex(where: { $0 == "---" || $0 == "..." }),
      end > 1,
      lines[1..<end].allSatisfy({ $0.contains(":") || $0.first.map { " -#".contains($0) } ?? true })
    else { return (nil, markdown) }
    let named = lines[1..<end].first { $0.lowercased().hasPrefix("title:") }
    let title = named.map { $0.dropFirst("title:".count).filter { $0 != "\"" } }
    return (
      title.map { String($0.drop(while: \.isWhitespace)) },
      String(markdown[lines[end].endIndex...])
    )
  }
}
