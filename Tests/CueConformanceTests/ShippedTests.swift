import CueConformance
import Foundation
import Testing
import TestSupport

/// The plugins that Cue comes with, and the examples.
///
/// What only warns is named here: eSpeak NG sets LC_CTYPE while it loads, and some settings of Dynamics count only together.
///
/// Here eSpeak NG is linked with a library for sound output that looks for the user's settings, so that its needs are not checked;
/// 'make' gives it one that does nothing.
@Suite(.startsProcesses, .serialized) struct `What Cue ships is compatible` {
  @Test(
    arguments: [
      ("mock", []), ("espeak", ["plugin-keeps-locale"]), ("flite", []), ("sonic", []),
      ("rubberband", []), ("varispeed", []), ("dynamics", ["plugin-settings-work"]),
      ("whispering", []),
    ].filter { Places.hasPlugin($0.0) })
  func `What Cue ships is compatible as a plugin`(name: String, warnings: [String]) {
    let checks = compatible.filter { name != "espeak" || $0.id != "plugin-declares-needs" }
    let results = judgeShipped(Places.product("libplugin-\(name).so"), checks: checks)
    #expect(found(results.filter { $0.outcome.isFailure }) == [])
    #expect(results.filter { $0.outcome.word == "warning" }.map(\.check) == warnings)
  }

  @Test func `What Cue ships is compatible as a device of files`() throws {
    let folder = try TemporaryFolder()
    let sound = try folder.write(String(repeating: "sound ", count: 20_000), as: "sound.raw")
    let results = judgeShipped(
      Places.product("libplugin-file.so"), checks: Suite.chosen(level: 6, only: [], skip: []),
      parameters: [
        ("pace", "fast"), ("raw", "48000"), ("at-end", "again"), ("input", sound),
        ("output", folder.path("out.raw")),
      ])
    #expect(found(results) == [])
    #expect(results.contains { $0.check == "device-captures" && $0.outcome == .passed })
  }

  /// The service is a program on this machine that hums.
  @Test(.needsPython)
  func `What Cue ships is compatible as a voice of a service`() throws {
    let service = try Running(
      "/usr/bin/env", ["python3", Places.source("Tests/Fixtures/hummer.py")])
    defer { service.kill() }
    let port = String(decoding: service.someOutput(), as: UTF8.self).prefix { $0.isNumber }
    let results = judgeShipped(
      Places.product("libplugin-elevenlabs.so"), checks: compatible,
      parameters: [("base-url", "http://127.0.0.1:\(port)")], secret: "sk_0123456789abcdef")
    #expect(found(results) == [])
    #expect(results.contains { $0.check == "voice-speaks" && $0.outcome == .passed })
  }

  /// The server is a program on this machine that hums, and hears a word for each half second.
  @Test(.needsPython)
  func `as a voice and a recognizer of a speech server`() throws {
    let server = try Running(
      "/usr/bin/env", ["python3", Places.source("Tests/Fixtures/talker.py")])
    defer { server.kill() }
    let port = String(decoding: server.someOutput(), as: UTF8.self).prefix { $0.isNumber }
    let results = judgeShipped(
      Places.product("libplugin-openai.so"), checks: compatible,
      parameters: [("base-url", "http://127.0.0.1:\(port)/v1")])
    #expect(found(results) == [])
    for check in ["voice-speaks", "recognizer-hears", "recognizer-silence"] {
      #expect(results.contains { $0.check == check && $0.outcome == .passed }, "\(check)")
    }
  }

  /// Loading its model again and again takes long, so it is asked as a recognizer only.
  @Test(.needs(plugin: "pocketsphinx"))
  func `What Cue ships is compatible as a recognizer`() {
    let results = judgeShipped(
      Places.product("libplugin-pocketsphinx.so"),
      checks: Suite.chosen(level: Suite.compatible, only: ["recognizer-*"], skip: []),
      voice: Places.hasPlugin("flite") ? Places.product("libplugin-flite.so") : nil)
    #expect(found(results) == [])
    #expect(results.contains { $0.outcome == .passed })
  }

  /// Its `latency` goes up to a minute, which nobody waits for.
  @Test func `a plugin that has settings that make it wait is compatible`() {
    let results = judgeShipped(
      Places.product("libplugin-mock.so"),
      checks: Suite.chosen(
        level: 6, only: ["plugin-parameter-bounds", "plugin-parameter-fuzz"], skip: []))
    #expect(found(results) == [])
    #expect(results.contains { $0.outcome == .passed })
  }

  /// What CuePluginKit answers for every plugin in Swift: before activate, for formats that cannot be, to an older host.
  @Test func `to hosts that make mistakes, or are older`() {
    let checks = Suite.chosen(
      level: 10,
      only: [
        "plugin-not-activated", "effect-order", "effect-odd-formats", "*-older-host",
        "*-newer-host",
      ],
      skip: [])
    let results = judgeShipped(Places.product("libplugin-mock.so"), checks: checks)
    #expect(found(results) == [])
    let asked = Set(results.filter { $0.outcome == .passed }.map(\.check))
    #expect(asked == Set(checks.map(\.id)))
  }

  @Test(arguments: ["voice", "recognizer", "dsp"])
  func `What Cue ships is compatible as an example in C`(name: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("libexample.so")
    try Fixtures.compile(
      Places.source("plugin-sdk/examples/c/\(name).c"), to: path,
      [
        "-O2", "-lm",
        "-Wl,--version-script=" + Places.source("plugin-sdk/cue-plugin.map"),
      ])
    let results = judgeShipped(path, checks: Suite.chosen(level: 10, only: [], skip: []))
    #expect(found(results.filter { $0.outcome.isFailure }) == [])
  }

  @Test(.needsPython, arguments: ["voice", "recognizer"])
  func `What Cue ships is compatible as an example in Python`(name: String) {
    let results = judgeShipped(
      Places.source("plugin-sdk/examples/python/\(name).py"), checks: compatible, isProgram: true)
    #expect(found(results) == [])
    #expect(results.contains { $0.check == "\(name)-cancel" && $0.outcome == .passed })
  }

  /// Whether it is fast enough is asked elsewhere: these tests have a machine to share.
  private func judgeShipped(
    _ path: String, checks: [Check], isProgram: Bool = false,
    parameters: [(name: String, value: String)] = [], secret: String? = nil, voice: String? = nil
  ) -> [CheckResult] {
    judge(
      path, checks: checks, isProgram: isProgram, timeoutSeconds: 120, patience: 10,
      parameters: parameters, secret: secret, voice: voice)
  }

  private var compatible: [Check] { Suite.chosen(level: Suite.compatible, only: [], skip: []) }
}
