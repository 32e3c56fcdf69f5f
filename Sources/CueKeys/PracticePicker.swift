import CueTerminal

/// A list in the place of the text, from which something is chosen: a voice, or a segment of the speech.
///
/// What is typed leaves the items that have it; the arrows go from one to the next.
package struct PracticePicker: Equatable, Sendable {
  /// What is chosen.
  package enum Kind: Equatable, Sendable {
    /// Who speaks; what is typed may be a voice that is not in the list.
    case voices
    /// Where practice goes on.
    case text
  }

  /// What a key, or a tap, asks for.
  enum Answer: Equatable {
    /// Nothing yet.
    case stays
    /// The list goes, and nothing is chosen.
    case leaves
    /// The item of that number is chosen, counted from 0 among all.
    case chosen(Int)
    /// What was typed is chosen.
    case typed(String)
    /// The item of that number is to be heard.
    case sample(Int)
  }

  /// What is chosen.
  package let kind: Kind
  /// What was typed.
  package private(set) var typed = ""
  /// The number of the item that is marked, among those that match; nil while none is.
  package private(set) var marked: Int?
  private static let mostCharacters = 100
  /// So many items further go PageUp and PageDown.
  private static let pageItems = 10

  /// A list of that kind; `marked` is the number of the item that is marked at first.
  init(_ kind: Kind, marked: Int? = nil) {
    self.kind = kind
    self.marked = marked
  }

  /// The numbers of the items that have what was typed, in any case.
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

  /// Takes a tap on the item of that number among those that match: a segment is gone to, a voice is heard, and taken where it was
  /// marked already.
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
