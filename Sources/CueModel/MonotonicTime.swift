/// Tells how time goes by, and lets it.
public protocol MonotonicTime: Sendable {
  /// Milliseconds of a clock that only goes forward.
  var milliseconds: Int64 { get }

  /// Returns after `milliseconds`, or as soon as `cancellation` is triggered.
  func wait(milliseconds: Int, cancellation: Cancellation)
}
