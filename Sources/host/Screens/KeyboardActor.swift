import CueModel
import CSystem
import CueRehearsal
import CueTerminal
import Synchronization

/// An actor at the keys of a terminal.
///
/// A thread of its own reads the keys, so that one that ends a line ends it at once, whatever the session waits for.
final class KeyboardActor: ActorInput, Sendable {
  private struct State: Sendable {
    var commands: [ActorCommand] = []
    var line: Cancellation?
    var pending: Character?
    var digits = ""
    var isHeld = false
  }

  private let state = Mutex(State())
  private let event = cue_event_open()
  private let passed: @Sendable (Double) -> Void
  private let rest: @Sendable (Cancellation) -> Void

  /// - Parameters:
  ///   - passed: takes the seconds for which the actor had the word
  ///   - rest: lets the device play to its end; its wait ends with the next key
  init(
    passed: @escaping @Sendable (Double) -> Void, rest: @escaping @Sendable (Cancellation) -> Void
  ) {
    self.passed = passed
    self.rest = rest
  }

  // The session's side.

  func poll(_ moment: Moment) -> ActorCommand? {
    state.withLock { state in
      state.isHeld = moment.status == .paused
      return state.commands.isEmpty ? nil : state.commands.removeFirst()
    }
  }

  func wait(_ moment: Moment) -> ActorTurn {
    let began = cue_now_milliseconds()
    defer { passed(Double(cue_now_milliseconds() - began) / 1000) }
    let patience = Cancellation()
    speaking(patience)
    if poll(moment, isEmpty: true) { rest(patience) }
    speaking(nil)
    while true {
      if let command = poll(moment) { return ActorTurn(command) }
      _ = cue_wait(-1, -1, event, -1)
      cue_event_clear(event)
    }
  }

  private func poll(_ moment: Moment, isEmpty: Bool) -> Bool {
    state.withLock { state in
      state.isHeld = moment.status == .paused
      return state.commands.isEmpty == isEmpty
    }
  }

  func speaking(_ line: Cancellation?) { state.withLock { $0.line = line } }

  // The keys' side.

  /// The rehearsal is to end, from outside.
  func interrupt() { put(.stop) }

  /// Takes the keys of `terminal` on a thread of its own, until the program ends.
  func read(_ terminal: Terminal) {
    Threads.start {
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
    let command = state.withLock { KeyboardActor.command(for: key, &$0) }
    if let command { put(command) }
  }

  /// What a key means; `g` and `s` wait for a number and Enter.
  private static func command(for key: Character, _ state: inout State) -> ActorCommand? {
    if let asked = state.pending {
      if key.isASCII, key.isNumber {
        state.digits.append(key)
        return nil
      }
      state.pending = nil
      guard key == "\n" || key == "\r", let number = Int(state.digits) else { return nil }
      return asked == "g" ? .goto(line: number) : .gotoScene(number)
    }
    switch key {
    case "\n", "\r", "\r\n", " ": return .advance
    case "p":
      state.isHeld.toggle()
      return state.isHeld ? .pause : .resume
    case "b": return .back
    case "r": return .repeatLine
    case "q", "\u{1b}": return .stop
    case "g", "s":
      state.pending = key
      state.digits = ""
      return nil
    default: return nil
    }
  }

  private func put(_ command: ActorCommand) {
    let line = state.withLock { state in
      state.commands.append(command)
      return state.line
    }
    switch command {
    case .back, .repeatLine, .goto, .gotoScene, .stop: line?.cancel()
    default: break
    }
    cue_event_set(event)
  }
}
