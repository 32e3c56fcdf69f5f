import CueModel
import CuePlugins
import Foundation
import Synchronization
import TestSupport
import Testing

/// Processes that somebody else ends: that says nothing about the plugin.
@Suite(.startsProcesses) struct `A voice whose process somebody else ends` {
  @Test func `while it loads its engine is started again`() throws {
    let faulty = try Faulty()
    let said = try faulty.voice("load-killed-twice").say(line)
    #expect(said.outcome == .finished)
    #expect(said.bytes == (try faulty.voice("healthy").say(line).bytes))
  }

  @Test func `fails as one that was ended, also by a signal of a crash`() throws {
    let voice = try Faulty().voice("killed-twice")
    for _ in 1...2 {
      let failure = try #require(throws: PluginFailure.self) { try voice.say(line) }
      #expect(failure.kind == .crashed(signal: 9), "\(failure)")
      #expect(failure.isFromOutside)
    }
    #expect(try voice.say(line).outcome == .finished)
  }

  @Test func `a voice whose process was ended says the line again itself`() throws {
    let faulty = try Faulty()
    let chain = FallbackVoice([faulty.voice("killed-twice"), faulty.voice("healthy")])
    let said = try chain.say(line)
    #expect(said.standIns.map(\.voice) == ["faulty-killed-twice", "faulty-killed-twice"])
    #expect(said.bytes == (try faulty.voice("healthy").say(line).bytes))
    #expect(chain.speaking.name == "faulty-killed-twice")
  }

  @Test func `is never given up, however often`() throws {
    let faulty = try Faulty()
    let givenUp = Mutex(0)
    var setup = setup(faulty.path, id: "killed")
    setup.worker.gaveUp = { _, _ in givenUp.withLock { $0 += 1 } }
    let voice = VoiceClient(setup)
    for _ in 1...5 {
      let failure = try #require(throws: PluginFailure.self) { try voice.say(line) }
      #expect(failure.kind == .crashed(signal: 9), "\(failure)")
    }
    #expect(givenUp.withLock { $0 } == 0)
    #expect(Processes.survivors(of: faulty.processes) == [])
  }

  /// Each of two layers once tried five times: 25 starts for one question.
  @Test func `while it starts is started five times in all, whatever it is asked`() throws {
    let (faulty, folder) = (try Faulty(), try TemporaryFolder())
    let count = folder.path("starts")
    let worker = try folder.write("#!/bin/sh\necho >> '\(count)'\nkill -9 $$\n", as: "worker")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: worker)
    func starts(_ ask: (VoiceClient) throws -> Void) throws -> Int {
      var setup = setup(faulty.path, id: "healthy")
      setup.worker.workerPath = worker
      try "".write(toFile: count, atomically: false, encoding: .utf8)
      let failure = try #require(throws: PluginFailure.self) { try ask(VoiceClient(setup)) }
      #expect(failure.isFromOutside, "\(failure)")
      return try String(contentsOfFile: count, encoding: .utf8).count
    }
    #expect(try starts { _ = try $0.start() } == 5)
    #expect(try starts { _ = try $0.voices() } == 5)
    #expect(try starts { _ = try $0.soundFingerprint() } == 5)
  }

  @Test(arguments: [1, 2, 9, 10, 12, 14, 15, 26, 27, 29, 30, 34, 64] as [Int32])
  func `a signal from outside does not count as a crash`(signal: Int32) {
    let failure = PluginFailure(
      plugin: "p", activity: .speaking, kind: .crashed(signal: signal), reason: .processEnded)
    #expect(failure.isFromOutside)
    #expect(failure.mostRestarts > 1)
  }

  @Test(arguments: [4, 5, 6, 7, 8, 11, 31] as [Int32])
  func `a signal such as SIGSEGV counts as a crash`(signal: Int32) {
    let failure = PluginFailure(
      plugin: "p", activity: .speaking, kind: .crashed(signal: signal), reason: .processEnded)
    #expect(!failure.isFromOutside)
  }
}
