import CTestSupport
import CueTerminal
import Foundation

/// A program at a terminal of its own, as a user sits before it.
public final class TerminalRun {
  /// What is on the screen.
  public private(set) var screen: ScreenReader
  /// All that the program has written.
  public private(set) var written = ""
  /// The program.
  public let process: Int32
  private let terminal: Int32
  private let own: Int32
  private let modesBefore: String
  private var undecoded: [UInt8] = []
  private var isOver = false

  /// The program could not be started.
  public struct NotStarted: Error {}

  /// Starts the program at `path` before a screen of `columns` × `rows`.
  ///
  /// `environment` is added to ours or replaces it; empty variables are unset.
  public init(
    _ path: String, _ arguments: [String], columns: Int = 80, rows: Int = 24,
    environment: [String: String] = [:]
  ) throws {
    var whole = Places.environment
    whole["TERM"] = "xterm-256color"
    whole = whole.merging(environment) { $1 }.filter { !$0.value.isEmpty }
    var words: [UnsafePointer<CChar>?] = unsafe ([path] + arguments).map {
      unsafe UnsafePointer(strdup($0))
    }
    var variables: [UnsafePointer<CChar>?] = unsafe whole.map {
      unsafe UnsafePointer(strdup("\($0.key)=\($0.value)"))
    }
    defer { unsafe (words + variables).forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) } }
    unsafe words.append(nil)
    unsafe variables.append(nil)
    var process: pid_t = -1
    var own: Int32 = -1
    terminal = unsafe test_start_at_terminal(
      words, variables, Int32(columns), Int32(rows), &process, &own)
    guard terminal >= 0 else { throw NotStarted() }
    self.process = process
    self.own = own
    screen = ScreenReader(ScreenSize(columns: columns, rows: rows))
    // A terminal that nobody has used yet is in its usual state.
    modesBefore = try TerminalRun.usualModes()
  }

  deinit {
    if !isOver {
      kill(process, SIGKILL)
      _ = test_status_of(process)
    }
    close(terminal)
    close(own)
  }

  private static func usualModes() throws -> String {
    var terminal: Int32 = -1
    var side: Int32 = -1
    guard unsafe openpty(&terminal, &side, nil, nil, nil) == 0 else { throw NotStarted() }
    defer {
      close(terminal)
      close(side)
    }
    return modes(of: side)
  }

  private static func modes(of terminal: Int32) -> String {
    var text = [CChar](repeating: 0, count: 200)
    unsafe test_terminal_modes(terminal, &text, text.count)
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Whether the terminal is as it was before the program: its modes, the usual screen, a cursor, no style.
  public var isAsItWas: Bool {
    TerminalRun.modes(of: own) == modesBefore && screen.modes == ["?7", "?25"]
  }

  /// Presses keys.
  public func type(_ keys: String) {
    let bytes = Array(keys.utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe write(terminal, $0.baseAddress, $0.count) }
  }

  /// Makes the screen another size.
  public func resize(columns: Int, rows: Int) {
    screen.resize(ScreenSize(columns: columns, rows: rows))
    test_resize_terminal(terminal, Int32(columns), Int32(rows))
  }

  /// Reads what the program writes until the screen is as wanted; whether that came within a generous limit.
  public func waits(until isWanted: (ScreenReader) -> Bool) -> Bool {
    while !isWanted(screen) {
      guard readSome(milliseconds: 120_000) else { return false }
    }
    return true
  }

  /// Reads until the program has written `words` at any time from `start` characters on.
  public func waits(forWords words: String) -> Bool {
    waits { _ in written.contains(words) }
  }

  private func readSome(milliseconds: Int32) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe test_read_terminal(terminal, &bytes, bytes.count, milliseconds)
    guard count > 0 else { return false }
    undecoded += bytes[..<count]
    // A character may have come in part.
    let tail = undecoded.suffix(3).lastIndex { $0 >= 0xc0 }
    let whole =
      tail.flatMap { String(validating: undecoded[$0...], as: UTF8.self) == nil ? $0 : nil }
      ?? undecoded.endIndex
    let text = String(decoding: undecoded[..<whole], as: UTF8.self)
    undecoded.removeFirst(whole)
    written += text
    screen.read(text)
    return true
  }

  /// The number of 10 ms steps without output before the program counts as hung: two minutes, for the busiest machine.
  private static let mostSilences = 12_000

  /// Waits for its end, and reads what it wrote last; its exit status, 128 and more for a signal.
  public func end() -> Int32 {
    // The program may wait for its words to be read.
    var silences = 0
    while test_wait_for_end(process, 10) == 0, silences < TerminalRun.mostSilences {
      silences = readSome(milliseconds: 0) ? 0 : silences + 1
    }
    if silences == TerminalRun.mostSilences { kill(process, SIGKILL) }
    while readSome(milliseconds: 0) {}
    isOver = true
    return test_status_of(process)
  }
}
