import Foundation
import TestSupport
import Testing

@Suite(.startsProcesses) struct `host rehearses a scene` {
  private let stage: Stagehand
  private var output: String { stage.folder.path("session.wav") }

  init() throws {
    stage = try Stagehand(hasBrokenVoices: true)
    try stage.folder.write(
      """
      INT. HALL - NIGHT

      ALEX
      One.

      JAMIE
      Two two.

      ALEX
      Three.

      SAM
      Four.
      """, as: "scene.fountain")
  }

  private var scene: String { stage.folder.path("scene.fountain") }

  /// Frames of a partner's line by the mock voice, and the pause behind it.
  private func line(_ text: String, pause: Int = 150) -> Int { text.count * 960 + pause * 16 }

  @Test func `from start to finish, the other parts in voices of their own`() throws {
    let script = try stage.folder.write("2\nnext\n", as: "actor.txt")
    let run = try stage.host([
      "rehearse", scene, "--as", "alex", "-v", "mock", "--script-actor", script, "--json", "-o",
      output,
    ])
    #expect(run.status == 0, "\(run.talk)")
    let events = try stage.events(run)
    let states = events.filter { $0["event"] as? String == "state" }.compactMap {
      $0["to"] as? String
    }
    #expect(
      states == [
        "waitingForUser", "playingPartner", "waitingForUser", "playingPartner", "finished",
      ])
    let voices = events.filter { $0["event"] as? String == "speaking" }.compactMap {
      $0["voice"] as? String
    }
    #expect(Set(voices).count == 2 && voices.count == 2)
    let last = try #require(events.last)
    #expect(last["event"] as? String == "finished")
    let frames = 2 * 16000 + line("Two two.") + line("Four.")
    #expect(last["frames"] as? Int == frames)
    #expect(try Fixtures.sound(inFile: output).frameCount == frames)
  }

  @Test func `with the pause of a tone, to the frame`() throws {
    for (arguments, pause) in [(["--pause-ms", "400"], 400), ([], 150)] {
      let run = try stage.host(
        ["rehearse", scene, "--as", "alex", "-v", "mock", "--script-actor", "-", "-o", output]
          + arguments, input: "next\nnext\n")
      #expect(run.status == 0, "\(run.talk)")
      #expect(
        try Fixtures.sound(inFile: output).frameCount
          == line("Two two.", pause: pause) + line("Four.", pause: pause))
    }
  }

  @Test func `and goes on with a stand-in where a voice crashes in mid-line`() throws {
    let run = try stage.host(
      [
        "rehearse", scene, "--as", "alex", "-v", "mock", "--cast", "JAMIE=crash", "--script-actor",
        "-", "--json", "-o", output,
      ], input: "next\nnext\n")
    #expect(run.status == 0, "\(run.talk)")
    let events = try stage.events(run)
    #expect(events.filter { $0["event"] as? String == "stand-in" }.count == 1)
    #expect(events.last?["completed_lines"] as? Int == 4)
  }

  @Test func `and shows the words where no voice works`() throws {
    let run = try stage.host(
      [
        "rehearse", scene, "--as", "alex", "-v", "refuses", "--script-actor", "-", "-o", output,
      ], input: "next\nnext\n")
    #expect(run.status == 69)
    #expect(run.text.contains("Two two.") && run.text.contains("Four."))
  }

  @Test func `of the examples, whole`() throws {
    let run = try stage.host([
      "rehearse", Places.source("Examples/the-last-train.fountain"), "--as", "NORA", "-v", "mock",
      "--json", "-o", output,
    ])
    #expect(run.status == 0, "\(run.talk)")
    let last = try #require(try stage.events(run).last)
    #expect(last["completed_lines"] as? Int == last["spoken_lines"] as? Int)
  }

  @Test func `in Estonian where the locale is, but for events`() throws {
    func rehearse(_ more: [String], input: String = "next\ngoto 9\nnext\n") throws -> Run {
      try stage.host(
        ["rehearse", scene, "-v", "mock", "--script-actor", "-", "-o", output] + more,
        input: input, ["LC_ALL": "et_EE.UTF-8"])
    }
    let run = try rehearse(["--as", "alex", "--verbose"])
    #expect(run.status == 0, "\(run.talk)")
    #expect(run.text.contains("Lõpp. Repliike 4/4, neist sinu 2; 0:01, failis \(output)."))
    #expect(run.talk.contains("(repliiki 9 ei ole; tekstis on neid 4)"))
    let nobody = try rehearse(["--as", "bob"])
    #expect(nobody.status == 2 && nobody.talk.contains("ei ole rolli „bob“"))
    #expect(nobody.talk.contains("Rollid ja nende repliikide arv: ALEX (2), JAMIE (1), SAM (1)"))
    let wrong = try rehearse(["--as", "alex"], input: "fly\n")
    #expect(wrong.status == 65 && wrong.talk.contains("'fly' ei ole näitleja tegevus"))
    let events = try stage.events(try rehearse(["--as", "alex", "--json"]))
    let ignored = events.first { $0["event"] as? String == "ignored" }
    #expect(ignored?["why"] as? String == "there is no line 9; the script has 4")
  }
}
