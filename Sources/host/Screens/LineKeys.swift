import CSystem
import CuePractice
import Glibc

/// Commands in line mode: a line of standard input each.
enum LineKeys {
  /// Reads them on a thread of its own, until there are no more.
  static func read(for queue: PracticeCommandQueue, _ words: Messages) throws(UserError) {
    try Console.thread("commands", to: "read commands") {
      var line: [UInt8] = []
      var block = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = unsafe Glibc.read(STDIN_FILENO, &block, block.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        for byte in block[..<count] {
          if byte == 0x0a {
            take(line, queue, words)
            line = []
          } else if line.count < 1000 {
            line.append(byte)
          }
        }
      }
      if !line.isEmpty { take(line, queue, words) }
      queue.end()
    }
  }

  /// Takes a line; words that are no command are told.
  static func take(_ line: [UInt8], _ queue: PracticeCommandQueue, _ words: Messages) {
    do throws(PracticeWordsError) {
      queue.put(try PracticeWords.command(String(decoding: line, as: UTF8.self)))
    } catch { Console.say(words.why(error) + ".") }
  }
}

/// Ctrl-Z in line mode: practice falls silent before the program stops, and stays so when it goes on.
enum StopSignals {
  static func watch(for queue: PracticeCommandQueue) throws(UserError) {
    let signals = cue_terminal_signals()
    guard signals >= 0 else { return }
    try Console.thread("stops", to: "wait for Ctrl-Z") {
      while true {
        _ = cue_wait(signals, -1, -1, -1)
        var told = [UInt8](repeating: 0, count: 64)
        let count = unsafe Glibc.read(signals, &told, told.count)
        for byte in told.prefix(max(0, count)) {
          switch Int32(byte) {
          case CUE_TERMINAL_STOPPING:
            queue.fallSilent()
            cue_terminal_stop()
          case CUE_TERMINAL_CONTINUED: queue.put(.interruptionEnded)
          default: break
          }
        }
      }
    }
  }
}
