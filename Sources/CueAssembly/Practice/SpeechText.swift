import CueDocuments
import CueStore
import CueSystem
import CueText
import Glibc

/// Why a text cannot be a speech.
package enum SpeechTextError: Error, Equatable, Sendable {
  /// It cannot be read, or is not text.
  case unreadable(TextError)
  /// It is Markdown, and the library for that cannot be loaded: its reason.
  case noMarkdown(String)
  /// Nothing is in it.
  case empty
  /// It has this many characters, more than ``Speeches/mostCharacters``.
  case tooLong(characters: Int)
  /// No letter and no digit is in it.
  case nothingToSay
}

/// The text of a speech as it was read, checked, and a title where it has one.
package struct SpeechText: Equatable, Sendable {
  /// Without blanks at its ends; at most ``Speeches/mostCharacters``, with something to say.
  package let content: String
  /// What the text or the file calls it.
  package private(set) var title: String?
  /// How many characters there were, where the end was cut off.
  package let cutFrom: Int?

  /// What its words show; else the language of `locale`, a locale's name; else English.
  package func language(locale: String?) -> LanguageChoice {
    SpeechText.language(of: content, locale: locale)
  }

  /// The same of a text that was not checked.
  package static func language(of text: String, locale: String?) -> LanguageChoice {
    LanguageChoice(of: text, locale: locale.flatMap(LanguageChoice.tag(ofLocale:)))
  }

  /// Reads and checks a file, or standard input where `path` is `-`.
  ///
  /// - Parameters:
  ///   - path: the file
  ///   - isMarkdown: whether it is Markdown; nil for what the file's name says
  ///   - truncates: whether a text that is too long is cut
  /// - Returns: the text, with a title where it has one
  /// - Throws: where it cannot be read, or cannot be a speech
  package static func read(
    _ path: String, isMarkdown: Bool?, truncates: Bool
  ) throws(SpeechTextError) -> SpeechText {
    let isInput = path == "-"
    let document: DocumentText
    do throws(TextError) {
      document = try DocumentText(
        isInput ? try TextInput.bytes(of: STDIN_FILENO) : try TextInput.bytes(ofFile: path))
    } catch { throw .unreadable(error) }
    let text = document.text
    guard isMarkdown ?? SpeechText.isMarkdown(path) else {
      var speech = try SpeechText(text, truncates: truncates)
      let title = document.title.trimmed
      speech.title =
        !title.isEmpty ? title : isInput ? firstWords(speech.content) : stem(path)
      return speech
    }
    if let refusal = MarkdownText.refusal { throw .noMarkdown(refusal) }
    let markdown = MarkdownText(text)
    var speech = try SpeechText(markdown.text, truncates: truncates)
    speech.title = markdown.title ?? (isInput ? firstWords(speech.content) : stem(path))
    return speech
  }

  /// `text` as the content of a speech; one that is too long is cut if that is wanted.
  package init(_ text: String, truncates: Bool) throws(SpeechTextError) {
    let content = LineEndHyphens.joined(text).trimmed
    guard !content.isEmpty else { throw .empty }
    let count = content.count
    if count > Speeches.mostCharacters {
      guard truncates else { throw .tooLong(characters: count) }
      self.content = String(content.prefix(Speeches.mostCharacters)).trimmed
      cutFrom = count
    } else {
      self.content = content
      cutFrom = nil
    }
    guard ReadingTime(of: self.content).words > 0 else { throw .nothingToSay }
  }

  /// Whether the name of the file at `path` says that it is Markdown.
  package static func isMarkdown(_ path: String) -> Bool {
    let lower = path.lowercased()
    return lower.hasSuffix(".md") || lower.hasSuffix(".markdown")
  }

  /// A file's name without its folder and its ending.
  private static func stem(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let point = name.lastIndex(of: "."), point != name.startIndex else { return name }
    return String(name[..<point])
  }

  /// The first line, or as much of it as makes a title.
  private static func firstWords(_ content: String) -> String {
    let line = content.prefix { !$0.isNewline }
    guard line.count > 60 else { return String(line).trimmed }
    let start = line.prefix(60)
    let end = start.lastIndex(where: \.isWhitespace) ?? start.endIndex
    return String(start[..<end]).trimmed + "…"
  }
}
