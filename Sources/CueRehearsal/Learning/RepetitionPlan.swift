/// When a line is to be repeated, by the algorithm SM-2.
///
/// P. A. Woźniak, "Optimization of learning", master's thesis, Poznań University of Technology, 1990, chapter 3.2, published as
/// "Application of a computer to improve the results obtained in working with the SuperMemo method":
///
///     I(1) = 1 day, I(2) = 6 days, I(n) = I(n − 1) · EF, rounded up
///     EF′ = EF + 0.1 − (5 − q) · (0.08 + (5 − q) · 0.02), at least 1.3; 2.5 at first
///
/// where q is the quality of the response, 0…5. A response below 3 begins again with I(1) and leaves EF unchanged. What scored
/// below 4 is repeated on the same day until it scores 4; that changes nothing else.
///
/// A day is 24 hours here, less twelve of leeway: an actor who rehearses in the evening may go on in the morning. So no time
/// zone counts.
public struct RepetitionPlan: Equatable, Sendable {
  /// Right responses in a row.
  public var repetitions = 0
  /// Days from the last review to the next.
  public var intervalDays = 0
  /// The easiness factor EF, 1.3 or more.
  public var ease = RepetitionPlan.firstEase
  /// When the last review was, in milliseconds since the start of 1970, UTC; 0 for never.
  public var reviewed: Int64 = 0

  /// EF of a line that was never reviewed.
  public static let firstEase = 2.5
  /// EF is never less.
  public static let leastEase = 1.3
  /// A response of this quality need not be repeated on the same day.
  public static let leastToRest = 4
  /// The longest interval: ten years, beyond which dates say nothing.
  public static let mostDays = 3650
  private static let dayMilliseconds: Int64 = 86_400_000
  private static let leewayMilliseconds: Int64 = 43_200_000

  /// A line that was never reviewed.
  public init() {}

  /// When the next review is due, in milliseconds since the start of 1970, UTC; 0 if there was none yet.
  public var due: Int64 {
    reviewed == 0 ? 0 : reviewed + Int64(intervalDays) * RepetitionPlan.dayMilliseconds
  }

  /// Whether the next review may be at `date`.
  public func isDue(at date: Int64) -> Bool {
    reviewed == 0 || date >= due - RepetitionPlan.leewayMilliseconds
  }

  /// How many days are left at `date`, rounded up; 0 if it is due.
  public func daysLeft(at date: Int64) -> Int {
    guard !isDue(at: date) else { return 0 }
    let left = max(0, due - date)
    return Int((left + RepetitionPlan.dayMilliseconds - 1) / RepetitionPlan.dayMilliseconds)
  }

  /// Takes a response of `quality`, 0…5, at `date`.
  ///
  /// Ahead of its day, a right response is practice and changes nothing; a wrong one begins again.
  public mutating func review(_ quality: Int, at date: Int64) {
    precondition((0...5).contains(quality), "qualities are 0 to 5")
    guard quality >= 3 else {
      repetitions = 0
      intervalDays = 1
      reviewed = date
      return
    }
    guard isDue(at: date) else { return }
    switch repetitions {
    case 0: intervalDays = 1
    case 1: intervalDays = 6
    default:
      let days = (Double(intervalDays) * ease).rounded(.up)
      intervalDays = min(Int(days), RepetitionPlan.mostDays)
    }
    let lack = Double(5 - quality)
    ease = max(RepetitionPlan.leastEase, ease + 0.1 - lack * (0.08 + lack * 0.02))
    repetitions += 1
    reviewed = date
  }
}
