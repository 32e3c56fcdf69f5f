import Cue
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite struct `A program that imports Cue` {
  private let installation: Installation
  /// Takes hours to say.
  private let longText = Array(repeating: "tomorrow and", count: 20_000).joined(separator: " ")

  init() throws { installation = try Installation() }

  private func speaker() throws -> Speaker {
    try Speaker(voices: "mock", plugins: installation.plugins)
  }

  @Test(.startsProcesses) func `gets the sound and the words of a line as they come`() async throws
  {
    var words: [String] = []
    var frames = 0
    let text = "Good evening"
    for try await event in try speaker().speak(text) {
      switch event {
      case .mark(let mark) where mark.kind == .word:
        words.append(String(decoding: Array(text.utf8)[mark.textRange], as: UTF8.self))
      case .sound(let sound): frames += sound.frameCount
      default: break
      }
    }
    #expect(words == ["Good", "evening"])
    #expect(frames > 0)
  }

  @Test(.startsProcesses) func `speaks into a file that holds all the sound`() async throws {
    let path = installation.folder.path("out.wav")
    let frames = Mutex(0)
    let seconds = try await speaker().speak("Good evening", to: .file(path)) { event in
      if case .sound(let sound) = event { frames.withLock { $0 += sound.frameCount } }
    }
    let sound = try Fixtures.sound(inFile: path)
    #expect(sound.frameCount == frames.withLock { $0 })
    #expect(seconds == Double(sound.frameCount) / Double(sound.format.rateHertz))
  }

  /// A device that went away ended the line, though it was back at once.
  @Test(.startsProcesses) func `says a line once more where the device goes away`() async throws {
    let device = Unplugged(installation)
    let events = Mutex<[String]>([])
    let text = Array(repeating: "tomorrow and", count: 40).joined(separator: " ")
    try await speaker().speak(text, to: device.destination) { event in
      events.withLock { events in
        switch event {
        case .sound where events.isEmpty:
          events.append("sound")
          try? device.unplug()
        case .startedOver:
          events.append("again")
          try? device.plugIn()
        case .mark(let mark) where mark.textRange.upperBound == text.utf8.count:
          events.append("last word")
        default: break
        }
      }
    }
    #expect(events.withLock { $0 } == ["sound", "again", "last word"])
  }

  @Test(.startsProcesses) func `a device that stays away is reported`() async throws {
    let device = Unplugged(installation)
    let error = await #expect(throws: CueError.self) {
      try await speaker().speak(longText, to: device.destination) { event in
        if case .sound = event { try? device.unplug() }
      }
    }
    guard case .output(.device) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
  }

  @Test(.startsProcesses)
  func `a cancelled line leaves no file, and only sound on its way is heard`()
    async throws
  {
    let path = installation.folder.path("out.wav")
    let speaker = try speaker()
    let text = longText
    let frames = Mutex(0)
    let (began, start) = AsyncStream<Void>.makeStream()
    let task = Task {
      try await speaker.speak(text, to: .file(path)) { event in
        guard case .sound(let sound) = event else { return }
        frames.withLock { $0 += sound.frameCount }
        start.yield()
      }
    }
    for await _ in began { break }
    task.cancel()
    await #expect(throws: CueError.self) { try await task.value }
    #expect(!FileManager.default.fileExists(atPath: path))
    let heard = frames.withLock { $0 }
    let whole = longText.utf8.count
    #expect(heard < whole * 100, "\(heard) frames of a text of \(whole) bytes")
    #expect(try await speaker.speak("Good evening", to: .file(path)) > 0)
  }

  @Test(.startsProcesses) func `ends a line when it leaves the loop, and speaks the next`()
    async throws
  {
    let speaker = try speaker()
    for try await event in speaker.speak(longText) {
      if case .sound = event { break }
    }
    let path = installation.folder.path("out.wav")
    #expect(try await speaker.speak("Good evening", to: .file(path)) > 0)
  }

  @Test func `a missing part is reported as a typed error`() {
    var user = UserEnvironment.current()
    user.variables["CUE_WORKER"] = "/nowhere/cue-worker"
    let error = #expect(throws: CueError.self) { try Speaker(plugins: Plugins(of: user)) }
    guard case .setup(.configuration(.workerMissing(let candidates))) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(candidates == ["/nowhere/cue-worker"])
  }

  @Test(.startsProcesses) func `finds the plugins and their voices`() async throws {
    let records = try await installation.plugins.installed()
    #expect(records.flatMap(\.plugins).contains { $0.id == "mock" && $0.kind == .voice })
    let voices = try await installation.plugins.voices()
    #expect(voices.contains { $0.plugin.id == "mock" })
  }

  @Test(.startsProcesses) func `judges a plugin, check by check`() async throws {
    var ids: [String] = []
    for try await result in Conformance.judge("mock", level: 1, plugins: installation.plugins) {
      #expect(!result.outcome.isFailure, "\(result)")
      ids.append(result.check)
    }
    #expect(ids.contains("library-loads"))
  }
}
