import CueModel

/// A request in the words that the engine gets, and the pieces in which it gets them.
public struct PreparedSpeech: Equatable, Sendable {
  /// What is said; places of marks are those of its text.
  public var request: SpeechRequest
  /// The bytes of the text that are said one after another; together they are all of it.
  public var pieces: [Range<Int>]

  /// `request` in `pieces`; nil for one.
  public init(_ request: SpeechRequest, pieces: [Range<Int>]? = nil) {
    self.request = request
    self.pieces = pieces ?? [0..<request.text.utf8.count]
  }
}

/// What a voice plugin says of the texts that it takes.
public struct TextTraits: Equatable, Sendable {
  /// Whether it reads SSML itself.
  public var readsSSML = false
  /// The most bytes of one text; 0 for any number.
  public var mostBytes = 0
  /// Whether its first sound comes when all of a text is said, so that short texts are heard earlier.
  public var isHeardWhole = false
}
