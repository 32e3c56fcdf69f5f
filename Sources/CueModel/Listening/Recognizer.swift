/// A phrase that may be heard, and its part in the scene.
public struct ExpectedPhrase: Equatable, Sendable {
  /// What a phrase is.
  public enum Role: UInt32, Sendable {
    /// The line that should come.
    case expected = 1
    /// The line after it.
    case following = 2
    /// Another line, so that it is not taken for the expected one.
    case competing = 3
    /// "line?"
    case command = 4
    /// "uh"
    case filler = 5
    /// A name.
    case name = 6
    /// A number.
    case number = 7
  }

  /// What it is.
  public var role: Role
  /// Its words, as they are spoken: "doctor ross forty two".
  public var text: String
  /// The same as printed: "Dr. Ross, 42!"
  public var written: String

  /// A phrase of that role; `written` where it is printed in another way.
  public init(_ role: Role, _ text: String, written: String? = nil) {
    self.role = role
    self.text = text
    self.written = written ?? text
  }
}

/// What a stream of sound is and what may be heard in it.
public struct ListenRequest: Equatable, Sendable {
  /// The format of the sound that will be pushed.
  public var format: AudioFormat
  /// What may be heard; anything if there are none.
  public var phrases: [ExpectedPhrase]
  /// A BCP 47 tag, or nothing for the recognizer's own.
  public var language = ""
  /// The id of a model, or nothing for the best one.
  public var model = ""
  /// How words are spoken, in IPA.
  public var lexicon: [String: String] = [:]

  /// A stream of sound in `format`, in which `phrases` may be heard.
  public init(format: AudioFormat, phrases: [ExpectedPhrase] = []) {
    self.format = format
    self.phrases = phrases
  }
}

/// What a recognizer heard.
///
/// Times are frames of the stream.
public struct Heard: Equatable, Sendable {
  /// A word and its place.
  public struct Word: Equatable, Sendable {
    /// The word.
    public var text: String
    /// Where it begins and ends.
    public var frames: Range<Int>
    /// 0…1, or nil if it is not known.
    public var confidence: Double?
    /// Which of the request's phrases it belongs to, from 0 on, where that is known.
    public var phrase: Int?
    /// It is sound that is in none of the phrases.
    public var isOutside = false
    /// It is an "uh", which means nothing.
    public var isFiller = false
    /// How it is spoken was guessed.
    public var isGuessed = false

    /// A word at `frames`.
    public init(_ text: String, frames: Range<Int>, confidence: Double? = nil) {
      self.text = text
      self.frames = frames
      self.confidence = confidence
    }
  }

  /// The words as text; fillers and sound outside the phrases are left out.
  public var text: String
  /// How many bytes of ``text`` no later result will change.
  public var stableBytes: Int
  /// The words, where the recognizer knows them.
  public var words: [Word]
  /// 0…1, from 0.5 on more likely right than not; nil if it is not known.
  public var confidence: Double?

  /// What was heard.
  public init(text: String, stableBytes: Int = 0, words: [Word] = [], confidence: Double? = nil) {
    self.text = text
    self.stableBytes = stableBytes
    self.words = words
    self.confidence = confidence
  }
}

/// Somebody who hears words in sound.
///
/// One stream, one call at a time. A call that fails ends the stream; so does one that is cancelled.
public protocol Recognizer: AnyObject {
  /// Its name, for people: "pocketsphinx".
  var name: String { get }

  /// Opens a stream, and says what of `request` is not done as asked.
  ///
  /// A stream that is open is closed first.
  func open(_ request: ListenRequest, cancellation: Cancellation) throws(ListenFailure)
    -> [Shortfall]

  /// Gives it the next sound, in the stream's format, and says what it has heard by then, oldest first; empty if
  /// that is as it was.
  ///
  /// Returns when the sound was taken, so results depend on the sound alone, never on how fast it comes.
  func push(_ sound: AudioBuffer, cancellation: Cancellation) throws(ListenFailure) -> [Heard]

  /// Ends the stream and says what was heard.
  func finish(cancellation: Cancellation) throws(ListenFailure) -> Heard

  /// Ends the stream without a result; no error where none is open.
  func close()

  /// Forgets speaker and room, so that the next stream is heard as by a new recognizer; no stream may be open.
  func forget() throws(ListenFailure)
}

extension Recognizer {
  /// Has nothing to forget.
  public func forget() throws(ListenFailure) {}
}
