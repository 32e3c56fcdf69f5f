import TestSupport
import Testing

@Suite struct `A fast run of the tests` {
  @Test(.enabled(if: StartsProcesses.areRefused, "this is no fast run"))
  func `A fast run of the tests can start no process`() {
    #expect(throws: (any Error).self) { try Run("/bin/true", []) }
    #expect(throws: TerminalRun.NotStarted.self) { try TerminalRun("/bin/true", []) }
  }
}
