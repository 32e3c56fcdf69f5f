import CueModel
import CuePlugins
import Foundation
import Synchronization
import Testing
import TestSupport

@Suite(.startsProcesses, .needsPython) struct `What a plugin has learned` {
  private let program: KitProgram
  private let home: TemporaryFolder
  private var states: String { home.path("data/cue/states/learner") }

  init() throws {
    program = try KitProgram("learner")
    home = try TemporaryFolder()
  }

  /// Takes notes from any thread.
  private final class Notes: Sendable {
    let all = Mutex<[PluginNote.StateTrouble]>([])
  }

  /// The voice as a user has it, behind the wall.
  private func voice(
    _ notes: Notes = Notes(), _ settings: [(String, String)] = []
  ) throws -> VoiceClient {
    let user = UserEnvironment(
      variables: [
        "CUE_WORKER": Places.product("cue-worker"), "CUE_HOME": home.path, "PATH": "/usr/bin:/bin",
        "CUE_LEARNER_KEY": "a key of the user's",
      ], programFolder: Places.products)
    var host = PluginHost(user) { note in
      if case .state(_, let trouble) = note { notes.all.withLock { $0.append(trouble) } }
    }
    host.isUnconfined = true
    let choice = PluginChoice(
      reference: PluginReference(program.path),
      settings: settings.map { .init(name: $0, value: $1) })
    return VoiceClient(try host.setup(choice))
  }

  private func lines(_ voice: VoiceClient) throws -> String {
    String(decoding: try voice.answer(to: [], of: "org.example.lines/1"), as: UTF8.self)
  }

  @Test func `is kept, only for the user, and given to it at the next start`() throws {
    let first = try voice()
    #expect(try lines(first) == "0 ")
    _ = try first.say("Good evening.")
    _ = try first.say("Come in.")
    first.quit()
    #expect(try String(contentsOfFile: states, encoding: .utf8) == "lines 2 ")
    let attributes = try FileManager.default.attributesOfItem(atPath: states)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let second = try voice()
    #expect(try lines(second) == "2 ")
    second.quit()
  }

  @Test func `is written only if it has changed`() throws {
    let first = try voice()
    _ = try first.start()
    first.quit()
    #expect(!FileManager.default.fileExists(atPath: states))
  }

  @Test(arguments: [
    ("too-long", PluginNote.StateTrouble.tooLong(bytes: 600_008)), ("with-key", .holdsKey),
  ])
  func `is not kept if it is too long or holds a key, and that is reported`(
    kind: String, trouble: PluginNote.StateTrouble
  ) throws {
    let notes = Notes()
    let voice = try voice(notes, [("state", kind)])
    _ = try voice.say("Good evening.")
    voice.quit()
    #expect(notes.all.withLock { $0 } == [trouble])
    #expect(!FileManager.default.fileExists(atPath: states))
  }

  @Test func `that it does not take is reported, and it begins again`() throws {
    try home.makeFolders("data/cue/states")
    try "something else".write(toFile: states, atomically: true, encoding: .utf8)
    let notes = Notes()
    let voice = try voice(notes)
    #expect(try lines(voice) == "0 ")
    #expect(notes.all.withLock { $0 } == [.refused])
    voice.quit()
  }

  @Test func `goes with messages of its own, and unknown ones are refused`() throws {
    let voice = try voice()
    defer { voice.quit() }
    let answer = try voice.answer(to: Array("hello".utf8), of: "org.example.lines/1")
    #expect(String(decoding: answer, as: UTF8.self) == "0 hello")
    let failure = try #require(throws: PluginFailure.self) {
      try voice.answer(to: [], of: "org.example.other/1")
    }
    #expect(failure.kind == .refused(status: .unsupported))
  }

  @Test func `has parameters of all types`() throws {
    let voice = try voice()
    defer { voice.quit() }
    let parameters = try voice.parameters()
    #expect(parameters.map(\.name) == ["state", "loud", "key"])
    let quiet = try voice.say("a")
    let loud = try self.voice(Notes(), [("loud", "on")])
    defer { loud.quit() }
    #expect(try loud.say("a").sound?.int16s.first == 8000 + 97)
    #expect(quiet.sound?.int16s.first == Int16(1000 + 97))
    #expect(quiet.marks.isEmpty)
    let wrong = try self.voice(Notes(), [("state", "better")])
    let failure = try #require(throws: PluginFailure.self) { try wrong.start() }
    #expect(failure.reason.words?.contains("good, too-long, with-key") == true)
  }
}
