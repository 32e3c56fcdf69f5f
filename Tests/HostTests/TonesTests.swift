import CueAudio
import Foundation
import TestSupport
import Glibc
import Testing

/// Directions are heard in every mode.
@Suite(.startsProcesses) struct `A direction of the script` {
  private let stage: Stagehand
  init() throws { stage = try Stagehand() }

  private func play(_ directions: [String], note: String = "") throws -> String {
    var text = "INT. HALL - NIGHT\n\n" + (note.isEmpty ? "" : note + "\n\n")
    for direction in directions {
      text +=
        "TOM\n" + (direction.isEmpty ? "" : direction + "\n") + "I told you that I would wait.\n\n"
    }
    return try stage.folder.write(text + "ANNA\nGood.\n", as: "play\(directions.count).fountain")
  }

  /// The clips of Tom's lines in a recording, in their order.
  private func clips(_ script: String, _ more: [String] = []) throws -> [String] {
    let run = try stage.host(
      [
        "generate", script, "--voice", "flite:slt", "--rules", "dialogue-only", "-o",
        stage.folder.path("out.wav"), "--json",
      ] + more)
    #expect(run.status == 0, "\(run.talk)")
    var byItem: [Int: String] = [:]
    for event in try stage.events(run) {
      guard let clip = event["clip"] as? String else { continue }
      if let item = event["item"] as? Int { byItem[item] = clip }
    }
    return byItem.sorted { $0.key < $1.key }.map(\.value)
  }

  @Test func `is heard in a recording, where it is one of speech`() throws {
    let directions = [
      "", "(shouting)", "(whispering)", "(angrily)", "(quickly)", "(to Anna)", "(reading)",
    ]
    let clips = try clips(try play(directions))
    #expect(Set(clips.prefix(5)).count == 5, "\(clips)")
    #expect(clips.count == 8 && clips[0] == clips[5] && clips[0] == clips[6], "\(clips)")
  }

  @Test func `A direction of the script is heard in a rehearsal`() throws {
    func heard(_ direction: String, _ more: [String] = [], note: String = "") throws -> Data {
      let path = stage.folder.path("heard.wav")
      let run = try stage.host(
        [
          "rehearse", try play([direction], note: note), "--as", "ANNA", "--voice", "flite:slt",
          "--scripted", "/dev/null", "-q", "-o", path,
        ] + more)
      #expect(run.status == 0, "\(run.talk)")
      return try Data(contentsOf: URL(filePath: path))
    }
    let plain = try heard("")
    #expect(try heard("(to Anna)") == plain)
    let sounds = try [
      heard("(shouting)"), heard("(sadly)"), heard("", ["--tone", "angry"]),
      heard("", ["--tone", "tom=urgent"]), heard("", note: "[[tone: fearful]]"),
    ]
    #expect(Set(sounds + [plain]).count == 6)
    #expect(try heard("", ["--tone", "anna=urgent"]) == plain)
    #expect(try heard("", note: "[[tone: angry]]") == heard("", ["--tone", "angry"]))
    #expect(try heard("(sadly)", ["--tone", "angry"]) == heard("(sadly)"), "the line is nearer")
  }

  @Test func `a direction affects only its own words`() throws {
    let run = try stage.host([
      "generate", try play([""]), "--voice", "flite", "--dry-run", "--tone", "nobody=sad",
    ])
    #expect(run.status == 2, "\(run.status)")
    #expect(run.talk.contains("--tone") && run.talk.contains("nobody"), "\(run.talk)")
  }

  @Test func `is an option of speech, whose manners go with tones`() throws {
    func said(_ more: [String]) throws -> Run {
      try stage.host(
        ["--voice", "flite", "-o", stage.folder.path("a.wav"), "-q"] + more + ["Go home."])
    }
    func sound(_ more: [String]) throws -> Data {
      let run = try said(more)
      #expect(run.status == 0, "\(run.talk)")
      return try Data(contentsOf: URL(filePath: stage.folder.path("a.wav")))
    }
    let sounds = try [
      sound([]), sound(["--tone", "angry"]), sound(["--tone", "angry,shouting"]),
      sound(["--tone", "shouting"]),
    ]
    #expect(Set(sounds).count == 4)
    #expect(try said(["--tone", "tom=sad"]).status == 2)
    #expect(try said(["--tone", "loud"]).talk.contains("shouting"))
  }

  /// flite's rms has one pitch.
  @Test(.needs(plugin: "sonic"))
  func `at another pitch than the voice can do is moved by an effect`() throws {
    let script = try play([""])
    func pitch(_ voice: String, _ more: [String: String] = [:]) throws -> Double {
      let path = stage.folder.path("pitch.wav")
      let run = try stage.host(
        [
          "rehearse", script, "--as", "ANNA", "--cast", "TOM=\(voice)", "--scripted",
          "/dev/null",
          "-q", "-o", path,
        ], more)
      #expect(run.status == 0, "\(run.talk)")
      let reader = try SoundFileReader(path: path)
      let sound = try #require(try reader.read(atMost: 1_000_000))
      return try #require(VoicePrint(of: sound)).pitchHertz
    }
    let effects = stage.folder.path("effects")
    try FileManager.default.createDirectory(atPath: effects, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: effects + "/libsonic.so", withDestinationPath: Places.product("libplugin-sonic.so"))
    let own = try pitch("flite:rms")
    #expect(abs(12 * log2(try pitch("flite:rms?pitch=4") / own)) < 0.3, "no effect is there")
    let moved = try pitch(
      "flite:rms?pitch=4", ["CUE_PLUGIN_PATH": stage.plugins + ":" + effects])
    #expect(abs(12 * log2(moved / own) - 4) < 0.7, "\(12 * log2(moved / own)) semitones")
  }

  /// `speak` and practice left a voice at its own pitch, and said a whisper with voice.
  @Test(.needs(plugin: "sonic"), arguments: ["speak", "practice"])
  func `that the engine cannot do is done by an effect in every mode`(mode: String) throws {
    let text = try stage.folder.write("I told you that I would wait for you.\n", as: "line.txt")
    let path = stage.folder.path("said.wav")
    func said(_ more: [String], _ effect: String? = nil) throws -> Data {
      var environment: [String: String] = [:]
      if let effect {
        let folder = stage.folder.path(effect)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
          atPath: folder + "/lib\(effect).so",
          withDestinationPath: Places.product("libplugin-\(effect).so"))
        environment["CUE_PLUGIN_PATH"] = stage.plugins + ":" + folder
      }
      let source = mode == "speak" ? ["speak", "-f", text] : ["practice", text, "--pause", "off"]
      let run = try stage.host(
        source + ["--voice", "flite:rms", "--language", "en", "-q", "-o", path] + more, environment)
      #expect(run.status == 0, "\(run.talk)")
      return try Data(contentsOf: URL(filePath: path))
    }
    func pitch() throws -> Double {
      let reader = try SoundFileReader(path: path)
      let sound = try #require(try reader.read(atMost: 1_000_000))
      return try #require(VoicePrint(of: sound)).pitchHertz
    }
    let plain = try said([])
    let own = try pitch()
    #expect(try said(["--pitch", "4"]) == plain, "no effect is there")
    _ = try said(["--pitch", "4"], "sonic")
    let moved = try 12 * log2(pitch() / own)
    #expect(abs(moved - 4) < 0.7, "\(moved) semitones")
    let soft = try said(["--tone", "whispering"])
    #expect(try said(["--tone", "whispering"], "whispering") != soft)
  }

  @Test func `warns where two parts have one voice`() throws {
    let script = try stage.folder.write(
      "TOM\nOne.\n\nANNA\nTwo.\n\nJO\nThree.\n", as: "three.fountain")
    let casting = ["--cast", "TOM=flite:slt", "--cast", "ANNA=flite:slt", "--cast", "JO=flite:rms"]
    let out = ["-o", stage.folder.path("a.wav")]
    let made = try stage.host(["generate", script] + casting + out)
    #expect(made.talk.contains("TOM, ANNA have one voice (flite:slt)"), "\(made.talk)")
    let rehearsed = ["rehearse", script, "--scripted", "/dev/null"] + casting + out
    #expect(try stage.host(rehearsed + ["--as", "JO"]).talk.contains("have one voice"))
    let own = try stage.host(rehearsed + ["--as", "TOM"])
    #expect(!own.talk.contains("have one voice"), "one of them is the actor's: \(own.talk)")
    let estonian = try stage.host(rehearsed + ["--as", "JO"], ["LC_ALL": "et_EE.UTF-8"])
    #expect(estonian.talk.contains("on üks hääl"), "\(estonian.talk)")
    #expect(try stage.host(["cast", script] + casting).talk.contains("have one voice"))
  }
}
