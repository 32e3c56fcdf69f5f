import CSystem
import CueSystem
import Glibc
import Synchronization

/// What happens at a terminal.
public enum TerminalEvent: Sendable, Hashable {
  case key(Key)
  /// The mouse did something; only where a terminal was taken with it.
  case mouse(MouseReport)
  /// It has another size.
  case resized
  /// The shell wants it: bring things to rest, then call ``Terminal/suspend()``.
  case stopping
  /// The process goes on after it was stopped without ``Terminal/suspend()``.
  case resumed
  /// ``Terminal/wake()`` was called.
  case woken
  /// The time that was waited for is over.
  case timeIsUp
  /// There are no more keys: it was closed.
  case closed
}

/// The user's terminal while a program has it for itself: keys one by one and, if wanted, the whole screen.
///
/// However the process ends, the terminal is as it was before: by ``close()``, exit, SIGTERM, SIGINT, SIGHUP, a crash. Only
/// SIGKILL leaves no time for it. There is one in a process.
///
/// One thread takes events; any thread may show pictures, wake and close.
public final class Terminal: Sendable {
  /// What is taken of the terminal.
  public enum Use: Sendable {
    /// Keys one by one; what is written scrolls as ever.
    case keys
    /// The screen too: the other one of the terminal's two, without a cursor.
    case screen
    /// The screen, and what the left button and the wheel of the mouse do over it; text is then selected with Shift.
    case screenAndMouse
  }

  private let input: Int32
  private let output: Int32
  private let use: Use
  private let signals: Int32
  private let alarm = cue_event_open()
  private let painter = Mutex(Painter())
  private let isOpen = Mutex(true)
  private let arrived = Mutex(Arrived())

  private struct Arrived {
    var decoder = KeyDecoder()
    /// A SIGCONT is to come that ``suspend()`` has told of.
    var expectsContinue = false
    var events: [TerminalEvent] = []
  }

  /// How long a lone Escape byte waits for the rest of a sequence.
  private static let escapeMilliseconds: Int32 = 50

  /// Takes the terminal; nothing where standard input, or for the screen standard output, is none.
  ///
  /// Where `inputIsElsewhere`, standard input is something else's, and the keys come from the terminal that the process
  /// belongs to.
  public init?(_ use: Use, inputIsElsewhere: Bool = false) {
    input =
      inputIsElsewhere ? unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY) : STDIN_FILENO
    output = STDOUT_FILENO
    self.use = use
    guard isatty(input) == 1, use == .keys || isatty(output) == 1 else { return nil }
    signals = cue_terminal_signals()
    guard signals >= 0, enter() else { return nil }
  }

  deinit { close() }

  private func enter() -> Bool {
    // The other screen, no cursor, no wrapping at the right edge; and all of it back.
    let isScreen = use != .keys
    let mouse = use == .screenAndMouse
    return unsafe cue_terminal_enter(
      isScreen ? output : input,
      isScreen
        ? "\u{1b}[?1049h\u{1b}[?25l\u{1b}[?7l" + (mouse ? "\u{1b}[?1002h\u{1b}[?1006h" : "") : "",
      isScreen
        ? (mouse ? "\u{1b}[?1006l\u{1b}[?1002l" : "")
          + "\u{1b}[?2026l\u{1b}[0m\u{1b}[?7h\u{1b}[?25h\u{1b}[?1049l" : "") == 0
  }

  /// Puts the terminal back; again, it does nothing.
  public func close() {
    isOpen.withLock { isOpen in
      if isOpen { cue_terminal_leave() }
      isOpen = false
    }
  }

  /// Puts back the terminal that this process has taken, wherever it is; for an end without ceremony.
  public static func restore() { cue_terminal_leave() }

  /// How large the screen is now; 80 × 24 where nobody knows.
  public var size: ScreenSize {
    var columns: Int32 = 0
    var rows: Int32 = 0
    let failure = unsafe cue_terminal_size(output, &columns, &rows)
    guard failure == 0, columns > 0, rows > 0 else { return ScreenSize(columns: 80, rows: 24) }
    return ScreenSize(columns: Int(columns), rows: Int(rows))
  }

  /// How large the terminal behind a descriptor is; nil where there is none.
  public static func size(of descriptor: Int32) -> ScreenSize? {
    var columns: Int32 = 0
    var rows: Int32 = 0
    guard isatty(descriptor) == 1 else { return nil }
    let failure = unsafe cue_terminal_size(descriptor, &columns, &rows)
    guard failure == 0, columns > 0, rows > 0 else { return ScreenSize(columns: 80, rows: 24) }
    return ScreenSize(columns: Int(columns), rows: Int(rows))
  }

  /// Shows `picture`; only where the screen is taken.
  public func show(_ picture: Picture) {
    precondition(use != .keys, "a picture is shown where only keys are read")
    painter.withLock { painter in
      isOpen.withLock { isOpen in
        guard isOpen else { return }
        write(painter.paint(picture))
      }
    }
  }

  /// Shows the next picture whole, whatever others have written meanwhile.
  public func repaint() { painter.withLock { $0.forget() } }

  /// Rings the terminal's bell.
  public func ring() {
    isOpen.withLock { isOpen in if isOpen { write("\u{7}") } }
  }

  private func write(_ text: String) {
    _ = Descriptor.write(text.utf8, to: output, patienceMilliseconds: 1000)
  }

  // Events.

  /// Ends the wait in ``next(milliseconds:)``.
  public func wake() { cue_event_set(alarm) }

  /// Waits for the next thing that happens, at most `milliseconds`; nothing is for ever.
  public func next(milliseconds: Int? = nil) -> TerminalEvent {
    let end = milliseconds.map { cue_now_milliseconds() + Int64($0) }
    while true {
      if let event = arrived.withLock({ $0.events.isEmpty ? nil : $0.events.removeFirst() }) {
        return event
      }
      let left = end.map { Int32(clamping: max(0, $0 - cue_now_milliseconds())) } ?? -1
      let isWaiting = arrived.withLock { $0.decoder.isWaiting }
      let patience = isWaiting && (left < 0 || left > Terminal.escapeMilliseconds)
      let ready = cue_terminal_wait(
        input, signals, alarm, patience ? Terminal.escapeMilliseconds : left)
      if ready == 0 {
        guard isWaiting else { return .timeIsUp }
        arrived.withLock { $0.events += $0.decoder.finish().map { .key($0) } }
      }
      if ready & 2 != 0 { takeSignals() }
      if ready & 4 != 0 {
        cue_event_clear(alarm)
        arrived.withLock { $0.events.append(.woken) }
      }
      if ready & 1 != 0 { takeKeys() }
    }
  }

  private func takeKeys() {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = unsafe read(input, &bytes, bytes.count)
    arrived.withLock { arrived in
      if count > 0 {
        arrived.events += arrived.decoder.inputs(bytes[..<count]).map { input in
          switch input {
          case .key(let key): .key(key)
          case .mouse(let report): .mouse(report)
          }
        }
      } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
        arrived.events.append(.closed)
      }
    }
  }

  private func takeSignals() {
    var told = [UInt8](repeating: 0, count: 64)
    let count = unsafe read(signals, &told, told.count)
    for byte in told.prefix(max(0, count)) {
      switch Int32(byte) {
      case CUE_TERMINAL_RESIZED: add(.resized)
      case CUE_TERMINAL_STOPPING: add(.stopping)
      default:
        // Stopped by SIGSTOP, or by suspend(): the shell may have changed anything.
        if isOpen.withLock({ $0 }) { _ = enter() }
        repaint()
        let isKnown = arrived.withLock { arrived in
          defer { arrived.expectsContinue = false }
          return arrived.expectsContinue
        }
        if !isKnown { add(.resumed) }
      }
    }
  }

  private func add(_ event: TerminalEvent) {
    arrived.withLock { if $0.events.last != event { $0.events.append(event) } }
  }

  /// Gives the terminal back and stops the process, as SIGTSTP asks; returns when it goes on, with the terminal taken again.
  public func suspend() {
    arrived.withLock { $0.expectsContinue = true }
    cue_terminal_leave()
    cue_terminal_stop()
    isOpen.withLock { isOpen in if isOpen { _ = enter() } }
    repaint()
  }
}
