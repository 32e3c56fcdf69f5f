/// Holds sound back until speech begins, and then lets it go from a little before.
///
/// So a recognizer hears the first consonant, and none of the silence before it.
public struct PreRoll: Equatable, Sendable {
  private let preRollFrames: Int
  private let keptFrames: Int
  private var kept: [Float] = []
  private var keptFromFrame = 0
  private var isOpen = false
  /// The frame that the first sound let go begins with; nothing before.
  public private(set) var firstFrame: Int?

  /// For mono sound of `rateHertz`.
  ///
  /// `lateSeconds` is how long after it speech is known to have begun, at most.
  public init(
    rateHertz: Int, seconds: Double = Endpointer.preRollSeconds, lateSeconds: Double = 0.2
  ) {
    preRollFrames = Int((seconds * Double(rateHertz)).rounded())
    keptFrames = preRollFrames + Int((lateSeconds * Double(rateHertz)).rounded())
  }

  /// Takes the next samples; what may be heard of all so far, given where speech began, if it has.
  public mutating func take(_ samples: [Float], speechStartFrame: Int?) -> [Float] {
    if isOpen { return samples }
    kept += samples
    guard let start = speechStartFrame else {
      if kept.count > keptFrames {
        keptFromFrame += kept.count - keptFrames
        kept.removeFirst(kept.count - keptFrames)
      }
      return []
    }
    isOpen = true
    let from = max(keptFromFrame, start - preRollFrames)
    firstFrame = from
    defer { kept = [] }
    return Array(kept.dropFirst(from - keptFromFrame))
  }
}
