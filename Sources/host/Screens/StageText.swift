import CueRehearsal
import CueScreenplay
import CueSystem
import CueTerminal
import Synchronization

// The text of what is shown.
extension Stage {
  func text(of block: Block, _ columns: Int?) -> TerminalText {
    switch block {
    case .line(let line, let number, let isOwn): text(of: line, number, isOwn, columns)
    case .text(let text, let style):
      .rows(
        TextLayout.rows(of: [text], indent: 0, columns: columns).map { styled($0, style) })
    case .note(let text):
      .rows(
        TextLayout.rows(of: [text], indent: text.prefix { $0 == " " }.count, columns: columns)
          .map { TerminalText($0) })
    }
  }

  /// A line as the page shows it: verse by verse, with parentheticals in their places.
  private func text(
    of line: Line, _ number: Int?, _ isOwn: Bool, _ columns: Int?
  ) -> TerminalText {
    func rows(_ lines: [String], _ indent: Int, _ style: String) -> TerminalText {
      .rows(
        TextLayout.rows(of: lines, indent: indent, columns: columns).map { styled($0, style) })
    }
    switch line.kind {
    case .sceneHeading: return TerminalText("\n") + rows([line.text.uppercased()], 0, "1")
    case .stageDirection: return rows(line.displayLines, 4, "3")
    case .sound: return rows(line.displayLines.map { Signs.fitted("♪ ") + $0 }, 4, "3")
    case .dialogue:
      let speaker = line.characterAsWritten ?? line.character ?? ""
      let head = "\(number.map { "\($0)  " } ?? "")\(speaker)"
      let mark = wishes.isPlain ? words(.yourTurnSays) + " " : Signs.fitted("▶ ")
      let text = shownRows(of: line, isOwn)
      let name = rows([isOwn ? mark + head : head], 0, isOwn ? "1;32" : "36")
      return text.reduce(name) { shown, row in
        shown + rows([row], 4, row.hasPrefix("(") && row.hasSuffix(")") ? "3" : "")
      }
    }
  }

  /// The rows of a line, with its note; for the actor's lines, only the visible part.
  private func shownRows(of line: Line, _ isOwn: Bool) -> [String] {
    let note = lineNotes.withLock { $0[line.index] }.map { [words(.noteSays, ["note": $0])] } ?? []
    guard isOwn else {
      return note + (page.withLock { $0.settings.isOnlyMine } ? [] : line.displayLines)
    }
    let rows = page.withLock { prompter in
      prompter.rows(of: line) { Glyph.columns(of: String($0)) }
    }
    let shown = rows.map(\.text).filter { !$0.isEmpty }
    return note + (shown.isEmpty ? [Signs.fitted("…")] : shown)
  }
}
