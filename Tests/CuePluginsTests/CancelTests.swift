import CueModel
import CuePlugins
import Foundation
import Testing
import TestSupport

/// Cancels, on a thread of its own, when it is notified of sound.
private final class Interrupter: Sendable {
  let cancellation = Cancellation()
  private let semaphore = DispatchSemaphore(value: 0)

  init() {
    Thread.detachNewThread { [semaphore, cancellation] in
      semaphore.wait()
      cancellation.cancel()
    }
  }

  deinit { semaphore.signal() }

  func interrupt() { semaphore.signal() }
}

extension Voice {
  /// Says `text` until it sounds, and has it cancelled by another thread.
  fileprivate func sayInterrupted(_ text: String) throws -> SpeechOutcome {
    let interrupter = Interrupter()
    return try speak(SpeechRequest(text: text), cancellation: interrupter.cancellation) {
      if case .sound = $0 { interrupter.interrupt() }
    }
  }
}

@Suite(.startsProcesses) struct `A line that is cancelled` {
  @Test func `before it begins starts no plugin`() throws {
    let faulty = try Faulty()
    let cancellation = Cancellation()
    cancellation.cancel()
    let said = try faulty.voice("healthy").say(line, cancellation: cancellation)
    #expect(said.outcome == .cancelled)
    #expect(said.format == nil)
    #expect(faulty.processes == [])
  }

  @Test(arguments: ["waits", "hang-after", "deaf", "forked-hang", "rewound-hang"])
  func `by another thread ends while the plugin is silent or deaf`(id: String) throws {
    let faulty = try Faulty()
    let voice = faulty.voice(id)
    #expect(try voice.sayInterrupted(line) == .cancelled)
  }

  /// Its process has gone on to it by itself, without a report.
  @Test func `ends though its process has hung in it since the line before`() throws {
    let faulty = try Faulty()
    let undisturbed = try faulty.voice("healthy").say("Go on.")
    let voice = faulty.voice("rewound-hang")
    // The process of the first line says no other.
    for _ in 1...3 { #expect(try voice.say("Go on.") == undisturbed) }
    let workers = faulty.workers
    for _ in 1...3 {
      voice.expect(SpeechRequest(text: line))
      #expect(try voice.say("Go on.") == undisturbed)
      let interrupter = Interrupter()
      interrupter.interrupt()
      let outcome = try voice.speak(
        SpeechRequest(text: line), cancellation: interrupter.cancellation
      ) { _ in }
      #expect(outcome == .cancelled)
      #expect(try voice.say("Go on.") == undisturbed)
    }
    #expect(faulty.workers == workers)
  }

  @Test(arguments: ["waits", "forked-hang", "rewound-hang"])
  func `costs a plugin that listens nothing`(id: String) throws {
    let faulty = try Faulty()
    let undisturbed = try faulty.voice("healthy").say("Go on.")
    let voice = faulty.voice(id)
    _ = try voice.start()
    let workers = faulty.workers
    for _ in 1...5 {
      #expect(try voice.sayInterrupted(line) == .cancelled)
      #expect(try voice.say("Go on.") == undisturbed)
    }
    #expect(faulty.workers == workers)
  }

  @Test(arguments: ["deaf", "hang-after"])
  func `costs a plugin that does not listen its process`(id: String) throws {
    let faulty = try Faulty()
    let undisturbed = try faulty.voice("healthy").say("Go on.")
    let voice = faulty.voice(id)
    _ = try voice.start()
    let workers = faulty.workers
    #expect(try voice.sayInterrupted(line) == .cancelled)
    #expect(try voice.say("Go on.") == undisturbed)
    #expect(Processes.survivors(of: workers) == [])
    #expect(faulty.workers.count == 1)
    #expect(faulty.workers != workers)
  }

  @Test func `before its first sound ends at once`() throws {
    let cancellation = Cancellation()
    let faulty = try Faulty()
    var setup = setup(faulty.path, id: "hang")
    setup.worker.log = { _, _, line in
      #expect(line == "its line has begun")
      cancellation.cancel()
    }
    let voice = VoiceClient(setup)
    #expect(try voice.say(line, cancellation: cancellation).outcome == .cancelled)
    voice.quit()
    #expect(Processes.survivors(of: faulty.processes) == [])
  }

  @Test(arguments: ["mock", "flite", "espeak"])
  func `a cancelled line does not affect the next one`(plugin: String) throws {
    let undisturbed = try builtVoice(plugin).say("This is heard to its end.")
    #expect(undisturbed.outcome == .finished)
    #expect(undisturbed.frames > 0)
    let voice = builtVoice(plugin)
    let long = String(repeating: "Nobody wants to hear all of this. ", count: 300)
    for _ in 1...3 {
      #expect(try voice.sayInterrupted(long) == .cancelled)
      #expect(try voice.say("This is heard to its end.") == undisturbed)
    }
  }

  private struct Enough: Error {}

  @Test(arguments: ["waits", "forked-hang", "rewound-hang", "deaf"])
  func `by an error of its listener hands that error on, and the next is whole`(id: String) throws {
    let faulty = try Faulty()
    let voice = faulty.voice(id)
    #expect(throws: Enough.self) {
      try voice.speak(SpeechRequest(text: line), cancellation: Cancellation()) {
        if case .sound = $0 { throw Enough() }
      }
    }
    #expect(try voice.say("Go on.") == faulty.voice("healthy").say("Go on."))
  }
}

@Suite(.startsProcesses) struct `A plugin's process` {
  @Test(arguments: ["healthy", "forked-ok", "waits", "deaf"])
  func `A plugin's process is gone after quit`(id: String) throws {
    let faulty = try Faulty()
    let voice = faulty.voice(id)
    if id == "waits" || id == "deaf" {
      #expect(try voice.sayInterrupted(line) == .cancelled)
    } else {
      #expect(try voice.say(line).outcome == .finished)
    }
    #expect(!faulty.processes.isEmpty)
    let workers = faulty.workers
    voice.quit()
    #expect(Processes.survivors(of: faulty.processes) == [])
    #expect(workers.filter(Processes.exists) == [], "it was not waited for")
  }

  @Test(arguments: ["healthy", "forked-ok", "rewound-counter"])
  func `is gone when nobody holds it any more`(id: String) throws {
    let faulty = try Faulty()
    var voice: VoiceClient? = faulty.voice(id)
    #expect(try voice?.say(line).outcome == .finished)
    let workers = faulty.workers
    #expect(workers.count == 1)
    voice = nil
    #expect(Processes.survivors(of: faulty.processes) == [])
    #expect(workers.filter(Processes.exists) == [], "it was not waited for")
  }

  @Test func `comes back when it is needed after quit`() throws {
    let faulty = try Faulty()
    let voice = faulty.voice("healthy")
    let first = try voice.say(line)
    voice.quit()
    #expect(try voice.say(line) == first)
  }

  @Test func `is gone when it was asked what it offers`() throws {
    let faulty = try Faulty()
    let setup = setup(faulty.path)
    let offered = try PluginProbe.descriptions(of: setup.file, setup.worker)
    #expect(offered.contains { $0.id == "crash" && !$0.isForked })
    #expect(offered.contains { $0.id == "forked-crash" && $0.isForked })
    #expect(Processes.survivors(of: faulty.processes) == [])
  }
}

@Suite(.startsProcesses) struct `A host that is killed` {
  @Test(arguments: ["hang", "hang-after", "forked-hang", "load-hang"])
  func `takes its worker along, whatever it is in`(id: String) throws {
    let folder = try TemporaryFolder()
    try folder.copy(Fixtures.faultyLibrary, as: "lib\(id).so")
    let host = try Running(
      Places.product("host"), ["--voice=\(id)", "-o", folder.path("out.wav"), line],
      environment: ["CUE_PLUGIN_PATH": folder.path, "CUE_LOG": "info"])
    #expect(host.talk(upTo: "has begun").contains("has begun"))
    let processes = Processes.descendants(of: host.processIdentifier)
    #expect(!processes.isEmpty)
    host.kill()
    #expect(Processes.survivors(of: processes) == [])
    #expect(Processes.mentioning(folder.path) == [])
  }

  @Test(.needsPython)
  func `A host that is killed takes a plugin program along`() throws {
    let folder = try TemporaryFolder()
    try folder.copy(Places.source("Tests/Fixtures/faulty.py"), as: "hang")
    let host = try Running(
      Places.product("host"),
      ["--voice=\(folder.path("hang"))", "-o", folder.path("out.wav"), line],
      environment: ["CUE_LOG": "info"])
    #expect(host.talk(upTo: "has begun").contains("has begun"))
    let processes = Processes.descendants(of: host.processIdentifier)
    #expect(processes.count >= 2, "a supervisor and the program")
    host.kill()
    #expect(Processes.survivors(of: processes) == [])
    #expect(Processes.mentioning(folder.path) == [])
  }
}

@Suite(.startsProcesses) struct `A host after its plugin ended` {
  /// Writing to a pipe without a reader ends a program that has not said otherwise.
  @Test func `a host survives writing to a plugin that is gone`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let path = try folder.copy(Places.product("libplugin-mock.so"), as: "mock.so")
      let ear = RecognizerClient(setup(path, id: "mock-ear"))
      let sound = AudioBuffer(int16: [1, 2, 3], rateHertz: 16000)
      try ear.begin(sound.format)
      for worker in Processes.mentioning(path) { kill(worker, SIGKILL) }
      try #require(Processes.survivors(of: Processes.mentioning(path)) == [])
      let failure = try #require(throws: ListenFailure.self) { try ear.take(sound) }
      #expect(failure.kind == .recognizerUnavailable)
      #expect(failure.plugin?.kind == .crashed(signal: SIGKILL))
    }
  }
}
