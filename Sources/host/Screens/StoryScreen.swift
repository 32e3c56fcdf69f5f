import CSystem
import CueAssembly
import CueModel
import CueStore
import CueStory
import CueTerminal

/// The canvas of a story at a terminal: a screen, or lines of words.
///
/// One thread takes keys and the mouse, asks what is playing, and draws; takes are read, played and recorded on others.
final class StoryScreen {
  let session: StorySession
  let words: Messages
  private var touch = CanvasTouch()
  var state: CanvasState { session.state }
  var isLeft: Bool { session.isLeft }

  /// A canvas of `view`; `explain` turns errors into sentences.
  init(
    _ view: StoryView, _ shelf: StoryShelf, _ sound: any CanvasSound, _ words: Messages,
    explain: @escaping (any Error) -> String
  ) {
    self.words = words
    let sentences = StorySessionWords(
      explain: explain,
      takeMissed: { number, error in
        words(Message.storyTakeMissed, ["number": "\(number)", "why": explain(error)])
      },
      damaged: { note, take in
        let what = take.damages.map { words.clause($0) }.joined(separator: ", ")
        // The sentence, with the error before its end.
        return CanvasTalk(words: words).text(note).dropLast() + " (\(what))."
      })
    session = StorySession(
      view, on: shelf, sound, words: sentences, now: { cue_now_milliseconds() })
  }

  // MARK: - On the screen

  /// Shows the canvas on `terminal`, until the user leaves or `cancellation` ends it.
  func run(on terminal: Terminal, isColoured: Bool, _ cancellation: Cancellation) {
    cancellation.withHandler({ terminal.wake() }) {
      run(on: terminal, isColoured: isColoured) { cancellation.isCancelled }
    }
  }

  private func run(on terminal: Terminal, isColoured: Bool, isOver: () -> Bool) {
    let peaks = PeakReader(
      rateHertz: state.view.story.rateHertz, path: session.paths, tell: { terminal.wake() })
    let view = StoryCanvasView(words: words, isColoured: isColoured) { peaks.peaks(of: $0) }
    while !isLeft {
      let size = terminal.size
      pass(terminal)
      session.change { $0.limitKeys(to: view.lastKeysTop(size)) }
      terminal.show(view.picture(of: state, size))
      if isOver() { close(view, terminal) }
      if isLeft { break }
      switch terminal.next(milliseconds: patience()) {
      case .key(let key): press(key, size, view, terminal)
      case .mouse(let report): take(report, size, view, terminal)
      case .stopping:
        perform(session.change { $0.rest() }, view, terminal)
        terminal.suspend()
      case .closed: close(view, terminal)
      case .resumed, .resized, .woken, .timeIsUp: break
      }
    }
    session.finish()
  }

  /// Ends playing and recording; the take that is being recorded is kept.
  func close(_ view: StoryCanvasView?, _ terminal: Terminal) {
    session.close { draw(view, terminal) }
  }

  private func draw(_ view: StoryCanvasView?, _ terminal: Terminal) {
    if let view { terminal.show(view.picture(of: state, terminal.size)) }
  }

  func patience() -> Int? {
    var least = session.patience
    if let touch = touch.patience(cue_now_milliseconds()) { least = min(least ?? .max, touch) }
    return least
  }

  /// Lets time pass for what is playing, a held key, and resting dials.
  private func pass(_ terminal: Terminal) {
    session.pass(ring: terminal.ring)
    for gesture in touch.pass(cue_now_milliseconds()) {
      take(gesture, terminal.size, nil, terminal)
    }
  }

  private func press(
    _ key: Key, _ size: ScreenSize, _ view: StoryCanvasView, _ terminal: Terminal
  ) {
    if key == .control("l") { return terminal.repaint() }
    guard let meaning = CanvasKey.of(key) else {
      let name = key.name(words)
      session.change { $0.tell(.text(words(Message.keyDoesNothing, ["key": name]))) }
      return
    }
    perform(session.change { $0.press(meaning, columns: size.columns) }, view, terminal)
  }

  private func take(
    _ report: MouseReport, _ size: ScreenSize, _ view: StoryCanvasView, _ terminal: Terminal
  ) {
    guard StoryCanvasView.fits(size) else { return }
    let now = cue_now_milliseconds()
    let point = CanvasPoint(column: report.column, row: report.row)
    switch report.action {
    case .wheelUp, .wheelDown:
      let isUp = report.action == .wheelUp
      return perform(session.change { $0.wheel(isUp: isUp) }, view, terminal)
    case .press where state.panel != .timeline:
      if let row = StoryCanvasView.treeRow(of: state, at: report.row, size) {
        perform(session.change { $0.tap(treeRow: row) }, view, terminal)
      } else if case .keys = state.panel {
        perform(session.change { $0.press(.cancel, columns: size.columns) }, view, terminal)
      }
    case .press: for gesture in touch.press(point, now) { take(gesture, size, view, terminal) }
    case .drag:
      for gesture in touch.move(point, now) { take(gesture, size, view, terminal) }
      if let held = touch.held, let hit = StoryCanvasView.layout(of: state, size).hit(held) {
        session.change { $0.aim(at: hit.tick) }
      }
    case .release: for gesture in touch.release(point, now) { take(gesture, size, view, terminal) }
    }
  }

  private func take(
    _ gesture: CanvasGesture, _ size: ScreenSize, _ view: StoryCanvasView?, _ terminal: Terminal
  ) {
    let layout = StoryCanvasView.layout(of: state, size)
    let hit: CanvasLayout.Hit? =
      switch gesture {
      case .down(let point), .tap(let point), .hold(let point), .release(let point),
        .swipeUp(let point):
        layout.hit(point)
      case .drag: nil
      }
    let (wishes, forgets) = session.change { $0.take(gesture, hit) }
    if forgets { touch.forget() }
    perform(wishes, view, terminal)
  }

  // MARK: - Actions

  func perform(_ wishes: [CanvasWish], _ view: StoryCanvasView?, _ terminal: Terminal) {
    session.perform(wishes, draw: { draw(view, terminal) }, ring: terminal.ring)
  }
}
