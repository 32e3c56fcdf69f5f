import Foundation

/// A program that was run to its end.
public struct Run: Sendable {
  /// What it wrote to standard output.
  public let output: Data
  /// What it wrote to standard error.
  public let errors: Data
  /// Its exit status, or the signal that ended it.
  public let status: Int32
  /// Whether a signal ended it.
  public let wasEndedBySignal: Bool

  /// Standard output as text.
  public var text: String { String(decoding: output, as: UTF8.self) }
  /// Standard error as text.
  public var talk: String { String(decoding: errors, as: UTF8.self) }

  /// Runs the program at `path` and waits for its end.
  ///
  /// - Parameters:
  ///   - path: the program
  ///   - arguments: its arguments
  ///   - input: its standard input; nothing is an empty one
  ///   - environment: variables that are added to ours or replace them; empty ones are unset
  /// - Throws: where the program cannot be started
  public init(
    _ path: String, _ arguments: [String], input: Data = Data(), environment: [String: String] = [:]
  ) throws {
    let running = try Running(path, arguments, environment: environment, hasInput: true)
    self = running.finish(input: input)
  }
}

/// A program while it runs.
public final class Running {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let errors = Pipe()

  /// Starts the program at `path`; see ``Run``.
  public init(
    _ path: String, _ arguments: [String], environment: [String: String] = [:],
    hasInput: Bool = false
  ) throws {
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.environment = Places.environment.merging(environment) { $1 }
      .filter { !$0.value.isEmpty }
    process.standardInput = hasInput ? input : FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
  }

  /// Its process.
  public var processIdentifier: Int32 { process.processIdentifier }

  /// Reads standard output until there is some, or its end.
  public func someOutput() -> Data { output.fileHandleForReading.availableData }

  /// Drops standard output from here on, so that the program can go on writing.
  public func dropOutput() {
    output.fileHandleForReading.readabilityHandler = { _ = $0.availableData }
  }

  /// Reads standard error until it holds `words`, or to its end; returns what was read.
  public func talk(upTo words: String) -> String {
    var heard = ""
    while !heard.contains(words) {
      let more = errors.fileHandleForReading.availableData
      guard !more.isEmpty else { break }
      heard += String(decoding: more, as: UTF8.self)
    }
    return heard
  }

  /// Ends it as nothing can prevent, and waits for that.
  public func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Waits for its end.
  public func end() -> Run { finish(input: Data()) }

  fileprivate func finish(input bytes: Data) -> Run {
    let errors = errors.fileHandleForReading
    let input = input.fileHandleForWriting
    let collected = Collected()
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
      collected.errors = errors.readDataToEndOfFile()
    }
    DispatchQueue.global().async(group: group) {
      try? input.write(contentsOf: bytes)
      try? input.close()
    }
    let output = output.fileHandleForReading.readDataToEndOfFile()
    group.wait()
    process.waitUntilExit()
    return Run(
      output: output, errors: collected.errors, status: process.terminationStatus,
      wasEndedBySignal: process.terminationReason == .uncaughtSignal)
  }

  /// What one thread collects and another reads after it.
  private final class Collected: @unchecked Sendable { var errors = Data() }
}

extension Run {
  fileprivate init(output: Data, errors: Data, status: Int32, wasEndedBySignal: Bool) {
    self.output = output
    self.errors = errors
    self.status = status
    self.wasEndedBySignal = wasEndedBySignal
  }
}
