import CueSystem

/// Does things at once.
public protocol Crew: Sendable {
  /// Runs `body` for each number below `count`, all at the same time, and returns when all have ended.
  func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void)
}

/// Lanes on threads of their own; the calling thread is one of them, and runs those that cannot be started.
public struct ThreadCrew: Crew {
  /// A crew.
  public init() {}

  /// Runs `body` for each number below `count` and returns when all have ended.
  public func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    _ = ParallelMap.values(count, threads: count, body)
  }
}
