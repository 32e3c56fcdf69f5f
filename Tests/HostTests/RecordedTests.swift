import Foundation
import TestSupport
import Testing

/// The program gives the same sound, events, texts and exit statuses as when they were recorded.
///
/// A case that shall differ gets a line `changed: REASON` in `Tests/Recorded/invocations.txt`; then
/// `CUE_RECORD=.build/debug/host swift test --filter 'invocation'` records new cases and those with such a line.
@Suite(.startsProcesses) struct `An invocation that was recorded` {
  private static let recorder = ProcessInfo.processInfo.environment["CUE_RECORD"]
  private static let expected = RecordedCase.expectations()
  /// The system's libraries that are as they were when the cases were recorded.
  private static let libraries = Set(
    SystemLibrary.names.filter { SystemLibrary.digest($0) == expected.libraries[$0] })

  @Test(.enabled(if: recorder == nil), arguments: RecordedCase.all)
  func `an invocation gives its recorded result`(recorded: RecordedCase) throws {
    // The sound of another edition of an engine is another.
    guard Self.libraries.isSuperset(of: recorded.libraries) else {
      try Test.cancel("another edition of \(recorded.libraries) than the recorded one")
    }
    let now = try RecordedStage(RecordedStage.Edition.built.get(), recorded).record(recorded)
    let then = try #require(Self.expected.cases[recorded.name], "it was not recorded yet")
    let difference = Recorder.difference(then, now)
    #expect(difference.isEmpty, "\(difference)")
  }

  @Test(.enabled(if: recorder != nil))
  func `new and changed invocations are recorded`() throws {
    let edition = try RecordedStage.Edition(program: try #require(Self.recorder))
    let differences = try Recorder.record(edition)
    #expect(differences.isEmpty, "They differ and have no line 'changed':\n\(differences)")
  }
}
