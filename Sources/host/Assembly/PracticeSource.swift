import CuePractice
import CueStore
import Glibc

/// What is practised: a speech of the library, or a text from elsewhere.
struct PracticeSource {
  let text: PracticeText
  /// Where it is kept; a file or standard input is not.
  let speech: StoredSpeech?

  /// Finds what the user calls `options.source`: a speech, else a file.
  ///
  /// What has a slash is a file, and `-` is standard input.
  static func find(
    _ options: PracticeOptions, language: String, _ speeches: Speeches, _ words: Messages,
    note: (UserError) -> Void
  ) throws -> PracticeSource {
    let name = options.source
    if name != "-", !name.contains("/"), let speech = try SpeechLibrary.find(name, speeches) {
      return PracticeSource(
        text: try text(
          speech.content, title: speech.title,
          language: language.isEmpty ? speech.language : language, words),
        speech: speech)
    }
    let isThere = unsafe access(name, F_OK) == 0
    guard name == "-" || name.contains("/") || isThere else {
      throw UserError(
        words(.noSuchSpeechOrFile, ["name": name]), hint: words(.addKeepsOne), .noInput)
    }
    let read = try SpeechText.read(
      SpeechSource(path: name, isMarkdown: options.isMarkdown), truncates: options.truncates,
      words)
    if let count = read.cutFrom { note(SpeechText.cutNote(from: count, words)) }
    return PracticeSource(
      text: try text(
        read.content, title: read.title ?? "Speech",
        language: language.isEmpty ? read.language : language, words),
      speech: nil)
  }

  private static func text(
    _ content: String, title: String, language: String, _ words: Messages
  ) throws(UserError) -> PracticeText {
    let text = PracticeText(title: title, content: content, language: language)
    guard !text.sentences.isEmpty else {
      throw UserError(words(.nothingToSay, ["name": words.quoted(title)]), .badInput)
    }
    return text
  }
}
