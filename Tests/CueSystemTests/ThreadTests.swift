import CueSystem
import Synchronization
import Testing

/// No machine has room for a stack of this size, so no thread can be started.
private let impossibleStack = 1 << 60

@Suite struct `A thread` {
  @Test func `runs what it is given, and can be waited for`() throws {
    let count = Atomic(0)
    var team = ThreadTeam()
    for _ in 0..<3 {
      try team.start("a name of more than 15 bytes") { count.add(1, ordering: .relaxed) }
    }
    #expect(team.count == 3)
    team.join()
    #expect(count.load(ordering: .relaxed) == 3)
  }

  /// A thread that may not be preferred runs as before; on most machines a test may not be preferred.
  @Test func `is preferred for a while, with what it starts, where the system allows it`() throws {
    let seen = Mutex<[Int]>([])
    @Sendable func look() { seen.withLock { $0.append(niceness()) } }
    var team = ThreadTeam()
    try team.start("player") {
      look()
      Threads.preferred { look() }
      look()
    }
    team.join()
    let places = seen.withLock { $0 }
    #expect(places.count == 3)
    #expect(places[1] == -11 || places[1] == places[0])
    #expect(places[2] == places[0])
  }

  /// How much this thread gives way to others, by the kernel's line about it.
  private func niceness() -> Int {
    let line = (try? WholeFile.read("/proc/thread-self/stat")) ?? []
    // The name, which may have anything in it, ends with a bracket; the 17th word after it is the niceness.
    let words = String(decoding: line, as: UTF8.self).split(separator: ")").last?.split(
      separator: " ")
    return words.flatMap { $0.count > 16 ? Int($0[16]) : nil } ?? .min
  }

  @Test func `A thread has the name that it was given`() throws {
    let names = Mutex<[String]>([])
    var team = ThreadTeam()
    try team.start("keys", stackBytes: 1 << 20) {
      let name = (try? WholeFile.read("/proc/thread-self/comm")) ?? []
      names.withLock { $0.append(String(decoding: name, as: UTF8.self)) }
    }
    team.join()
    #expect(names.withLock { $0 } == ["keys\n"])
  }

  @Test func `that cannot be started is an error, and what it would have done is forgotten`() {
    final class Witness: Sendable {}
    weak var forgotten: Witness?
    do {
      let witness = Witness()
      forgotten = witness
      #expect(throws: ThreadError.self) {
        try Threads.start("none", stackBytes: impossibleStack) { _ = witness }
      }
    }
    #expect(forgotten == nil)
  }
}

@Suite struct `A value of a thread` {
  private static let name = ThreadLocal("first")

  @Test func `is replaced for the time of a call, on its own thread only`() throws {
    let elsewhere = Mutex<[String]>([])
    let seen = try Self.name.withValue("second") {
      var team = ThreadTeam()
      try team.start("other") { elsewhere.withLock { $0.append(Self.name.value) } }
      team.join()
      return [Self.name.withValue("third") { Self.name.value }, Self.name.value]
    }
    #expect(seen == ["third", "second"])
    #expect(elsewhere.withLock { $0 } == ["first"])
    #expect(Self.name.value == "first")
  }

  @Test func `is what it was after a call that failed`() {
    struct Failure: Error {}
    #expect(throws: Failure.self) { try Self.name.withValue("second") { throw Failure() } }
    #expect(Self.name.value == "first")
  }
}

@Suite struct `Work for several threads` {
  @Test(arguments: [0, 1, 3, 100])
  func `Work for several threads gives its values in order`(count: Int) {
    #expect(ParallelMap.values(count, threads: 4) { $0 * $0 } == (0..<count).map { $0 * $0 })
  }

  @Test func `Work for several threads is done at the same time`() {
    // Each of the four waits for the other three.
    let arrived = Monitor(0)
    let values = ParallelMap.values(4, threads: 4) { index in
      arrived.change { $0 += 1 }
      arrived.wait { $0 == 4 ? () : nil }
      return index
    }
    #expect(values == [0, 1, 2, 3])
  }

  @Test func `is done by the calling thread where no other can be started`() {
    let values = ParallelMap.values(5, threads: 4, stackBytes: impossibleStack) { $0 + 1 }
    #expect(values == [1, 2, 3, 4, 5])
    var reported: [Int] = []
    ParallelMap.forEach([1, 2, 3], threads: 4, stackBytes: impossibleStack, { $0 * 2 }) {
      reported.append($0)
    }
    #expect(reported == [2, 4, 6])
  }

  @Test(arguments: [1, 2, 8])
  func `is reported on the calling thread, each value once`(threads: Int) {
    var reported: [Int] = []
    ParallelMap.forEach(Array(0..<50), threads: threads, { $0 }) { reported.append($0) }
    #expect(reported.sorted() == Array(0..<50))
  }

  @Test func `is reported while the rest is still to be done`() {
    // The second item ends only when the first was reported.
    let reported = Monitor(false)
    var order: [Int] = []
    ParallelMap.forEach(
      [1, 2], threads: 2,
      { item in
        if item == 2 { reported.wait { $0 ? () : nil } }
        return item
      }
    ) { item in
      order.append(item)
      reported.change { $0 = true }
    }
    #expect(order == [1, 2])
  }
}

@Suite struct `Values that are worked out ahead` {
  private struct Broken: Error {}

  private func all(_ work: OrderedWork<Int>) throws -> [Int] {
    defer { work.stop() }
    var values: [Int] = []
    while let value = try work.next() { values.append(value) }
    return values
  }

  @Test(arguments: [0, 1, 4])
  func `Values that are worked out ahead come in order`(threads: Int) throws {
    let work = OrderedWork(count: 100, threads: threads, window: 8) { $0 * 3 }
    #expect(try all(work) == (0..<100).map { $0 * 3 })
  }

  @Test func `come from the calling thread where no other can be started`() throws {
    let work = OrderedWork(count: 10, threads: 3, stackBytes: impossibleStack) { $0 }
    #expect(try all(work) == Array(0..<10))
  }

  @Test func `are no more than the window allows`() throws {
    let highest = Atomic(0)
    let work = OrderedWork(count: 100, threads: 2, window: 5) { index in
      highest.max(index, ordering: .relaxed)
      return index
    }
    defer { work.stop() }
    for _ in 0..<10 {
      _ = try work.next()
    }
    #expect(highest.load(ordering: .relaxed) < 15)
  }

  @Test func `throw in their turn what their work threw`() throws {
    let work = OrderedWork(count: 3, threads: 2) { index in
      if index == 1 { throw Broken() }
      return index
    }
    defer { work.stop() }
    #expect(try work.next() == 0)
    #expect(throws: Broken.self) { try work.next() }
    #expect(try work.next() == 2)
    #expect(try work.next() == nil)
  }
}
