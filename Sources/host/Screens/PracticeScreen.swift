import struct CueAssembly.PracticeChoice
import CueKeys
import CuePractice
import CueTerminal
import CueText
import Synchronization

/// The state of the screen, shared by the thread of the session and that of the keys.
struct PracticeShown: Sendable {
  var scene = PracticeScene()
  var keys = PracticeKeys()
  /// The current segment, from 0.
  var index = 0
  /// Messages to standard error during this time.
  var said: [String] = []
  /// The available voices, with descriptions; nil before the search, empty during it.
  var voices: [String]?

  /// Takes a report of the session.
  mutating func take(
    _ report: PracticeReport, _ text: PracticeText, _ words: Messages
  ) {
    switch report {
    case .started(let state), .state(let state):
      index = state.index
      scene.take(state, text)
    case .speaking(_, _, let voice, _): scene.voice = voice
    case .word(_, let range, _, _): scene.take(word: range)
    case .countdown(let tenths): scene.take(tenths: tenths)
    case .progress(let progress):
      scene.secondsLeft = progress.timeLeft.map { Int($0 / .seconds(1)) }
    case .standIn(_, let voice, let failure):
      scene.note = failure.sentence(words) + " " + words(.standsIn, ["voice": voice])
    case .failed(_, let failure): scene.note = failure.sentence(words)
    case .outputLost(_, let sentence), .microphoneLost(let sentence),
      .voiceRefused(_, let sentence):
      scene.note = sentence
    case .playingOwn(let index, let duration):
      scene.note = words.ownVoice(index: index, duration)
    case .sampling(let voice): scene.note = words(.sampleOf, ["voice": voice])
    case .ignored(let command, _): scene.note = words.ignored(command, count: scene.count)
    case .said, .repeated, .reconsidered, .shortfall, .finished, .stopped, .brokenOff: break
    }
  }
}

/// Practice on a screen of its own: shows reports, and turns keys into commands of the speaker.
///
/// A thread of its own takes the keys and draws; the session reports from another.
final class PracticeScreen: PracticeStage, Sendable {
  private let text: PracticeText
  private let words: Messages
  private let rings: Bool
  private let queue: PracticeCommandQueue
  private let terminal: Terminal
  private let voices: @Sendable () -> [PracticeChoice]
  private let shown = Mutex(PracticeShown())

  /// A screen on `terminal` that sends commands to `queue`.
  init(_ setting: PracticeSetting, _ queue: PracticeCommandQueue, on terminal: Terminal) {
    text = setting.text
    words = setting.words
    rings = setting.rings
    self.queue = queue
    self.terminal = terminal
    voices = setting.voices
    shown.withLock { $0.scene.title = text.title }
  }

  /// Nil: if the user cannot see the screen, no message helps.
  var failure: UserError? { nil }

  /// Draws, and takes keys, until the program ends; messages to standard error are shown as notes meanwhile.
  func open() throws(UserError) {
    let before = Console.redirect { text in self.note(text) }
    if !before.isEmpty { show(note: before) }
    try Console.thread("screen", to: .showScreen, words) { self.run() }
  }

  /// Gives the terminal back, then prints the messages from that time.
  func close() {
    Console.redirect(nil)
    terminal.close()
    for text in shown.withLock({ $0.said }) { Console.talk(text) }
  }

  // Reports.

  /// Shows a report of the session.
  func show(_ report: PracticeReport) {
    let bells = shown.withLock { shown in
      let before = shown.scene.phase
      shown.take(report, text, words)
      return rings ? PracticeScreen.bells(for: report, before, shown.scene.phase) : 0
    }
    for _ in 0..<bells { terminal.ring() }
    terminal.wake()
  }

  /// How often the bell rings for `report`, if it changes the phase.
  private static func bells(
    for report: PracticeReport, _ before: PracticeScene.Phase, _ after: PracticeScene.Phase
  ) -> Int {
    switch report {
    case .state where after.isTurn: before.isTurn ? 0 : 1
    case .state where after.isOver: before.isOver ? 0 : 2
    case .ignored(.interrupt, _), .ignored(.interruptionEnded, _): 0
    case .ignored, .failed, .outputLost, .voiceRefused, .microphoneLost: 1
    default: 0
    }
  }

  private func note(_ text: String) {
    shown.withLock { $0.said.append(text) }
    show(note: text)
  }

  private func show(note text: String) {
    let sentence = text.split(separator: "\n").map { String($0).trimmed }
      .joined(separator: " ")
    let name = Program.name + ": "
    let note = sentence.hasPrefix(name) ? String(sentence.dropFirst(name.count)) : sentence
    shown.withLock { $0.scene.note = note }
    terminal.wake()
  }

  // The terminal's side.

  private func run() {
    let view = PracticeView(words: words)
    while true {
      let size = terminal.size
      let scene = scene
      terminal.show(view.picture(of: scene, size))
      switch terminal.next() {
      case .key(let key): press(key, lastHelpTop: view.lastHelpTop(size))
      case .mouse(let report): take(report, view.target(of: report, scene, size))
      case .stopping:
        queue.fallSilent()
        terminal.suspend()
        queue.put(.interruptionEnded)
      case .resumed:
        queue.put(.interrupt)
        queue.put(.interruptionEnded)
      case .closed: return queue.put(.stop)
      case .resized, .woken, .timeIsUp: break
      }
    }
  }

  /// What the screen shows now.
  private var scene: PracticePage {
    shown.withLock { shown in
      var scene = PracticePage(scene: shown.scene)
      scene.entry = shown.keys.entry
      scene.help = shown.keys.help
      scene.loopStart = shown.keys.loopStart
      scene.picker = shown.keys.picker
      scene.items = items(shown)
      return scene
    }
  }

  /// The items of the list that is shown.
  private func items(_ shown: PracticeShown) -> [String] {
    switch shown.keys.picker?.kind {
    case .voices: shown.voices ?? []
    case .text:
      text.segments(shown.scene.isByParagraph ? .paragraph : .sentence).map { segment in
        segment.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      }
    case nil: []
    }
  }

  private func press(_ key: Key, lastHelpTop: Int) {
    let action = shown.withLock { shown -> PracticeKeys.Action? in
      shown.scene.note = ""
      return shown.keys.take(
        key, at: shown.index, loop: shown.scene.loop, lastHelpTop: lastHelpTop,
        items: items(shown))
    }
    act(on: action)
  }

  private func act(on action: PracticeKeys.Action?) {
    switch action {
    case .command(let command): queue.put(command)
    case .redraw: terminal.repaint()
    case nil: findVoices()
    }
  }

  /// Starts the search for voices when their list is shown for the first time.
  private func findVoices() {
    let isAsked = shown.withLock { shown in
      guard shown.keys.picker?.kind == .voices, shown.voices == nil else { return false }
      shown.voices = []
      return true
    }
    guard isAsked else { return }
    try? Console.thread("voices", to: .findVoices, words) {
      let found = self.voices().map { $0.choice + "  " + $0.about }
      self.shown.withLock { $0.voices = found }
      self.terminal.wake()
    }
  }

  /// Takes a click when the button goes up; the wheel moves through a list.
  private func take(_ report: MouseReport, _ target: PracticeView.Target?) {
    switch (report.action, target) {
    case (.wheelUp, .item): press(.up, lastHelpTop: 0)
    case (.wheelDown, .item): press(.down, lastHelpTop: 0)
    case (.release, .item(let place)):
      act(on: shown.withLock { $0.keys.tap(place, items: items($0)) })
    case (.release, .before): queue.put(.previous)
    case (.release, .after): queue.put(.next)
    case (.release, .current): queue.put(.playOrPause)
    case (.release, .segment(let number)): queue.put(.jump(number))
    default: break
    }
  }
}
