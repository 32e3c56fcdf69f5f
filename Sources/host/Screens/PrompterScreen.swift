import CSystem
import CueKeys
import CueRehearsal
import CueTerminal
import CueText
import Synchronization

/// A rehearsal on a screen of its own: the script moves past, and the current line is in the middle.
///
/// A thread of its own takes the keys and draws; the session reports from another.
final class PrompterScreen: Sendable {
  private struct Shown: Sendable {
    var scene: PrompterScene
    /// Messages to standard error during this time.
    var said: [String] = []
    var terminal: Terminal?
    /// Whether the terminal was given back.
    var isClosed = false
  }

  private let shown: Mutex<Shown>
  private let view: PrompterView
  private let words: Messages
  /// A moving text is drawn once in this many milliseconds.
  private static let frameMilliseconds = 40

  /// A screen that shows `prompter`, coloured or not.
  init(
    _ prompter: Prompter, _ words: Messages, isColoured: Bool, _ wishes: Stage.Wishes
  ) {
    self.words = words
    view = PrompterView(words: words, isColoured: isColoured)
    var scene = PrompterScene(prompter)
    scene.mode = wishes.isRobot ? .robot : wishes.isHeard ? .heard : .byHand
    scene.strictness = wishes.strictness
    scene.isLocal = wishes.isLocal
    shown = Mutex(Shown(scene: scene))
  }

  /// Draws on `terminal`, and takes keys for `actor`, until the program ends; messages to standard error are shown as notes
  /// meanwhile.
  func open(_ terminal: Terminal, _ actor: KeyboardActor) throws(UserError) {
    shown.withLock { $0.terminal = terminal }
    let before = Console.redirect { text in self.hear(text) }
    // Earlier questions were answered.
    if before.hasPrefix(Program.name + ": ") { show(note: before) }
    try Console.thread("screen", to: .showScreen, words) { self.run(terminal, actor) }
  }

  /// Gives the terminal back, then prints the messages from that time.
  func close() {
    Console.redirect(nil)
    let (terminal, said) = shown.withLock { shown in
      defer { (shown.terminal, shown.said, shown.isClosed) = (nil, [], true) }
      return (shown.terminal, shown.said)
    }
    terminal?.close()
    for text in said { Console.talk(text) }
  }

  /// Whether the terminal was given back: from then on, reports go to the ordinary page.
  var isClosed: Bool { shown.withLock { $0.isClosed } }

  // Reports.

  /// Runs `body` on the prompter's state.
  func prompt<Result: Sendable>(_ body: (inout Prompter) -> Result) -> Result {
    shown.withLock { $0.scene.course.change(at: cue_now_milliseconds(), body) }
  }

  /// Draws what has changed.
  func wake() { shown.withLock { $0.terminal }?.wake() }

  /// Shows a report of the session, `seconds` before it is heard.
  func show(_ report: RehearsalReport, secondsAhead seconds: Double) {
    shown.withLock {
      $0.scene.course.take(report, secondsAhead: seconds, at: cue_now_milliseconds())
    }
    wake()
  }

  /// Shows how lines are judged.
  func set(strictness: Strictness) { shown.withLock { $0.scene.strictness = strictness } }

  /// Shows notes on lines, by their index.
  func set(lineNotes notes: [Int: String]) { shown.withLock { $0.scene.lineNotes = notes } }

  /// Shows a sentence.
  func show(note text: String) {
    let sentence = text.split(separator: "\n").map { String($0).trimmed }
      .joined(separator: " ")
    let name = Program.name + ": "
    let note = sentence.hasPrefix(name) ? String(sentence.dropFirst(name.count)) : sentence
    shown.withLock { $0.scene.course.show(note: note) }
    wake()
  }

  /// Keeps the note until someone speaks.
  func holdNoteUntilSpeech() { shown.withLock { $0.scene.course.holdNoteUntilSpeech() } }

  /// Someone speaks: a note about silence is no longer true.
  func speechBegan() { shown.withLock { $0.scene.course.speechBegan() } }

  private func hear(_ text: String) {
    shown.withLock { $0.said.append(text) }
    show(note: text)
  }

  /// Shows a message about the keys.
  func show(_ talk: KeyTalk) {
    shown.withLock { shown in
      switch talk {
      case .help: shown.scene.help = 0
      case .redraw: shown.terminal?.repaint()
      case .nothing(let key):
        shown.scene.note = words(.keyDoesNothing, ["key": key.name(words)])
      case .asks(let entry): shown.scene.entry = (entry, "")
      case .typed(let character): shown.scene.entry?.text.append(character)
      case .erased: _ = shown.scene.entry?.text.popLast()
      case .answered(let number):
        shown.scene.entry = nil
        if number == nil { shown.scene.note = words(.noNumber) }
      case .entered: shown.scene.entry = nil
      }
    }
    wake()
  }

  // The terminal's side.

  private func run(_ terminal: Terminal, _ actor: KeyboardActor) {
    var drawn: Int64 = 0
    var isWoken = false
    while true {
      let size = terminal.size
      var (scene, patience) = shown.withLock { shown -> (PrompterScene, Int?) in
        let patience = shown.scene.course.pass(
          at: cue_now_milliseconds(), frame: PrompterScreen.frameMilliseconds)
        return (shown.scene, patience)
      }
      let rest = drawn + Int64(PrompterScreen.frameMilliseconds) - cue_now_milliseconds()
      if isWoken, rest > 0 {
        // Frequent reports, such as levels, are drawn only as often as the eye can see.
        patience = min(patience ?? .max, Int(rest))
      } else {
        terminal.show(view.picture(of: scene, size))
        drawn = cue_now_milliseconds()
      }
      let event = terminal.next(milliseconds: patience)
      isWoken = event == .woken
      switch event {
      case .key(let key): press(key, actor, lastHelpTop: view.lastHelpTop(size))
      case .stopping:
        actor.fallSilent()
        terminal.suspend()
      case .closed: return actor.interrupt()
      case .resumed, .resized, .woken, .timeIsUp, .mouse: break
      }
    }
  }

  private func press(_ key: Key, _ actor: KeyboardActor, lastHelpTop: Int) {
    let isTaken = shown.withLock { shown -> Bool in
      guard let top = shown.scene.help else {
        shown.scene.note = ""
        return false
      }
      switch key {
      case .up: shown.scene.help = max(0, min(top, lastHelpTop) - 1)
      case .down: shown.scene.help = min(lastHelpTop, top + 1)
      // Pedals pass through the list.
      case .pageUp, .pageDown, .function(13...24), .control: return false
      default: shown.scene.help = nil
      }
      return true
    }
    if !isTaken { actor.press(key) }
  }
}
