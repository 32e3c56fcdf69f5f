import CueCasting
import CueModel
import CuePlugins
import Foundation
import Testing
import TestSupport

/// A program of the kit for Python, from Tests/Fixtures.
struct KitProgram {
  let folder: TemporaryFolder
  let path: String

  init(_ name: String) throws {
    folder = try TemporaryFolder()
    path = folder.path(name)
    try FileManager.default.copyItem(
      atPath: Places.source("Tests/Fixtures/\(name).py"), toPath: path)
    try FileManager.default.copyItem(
      atPath: Places.source("plugin-sdk/templates/python/all/src/cue_plugin.py"),
      toPath: folder.path("cue_plugin.py"))
  }

  func setup(
    _ parameters: [(name: String, value: String)] = []
  ) -> PluginSetup {
    CuePluginsTests.setup(path, isProgram: true, parameters: parameters, in: folder)
  }
}

extension Voice {
  /// Says a line whose text comes in `pieces`; each but the first is added when there is sound of those before.
  fileprivate func say(
    pieces: [String], _ change: (inout SpeechRequest) -> Void = { _ in }
  ) throws -> Said {
    let inflow = TextInflow()
    var rest = pieces[...]
    func add() {
      rest.popFirst().map(inflow.add)
      if rest.isEmpty { inflow.end() }
    }
    add()
    var request = SpeechRequest(inflow)
    change(&request)
    var said = Said()
    said.outcome = try speak(request, cancellation: Cancellation()) { event in
      said.take(event)
      if case .sound = event { add() }
    }
    return said
  }
}

@Suite(.startsProcesses, .timeLimit(.minutes(1))) struct `A text that comes in pieces` {
  private static let pieces = ["Good ev", "ening, Nora. ", "Come ", "in."]

  @Test(arguments: [
    ["Good evening, Nora. ", "Come in."], ["Good ", "evening, Nora. Come ", "in."],
    ["Good evening", ", Nora. ", "Come in."],
  ])
  func `is said as it comes by a voice that takes pieces, and sounds as in one piece`(
    pieces: [String]
  ) throws {
    let voice = builtVoice("mock").normalized
    defer { voice.quit() }
    let whole = try voice.say(pieces.joined()) { $0.wantsMarks = true }
    // "Good evening" is said up to its blank, which is enough for a first sound.
    let said = try voice.say(pieces: pieces) { $0.wantsMarks = true }
    #expect(said.outcome == .finished)
    #expect(said.bytes == whole.bytes)
    #expect(said.marks == whole.marks)
  }

  @Test func `is said sentence by sentence by a voice that takes none`() throws {
    let voice = builtVoice("flite").normalized
    defer { voice.quit() }
    let whole = try voice.say("Good evening, Nora. Come in.") { $0.wantsMarks = true }
    // The second piece is added when the first sentence sounds: its end is known by the next word.
    let said = try voice.say(pieces: ["Good evening, Nora. Come ", "in."]) { $0.wantsMarks = true }
    #expect(said.outcome == .finished)
    // Its sound of a sentence depends a little on the sentence before.
    #expect(said.bytes.count == whole.bytes.count)
    #expect(said.marks == whole.marks)
  }

  @Test(arguments: ["mock", "flite"])
  func `has its numbers spoken, and the places of its words are those of the text`(plugin: String)
    throws
  {
    let voice = builtVoice(plugin).normalized
    defer { voice.quit() }
    let text = "It is 42 km away. I have 3.5 hours."
    let whole = try voice.say(text) { $0.wantsMarks = true }
    let said = try voice.say(pieces: ["It is 42 km away. I ha", "ve 3.5 hours."]) {
      $0.wantsMarks = true
    }
    #expect(said.marks.map(\.textRange) == whole.marks.map(\.textRange))
    #expect(said.bytes.count == whole.bytes.count)
  }

  @Test(arguments: ["mock", "flite"])
  func `is cancelled while more is awaited, and the voice says the next line`(plugin: String) throws
  {
    let voice = builtVoice(plugin).normalized
    defer { voice.quit() }
    let inflow = TextInflow()
    inflow.add("Good evening. Come ")
    let cancellation = Cancellation()
    let outcome = try voice.speak(SpeechRequest(inflow), cancellation: cancellation) { event in
      if case .sound = event { cancellation.cancel() }
    }
    #expect(outcome == .cancelled)
    #expect(try voice.say("Good evening.").bytes == builtVoice(plugin).say("Good evening.").bytes)
  }

  @Test(arguments: ["mock", "flite"])
  func `without words is silent, and is no error`(plugin: String) throws {
    let voice = builtVoice(plugin).normalized
    defer { voice.quit() }
    let inflow = TextInflow()
    inflow.end()
    var said = Said()
    said.outcome = try voice.speak(SpeechRequest(inflow), cancellation: Cancellation()) {
      said.take($0)
    }
    #expect(said.outcome == .finished && said.frames == 0)
  }

  @Test func `is said from its start by the next voice if one fails in the middle`() throws {
    let failing = builtVoice("mock", "", [("fail-after", "8")]).normalized
    let standIn = builtVoice("mock", "high").normalized
    defer {
      failing.quit()
      standIn.quit()
    }
    let chain = FallbackVoice([failing, standIn])
    let said = try chain.say(pieces: ["Good ", "evening, Nora. Come in."])
    #expect(said.standIns.map(\.voice) == ["mock:high"])
    #expect(try said.bytes == standIn.say("Good evening, Nora. Come in.").bytes)
  }

  @Test func `knows a voice by its name`() throws {
    let voice = VoiceClient(setup(Places.product("libplugin-mock.so"), id: "mock"), voice: "High")
      .normalized
    defer { voice.quit() }
    #expect(
      try voice.say(pieces: ["Good evening."]).bytes
        == builtVoice("mock", "high").say("Good evening.").bytes)
  }

  @Test(.needsPython) func `is said by a program of the kit for Python`() throws {
    let program = try KitProgram("learner")
    let voice = VoiceClient(program.setup()).normalized
    defer { voice.quit() }
    let said = try voice.say(pieces: ["Good ", "evening, Nora. ", "Come in."])
    #expect(said.outcome == .finished)
    #expect(try said.bytes == voice.say("Good evening, Nora. Come in.").bytes)
    #expect(said.frames == 100 * "Good evening, Nora. Come in.".utf8.count)
  }

  @Test(.needsPython) func `is cancelled in a program of the kit for Python`() throws {
    let program = try KitProgram("learner")
    let voice = VoiceClient(program.setup()).normalized
    defer { voice.quit() }
    let inflow = TextInflow()
    inflow.add("Good evening. Come ")
    let cancellation = Cancellation()
    let outcome = try voice.speak(SpeechRequest(inflow), cancellation: cancellation) { event in
      if case .sound = event { cancellation.cancel() }
    }
    #expect(outcome == .cancelled)
    #expect(try voice.say("Good evening.").frames == 100 * "Good evening.".utf8.count)
  }
}
