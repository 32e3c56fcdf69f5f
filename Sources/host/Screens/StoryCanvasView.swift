import CueStore
import CueStory
import CueTerminal

/// Shows the canvas of a story: dials at the top, lanes of takes under a playhead in the middle, the state and the keys at the
/// bottom.
///
/// The same state makes the same picture. The cost depends on what is visible, not on the size of the story.
struct StoryCanvasView {
  let words: Messages
  let isColoured: Bool
  /// The waveform of a take, if it is known.
  let peaks: (StoredTake) -> TakePeaks?

  /// The smallest screen for a canvas.
  static let least = ScreenSize(columns: 40, rows: 12)
  /// The most rows of a lane; with more, a waveform shows no more detail.
  private static let mostLaneRows = 11
  /// The row of times and flags.
  private static let rulerRow = 2
  /// Rows at the bottom: the state, a note, keys.
  private static let footRows = 3

  private var talk: CanvasTalk { CanvasTalk(words: words) }

  /// What a screen of `size` shows.
  func picture(of state: CanvasState, _ size: ScreenSize) -> Picture {
    var picture = Picture(size)
    guard StoryCanvasView.fits(size) else {
      let lines = TextLayout.lines(of: words(.tooSmall), columns: size.columns)
      for (row, line) in lines.enumerated() { picture.put(line, row: row, column: 0) }
      return picture
    }
    if case .keys(let top) = state.panel {
      keys(size).put(from: top, words, &picture)
      return picture
    }
    putTitle(state, &picture)
    putDials(state, &picture)
    if case .tree(let row) = state.panel {
      putTree(state, selected: row, &picture)
    } else {
      putTimeline(state, &picture)
    }
    putFoot(state, &picture)
    return picture
  }

  static func fits(_ size: ScreenSize) -> Bool {
    size.columns >= least.columns && size.rows >= least.rows
  }

  /// Where every part of the timeline is on a screen of `size`.
  static func layout(of state: CanvasState, _ size: ScreenSize) -> CanvasLayout {
    CanvasLayout(state.scene, columns: size.columns, rows: laneRows(size))
  }

  private static func laneRows(_ size: ScreenSize) -> Range<Int> {
    let top = rulerRow + 1
    return top..<top + min(size.rows - footRows - top, CanvasChain.lanes * mostLaneRows)
  }

  /// The row of the tree at a row of the screen.
  static func treeRow(of state: CanvasState, at row: Int, _ size: ScreenSize) -> Int? {
    guard case .tree(let selected) = state.panel else { return nil }
    let window = state.outline.window(around: selected, rows: size.rows - footRows - rulerRow)
    let index = window.lowerBound + row - rulerRow
    return row >= rulerRow && window.contains(index) ? index : nil
  }

  private func coloured(_ style: Style) -> Style {
    isColoured ? style : style.subtracting([.green, .cyan, .red])
  }

  // MARK: - Above

  private func putTitle(_ state: CanvasState, _ picture: inout Picture) {
    let columns = picture.size.columns
    let badge = " \(talk.pen(state.view.story)) "
    let line = TextLayout.line(of: badge, columns: max(10, columns - 12))
    picture.put(line, row: 0, column: columns - 1 - line.columns, style: .reverse)
    let title = TextLayout.line(of: state.view.story.title, columns: columns - line.columns - 4)
    picture.put(title, row: 0, column: 1, style: .bold)
  }

  private func putDials(_ state: CanvasState, _ picture: inout Picture) {
    let text = TextLayout.joined(
      talk.dials(state), separator: Signs.fitted(" · "), columns: picture.size.columns - 2)
    picture.put(text, row: 1, column: 1)
  }

  // MARK: - The timeline

  private func putTimeline(_ state: CanvasState, _ picture: inout Picture) {
    let layout = StoryCanvasView.layout(of: state, picture.size)
    let playhead = layout.playheadColumn
    for time in layout.times {
      let text = Signs.fitted("│") + Counted.time(Double(time.seconds))
      // A time that the playhead would cross is left out.
      guard !(time.column + 1..<time.column + text.count).contains(playhead),
        time.column + text.count <= layout.columns
      else { continue }
      picture.put(text, row: StoryCanvasView.rulerRow, column: time.column, style: .dim)
    }
    for pill in layout.pills { put(pill, layout, state, &picture) }
    picture.put(
      Signs.fitted("▼"), row: StoryCanvasView.rulerRow, column: playhead, style: .bold)
    putLine("┃", at: playhead, layout, .bold, &picture)
    for mark in layout.marks { put(mark, layout, &picture) }
  }

  /// A line through the lanes; the labels of pills stay readable.
  private func putLine(
    _ sign: String, at column: Int, _ layout: CanvasLayout, _ style: Style,
    _ picture: inout Picture
  ) {
    guard let first = layout.lanes.first, let last = layout.lanes.last else { return }
    let labels = layout.pills.filter { $0.columns.contains(column) && $0.columns.count > 1 }
      .map { layout.lanes[$0.lane].lowerBound }
    for row in StoryCanvasView.rulerRow + 1..<max(last.upperBound, first.upperBound)
    where !labels.contains(row) {
      picture.put(Signs.fitted(sign), row: row, column: column, style: style)
    }
  }

  private func put(
    _ mark: CanvasLayout.Mark, _ layout: CanvasLayout, _ picture: inout Picture
  ) {
    let (sign, line, name): (String, String, String) =
      switch mark.kind {
      case .punch: ("◉", "┇", words(.punch))
      case .preRoll: ("○", "┊", words(.preRoll))
      case .aim: ("◉", "┊", words(.aim))
      }
    let style = mark.kind == .preRoll ? Style.bold : coloured([.bold, .red])
    let (before, after): (String, String) =
      switch mark.side {
      case .left: ("← \(sign) \(name)", "")
      case .inside: (sign, " \(name)")
      case .right: ("", "\(name) \(sign) →")
      }
    let text = Signs.fitted(before + after)
    let width = Glyph.columns(of: text)
    let row = StoryCanvasView.rulerRow
    let playhead = layout.playheadColumn
    let crosses = mark.column < playhead && mark.column + width > playhead && mark.column >= width
    if mark.side == .inside, crosses || mark.column + width > layout.columns {
      // The name is at the left of the sign.
      let left = Signs.fitted("\(name) \(sign)")
      picture.put(
        left, row: row, column: mark.column + 1 - Glyph.columns(of: left), style: style)
    } else {
      let column = mark.side == .right ? layout.columns - width : mark.column
      picture.put(text, row: row, column: column, style: style)
    }
    guard mark.side == .inside else { return }
    putLine(line, at: mark.column, layout, style, &picture)
  }

  private func put(
    _ pill: CanvasLayout.Pill, _ layout: CanvasLayout, _ state: CanvasState,
    _ picture: inout Picture
  ) {
    let rows = layout.lanes[pill.lane]
    guard !rows.isEmpty else { return }
    let take = pill.index.map { state.chain.takes[$0] }
    let isOwn = take.map { $0.author == state.view.story.player } ?? true
    var style = coloured(take == nil ? [.red] : isOwn ? [.green] : [.cyan])
    if take?.isMuted ?? false { style.formUnion(.dim) }
    let label =
      pill.columns.count < 3
      ? "" : take.map { talk.label($0, state.tree) } ?? Signs.fitted("● ") + words(.newTake)
    picture.put(
      cap(label, pill), row: rows.lowerBound, column: pill.columns.lowerBound,
      style: style.union(.reverse))
    let wave = rows.dropFirst().dropLast(rows.count > 3 ? 1 : 0)
    guard !wave.isEmpty else { return }
    let start = pill.index.map { state.chain.place($0).start } ?? state.target?.start ?? 0
    let known = pill.columns.count < 3 ? nil : take.map { peaks($0) } ?? state.live
    let levels = pill.columns.map { column -> Int? in
      let ticks = layout.ticks(of: column)
      return known?.peak(in: ticks.lowerBound - start..<ticks.upperBound - start).map {
        max(1, Int((TakePeaks.height($0) * Double(8 * wave.count)).rounded()))
      }
    }
    for (number, row) in wave.enumerated() {
      let floor = 8 * (wave.count - 1 - number)
      let isLowest = number == wave.count - 1
      let text = levels.map { level in
        guard let level else { return isLowest ? "·" : " " }
        return StoryCanvasView.blocks[min(max(level - floor, 0), 8)]
      }.joined()
      picture.put(
        Signs.fitted(text), row: row, column: pill.columns.lowerBound, style: style)
    }
  }

  private static let blocks = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// The first row of a pill: `[3 ann “Good evening”    ]`, of its width; open if it continues outside the screen.
  private func cap(_ label: String, _ pill: CanvasLayout.Pill) -> TextLine {
    let width = pill.columns.count
    let (left, right) = (pill.isCutLeft ? "<" : "[", pill.isCutRight ? ">" : "]")
    guard width > 1 else { return TextLayout.line(of: Signs.fitted("▌"), columns: 1) }
    let text = TextLayout.line(of: label, columns: width - 2)
    let gap = String(repeating: " ", count: width - 2 - text.columns)
    return TextLayout.line(
      of: left + text.glyphs.map(\.text).joined() + gap + right, columns: width)
  }

  // MARK: - The tree

  private func putTree(_ state: CanvasState, selected: Int, _ picture: inout Picture) {
    let size = picture.size
    let count = size.rows - StoryCanvasView.footRows - StoryCanvasView.rulerRow
    for (number, index) in state.outline.window(around: selected, rows: count).enumerated() {
      let row = state.outline.rows[index]
      let take = state.view.takes[row.take]
      let isSelected = index == selected
      let isShown = state.chain.contains(take.id)
      // A tree that is too deep for the screen is cut at the left.
      let most = max(1, size.columns / 8)
      let bars = min(row.depth, most)
      let branch =
        (row.depth > most ? "…" : "")
        + (row.isFork
          ? String(repeating: "│ ", count: max(0, bars - 1)) + "├─"
          : String(repeating: "│ ", count: bars))
      let text =
        (isSelected ? ">" : " ") + Signs.fitted((isShown ? "● " : "  ") + branch)
        + talk.inTree(take, row, state)
      let style: Style = isSelected ? .reverse : isShown ? .bold : []
      picture.put(text, row: StoryCanvasView.rulerRow + number, column: 0, style: style)
    }
    if state.outline.rows.isEmpty {
      picture.put(talk.text(.noTakes), row: StoryCanvasView.rulerRow, column: 1)
    }
  }

  // MARK: - Below

  private func putFoot(_ state: CanvasState, _ picture: inout Picture) {
    let size = picture.size
    let row = size.rows - StoryCanvasView.footRows
    let sign =
      state.isRecording
      ? "● " : state.isPlaying ? "► " : state.target == nil && state.aim == nil ? "■ " : "◉ "
    let parts = [Signs.fitted(sign) + talk.activity(state)] + talk.place(state) + talk.heard(state)
    let meter = meter(state.level)
    let right = meter.isEmpty ? talk.zoom(state) : meter
    let width = Glyph.columns(of: right)
    let left = TextLayout.joined(
      parts, separator: Signs.fitted(" · "), columns: size.columns - 2)
    let isRed = state.isRecording
    picture.put(left, row: row, column: 1, style: isRed ? coloured([.bold, .red]) : .bold)
    if Glyph.columns(of: left) + width + 4 <= size.columns {
      picture.put(right, row: row, column: size.columns - 1 - width, style: .dim)
    }
    let note = TextLayout.cut(
      TextLayout.lines(of: state.note.map(talk.text) ?? "", columns: size.columns - 2), to: 2,
      ellipsis: Signs.fitted("…"))
    for (number, line) in note.enumerated() {
      picture.put(line, row: row + 1 + number, column: 1, style: .bold)
    }
    // A long note is more important.
    guard note.count < 2 else { return }
    let hints = TextLayout.joined(
      talk.hints(state), separator: Signs.fitted(" · "), columns: size.columns - 2)
    picture.put(hints, row: row + 2, column: 1, style: .dim)
  }

  private func meter(_ level: Double?) -> String {
    guard let level else { return "" }
    let cells = 8
    let full = Int((TakePeaks.height(min(max(level, 0), 1)) * Double(cells)).rounded())
    return words(.microphoneInShort) + " " + Signs.fitted(BlockChart.bar(full, of: cells))
  }

  // MARK: - Keys

  /// The highest first row of the list of keys at which the list still fills the screen.
  func lastKeysTop(_ size: ScreenSize) -> Int { keys(size).lastTop(size) }

  private func keys(_ size: ScreenSize) -> ScreenList {
    ScreenList(CanvasTalk.keyList(words, columns: max(30, size.columns)))
  }
}
