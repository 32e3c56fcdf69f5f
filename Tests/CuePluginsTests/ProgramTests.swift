import CueModel
import CuePlugins
import Testing
import TestSupport

/// A copy of the program that breaks the rules in the way it is named.
struct FaultyProgram {
  private let folder: TemporaryFolder
  let path: String

  init(_ fault: String) throws {
    folder = try TemporaryFolder()
    path = try folder.copy(Places.source("Tests/Fixtures/faulty.py"), as: fault)
  }

  func setup(_ deadlines: Deadlines = Deadlines()) -> PluginSetup {
    CuePluginsTests.setup(path, name: "program", isProgram: true, deadlines: deadlines, in: folder)
  }

  func voice(_ deadlines: Deadlines = Deadlines()) -> VoiceClient { VoiceClient(setup(deadlines)) }

  var processes: [Int32] { Processes.mentioning(path) }
}

@Suite(.needsPython) struct `A plugin that is a program` {
  struct Fault: Sendable, CustomTestStringConvertible {
    let id: String
    let kind: PluginFailure.Kind
    let reason: PluginFailure.Reason
    init(_ id: String, _ kind: PluginFailure.Kind, _ reason: PluginFailure.Reason) {
      self.id = id
      self.kind = kind
      self.reason = reason
    }
    var testDescription: String { id }
  }

  @Test(arguments: [
    Fault("garbage", .misbehaved, .broke(.messageTooLong(bytes: 1_936_287_828))),
    Fault("huge", .misbehaved, .broke(.messageTooLong(bytes: 2_147_483_648))),
    Fault("half-frame", .misbehaved, .broke(.halfFrame)),
    Fault("half-message", .exited(status: 0), .processEnded),
    Fault("half-field", .misbehaved, .broke(.halfField)),
    Fault("long-field", .misbehaved, .broke(.fieldTooLong(bytes: 4_294_967_295))),
    Fault("short-number", .misbehaved, .broke(.fieldSize(tag: 1, bytes: 2, needed: 4))),
    Fault("no-status", .misbehaved, .broke(.noStatus)),
    Fault("nan-value", .misbehaved, .broke(.notFinite(tag: 59))),
    Fault("unknown", .misbehaved, .broke(.unknownMessage(type: 238))),
    Fault("greedy", .misbehaved, .broke(.tooMuchSound)),
    Fault("crash", .crashed(signal: 11), .processEnded),
    Fault("closes", .exited(status: 0), .processEnded),
    Fault("unusable", .unusable, .said("It cannot work here")),
    Fault("exits", .exited(status: 7), .processEnded),
    Fault("version-2", .unusable, .otherProtocol(version: 2, supported: 1)),
    Fault("undescribed", .misbehaved, .broke(.undescribed)),
  ])
  func `fails for a reason, and leaves no process behind`(fault: Fault) throws {
    let program = try FaultyProgram(fault.id)
    let voice = program.voice()
    let failure = try #require(throws: PluginFailure.self) { try voice.say(line) }
    #expect(failure.kind == fault.kind)
    #expect(failure.plugin == "program")
    #expect(failure.isDue(to: fault.reason), "\(failure.reason)")
    #expect(Processes.survivors(of: program.processes) == [])
    withExtendedLifetime(voice) {}
  }

  @Test func `A plugin that is a program is ended when it never answers`() throws {
    let program = try FaultyProgram("silent")
    var deadlines = Deadlines()
    deadlines.start = 100
    let voice = program.voice(deadlines)
    let failure = try #require(throws: PluginFailure.self) { try voice.say(line) }
    #expect(failure.kind == .hung(milliseconds: 100))
    #expect(failure.activity == .starting && failure.reason == .noAnswer)
    #expect(Processes.survivors(of: program.processes) == [])
  }

  @Test(arguments: ["unknown-optional", "not-ours"])
  func `may send what the host does not know and need not`(fault: String) throws {
    let said = try FaultyProgram(fault).voice().say(line)
    #expect(said.outcome == .finished)
    #expect(said.bytes == (0..<800).map { $0 % 2 == 0 ? 0 : 16 })
  }

  @Test func `may claim wild numbers of its parameters`() throws {
    let parameters = try FaultyProgram("wild-parameter").voice().parameters()
    #expect(parameters.map(\.type) == ["number", "integer", "switch", "choice", "text"])
    #expect(parameters[3].initial == "")
  }

  @Test func `a file that cannot be executed is reported`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("#!/nowhere/to/be/found\n", as: "program", isProgram: true)
    let voice = VoiceClient(setup(path, name: "program", isProgram: true))
    let failure = try #require(throws: PluginFailure.self) { try voice.say(line) }
    #expect(failure.kind == .exited(status: 127))
  }
}

@Suite(.needsPython) struct `The example in Python` {
  private func voice() -> VoiceClient {
    VoiceClient(
      setup(
        Places.source("plugin-sdk/examples/python/voice.py"), name: "example", isProgram: true))
  }

  @Test func `The example in Python says what it is`() throws {
    let voice = voice()
    let description = try voice.start()
    #expect(description.id == "org.cue.example-python")
    #expect(description.kind == .voice)
    #expect(try voice.voices().map(\.id) == ["hum"])
    #expect(try voice.soundFingerprint() == "hum 1")
  }

  @Test func `hums its words, the same each time`() throws {
    let voice = voice()
    let said = try voice.say("Ärger, oh dear") { $0.wantsMarks = true }
    #expect(said.outcome == .finished)
    #expect(said.format == AudioFormat(sample: .int16, rateHertz: 22050))
    #expect(said.marks.map(\.textRange) == [0..<7, 8..<10, 11..<15])
    #expect(said.marks.map(\.frame).first == 0)
    #expect(try voice.say("Ärger, oh dear") { $0.wantsMarks = true } == said)
  }

  /// Ten seconds of credit are not enough for this line.
  @Test func `The example in Python waits for credit, and goes on`() throws {
    let words = 200
    let said = try voice().say(Array(repeating: "word", count: words).joined(separator: " "))
    #expect(said.outcome == .finished)
    #expect(said.frames == words * (Int(22050 * 0.26) + Int(22050 * 0.08)))
  }

  @Test func `stops when it is cancelled, and says the next line whole`() throws {
    let voice = voice()
    let undisturbed = try voice.say("to the end")
    let cancellation = Cancellation()
    let outcome = try voice.speak(
      SpeechRequest(text: String(repeating: "on and on ", count: 500)), cancellation: cancellation
    ) { if case .sound = $0 { cancellation.cancel() } }
    #expect(outcome == .cancelled)
    #expect(try voice.say("to the end") == undisturbed)
  }
}
