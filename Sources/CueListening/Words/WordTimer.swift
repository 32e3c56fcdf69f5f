import CueModel
import CueText

/// Finds when the words of a known text are heard in its sound.
///
/// One thread.
public protocol WordTimer: AnyObject {
  /// Names all that decides its times: where it is the same, so are they.
  var id: String { get }

  /// The words of `text` in `sound`, each once, in order and within the sound; marked as estimated.
  ///
  /// - Parameters:
  ///   - text: what is said, in the bytes of which the marks count
  ///   - language: a BCP 47 tag; empty for English
  ///   - sound: what says it
  ///   - cancellation: ends it
  /// - Returns: none where the text has no words
  /// - Throws: a ``ListenFailure`` where the listener fails, or is cancelled
  func words(
    of text: String, language: String, in sound: AudioBuffer, cancellation: Cancellation
  ) throws(ListenFailure) -> [SpeechMark]
}

/// Spreads words by letters, loudness and pauses: for languages that no recognizer here knows, and where none is installed.
public final class SpreadWordTimer: WordTimer {
  /// Its rules, of which this is the first version.
  public static let id = "spread/1"

  /// Its rules.
  public var id: String { SpreadWordTimer.id }

  /// A timer without a recognizer.
  public init() {}

  /// The words of `text` as ``WordSpread`` has them.
  public func words(
    of text: String, language: String, in sound: AudioBuffer, cancellation: Cancellation
  ) -> [SpeechMark] {
    WordSpread(text, language: language).marks(in: sound)
  }
}

/// Has a recognizer hear the words where they are said; words that it misses are spread between those it heard.
///
/// The recognizer gets the text and nothing else, and forgets what it heard before, so that the same sound has the same times,
/// whatever came before it.
public final class RecognizedWordTimer: WordTimer {
  /// The second part of ``id``: changes with the rules here.
  private static let rules = "words/1"
  /// A recognizer that hears less of a text than this has heard another one.
  private static let leastShare = 0.5

  private let recognizer: any Recognizer
  /// Names the recognizer with all that decides what it hears, and these rules.
  public let id: String

  /// Times words with `recognizer`, of which `identity` names all that decides what it hears.
  public init(_ recognizer: any Recognizer, identity: String) {
    self.recognizer = recognizer
    id = "\(identity) \(RecognizedWordTimer.rules) \(SpreadWordTimer.id)"
  }

  /// The words of `text` in `sound`.
  public func words(
    of text: String, language: String, in sound: AudioBuffer, cancellation: Cancellation
  ) throws(ListenFailure) -> [SpeechMark] {
    let spread = WordSpread(text, language: language)
    guard !spread.ranges.isEmpty, sound.frameCount > 0 else { return spread.marks(in: sound) }
    let heard = try heard(text, language, sound, cancellation)
    return spread.marks(
      in: sound, known: RecognizedWordTimer.places(of: spread.ranges, text, language, heard))
  }

  private func heard(
    _ text: String, _ language: String, _ sound: AudioBuffer, _ cancellation: Cancellation
  ) throws(ListenFailure) -> Heard {
    let said = SpokenWords.text(of: text, language: language.isEmpty ? "en" : language)
    var request = ListenRequest(
      format: sound.format, phrases: [ExpectedPhrase(.expected, said, written: text)])
    request.language = language
    try recognizer.forget()
    do throws(ListenFailure) {
      _ = try recognizer.open(request, cancellation: cancellation)
      return try recognizer.hear(all: sound, cancellation: cancellation)
    } catch {
      recognizer.close()
      throw error
    }
  }

  /// Where the words at `ranges` were heard, by their places; none if too few were.
  private static func places(
    of ranges: [Range<Int>], _ text: String, _ language: String, _ heard: Heard
  ) -> [Int: Range<Int>] {
    let line = ExpectedLine(text, language: language.isEmpty ? "en" : language)
    // A word that the recognizer doubts is where it was heard, all the same: the text is known.
    let words = heard.words.map { word in
      HeardWord(
        word.text, isOutside: word.isOutside && (word.confidence == nil || word.text.isEmpty),
        isFiller: word.isFiller)
    }
    let match = line.match(words)
    guard match.share >= leastShare else { return [:] }
    let numbers = Dictionary(zip(ranges, ranges.indices), uniquingKeysWith: { one, _ in one })
    var places: [Int: Range<Int>] = [:]
    var last = -1
    for (word, outcome) in zip(match.words, match.outcomes) {
      guard case .said(let said) = outcome, let number = numbers[word.range],
        said.lowerBound > last, !said.isEmpty
      else { continue }
      let frames =
        heard.words[said.lowerBound].frames
        .lowerBound..<max(
          heard.words[said.lowerBound].frames.lowerBound,
          heard.words[said.upperBound - 1].frames.upperBound)
      // A recognizer that reports no times reports 0 for all.
      guard !frames.isEmpty else { continue }
      places[number] = frames
      last = said.upperBound - 1
    }
    return places
  }
}
