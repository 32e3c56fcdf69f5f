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

  /// Frames of a partner's line by the mock voice, and the pause after it.
  private func line(_ text: String, pause: Int = 150) -> Int { text.count * 960 + pause * 16 }

  @Test func `from start to finish, the other parts in voices of their own`() throws {
    let script = try stage.folder.write("2\nnext\n", as: "actor.txt")
    let run = try stage.host([
      "rehearse", scene, "--as", "alex", "-v", "mock", "--scripted", script, "--json", "-o",
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
    for (arguments, pause) in [(["--gap", "400"], 400), ([], 150)] {
      let run = try stage.host(
        ["rehearse", scene, "--as", "alex", "-v", "mock", "--scripted", "-", "-o", output]
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
        "rehearse", scene, "--as", "alex", "-v", "mock", "--cast", "JAMIE=crash", "--scripted",
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
        "rehearse", scene, "--as", "alex", "-v", "refuses", "--scripted", "-", "-o", output,
      ], input: "next\nnext\n")
    #expect(run.status == 69)
    #expect(run.text.contains("Two two.") && run.text.contains("Four."))
  }

  @Test func `in silence, in the time of the sound, where there is no sound server`() throws {
    let run = try stage.host(
      ["rehearse", scene, "--as", "alex", "-v", "mock", "--from", "3", "--scripted", "/dev/null"])
    #expect(run.status == 0, "\(run.talk)")
    #expect(run.talk.contains("Nothing can be heard:") && run.talk.contains("without sound"))
    #expect(run.text.contains("The end."))
    let named = try stage.host([
      "rehearse", scene, "--as", "alex", "-v", "mock", "--scripted", "/dev/null", "--device",
      "nosuch",
    ])
    #expect(named.status != 0, "a device that is not there is a mistake")
  }

  @Test func `on the second device where the first is gone`() throws {
    let gone = try stage.folder.write("", as: "gone")
    let run = try stage.host([
      "rehearse", scene, "--as", "alex", "-v", "mock", "--scripted", "/dev/null", "--device",
      "null", "--set", "gone-while=\(gone)", "--device", "null:null",
    ])
    #expect(run.status == 0, "\(run.talk)")
    #expect(run.talk.contains("The device is gone.") && run.talk.contains("goes on to null:null"))
  }

  @Test func `by lines of a pipe, each of them the actor's next`() throws {
    let run = try stage.host(
      ["rehearse", scene, "--as", "alex", "-v", "mock", "-o", output],
      input: "One, I say\n\n")
    #expect(run.status == 0, "\(run.talk)")
    #expect(
      try Fixtures.sound(inFile: output).frameCount == line("Two two.") + line("Four."))
  }

  @Test func `host rehearses a scene, or some lines, any number of times`() throws {
    let both = try stage.folder.write(
      "INT. A\n\nALEX\nOne.\n\nINT. B\n\nJAMIE\nTwo.\n\nALEX\nThree.\n\nJAMIE\nFour.\n",
      as: "two.fountain")
    func shown(_ more: [String]) throws -> [String] {
      let run = try stage.host(
        [
          "rehearse", both, "--as", "alex", "-v", "mock", "--scripted", "/dev/null", "--json", "-o",
          output,
        ]
          + more)
      #expect(run.status == 0, "\(run.talk)")
      return try stage.events(run).filter { $0["event"] as? String == "shown" }.compactMap {
        $0["text"] as? String
      }
    }
    #expect(try shown(["--scene", "2"]) == ["INT. B", "Two.", "Three.", "Four."])
    #expect(try shown(["--from", "2", "--to", "3"]) == ["INT. B", "Two.", "Three."])
    #expect(try shown(["--scene", "1", "--times", "2"]) == ["INT. A", "One.", "INT. A", "One."])
    let loop = ["INT. B", "Two.", "Three."]
    #expect(try shown(["--loop", "2-3", "--times", "3"]) == loop + loop + loop)
    // A loop ends with the actor's file.
    #expect(try shown(["--loop", "2-3"]) == loop)
    #expect(try shown(["--scene", "1", "--repeat"]) == ["INT. A", "One."])
    // Nobody could end these: a scene without the actor, and an action in a partner's line that never comes.
    let pending = try stage.folder.write("at 0.5 pause\n", as: "pending")
    for endless in [
      ["jamie", "--scene", "1", "--scripted", "/dev/null"],
      ["alex", "--scene", "1", "--scripted", pending],
    ] {
      let run = try stage.host(
        ["rehearse", both, "-v", "mock", "-o", output, "--repeat", "--as"] + endless)
      #expect(run.status == 0, "\(run.talk)")
    }
    for wrong in [
      ["--scene", "3"], ["--to", "9"], ["--from", "3", "--to", "2"], ["--scene", "1", "--to", "2"],
      ["--loop", "2-9"], ["--loop", "2-3", "--from", "2"],
      ["--repeat", "--times", "2"],
    ] {
      let run = try stage.host(
        ["rehearse", both, "--as", "alex", "-v", "mock", "-o", output] + wrong)
      #expect(run.status == 2, "\(wrong) \(run.talk)")
    }
  }

  @Test func `an actor rehearses any part of a shared speech`() throws {
    let crowd = try stage.folder.write(
      "ANNA\nOne.\n\nTOM\nTwo.\n\nANNA AND TOM\nThree.\n\nBOTH\nFour.\n\nANNA/BEN\nFive.\n",
      as: "crowd.fountain")
    for (role, own) in [("ANNA", [1, 3, 4, 5]), ("TOM", [2, 3, 4]), ("BEN", [5])] {
      let run = try stage.host([
        "rehearse", crowd, "--as", role, "-v", "mock", "--scripted", "/dev/null", "--json", "-o",
        output,
      ])
      #expect(run.status == 0, "\(run.talk)")
      let events = try stage.events(run)
      #expect(
        events.filter { $0["own"] as? Bool == true }.compactMap { $0["number"] as? Int } == own)
      #expect(events.last?["own_lines"] as? Int == own.count)
      #expect(events.last?["completed_lines"] as? Int == 5)
    }
  }

  @Test func `host rehearses a scene of the examples, whole`() throws {
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
        ["rehearse", scene, "-v", "mock", "--scripted", "-", "-o", output] + more,
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
