import CueConformance
import Foundation
import Testing
import TestSupport

/// Plugins as they were written for earlier versions of the interface, each with its header; none is ever changed.
@Suite struct `A plugin for an earlier interface` {
  static let plugins: [(version: String, source: String)] = {
    let past = Places.source("Tests/Fixtures/past")
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: past)) ?? []
    return versions.sorted().flatMap { version in
      ((try? FileManager.default.contentsOfDirectory(atPath: "\(past)/\(version)")) ?? [])
        .filter { $0.hasSuffix(".c") }.sorted().map { (version, $0) }
    }
  }()

  @Test func `there is a recorded plugin for each earlier interface`() {
    #expect(
      Self.plugins.map { "\($0.version)/\($0.source)" }.starts(with: [
        "1.0/dsp.c", "1.0/recognizer.c", "1.0/voice.c",
      ]))
  }

  @Test(.startsProcesses, arguments: plugins)
  func `keeps to the interface of today`(version: String, source: String) throws {
    let folder = try TemporaryFolder()
    let results = judge(
      try built(version, source, folder), checks: Suite.chosen(level: 5, only: [], skip: []),
      timeoutSeconds: 120, patience: 10)
    #expect(found(results.filter { $0.outcome.isFailure }) == [])
    #expect(results.count { $0.outcome == .passed } > 30)
  }

  @Test(.startsProcesses, arguments: plugins.map(\.version).uniqued)
  func `speaks, is heard through, and listens`(version: String) throws {
    let folder = try TemporaryFolder()
    let voice = try built(version, "voice.c", folder)
    let effect = try built(version, "dsp.c", folder)
    let ear = try built(version, "recognizer.c", folder)
    let home = ["CUE_HOME": folder.path("home"), "CUE_VOICE": ""]
    let host = Places.product("host")
    let line = folder.path("line.wav")
    let said = try Run(
      host, ["--voice=\(voice)", "--dsp", effect, "-o", line, "Good evening."], environment: home)
    #expect(said.status == 0, "\(said.talk)")
    let sound = try Fixtures.sound(inFile: line)
    #expect(sound.floats.contains { abs($0) > 0.01 })
    let heard = try Run(host, ["listen", line, "--recognizer", ear], environment: home)
    // No key of a telephone was down, so nothing was heard, and that is the answer.
    #expect(heard.status == 1, "\(heard.text)\(heard.talk)")
  }

  private func built(_ version: String, _ source: String, _ folder: TemporaryFolder) throws
    -> String
  {
    let path = folder.path("lib\(source.dropLast(2)).so")
    try Fixtures.compile(
      Places.source("Tests/Fixtures/past/\(version)/\(source)"), to: path,
      ["-O2", "-lm", "-Wl,--version-script=" + Places.source("plugin-sdk/cue-plugin.map")],
      headers: "Tests/Fixtures/past/\(version)/include")
    return path
  }
}

extension Array where Element: Hashable {
  /// Each element once, in the order of their first.
  fileprivate var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
