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

  /// The deadlines of a session with people in it.
  public init() {}

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
