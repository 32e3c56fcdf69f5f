import CuePractice
import CueTerminal

// Below what is said: a note, how it stands, how far it is, the keys.
extension PracticeView {
  /// Puts it there, and answers the row that it begins with.
  func putFoot(_ scene: PracticeScene, _ picture: inout Picture) -> Int {
    let size = picture.size
    var row = size.rows
    if size.rows >= 11 {
      row -= 1
      picture.put(joined(hints(scene), columns: size.columns - 2), row: row, column: 1, style: .dim)
    }
    if size.rows >= 7 {
      row -= 1
      putProgress(scene, row: row, &picture)
    }
    let note = TextLayout.lines(of: note(scene), columns: size.columns - 2)
    let shown = PracticeView.cut(
      note, to: size.rows >= 11 || size.rows == 5 || size.rows == 6 ? 2 : 1)
    // Where there is no room for both, what has to be said comes before how it stands.
    if size.rows >= 7 || shown.isEmpty {
      row -= 1
      putStanding(scene, row: row, &picture)
    }
    row -= shown.count
    for (number, line) in shown.enumerated() {
      picture.put(line, row: row + number, column: 1, style: .bold)
    }
    // A row for a note that may come, so that the text does not move when it does.
    return size.rows >= 11 && shown.isEmpty ? row - 1 : row
  }

  /// The first `most` of `lines`; an ellipsis tells that there were more.
  private static func cut(_ lines: [TextLine], to most: Int) -> [TextLine] {
    guard lines.count > most, let last = lines.prefix(most).last else { return lines }
    let text = last.glyphs.map(\.text).joined() + Signs.fitted(" …")
    return lines.prefix(most - 1) + [TextLayout.line(of: text, columns: last.columns)]
  }

  private func note(_ scene: PracticeScene) -> String {
    if let voice = scene.voiceEntry { return words(.takeVoice, ["voice": voice + "_"]) }
    if !scene.entry.isEmpty { return words(.goTo, ["number": scene.entry]) }
    guard scene.note.isEmpty, let start = scene.loopStart else { return scene.note }
    return words(.loopFrom, ["number": "\(start)"])
  }

  private func hints(_ scene: PracticeScene) -> [String] {
    let space: Message =
      switch scene.phase {
      case .reading: .hintPause
      case .repeating, .repeatingUntilQuiet: .hintSkip
      case .ready, .paused, .theEnd, .timeIsUp: .hintPlay
      }
    return [words(space), words(.hintHelp), words(.hintEnd), words(.hintNext)]
  }

  /// What is done, and how much of the pause is left.
  private func putStanding(_ scene: PracticeScene, row: Int, _ picture: inout Picture) {
    let columns = picture.size.columns
    let isSmall = picture.size.rows < 7
    let doing =
      (isSmall ? "\(scene.number)/\(scene.count) " : "") + doing(scene.phase, isShort: columns < 30)
    picture.put(doing, row: row, column: isSmall ? 0 : 1, style: .bold)
    // The bar stands where no number of digits moves it.
    let column = 24
    guard case .repeating(let left, let whole) = scene.phase, whole > 0, columns >= column + 12
    else { return }
    let cells = min(columns - column - 1, 40)
    let full = Int((left / whole * Double(cells)).rounded(.up))
    picture.put(bar(min(max(full, 0), cells), of: cells), row: row, column: column)
  }

  private func doing(_ phase: PracticeScene.Phase, isShort: Bool) -> String {
    switch phase {
    case .ready: Signs.fitted("■ ") + words(.ready)
    case .reading: Signs.fitted("► ") + words(.reading)
    case .repeating(let left, _):
      Signs.fitted("◆ ")
        + words(
          isShort ? .yourTurnInShort : .yourTurn,
          ["seconds": words.number(left, decimals: 1, least: 1)])
    case .repeatingUntilQuiet: Signs.fitted("◆ ") + words(.speakNow)
    case .paused: Signs.fitted("■ ") + words(.paused)
    case .theEnd: Signs.fitted("■ ") + words(.theEnd)
    case .timeIsUp: Signs.fitted("■ ") + words(.timeIsUp)
    }
  }

  private func settings(_ scene: PracticeScene) -> [String] {
    let rate = words.number(scene.rate, decimals: 2, least: 1)
    var all = [
      scene.passes > 1
        ? words(
          .rateOfSeveral,
          ["rate": rate, "number": "\(scene.pass)", "count": "\(scene.passes)"])
        : words(.rate, ["rate": rate])
    ]
    switch scene.pause {
    case .off: all.append(words(.noPause))
    case .factor(let factor):
      all.append(words(.pause, ["factor": words.number(factor, decimals: 2)]))
    case .untilQuiet: all.append(words(.pauseUntilQuiet))
    }
    all.append(words(scene.isByParagraph ? .byParagraph : .bySentence))
    if let loop = scene.loop {
      all.insert(
        loop.count == 1
          ? words(.loopOfOne, ["number": "\(loop.lowerBound)"])
          : words(.loop, ["first": "\(loop.lowerBound)", "last": "\(loop.upperBound)"]), at: 1)
    }
    if !scene.voice.isEmpty { all.append(words(.voice, ["voice": scene.voice])) }
    return all
  }

  private func putProgress(_ scene: PracticeScene, row: Int, _ picture: inout Picture) {
    let text = "\(scene.number) / \(scene.count)"
    let columns = picture.size.columns
    let room = columns - 4 - Glyph.columns(of: text)
    var at = 1
    if scene.count > PracticeProgress.mostDots || scene.count > room {
      let cells = min(room, 24)
      let full = scene.number * cells / max(scene.count, 1)
      // One is seen as soon as there is one.
      let bar = bar(max(full, scene.number > 0 ? 1 : 0), of: cells)
      picture.put(bar, row: row, column: at)
      at += cells
    } else if scene.count > 0 {
      let wide = scene.count * 2 - 1 <= room ? " " : ""
      for number in 1...scene.count {
        let dot = number < scene.number ? "•" : number == scene.number ? "◆" : "·"
        picture.put(
          Signs.fitted(dot), row: row, column: at, style: number == scene.number ? .bold : [])
        at += 1 + wide.count
      }
      at -= wide.count
    }
    picture.put(text, row: row, column: at + 2)
    at += 2 + Glyph.columns(of: text) + 3
    guard columns - at > 8 else { return }
    let set = joined(settings(scene), columns: columns - at - 1)
    picture.put(set, row: row, column: columns - 1 - Glyph.columns(of: set), style: .dim)
  }

  private func bar(_ full: Int, of cells: Int) -> String {
    Signs.fitted(
      String(repeating: "█", count: full) + String(repeating: "░", count: max(0, cells - full)))
  }

  /// As many of `parts`, from the first, as there is room for.
  func joined(_ parts: [String], columns: Int) -> String {
    var text = ""
    for part in parts {
      let longer = text.isEmpty ? part : text + Signs.fitted(" · ") + part
      guard Glyph.columns(of: longer) <= columns else { continue }
      text = longer
    }
    return text
  }
}
