import CueModel
import CuePosix
import CuePractice
import CueTerminal
import Synchronization

/// Practice on a screen of its own: shows what is told, and turns keys into what the speaker wants.
///
/// A thread of its own takes the keys and draws; the session tells and asks from another.
final class PracticeScreen: PracticeControl, Sendable {
  private let text: PracticeText
  private let words: Messages
  private let terminal: Terminal
  private let rings: Bool
  private let shown = Mutex(PracticeShown())
  private let event = cue_event_open()
  /// Set when the session has taken what was wanted.
  private let taken = cue_event_open()
  private let passed: @Sendable (Double) -> Void
  private let rest: @Sendable (Cancellation) -> Void

  /// How long a stop of the program waits for silence.
  private static let stopMilliseconds: Int32 = 300

  /// - Parameters:
  ///   - text: what is practised
  ///   - words: the user's language
  ///   - terminal: the screen
  ///   - rings: whether the bell tells of the speaker's turn, the end and what cannot be done
  ///   - passed: takes the seconds for which practice was held
  ///   - rest: lets the device play to its end; its wait ends with the next key
  init(
    _ text: PracticeText, words: Messages, terminal: Terminal, rings: Bool,
    passed: @escaping @Sendable (Double) -> Void, rest: @escaping @Sendable (Cancellation) -> Void
  ) {
    self.text = text
    self.words = words
    self.terminal = terminal
    self.rings = rings
    self.passed = passed
    self.rest = rest
    shown.withLock { $0.scene.title = text.title }
  }

  /// Draws, and takes keys, until the program ends; what others say to standard error is shown as a note meanwhile.
  func open() {
    Console.redirect { text in self.note(text) }
    Threads.start { self.run() }
  }

  /// Gives the terminal back, and says behind it what was said meanwhile.
  func close() {
    Console.redirect(nil)
    terminal.close()
    for text in shown.withLock({ $0.said }) { Console.talk(text) }
  }

  // The session's side.

  func poll(_ moment: PracticeMoment) -> PracticeCommand? {
    let command = shown.withLock { shown in
      shown.state = moment.state
      return shown.commands.isEmpty ? nil : shown.commands.removeFirst()
    }
    cue_event_set(taken)
    return command
  }

  func wait(_ moment: PracticeMoment) -> PracticeTurn {
    let began = cue_now_milliseconds()
    defer { passed(Double(cue_now_milliseconds() - began) / 1000) }
    if let command = poll(moment) { return PracticeTurn(command) }
    let patience = Cancellation()
    shown.withLock { $0.patience = patience }
    if shown.withLock({ $0.commands.isEmpty }) { rest(patience) }
    shown.withLock { $0.patience = nil }
    while true {
      if let command = poll(moment) { return PracticeTurn(command) }
      _ = cue_wait(-1, -1, event, -1)
      cue_event_clear(event)
    }
  }

  func speaking(_ segment: Cancellation?) { shown.withLock { $0.segment = segment } }

  /// Practice is to end, from outside.
  func interrupt() { put(.stop) }

  private func put(_ command: PracticeCommand) {
    let (segment, patience) = shown.withLock { shown in
      shown.commands.append(command)
      return (shown.segment, shown.patience)
    }
    patience?.cancel()
    if command.endsSegment || command == .interrupt { segment?.cancel() }
    cue_event_set(event)
  }

  // What is told.

  /// Shows what the session tells.
  func show(_ report: PracticeReport) {
    let bells = shown.withLock { shown in
      shown.take(report, text, words)
      return rings ? PracticeScreen.bells(for: report) : 0
    }
    for _ in 0..<bells { terminal.ring() }
    terminal.wake()
  }

  private static func bells(for report: PracticeReport) -> Int {
    switch report {
    case .state(let state) where state.status == .finished: 2
    case .state(let state) where state.status == .pausing: 1
    case .ignored, .failed, .outputLost, .voiceRefused, .microphoneLost: 1
    default: 0
    }
  }

  private func note(_ text: String) {
    shown.withLock { shown in
      shown.said.append(text)
      let sentence = text.split(separator: "\n").map { Texts.trimmed(String($0)) }
        .joined(separator: " ")
      shown.scene.note =
        sentence.hasPrefix("host: ") ? String(sentence.dropFirst("host: ".count)) : sentence
    }
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
        scene.help = shown.keys.help
        scene.loopStart = shown.keys.loopStart
        return scene
      }
      terminal.show(view.picture(of: scene, size))
      switch terminal.next() {
      case .key(let key): press(key, lastHelpTop: view.lastHelpTop(size))
      case .stopping: stop()
      case .resumed: put(.interrupt)
      case .closed: return interrupt()
      case .resized, .woken, .timeIsUp: break
      }
    }
  }

  private func press(_ key: Key, lastHelpTop: Int) {
    let action = shown.withLock { shown -> PracticeKeys.Action? in
      shown.scene.note = ""
      guard let state = shown.state else { return key == .control("l") ? .redraw : nil }
      return shown.keys.take(key, at: state, loop: shown.scene.loop, lastHelpTop: lastHelpTop)
    }
    switch action {
    case .command(let command): put(command)
    case .redraw: terminal.repaint()
    case nil: break
    }
  }

  /// The shell wants its terminal: practice is held first, and stays so unless the speaker has it otherwise.
  private func stop() {
    put(.interrupt)
    let end = cue_now_milliseconds() + Int64(PracticeScreen.stopMilliseconds)
    while shown.withLock({ !$0.commands.isEmpty || $0.isPlaying }) {
      let left = end - cue_now_milliseconds()
      guard left > 0 else { break }
      _ = cue_wait(-1, -1, taken, Int32(left))
      cue_event_clear(taken)
    }
    terminal.suspend()
    put(.interruptionEnded)
  }
}
