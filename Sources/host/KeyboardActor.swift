import CueModel
import CuePosix
import CueRehearsal
import Glibc
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

  /// Takes a key.
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

/// The terminal while keys are read one by one; it is as it was before when this ends.
struct KeyTerminal: ~Copyable {
  private var before = termios()
  /// For an end without ceremony: the second Ctrl-C.
  private static let open = Mutex<termios?>(nil)

  /// Puts the terminal back where one is open, from any thread.
  static func restore() {
    if var before = open.withLock({ $0 }) {
      unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &before)
    }
  }

  /// Nothing where standard input is no terminal.
  init?() {
    guard isatty(STDIN_FILENO) == 1, unsafe tcgetattr(STDIN_FILENO, &before) == 0 else {
      return nil
    }
    var keys = before
    keys.c_lflag &= ~tcflag_t(ICANON | ECHO)
    unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &keys)
    let before = before
    KeyTerminal.open.withLock { $0 = before }
  }

  deinit {
    KeyTerminal.restore()
    KeyTerminal.open.withLock { $0 = nil }
  }

  /// Reads keys for `actor` on a thread of its own, until the program ends.
  func read(for actor: KeyboardActor) {
    let box = unsafe Unmanaged.passRetained(actor)
    let failure = unsafe cue_thread(
      { context in
        guard let context = unsafe context else { return }
        let actor = unsafe Unmanaged<KeyboardActor>.fromOpaque(context).takeRetainedValue()
        var key: UInt8 = 0
        while unsafe Glibc.read(STDIN_FILENO, &key, 1) > 0 {
          actor.press(Character(Unicode.Scalar(key)))
        }
        actor.interrupt()
      }, box.toOpaque())
    if failure != 0 { unsafe box.release() }
  }
}
