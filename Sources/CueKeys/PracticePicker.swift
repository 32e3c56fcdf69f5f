import CueTerminal

/// A list that is shown instead of the text, to choose a voice or a segment of the speech from.
///
/// Typed words filter the items; the arrows move between them.
package struct PracticePicker: Equatable, Sendable {
  /// What is chosen.
  package enum Kind: Equatable, Sendable {
    /// A voice; the user may also type one that is not in the list.
    case voices
    /// The segment where practice continues.
    case text
  }

  /// What a key or a tap means.
  enum Answer: Equatable {
    /// Nothing yet.
    case stays
    /// The list closes, and nothing is chosen.
    case leaves
    /// The item of that number among all items, from 0, is chosen.
    case chosen(Int)
    /// What was typed is chosen.
    case typed(String)
    /// A sample of the item of that number is played.
    case sample(Int)
  }

  /// What is chosen.
  package let kind: Kind
  /// What was typed.
  package private(set) var typed = ""
  /// The number of the marked item among those that match; nil while none is marked.
  package private(set) var marked: Int?
  private static let mostCharacters = 100
  /// How many items PageUp and PageDown move by.
  private static let pageItems = 10

  /// A list of that kind, with the item of number `marked` marked.
  init(_ kind: Kind, marked: Int? = nil) {
    self.kind = kind
    self.marked = marked
  }

  /// The numbers of the items that contain what was typed, ignoring case.
  package func matches(_ items: [String]) -> [Int] {
    let words = typed.lowercased()
    return items.indices.filter { words.isEmpty || items[$0].lowercased().contains(words) }
  }

  /// Takes a key.
  mutating func take(_ key: Key, _ items: [String]) -> Answer {
    let matches = matches(items)
    let item = marked.flatMap { matches.indices.contains($0) ? matches[$0] : nil }
    switch key {
    case .escape, .control("g"): return .leaves
    case .enter:
      if let item { return .chosen(item) }
      if kind == .text { return matches.first.map { .chosen($0) } ?? .stays }
      return typed.isEmpty ? .leaves : .typed(typed)
    case .tab where kind == .voices:
      return (item ?? matches.first).map { .sample($0) } ?? .stays
    case .down: move(1, matches.count)
    case .up: move(-1, matches.count)
    case .pageDown: move(PracticePicker.pageItems, matches.count)
    case .pageUp: move(-PracticePicker.pageItems, matches.count)
    case .home: if !matches.isEmpty { marked = 0 }
    case .end: if !matches.isEmpty { marked = matches.count - 1 }
    case .character(let character):
      guard typed.count < PracticePicker.mostCharacters else { break }
      change(typed + String(character))
    case .backspace: change(String(typed.dropLast()))
    case .control("u"): change("")
    default: break
    }
    return .stays
  }

  /// Takes a tap on the item of that number among those that match.
  ///
  /// A tap chooses a segment. It plays a sample of a voice, and a second tap chooses the voice.
  mutating func tap(_ place: Int, _ items: [String]) -> Answer {
    let matches = matches(items)
    guard matches.indices.contains(place) else { return .stays }
    defer { marked = place }
    return kind == .text || marked == place ? .chosen(matches[place]) : .sample(matches[place])
  }

  private mutating func move(_ count: Int, _ all: Int) {
    guard all > 0 else { return }
    marked = marked.map { min(max(0, $0 + count), all - 1) } ?? (count > 0 ? 0 : all - 1)
  }

  private mutating func change(_ text: String) {
    typed = text
    marked = nil
  }
}
