import CueModel
import CueText

/// Why a recording cannot be read back.
public enum ProofFailure: Error, Equatable, Sendable {
  /// The recognizer failed.
  case listening(ListenFailure)
  /// The recognizer does not hear the language; the tag.
  case otherLanguage(String)
}

/// Reads recordings back: a recognizer hears them, and the reader reports what it heard.
///
/// The recognizer gets the text as a hint; one that can also hear other words is set to do so. It forgets each recording before
/// the next. One thread.
public final class ProofReader {
  private let recognizer: any Recognizer

  /// Reads back with `recognizer`.
  public init(_ recognizer: any Recognizer) { self.recognizer = recognizer }

  /// The words in `sound`, which is to say `text`.
  public func heard(
    in sound: AudioBuffer, saying text: String, language: String, cancellation: Cancellation
  ) throws(ProofFailure) -> [HeardWord] {
    do throws(ListenFailure) {
      let expectation = ListenExpectation.line(SceneLine(text))
      let reading = HeardReading(
        expectation, language: language, strictness: .wordPerfect, wantsSureWords: false)
      var request = ListenRequest(format: sound.format, phrases: reading.phrases)
      request.language = language
      try recognizer.forget()
      let shortfalls = try recognizer.open(request, cancellation: cancellation)
      let isEnglish = language.isEmpty || language.lowercased().hasPrefix("en")
      if !isEnglish, shortfalls.contains(where: { $0.field == "language" }) {
        recognizer.close()
        throw ListenFailure(.recognizerUnavailable)
      }
      return reading.words(try recognizer.hear(all: sound, cancellation: cancellation))
    } catch {
      recognizer.close()
      if error == ListenFailure(.recognizerUnavailable) { throw .otherLanguage(language) }
      throw .listening(error)
    }
  }
}
