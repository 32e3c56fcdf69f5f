import CueRehearsal
import CueTerminal

/// The keys of a rehearsal, and what each does.
package struct RehearsalKey: Sendable {
  /// What a key does.
  package enum Action: Equatable, Sendable {
    case command(ActorCommand)
    case pauseOrResume
    /// Asks for a number or words, and Enter.
    case entry(Entry)
    case stage(StageWish)
    case redraw
    case help
  }

  /// What a number or words are of.
  package enum Entry: Equatable, Sendable {
    case line, scene, tones, note

    var isNumber: Bool { self == .line || self == .scene }
  }

  /// What a key means to the actor.
  package enum Meaning: Sendable {
    case goOn, lineBefore, lineAgain, pause, prompt, hideMore, hideLess, hideLineMore,
      hideLineLess, onlyMine, mirror, larger, smaller, strictness, listening, tones,
      nextTone, later, sooner, note, lineStrictness, undo, goLine, goScene, redraw,
      help, stop
  }

  /// All keys that do the same.
  package let keys: [Key]
  /// What they mean.
  package let meaning: Meaning
  /// What they do.
  package let action: Action

  /// All of them, in the order of the list that is shown.
  ///
  /// Pedals send PageDown and PageUp.
  package static let table: [RehearsalKey] = [
    RehearsalKey(
      keys: [
        .enter, .character(" "), .character("\n"), .character("\r"),
        .right, .down, .pageDown, .function(13),
      ], meaning: .goOn, action: .command(.advance)),
    RehearsalKey(
      keys: [.character("b"), .left, .up, .pageUp, .function(14)],
      meaning: .lineBefore, action: .command(.back)),
    RehearsalKey(
      keys: [.character("r"), .function(15)],
      meaning: .lineAgain, action: .command(.repeatLine)),
    RehearsalKey(keys: [.character("p"), .function(16)], meaning: .pause, action: .pauseOrResume),
    RehearsalKey(
      keys: [.tab, .character("w"), .function(17)],
      meaning: .prompt, action: .command(.prompt)),
    RehearsalKey(
      keys: [.character("h"), .function(18)],
      meaning: .hideMore, action: .stage(.prompter(.hide(1)))),
    RehearsalKey(
      keys: [.character("H"), .function(19)],
      meaning: .hideLess, action: .stage(.prompter(.hide(-1)))),
    RehearsalKey(
      keys: [.character("k")],
      meaning: .hideLineMore, action: .stage(.prompter(.hideLine(1)))),
    RehearsalKey(
      keys: [.character("K")],
      meaning: .hideLineLess, action: .stage(.prompter(.hideLine(-1)))),
    RehearsalKey(
      keys: [.character("o"), .function(20)],
      meaning: .onlyMine, action: .stage(.prompter(.onlyMine))),
    RehearsalKey(
      keys: [.character("m"), .function(21)],
      meaning: .mirror, action: .stage(.prompter(.mirror))),
    RehearsalKey(
      keys: [.character("+"), .character("=")],
      meaning: .larger, action: .stage(.prompter(.size(1)))),
    RehearsalKey(
      keys: [.character("-"), .character("_")],
      meaning: .smaller, action: .stage(.prompter(.size(-1)))),
    RehearsalKey(
      keys: [.character("x"), .function(22)],
      meaning: .strictness, action: .stage(.strictness)),
    RehearsalKey(
      keys: [.character("l"), .function(23)],
      meaning: .listening, action: .stage(.listening)),
    RehearsalKey(keys: [.character("t")], meaning: .tones, action: .entry(.tones)),
    RehearsalKey(keys: [.character("T")], meaning: .nextTone, action: .stage(.direct(.nextTone))),
    RehearsalKey(
      keys: [.character(">")],
      meaning: .later, action: .stage(.direct(.delay(tenths: 1)))),
    RehearsalKey(
      keys: [.character("<")],
      meaning: .sooner, action: .stage(.direct(.delay(tenths: -1)))),
    RehearsalKey(keys: [.character("n")], meaning: .note, action: .entry(.note)),
    RehearsalKey(
      keys: [.character("X")],
      meaning: .lineStrictness, action: .stage(.direct(.nextStrictness))),
    RehearsalKey(keys: [.character("u")], meaning: .undo, action: .stage(.undo)),
    RehearsalKey(keys: [.character("g")], meaning: .goLine, action: .entry(.line)),
    RehearsalKey(keys: [.character("s")], meaning: .goScene, action: .entry(.scene)),
    RehearsalKey(keys: [.control("l")], meaning: .redraw, action: .redraw),
    RehearsalKey(keys: [.character("?"), .function(1)], meaning: .help, action: .help),
    RehearsalKey(
      keys: [.character("q"), .escape, .function(24)],
      meaning: .stop, action: .command(.stop)),
  ]

  /// What `key` does; nil if nothing.
  package static func action(of key: Key) -> Action? {
    // "\r\n" is one character.
    if key == .character("\r\n") { return .command(.advance) }
    return table.first { $0.keys.contains(key) }?.action
  }
}
