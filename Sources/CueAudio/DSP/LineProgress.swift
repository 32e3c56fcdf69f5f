import CueModel

/// How far a line has come that a voice is saying, and where it can be held.
public struct LineProgress {
  /// Which line it is, by its user's count.
  public let line: Int
  /// What the line's sound is made of, once there is any.
  public var format: AudioFormat?
  /// Frames of the line put out or left out.
  public private(set) var position = 0
  /// Frames at the beginning of the piece at hand that were left out.
  public private(set) var skippedFrames = 0
  /// The session's frame at which frame 0 of the line would lie, had there been no pause since.
  public var startFrame = 0
  /// Seconds of the silence after the line that are out.
  public var restSeconds = 0.0
  /// Whether the line was stopped for good.
  public var isCut = false
  /// Whether all its sound is out.
  public var isWhole = false
  /// Whether its speaker is still to be reported.
  public var isToBeTold = true
  /// Seconds of the pieces that are out.
  private var pieceSeconds = 0.0
  private var words: [SpeechMark] = []
  private var reportsWords = false
  private var holdAsked: Int?

  /// A line of which nothing was said.
  public init(line: Int) { self.line = line }

  /// No word is waited for longer than this: a pause that comes too late is ignored.
  private static let longestWordSeconds = 2

  // MARK: Words

  /// A word will begin, or has begun.
  public mutating func add(_ word: SpeechMark) {
    // A guess is not a place to hold.
    if !word.isEstimated { reportsWords = true }
    var word = word
    word.frame = max(word.frame, skippedFrames)
    let place = words.lastIndex { $0.frame <= word.frame }.map { $0 + 1 } ?? 0
    words.insert(word, at: place)
  }

  /// The words that begin ahead of frame `end` and were not taken yet.
  public mutating func takeWords(before end: Int) -> [SpeechMark] {
    let count = words.firstIndex { $0.frame >= end } ?? words.count
    defer { words.removeFirst(count) }
    return Array(words[..<count])
  }

  /// The first word that was not taken yet.
  public var nextWord: SpeechMark? { words.first }

  // MARK: Holding

  /// It is to be held from here.
  public mutating func askForHold() { holdAsked = position }

  /// It is not to be held any more.
  public mutating func forgetHold() { holdAsked = nil }

  /// Whether a pause was asked for and here is the place: a word's beginning, or anywhere in a voice without marks.
  public var holdsHere: Bool {
    guard let holdAsked else { return false }
    return !reportsWords || position == skippedFrames || position >= latestHold(holdAsked)
      || words.contains { $0.frame == position }
  }

  /// How many of `most` frames may be put out before it may have to be held.
  public func frames(atMost most: Int) -> Int {
    guard let holdAsked, reportsWords else { return most }
    let word = words.first { $0.frame > position }?.frame ?? .max
    return min(most, min(word, latestHold(holdAsked)) - position)
  }

  private func latestHold(_ asked: Int) -> Int {
    asked + LineProgress.longestWordSeconds * (format?.rateHertz ?? 1)
  }

  // MARK: Going on

  /// This many more frames were put out.
  public mutating func advance(_ frames: Int) { position += frames }

  /// This many frames at the beginning are left out: the voice's own silence.
  ///
  /// ``startFrame`` moves back by as much, in frames of the session.
  public mutating func skip(_ frames: Int, sessionFrames: Int) {
    position += frames
    skippedFrames += frames
    startFrame -= sessionFrames
    for index in words.indices { words[index].frame = max(words[index].frame, skippedFrames) }
  }

  /// The line is said again from its start, which is also a place to hold it.
  public mutating func startOver() {
    isToBeTold = true
    startPiece()
  }

  /// The next piece of the line is said, as a line of sound by itself.
  public mutating func beginPiece() {
    pieceSeconds += soundSeconds
    startPiece()
  }

  private mutating func startPiece() {
    format = nil
    position = 0
    skippedFrames = 0
    words = []
    reportsWords = false
  }

  /// How long it has been going: its sound, and the silence after it.
  public var seconds: Double {
    pieceSeconds + soundSeconds + restSeconds
  }

  private var soundSeconds: Double {
    Double(position - skippedFrames) / Double(format?.rateHertz ?? 1)
  }
}
