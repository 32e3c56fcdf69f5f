import CueText

/// Finds where another line ends that comes back from the room, in partial results.
///
/// Who answers it may begin before there was a silence. What is said behind the end belongs to them.
struct EchoEnd: Equatable {
  /// So long the last word stays the last, in seconds: it goes on until then.
  private static let holdSeconds = 0.3
  /// So long nothing new was understood where last words are missing, in seconds.
  private static let longHoldSeconds = 0.5
  /// So many words may be missing at the end: an echo is quiet.
  private static let mostMissing = 2
  /// So much of the sound belongs to who answers, where the last words were not understood; in seconds.
  private static let tailSeconds = 0.2

  private let longHoldFrames: Int
  private let tailFrames: Int
  private var lineEnd: LineEnd
  /// Where the last word ends that was understood; nil where too many are missing behind it.
  private var wordEnd: Int?

  /// Nothing was heard yet of a line, in sound of `rateHertz`.
  init(rateHertz: Int) {
    func frames(_ seconds: Double) -> Int { Int(seconds * Double(rateHertz)) }
    longHoldFrames = frames(EchoEnd.longHoldSeconds)
    tailFrames = frames(EchoEnd.tailSeconds)
    lineEnd = LineEnd(holdFrames: frames(EchoEnd.holdSeconds), mayHaveGaps: true)
  }

  /// Takes how a partial result at `frame` compares with the line, and where its last word ends; nil where it is not that line.
  mutating func take(_ match: LineMatch?, wordEnd: Int, atFrame frame: Int) {
    lineEnd.take(match, atFrame: frame)
    let isNearEnd = match.map { $0.missingAtEnd.count <= EchoEnd.mostMissing } ?? false
    self.wordEnd = isNearEnd ? wordEnd : nil
  }

  /// The frame from which on sound belongs to who answers; nil while the line goes on.
  func frame(at frame: Int) -> Int? {
    guard let wordEnd else { return nil }
    if lineEnd.isReached(atFrame: frame) { return min(wordEnd, frame) }
    return frame - wordEnd >= longHoldFrames ? frame - tailFrames : nil
  }
}
