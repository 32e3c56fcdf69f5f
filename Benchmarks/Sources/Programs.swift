import Glibc
import Processes

/// Why a figure could not be taken.
struct BenchFailure: Error {
  let sentence: String
}

/// A program and its arguments.
struct Program {
  let words: [String]

  init(words: [String]) { self.words = words }

  init(_ words: String...) { self.init(words: words) }

  /// Runs it to its end, and all that it starts; one that fails is no measure.
  func run(readingOutput: Bool = false) throws -> bench_cost {
    var cost = bench_cost()
    let failure = unsafe withCStrings(words) { unsafe bench_run($0, readingOutput ? 1 : 0, &cost) }
    guard failure == 0, cost.status == 0 else {
      throw BenchFailure(sentence: "\(words.joined(separator: " ")) failed (\(cost.status)).")
    }
    guard cost.left_running == 0 else {
      throw BenchFailure(sentence: "\(words[0]) left a process running.")
    }
    return cost
  }
}

/// A program that is talked to through pipes, and ended with this.
final class RunningProgram {
  let process: pid_t
  private let to: Int32
  private let from: Int32

  init(_ words: [String]) throws {
    var process: pid_t = 0
    var to: Int32 = -1
    var from: Int32 = -1
    let failure = unsafe withCStrings(words) { unsafe bench_start($0, &process, &to, &from) }
    guard failure == 0 else { throw BenchFailure(sentence: "\(words[0]) could not be started.") }
    self.process = process
    self.to = to
    self.from = from
  }

  deinit {
    close(to)
    close(from)
    bench_kill(process)
  }

  func send(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes[sent...].withUnsafeBytes {
        unsafe write(to, $0.baseAddress, $0.count)
      }
      guard count > 0 else { throw BenchFailure(sentence: "A program takes no more input.") }
      sent += count
    }
  }

  func receive(_ count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var have = 0
    while have < count {
      let got = unsafe bytes.withUnsafeMutableBytes {
        unsafe read(from, $0.baseAddress! + have, count - have)
      }
      guard got > 0 else { throw BenchFailure(sentence: "A program ended before it had answered.") }
      have += got
    }
    return bytes
  }

  /// All text up to its end.
  func rest() -> String {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = unsafe read(from, &block, block.count), count > 0 {
      bytes += block[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Text up to the end of a line.
  func receiveLine() throws -> String {
    var line: [UInt8] = []
    while true {
      let byte = try receive(1)[0]
      guard byte != 0x0a else { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
  }
}

/// A program before a screen of its own, ended with this.
final class ProgramAtTerminal {
  let process: pid_t
  private let terminal: Int32

  init(_ words: [String], columns: Int, rows: Int) throws {
    var process: pid_t = 0
    terminal = unsafe withCStrings(words) {
      unsafe bench_start_at_terminal($0, Int32(columns), Int32(rows), &process)
    }
    self.process = process
    guard terminal >= 0 else { throw BenchFailure(sentence: "\(words[0]) could not be started.") }
  }

  deinit {
    close(terminal)
    bench_kill(process)
  }

  /// Presses a key; milliseconds until what it changes is on the screen, and what was written.
  func press(_ key: String) throws -> (milliseconds: Double, text: String) {
    let bytes = Array(key.utf8)
    let start = bench_now()
    guard unsafe write(terminal, bytes, bytes.count) == bytes.count else {
      throw BenchFailure(sentence: "A program takes no keys.")
    }
    return try drawn(since: start)
  }

  /// Waits until something was drawn, and for what belongs to it: no more comes for 5 ms.
  func drawn(since start: Int64) throws -> (milliseconds: Double, text: String) {
    var written: [UInt8] = []
    var last = start
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var watched = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&watched, 1, written.isEmpty ? 20_000 : 5) > 0 else { break }
      let count = unsafe read(terminal, &block, block.count)
      guard count > 0 else { break }
      written += block[..<count]
      last = bench_now()
    }
    guard !written.isEmpty else { throw BenchFailure(sentence: "A program draws nothing.") }
    return (Double(last - start) / 1e6, String(decoding: written, as: UTF8.self))
  }
}

/// The direct program, saying lines one after another in one process.
final class DirectLines {
  private let program: RunningProgram

  init(_ words: [String]) throws { program = try RunningProgram(words) }

  /// Milliseconds that it takes for `lines`.
  func say(_ lines: [String]) throws -> Double {
    try program.send(Array((lines.joined(separator: "\n") + "\n\n").utf8))
    guard let taken = Double(try program.receiveLine()) else {
      throw BenchFailure(sentence: "The direct program gave no time.")
    }
    return taken / 1e6
  }
}

/// Milliseconds since `start`.
func milliseconds(since start: Int64) -> Double { Double(bench_now() - start) / 1e6 }

/// Lends an array of C strings that ends with a null.
private func withCStrings<Value>(
  _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Value
) -> Value {
  var pointers = unsafe strings.map { unsafe UnsafePointer(strdup($0)) }
  defer { unsafe pointers.forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) } }
  unsafe pointers.append(nil)
  return unsafe pointers.withUnsafeBufferPointer { unsafe body($0.baseAddress!) }
}
