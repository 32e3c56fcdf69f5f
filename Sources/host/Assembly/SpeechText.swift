import CueStore
import CueText
import Glibc

/// The text of a speech as it was read, checked, and a title where it has one.
struct SpeechText: Equatable {
  /// Without blanks at its ends; at most ``Speeches/mostCharacters``, with something to say.
  var content: String
  /// What the text or the file calls it.
  var title: String?
  /// How many characters there were, where the end was cut off.
  var cutFrom: Int?

  /// What a text is in that does not look like another language.
  static let usualLanguage = "en-US"

  /// What its words look like, as a BCP 47 tag.
  var language: String { LanguageGuess.language(of: content) ?? SpeechText.usualLanguage }

  /// Reads and checks a file or standard input.
  static func read(
    _ source: SpeechSource, truncates: Bool, _ words: Messages
  ) throws(UserError) -> SpeechText {
    let isInput = source.path == "-"
    let name = isInput ? "Standard input" : source.path
    let bytes =
      isInput
      ? try Texts.contents(of: STDIN_FILENO, name) : try Texts.contents(ofFile: source.path)
    let text = try Texts.checked(bytes, name)
    let lower = source.path.lowercased()
    let isMarkdown =
      source.isMarkdown ?? (lower.hasSuffix(".md") || lower.hasSuffix(".markdown"))
    guard isMarkdown else {
      let file = try checked(text, name, truncates: truncates, words)
      return SpeechText(
        content: file.content, title: isInput ? firstWords(file.content) : stem(source.path),
        cutFrom: file.cutFrom)
    }
    if let refusal = MarkdownText.refusal {
      throw UserError(
        "Markdown needs cmark, which cannot be loaded: \(refusal).",
        hint: "Install it (on Debian: apt-get install libcmark0.30.2), or take the text as it is "
          + "with --plain.", .unavailable)
    }
    let markdown = MarkdownText(text)
    let file = try checked(markdown.text, name, truncates: truncates, words)
    return SpeechText(
      content: file.content,
      title: markdown.title ?? (isInput ? firstWords(file.content) : stem(source.path)),
      cutFrom: file.cutFrom)
  }

  /// `text` as the content of a speech, or what is wrong with it.
  static func checked(
    _ text: String, _ name: String, truncates: Bool, _ words: Messages
  ) throws(UserError) -> SpeechText {
    let content = Texts.trimmed(text)
    guard !content.isEmpty else {
      throw UserError(words(.textIsEmpty, ["name": name]), .badInput)
    }
    let count = content.count
    var speech = SpeechText(content: content)
    if count > Speeches.mostCharacters {
      guard truncates else {
        throw UserError(
          words(
            .textIsTooLong,
            [
              "name": name, "characters": words.grouped(count),
              "most": words.grouped(Speeches.mostCharacters),
            ]), hint: words(.shortenIt), .badInput)
      }
      speech.content = Texts.trimmed(String(content.prefix(Speeches.mostCharacters)))
      speech.cutFrom = count
    }
    guard ReadingTime(of: speech.content).words > 0 else {
      throw UserError(words(.nothingToSay, ["name": name]), .badInput)
    }
    return speech
  }

  /// What the user reads where the end of a text was cut off.
  static func cutNote(from count: Int, _ words: Messages) -> UserError {
    UserError(
      words(
        .textIsCut,
        [
          "most": words.grouped(Speeches.mostCharacters), "characters": words.grouped(count),
        ]), .done)
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
    guard line.count > 60 else { return Texts.trimmed(String(line)) }
    let start = line.prefix(60)
    let end = start.lastIndex(where: \.isWhitespace) ?? start.endIndex
    return Texts.trimmed(String(start[..<end])) + "…"
  }
}
