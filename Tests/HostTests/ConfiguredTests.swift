import Foundation
import TestSupport
import Testing

/// Settings are kept, and the prompter follows them.
@Suite(.startsProcesses) struct `A setting in cue.conf` {
  private let stage: Stagehand
  private var path: String { stage.folder.path("home/config/cue/cue.conf") }

  init() throws { stage = try Stagehand() }

  @Test(arguments: [
    (["voice", "nosuch"], "nosuch"), (["voice", "mock:nobody"], "has no voice “nobody”"),
    (["voice", "mock,nosuch"], "nosuch"), (["voice", "profile:nobody"], "nobody"),
    (["voice.et", "nosuch:et"], "nosuch"), (["recognizer", "nosuch"], "nosuch"),
    (["device", "nosuch"], "nosuch"), (["microphone", "nosuch:in"], "nosuch"),
    (["device", "espeak"], "kind device"), (["prompter-size", "4"], "1, 2"),
    (["prompter-hide", "all"], "full"), (["prompter-ease", "3"], "0 to 2"),
  ])
  func `is refused where it does not exist`(words: [String], why: String) throws {
    let run = try stage.host(["config", "set"] + words)
    #expect(run.status != 0 && run.talk.contains(why), "\(words): \(run.status) \(run.talk)")
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test(arguments: [
    ["voice", "mock:high"], ["voice", "espeak,mock"], ["voice.et", "espeak:et"],
    ["recognizer", "mock-ear"], ["device", "null"], ["device", "pulse:anything"],
    ["voice", "elevenlabs:somebody,mock"], ["prompter-mirror", "on"],
  ])
  func `A setting in cue.conf is kept where it does`(words: [String]) throws {
    let run = try stage.host(["config", "set"] + words)
    #expect(run.status == 0, "\(words): \(run.talk)")
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains(words[1]))
  }

  @Test func `that mirrors the prompter gives way to --no-mirror`() throws {
    #expect(try stage.host(["config", "set", "prompter-mirror", "on"]).status == 0)
    try stage.folder.write(
      "INT. HALL - NIGHT\n\nALEX\nOne and a half.\n\nJAMIE\nTwo.\n", as: "scene.fountain")
    for (words, shown) in [([], ".flah a dna enO"), (["--no-mirror"], "One and a half.")] {
      let run = try stage.startAtTerminal(
        ["rehearse", stage.folder.path("scene.fountain"), "--as", "alex", "-v", "mock"] + words
          + ["-o", stage.folder.path("session.wav")])
      #expect(run.waits { $0.text.contains { $0.contains(shown) } }, "\(run.screen.text)")
      run.type("q")
      #expect(run.end() == 0)
    }
  }

  @Test func `decides how the prompter looks, unless an option says otherwise`() throws {
    try stage.folder.write(
      "INT. HALL - NIGHT\n\nALEX\nOne and a half.\n\nJAMIE\nTwo.\n", as: "scene.fountain")
    for words in [["prompter-hide", "blanks"], ["prompter-size", "1"]] {
      #expect(try stage.host(["config", "set"] + words).status == 0)
    }
    func start(_ more: [String] = []) throws -> TerminalRun {
      try stage.startAtTerminal(
        [
          "rehearse", stage.folder.path("scene.fountain"), "--as", "alex", "-v", "mock", "-o",
          stage.folder.path("session.wav"),
        ] + more)
    }
    let hidden = try start()
    #expect(
      hidden.waits { $0.text.contains { $0.contains("___ ___ _ ____.") } },
      "\(hidden.screen.text)")
    hidden.type("q")
    #expect(hidden.end() == 0)
    let shown = try start(["--hide", "full"])
    #expect(
      shown.waits { $0.text.contains { $0.contains("One and a half.") } }, "\(shown.screen.text)")
    shown.type("q")
    #expect(shown.end() == 0)
  }
}
