import CSystem
import CueModel
import CueStore
import CueStory
import CueTerminal

/// The canvas of a story at a terminal: a screen, or lines of words.
///
/// One thread takes keys and the mouse, asks what is playing, and draws; takes are read, played and recorded on others.
final class StoryScreen {
  var state: CanvasState
  private var touch = CanvasTouch()
  private let shelf: StoryShelf
  private let sound: any CanvasSound
  let words: Messages
  private let explain: (any Error) -> String
  /// When the dials that rest now will be kept, in milliseconds.
  var dialsDue: Int64?
  var isLeft = false
  /// Takes that were reported as not heard.
  private var toldMissed: Set<Int> = []

  /// What is playing is drawn once in this many milliseconds.
  private static let frameMilliseconds = 40
  /// Dials must rest this long before they are kept, so that a long turn is one change.
  private static let restMilliseconds: Int64 = 600

  /// A canvas of `view`; `explain` turns errors into sentences.
  init(
    _ view: StoryView, _ shelf: StoryShelf, _ sound: any CanvasSound, _ words: Messages,
    explain: @escaping (any Error) -> String
  ) {
    state = CanvasState(view, atLastTail: true)
    self.shelf = shelf
    self.sound = sound
    self.words = words
    self.explain = explain
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
      rateHertz: state.view.story.rateHertz, path: paths, tell: { terminal.wake() })
    let view = StoryCanvasView(words: words, isColoured: isColoured) { peaks.peaks(of: $0) }
    while !isLeft {
      let size = terminal.size
      pass(terminal)
      state.limitKeys(to: view.lastKeysTop(size))
      terminal.show(view.picture(of: state, size))
      if isOver() { close(view, terminal) }
      if isLeft { break }
      switch terminal.next(milliseconds: patience()) {
      case .key(let key): press(key, size, view, terminal)
      case .mouse(let report): take(report, size, view, terminal)
      case .stopping:
        perform(state.rest(), view, terminal)
        terminal.suspend()
      case .closed: close(view, terminal)
      case .resumed, .resized, .woken, .timeIsUp: break
      }
    }
    finish()
  }

  /// Ends playing and recording; the take that is being recorded is kept.
  func close(_ view: StoryCanvasView?, _ terminal: Terminal) {
    perform(state.rest(), view, terminal)
    isLeft = true
  }

  private var paths: @Sendable (String) -> String {
    let folder = "\(shelf.folder)/\(state.view.story.id)"
    return { "\(folder)/\($0).wav" }
  }

  func patience() -> Int? {
    let now = cue_now_milliseconds()
    var least = state.isPlaying ? StoryScreen.frameMilliseconds : nil
    if let touch = touch.patience(now) { least = min(least ?? .max, touch) }
    if let due = dialsDue { least = min(least ?? .max, Int(max(0, due - now))) }
    return least
  }

  /// Lets time pass for what is playing, a held key, and resting dials.
  private func pass(_ terminal: Terminal) {
    let now = cue_now_milliseconds()
    listen(terminal)
    for gesture in touch.pass(now) { take(gesture, terminal.size, nil, terminal) }
    if let due = dialsDue, due <= now { keepDials() }
  }

  /// Gets what is playing.
  func listen(_ terminal: Terminal) {
    guard state.isPlaying else { return }
    do { perform(state.take(try sound.report()), nil, terminal) } catch {
      sound.stop()
      state.fail(.text(explain(error)))
    }
    for (number, error) in sound.missedTakes.sorted(by: { $0.key < $1.key })
    where toldMissed.insert(number).inserted {
      state.tell(
        .text(words(Message.storyTakeMissed, ["number": "\(number)", "why": explain(error)])))
    }
  }

  private func press(
    _ key: Key, _ size: ScreenSize, _ view: StoryCanvasView, _ terminal: Terminal
  ) {
    if key == .control("l") { return terminal.repaint() }
    guard let meaning = CanvasTalk.meaning(of: key) else {
      let name = Signs.fitted(key.name)
      state.tell(.text(words(Message.keyDoesNothing, ["key": name])))
      return
    }
    perform(state.press(meaning, columns: size.columns), view, terminal)
  }

  private func take(
    _ report: MouseReport, _ size: ScreenSize, _ view: StoryCanvasView, _ terminal: Terminal
  ) {
    guard StoryCanvasView.fits(size) else { return }
    let now = cue_now_milliseconds()
    let point = CanvasPoint(column: report.column, row: report.row)
    switch report.action {
    case .wheelUp, .wheelDown:
      return perform(state.wheel(isUp: report.action == .wheelUp), view, terminal)
    case .press where state.panel != .timeline:
      if let row = StoryCanvasView.treeRow(of: state, at: report.row, size) {
        perform(state.tap(treeRow: row), view, terminal)
      } else if case .keys = state.panel {
        perform(state.press(.cancel, columns: size.columns), view, terminal)
      }
    case .press: for gesture in touch.press(point, now) { take(gesture, size, view, terminal) }
    case .drag:
      for gesture in touch.move(point, now) { take(gesture, size, view, terminal) }
      if let held = touch.held, let hit = StoryCanvasView.layout(of: state, size).hit(held) {
        state.aim(at: hit.tick)
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
    let (wishes, forgets) = state.take(gesture, hit)
    if forgets { touch.forget() }
    perform(wishes, view, terminal)
  }

  // MARK: - Actions

  func perform(_ wishes: [CanvasWish], _ view: StoryCanvasView?, _ terminal: Terminal) {
    for wish in wishes {
      do { try perform(wish, view, terminal) } catch {
        sound.stop()
        state.fail(.text(explain(error)))
      }
    }
  }

  private func perform(
    _ wish: CanvasWish, _ view: StoryCanvasView?, _ terminal: Terminal
  ) throws {
    switch wish {
    case .play(let tick):
      toldMissed = []
      try sound.play(heard, from: tick)
    case .scrub(let old, let new): try sound.scrub(heard, from: old, to: new)
    case .endScrub: sound.endScrub()
    case .record(let tick, let marker):
      keepDials()
      toldMissed = []
      try sound.record(state.answered, from: tick, marker: marker)
    case .stop: sound.stop()
    case .punchOut, .keepDamaged:
      if let view { terminal.show(view.picture(of: state, terminal.size)) }
      keep()
    case .drop: sound.drop()
    case .turn(let dials):
      sound.turn(dials)
      dialsDue = cue_now_milliseconds() + StoryScreen.restMilliseconds
    case .click(let isOn):
      sound.set(click: isOn)
      dialsDue = cue_now_milliseconds() + StoryScreen.restMilliseconds
    case .remove(let id):
      keepDials()
      guard let take = state.tree.take(id) else { return }
      state.take(try shelf.remove(take, of: state.view), showsHead: false)
      state.tell(.removed(take.number))
    case .undo:
      keepDials()
      state.take(try shelf.undo(state.view).view, showsHead: true)
      state.tell(.undone)
    case .ring: terminal.ring()
    case .leave: isLeft = true
    }
  }

  /// The view, with the current state of its dials.
  private var heard: StoryView {
    var heard = state.shown
    heard.story.dials = state.dials
    heard.story.hasClick = state.isClicking
    return heard
  }

  /// Waits until the take that ends is kept.
  private func keep() {
    var take: StoredTake?
    var note: CanvasNote
    do {
      let kept = try sound.end()
      take = kept
      note = .kept(kept.number, isDamaged: !kept.damage.isEmpty)
      if !kept.damages.isEmpty {
        let what = kept.damages.map(\.clause).joined(separator: ", ")
        // The sentence, with the error before its end.
        note = .text(CanvasTalk(words: words).text(note).dropLast() + " (\(what)).")
      }
    } catch { note = .text(explain(error)) }
    do {
      state.endKeeping(take, try shelf.view("\(state.view.story.number)"), note)
    } catch { state.endKeeping(nil, state.view, .text(explain(error))) }
  }

  func keepDials() {
    guard dialsDue != nil else { return }
    dialsDue = nil
    var click = state.view.story.click
    click.isOn = state.isClicking
    do {
      state.take(try shelf.turn(state.dials, click: click, of: state.view), showsHead: false)
    } catch {
      state.tell(.text(explain(error)))
    }
  }

  func finish() {
    keepDials()
    sound.stop()
  }
}
