import CSystem
import class CueAssembly.StoryEngines
import CueAudio
import CueModel
import CuePlugins
import CueStore
import CueStory
import CueTerminal
import Glibc
import Synchronization

/// The canvas of a story at a terminal: a screen, or lines of words.
///
/// One thread takes keys and the mouse, asks what is playing, and draws; takes are read, played and recorded on others.
final class StoryScreen {
  private var state: CanvasState
  private var touch = CanvasTouch()
  private let shelf: StoryShelf
  private let sound: any CanvasSound
  private let words: Messages
  private let explain: (any Error) -> String
  /// When the dials that rest now will be kept, in milliseconds.
  private var dialsDue: Int64?
  private var isLeft = false
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
  private func close(_ view: StoryCanvasView?, _ terminal: Terminal) {
    perform(state.rest(), view, terminal)
    isLeft = true
  }

  private var paths: @Sendable (String) -> String {
    let folder = "\(shelf.folder)/\(state.view.story.id)"
    return { "\(folder)/\($0).wav" }
  }

  private func patience() -> Int? {
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
  private func listen(_ terminal: Terminal) {
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

  // MARK: - In lines of words

  /// Describes the canvas in lines, and takes keys of `terminal` until the user leaves or `cancellation` ends it.
  ///
  /// Without a terminal it describes the story once.
  func tell(on terminal: Terminal?, _ cancellation: Cancellation) throws(UserError) {
    do {
      try cancellation.withHandler({ terminal?.wake() }) {
        try tell(on: terminal) { cancellation.isCancelled }
      }
    } catch let error as UserError { throw error } catch {
      preconditionFailure("only a UserError is thrown: \(error)")
    }
  }

  private func tell(on terminal: Terminal?, isOver: () -> Bool) throws(UserError) {
    let lines = CanvasLines(words: words)
    try say(lines.opening(state))
    guard let terminal else {
      return try say(lines.takes(state))
    }
    try say([CanvasTalk(words: words).hints(state).joined(separator: ". ") + "."])
    while !isLeft {
      var before = state
      if isOver() {
        close(nil, terminal)
        try say(lines.changes(from: before, to: state))
        break
      }
      switch terminal.next(milliseconds: patience()) {
      case .key(let key):
        if let meaning = CanvasTalk.meaning(of: key) {
          let wishes = state.press(meaning, columns: 80)
          // Before a slow action, the changes are reported.
          try say(lines.changes(from: before, to: state))
          before = state
          perform(wishes, nil, terminal)
          if case .keys = state.panel { _ = state.press(.cancel, columns: 80) }
        } else {
          try say([words(Message.keyDoesNothing, ["key": Signs.fitted(key.name)])])
        }
      case .stopping:
        perform(state.rest(), nil, terminal)
        try say(lines.changes(from: before, to: state))
        before = state
        terminal.suspend()
      case .closed: close(nil, terminal)
      case .mouse, .resumed, .resized, .woken, .timeIsUp: break
      }
      listen(terminal)
      if let due = dialsDue, due <= cue_now_milliseconds() { keepDials() }
      try say(lines.changes(from: before, to: state))
    }
    finish()
    try say([words(.linesEnd)])
  }

  private func say(_ lines: [String]) throws(UserError) {
    guard !lines.isEmpty else { return }
    try Console.result(lines.joined(separator: "\n") + "\n")
  }

  // MARK: - Actions

  private func perform(_ wishes: [CanvasWish], _ view: StoryCanvasView?, _ terminal: Terminal) {
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

  private func keepDials() {
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

  private func finish() {
    keepDials()
    sound.stop()
  }
}

/// `host story open`: the canvas of a story, on a screen or in lines of words.
struct StoryCanvas {
  let command: StoryCommand
  let shelf: StoryShelf
  let view: StoryView
  private var studio: Studio { command.studio }

  func open(_ wish: LiveWish, isPlain: Bool, _ cancellation: Cancellation) throws {
    let live = StoryLive(command: command, shelf: shelf, view: view)
    let output = live.output
    let engines = StoryEngines(studio.plugins)
    defer { engines.quit() }
    let file = try studio.soundFile(wish.microphoneSource, wish.microphone)
    let microphones = LateMicrophone(wish.microphone, file, studio)
    defer { microphones.quit() }
    var parts = CanvasPlayer.Equipment(
      shelf: shelf,
      device: DeviceClient(try studio.setup(output), device: output.reference.part),
      effects: { engines.effects }, microphone: { try microphones.opened() })
    parts.recording.label = wish.label
    if view.story.isActive, isatty(STDIN_FILENO) == 1 {
      let seconds = live.latencySeconds(wish, microphones.choice, file)
      parts.recording.latencyFrames = Int((seconds * Double(view.story.rateHertz)).rounded())
    }
    let screen = StoryScreen(view, shelf, CanvasPlayer(parts), studio.words) { error in
      if let failure = error as? StoryFailure { return UserError(failure).sentence }
      if let failure = error as? UserError { return failure.sentence }
      return UserError(explaining: error)?.sentence ?? "\(error)"
    }
    let isScreen = !isPlain && isatty(STDOUT_FILENO) == 1 && studio.environment.hasMovingCursor
    guard isScreen, let terminal = Terminal(.screenAndMouse) else {
      return try lines(screen, cancellation)
    }
    // Messages of other parts would be drawn over the canvas.
    let aside = TalkAside()
    Console.redirect { aside.take($0) }
    screen.run(
      on: terminal, isColoured: studio.environment.variable("NO_COLOR") == nil, cancellation)
    terminal.close()
    Console.redirect(nil)
    for text in aside.texts { Console.talk(text) }
  }

  private func lines(_ screen: StoryScreen, _ cancellation: Cancellation) throws(UserError) {
    let terminal = Terminal(.keys)
    defer { terminal?.close() }
    try screen.tell(on: terminal, cancellation)
  }
}

/// Messages while a screen is shown.
private final class TalkAside: Sendable {
  private let said = Mutex<[String]>([])
  func take(_ text: String) { said.withLock { $0.append(text) } }
  var texts: [String] { said.withLock { $0 } }
}

/// A microphone that is opened for the first recorded take, so that no microphone is needed only to listen.
private final class LateMicrophone {
  let choice: PluginChoice
  private let file: SoundFileMicrophone?
  private let studio: Studio
  private var client: MicrophoneClient?

  init(_ wanted: PluginChoice?, _ file: SoundFileMicrophone?, _ studio: Studio) {
    choice = wanted ?? studio.plugins.microphoneByDefault
    self.file = file
    self.studio = studio
  }

  func opened() throws(UserError) -> any Microphone {
    if let file { return StoryLive.live(file) }
    if let client { return client }
    do throws(PluginSetupError) {
      let found = try studio.plugins.microphone(choice)
      client = found
      return found
    } catch { throw UserError(error) }
  }

  func quit() { client?.quit() }
}
