import CSystem
import CueSystem
import Glibc

/// Lines of standard input, where keys are not read one by one.
package enum LineInput {
  /// The most bytes of a line; what a longer one has beyond them is dropped.
  private static let mostBytes = 1000

  /// Reads lines on a thread of its own, until there are no more.
  ///
  /// - Parameters:
  ///   - take: takes a line without its end, on that thread
  ///   - end: is called behind the last one
  /// - Throws: where the system gives no thread
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

/// Ctrl-Z and its end, where no ``Terminal`` is open.
package enum StopSignals {
  /// Waits for them on a thread of its own.
  ///
  /// - Parameters:
  ///   - stopping: is called on that thread before the program stops
  ///   - continued: is called when it goes on
  /// - Throws: where the system gives no thread
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
