/// How long a plugin may take, in milliseconds.
///
/// When one passes, the plugin's process group is ended.
///
/// A plugin that loads long, or waits for a network, says so by progress messages. Each one starts its deadline anew, until ten times
/// the deadline has passed.
public struct Deadlines: Equatable, Sendable {
  /// To load the library and say what it offers.
  public var start = 10_000
  /// To load the engine.
  public var load = 60_000
  /// To list voices or devices.
  public var list = 30_000
  /// To give the first sound of a line.
  public var firstSound = 20_000
  /// To give the next sound of a line.
  public var gap = 10_000
  /// To answer a question or take a setting.
  public var answer = 5_000
  /// To stop after a cancel.
  public var cancel = 200
  /// To end after it was asked to.
  public var quit = 500
  /// What ``firstSound``, ``gap`` and the answer of a recognizer gain by the length of what is said or heard; nothing where
  /// people wait.
  public var allowance = Allowance.none

  /// The deadlines of a session with people in it.
  public init() {}

  /// The deadlines of a recording, which nobody waits for: a voice may be slow, and the machine busy.
  ///
  /// A voice that gives no sign of life still ends the wait, after a minute and what its text is worth.
  public static let recording: Deadlines = {
    var deadlines = Deadlines()
    deadlines.start = 30_000
    deadlines.load = 300_000
    deadlines.list = 120_000
    deadlines.firstSound = 60_000
    deadlines.gap = 60_000
    deadlines.answer = 60_000
    deadlines.allowance = .byLength
    return deadlines
  }()

  /// How deadlines follow the length of a text or a sound.
  public struct Allowance: Equatable, Sendable {
    /// For each character, before anything is known of a voice's speed.
    ///
    /// A second is about fifteen times as long as it takes to say one.
    public var perCharacter = 0.0
    /// For each second of sound that a recognizer hears, before anything is known of its speed.
    public var perSecondHeard = 0.0
    /// How many times as long as it took at its slowest so far it may take; 0 where nothing is measured.
    public var timesSlowest = 0.0

    /// Nothing is added.
    public static let none = Allowance()
    /// As a recording adds.
    public static let byLength: Allowance = {
      var allowance = Allowance()
      allowance.perCharacter = 1000
      allowance.perSecondHeard = 20_000
      // What else the machine does may change between two lines.
      allowance.timesSlowest = 8
      return allowance
    }()

    /// What is added to a deadline.
    ///
    /// - Parameters:
    ///   - length: characters, or seconds of sound
    ///   - first: for each of them, in milliseconds, where nothing is known
    ///   - slowest: what one has taken at most so far, in milliseconds; nil where nothing is known
    /// - Returns: milliseconds; never more than an hour
    public func milliseconds(for length: Double, first: Double, slowest: Double?) -> Int {
      let each = slowest.map { $0 * timesSlowest } ?? first
      return Int(min(max(length * each, 0), 3_600_000))
    }
  }

  /// The same deadline for everything.
  public init(allMilliseconds: Int) {
    start = allMilliseconds
    load = allMilliseconds
    list = allMilliseconds
    firstSound = allMilliseconds
    gap = allMilliseconds
    answer = allMilliseconds
    cancel = allMilliseconds
    quit = allMilliseconds
  }
}
