import CuePractice
import CueTerminal

/// What the keys mean in practice.
///
/// Digits wait for Enter. A list that is shown takes the keys that move in it; the list of keys passes pedals on.
package struct PracticeKeys: Sendable {
  /// What a key asks for.
  package enum Action: Equatable, Sendable {
    case command(PracticeCommand)
    case redraw
  }

  /// The digits of a number that is being typed.
  package private(set) var entry = ""
  /// The first line of the list of keys that is shown; nil if it is not shown.
  package private(set) var help: Int?
  /// The list of voices or of the text that is shown; nil while none is.
  package private(set) var picker: PracticePicker?
  /// The first segment of a loop that is being set, from 1.
  package private(set) var loopStart: Int?
  /// No speech has a segment with more digits.
  private static let mostDigits = 5

  /// No key was pressed yet.
  package init() {}

  /// Takes `key`, pressed at the segment with that `index`.
  ///
  /// `loop` are the segments that are repeated, from 1; `lastHelpTop` is the highest first line of the list of keys; `items`
  /// are those of the list that is shown.
  package mutating func take(
    _ key: Key, at index: Int, loop: ClosedRange<Int>?, lastHelpTop: Int, items: [String] = []
  ) -> Action? {
    if let top = help {
      switch key {
      case .up: help = max(0, min(top, lastHelpTop) - 1)
      case .down: help = min(lastHelpTop, top + 1)
      case .pageUp, .pageDown, .control("l"): return plain(key, at: index, loop)
      default: help = nil
      }
      return nil
    }
    if let answer = picker?.take(key, items) { return act(on: answer, items) }
    if let digit = key.digit {
      if entry.count < PracticeKeys.mostDigits { entry += "\(digit)" }
      return nil
    }
    guard !entry.isEmpty else { return plain(key, at: index, loop) }
    let number = Int(entry)
    switch key {
    case .backspace:
      entry.removeLast()
      return nil
    case .escape:
      entry = ""
      return nil
    case .enter:
      entry = ""
      return number.map { .command(.jump($0)) }
    default:
      // Any other key cancels the number.
      entry = ""
      return plain(key, at: index, loop)
    }
  }

  private mutating func plain(
    _ key: Key, at index: Int, _ loop: ClosedRange<Int>?
  ) -> Action? {
    switch key {
    case .character("?"), .character("h"), .function(1):
      help = 0
      return nil
    case .character("v"):
      picker = PracticePicker(.voices)
      return nil
    case .character("t"):
      picker = PracticePicker(.text, marked: index)
      return nil
    case .character("l"): return setLoop(at: index + 1, loop)
    case .control("l"): return .redraw
    default: return PracticeKeys.command(for: key).map { .command($0) }
    }
  }

  /// Takes a tap on the item of that number among those that the list shows.
  package mutating func tap(_ place: Int, items: [String]) -> Action? {
    guard let answer = picker?.tap(place, items) else { return nil }
    return act(on: answer, items)
  }

  /// The action for an answer of the list.
  ///
  /// The item of a voice is its name, two blanks, and a description.
  private mutating func act(on answer: PracticePicker.Answer, _ items: [String]) -> Action? {
    let kind = picker?.kind
    func voice(_ number: Int) -> String {
      items[number].split(separator: "  ").first.map(String.init) ?? ""
    }
    switch answer {
    case .stays: return nil
    case .leaves:
      picker = nil
      return nil
    case .sample(let number): return .command(.sample(voice(number)))
    case .typed(let text):
      picker = nil
      return .command(.setVoice(text))
    case .chosen(let number):
      picker = nil
      return .command(kind == .text ? .jump(number + 1) : .setVoice(voice(number)))
    }
  }

  /// First here, then to here, then no more.
  private mutating func setLoop(at number: Int, _ loop: ClosedRange<Int>?) -> Action? {
    if let start = loopStart {
      loopStart = nil
      return .command(.setLoop(min(start, number)...max(start, number)))
    }
    if loop != nil { return .command(.setLoop(nil)) }
    loopStart = number
    return nil
  }

  private static func command(for key: Key) -> PracticeCommand? {
    switch key {
    case .character(" "), .enter: .playOrPause
    case .right, .pageDown, .character("n"): .next
    case .left, .pageUp, .character("p"), .backspace: .previous
    case .home: .first
    case .end: .last
    case .up, .character("+"), .character("="): .changeRate(steps: 1)
    case .down, .character("-"), .character("_"): .changeRate(steps: -1)
    case .character("]"): .changePauseFactor(steps: 1)
    case .character("["): .changePauseFactor(steps: -1)
    case .character("r"): .repeatSegment
    case .character("a"): .playOwn
    case .character("e"): .changePause
    case .character("g"): .changeGranularity
    case .character("q"), .escape: .stop
    default: nil
    }
  }
}
