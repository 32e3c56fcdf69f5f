import CueRehearsal
import CueTerminal

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
