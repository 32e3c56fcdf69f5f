/// Text for a terminal, and commands for it that are the program's own.
///
/// Text comes from scripts, from stories of friends, from plugins and from services. A terminal would obey what stands in it: set the
/// clipboard, its title, or the order of letters. So all text goes through ``init(_:)``, which leaves nothing to obey; only the
/// commands of this type are written as they are.
package struct TerminalText: Equatable, Sendable {
  /// What is written to the terminal.
  package let written: String

  private init(written: String) { self.written = written }

  /// `text` without anything that a terminal obeys, but for ends of lines and tabs.
  package init(_ text: String) { written = TerminalText.plain(text) }

  /// A command of the program.
  package enum Command: String, Sendable {
    /// To the start of the row.
    case returnToStart = "\r"
    /// To the start of the row, and nothing is left of it.
    case wipeRow = "\r\u{1b}[K"
    /// To the top left, and nothing is left of the screen.
    case clear = "\u{1b}[2J\u{1b}[H"
    /// Takes back the character before.
    case eraseCharacter = "\u{8} \u{8}"
    /// A sound.
    case bell = "\u{7}"
  }

  /// A command alone.
  package init(_ command: Command) { written = command.rawValue }

  /// `text` in a style: the numbers of SGR, as in `1;32`; as it is where there are none.
  package init(_ text: String, style: String) {
    let plain = TerminalText.plain(text)
    precondition(
      style.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x3b }, "a style has numbers")
    written = style.isEmpty || plain.isEmpty ? plain : "\u{1b}[\(style)m\(plain)\u{1b}[0m"
  }

  /// One behind the other.
  package static func + (one: TerminalText, other: TerminalText) -> TerminalText {
    TerminalText(written: one.written + other.written)
  }

  /// Rows one below the other, each with its end.
  package static func rows(_ rows: [TerminalText]) -> TerminalText {
    TerminalText(written: rows.map { $0.written + "\n" }.joined())
  }

  /// Its rows, without their ends.
  package var rows: [TerminalText] {
    written.split(separator: "\n", omittingEmptySubsequences: false).map {
      TerminalText(written: String($0))
    }
  }

  /// `text` with a sign in the place of each control character, and without marks of direction.
  ///
  /// The controls are those of ASCII and of the block behind it (C0, DEL, C1). Ends of lines and tabs stay; a carriage return
  /// ahead of an end of line is left out. Marks of direction are those that Unicode calls bidi controls: with them, a name reads as
  /// another one.
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

  /// Whether a terminal may obey `scalar`.
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
