import CueSystem

/// Lets a few work at a time, and clients take turns.
///
/// Requests that wait are served by turns of their clients: the first request of a client does not wait for ten of another.
package final class FairQueue: Sendable {
  /// How many wait already.
  package struct Full: Error, Equatable {
    package let waiting: Int
  }

  private struct State {
    var working = 0
    /// The tickets that wait, by client, in the order in which the clients' turns come.
    var waiting: [(client: String, tickets: [Int])] = []
    var called: Set<Int> = []
    var lastTicket = 0
    var count: Int { waiting.reduce(0) { $0 + $1.tickets.count } }
  }

  private let state = Monitor(State())
  private let places: Int
  private let mostWaiting: Int

  /// A queue before `places`, in which at most `mostWaiting` wait.
  package init(places: Int, mostWaiting: Int) {
    self.places = places
    self.mostWaiting = mostWaiting
  }

  /// How many work, and how many wait.
  package var counts: (working: Int, waiting: Int) {
    state.change { ($0.working, $0.count) }
  }

  /// Waits for a place, runs `body` there, and gives the place up.
  ///
  /// - Throws: ``Full``, or what `body` throws
  package func withPlace<Value>(of client: String, _ body: () throws -> Value) throws -> Value {
    try enter(client)
    defer { leave() }
    return try body()
  }

  /// Waits for a place, which ``leave()`` gives up.
  package func enter(_ client: String) throws(Full) {
    let ticket = state.change { state -> Int? in
      if state.working < places, state.waiting.isEmpty {
        state.working += 1
        return 0
      }
      guard state.count < mostWaiting else { return nil }
      state.lastTicket += 1
      if let place = state.waiting.firstIndex(where: { $0.client == client }) {
        state.waiting[place].tickets.append(state.lastTicket)
      } else {
        state.waiting.append((client, [state.lastTicket]))
      }
      return state.lastTicket
    }
    guard let ticket else { throw Full(waiting: mostWaiting) }
    if ticket > 0 { _ = state.wait { $0.called.remove(ticket) } }
  }

  /// Gives a place up.
  package func leave() {
    state.change { state in
      guard !state.waiting.isEmpty else {
        state.working -= 1
        return
      }
      var next = state.waiting.removeFirst()
      state.called.insert(next.tickets.removeFirst())
      if !next.tickets.isEmpty { state.waiting.append(next) }
    }
  }
}
