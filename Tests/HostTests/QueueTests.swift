import CueModel
import Foundation
import TestSupport
import Testing

@Suite(.startsProcesses) struct `host queue` {
  private let stage: Stagehand

  init() throws {
    stage = try Stagehand()
    // Half a second at a quarter of full scale.
    let run = try stage.host(
      ["-v", "mock", "-o", stage.folder.path("bell.wav"), "--rate", "1", "bellbell"])
    #expect(run.status == 0, "\(run.talk)")
  }

  private func sound(_ name: String = "out.wav") throws -> AudioBuffer {
    try Fixtures.sound(inFile: stage.folder.path(name))
  }

  private func queue(
    _ list: String, _ more: [String] = [], as name: String = "list.txt"
  ) throws -> Run {
    let path = try stage.folder.write(list, as: name)
    return try stage.host(
      ["queue", path, "-v", "mock", "-o", stage.folder.path("out.wav")] + more)
  }

  @Test func `plays a list of speech, clips and pauses`() throws {
    let run = try queue("Hello [sfx:bell]\n@pause 0.5\n@play bell.wav -6\n", ["--json"])
    #expect(run.status == 0, "\(run.talk)")
    // "Hello " has 6 characters of 60 ms, "bellbell" 8.
    #expect(try sound().frameCount == 16000 * (6 * 60 + 480 + 500 + 480) / 1000)
    let events = try stage.events(run)
    let names = events.compactMap { $0["event"] as? String }
    #expect(
      names.filter { ["prepared", "began", "ended"].contains($0) }
        == ["prepared", "began", "ended", "began", "ended", "began", "ended", "began", "ended"])
    for name in ["level", "pulse", "status", "speaking", "word"] {
      #expect(names.contains(name), "\(name)")
    }
    #expect(names.last == "done" && events.last?["items"] as? Int == 4)
    let levels = events.compactMap { $0["level"] as? Double }
    #expect(levels.allSatisfy { (0...1).contains($0) } && levels.contains { $0 > 0.5 })
  }

  @Test func `plays channels at once, each with a voice of its own`() throws {
    let run = try queue(
      #"[{"speak": "aaaaa", "voice": "mock:low"}, {"speak": "aaaaa", "voice": "mock:high", "channel": 1}]"#,
      as: "list.json")
    #expect(run.status == 0, "\(run.talk)")
    #expect(try sound().frameCount == 16000 * 300 / 1000)
  }

  @Test func `reads standard input, and gives the same sound each time`() throws {
    let list = "One two [sfx:bell]\n@channel 1\n@play bell.wav\nThree\n"
    func play(_ name: String) throws -> AudioBuffer {
      let run = try stage.host(
        [
          "queue", "-v", "mock", "--sfx-folder", stage.folder.path, "-o",
          stage.folder.path(name),
        ], input: list)
      #expect(run.status == 0, "\(run.talk)")
      return try sound(name)
    }
    #expect(try play("one.wav") == play("two.wav"))
  }

  @Test func `a missing clip is left out and reported`() throws {
    let run = try queue("Hello [sfx:bel] you\n")
    #expect(run.status == 0)
    #expect(run.talk.contains("there is no clip") && run.talk.contains("--sfx bel=FILE"))
    #expect(try sound().frameCount == 16000 * (6 + 4) * 60 / 1000)
    let named = try queue("Hello [sfx:bel]\n", ["--sfx", "bel=bell.wav"])
    #expect(named.status == 0 && !named.talk.contains("no clip"), "\(named.talk)")
  }

  @Test func `a failed item is reported, the queue continues, and the status is 1`() throws {
    let run = try queue("One\n@play nothing.wav\n@voice nobody\nTwo\n@voice\nThree\n", ["--json"])
    #expect(run.status == 1)
    let failed = try stage.events(run).filter { $0["event"] as? String == "failed" }
    #expect(failed.count == 2)
    #expect(try sound().frameCount == 16000 * (3 + 5) * 60 / 1000)
  }

  @Test func `explains a list that is wrong, by its line`() throws {
    let run = try queue("One\n@paus 1\n")
    #expect(run.status == 65)
    #expect(run.talk.contains("line 2: “@paus” is none of @voice"), "\(run.talk)")
    #expect(!FileManager.default.fileExists(atPath: stage.folder.path("out.wav")))
  }

  @Test func `warns where there is nothing to play`() throws {
    let run = try queue("# nothing\n")
    #expect(run.status == 0 && run.talk.contains("nothing in the queue"))
  }
}

@Suite(.startsProcesses) struct `host chorus` {
  private let stage: Stagehand

  init() throws { stage = try Stagehand() }

  private func chorus(_ name: String, _ more: [String]) throws -> AudioBuffer {
    let run = try stage.host(
      ["chorus", "hello there", "-o", stage.folder.path(name)] + more)
    #expect(run.status == 0, "\(run.talk)")
    return try Fixtures.sound(inFile: stage.folder.path(name))
  }

  @Test func `has voices say it together, with a variation that its seed chooses`() throws {
    let voices = ["--voice", "mock:low,mock:high,mock:low"]
    let one = try chorus("one.wav", voices)
    #expect(try chorus("again.wav", voices) == one)
    #expect(try chorus("other.wav", voices + ["--seed", "2"]) != one)
    let seconds = Double(one.frameCount) / 16000
    // 11 characters of 60 ms, 3 % and 60 ms more or less.
    #expect((0.6...0.8).contains(seconds))
  }

  @Test func `is as long as its voices where nothing varies, and as loud as one`() throws {
    let still = ["--onset", "0", "--vary-rate", "0", "--vary-pitch", "0"]
    let one = try chorus("one.wav", ["--voice", "mock"] + still)
    let three = try chorus("three.wav", ["--voice", "mock,mock,mock"] + still)
    #expect(one.frameCount == 16000 * 660 / 1000 && three.frameCount == one.frameCount)
    // Three equal voices of 1/√3 each.
    let peaks = [one, three].map { $0.floats.map(abs).max() ?? 0 }
    #expect(abs(peaks[1] / peaks[0] - 3 / Float(3).squareRoot()) < 0.01)
  }

  @Test func `host chorus names its voices in its events`() throws {
    let run = try stage.host(
      ["chorus", "hello", "--voice", "mock,mock:low", "--json", "-o", stage.folder.path("n.wav")])
    #expect(run.status == 0, "\(run.talk)")
    let events = try stage.events(run)
    for name in ["began", "said-by"] {
      let voices = events.filter { $0["event"] as? String == name }
        .compactMap { $0["voice"] as? String }
      #expect(Set(voices) == ["mock", "mock:low"], "\(name)")
    }
  }

  @Test func `asks for voices where there are none, and takes the profiles of the chorus`() throws {
    let run = try stage.host(["chorus", "hello", "-o", stage.folder.path("o.wav")])
    #expect(run.status == 2 && run.talk.contains("A chorus needs voices."))
    _ = try stage.host(["profiles", "set", "anna", "voice=mock:high", "chorus=on"])
    #expect(try chorus("anna.wav", []).frameCount > 0)
  }

  @Test func `lasts as long as it is asked to`() throws {
    let sound = try chorus(
      "long.wav",
      ["--voice", "mock,mock:high", "--seconds", "1", "--onset", "0", "--vary-rate", "0"])
    #expect(abs(sound.frameCount - 16000) < 800)
  }
}

@Suite(.startsProcesses) struct `host fit` {
  private let stage: Stagehand

  init() throws { stage = try Stagehand(adding: ["sonic", "rubberband"]) }

  private func fit(_ words: [String]) throws -> (run: Run, events: [[String: Any]]) {
    let run = try stage.host(
      ["fit", "-v", "mock", "--json", "-o", stage.folder.path("out.wav")] + words)
    return (run, try stage.events(run))
  }

  @Test func `fits words into a time by the voice's rate`() throws {
    // 1.2 s by itself.
    let (run, events) = try fit(["--seconds", "0.8", "twenty characters!!!"])
    #expect(run.status == 0, "\(run.talk)")
    let fitted = try #require(events.first)
    #expect(fitted["fitted"] as? Bool == true && fitted["tempo"] as? Double == 1)
    #expect(abs((fitted["rate"] as? Double ?? 0) - 1.5) < 0.01)
    let sound = try Fixtures.sound(inFile: stage.folder.path("out.wav"))
    #expect(abs(Double(sound.frameCount) / 16000 - 0.8) <= 0.05)
  }

  @Test func `fit reports the reached length if the voice alone is not enough`() throws {
    let (run, events) = try fit(["--seconds", "0.3", "--no-effect", "twenty characters!!!"])
    #expect(run.status == 1)
    #expect(events.first?["fitted"] as? Bool == false)
    #expect(abs((events.first?["seconds"] as? Double ?? 0) - 1.2 * 175 / 449) < 0.01)
  }

  @Test(.needs(plugin: "sonic"))
  func `fit uses an effect if the voice alone is not enough`() throws {
    let (run, events) = try fit(["--seconds", "0.35", "twenty characters!!!"])
    #expect(run.status == 0, "\(run.talk) \(events)")
    #expect((events.first?["tempo"] as? Double ?? 0) > 1.2)
  }

  @Test func `sound descriptions in subtitles are not spoken`() throws {
    let path = try stage.folder.write(
      "1\n00:00:00,500 --> 00:00:02,000\n[DOOR SLAMS]\n\n2\n00:00:02,500 --> 00:00:04,000\n(sighs) twenty characters!!!\n",
      as: "sounds.srt")
    let (run, events) = try fit(["--times", path])
    #expect(run.status == 0, "\(run.talk)")
    let fitted = events.filter { $0["fitted"] != nil }
    #expect(fitted.map { $0["line"] as? Int } == [6])
    #expect(abs((fitted.first?["own_seconds"] as? Double ?? 0) - 1.2) < 0.01)
  }

  @Test func `says subtitles at their times, faster where they take longer`() throws {
    let path = try stage.folder.write(
      """
      1
      00:00:00,500 --> 00:00:02,000
      short

      2
      00:00:02,500 --> 00:00:03,100
      twenty characters!!!

      """, as: "times.srt")
    let (run, events) = try fit(["--times", path])
    #expect(run.status == 0, "\(run.talk)")
    #expect(events.compactMap { $0["fitted"] as? Bool } == [true, true])
    #expect(events.first?["rate"] as? Double == 1)
    #expect((events.dropFirst().first?["rate"] as? Double ?? 0) > 1.9)
    let sound = try Fixtures.sound(inFile: stage.folder.path("out.wav"))
    let floats = sound.floats
    #expect(floats[..<8000].allSatisfy { $0 == 0 } && floats[8000..<12800].contains { $0 != 0 })
    #expect(floats[12800..<40000].allSatisfy { $0 == 0 })
    #expect(abs(sound.frameCount - 16000 * 31 / 10) <= 800)
  }

  @Test func `host fit explains what makes no sense`() throws {
    #expect(try stage.host(["fit", "hello"]).status == 2)
    #expect(try stage.host(["fit", "--seconds", "1"]).status == 2)
    let path = try stage.folder.write("hello\n", as: "no.srt")
    let run = try stage.host(["fit", "--times", path, "-o", stage.folder.path("o.wav")])
    #expect(run.status == 65 && run.talk.contains("there is no text with times"))
  }
}

@Suite(.startsProcesses) struct `host profiles` {
  private let stage: Stagehand

  init() throws { stage = try Stagehand() }

  private func sound(_ words: [String], _ name: String = "out.wav") throws -> AudioBuffer {
    let run = try stage.host(["-o", stage.folder.path(name)] + words + ["hello there"])
    #expect(run.status == 0, "\(run.talk)")
    return try Fixtures.sound(inFile: stage.folder.path(name))
  }

  @Test func `are voices wherever a voice is named`() throws {
    #expect(
      try stage.host(["profiles", "set", "anna", "voice=mock:high", "rate=1", "volume=0.5"]).status
        == 0)
    let plain = try sound(["-v", "mock:high", "--rate", "\(449.0 / 175)", "--volume", "0.5"])
    #expect(try sound(["-v", "profile:anna"]) == plain)
    #expect(try sound(["--voice=profile:ANNA,mock"]) == plain)

    let script = try stage.folder.write("ANNA\nYou are up.\n\nBEN\nNo.\n", as: "a.fountain")
    let rehearsal = try stage.host(
      [
        "rehearse", script, "--as", "BEN", "--cast", "ANNA=profile:anna", "--scripted",
        "/dev/null", "-o", stage.folder.path("r.wav"), "--json",
      ])
    #expect(rehearsal.status == 0, "\(rehearsal.talk)")
    #expect(rehearsal.text.contains("profile:anna"))
    let recording = try stage.host(
      [
        "generate", script, "--cast", "ANNA=profile:anna", "--cast", "BEN=mock:low", "-o",
        stage.folder.path("g.wav"), "-q",
      ])
    #expect(recording.status == 0, "\(recording.talk)")
    let speech = try stage.folder.write("One. Two.", as: "speech.txt")
    let practice = try stage.host(
      [
        "practice", speech, "-v", "profile:anna", "--pause", "off", "-o",
        stage.folder.path("p.wav"), "-q",
      ])
    #expect(practice.status == 0, "\(practice.talk)")
  }

  @Test func `vary by their seed, the same for the same line`() throws {
    _ = try stage.host(
      [
        "profiles", "set", "anna", "voice=mock", "rate-variation=0.2", "pitch-variation=0.2",
        "seed=5",
      ])
    let first = try sound(["-v", "profile:anna"])
    #expect(try sound(["-v", "profile:anna"], "again.wav") == first)
    _ = try stage.host(["profiles", "set", "anna", "seed=6"])
    #expect(try sound(["-v", "profile:anna"], "other.wav") != first)
  }

  @Test func `speak by default, for all languages or for one`() throws {
    _ = try stage.host(["profiles", "set", "anna", "voice=mock:high"])
    _ = try stage.host(["profiles", "set", "mari", "voice=mock:low", "language=et"])
    #expect(try stage.host(["profiles", "default", "anna"]).status == 0)
    #expect(try stage.host(["profiles", "default", "mari", "et"]).status == 0)
    func voice(_ words: [String]) throws -> String? {
      let run = try stage.host(["--json", "-o", stage.folder.path("o.wav"), "hello"] + words)
      return try stage.events(run).first?["voice"] as? String
    }
    #expect(try voice([]) == "profile:anna")
    #expect(try voice(["--language", "et"]) == "profile:mari")
    #expect(try voice(["--voice", "mock"]) == "mock")
    #expect(try stage.host(["profiles", "default", "none"]).status == 0)
    #expect(try voice([])?.hasPrefix("profile") == false)
  }

  @Test func `hide voices from lists and from casts`() throws {
    #expect(try stage.host(["profiles", "hide", "flite:awb"]).status == 0)
    #expect(try stage.host(["profiles", "hide", "flite:awb"]).status == 1)
    #expect(try !stage.host(["voices", "flite"]).text.contains("flite:awb "))
    #expect(try stage.host(["voices", "flite", "--all"]).text.contains("flite:awb "))
    // It can still be named.
    #expect(try sound(["-v", "flite:awb"]).frameCount > 0)
    #expect(try stage.host(["profiles", "unhide", "flite:awb"]).status == 0)
    #expect(try stage.host(["voices", "flite"]).text.contains("flite:awb "))
  }

  @Test func `host profiles are listed, shown and removed`() throws {
    _ = try stage.host(["profiles", "set", "zoe", "voice=mock:low"])
    _ = try stage.host(["profiles", "set", "Anna", "voice=mock:high", "language=et"])
    let events = try stage.events(try stage.host(["profiles", "list", "--json"]))
    #expect(events.map { $0["name"] as? String } == ["Anna", "zoe"])
    let estonian = try stage.events(try stage.host(["profiles", "list", "et", "--json"]))
    #expect(estonian.map { $0["name"] as? String } == ["Anna"])
    #expect(try stage.host(["profiles", "show", "zoe"]).text.contains("mock:low"))
    #expect(try stage.host(["profiles", "remove", "zoe"]).status == 0)
    #expect(try stage.host(["profiles", "remove", "zoe"]).status == 1)
  }

  @Test(arguments: [
    (["set", "anna", "rate=0.6"], "A profile needs a voice"),
    (["set", "anna", "voice=mock", "rat=0.6"], "Did you mean rate?"),
    (["set", "anna", "voice=mock", "pitch=9"], "from 0.5 to 2"),
    (["set", "anna", "voice=profile:anna"], "voice is one voice"),
    (["show", "ana"], "There is no profile"), (["default", "nobody"], "There is no profile"),
  ])
  func `host profiles explain what makes no sense`(words: [String], said: String) throws {
    let run = try stage.host(["profiles"] + words)
    #expect(run.status == 2)
    #expect(run.talk.contains(said), "\(run.talk)")
  }

  @Test func `suggest the profile that was meant`() throws {
    _ = try stage.host(["profiles", "set", "anna", "voice=mock"])
    let run = try stage.host(["-v", "profile:ana,mock", "-o", stage.folder.path("o.wav"), "x"])
    #expect(run.status == 2)
    #expect(run.talk.contains("Did you mean anna?"), "\(run.talk)")
  }

  @Test func `are not lost where their file is damaged`() throws {
    let folder = stage.folder.path("home/config/cue")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try "{\n\"profiles\": [\n".write(
      toFile: folder + "/voices.json", atomically: true, encoding: .utf8)
    let run = try stage.host(["profiles", "set", "anna", "voice=mock"])
    #expect(run.status == 78 && run.talk.contains("is damaged: line 3"), "\(run.talk)")
    #expect(
      try String(contentsOfFile: folder + "/voices.json", encoding: .utf8)
        == "{\n\"profiles\": [\n")
  }
}
