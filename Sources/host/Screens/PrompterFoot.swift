import CueAudio
import CueKeys
import CueRehearsal
import CueTerminal

// Below the script: a note, the state, the keys.
extension PrompterView {
  /// Puts it there, and returns its first row.
  func putFoot(_ scene: PrompterScene, _ picture: inout Picture) -> Int {
    let size = picture.size
    var row = size.rows
    if size.rows >= 12 {
      row -= 1
      let hints = [words(.hintGoOn), words(.hintHelp), words(.hintEnd), words(.hintPrompt)]
      picture.put(joined(hints, columns: size.columns - 2), row: row, column: 1, style: .dim)
    }
    let note = TextLayout.lines(of: note(scene), columns: size.columns - 2)
    let shown = TextLayout.cut(
      note, to: size.rows >= 12 ? 2 : 1, ellipsis: Signs.fitted(" …"))
    if size.rows >= 6 || shown.isEmpty {
      row -= 1
      putStanding(scene, row: row, &picture)
    }
    row -= shown.count
    for (number, line) in shown.enumerated() {
      picture.put(line, row: row + number, column: size.rows >= 7 ? 1 : 0, style: .bold)
    }
    // A row reserved for a note, so that the text does not move when one appears.
    return size.rows >= 12 && shown.isEmpty ? row - 1 : row
  }

  /// The phase, the level of the microphone, and the number of the line.
  private func putStanding(_ scene: PrompterScene, row: Int, _ picture: inout Picture) {
    let columns = picture.size.columns
    let isSmall = picture.size.rows < 7
    let number = scene.numbers.number(at: scene.prompter.index) ?? 0
    let place = "\(number)/\(scene.numbers.count)"
    let width = Glyph.columns(of: place)
    picture.put(place, row: row, column: columns - width - (isSmall ? 0 : 1), style: .dim)
    var room = columns - width - 3
    if columns >= 50 {
      let meter = meter(scene.prompter.level)
      let start = columns - width - 3 - Glyph.columns(of: meter)
      picture.put(meter, row: row, column: start)
      room = start - 2
    } else if let level = scene.prompter.level, columns >= 28 {
      // A single character for the microphone if there is no room for a meter.
      let sign = level >= 0.5 ? "█" : level >= 0.08 ? "▌" : "░"
      picture.put(Signs.fitted(sign), row: row, column: columns - width - 3)
      room -= 2
    }
    picture.put(
      TextLayout.line(of: standing(scene, isShort: columns < 30), columns: room), row: row,
      column: isSmall ? 0 : 1, style: .bold)
  }

  private func meter(_ level: Double?) -> String {
    guard let level else { return "" }
    let bars = Int((min(max(level, 0), 1) * Double(LevelMeter.barCount)).rounded())
    return words(.microphoneInShort) + " "
      + Signs.fitted(BlockChart.bar(bars, of: LevelMeter.barCount))
  }

  func joined(_ parts: [String], columns: Int) -> String {
    TextLayout.joined(parts, separator: Signs.fitted(" · "), columns: columns)
  }

  // The list of keys, in place of everything else.

  /// The highest first row of the list of keys at which the list still fills the screen.
  func lastHelpTop(_ size: ScreenSize) -> Int { help(size).lastTop(size) }

  func help(_ size: ScreenSize) -> ScreenList {
    ScreenList(RehearsalKey.list(words, columns: max(20, size.columns)))
  }
}
