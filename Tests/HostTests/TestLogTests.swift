import Foundation
import TestSupport
import Testing

/// `Tests/with-suites`, through which `make test` reports.
@Suite(.startsProcesses) struct `A log of tests` {
  @Test func `has the suite before each name of a test, but never twice`() throws {
    let printed = """
      ◇ Suite "A speech server" started.
      ◇ Test "listens under its name" started.
      ◇ Test case passing 1 argument text → "say \\"no\\" to "you"" to "listens under its name" started.
      ✘ Test "listens under its name" recorded an issue at Server.swift:9:1: 1 == 2
      ✔ Test "A speech server stops" passed after 0.001 seconds.
      ✘ Suite "A speech server" failed after 0.002 seconds with 1 issue.
      ◇ Test "Free of any suite" started.
      ◇ Suite espeak started.
      ✔ Test "has voices" with 2 test cases passed after 0.001 seconds.
      ✔ Suite espeak passed after 0.002 seconds.
      ➜ Suite "Whisper" skipped: "the "model" is missing"
      ➜ Test "hears words" skipped: "the "model" is missing"

      """
    let run = try Run(
      Places.source("Tests/with-suites"), [], input: Data(printed.utf8),
      environment: ["LC_ALL": "C"])
    #expect(run.status == 0, "\(run.talk)")
    #expect(
      run.text == """
        ◇ Suite "A speech server" started.
        ◇ Test "A speech server: listens under its name" started.
        ◇ Test case passing 1 argument text → "say \\"no\\" to "you"" to "A speech server: listens under its name" started.
        ✘ Test "A speech server: listens under its name" recorded an issue at Server.swift:9:1: 1 == 2
        ✔ Test "A speech server stops" passed after 0.001 seconds.
        ✘ Suite "A speech server" failed after 0.002 seconds with 1 issue.
        ◇ Test "Free of any suite" started.
        ◇ Suite espeak started.
        ✔ Test "espeak: has voices" with 2 test cases passed after 0.001 seconds.
        ✔ Suite espeak passed after 0.002 seconds.
        ➜ Suite "Whisper" skipped: "the "model" is missing"
        ➜ Test "Whisper: hears words" skipped: "the "model" is missing"

        """)
  }
}
