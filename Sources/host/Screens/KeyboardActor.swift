import CueModel
import CueRehearsal
import CueTerminal
import Synchronization

/// An actor at the keys of a terminal.
///
/// A thread of its own reads the keys, so that one that ends a line ends it at once, whatever the session waits for.
final class KeyboardActor: ActorInput, Sendable {
  private struct Typing: Sendable {
    var pending: Character?
    var digits = ""
  }

  private let typing = Mutex(Typing())
  private let queue: ActorCommandQueue

  /// - Parameters:
  ///   - passed: takes the seconds for which the actor had the word
  ///   - rest: lets the device play to its end; its wait ends with the next key
  init(
    passed: @escaping @Sendable (Double) -> Void, rest: @escaping @Sendable (Cancellation) -> Void
  ) {
    queue = ActorCommandQueue(passed: passed, rest: rest)
  }

  // The session's side.

  func poll(_ moment: Moment) -> ActorCommand? { queue.poll(moment) }
  func wait(_ moment: Moment) -> ActorTurn { queue.wait(moment) }
  func speaking(_ line: Cancellation?) { queue.speaking(line) }

  // The keys' side.

  /// The rehearsal is to end, from outside.
  func interrupt() { queue.interrupt() }

  /// Takes the keys of `terminal` on a thread of its own, until the program ends.
  func read(_ terminal: Terminal) throws(UserError) {
    try Console.thread("keys", to: "read keys") {
      while true {
        switch terminal.next() {
        case .key(let key): self.press(key)
        case .stopping: terminal.suspend()
        case .closed: return self.interrupt()
        case .resized, .resumed, .woken, .timeIsUp: break
        }
      }
    }
  }

  /// Takes a key of a terminal.
  func press(_ key: Key) {
    switch key {
    case .character(let character): press(character)
    case .enter, .right, .down, .pageDown: press("\n")
    case .left, .up, .pageUp: press("b")
    case .escape: press("q")
    default: break
    }
  }

  /// Takes a key that writes `key`.
  func press(_ key: Character) {
    switch key {
    case "p" where typing.withLock({ $0.pending == nil }): queue.putPauseOrResume()
    default:
      let command = typing.withLock { KeyboardActor.command(for: key, &$0) }
      if let command { queue.put(command) }
    }
  }

  /// What a key means; `g` and `s` wait for a number and Enter.
  private static func command(for key: Character, _ typing: inout Typing) -> ActorCommand? {
    if let asked = typing.pending {
      if key.isASCII, key.isNumber {
        typing.digits.append(key)
        return nil
      }
      typing.pending = nil
      guard key == "\n" || key == "\r", let number = Int(typing.digits) else { return nil }
      return asked == "g" ? .goto(line: number) : .gotoScene(number)
    }
    switch key {
    case "\n", "\r", "\r\n", " ": return .advance
    case "b": return .back
    case "r": return .repeatLine
    case "q", "\u{1b}": return .stop
    case "g", "s":
      typing.pending = key
      typing.digits = ""
      return nil
    default: return nil
    }
  }
}
