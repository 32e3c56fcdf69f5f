import CTestSupport
import Foundation
import Testing

/// Marks a test, or a suite whose tests all do so, that starts processes: workers, compilers, browsers, servers, programs.
///
/// `make test-fast` leaves it out. There the kernel refuses to start a process, so a test that lacks the mark fails.
/// `make test` checks the reverse: a test or suite with the mark must start a process, or it belongs to the fast ones.
public struct StartsProcesses: SuiteTrait, TestTrait, TestScoping {
  /// Whether this is a fast run, to which the kernel refuses processes.
  public static let areRefused = test_processes_are_refused() != 0

  private let condition: ConditionTrait = .disabled(if: areRefused, "it starts processes")

  /// Leaves the test out of a fast run.
  public func prepare(for test: Test) async throws { try await condition.prepare(for: test) }

  /// Watches a test with all its cases, or a suite with all its tests.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase == nil ? self : nil
  }

  /// Runs the test, and finds fault with it where it has started no process.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let before = test_work_of_ended_children()
    try await function()
    // First the children: one that is waited for after its work was asked for would be in neither.
    guard Self.isChecked, !Self.hasChildren, test_work_of_ended_children() == before else {
      return
    }
    Issue.record(
      "\(test.name) is marked .startsProcesses and has started none. Remove the mark, so that make test-fast runs it.",
      sourceLocation: test.sourceLocation)
  }

  /// Only where every test runs can one say that none of a suite started a process.
  private static let isChecked =
    ProcessInfo.processInfo.environment["CUE_TEST_MARKS"]?.isEmpty == false

  /// Whether there are processes that we have started and not yet waited for, ended or not.
  private static var hasChildren: Bool {
    var ended = unsafe siginfo_t()
    return unsafe waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) == 0
  }
}

extension Trait where Self == StartsProcesses {
  /// The test starts processes, so `make test-fast` leaves it out.
  public static var startsProcesses: Self { Self() }
}
