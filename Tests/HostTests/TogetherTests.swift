import Foundation
import TestSupport
import Testing

/// Real programs that do the same at the same time.
///
/// Rounds are few; each once failed in every second or fourth.
@Suite(.startsProcesses) struct `Two programs at once` {
  private let stage: Stagehand
  private static let rounds = 6

  init() throws { stage = try Stagehand() }

  /// Runs the program with both lists of words at the same time; answers both runs.
  private func together(_ one: [String], _ other: [String]) throws -> [Run] {
    let running = [try stage.start(one), try stage.start(other)]
    return running.map { $0.end() }
  }

  @Test func `two programs that add takes lose none`() throws {
    for round in 1...Self.rounds {
      let title = "Duet \(round)"
      try stage.story(["new", title, "--player", "ann"])
      let runs = try together(
        ["story", "say", title, "--voice", "mock", "Good evening to all of you."],
        ["story", "say", title, "--voice", "mock", "Good evening to all of you, and good night."])
      // The shorter may come second: then it does not end after the longer one, and is refused.
      for run in runs where run.status != 0 {
        #expect(run.status == 65 && run.talk.contains("leaves no tail"), "\(run.talk)")
      }
      let kept = runs.count { $0.status == 0 }
      #expect(kept >= 1)
      #expect(try stage.story(["show", title]).dropFirst().count == kept)
      #expect(try stage.story(["verify", title]).last?["findings"] as? Int == 0)
      let bundle = stage.folder.path("\(round).tapstory")
      try stage.story(["send", title, "-o", bundle, "--for", "bob"])
    }
  }

  @Test func `that direct a script keep what both say`() throws {
    for round in 1...Self.rounds {
      let script = stage.folder.path("scene\(round).fountain")
      try Data("INT. ROOM\n\nANNA\nGood evening.\n\nBEN\nGood night.\n".utf8).write(
        to: URL(filePath: script))
      let runs = try together(
        ["direct", script, "ANNA", "tones=angry"], ["direct", script, "BEN", "delay=2"])
      #expect(runs.map(\.status) == [0, 0])
      let kept = try String(contentsOfFile: script + ".direction", encoding: .utf8)
      #expect(kept.contains("angry") && kept.contains("2"), "\(kept)")
      let names = try FileManager.default.contentsOfDirectory(atPath: stage.folder.path)
      #expect(!names.contains { $0.contains("lock") || $0.hasSuffix(".part") })
    }
  }

  @Test func `two programs that cast a script keep both changes`() throws {
    for round in 1...3 {
      let script = stage.folder.path("play\(round).fountain")
      try Data("INT. ROOM\n\nANNA\nGood evening.\n\nBEN\nGood night.\n".utf8).write(
        to: URL(filePath: script))
      let runs = try together(
        ["cast", script, "--voice", "mock", "--cast", "ANNA=mock:high"],
        ["cast", script, "--voice", "mock", "--cast", "BEN=mock:high"])
      #expect(runs.map(\.status) == [0, 0], "\(runs.map(\.talk))")
      let shown = try stage.host(["cast", script, "--voice", "mock", "--json"])
      let cast = try #require(
        try JSONSerialization.jsonObject(with: shown.output) as? [String: Any])
      let roles = try #require(cast["characters"] as? [[String: Any]])
      #expect(roles.allSatisfy { $0["locked"] as? Bool == true }, "\(roles)")
    }
  }

  @Test func `that store keys, profiles and settings lose none`() throws {
    for round in 1...Self.rounds {
      _ = try together(
        ["profiles", "set", "anna\(round)", "voice=mock"],
        ["profiles", "set", "ben\(round)", "voice=mock"])
      _ = try together(
        ["config", "set", "rate", "0.5\(round)"], ["config", "set", "pitch", "0.9\(round)"])
      let profiles = try stage.host(["profiles", "list"]).text
      #expect(profiles.contains("anna\(round)") && profiles.contains("ben\(round)"))
      let settings = try stage.host(["config", "show"]).text
      #expect(settings.contains("0.5\(round)") && settings.contains("0.9\(round)"), "\(settings)")
    }
  }
}
