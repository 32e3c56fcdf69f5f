import Foundation
import TestSupport
import Testing

/// Whisper's second opinion, with a model whose answers are known.
@Suite(.startsProcesses) struct `A word that was said in place of another` {
  /// What the plugin names; the model heard "take the queen to the garden".
  private func named(_ line: String, _ place: Int, _ instead: String) throws -> String {
    let run = try Run(
      "/usr/bin/env",
      [
        "python3", Places.source("Tests/Fixtures/models/naming.py"),
        Places.source("Plugins/Whisper"), line, "\(place)", instead,
      ], environment: ["PYTHONDONTWRITEBYTECODE": "1"])
    try #require(run.status == 0, "\(run.talk)")
    return run.text.split(separator: "\n").joined()
  }

  /// "When" was read there; "queen" fits better with the words around it.
  @Test func `is the one that fits best with the rest of the line`() throws {
    #expect(try named("Take the horse to the garden.", 2, "when") == "queen")
  }

  @Test func `a word is reported as missing if the line fits better without it`() throws {
    #expect(try named("Take the old queen to the garden.", 2, "") == "-")
  }

  @Test func `a word that was replaced may be the last one`() throws {
    #expect(try named("Take the queen to the kitchen.", 5, "garden") == "garden")
  }
}
