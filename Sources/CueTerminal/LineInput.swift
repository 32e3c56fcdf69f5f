import CSystem
import CueSystem
import Glibc

/// A question at a terminal, answered with a line.
package enum TerminalQuestion {
  /// A line of standard input, which is a terminal, without showing what is typed; nil at the end of the input.
  ///
  /// `ask` is called as soon as nothing is shown any more.
  package static func secret(ask: () -> Void) -> String? {
    var before = termios()
    let knows = unsafe tcgetattr(STDIN_FILENO, &before) == 0
    var silent = before
    silent.c_lflag &= ~tcflag_t(ECHO)
    if knows { unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent) }
    defer { if knows { unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &before) } }
    ask()
    return readLine()
  }

  /// The line that the user types as the answer.
  ///
  /// - Parameters:
  ///   - inputIsElsewhere: standard input is used for something else, and the terminal of the process answers
  ///   - waking: is given a function that ends the wait, on any thread
  /// - Returns: the line without its end; nil without a terminal, at the end of the input, or if it is cancelled
  package static func answer(
    inputIsElsewhere: Bool, waking: (@escaping @Sendable () -> Void, () -> String?) -> String?
  ) -> String? {
    let input =
      inputIsElsewhere ? unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY) : STDIN_FILENO
    let event = cue_event_open()
    defer {
      close(event)
      if inputIsElsewhere, input >= 0 { close(input) }
    }
    guard isatty(input) == 1 else { return nil }
    return waking({ cue_event_set(event) }) {
      var line: [UInt8] = []
      while line.last != 0x0a {
        guard cue_wait(input, -1, event, -1) & 4 == 0 else { return nil }
        var byte: UInt8 = 0
        guard unsafe Glibc.read(input, &byte, 1) == 1 else { return nil }
        line.append(byte)
      }
      return String(decoding: line.dropLast(), as: UTF8.self)
    }
  }

  /// Whether a terminal can be asked: if `inputIsElsewhere`, that of the process.
  package static func isPossible(inputIsElsewhere: Bool) -> Bool {
    guard inputIsElsewhere else { return isatty(STDIN_FILENO) == 1 }
    let terminal = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0 else { return false }
    close(terminal)
    return true
  }
}

/// Lines of standard input, for a program that does not read single keys.
package enum LineInput {
  /// The most bytes of a line; the rest of a longer line is dropped.
  private static let mostBytes = 1000

  /// Reads lines on a thread of its own, until there are no more.
  ///
  /// - Parameters:
  ///   - take: takes a line without its end, on that thread
  ///   - end: is called after the last one
  /// - Throws: if the system gives no thread
  package static func read(
    take: @escaping @Sendable ([UInt8]) -> Void, end: @escaping @Sendable () -> Void
  ) throws(ThreadError) {
    try Threads.start("commands") {
      var line: [UInt8] = []
      var block = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = unsafe Glibc.read(STDIN_FILENO, &block, block.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        for byte in block[..<count] {
          if byte == 0x0a {
            take(line)
            line = []
          } else if line.count < mostBytes {
            line.append(byte)
          }
        }
      }
      if !line.isEmpty { take(line) }
      end()
    }
  }
}

/// Ctrl-Z and the continuation after it, while no ``Terminal`` is open.
package enum StopSignals {
  /// Waits for them on a thread of its own.
  ///
  /// - Parameters:
  ///   - stopping: is called on that thread before the program stops
  ///   - continued: is called when it goes on
  /// - Throws: if the system gives no thread
  package static func watch(
    stopping: @escaping @Sendable () -> Void, continued: @escaping @Sendable () -> Void
  ) throws(ThreadError) {
    let signals = cue_terminal_signals()
    guard signals >= 0 else { return }
    try Threads.start("stops") {
      while true {
        _ = cue_wait(signals, -1, -1, -1)
        var told = [UInt8](repeating: 0, count: 64)
        let count = unsafe Glibc.read(signals, &told, told.count)
        for byte in told.prefix(max(0, count)) {
          switch Int32(byte) {
          case CUE_TERMINAL_STOPPING:
            stopping()
            cue_terminal_stop()
          case CUE_TERMINAL_CONTINUED: continued()
          default: break
          }
        }
      }
    }
  }
}
