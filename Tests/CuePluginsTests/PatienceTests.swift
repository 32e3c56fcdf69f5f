import CueModel
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CuePlugins

@Suite struct `The time that the host waits for a plugin` {
  @Test func `begins again with each sign of life, up to ten times as long in all`() {
    var patience = Patience(1000, now: 0)
    #expect(patience.left(now: 0) == 1000 && patience.left(now: 1000) == 0)
    var now: Int64 = 0
    while now < 9000 {
      now += 900
      patience.renew(now: now)
      #expect(patience.left(now: now) == 1000)
    }
    patience.renew(now: 9900)
    #expect(patience.left(now: 9900) == 100)
    patience.renew(now: 10_000)
    #expect(patience.left(now: 10_000) == 0)
    patience.restart(now: 20_000)
    #expect(patience.left(now: 20_000) == 1000)
  }
}

@Suite struct `The time for the first sound of a line` {
  @Test func `is what the plugin asks for, up to ten minutes`() {
    let live = Deadlines()
    #expect(live.firstSound(asked: nil) == live.firstSound)
    #expect(live.firstSound(asked: 90_000) == 90_000)
    #expect(live.firstSound(asked: 5000) == 5000)
    #expect(live.firstSound(asked: 1) == 1000)
    #expect(live.firstSound(asked: .max) == 600_000)
  }

  @Test func `is never shorter in a recording than that of other plugins`() {
    let recording = Deadlines.recording
    #expect(recording.firstSound(asked: 5000) == recording.firstSound)
    #expect(recording.firstSound(asked: 90_000) == 90_000)
  }

  @Test(.startsProcesses, .needsPython) func `is read from its description, and kept`() throws {
    let program = try KitProgram("learner")
    let source = try String(contentsOfFile: program.path, encoding: .utf8)
    try source.replacing(
      "    determinism = 0\n", with: "    determinism = 0\n    first_sound = 45000\n"
    )
    .write(toFile: program.path, atomically: false, encoding: .utf8)
    let setup = program.setup()
    let path = program.folder.path("registry")
    for _ in 1...2 {
      let plugins = PluginRegistry(path: path).records(of: [setup.file], setup.worker)
        .flatMap(\.plugins)
      #expect(plugins.map(\.firstSoundMilliseconds) == [45000])
    }
  }
}

@Suite struct `What a plugin logs` {
  @Test func `What a plugin logs is taken in moderation`() {
    var allowance = LogAllowance()
    for _ in 0..<LogAllowance.mostAtOnce { #expect(allowance.take(100, now: 0) == .taken) }
    #expect(allowance.take(100, now: 0) == .leftOut)
    for _ in 0..<1000 { #expect(allowance.take(100, now: 1) == .dropped) }
    // A second later there is room for as many again.
    for _ in 0..<LogAllowance.mostPerSecond { #expect(allowance.take(100, now: 1001) == .taken) }
    #expect(allowance.take(100, now: 1001) == .dropped)
    // After a quiet time a new flood is reported again.
    for _ in 0..<LogAllowance.mostAtOnce { #expect(allowance.take(100, now: 60_000) == .taken) }
    #expect(allowance.take(100, now: 60_000) == .leftOut)
  }

  @Test func `What a plugin logs is limited in all`() {
    var allowance = LogAllowance()
    var taken = 0
    for now in Int64(0)..<10_000 where allowance.take(1 << 20, now: now * 1000) == .taken {
      taken += 1
    }
    #expect(taken == LogAllowance.mostBytes / LogAllowance.mostBytesPerLine)
  }
}

@Suite(.startsProcesses, .needsPython) struct `A program that goes on and on` {
  /// The lines that reach a log, as far as they are reported.
  private final class Lines: Sendable {
    let all = Mutex<[String]>([])
  }

  /// It only ever says that it goes on, and a line was waited for without end.
  @Test func `a plugin that only reports progress is ended`() throws {
    let program = try FaultyProgram("endless-progress")
    var deadlines = Deadlines()
    deadlines.firstSound = 100
    let failure = try #require(throws: PluginFailure.self) {
      try program.voice(deadlines).say("Two words")
    }
    #expect(failure.kind == .hung(milliseconds: 100))
    #expect(program.processes.isEmpty)
  }

  @Test func `by messages that are not the sound is ended`() throws {
    let program = try FaultyProgram("endless-shortfalls")
    var deadlines = Deadlines()
    deadlines.firstSound = 100
    let failure = try #require(throws: PluginFailure.self) {
      try program.voice(deadlines).say("Two words")
    }
    #expect(failure.kind == .hung(milliseconds: 100))
  }

  /// Some progress before the sound is what progress is for.
  @Test func `a plugin that reports progress beyond its deadline, and then speaks, is heard`()
    throws
  {
    let program = try FaultyProgram("slow-progress")
    var deadlines = Deadlines()
    deadlines.firstSound = 1000
    #expect(try program.voice(deadlines).say("Two words").outcome == .finished)
  }

  @Test func `by lines of its log is cut short`() throws {
    let program = try FaultyProgram("floods-log")
    let lines = Lines()
    var setup = program.setup()
    setup.worker.log = { _, _, line in lines.all.withLock { $0.append(line) } }
    #expect(try VoiceClient(setup).say("Two words").outcome == .finished)
    let all = lines.all.withLock { $0 }
    #expect(all.contains(LogAllowance.notice))
    #expect(all.count { $0 == LogAllowance.notice } == 1)
    // 20,000 lines were sent; a few more than the first come while it sends.
    #expect(all.count >= LogAllowance.mostAtOnce && all.count < 10_000)
    #expect(all.allSatisfy { $0.utf8.count <= LogAllowance.mostBytesPerLine })
  }
}
