import CuePractice
import CueTerminal
import CueText
import Synchronization

/// Practice on a screen of its own: shows what is told, and turns keys into what the speaker wants.
///
/// A thread of its own takes the keys and draws; the session tells from another.
final class PracticeScreen: PracticeStage, Sendable {
  private let text: PracticeText
  private let words: Messages
  private let rings: Bool
  private let queue: PracticeCommandQueue
  private let terminal: Terminal
  private let shown = Mutex(PracticeShown())

  /// A screen on `terminal` for what is wanted of `queue`.
  init(_ setting: PracticeSetting, _ queue: PracticeCommandQueue, on terminal: Terminal) {
    text = setting.text
    words = setting.words
    rings = setting.rings
    self.queue = queue
    self.terminal = terminal
    shown.withLock { $0.scene.title = text.title }
  }

  /// Nothing: who cannot see the screen cannot be told so.
  var failure: UserError? { nil }

  /// Draws, and takes keys, until the program ends; what others say to standard error is shown as a note meanwhile.
  func open() throws(UserError) {
    let before = Console.redirect { text in self.note(text) }
    if !before.isEmpty { show(note: before) }
    try Console.thread("screen", to: "show the screen") { self.run() }
  }

  /// Gives the terminal back, and says behind it what was said meanwhile.
  func close() {
    Console.redirect(nil)
    terminal.close()
    for text in shown.withLock({ $0.said }) { Console.talk(text) }
  }

  // What is told.

  /// Shows what the session tells.
  func show(_ report: PracticeReport) {
    let bells = shown.withLock { shown in
      let before = shown.scene.phase
      shown.take(report, text, words)
      return rings ? PracticeScreen.bells(for: report, before, shown.scene.phase) : 0
    }
    for _ in 0..<bells { terminal.ring() }
    terminal.wake()
  }

  /// How often the bell rings for `report`, which changes what is done.
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
      let scene = shown.withLock { shown in
        var scene = shown.scene
        scene.entry = shown.keys.entry
        scene.voiceEntry = shown.keys.voice
        scene.help = shown.keys.help
        scene.loopStart = shown.keys.loopStart
        return scene
      }
      terminal.show(view.picture(of: scene, size))
      switch terminal.next() {
      case .key(let key): press(key, lastHelpTop: view.lastHelpTop(size))
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

  private func press(_ key: Key, lastHelpTop: Int) {
    let action = shown.withLock { shown -> PracticeKeys.Action? in
      shown.scene.note = ""
      return shown.keys.take(
        key, at: shown.index, loop: shown.scene.loop, lastHelpTop: lastHelpTop)
    }
    switch action {
    case .command(let command): queue.put(command)
    case .redraw: terminal.repaint()
    case nil: break
    }
  }
}
