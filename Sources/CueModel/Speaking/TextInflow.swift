import Synchronization

/// The text of a line that comes in pieces, as a language model writes it.
///
/// Any thread adds text. The voice that says the line takes it as it comes. All of it is kept, so another voice can say the line
/// from its start.
public final class TextInflow: Sendable, Equatable {
  private struct State: Sendable {
    var bytes: [UInt8] = []
    var isOver = false
    var nextHandler = 0
    var handlers: [Int: @Sendable () -> Void] = [:]
  }

  private let state = Mutex(State())

  /// A line without text yet.
  public init() {}

  /// Two inflows are equal if they are the same line.
  public static func == (one: TextInflow, other: TextInflow) -> Bool { one === other }

  /// Adds the next piece; words may be cut.
  ///
  /// After ``end()``, it adds nothing.
  public func add(_ text: String) {
    change { state in
      if !state.isOver { state.bytes += text.utf8 }
    }
  }

  /// Says that there is no more text.
  public func end() { change { $0.isOver = true } }

  private func change(_ body: (inout sending State) -> Void) {
    let handlers = state.withLock { state in
      body(&state)
      return Array(state.handlers.values)
    }
    for handler in handlers { handler() }
  }

  /// All text so far.
  public var text: String { text(after: 0).text }

  /// What has come after the first `count` bytes, and whether that is all.
  public func text(after count: Int) -> (text: String, isOver: Bool) {
    state.withLock { (String(decoding: $0.bytes.dropFirst(count), as: UTF8.self), $0.isOver) }
  }

  /// Runs `body`, and `handler` on the thread that adds text or ends it, each time.
  public func withHandler<Value>(
    _ handler: @escaping @Sendable () -> Void, _ body: () throws -> Value
  ) rethrows -> Value {
    let key = state.withLock { state in
      state.nextHandler += 1
      state.handlers[state.nextHandler] = handler
      return state.nextHandler
    }
    defer { state.withLock { _ = $0.handlers.removeValue(forKey: key) } }
    return try body()
  }
}

/// What of a line that comes in pieces can be said now.
public enum TextArrival: Equatable, Sendable {
  /// The next words.
  case piece(String)
  /// Nothing until more text comes.
  case nothing
  /// Everything was given.
  case end
}

/// The words of a line that comes in pieces, as an engine gets them; for one thread.
public protocol ArrivingWords: AnyObject {
  /// Where the text comes from.
  var inflow: TextInflow { get }
  /// The next words; only whole sentences, if `bySentence`, each alone.
  func next(bySentence: Bool) throws(PluginFailure) -> TextArrival
  /// Begins again with the first words.
  func restart()
}
