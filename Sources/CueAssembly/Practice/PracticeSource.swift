import CuePractice
import CueStore
import CueText
import Glibc

/// Why a text cannot be practised.
package enum PracticeSourceError: Error, Equatable, Sendable {
  /// There is neither a speech nor a file of that name.
  case notFound(String)
  /// The file is not speech.
  case text(SpeechTextError)
  /// No sentence is in what has that title.
  case nothingToSay(title: String)
  /// The library cannot be read.
  case store(StoreFailure)
}

/// What is practised: a speech of the library, or a text from elsewhere.
package struct PracticeSource: Sendable {
  /// What is said.
  package let text: PracticeText
  /// Where it is kept; a file or standard input is not.
  package let speech: StoredSpeech?
  /// How many characters there were, where the end was cut off.
  package let cutFrom: Int?
  /// Where its language was taken from; nil if that was given, or kept.
  package let language: LanguageChoice?

  /// A text that is not kept.
  ///
  /// `language` is a BCP 47 tag; nil for what its words show, else the language of `locale`, a locale's name, else English.
  package init(
    _ content: String, title: String, language: String?, locale: String?
  ) throws(PracticeSourceError) {
    try self.init(
      content, title: title, language: language, locale: locale, speech: nil, cutFrom: nil)
  }

  private init(
    _ content: String, title: String, language given: String?, locale: String?,
    speech: StoredSpeech?, cutFrom: Int?
  ) throws(PracticeSourceError) {
    let choice = given == nil ? SpeechText.language(of: content, locale: locale) : nil
    language = choice
    text = PracticeText(
      title: title, content: content, language: given ?? choice?.tag ?? LanguageChoice.usual)
    self.speech = speech
    self.cutFrom = cutFrom
    guard !text.sentences.isEmpty else { throw .nothingToSay(title: title) }
  }

  /// Finds what the user calls `name`: a speech, else a file.
  ///
  /// What has a slash is a file, and `-` is standard input.
  ///
  /// - Parameters:
  ///   - name: a number or title, or a path
  ///   - isMarkdown: whether a file is Markdown; nil for what its name says
  ///   - truncates: whether a file that is too long is cut
  ///   - language: a BCP 47 tag; empty for the speech's own
  ///   - locale: the name of the user's locale, for files whose words do not show their language
  ///   - speeches: what is kept
  /// - Returns: what is practised
  /// - Throws: where there is nothing of that name, or nothing to say in it
  package static func find(
    _ name: String, isMarkdown: Bool?, truncates: Bool, language: String, locale: String?,
    in speeches: Speeches
  ) throws(PracticeSourceError) -> PracticeSource {
    if name != "-", !name.contains("/"), let speech = try speech(name, speeches) {
      return try PracticeSource(
        speech.content, title: speech.title,
        language: language.isEmpty ? speech.language : language, locale: locale, speech: speech,
        cutFrom: nil)
    }
    let isThere = unsafe access(name, F_OK) == 0
    guard name == "-" || name.contains("/") || isThere else { throw .notFound(name) }
    let read: SpeechText
    do throws(SpeechTextError) {
      read = try SpeechText.read(name, isMarkdown: isMarkdown, truncates: truncates)
    } catch { throw .text(error) }
    return try PracticeSource(
      read.content, title: read.title ?? "Speech",
      language: language.isEmpty ? nil : language, locale: locale, speech: nil,
      cutFrom: read.cutFrom)
  }

  private static func speech(
    _ name: String, _ speeches: Speeches
  ) throws(PracticeSourceError) -> StoredSpeech? {
    do throws(StoreFailure) { return try speeches.speech(called: name) } catch {
      throw .store(error)
    }
  }
}
