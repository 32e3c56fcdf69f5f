import CueModel

/// What happened in a check, or why it was skipped.
///
/// The suite has sentences for what its checks see. A program with a user words the failures of a plugin itself.
public enum Account: Equatable, Sendable, ExpressibleByStringInterpolation {
  /// In the suite's words: what happened as a sentence, why a check was not asked as a clause.
  case told(String)
  /// The plugin failed.
  case failure(PluginFailure)
  /// It broke a rule of the worker protocol in its answer.
  case broke(PluginFailure.Reason)
  /// The voice that should speak to a recognizer failed.
  case speakerFailed(PluginFailure)

  /// In the suite's words.
  public init(stringLiteral words: String) { self = .told(words) }
}

/// What a check found, in three sentences; the fourth, how to repeat it, is added.
public struct Finding: Equatable, Sendable {
  /// What was done.
  public let done: String
  /// What was expected.
  public let expected: String
  /// What happened.
  public let happened: Account
}

/// How a check ended.
public enum Outcome: Equatable, Sendable {
  case passed
  case failed(Finding)
  case warning(Finding)
  /// It was skipped, and why.
  case skipped(Account)
  /// The plugin's process ended, or did not stop its work.
  case crashed(Finding)

  /// "passed", "failed", "warning", "skipped", "crashed".
  public var word: String {
    switch self {
    case .passed: "passed"
    case .failed: "failed"
    case .warning: "warning"
    case .skipped: "skipped"
    case .crashed: "crashed"
    }
  }

  /// The finding, if there is one.
  public var finding: Finding? {
    switch self {
    case .failed(let finding), .warning(let finding), .crashed(let finding): finding
    case .passed, .skipped: nil
    }
  }

  /// Whether the plugin is not compatible because of it.
  public var isFailure: Bool {
    switch self {
    case .failed, .crashed: true
    case .passed, .warning, .skipped: false
    }
  }
}

/// One check of one plugin, and how it ended.
public struct CheckResult: Equatable, Sendable {
  /// The check's id.
  public let check: String
  /// Its level.
  public let level: Int
  /// The plugin's id; empty for checks of the file.
  public let plugin: String
  /// How it ended.
  public let outcome: Outcome
  /// The words after `host` that repeat it.
  public let reproduce: String
  /// How long it took.
  public let milliseconds: Int
}

/// How a check ends early.
enum Verdict: Error {
  case failed(Finding)
  case warning(Finding)
  case skipped(Account)
}
