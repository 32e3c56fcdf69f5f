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
  /// A number or words are asked for.
  case asks(RehearsalKey.Entry)
  /// A character of it was typed, or taken back.
  case typed(Character), erased
  /// The number is whole; nil: there is none, and nothing is done.
  case answered(Int?)
  /// The words are whole.
  case entered(String)
}

/// What is wanted of whoever shows a rehearsal, or keeps how it is played.
enum StageWish: Equatable, Sendable {
  case prompter(PrompterCommand)
  /// A direction is changed, or the last change taken back.
  case direct(DirectionEdit), undo
  /// The actor's lines are judged otherwise.
  case strictness
  /// The microphone is to be opened for the actor's lines, or not any more.
  case listening
}

/// An actor at the keys of a terminal.
///
/// A thread of its own reads the keys, so that one that ends a line ends it at once, whatever the session waits for.
final class KeyboardActor: ActorInput, Sendable {
  private struct Typing: Sendable {
    var asked: RehearsalKey.Entry?
    var text = ""
  }

  private let typing = Mutex(Typing())
  private let queue: ActorCommandQueue
  private let talk: @Sendable (KeyTalk) -> Void
  private let act: @Sendable (StageWish) -> ActorCommand?
  /// No script has a line with more digits.
  private static let mostDigits = 7
  /// No note is longer.
  private static let mostCharacters = 200

  /// - Parameters:
  ///   - passed: takes the seconds for which the actor had the word
  ///   - rest: lets the device play to its end; its wait ends with the next key
  ///   - talk: shows what is to be said of the keys
  ///   - act: does what is wanted of the stage, and answers what the rehearsal is to do then
  init(
    passed: @escaping @Sendable (Double) -> Void, rest: @escaping @Sendable (Cancellation) -> Void,
    talk: @escaping @Sendable (KeyTalk) -> Void = { _ in },
    act: @escaping @Sendable (StageWish) -> ActorCommand? = { _ in nil }
  ) {
    queue = ActorCommandQueue(passed: passed, rest: rest)
    self.talk = talk
    self.act = act
  }

  // The session's side.

  func poll(_ moment: Moment) -> ActorCommand? { queue.poll(moment) }
  func wait(_ moment: Moment) -> ActorTurn { queue.wait(moment) }
  func speaking(_ line: Cancellation?) { queue.speaking(line) }

  // The keys' side.

  /// The rehearsal is to end, from outside.
  func interrupt() { queue.interrupt() }

  /// Holds a partner who speaks, ahead of a program that is stopped.
  func fallSilent() { queue.fallSilent() }

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
    case .entry(let entry):
      typing.withLock { $0 = Typing(asked: entry) }
      talk(.asks(entry))
    case .stage(let wish): wants(wish)
    case .redraw: talk(.redraw)
    case .help: talk(.help)
    case nil: talk(.nothing(key))
    }
  }

  private func wants(_ wish: StageWish) {
    if let command = act(wish) { queue.put(command) }
  }

  /// Takes a key of a number or of words; one that belongs to neither ends it.
  private func answer(_ key: Key) {
    let isNumber = typing.withLock { $0.asked?.isNumber ?? true }
    // A blank ends a number as little as a letter does.
    let isEnter = [.enter, .character("\n"), .character("\r"), .character("\r\n")].contains(key)
    if !isEnter,
      let character = isNumber ? key.digit.map({ Character("\($0)") }) : key.character
    {
      let most = isNumber ? Self.mostDigits : Self.mostCharacters
      let isTaken = typing.withLock { typing in
        guard typing.text.count < most else { return false }
        typing.text.append(character)
        return true
      }
      if isTaken { talk(.typed(character)) }
      return
    }
    if key == .backspace {
      let isTaken = typing.withLock { $0.text.popLast() != nil }
      if isTaken { talk(.erased) }
      return
    }
    let (asked, text) = typing.withLock { typing in
      defer { typing = Typing() }
      return (typing.asked, typing.text)
    }
    guard isEnter, let asked else { return talk(.answered(nil)) }
    switch asked {
    case .line, .scene:
      guard let number = Int(text) else { return talk(.answered(nil)) }
      talk(.answered(number))
      queue.put(asked == .line ? .goto(line: number) : .gotoScene(number))
    case .tones:
      talk(.entered(text))
      wants(.direct(.tones(text)))
    case .note:
      talk(.entered(text))
      wants(.direct(.note(text)))
    }
  }
}

/// The keys of a rehearsal: what each does, and what the list of keys says of it.
struct RehearsalKey {
  /// What a key does.
  enum Action: Equatable {
    case command(ActorCommand)
    case pauseOrResume
    /// Asks for a number or words, and Enter.
    case entry(Entry)
    case stage(StageWish)
    case redraw
    case help
  }

  /// What a number or words are of.
  enum Entry: Equatable {
    case line, scene, tones, note

    var isNumber: Bool { self == .line || self == .scene }
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
        .function(13),
      ],
      names: { ["Enter", $0(.keySpace), "→", "PageDown", "F13"] }, help: .helpGoOn,
      action: .command(.advance)),
    RehearsalKey(
      keys: [.character("b"), .left, .up, .pageUp, .function(14)],
      names: { _ in ["b", "←", "PageUp", "F14"] }, help: .helpLineBefore, action: .command(.back)),
    RehearsalKey(
      keys: [.character("r"), .function(15)], names: { _ in ["r", "F15"] }, help: .helpLineAgain,
      action: .command(.repeatLine)),
    RehearsalKey(
      keys: [.character("p"), .function(16)], names: { _ in ["p", "F16"] }, help: .helpPause,
      action: .pauseOrResume),
    RehearsalKey(
      keys: [.tab, .character("w"), .function(17)], names: { _ in ["Tab", "w", "F17"] },
      help: .helpPrompt, action: .command(.prompt)),
    RehearsalKey(
      keys: [.character("h"), .function(18)], names: { _ in ["h", "F18"] }, help: .helpHideMore,
      action: .stage(.prompter(.hide(1)))),
    RehearsalKey(
      keys: [.character("H"), .function(19)], names: { _ in ["H", "F19"] }, help: .helpHideLess,
      action: .stage(.prompter(.hide(-1)))),
    RehearsalKey(
      keys: [.character("k")], names: { _ in ["k"] }, help: .helpHideLineMore,
      action: .stage(.prompter(.hideLine(1)))),
    RehearsalKey(
      keys: [.character("K")], names: { _ in ["K"] }, help: .helpHideLineLess,
      action: .stage(.prompter(.hideLine(-1)))),
    RehearsalKey(
      keys: [.character("o"), .function(20)], names: { _ in ["o", "F20"] }, help: .helpOnlyMine,
      action: .stage(.prompter(.onlyMine))),
    RehearsalKey(
      keys: [.character("m"), .function(21)], names: { _ in ["m", "F21"] }, help: .helpMirror,
      action: .stage(.prompter(.mirror))),
    RehearsalKey(
      keys: [.character("+"), .character("=")], names: { _ in ["+"] }, help: .helpLarger,
      action: .stage(.prompter(.size(1)))),
    RehearsalKey(
      keys: [.character("-"), .character("_")], names: { _ in ["-"] }, help: .helpSmaller,
      action: .stage(.prompter(.size(-1)))),
    RehearsalKey(
      keys: [.character("x"), .function(22)], names: { _ in ["x", "F22"] },
      help: .helpStrictness, action: .stage(.strictness)),
    RehearsalKey(
      keys: [.character("l"), .function(23)], names: { _ in ["l", "F23"] }, help: .helpListening,
      action: .stage(.listening)),
    RehearsalKey(
      keys: [.character("t")], names: { _ in ["t … Enter"] }, help: .helpTones,
      action: .entry(.tones)),
    RehearsalKey(
      keys: [.character("T")], names: { _ in ["T"] }, help: .helpNextTone,
      action: .stage(.direct(.nextTone))),
    RehearsalKey(
      keys: [.character(">")], names: { _ in [">"] }, help: .helpLater,
      action: .stage(.direct(.delay(tenths: 1)))),
    RehearsalKey(
      keys: [.character("<")], names: { _ in ["<"] }, help: .helpSooner,
      action: .stage(.direct(.delay(tenths: -1)))),
    RehearsalKey(
      keys: [.character("n")], names: { _ in ["n … Enter"] }, help: .helpNote, action: .entry(.note)
    ),
    RehearsalKey(
      keys: [.character("X")], names: { _ in ["X"] }, help: .helpLineStrictness,
      action: .stage(.direct(.nextStrictness))),
    RehearsalKey(
      keys: [.character("u")], names: { _ in ["u"] }, help: .helpUndo, action: .stage(.undo)),
    RehearsalKey(
      keys: [.character("g")], names: { _ in ["g 12 Enter"] }, help: .helpGoLine,
      action: .entry(.line)),
    RehearsalKey(
      keys: [.character("s")], names: { _ in ["s 2 Enter"] }, help: .helpGoScene,
      action: .entry(.scene)),
    RehearsalKey(
      keys: [.control("l")], names: { _ in ["Ctrl-L"] }, help: .helpRedraw, action: .redraw),
    RehearsalKey(
      keys: [.character("?"), .function(1)], names: { _ in ["?", "F1"] },
      help: .helpHelp, action: .help),
    RehearsalKey(
      keys: [.character("q"), .escape, .function(24)], names: { _ in ["q", "Esc", "F24"] },
      help: .helpStop, action: .command(.stop)),
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
  /// What it writes; nil where it writes nothing.
  var character: Character? { if case .character(let character) = self { character } else { nil } }

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

/// Somebody who acts without keys, while a person looks on and may press some.
final class ActorBesideKeys: ActorInput {
  private let actor: InterruptibleActor
  private let keys: any ActorInput
  /// The person holds the rehearsal, and goes on with it.
  private var isHeldByKey = false

  init(_ actor: InterruptibleActor, _ keys: any ActorInput) {
    self.actor = actor
    self.keys = keys
  }

  func poll(_ moment: Moment) -> ActorCommand? {
    pressed(moment) ?? actor.poll(moment)
  }

  func wait(_ moment: Moment) -> ActorTurn {
    if let command = pressed(moment) { return ActorTurn(command) }
    guard moment.status == .paused, isHeldByKey else { return actor.wait(moment) }
    let turn = keys.wait(moment)
    isHeldByKey = turn.command == nil || turn.command == .pause
    return turn
  }

  func speaking(_ line: Cancellation?) {
    keys.speaking(line)
    actor.speaking(line)
  }

  private func pressed(_ moment: Moment) -> ActorCommand? {
    let command = keys.poll(moment)
    if let command { isHeldByKey = command == .pause }
    return command
  }
}
