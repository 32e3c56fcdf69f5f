/// Calls a function many times, on several threads.
package enum ParallelMap {
  private struct State<Value: Sendable>: Sendable {
    var next = 0
    var values: [Value?]
  }

  /// `body(0)…body(count − 1)`, in that order, worked out on up to `threads` threads.
  ///
  /// The calling thread is one of them; it does the work of those that cannot be started.
  package static func values<Value: Sendable>(
    _ count: Int, threads: Int, stackBytes: Int = 0, _ body: @escaping @Sendable (Int) -> Value
  ) -> [Value] {
    let monitor = Monitor(State<Value>(values: Array(repeating: nil, count: count)))
    let work: @Sendable () -> Void = {
      while let index = monitor.change({ state in take(&state.next, below: count) }) {
        let value = body(index)
        monitor.change { $0.values[index] = value }
      }
    }
    var team = ThreadTeam()
    for _ in 1..<max(1, min(threads, count)) {
      do throws(ThreadError) { try team.start("work", stackBytes: stackBytes, work) } catch {
        break
      }
    }
    work()
    team.join()
    return monitor.change { $0.values.compactMap { $0 } }
  }

  private struct Board<Value: Sendable>: Sendable {
    var next = 0
    var done: [Value] = []
    var reported = 0
  }

  private enum Turn<Value> {
    case report([Value])
    case own(Int)
    case end
  }

  /// Does `work` with each of `items` on up to `threads` threads, and gives each value to `report` on the calling thread as
  /// soon as it is ready.
  ///
  /// With one thread, or where none can be started, the calling thread works and reports in turn.
  package static func forEach<Item: Sendable, Value: Sendable>(
    _ items: [Item], threads: Int, stackBytes: Int = 0, _ work: @escaping @Sendable (Item) -> Value,
    report: (Value) -> Void
  ) {
    let monitor = Monitor(Board<Value>())
    var team = ThreadTeam()
    for _ in 0..<(threads > 1 ? min(threads, items.count) : 0) {
      do throws(ThreadError) {
        try team.start("work", stackBytes: stackBytes) {
          while let index = monitor.change({ take(&$0.next, below: items.count) }) {
            let value = work(items[index])
            monitor.change { $0.done.append(value) }
          }
        }
      } catch { break }
    }
    let worksHere = team.count == 0
    loop: while true {
      let turn = monitor.wait { board -> Turn<Value>? in
        if !board.done.isEmpty {
          defer { board.done = [] }
          board.reported += board.done.count
          return .report(board.done)
        }
        if board.reported == items.count { return .end }
        guard worksHere, let index = take(&board.next, below: items.count) else { return nil }
        board.reported += 1
        return .own(index)
      }
      switch turn {
      case .report(let values): for value in values { report(value) }
      case .own(let index): report(work(items[index]))
      case .end: break loop
      }
    }
    team.join()
  }

  private static func take(_ next: inout Int, below count: Int) -> Int? {
    guard next < count else { return nil }
    defer { next += 1 }
    return next
  }
}
