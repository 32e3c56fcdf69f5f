import Foundation
import TestSupport
import Testing

@Suite(.startsProcesses, .needs(plugin: "pocketsphinx"))
struct `A rehearsal that hears` {
  private let stage: Stagehand
  private var scene: String { stage.folder.path("scene.fountain") }

  init() throws {
    stage = try Stagehand(adding: ["pocketsphinx"])
    try stage.folder.write(
      """
      INT. HALL - NIGHT

      ALEX
      I have bought two tickets for the morning train.

      JAMIE
      Two two.

      ALEX
      Who are you running from this time?

      JAMIE
      Four.
      """, as: "scene.fountain")
  }

  private func heard(_ more: String...) throws -> (events: [[String: Any]], run: Run) {
    let run = try stage.host(
      ["rehearse", scene, "--as", "alex", "-v", "mock", "--device", "null", "--json"] + more)
    return (try stage.events(run), run)
  }

  @Test func `goes on when a robot has said its line, the same each time`() throws {
    let (events, run) = try heard("--robot", "flite:rms")
    #expect(run.status == 0, "\(run.talk)")
    let lines = events.filter { $0["event"] as? String == "heard" }
    #expect(lines.map { $0["reason"] as? String } == ["matched", "matched"])
    #expect(lines.map { $0["share"] as? Double } == [1, 1])
    #expect(events.last?["event"] as? String == "finished")
    #expect(try heard("--robot", "flite:rms").run.text == run.text)
  }

  @Test func `refuses what cannot be meant`() throws {
    for (words, why) in [
      (["--recognizer", "pocketsphinx"], "no --microphone where"),
      (["--robot", "flite", "--microphone", "a.wav"], "--robot speaks in your place"),
      (["--robot", "flite", "--advance", "mach"], "Did you mean match?"),
      (["--robot", "flite", "--advance", ","], "needs a way"),
    ] {
      let run = try stage.host(["rehearse", scene, "--as", "alex"] + words)
      #expect(run.status == 2, "\(words)")
      #expect(run.talk.contains(why), "\(run.talk)")
    }
  }

  @Test func `hears takes in a file one after the other, and ends with them`() throws {
    let takes = stage.folder.path("takes.wav")
    let said = try stage.host([
      "speak", "-v", "flite:rms", "I have bought two tickets for the morning train.", "-o", takes,
    ])
    #expect(said.status == 0, "\(said.talk)")
    let (events, run) = try heard("--microphone", takes)
    #expect(run.status == 0, "\(run.talk)")
    let lines = events.filter { $0["event"] as? String == "heard" }
    #expect(lines.count == 1 && lines.first?["share"] as? Double == 1)
    #expect(events.contains { $0["event"] as? String == "microphone-lost" })
    #expect(events.last?["event"] as? String == "stopped")
  }

  @Test func `says that nobody is heard where there is no microphone`() throws {
    let run = try stage.host(
      ["rehearse", scene, "--as", "alex", "-v", "mock", "--device", "null", "--microphone"])
    #expect(run.status == 69, "\(run.talk)")
    #expect(run.talk.contains("You cannot be heard"), "\(run.talk)")
  }

  @Test func `plays what a file beside the script directs`() throws {
    let direct = try stage.host(["direct", scene, "jamie", "delay=1.5", "tones=angry"])
    #expect(direct.status == 0, "\(direct.talk)")
    #expect(try stage.host(["direct", scene]).text == "[JAMIE]\ndelay = 1.5\ntones = angry\n")
    func frames(_ name: String) throws -> Int {
      let path = stage.folder.path(name)
      let run = try stage.host(
        ["rehearse", scene, "--as", "alex", "-v", "mock", "--scripted", "/dev/null", "-o", path])
      #expect(run.status == 0, "\(run.talk)")
      return try Fixtures.sound(inFile: path).frameCount
    }
    let directed = try frames("directed.wav")
    for key in ["delay=0", "tones="] { _ = try stage.host(["direct", scene, "JAMIE", key]) }
    #expect(try directed - frames("plain.wav") > 2 * 16000)
    #expect(try stage.host(["direct", scene, "BOB", "tones=sad"]).status == 2)
    try stage.folder.write("nonsense\n", as: "scene.fountain.direction")
    let broken = try stage.host([
      "rehearse", scene, "--as", "alex", "-v", "mock", "--device", "null",
    ])
    #expect(broken.status == 65 && broken.talk.contains("row 1"), "\(broken.talk)")
  }
}
