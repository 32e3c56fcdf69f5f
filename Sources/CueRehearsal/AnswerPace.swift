/// How soon a partner answers, by how soon the actor does.
///
/// The actor's pace is the running median of their last nine pick-ups, the times from the partner's last sound to their first
/// word; one of more than three seconds does not count, as the actor is looking for the words. An actor with the usual pace is
/// answered as directed, a quicker one sooner and a slower one later, between ``least`` and ``most`` times that.
public struct AnswerPace: Equatable, Sendable {
  /// The usual pick-up, in seconds.
  public static let usualSeconds = 0.5
  /// Partners are never quicker than this, as a factor.
  public static let least = 0.5
  /// Partners are never slower than this, as a factor.
  public static let most = 1.5
  /// As many pick-ups make a pace.
  static let leastCount = 3
  private static let mostCount = 9
  private static let mostSeconds = 3.0

  private var pickUps: [Double] = []

  /// An actor who has not spoken yet: the usual pace.
  public init() {}

  /// The actor took this many seconds to begin.
  public mutating func take(pickUpSeconds seconds: Double) {
    guard seconds >= 0, seconds <= AnswerPace.mostSeconds else { return }
    pickUps.append(seconds)
    if pickUps.count > AnswerPace.mostCount { pickUps.removeFirst() }
  }

  /// The factor on the time between the actor's last word and the answer.
  public var factor: Double {
    guard pickUps.count >= AnswerPace.leastCount else { return 1 }
    let median = pickUps.sorted()[pickUps.count / 2]
    return min(AnswerPace.most, max(AnswerPace.least, median / AnswerPace.usualSeconds))
  }

  /// The silence to play before an answer.
  ///
  /// - Parameters:
  ///   - directed: the silence that is directed, in seconds
  ///   - waited: the silence that already passed before the line counted as over, in seconds
  /// - Returns: seconds, never below 0
  public func delaySeconds(directed: Double, waited: Double) -> Double {
    max(0, factor * (directed + waited) - waited)
  }
}
