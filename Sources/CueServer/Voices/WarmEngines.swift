import CueSystem

/// Engines that stay started between two requests.
///
/// Each is used by one request at a time. One that was not used for a while ends.
package final class WarmEngines<Engine>: Sendable {
  /// An engine that no request has.
  private struct Idle: @unchecked Sendable {  // one request at a time takes it out
    let engine: Engine
    let key: String
    let since: Int64
  }

  private let idle = Monitor([Idle]())
  private let most: Int
  private let clock: @Sendable () -> Int64
  private let end: @Sendable (Engine) -> Void

  /// No engines yet.
  ///
  /// - Parameters:
  ///   - most: how many stay started while no request uses them; of more, those that were not used for the longest time end
  ///   - clock: gives milliseconds
  ///   - end: ends an engine
  package init(
    most: Int, clock: @escaping @Sendable () -> Int64, end: @escaping @Sendable (Engine) -> Void
  ) {
    self.most = most
    self.clock = clock
    self.end = end
  }

  /// How many are started and not in use.
  package var count: Int { idle.change { $0.count } }

  /// Runs `body` with an engine of `key`, which `make` makes if none is there.
  package func with<Value>(
    _ key: String, make: () throws -> Engine, _ body: (Engine) throws -> Value
  ) throws -> Value {
    let found = idle.change { all in
      all.lastIndex { $0.key == key }.map { all.remove(at: $0) }
    }
    let engine = try found?.engine ?? make()
    defer {
      let kept = Idle(engine: engine, key: key, since: clock())
      let excess = idle.change { all in
        all.append(kept)
        return all.count > most ? all.removeFirst() : nil
      }
      if let excess { end(excess.engine) }
    }
    return try body(engine)
  }

  /// Ends those that were not used for that many milliseconds.
  package func endIdle(after milliseconds: Int64) {
    let now = clock()
    let old = idle.change { all in
      let old = all.filter { now - $0.since >= milliseconds }
      all.removeAll { now - $0.since >= milliseconds }
      return old
    }
    for one in old { end(one.engine) }
  }
}
