/// Which lines an actor has trouble with.
public enum TroubleSpots {
  /// Each attempt has this share of the weight of the one after it: what went wrong long ago and goes well now is not a
  /// trouble.
  static let memory = 0.6
  /// A line of this much trouble is a trouble spot: as when every response were a little worse than 4.
  public static let leastTrouble = 0.25

  /// How much trouble a line is, 0 (none) to 1.
  ///
  /// The mean of what was lacking in each response, (5 − quality) / 5; the last one counts most.
  ///
  /// - Parameter attempts: the last first
  /// - Returns: 0 to 1; 0 if there was no attempt
  public static func trouble(_ attempts: [LineAttempt]) -> Double {
    var (sum, weights, weight) = (0.0, 0.0, 1.0)
    for attempt in attempts {
      sum += weight * Double(5 - attempt.quality) / 5
      weights += weight
      weight *= memory
    }
    return weights > 0 ? sum / weights : 0
  }

  /// The lines that are trouble spots, the worst first; of two that are as bad, the one that stands first.
  ///
  /// - Parameter histories: by the index of the line
  /// - Returns: indices of lines
  public static func ranked(_ histories: [Int: LineHistory]) -> [Int] {
    histories.map { ($0.key, trouble($0.value.attempts)) }
      .filter { $0.1 >= leastTrouble }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }.map(\.0)
  }

  /// Those of `lines` that are to be repeated at `date`: the worst first, and lines that were never said after the others.
  ///
  /// - Parameters:
  ///   - lines: indices of the actor's lines, in their order
  ///   - histories: by the index of the line
  ///   - date: in milliseconds since the start of 1970, UTC
  /// - Returns: indices of lines
  public static func due(
    _ lines: [Int], _ histories: [Int: LineHistory], at date: Int64
  ) -> [Int] {
    let due = lines.filter { histories[$0]?.isDue(at: date) ?? true }
    let known = due.filter { histories[$0].map { !$0.attempts.isEmpty } ?? false }
    let worst = known.map { ($0, trouble(histories[$0]?.attempts ?? [])) }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }.map(\.0)
    let isKnown = Set(known)
    return worst + due.filter { !isKnown.contains($0) }
  }
}
