import CueModel
import CueSystem
import Glibc

/// Speech and hearing without any engine, for tests of programs: it says nothing, and hears what its script says.
public final class ScriptedSpeech: Sendable {
  private struct State {
    var lines: [String]
    /// Grows when it is stopped: a listener at work then hears nothing.
    var epoch = 0
  }

  private let state: Monitor<State>
  private let scale: Double
  private let clock: any MonotonicTime

  /// One that hears `lines`, in order.
  ///
  /// - Parameters:
  ///   - lines: what is heard, one for each time somebody listens; nothing after the last
  ///   - scale: how long it takes, as a factor; 0 in tests
  ///   - clock: by which it takes its time
  public init(
    _ lines: [String], scale: Double = 1, clock: any MonotonicTime = MonotonicClock()
  ) {
    state = Monitor(State(lines: lines))
    self.scale = max(0, scale)
    self.clock = clock
  }

  /// The lines of a script in base64: a JSON array of strings; nil if it is not valid.
  public static func lines(ofBase64 script: String) -> [String]? {
    guard let bytes = Base64.bytes(of: script), let json = try? LinedJSON(parsing: bytes),
      case .array(let items) = json.value
    else { return nil }
    var lines: [String] = []
    for item in items {
      guard case .string(let line) = item.value else { return nil }
      lines.append(line)
    }
    return lines
  }

  /// Says `text`, which is not heard: the pulse is 0.35, then 0.28 + 0.24·sin(phase·π) in six steps of 50 ms, then 0.
  public func speak(
    _ text: String, cancellation: Cancellation, tell: (SpeakingEvent.What) -> Void
  ) {
    tell(.speaking(true))
    tell(.status(.speaking))
    tell(.pulse(0.35))
    for step in 0..<6 where !cancellation.isCancelled {
      wait(50, cancellation)
      tell(.pulse(0.28 + 0.24 * sin(Double(step) / 6 * Double.pi)))
    }
    tell(.pulse(0))
    tell(.status(.idle))
    tell(.speaking(false))
  }

  /// Listens for 120 ms, and 40 ms more after the words.
  ///
  /// - Parameters:
  ///   - cancellation: ends it
  ///   - heard: takes the words as soon as they are there
  /// - Returns: the next line of the script; empty after the last, and where it was stopped meanwhile
  public func listen(cancellation: Cancellation, heard: (String) -> Void) -> String {
    let (line, epoch) = state.change { state in
      (state.lines.isEmpty ? "" : state.lines.removeFirst(), state.epoch)
    }
    wait(120, cancellation)
    guard !cancellation.isCancelled, state.change({ $0.epoch }) == epoch else { return "" }
    heard(line)
    wait(40, cancellation)
    return state.change { $0.epoch } == epoch ? line : ""
  }

  /// A listener at work hears nothing.
  public func stop() { state.change { $0.epoch += 1 } }

  private func wait(_ milliseconds: Double, _ cancellation: Cancellation) {
    let scaled = Int((milliseconds * scale).rounded())
    if scaled > 0 { clock.wait(milliseconds: scaled, cancellation: cancellation) }
  }
}

/// Whether a program runs without anybody to hear or be heard.
public enum Headless {
  /// Whether the environment wants it: `CUE_HEADLESS` where that is set, else `CI`.
  public static func isWanted(_ variables: [String: String]) -> Bool {
    if let forced = variables["CUE_HEADLESS"], !forced.isEmpty { return isOn(forced) }
    return isOn(variables["CI"])
  }

  /// Whether a variable is 1, true or yes, in any case.
  public static func isOn(_ value: String?) -> Bool {
    ["1", "true", "yes"].contains((value ?? "").lowercased())
  }

  /// What is heard: "42" where a number is expected, else what was heard last.
  public static func transcript(_ expectation: ListenExpectation, last: String) -> String {
    if case .number = expectation { return "42" }
    return last
  }

  /// It waits no longer than this for that, in milliseconds.
  public static let mostMilliseconds = 50
}

/// Lines for a developer's log.
public struct SpeakingLog: Sendable {
  /// How important a line is.
  public enum Level: String, Sendable {
    /// Something happened.
    case info
    /// Something may be wrong.
    case warn
    /// Something failed.
    case error
  }

  /// How much of a text is shown, in characters.
  public static let mostCharacters = 48

  private let name: String
  private let write: (@Sendable (String) -> Void)?

  /// A log of `name`; without `write` it is silent.
  public init(_ name: String, write: (@Sendable (String) -> Void)? = nil) {
    self.name = name
    self.write = write
  }

  /// Writes a line: `[NAME][LEVEL] TEXT`.
  public func tell(_ level: Level, _ text: String) {
    write?("[\(name)][\(level.rawValue)] \(text)")
  }

  /// The beginning of a text that is said, on one line.
  public static func excerpt(_ text: String) -> String {
    String(text.prefix(mostCharacters).map { $0.isNewline ? " " : $0 })
  }
}
