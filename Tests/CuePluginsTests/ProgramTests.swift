import CueModel
import CuePlugins
import Testing
import TestSupport

/// Whether plugin programs in Python can run here.
let hasPython = (try? Run("/usr/bin/env", ["python3", "--version"]))?.status == 0

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

@Suite(.enabled(if: hasPython, "python3 is missing")) struct `A plugin that is a program` {
  struct Fault: Sendable, CustomTestStringConvertible {
    let id: String
    let kind: PluginFailure.Kind
    let words: String
    init(_ id: String, _ kind: PluginFailure.Kind, _ words: String) {
      self.id = id
      self.kind = kind
      self.words = words
    }
    var testDescription: String { id }
  }

  @Test(arguments: [
    Fault("garbage", .misbehaved, "saying a line: it announced a message of"),
    Fault("huge", .misbehaved, "saying a line: it announced a message of 2147483648 bytes"),
    Fault("half-frame", .misbehaved, "saying a line: it gave half a frame of sound"),
    Fault("half-message", .exited(status: 0), "ended its process while saying a line"),
    Fault("half-field", .misbehaved, "saying a line: it sent half a field"),
    Fault("long-field", .misbehaved, "a field of 4294967295 bytes does not fit its message"),
    Fault("short-number", .misbehaved, "saying a line: field 1 has 2 bytes and needs 4"),
    Fault("no-status", .misbehaved, "saying a line: its answer has no status"),
    Fault("nan-value", .misbehaved, "saying a line: field 59 is no finite number"),
    Fault("unknown", .misbehaved, "saying a line: it sent a message of the unknown type 238"),
    Fault("greedy", .misbehaved, "saying a line: it gave more sound than it was asked for"),
    Fault("crash", .crashed(signal: 11), "crashed while saying a line (SIGSEGV)"),
    Fault("closes", .exited(status: 0), "ended its process while saying a line"),
    Fault("unusable", .unusable, "cannot be used: It cannot work here"),
    Fault("exits", .exited(status: 7), "ended its process while starting, with status 7"),
    Fault("version-2", .unusable, "it speaks version 2 of the worker protocol"),
    Fault("undescribed", .misbehaved, "it did not say what it is"),
  ])
  func `fails with a sentence, and leaves no process behind`(fault: Fault) throws {
    let program = try FaultyProgram(fault.id)
    let voice = program.voice()
    let failure = try #require(throws: PluginFailure.self) { try voice.say(line) }
    #expect(failure.kind == fault.kind)
    #expect(failure.sentence.hasPrefix("program "))
    #expect(failure.sentence.contains(fault.words), "\(failure.sentence)")
    #expect(Processes.survivors(of: program.processes) == [])
    withExtendedLifetime(voice) {}
  }

  @Test func `is ended when it never answers`() throws {
    let program = try FaultyProgram("silent")
    var deadlines = Deadlines()
    deadlines.start = 100
    let voice = program.voice(deadlines)
    let failure = try #require(throws: PluginFailure.self) { try voice.say(line) }
    #expect(failure.kind == .hung(milliseconds: 100))
    #expect(failure.sentence == "program hung while starting: it did not answer within 100 ms.")
    #expect(Processes.survivors(of: program.processes) == [])
  }

  @Test(arguments: ["unknown-optional", "not-ours"])
  func `may send what the host does not know and need not`(fault: String) throws {
    let said = try FaultyProgram(fault).voice().say(line)
    #expect(said.outcome == .finished)
    #expect(said.bytes == Array(repeating: 0, count: 800))
  }

  @Test func `may claim wild numbers of its parameters`() throws {
    let parameters = try FaultyProgram("wild-parameter").voice().parameters()
    #expect(parameters.map(\.type) == ["number", "integer", "switch", "choice", "text"])
    #expect(parameters[3].initial == "")
  }

  @Test func `that is no program at all is told of`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("#!/nowhere/to/be/found\n", as: "program", isProgram: true)
    let voice = VoiceClient(setup(path, name: "program", isProgram: true))
    let failure = try #require(throws: PluginFailure.self) { try voice.say(line) }
    #expect(failure.kind == .exited(status: 127))
  }
}

@Suite(.enabled(if: hasPython, "python3 is missing")) struct `The example in Python` {
  private func voice() -> VoiceClient {
    VoiceClient(
      setup(
        Places.source("plugin-sdk/examples/python/voice.py"), name: "example", isProgram: true))
  }

  @Test func `says what it is`() throws {
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
  @Test func `waits for credit, and goes on`() throws {
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
