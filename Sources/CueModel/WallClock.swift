/// Tells the date; a double in tests.
public protocol WallClock: Sendable {
  /// Milliseconds since the start of 1970, UTC.
  var millisecondsSince1970: Int64 { get }
}
