import CSystem
import CueSystem
import Glibc
import Synchronization

/// What happens at a terminal.
public enum TerminalEvent: Sendable, Hashable {
  case key(Key)
  /// The mouse did something; only if the terminal was opened with the mouse.
  case mouse(MouseReport)
  /// It has another size.
  case resized
  /// The shell wants to stop the process: bring things to rest, then call ``Terminal/suspend()``.
  case stopping
  /// The process goes on after it was stopped without ``Terminal/suspend()``.
  case resumed
  /// ``Terminal/wake()`` was called.
  case woken
  /// The wait has timed out.
  case timeIsUp
  /// No more keys will come: the terminal was closed.
  case closed
}

/// The user's terminal, while a program uses it alone: single keys and, if wanted, the whole screen.
///
/// However the process ends, the terminal is restored: after ``close()``, exit, SIGTERM, SIGINT, SIGHUP, a crash. Only
/// SIGKILL leaves no time for it. A process has one terminal at most.
///
/// One thread takes events; any thread may show pictures, wake and close.
public final class Terminal: Sendable {
  /// What is used of the terminal.
  public enum Use: Sendable {
    /// Single keys; output scrolls as usual.
    case keys
    /// The screen, too: the terminal's alternate screen, without a cursor.
    case screen
    /// The screen, and the left button and the wheel of the mouse; text is then selected with Shift.
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
    /// A SIGCONT after ``suspend()`` will come.
    var expectsContinue = false
    var events: [TerminalEvent] = []
  }

  /// How long a lone Escape byte waits for the rest of a sequence.
  private static let escapeMilliseconds: Int32 = 50

  /// Opens the terminal; nil if standard input, or for the screen standard output, is not a terminal.
  ///
  /// If `inputIsElsewhere`, standard input is used for something else, and the keys come from the terminal that the process
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
    // The alternate screen, no cursor, no wrapping at the right edge; and how all of it is undone.
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

  /// Restores the terminal; a second call does nothing.
  public func close() {
    isOpen.withLock { isOpen in
      if isOpen { cue_terminal_leave() }
      isOpen = false
    }
  }

  /// Restores the terminal that this process has opened, if any; for an end without cleanup.
  public static func restore() { cue_terminal_leave() }

  /// How large the screen is now; 80 × 24 if the size is unknown.
  public var size: ScreenSize {
    var columns: Int32 = 0
    var rows: Int32 = 0
    let failure = unsafe cue_terminal_size(output, &columns, &rows)
    guard failure == 0, columns > 0, rows > 0 else { return ScreenSize(columns: 80, rows: 24) }
    return ScreenSize(columns: Int(columns), rows: Int(rows))
  }

  /// How large the terminal of a descriptor is; nil if it is not a terminal.
  public static func size(of descriptor: Int32) -> ScreenSize? {
    var columns: Int32 = 0
    var rows: Int32 = 0
    guard isatty(descriptor) == 1 else { return nil }
    let failure = unsafe cue_terminal_size(descriptor, &columns, &rows)
    guard failure == 0, columns > 0, rows > 0 else { return ScreenSize(columns: 80, rows: 24) }
    return ScreenSize(columns: Int(columns), rows: Int(rows))
  }

  /// Shows `picture`; only if the screen is in use.
  public func show(_ picture: Picture) {
    precondition(use != .keys, "a picture is shown where only keys are read")
    painter.withLock { painter in
      isOpen.withLock { isOpen in
        guard isOpen else { return }
        write(painter.paint(picture))
      }
    }
  }

  /// Shows the next picture whole, whatever other programs have written meanwhile.
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

  /// Waits for the next event, at most `milliseconds`; nil waits for ever.
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

  /// Gives the terminal back and stops the process, as SIGTSTP asks; returns when it continues, with the terminal open again.
  public func suspend() {
    arrived.withLock { $0.expectsContinue = true }
    cue_terminal_leave()
    cue_terminal_stop()
    isOpen.withLock { isOpen in if isOpen { _ = enter() } }
    repaint()
  }
}
