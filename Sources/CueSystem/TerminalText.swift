/// Text for a terminal, and the program's own commands for it.
///
/// Text comes from scripts, stories, plugins and services. A terminal would execute commands in it: set the clipboard, its title, or the
/// order of letters. So all text goes through ``init(_:)``, which removes commands; only the commands of this type are written.
package struct TerminalText: Equatable, Sendable {
  /// What is written to the terminal.
  package let written: String

  private init(written: String) { self.written = written }

  /// `text` without terminal commands, except ends of lines and tabs.
  package init(_ text: String) { written = TerminalText.plain(text) }

  /// A command of the program.
  package enum Command: String, Sendable {
    /// Moves to the start of the row.
    case returnToStart = "\r"
    /// Moves to the start of the row and erases the row.
    case wipeRow = "\r\u{1b}[K"
    /// Moves to the top left and erases the screen.
    case clear = "\u{1b}[2J\u{1b}[H"
    /// Erases the character before.
    case eraseCharacter = "\u{8} \u{8}"
    /// Rings the bell.
    case bell = "\u{7}"
  }

  /// A command alone.
  package init(_ command: Command) { written = command.rawValue }

  /// `text` in a style, which is the parameters of SGR, as in `1;32`; empty for no style.
  package init(_ text: String, style: String) {
    let plain = TerminalText.plain(text)
    precondition(
      style.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x3b }, "a style has numbers")
    written = style.isEmpty || plain.isEmpty ? plain : "\u{1b}[\(style)m\(plain)\u{1b}[0m"
  }

  /// Both, one after the other.
  package static func + (one: TerminalText, other: TerminalText) -> TerminalText {
    TerminalText(written: one.written + other.written)
  }

  /// The rows, each with an end of line.
  package static func rows(_ rows: [TerminalText]) -> TerminalText {
    TerminalText(written: rows.map { $0.written + "\n" }.joined())
  }

  /// Its rows, without their ends.
  package var rows: [TerminalText] {
    written.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map {
      TerminalText(written: String($0))
    }
  }

  /// `text` with U+FFFD in place of control characters, and without bidi controls.
  ///
  /// The control characters are C0, DEL and C1. Ends of lines and tabs stay; a carriage return before an end of line is removed. Bidi
  /// controls change the order of letters, so that a name reads as another one.
  package static func plain(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 && $0 != 0x0a && $0 != 0x09 || $0 > 0x7e }),
      text.unicodeScalars.contains(where: isCommand)
    else { return text }
    var plain = String.UnicodeScalarView()
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      if !isCommand(scalar) {
        plain.append(scalar)
      } else if !isDirection(scalar),
        scalar != "\r" || index + 1 == scalars.count || scalars[index + 1] != "\n"
      {
        plain.append("\u{fffd}")
      }
    }
    return String(plain)
  }

  /// Whether `scalar` is a control character, except an end of line or a tab, or a bidi control.
  static func isCommand(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0a: false
    case 0..<0x20, 0x7f...0x9f: true
    default: isDirection(scalar)
    }
  }

  private static func isDirection(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x061c, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069: true
    default: false
    }
  }
}
