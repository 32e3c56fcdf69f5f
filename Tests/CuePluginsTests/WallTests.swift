import Foundation
import TestSupport
import Testing

@Suite(.startsProcesses) struct `The wall around a plugin` {
  /// The script tries all as this user and, if that is root, as nobody.
  @Test func `lets a plugin that means harm do none of it`() throws {
    let run = try Run(
      "/usr/bin/env", ["python3", Places.source("Tests/walls"), Places.product("cue-worker")],
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"])
    #expect(run.status == 0, "\(run.text)\(run.talk)")
    #expect(!run.output.isEmpty)
  }
}
