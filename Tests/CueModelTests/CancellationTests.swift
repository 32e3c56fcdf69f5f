import CueModel
import Synchronization
import Testing

@Suite struct `A cancellation` {
  /// Counts how often it was notified.
  private final class Listener: Sendable {
    private let heard = Mutex(0)
    var count: Int { heard.withLock { $0 } }
    func hear() { heard.withLock { $0 += 1 } }
  }

  @Test func `a cancellation is off at first, and stays on once it is on`() {
    let cancellation = Cancellation()
    #expect(!cancellation.isCancelled)
    cancellation.cancel()
    #expect(cancellation.isCancelled)
    cancellation.cancel()
    #expect(cancellation.isCancelled)
  }

  @Test func `is heard once by each that listens`() {
    let cancellation = Cancellation()
    let outer = Listener()
    let inner = Listener()
    cancellation.withHandler(outer.hear) {
      cancellation.withHandler(inner.hear) {
        #expect(outer.count == 0)
        cancellation.cancel()
        cancellation.cancel()
        #expect(outer.count == 1)
        #expect(inner.count == 1)
      }
    }
    #expect(outer.count == 1)
  }

  @Test func `is not heard by one that listens no more`() {
    let cancellation = Cancellation()
    let listener = Listener()
    #expect(cancellation.withHandler(listener.hear) { 7 } == 7)
    cancellation.cancel()
    #expect(listener.count == 0)
  }

  @Test func `is heard at once by one that comes late`() {
    let cancellation = Cancellation()
    cancellation.cancel()
    let listener = Listener()
    cancellation.withHandler(listener.hear) { #expect(listener.count == 1) }
    #expect(listener.count == 1)
  }

  private struct Wrong: Error {}

  @Test func `is not heard by one whose work has failed`() {
    let cancellation = Cancellation()
    let listener = Listener()
    #expect(throws: Wrong.self) {
      try cancellation.withHandler(listener.hear) { throw Wrong() }
    }
    cancellation.cancel()
    #expect(listener.count == 0)
  }

  /// A handler may look at the cancellation that it was notified of.
  @Test func `a cancellation may be read while it is handled`() {
    let cancellation = Cancellation()
    let listener = Listener()
    cancellation.withHandler({ if cancellation.isCancelled { listener.hear() } }) {
      cancellation.cancel()
    }
    #expect(listener.count == 1)
  }

  @Test func `A cancellation by many at once is heard once`() async {
    for _ in 0..<200 {
      let cancellation = Cancellation()
      let listener = Listener()
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<4 { group.addTask { cancellation.cancel() } }
        group.addTask { cancellation.withHandler(listener.hear) {} }
        await group.waitForAll()
      }
      #expect(listener.count <= 1)
      #expect(cancellation.isCancelled)
    }
  }
}
