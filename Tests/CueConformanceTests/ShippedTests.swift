import CueConformance
import CuePlugins
import Testing
import TestSupport

/// The plugins that Cue comes with, and the examples.
///
/// What only warns is named here: eSpeak NG sets LC_CTYPE while it loads.
@Suite(.serialized) struct `What Cue ships is compatible` {
  @Test(arguments: [
    ("mock", []), ("espeak", ["plugin-keeps-locale"]), ("flite", []),
  ])
  func `as a plugin`(name: String, warnings: [String]) {
    let results = judge(Places.product("libplugin-\(name).so"), checks: compatible)
    #expect(found(results.filter { $0.outcome.isFailure }) == [])
    #expect(results.filter { $0.outcome.word == "warning" }.map(\.check) == warnings)
  }

  @Test func `as an example in C`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("libexample.so")
    try Fixtures.compile(
      Places.source("plugin-sdk/examples/c/voice.c"), to: path,
      [
        "-O2", "-lm",
        "-Wl,--version-script=" + Places.source("plugin-sdk/cue-plugin.map"),
      ])
    let results = judge(path, checks: Suite.chosen(level: 10, only: [], skip: []))
    #expect(found(results.filter { $0.outcome.isFailure }) == [])
  }

  @Test(.enabled(if: hasPython, "python3 is missing"))
  func `as an example in Python`() {
    let results = judge(
      Places.source("plugin-sdk/examples/python/voice.py"), checks: compatible, isProgram: true)
    #expect(found(results) == [])
    #expect(results.contains { $0.check == "voice-cancel" && $0.outcome == .passed })
  }

  private var compatible: [Check] { Suite.chosen(level: Suite.compatible, only: [], skip: []) }
}

/// Whether plugin programs in Python can run here.
let hasPython = (try? Run("/usr/bin/env", ["python3", "--version"]))?.status == 0
