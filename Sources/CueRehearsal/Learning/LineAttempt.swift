/// How an actor said one of their lines, once.
public struct LineAttempt: Equatable, Sendable {
  /// When, in milliseconds since the start of 1970, UTC.
  public var said: Int64
  /// How well, as in ``quality(share:prompts:pickUpSeconds:isGivenUp:)``: 0…5.
  public var quality: Int
  /// The share of the line's words that were said, 0…1; nil if the words were not judged.
  public var share: Double?
  /// Words of the line that were left out, with blanks between.
  public var missing: String
  /// Words of the line in whose place others were said, with blanks between.
  public var changed: String
  /// What was heard.
  public var heard: String
  /// From the end of the partner's line to the first word; nil if that is not known.
  public var pickUpSeconds: Double?
  /// How long the line took to say; 0 if that is not known.
  public var seconds: Double
  /// How often the actor asked for words.
  public var prompts: Int

  /// An attempt of which nothing is known but when it was and how good.
  public init(said: Int64, quality: Int) {
    precondition((0...5).contains(quality), "qualities are 0 to 5")
    self.said = said
    self.quality = quality
    share = nil
    missing = ""
    changed = ""
    heard = ""
    pickUpSeconds = nil
    seconds = 0
    prompts = 0
  }

  /// An actor who begins within this many seconds has not hesitated.
  public static let promptSeconds = 1.5
  /// An actor who begins later than this had serious difficulty.
  public static let slowSeconds = 3.0

  /// The quality of a response on Wozniak's scale of 1990.
  ///
  /// | quality | the line was |
  /// | --- | --- |
  /// | 5 | said word for word, without hesitation |
  /// | 4 | said with a slip, or after a hesitation of 1.5 s |
  /// | 3 | said in the main (three quarters of the words), or after 3 s |
  /// | 2 | said with the help of its first words, or in half |
  /// | 1 | hardly said, or given up |
  /// | 0 | read out to the actor |
  ///
  /// - Parameters:
  ///   - share: of the words that were said, 0…1; nil if they were not judged
  ///   - prompts: how often words were asked for; the second time, all of them are given
  ///   - pickUpSeconds: until the first word
  ///   - isGivenUp: the actor asked to go on without the line
  /// - Returns: 0…5; nil if nothing is known
  public static func quality(
    share: Double?, prompts: Int = 0, pickUpSeconds: Double? = nil, isGivenUp: Bool = false
  ) -> Int? {
    if prompts > 1 { return 0 }
    if isGivenUp { return 1 }
    guard let share else { return prompts > 0 ? 2 : nil }
    if share < 0.5 { return 1 }
    if share < 0.75 || prompts > 0 { return 2 }
    let wait = pickUpSeconds ?? 0
    if share < 0.9 || wait > slowSeconds { return 3 }
    return share < 1 || wait > promptSeconds ? 4 : 5
  }
}

/// What is known of a line that an actor learns.
public struct LineHistory: Equatable, Sendable {
  /// When it is to be repeated.
  public var plan: RepetitionPlan
  /// How it was said, the last time first.
  public var attempts: [LineAttempt]

  /// A history of those attempts.
  public init(plan: RepetitionPlan = RepetitionPlan(), attempts: [LineAttempt] = []) {
    self.plan = plan
    self.attempts = attempts
  }

  /// Takes one attempt more.
  public mutating func take(_ attempt: LineAttempt) {
    plan.review(attempt.quality, at: attempt.said)
    attempts.insert(attempt, at: 0)
  }

  /// Whether it is to be repeated at `date`, in milliseconds since the start of 1970: its day has come, or it was not good
  /// enough the last time.
  public func isDue(at date: Int64) -> Bool {
    guard let last = attempts.first else { return true }
    return last.quality < RepetitionPlan.leastToRest || plan.isDue(at: date)
  }

  /// How often words were asked for in all.
  public var prompts: Int { attempts.reduce(0) { $0 + $1.prompts } }

  /// The middle one of the times until the first word, in seconds; nil if none is known.
  public var pickUpSeconds: Double? { Median.of(attempts.compactMap(\.pickUpSeconds)) }
}

/// The middle of some numbers.
enum Median {
  /// The middle one, or the mean of the two in the middle; nil for none.
  static func of(_ values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}
