import CueRehearsal
import CueScreenplay
import CueTerminal

/// Shows a rehearsal on a screen: the current line in the middle, earlier lines above it, later lines below it, and the state
/// at the bottom.
///
/// The same scene makes the same picture. A small screen shows less: first the keys disappear, then the title, then the lines
/// before and after. Own lines have a bar at their left, partners' lines are indented.
struct PrompterView {
  let words: Messages
  let isColoured: Bool

  /// The most columns of a line; a longer one is tiring to read.
  private static let mostTextColumns = 60
  /// The smallest screen for a prompter.
  static let least = ScreenSize(columns: 20, rows: 5)

  /// What a screen of `size` shows.
  func picture(of scene: PrompterScene, _ size: ScreenSize) -> Picture {
    var picture = Picture(size)
    guard size.columns >= Self.least.columns, size.rows >= Self.least.rows else {
      let lines = TextLayout.lines(of: words(.screenTooSmall), columns: size.columns)
      for (row, line) in lines.enumerated() { picture.put(line, row: row, column: 0) }
      return picture
    }
    if let top = scene.help {
      help(size).put(from: top, words, &picture)
      return picture
    }
    let body = picture.putFrame(title: { putTitle(scene, &$0) }, foot: { putFoot(scene, &$0) })
    if case .countdown(let seconds) = scene.prompter.phase {
      let text = " \(seconds) "
      picture.put(
        text, row: body.lowerBound + body.count / 2, column: (size.columns - 3) / 2,
        style: [.bold, .reverse])
    } else {
      putScript(scene, body, &picture)
    }
    return scene.prompter.settings.isMirrored ? picture.mirrored : picture
  }

  private func coloured(_ style: Style) -> Style {
    isColoured ? style : style.subtracting([.green, .cyan])
  }

  // The top.

  private func putTitle(_ scene: PrompterScene, _ picture: inout Picture) {
    let columns = picture.size.columns
    let badge = " " + joined(badges(scene), columns: max(8, columns - 14)) + " "
    let width = Glyph.columns(of: badge)
    picture.put(badge, row: 0, column: columns - 1 - width, style: .reverse)
    let title = TextLayout.line(of: scene.prompter.script.title, columns: columns - width - 4)
    picture.put(title, row: 0, column: 1, style: .bold)
  }

  // The middle.

  /// A row of the script.
  private struct Row {
    var line: TextLine
    var column: Int
    var bar: Style?
    var style: (Glyph) -> Style = { _ in [] }
    /// Whether the word that is spoken, or comes next, is in it.
    var isPlace = false
  }

  private func putScript(_ scene: PrompterScene, _ body: Range<Int>, _ picture: inout Picture) {
    let prompter = scene.prompter
    guard !body.isEmpty, prompter.script.lines.indices.contains(prompter.focus) else { return }
    let size = picture.size
    let current = block(prompter.focus, scene, size)
    var top = body.lowerBound + (body.count - current.count) / 2
    if current.count > body.count {
      // Moving by a whole screen would hide what comes next; a third of it shows earlier text.
      let place = current.firstIndex(where: \.isPlace) ?? 0
      let first = min(max(0, place - body.count / 3), current.count - body.count)
      top = body.lowerBound - first
    }
    top += shift(scene, current.count, body.count, size)
    put(current, from: top, in: body, &picture)
    var row = top
    var index = prompter.focus
    while row > body.lowerBound, let before = prompter.shown(from: index, forward: false) {
      let rows = block(before, scene, size)
      row -= rows.count
      put(rows, from: row, in: body, &picture)
      index = before
    }
    row = top + current.count
    index = prompter.focus
    while row < body.upperBound, let next = prompter.shown(from: index, forward: true) {
      let rows = block(next, scene, size)
      put(rows, from: row, in: body, &picture)
      row += rows.count
      index = next
    }
  }

  private func put(_ rows: [Row], from top: Int, in body: Range<Int>, _ picture: inout Picture) {
    for (number, row) in rows.enumerated() where body.contains(top + number) {
      if let bar = row.bar {
        picture.put(Signs.fitted("▌"), row: top + number, column: margin(picture.size), style: bar)
      }
      picture.put(row.line, row: top + number, column: row.column, style: row.style)
    }
  }

  /// A moving text is this many rows below its final place.
  private func shift(
    _ scene: PrompterScene, _ height: Int, _ rows: Int, _ size: ScreenSize
  ) -> Int {
    guard let ease = scene.ease, ease.progress < 1 else { return 0 }
    let focus = scene.prompter.focus
    let isForward = focus > ease.from
    var distance = height / 2
    var index = ease.from
    guard scene.prompter.script.lines.indices.contains(index) else { return 0 }
    distance += (block(index, scene, size).count + 1) / 2
    while let next = scene.prompter.shown(from: index, forward: isForward), next != focus {
      guard isForward == (next < focus) else { return 0 }
      distance += block(next, scene, size).count
      guard distance <= rows else { break }
      index = next
    }
    // There is no scrolling over more than a page.
    guard distance <= rows else { return 0 }
    let left = 1 - ease.progress
    let shift = Int((Double(distance) * left * left * left).rounded())
    return isForward ? shift : -shift
  }

  private func margin(_ size: ScreenSize) -> Int {
    size.columns >= 70 ? 4 : size.columns >= 40 ? 2 : 0
  }

  private func block(_ index: Int, _ scene: PrompterScene, _ size: ScreenSize) -> [Row] {
    let line = scene.prompter.script.lines[index]
    let isRoomy = size.rows >= 12
    var rows: [Row]
    switch line.kind {
    case .sceneHeading: rows = plain([line.text.uppercased()], 0, coloured(.bold), size)
    case .stageDirection, .sound: rows = plain(line.displayLines, 2, .dim, size)
    case .dialogue: rows = speech(line, scene, size)
    }
    if isRoomy { rows.append(Row(line: TextLayout.line(of: "", columns: 1), column: 0)) }
    return rows
  }

  private func plain(
    _ lines: [String], _ indent: Int, _ style: Style, _ size: ScreenSize
  ) -> [Row] {
    let column = margin(size) + indent
    let columns = max(4, min(size.columns - 2 * margin(size) - indent, Self.mostTextColumns))
    return lines.flatMap { TextLayout.lines(of: $0, columns: columns) }.map { line in
      Row(line: line, column: column) { _ in style }
    }
  }

  private func speech(_ line: Line, _ scene: PrompterScene, _ size: ScreenSize) -> [Row] {
    let prompter = scene.prompter
    let isOwn = prompter.isOwn(line)
    let isCurrent = line.index == prompter.index
    let colour = coloured(isOwn ? .green : .cyan)
    let bar: Style? = isOwn ? (isCurrent ? colour.union(.bold) : colour.union(.dim)) : nil
    let column = margin(size) + (isOwn || size.columns < 40 ? 2 : 6)
    var rows: [Row] = []
    if size.rows >= 7 {
      let number = scene.numbers.number(at: line.index).map { "\($0)  " } ?? ""
      let name = line.characterAsWritten ?? line.character ?? ""
      let sign = isOwn ? Signs.fitted("▶ ") : ""
      let style: Style = isCurrent ? colour.union(isOwn ? [.bold, .reverse] : .bold) : .dim
      let text = TextLayout.line(of: sign + number + name, columns: size.columns - column)
      rows.append(Row(line: text, column: column, bar: bar) { _ in style })
    }
    let columns = max(4, min(size.columns - column - margin(size), Self.mostTextColumns))
    if let note = scene.lineNotes[line.index], size.rows >= 8 {
      for row in TextLayout.lines(of: Signs.fitted("✎ ") + note, columns: columns) {
        rows.append(
          Row(line: row, column: column, bar: bar) { _ in isCurrent ? .underline : .dim })
      }
    }
    let isLarge = isCurrent && size.rows >= 16
    var texts = prompter.rows(of: line) { Glyph.columns(of: String($0)) }.filter {
      !$0.text.allSatisfy(\.isWhitespace)
    }
    if texts.isEmpty { return rows + plain([Signs.fitted("…")], column - margin(size), .dim, size) }
    if isLarge, prompter.settings.size >= 3, size.columns >= 60 { texts = texts.map(\.spaced) }
    var place = !isCurrent
    for text in texts {
      let cut = TextLayout.lines(of: text.text, columns: columns)
      for (number, row) in cut.enumerated() {
        if isLarge, prompter.settings.size >= 2, number > 0 || text != texts.first {
          rows.append(Row(line: TextLayout.line(of: "", columns: 1), column: 0, bar: bar))
        }
        var shown = Row(line: row, column: column, bar: bar)
        shown.style = { glyph in
          style(of: glyph, text, prompter, isCurrent: isCurrent, colour)
        }
        if !place, isNext(row, text, prompter) {
          shown.isPlace = true
          place = true
        }
        rows.append(shown)
      }
    }
    return rows
  }

  /// Whether the word that is spoken, or the first that was not said, is in `row` or after it.
  private func isNext(_ row: TextLine, _ text: PromptRow, _ prompter: Prompter) -> Bool {
    let end = text.origins[row.range].last { $0 >= 0 } ?? -1
    let next = prompter.word?.lowerBound ?? prompter.said.map(\.upperBound).max() ?? 0
    return end >= next
  }

  private func style(
    of glyph: Glyph, _ text: PromptRow, _ prompter: Prompter, isCurrent: Bool, _ colour: Style
  ) -> Style {
    guard isCurrent else { return .dim }
    guard let origin = text.origins[glyph.range].first(where: { $0 >= 0 }) else { return .dim }
    // A blank looks like the words around it, so that a highlight has no gaps.
    if !glyph.isBlank, prompter.word?.contains(origin) ?? false {
      return colour.union([.bold, .reverse])
    }
    if prompter.prompt?.contains(origin) ?? false { return colour.union([.bold, .underline]) }
    return prompter.said.contains { $0.contains(origin) } ? colour.union(.bold) : colour
  }
}

extension ScreenList {
  /// Shows a list of keys in place of everything else, with the keys to scroll and to leave below it.
  func put(from top: Int, _ words: Messages, _ picture: inout Picture) {
    let ways =
      (lastTop(picture.size) > 0 ? [words(Message.helpMore)] : []) + [words(Message.helpBack)]
    put(
      from: top,
      foot: TextLayout.joined(
        ways, separator: Signs.fitted(" · "), columns: picture.size.columns), into: &picture)
  }
}
