extension LineHistory {
  /// How many of the last attempts count.
  private static let countedAttempts = 3

  /// How well the line is known, by its last three attempts: 0 for not at all to 1 for by heart; nil for a line that was not
  /// said yet.
  public var familiarity: Double? {
    let last = attempts.prefix(LineHistory.countedAttempts)
    guard !last.isEmpty else { return nil }
    return Double(last.reduce(0) { $0 + $1.quality }) / Double(5 * last.count)
  }
}
