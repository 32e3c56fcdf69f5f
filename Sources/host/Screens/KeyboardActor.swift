import CueModel
import CueRehearsal
import CueTerminal
import Synchronization

/// What is to be shown of the keys themselves.
enum KeyTalk: Equatable {
  /// The list of keys is wanted.
  case help
  /// The page is to be shown anew.
  case redraw
  /// This key means nothing.
  case nothing(Key)
  /// A number is asked for.
  case asks(RehearsalKey.Number)
  /// A digit of it was typed, or taken back.
  case typed(Character), erased
  /// The number is whole; nil: there is none, and nothing is done.
  case answered(Int?)
}

/// An actor at the keys of a terminal.
///
/// A thread of its own reads the keys, so that one that ends a line ends it at once, whatever the session waits for.
final class KeyboardActor: ActorInput, Sendable {
  private struct Typing: Sendable {
    var asked: RehearsalKey.Number?
    var digits = ""
  }

  private let typing = Mutex(Typing())
  private let queue: ActorCommandQueue
  private let talk: @Sendable (KeyTalk) -> Void
  /// No script has a line with more digits.
  private static let mostDigits = 7

  /// - Parameters:
  ///   - passed: takes the seconds for which the actor had the word
  ///   - rest: lets the device play to its end; its wait ends with the next key
  ///   - talk: shows what is to be said of the keys
  init(
    passed: @escaping @Sendable (Double) -> Void, rest: @escaping @Sendable (Cancellation) -> Void,
    talk: @escaping @Sendable (KeyTalk) -> Void = { _ in }
  ) {
    queue = ActorCommandQueue(passed: passed, rest: rest)
    self.talk = talk
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
        case .stopping:
          self.queue.fallSilent()
          terminal.suspend()
          self.talk(.redraw)
        case .resumed, .resized: self.talk(.redraw)
        case .closed: return self.interrupt()
        case .woken, .timeIsUp: break
        }
      }
    }
  }

  /// Takes a key that writes `character`.
  func press(_ character: Character) { press(.character(character)) }

  /// Takes a key of a terminal.
  func press(_ key: Key) {
    if typing.withLock({ $0.asked != nil }) { return answer(key) }
    switch RehearsalKey.action(of: key) {
    case .command(let command): queue.put(command)
    case .pauseOrResume: queue.putPauseOrResume()
    case .number(let number):
      typing.withLock { $0 = Typing(asked: number) }
      talk(.asks(number))
    case .redraw: talk(.redraw)
    case .help: talk(.help)
    case nil: talk(.nothing(key))
    }
  }

  /// Takes a key of a number; one that belongs to none ends it.
  private func answer(_ key: Key) {
    if let digit = key.digit {
      let isTaken = typing.withLock { typing in
        guard typing.digits.count < Self.mostDigits else { return false }
        typing.digits.append("\(digit)")
        return true
      }
      if isTaken { talk(.typed(Character("\(digit)"))) }
      return
    }
    if key == .backspace {
      let isTaken = typing.withLock { $0.digits.popLast() != nil }
      if isTaken { talk(.erased) }
      return
    }
    let (asked, number) = typing.withLock { typing in
      defer { typing = Typing() }
      return (typing.asked, Int(typing.digits))
    }
    // A blank ends a number as little as a letter does.
    let isEnter = [.enter, .character("\n"), .character("\r"), .character("\r\n")].contains(key)
    guard isEnter, let asked, let number else { return talk(.answered(nil)) }
    talk(.answered(number))
    queue.put(asked == .line ? .goto(line: number) : .gotoScene(number))
  }
}
