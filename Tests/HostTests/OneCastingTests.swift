import Foundation
import TestSupport
import Testing

/// One script in `cast`, `generate` and `rehearse`: the same part has the same voice.
@Suite(.startsProcesses) struct `One casting serves every command` {
  private let stage: Stagehand
  private let scene: String

  init() throws {
    stage = try Stagehand()
    scene = try stage.folder.write(
      """
      Title: The Lamp
      Lexicon: Oskar = Oss-kar

      INT. HALL - NIGHT

      NORA puts the lamp out. She sits down.

      NORA
      Is there still a train tonight, Oskar?

      OSKAR
      There is always a train.

      OLD KING
      Who is there?

      NORA
      Nobody.

      OSKAR ON PHONE
      Nobody at all.

      NORA & OSKAR
      Good night.

      BOTH
      Good night!
      """, as: "scene.fountain")
  }

  /// The voices of the parts in `host cast`, as in "flite:slt".
  private func cast(_ arguments: [String] = []) throws -> [String: String] {
    let run = try stage.host(["cast", scene, "--json"] + arguments)
    #expect(run.status == 0, "\(run.talk)")
    let cast = try #require(
      JSONSerialization.jsonObject(with: Data(run.text.utf8)) as? [String: Any])
    var voices: [String: String] = [:]
    for role in cast["characters"] as? [[String: Any]] ?? [] {
      guard let name = role["name"] as? String, let voice = role["voice"] as? String else {
        continue
      }
      voices[name] = String(voice.split(separator: "?")[0].replacing("://", with: ":"))
    }
    return voices
  }

  private func generated(_ arguments: [String] = []) throws -> [String: String] {
    let run = try stage.host(["generate", scene, "--dry-run", "--json"] + arguments)
    #expect(run.status == 0, "\(run.talk)")
    var voices: [String: String] = [:]
    for event in try stage.events(run) where event["event"] as? String == "item" {
      guard let name = event["speaker"] as? String, name != "Narrator" else { continue }
      voices[name] = "\(event["provider"] ?? ""):\(event["voice"] ?? "")"
    }
    return voices
  }

  /// The voices of the partners in `host rehearse`, without the pitch and those who stand in.
  private func rehearsed(
    as own: String = "OLD KING", _ arguments: [String] = []
  ) throws -> [String: String] {
    let run = try stage.host(
      [
        "rehearse", scene, "--as", own, "--scripted", "/dev/null", "--json", "-o",
        stage.folder.path("heard.wav"),
      ] + arguments)
    #expect(run.status == 0, "\(run.talk)")
    var voices: [String: String] = [:]
    for event in try stage.events(run) where event["event"] as? String == "speaking" {
      guard let name = event["character"] as? String, let chain = event["voice"] as? String else {
        continue
      }
      let first = chain.split(separator: ",")[0]
      voices[name] = String(first.replacing(#/[+-]\d+(\.\d+)?st$/#, with: ""))
    }
    return voices
  }

  /// Whether `voices` has only voices of `all`, and those of all `names`.
  private func agrees(
    _ voices: [String: String], _ all: [String: String], without names: Set<String> = []
  ) -> Bool { voices == all.filter { !names.contains($0.key) } }

  @Test func `a rehearsal keeps its proposed cast for later commands`() throws {
    let rehearsed = try rehearsed()
    #expect(Set(rehearsed.keys) == ["NORA", "OSKAR", "OSKAR ON PHONE"])
    #expect(Set(rehearsed.values).count == 3)
    #expect(rehearsed["NORA"] == "flite:slt")
    let generated = try generated()
    #expect(agrees(rehearsed, generated, without: ["OLD KING"]), "\(rehearsed) \(generated)")
    #expect(try cast() == generated)
    #expect(agrees(try self.rehearsed(as: "NORA"), generated, without: ["NORA"]))
  }

  @Test func `from the first run on, whichever command that is`() throws {
    let first = try generated()
    #expect(try cast() == first)
    #expect(agrees(try rehearsed(), first, without: ["OLD KING"]))
  }

  @Test func `with locks, aliases and a file that all of them obey`() throws {
    let set = try cast([
      "--cast", "OSKAR=espeak:gmw/en+f3", "--cast", "NORA=flite:kal", "--alias",
      "OSKAR ON PHONE=OSKAR",
      "--write", stage.folder.path("cast.json"),
    ])
    #expect(set["OSKAR"] == "espeak:gmw/en+f3" && set["OSKAR ON PHONE"] == nil)
    #expect(try generated() == set)
    #expect(agrees(try rehearsed(), set, without: ["OLD KING"]))
    _ = try cast(["--unlock", "NORA", "--unlock", "OSKAR", "--alias", "OSKAR ON PHONE=", "--again"])
    let file = ["--cast", stage.folder.path("cast.json")]
    #expect(try generated(file) == set)
    #expect(agrees(try rehearsed(as: "OLD KING", file), set, without: ["OLD KING"]))
    #expect(try cast(file) == set)
  }

  @Test func `choices for one run are only kept by 'host cast'`() throws {
    let before = try cast()
    let wishes = ["--cast", "OSKAR=flite:kal", "--alias", "OSKAR ON PHONE=OSKAR"]
    var wished = before
    wished["OSKAR"] = "flite:kal"
    wished["OSKAR ON PHONE"] = nil
    #expect(try generated(wishes) == wished)
    #expect(agrees(try rehearsed(as: "NORA", wishes), wished, without: ["NORA"]))
    #expect(try cast() == before)
    #expect(try cast(wishes) == wished)
    #expect(try generated() == wished)
  }

  @Test func `One casting serves every command with voices to choose from`() throws {
    let espeak = try rehearsed(as: "NORA", ["--voice", "espeak"])
    #expect(!espeak.isEmpty && espeak.values.allSatisfy { $0.hasPrefix("espeak:") })
    #expect(agrees(espeak, try generated(), without: ["NORA"]))
    #expect(agrees(espeak, try cast(["--voice", "espeak"]), without: ["NORA"]))
    #expect(try cast(["--voice", "flite"]).values.allSatisfy { $0.hasPrefix("flite:") })
  }

  @Test func `the first name of a shared cue says it in a rehearsal, too`() throws {
    func own(_ name: String) throws -> [String] {
      let run = try stage.host([
        "rehearse", scene, "--as", name, "-v", "mock", "--scripted", "/dev/null", "--json",
        "-o",
        stage.folder.path("heard.wav"),
      ])
      #expect(run.status == 0, "\(run.talk)")
      return try stage.events(run).filter {
        $0["event"] as? String == "shown" && $0["own"] as? Bool == true
      }.compactMap { $0["text"] as? String }
    }
    #expect(try own("OSKAR") == ["There is always a train.", "Good night."])
    #expect(try own("nora").suffix(3) == ["Nobody.", "Good night.", "Good night!"])
    #expect(try own("OSKAR ON PHONE") == ["Nobody at all.", "Good night!"])
    #expect(try own("Nora & Oskar") == ["Good night.", "Good night!"])
  }

  @Test func `and a rehearsal spells words as the title page and a file say`() throws {
    let lexicon = try stage.folder.write("train = choo choo train\n", as: "words.txt")
    func seconds(_ arguments: [String]) throws -> Int {
      let run = try stage.host(
        [
          "rehearse", scene, "--as", "OSKAR", "-v", "mock", "--scripted", "/dev/null", "--json",
          "--gap", "0", "-o", stage.folder.path("heard.wav"),
        ] + arguments)
      #expect(run.status == 0, "\(run.talk)")
      return try #require(try stage.events(run).last?["frames"] as? Int)
    }
    // The mock voice takes as long as a text has letters: one more for "Oss-kar", ten for the train.
    let plain = try seconds([])
    #expect(try seconds(["--lexicon", lexicon]) == plain + 10 * 960)
  }

  @Test func `and a library that cannot be opened costs a rehearsal a note`() throws {
    let data = stage.folder.path("home/data/cue")
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
    try Data("no library".utf8).write(to: URL(filePath: data + "/library.db"))
    let run = try stage.host([
      "rehearse", scene, "--as", "NORA", "-v", "mock", "--scripted", "/dev/null", "-o",
      stage.folder.path("heard.wav"),
    ])
    #expect(run.status == 0 && run.talk.contains("The cast is not kept."), "\(run.talk)")
  }

  @Test(arguments: [
    (["--cast", "BO=flite"], 2, "nobody in"),
    (["--cast", "NORA=flite:nobody"], 69, "no voice “nobody”"),
    (["--cast", "none.json"], 66, "none.json"),
    (["--cast", "NORA=flite:slt?tune=1"], 2, "no “tune”"),
    (["--narrator", "nosuch"], 69, "nosuch"), (["--alias", "NORA"], 2, "CUE=NAME"),
  ])
  func `and the same mistake is explained in the same way`(
    words: [String], status: Int, sentence: String
  ) throws {
    for command in [
      ["cast", scene], ["generate", scene, "--dry-run"],
      [
        "rehearse", scene, "--as", "NORA", "--scripted", "/dev/null", "-o",
        stage.folder.path("a.wav"),
      ],
    ] {
      let run = try stage.host(command + words)
      #expect(
        Int(run.status) == status && run.talk.contains(sentence),
        "\(command[0]): \(run.status) \(run.talk)")
    }
  }
}
