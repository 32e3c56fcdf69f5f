import Foundation
import TestSupport
import Testing

@Suite(.startsProcesses) struct `host config` {
  private let stage: Stagehand

  init() throws { stage = try Stagehand() }

  private func seconds(_ words: [String]) throws -> Double {
    let path = stage.folder.path("out.wav")
    let run = try stage.host(["-v", "mock", "-o", path, "--json", "hello"] + words)
    return try #require(try stage.events(run).last?["seconds"] as? Double, "\(run.talk)")
  }

  @Test func `keeps a rate for commands that are given none`() throws {
    let usual = try seconds([])
    #expect(try stage.host(["config", "set", "rate", "1"]).status == 0)
    // 449 words a minute instead of 175.
    #expect(abs(try seconds([]) - usual * 175 / 449) < 0.001)
    #expect(try seconds(["--rate", "1"]) == usual)
    #expect(try stage.host(["config", "unset", "rate"]).status == 0)
    #expect(try seconds([]) == usual)
    #expect(try stage.host(["config", "unset", "rate"]).status == 1)
  }

  @Test func `keeps a rate and a pitch for a recording, and makes other sound for them`() throws {
    let script = try stage.folder.write("ANNA\nYou are up.\n", as: "a.fountain")
    func frames() throws -> Int {
      let path = stage.folder.path("a.wav")
      let run = try stage.host(
        ["generate", script, "-v", "mock", "-o", path, "--loudness", "off", "-q"])
      #expect(run.status == 0, "\(run.talk)")
      return try Fixtures.sound(inFile: path).frameCount
    }
    let usual = try frames()
    #expect(try stage.host(["config", "set", "rate", "0.8"]).status == 0)
    #expect(try frames() < usual)
  }

  @Test func `config shows values and defaults, but no secrets`() throws {
    try stage.configure("rate = 0.4\nelevenlabs.key = sk_verysecret1234\nvoice.et = espeak:et\n")
    let text = try stage.host(["config", "show"]).text
    #expect(text.contains("rate = 0.4 ") && text.contains("pitch = 1 "))
    #expect(text.contains("voice.et = espeak:et"))
    #expect(!text.contains("verysecret"))
    let events = try stage.events(try stage.host(["config", "show", "--json"]))
    #expect(events.first { $0["name"] as? String == "rate" }?["set"] as? Bool == true)
    #expect(events.first { $0["name"] as? String == "pitch" }?["set"] as? Bool == false)
    #expect(try stage.host(["config", "show", "rate"]).text.hasPrefix("rate = 0.4"))
  }

  @Test(arguments: [
    (["strictnes", "gist"], "strictness"), (["local-only", "yes"], "on"),
    (["strictness", "gits"], "gist"),
  ])
  func `suggests what may have been meant`(words: [String], wanted: String) throws {
    let run = try stage.host(["config", "set"] + words)
    #expect(run.status == 2)
    #expect(run.talk.contains("Did you mean \(wanted)?"), "\(run.talk)")
  }

  @Test(arguments: [
    ["rate", "2"], ["pitch", "x"], ["rate.elevenlabs", "often"], ["voice", ",,"],
    ["elevenlabs.key", "sk_12345678"], ["no.such key", "x"], ["voice.et", ""],
  ])
  func `host config refuses what makes no sense`(words: [String]) throws {
    #expect(try stage.host(["config", "set"] + words).status == 2)
    #expect(!FileManager.default.fileExists(atPath: stage.folder.path("home/config/cue/cue.conf")))
  }

  /// A value that somebody has typed into the file is not ignored silently.
  @Test func `explains a wrong value in the file to the command that needs it`() throws {
    try stage.configure("rate = fast\n")
    let run = try stage.host(["-v", "mock", "-o", stage.folder.path("o.wav"), "hello"])
    #expect(run.status == 78)
    #expect(run.talk.contains("rate in cue.conf is a number from 0.1 to 1, not “fast”."))
  }

  @Test func `names the voice and the device that are used where none is named`() throws {
    #expect(try stage.host(["config", "set", "voice", "mock:high"]).status == 0)
    #expect(try stage.host(["config", "set", "device", "null"]).status == 0)
    let events = try stage.events(try stage.host(["--json", "hello there"]))
    #expect(events.first?["voice"] as? String == "mock:high")
    #expect(events.last?["event"] as? String == "done")
  }
}

@Suite(.startsProcesses) struct `host with local-only` {
  private let stage: Stagehand

  init() throws { stage = try Stagehand() }

  @Test(arguments: [true, false])
  func `starts no plugin that needs a network`(byOption: Bool) throws {
    if !byOption { try stage.configure("local-only = on\n") }
    let option = byOption ? ["--local-only"] : []
    let refused = try stage.host(
      ["-v", "elevenlabs", "-o", stage.folder.path("o.wav"), "hello"] + option)
    #expect(refused.status == 69)
    #expect(refused.talk.contains("elevenlabs needs a network"), "\(refused.talk)")
    let said = try stage.host(
      ["-v", "elevenlabs,mock", "-o", stage.folder.path("o.wav"), "hello"] + option)
    #expect(said.status == 0)
    #expect(try stage.host(["voices"] + option).text.contains("elevenlabs:") == false)
    let doctor = try stage.host(["doctor"] + option).text
    #expect(doctor.contains("elevenlabs needs a network, and nothing here may use one"))
  }

  @Test func `local-only is reported by every command that speaks or listens`() throws {
    for command in ["speak", "rehearse", "practice", "generate", "cast", "listen", "process"] {
      #expect(try stage.host([command, "--help"]).text.contains("--local-only"), "\(command)")
    }
  }
}
