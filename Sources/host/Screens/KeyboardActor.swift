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

/// The keys of a rehearsal: what each does, and what the list of keys says of it.
struct RehearsalKey {
  /// What a key does.
  enum Action: Equatable {
    case command(ActorCommand)
    case pauseOrResume
    /// Asks for a number and Enter.
    case number(Number)
    case redraw
    case help
  }

  /// What a number is of.
  enum Number: Equatable {
    case line, scene
  }

  let keys: [Key]
  /// How the list writes each of the keys; those that are typed one after another are one.
  let names: @Sendable (Messages) -> [String]
  let help: Message
  let action: Action

  /// All of them, in the order of the list.
  ///
  /// Pedals send PageDown and PageUp.
  static let table: [RehearsalKey] = [
    RehearsalKey(
      keys: [
        .enter, .character(" "), .character("\n"), .character("\r"), .right, .down, .pageDown,
      ],
      names: { ["Enter", $0(.keySpace), "→", "PageDown"] }, help: .helpGoOn,
      action: .command(.advance)),
    RehearsalKey(
      keys: [.character("b"), .left, .up, .pageUp], names: { _ in ["b", "←", "PageUp"] },
      help: .helpLineBefore, action: .command(.back)),
    RehearsalKey(
      keys: [.character("r")], names: { _ in ["r"] }, help: .helpLineAgain,
      action: .command(.repeatLine)),
    RehearsalKey(
      keys: [.character("p")], names: { _ in ["p"] }, help: .helpPause, action: .pauseOrResume),
    RehearsalKey(
      keys: [.character("g")], names: { _ in ["g 12 Enter"] }, help: .helpGoLine,
      action: .number(.line)),
    RehearsalKey(
      keys: [.character("s")], names: { _ in ["s 2 Enter"] }, help: .helpGoScene,
      action: .number(.scene)),
    RehearsalKey(
      keys: [.control("l")], names: { _ in ["Ctrl-L"] }, help: .helpRedraw, action: .redraw),
    RehearsalKey(
      keys: [.character("?"), .function(1)], names: { _ in ["?", "F1"] },
      help: .helpHelp, action: .help),
    RehearsalKey(
      keys: [.character("q"), .escape], names: { _ in ["q", "Esc"] }, help: .helpStop,
      action: .command(.stop)),
  ]

  /// What `key` does; nil for nothing.
  static func action(of key: Key) -> Action? {
    // "\r\n" is one character.
    if key == .character("\r\n") { return .command(.advance) }
    return table.first { $0.keys.contains(key) }?.action
  }

  /// The list of keys, in rows of at most `columns`.
  static func list(_ words: Messages, columns: Int?) -> [String] {
    let width = 26
    return [words(.helpTitle)]
      + table.flatMap { key -> [String] in
        let name = Signs.fitted(key.names(words).joined(separator: " "))
        guard let columns, columns < 2 * width else {
          let rows = TextLayout.rows(
            of: [words(key.help)], indent: 0, columns: columns.map { $0 - width })
          return rows.enumerated().map { number, row in
            let left = number == 0 ? "  " + name : ""
            let gap = max(1, width - left.unicodeScalars.count)
            return left + String(repeating: " ", count: gap) + row
          }
        }
        return TextLayout.rows(
          of: ["\(name): \(words(key.help))"], indent: 2, columns: columns)
      }
  }

  /// The list in a sentence, for help and the man page: `b, ← or PageUp: back a line; r: …`.
  static var sentence: String {
    let words = Messages(language: .english)
    let entries = table.map { key in
      let names = key.names(words)
      let list = names.dropLast().joined(separator: ", ")
      return (list.isEmpty ? "" : list + " or ") + "\(names[names.count - 1]): \(words(key.help))"
    }
    return "Keys: " + entries.joined(separator: "; ") + "."
  }
}

extension Key {
  /// The key as people call it.
  var name: String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): "'\(character)'"
    case .control(let letter): "Ctrl-\(letter.uppercased())"
    case .function(let number): "F\(number)"
    case .enter: "Enter"
    case .escape: "Esc"
    case .tab: "Tab"
    case .backspace: "Backspace"
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PageUp"
    case .pageDown: "PageDown"
    case .insert: "Insert"
    case .delete: "Delete"
    }
  }
}
