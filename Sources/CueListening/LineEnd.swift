import CueText

/// Finds a line's end in partial results: it has been reached, and stays so for a while.
///
/// It may shorten the wait for silence, and must never replace it.
public struct LineEnd: Equatable, Sendable {
  /// How long the end must have been reached: at 0 a third of lines would be told of too early, at 150 ms one in thirty.
  public static let holdSeconds = 0.15

  private let holdFrames: Int
  private let mayHaveGaps: Bool
  private var sinceFrame: Int?

  /// Nothing has been heard yet.
  ///
  /// - Parameters:
  ///   - holdFrames: ``holdSeconds`` in frames of the sound
  ///   - mayHaveGaps: also where words of the line are missing, as in a gist; else a half that ends as the whole does could
  ///     be taken for it
  public init(holdFrames: Int, mayHaveGaps: Bool = false) {
    self.holdFrames = holdFrames
    self.mayHaveGaps = mayHaveGaps
  }

  /// Takes how a partial result at `frame` compares with the line; nothing where no word was heard.
  public mutating func take(_ match: LineMatch?, atFrame frame: Int) {
    guard let match, match.isEndReached, mayHaveGaps || match.missing.isEmpty else {
      sinceFrame = nil
      return
    }
    sinceFrame = sinceFrame ?? frame
  }

  /// Whether the end has been reached for long enough by `frame`.
  public func isReached(atFrame frame: Int) -> Bool {
    sinceFrame.map { frame - $0 >= holdFrames } ?? false
  }
}
