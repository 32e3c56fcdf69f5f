import CueTerminal

/// A terminal as far as our programs command one, so that tests see what its user would.
///
/// It traps at a command that it does not know.
public struct ScreenReader {
  private var size: ScreenSize
  private var glyphs: [[(text: String, style: Style)]]
  private var row = 0
  private var column = 0
  private var style: Style = []
  /// A sequence that is not whole yet.
  private var pending = ""
  /// Modes that were set and not reset, such as `?25`.
  public private(set) var modes: Set<String> = ["?7", "?25"]
  /// How often the bell has rung.
  public private(set) var bells = 0

  /// Whether a picture is begun and not ended.
  public var isSynchronizing: Bool { modes.contains("?2026") }
  /// Whether the cursor can be seen.
  public var isCursorShown: Bool { modes.contains("?25") }
  /// Whether the program has the screen for itself.
  public var isOtherScreen: Bool { modes.contains("?1049") }

  /// An empty screen.
  public init(_ size: ScreenSize) {
    self.size = size
    glyphs = Array(
      repeating: Array(repeating: (" ", Style()), count: size.columns), count: size.rows)
  }

  /// Makes it another size; what was on it is gone.
  public mutating func resize(_ size: ScreenSize) {
    let modes = modes
    self = ScreenReader(size)
    self.modes = modes
  }

  /// The text of each row, without blanks at its end.
  public var text: [String] {
    glyphs.map { row in
      var text = row.map(\.text).joined()
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  /// What looks like `style`, row by row, where there is any.
  public func text(styled style: Style) -> [String] {
    glyphs.compactMap { row in
      let words = row.map { $0.style.isSuperset(of: style) ? $0.text : " " }.joined()
        .split(separator: " ")
      return words.isEmpty ? nil : words.joined(separator: " ")
    }
  }

  /// Does what the program sends.
  public mutating func read(_ text: String) {
    var rest = (pending + text)[...]
    pending = ""
    while let character = rest.first {
      if character == "\u{1b}", !rest.dropFirst().contains(where: \.isLetter) {
        pending = String(rest)
        return
      }
      rest = rest.dropFirst()
      switch character {
      case "\u{1b}": command(&rest)
      case "\u{7}": bells += 1
      case "\r": column = 0
      case "\n", "\r\n":
        if character == "\r\n" { column = 0 }
        beginRow()
      default: show(character)
      }
    }
  }

  /// Goes to the next row; at the last one, all rows move up.
  private mutating func beginRow() {
    guard row + 1 >= size.rows else {
      row += 1
      return
    }
    glyphs.removeFirst()
    glyphs.append(Array(repeating: (" ", Style()), count: size.columns))
  }

  private mutating func show(_ character: Character) {
    let columns = Glyph.columns(of: String(character))
    precondition(columns > 0, "\(character) was sent, and has nothing to see")
    guard column + columns <= size.columns else { return }
    glyphs[row][column] = (String(character), style)
    for after in 1..<max(columns, 1) { glyphs[row][column + after] = ("", style) }
    column += columns
  }

  private mutating func command(_ rest: inout Substring) {
    precondition(rest.popFirst() == "[", "an escape that is no control sequence")
    let parameters = rest.prefix { !$0.isLetter }
    rest = rest.dropFirst(parameters.count)
    guard let final = rest.popFirst() else { preconditionFailure("a sequence without an end") }
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map {
      Int($0) ?? 0
    }
    switch final {
    case "H":
      row = max(0, (numbers.first ?? 1) - 1)
      column = max(0, (numbers.count > 1 ? numbers[1] : 1) - 1)
    case "G": column = numbers[0] - 1
    case "K":
      for at in (numbers[0] == 2 ? 0 : column)..<size.columns { glyphs[row][at] = (" ", []) }
    case "J":
      for row in glyphs.indices {
        for column in glyphs[row].indices { glyphs[row][column] = (" ", []) }
      }
    case "h": modes.insert(String(parameters))
    case "l":
      // What was on the other screen stays here for tests; what follows is written below it.
      if modes.remove(String(parameters)) == "?1049" {
        column = 0
        row = size.rows - 1
        beginRow()
      }
    case "m": for number in numbers { apply(number) }
    default: preconditionFailure("a command nobody knows: \(parameters)\(final)")
    }
  }

  private mutating func apply(_ code: Int) {
    switch code {
    case 0: style = []
    case 1: style.insert(.bold)
    case 2: style.insert(.dim)
    case 4: style.insert(.underline)
    case 7: style.insert(.reverse)
    case 32: style.insert(.green)
    case 36: style.insert(.cyan)
    default: preconditionFailure("a style nobody knows: \(code)")
    }
  }
}
