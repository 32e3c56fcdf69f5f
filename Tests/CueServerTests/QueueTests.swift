import CueSystem
import Synchronization
import Testing

@testable import CueServer

@Suite struct `Requests that wait` {
  /// Starts a request and returns when it waits.
  private func start(_ client: String, _ queue: FairQueue, _ order: Monitor<[String]>) throws {
    let before = queue.counts.waiting
    try Threads.start("waits") {
      try? queue.enter(client)
      order.change { $0.append(client) }
    }
    while queue.counts.waiting == before {}
  }

  @Test func `are served by turns of their clients`() throws {
    let queue = FairQueue(places: 1, mostWaiting: 10)
    let order = Monitor([String]())
    try queue.enter("first")
    for client in ["a", "a", "a", "b", "c", "b"] { try start(client, queue, order) }
    for count in 1...6 {
      queue.leave()
      _ = order.wait { $0.count == count ? true : nil }
    }
    #expect(order.change { $0 } == ["a", "b", "c", "a", "b", "a"])
    queue.leave()
    #expect(queue.counts.working == 0 && queue.counts.waiting == 0)
  }

  @Test func `are refused beyond a limit`() throws {
    let queue = FairQueue(places: 1, mostWaiting: 1)
    let order = Monitor([String]())
    try queue.enter("first")
    try start("a", queue, order)
    #expect(throws: FairQueue.Full.self) { try queue.enter("b") }
    queue.leave()
    _ = order.wait { $0.count == 1 ? true : nil }
    queue.leave()
  }
}

@Suite struct `Engines that stay started` {
  @Test func `are used again, and end when nobody used them for a while`() throws {
    let now = Mutex<Int64>(0)
    let ended = Mutex<[Int]>([])
    let made = Mutex(0)
    let engines = WarmEngines<Int>(most: 3, clock: { now.withLock { $0 } }) { one in
      ended.withLock { $0.append(one) }
    }
    func use(_ key: String) throws -> Int {
      try engines.with(
        key,
        make: {
          made.withLock {
            $0 += 1; return $0
          }
        }
      ) { $0 }
    }
    #expect(try use("flite") == 1 && use("flite") == 1 && use("espeak") == 2)
    now.withLock { $0 = 500 }
    #expect(try use("flite") == 1)
    now.withLock { $0 = 1000 }
    engines.endIdle(after: 1000)
    #expect(ended.withLock { $0 } == [2] && engines.count == 1)
    // Two at a time are two engines.
    try engines.with("flite", make: { 0 }) { outer in
      #expect(outer == 1)
      let inner = try use("flite")
      #expect(inner == 3)
    }
    #expect(engines.count == 2)
    // Of more than three, the one that was not used for the longest time ends.
    ended.withLock { $0 = [] }
    #expect(try use("mock") == 4 && use("espeak") == 5)
    #expect(engines.count == 3 && ended.withLock { $0 } == [3])
  }
}
