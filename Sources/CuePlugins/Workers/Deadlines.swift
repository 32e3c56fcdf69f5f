/// How long a plugin may take, in milliseconds.
///
/// When one passes, the plugin's process group is ended.
///
/// A plugin that takes long to load, or waits for a network, sends progress messages. Each one restarts its deadline, until
/// ten times the deadline has passed; see ``Patience``.
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
  /// How ``firstSound``, ``gap`` and the answer of a recognizer grow with the length of the text or sound; not at all if people
  /// wait.
  public var allowance = Allowance.none

  /// The deadlines of a session with people in it.
  public init() {}

  /// The deadline for the first sound of a plugin that asks for `asked` milliseconds; nil if it does not ask.
  ///
  /// A session does as it asks, up to ten minutes. A recording never gives it less than any other plugin.
  func firstSound(asked: Int?) -> Int {
    guard let asked else { return firstSound }
    let given = min(max(asked, Self.leastFirstSound), Self.mostFirstSound)
    return allowance == .none ? given : max(given, firstSound)
  }

  private static let leastFirstSound = 1000
  private static let mostFirstSound = 600_000

  /// The deadlines of a recording, in which a voice may be slow and the machine busy.
  ///
  /// A voice without a sign of life is still ended, after a minute plus the ``allowance`` for its text.
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
    /// Milliseconds for each character, until the voice's speed was measured.
    public var perCharacter = 0.0
    /// Milliseconds for each second of sound that a recognizer hears, until its speed was measured.
    public var perSecondHeard = 0.0
    /// A plugin may take this many times as long as at its slowest so far; 0 to ignore measurements.
    public var timesSlowest = 0.0

    /// Nothing is added.
    public static let none = Allowance()
    /// The allowance of a recording.
    public static let byLength: Allowance = {
      var allowance = Allowance()
      // A character takes about a fifteenth of a second to speak: a voice may be fifteen times slower than real time.
      allowance.perCharacter = 1000
      allowance.perSecondHeard = 20_000
      // The load of the machine may change between two lines.
      allowance.timesSlowest = 8
      return allowance
    }()

    /// What is added to a deadline.
    ///
    /// - Parameters:
    ///   - length: characters, or seconds of sound
    ///   - first: milliseconds for each of them, if nothing was measured
    ///   - slowest: the most milliseconds that one has taken so far; nil if nothing was measured
    /// - Returns: milliseconds, at most an hour
    public func milliseconds(for length: Double, first: Double, slowest: Double?) -> Int {
      let each = slowest.map { $0 * timesSlowest } ?? first
      return Int(min(max(length * each, 0), 3_600_000))
    }
  }
}
