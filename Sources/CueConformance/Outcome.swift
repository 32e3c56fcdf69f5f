import CueModel

/// What happened in a check, or why it was not asked.
///
/// The suite has sentences for what its checks see. A failure of a plugin stays what it is: a program with a user puts it into words.
public enum Account: Equatable, Sendable, ExpressibleByStringInterpolation {
  /// In the suite's words: what happened as a sentence, why a check was not asked as a clause.
  case told(String)
  /// The plugin failed.
  case failure(PluginFailure)
  /// It broke a rule of the worker protocol in its answer.
  case broke(PluginFailure.Reason)
  /// The voice that was to speak to a recognizer failed.
  case speakerFailed(PluginFailure)

  /// In the suite's words.
  public init(stringLiteral words: String) { self = .told(words) }
}

/// What a check found, in three sentences; how to see it again is the fourth.
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
  /// Was not asked, and why.
  case skipped(Account)
  /// The plugin's process ended, or did not end what it was doing.
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

  /// What was found, if anything was.
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
  /// The words behind `host` that repeat it.
  public let reproduce: String
  /// How long it took.
  public let milliseconds: Int
}

/// How a check says that it is over before its end.
enum Verdict: Error {
  case failed(Finding)
  case warning(Finding)
  case skipped(Account)
}
