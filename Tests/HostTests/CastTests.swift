import Foundation
import TestSupport
import Testing

@Suite(.startsProcesses) struct `host cast` {
  private let stage: Stagehand
  private let scene: String

  init() throws {
    stage = try Stagehand()
    scene = try stage.folder.write(
      """
      Title: The Lamp

      INT. HALL - NIGHT

      NORA puts the lamp out. She sits down.

      NORA
      Is there still a train tonight, or did the last one leave?

      OSKAR
      There is always a train, and it is always late.

      NORA (V.O.)
      And you are here.

      OSKAR
      I am.

      NORA & OSKAR
      Good night.

      OSKAR ON PHONE
      Good night.

      OLD KING
      Who is there?
      """, as: "scene.fountain")
  }

  private func cast(_ arguments: [String], script: String? = nil) throws -> [String: Any] {
    let run = try stage.host(["cast", script ?? scene, "--json"] + arguments)
    #expect(run.status == 0, "\(run.talk)")
    return try #require(JSONSerialization.jsonObject(with: Data(run.text.utf8)) as? [String: Any])
  }

  private func roles(_ cast: [String: Any]) -> [String: [String: Any]] {
    var roles: [String: [String: Any]] = ["Narrator": cast["narrator"] as? [String: Any] ?? [:]]
    for role in cast["characters"] as? [[String: Any]] ?? [] {
      roles[role["name"] as? String ?? ""] = role
    }
    return roles
  }

  private func voices(_ cast: [String: Any]) -> [String: String] {
    roles(cast).compactMapValues { $0["voice"] as? String }
  }

  @Test func `cast gives every character a voice of its own, and keeps it`() throws {
    let first = try cast([])
    let voices = voices(first)
    #expect(Set(voices.keys) == ["Narrator", "NORA", "OSKAR", "OSKAR ON PHONE", "OLD KING"])
    #expect(Set(voices.values).count == 5)
    #expect(voices["NORA"] == "flite://slt")
    #expect(!voices.values.contains { $0.hasPrefix("mock") || $0.hasPrefix("elevenlabs") })
    let roles = roles(first)
    #expect(roles["OLD KING"]?["gender"] as? String == "male")
    #expect(roles["OLD KING"]?["age"] as? String == "old")
    #expect(roles["NORA"]?["aliases"] as? [String] == ["NORA", "NORA (V.O.)"])
    #expect((roles["NORA"]?["fallbacks"] as? [String])?.first?.hasPrefix("espeak://") == true)
    let crowds = try #require(first["crowds"] as? [[String: Any]])
    #expect(crowds.map { $0["said_by"] as? [String] } == [["NORA"]])
    let again = try cast([])
    #expect(self.voices(again) == voices)
    #expect(self.roles(again).values.allSatisfy { $0["new"] as? Bool == false })
    #expect(self.voices(try cast(["--again"])) == voices)
  }

  @Test func `does what the user says, and never touches it again`() throws {
    _ = try cast([])
    let set = try cast([
      "--cast", "oskar=flite:kal?pitch=2", "--narrator", "espeak:gmw/en+f3", "--fallback",
      "Oskar=flite:rms,espeak", "--note", "OSKAR=tired",
    ])
    #expect(voices(set)["OSKAR"] == "flite://kal?pitch=2")
    #expect(voices(set)["Narrator"] == "espeak://gmw/en+f3")
    let recast = roles(try cast(["--again", "--voice", "espeak"]))
    #expect(recast["OSKAR"]?["voice"] as? String == "flite://kal?pitch=2")
    #expect(recast["OSKAR"]?["locked"] as? Bool == true)
    #expect(recast["OSKAR"]?["notes"] as? String == "tired")
    #expect(recast["OSKAR"]?["fallbacks"] as? [String] == ["flite://rms", "espeak://"])
    #expect(recast["Narrator"]?["voice"] as? String == "espeak://gmw/en+f3")
    #expect((recast["NORA"]?["voice"] as? String)?.hasPrefix("espeak://") == true)
    let free = voices(try cast(["--unlock", "OSKAR", "--again", "--lock", "narrator"]))
    #expect(free["OSKAR"] != "flite://kal?pitch=2" && free["Narrator"] == "espeak://gmw/en+f3")
  }

  @Test func `asks about a name that may be another, and takes the answer`() throws {
    let run = try stage.host(["cast", scene])
    #expect(run.talk.contains("Is OSKAR ON PHONE OSKAR?"), "\(run.talk)")
    let merged = roles(try cast(["--alias", "OSKAR ON PHONE=OSKAR"]))
    #expect(merged["OSKAR ON PHONE"] == nil && merged["OSKAR"]?["dialogue_count"] as? Int == 3)
    #expect(roles(try cast([]))["OSKAR ON PHONE"] == nil)
    #expect(roles(try cast(["--alias", "OSKAR ON PHONE="]))["OSKAR ON PHONE"] != nil)
    let own = roles(try cast(["--cast", "NORA & OSKAR=flite:kal"]))
    #expect(own["NORA & OSKAR"]?["voice"] as? String == "flite://kal")
    #expect(roles(try cast([]))["NORA & OSKAR"]?["locked"] as? Bool == true)
  }

  @Test func `shows both directions, and warns of voices that are alike`() throws {
    let run = try stage.host([
      "cast", scene, "--cast", "NORA=flite:slt", "--cast", "OSKAR=flite:slt?pitch=1",
    ])
    #expect(run.status == 0)
    #expect(
      run.text.hasPrefix("The Lamp: 4 characters and a narrator, language en\n"), "\(run.text)")
    #expect(run.text.contains("“NORA & OSKAR” (1 speech) is said by NORA"))
    #expect(
      run.talk.contains("sound alike (flite:slt, flite:slt +1 semitone)."), "\(run.talk)")
    #expect(run.talk.contains("answer each other (4 times)"), "\(run.talk)")
    let apart = try stage.host(["cast", scene, "--cast", "OSKAR=flite:rms", "--list-by", "voice"])
    #expect(!apart.talk.contains("alike"), "\(apart.talk)")
    #expect(apart.text.contains("flite:slt"))
    let lines = apart.text.split(separator: "\n")
    #expect(lines.contains { $0.contains("flite:rms") && $0.contains("OSKAR") })
  }

  @Test func `casts a script in the language that its words are in`() throws {
    let script = try stage.folder.write(
      """
      INT. SAAL - ÖÖ

      MARI
      Kus sa eile õhtul olid? Ma ootasin sind kaua.

      JAAN
      Rong jäi hiljaks, ja siis hakkas vihma sadama.
      """, as: "saal.fountain")
    let run = try stage.host(["cast", script])
    #expect(run.text.contains("language et\n"), "\(run.talk)")
    #expect(run.text.contains("espeak:urj/et"), "\(run.text)")
    #expect(!run.text.contains("flite"))
  }

  @Test func `says once what ends it, and first what else was wrong`() throws {
    let run = try stage.host(["cast", scene, "--voice", "nosuch"])
    #expect(run.status == 69)
    #expect(run.talk.components(separatedBy: "nosuch cannot be used").count == 2, "\(run.talk)")
    let both = try stage.host(["cast", scene, "--voice", "nosuch,flite:nobody"])
    #expect(both.talk.components(separatedBy: "cannot be used").count == 3, "\(both.talk)")
  }

  @Test func `writes a file that another library takes`() throws {
    let path = stage.folder.path("cast.json")
    _ = try cast(["--cast", "OSKAR=flite:kal", "--write", path])
    let written = try String(contentsOfFile: path, encoding: .utf8)
    let other = try Stagehand()
    let taken = try other.host(["cast", scene, "--cast", path, "--write", "-"])
    #expect(taken.status == 0 && taken.text == written, "\(taken.talk)")
    let bad = [
      ("flite://kal", "flite://kalle", 69, "has no voice “kalle”"),
      ("flite://kal", "flute://kal", 69, "flute"),
      ("\"voice\"", "\"voise\"", 65, "there is no “voise”"),
    ]
    for (from, to, status, words) in bad {
      let text = written.replacing(from, with: to)
      let line = 1 + (written.components(separatedBy: from)[0].filter { $0 == "\n" }.count)
      let file = try stage.folder.write(text, as: "bad.json")
      let run = try stage.host(["cast", scene, "--cast", file])
      #expect(Int(run.status) == status)
      #expect(
        run.talk.contains("\(file), line \(line): ") && run.talk.contains(words), "\(run.talk)")
    }
    let stranger = try stage.folder.write(
      "{\"cue_cast\": 1,\n\"characters\": [\n{\"name\": \"BO\"}]}", as: "stranger.json")
    let run = try stage.host(["cast", scene, "--cast", stranger])
    #expect(run.status == 0 && run.talk.contains("line 3: nobody in"), "\(run.talk)")
  }

  @Test func `a voice of a removed plugin is kept and reported`() throws {
    _ = try cast(["--cast", "OSKAR=mock:low"])
    try FileManager.default.removeItem(atPath: stage.plugins + "/libmock.so")
    let run = try stage.host(["cast", scene])
    #expect(run.status == 0)
    #expect(run.talk.contains("OSKAR keeps mock:low, which cannot be had now"), "\(run.talk)")
    #expect(run.text.contains("not there"))
    #expect(roles(try cast([]))["OSKAR"]?["unavailable"] != nil)
  }

  @Test func `waits once for a plugin that breaks, and leaves it out`() throws {
    // A voice that ends its process when it is to speak.
    let whole = try String(
      contentsOfFile: Places.source("plugin-sdk/examples/python/voice.py"), encoding: .utf8)
    let head = "def speak(request, fields):\n"
    try stage.folder.write(
      whole.replacing(head, with: head + "    os._exit(3)\n"), as: "plugins/broken", isProgram: true
    )
    #expect(whole.contains(head))
    let first = try stage.host(["cast", scene])
    #expect(first.status == 0 && first.talk.contains("It gets no part."), "\(first.talk)")
    let second = try stage.host(["cast", scene])
    #expect(second.status == 0 && !second.talk.contains("It gets no part."), "\(second.talk)")
    _ = try stage.host(["plugins", "rescan"])
    #expect(try stage.host(["cast", scene]).talk.contains("It gets no part."))
  }

  @Test func `host cast lets a part be heard`() throws {
    let wav = stage.folder.path("nora.wav")
    let run = try stage.host(["cast", scene, "--hear", "nora", "-o", wav, "-q"])
    #expect(run.status == 0, "\(run.talk)")
    #expect(try Data(contentsOf: URL(filePath: wav)).count > 40_000)
  }

  @Test(arguments: [
    ([], 2, "A cast needs a script"), (["a", "b"], 2, "one script"),
    (["SCENE", "--cast", "NORA"], 2, "NAME=VOICE"),
    (["SCENE", "--cast", "NORA=flite:slt?tune=1"], 2, "there is no “tune”"),
    (["SCENE", "--cast", "BO=flite"], 2, "nobody in"),
    (["SCENE", "--list-by", "plugin"], 2, "--list-by is"),
    (["SCENE", "--lock", "NORA"], 2, "nobody plays"), (["SCENE", "-o", "a.wav"], 2, "--hear"),
    (["SCENE", "--cast", "NORA=flite:nobody"], 69, "has no voice “nobody”"),
    (["SCENE", "--voice", "nothing"], 69, "nothing"), (["none.fountain"], 66, "none.fountain"),
    (["SCENE", "--voice", "espeak:gmw/xx"], 69, "has no voice “gmw/xx”"),
  ])
  func `host cast explains what it cannot do`(words: [String], status: Int, sentence: String) throws
  {
    let run = try stage.host(["cast"] + words.map { $0 == "SCENE" ? scene : $0 })
    #expect(Int(run.status) == status && run.talk.contains(sentence), "\(run.status) \(run.talk)")
  }

  @Test func `a script without speeches has no cast`() throws {
    let path = try stage.folder.write("INT. HALL - DAY\n\nIt rains.\n", as: "quiet.fountain")
    let run = try stage.host(["cast", path])
    #expect(run.status == 65 && run.talk.contains("nobody speaks in it"))
    #expect(try stage.host(["cast", "--help"]).text.hasPrefix("Give the characters"))
  }
}
