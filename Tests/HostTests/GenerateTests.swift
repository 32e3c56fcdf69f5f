import CueAudio
import Foundation
import TestSupport
import Testing

/// `host generate` with the mock voice: a tone for every character but blanks.
@Suite(.startsProcesses) struct `host generate` {
  private let stage: Stagehand
  private let script: String
  private var output: String { stage.folder.path("out.wav") }

  init() throws {
    stage = try Stagehand()
    script = try stage.folder.write(
      """
      INT. HALL - NIGHT

      Rain.

      JO
      It rains.

      BO
      (beat)
      So it does, my dear, and it will go on for long.

      EXT. YARD - DAY

      JO
      Now it does not.

      BO
      It rains.
      """, as: "play.fountain")
  }

  private func generate(_ more: [String] = [], to output: String? = nil) throws -> Run {
    try stage.host(
      ["generate", script, "--voice", "mock", "-o", output ?? self.output] + more)
  }

  private func count(_ event: String, _ run: Run) throws -> Int {
    try stage.events(run).count { $0["event"] as? String == event }
  }

  /// The clips that a run has made.
  private func made(_ run: Run) throws -> Set<String> {
    Set(
      try stage.events(run).filter { $0["event"] as? String == "made" }
        .compactMap { $0["clip"] as? String })
  }

  /// The items of the script: heading, Rain, It rains, So it does, heading, Now it does not, and It rains by another voice.
  private static let heard =
    "interior hall night|rain|it rains|so it does my deer and it will go on for short|"
    + "exterior yard day|now it does not|it rains"

  @Test func `reads the clips back, names the words that differ, and does so once`() throws {
    func proof(_ more: [String], script heard: String) throws -> Run {
      try stage.host(
        ["generate", script, "--voice", "mock", "--jobs", "1", "--proof"] + more
          + ["--recognizer", "mock-ear", "--set", "script=" + heard])
    }
    let run = try proof(["--json"], script: Self.heard)
    #expect(run.status == 1)
    let events = try stage.events(run)
    let proofs = events.filter { $0["event"] as? String == "proof" }
    #expect(proofs.count == 1)
    #expect(proofs.first?["items"] as? [Int] == [4])
    #expect(proofs.first?["speaker"] as? String == "BO")
    let differences = try #require(proofs.first?["differences"] as? [[String: Any]])
    #expect(differences.map { $0["written"] as? String } == ["long"])
    #expect(differences.map { $0["heard"] as? String } == ["short"])
    let command = try #require(proofs.first?["command"] as? String)
    #expect(command.contains("generate \(script) --voice mock --jobs 1 --proof"))
    #expect(command.hasSuffix("--redo 4"))
    let end = try #require(events.last { $0["event"] as? String == "proofread" })
    #expect(end["read"] as? Int == 7 && end["differing"] as? Int == 1)
    let again = try proof(["--json"], script: Self.heard)
    let known = try stage.events(again).last { $0["event"] as? String == "proofread" }
    #expect(known?["read"] as? Int == 0 && known?["clips"] as? Int == 7)
    #expect(again.status == 1)
  }

  /// A retake had the same bytes, and `audio list` filled with equal versions.
  @Test func `generate --redo makes a different sound`() throws {
    #expect(try generate().status == 0)
    var takes: Set<Data> = []
    for take in 0..<4 {
      let run = take == 0 ? try generate(["--json"]) : try generate(["--json", "--redo", "4"])
      #expect(run.status == 0, "\(run.talk)")
      let list = try stage.host(["audio", "list", script, "4", "--json"])
      let versions = try #require(try stage.events(list).first?["versions"] as? [[String: Any]])
      #expect(versions.count == take + 1)
      let active = try #require(versions.first { $0["is_active"] as? Bool == true })
      let number = try #require(active["number"] as? Int)
      let path = stage.folder.path("take\(take).wav")
      #expect(try stage.host(["audio", "export", "\(number)", path]).status == 0)
      takes.insert(try Data(contentsOf: URL(filePath: path)))
    }
    #expect(takes.count == 4)
  }

  @Test func `hears another take before it keeps it`() throws {
    func proof(_ more: [String], script heard: String) throws -> [[String: Any]] {
      let run = try stage.host(
        ["generate", script, "--voice", "mock", "--jobs", "1", "--proof", "--json"] + more
          + ["--recognizer", "mock-ear", "--set", "script=" + heard])
      return try stage.events(run).filter { $0["event"] as? String == "retake" }
    }
    func versions() throws -> Int {
      let list = try stage.host(["audio", "list", script, "4", "--json"])
      return try #require(try stage.events(list).first?["versions"] as? [[String: Any]]).count
    }
    #expect(try proof([], script: Self.heard).isEmpty)
    // A restarted recognizer hears the new take as the first words of its script: it is worse.
    let worse = try #require(try proof(["--redo", "4"], script: Self.heard).first)
    #expect(worse["kept"] as? Bool == false && worse["differing_words_before"] as? Int == 1)
    #expect(try versions() == 1)
    let right =
      "so it does my dear and it will go on for long|" + Self.heard.drop { $0 != "|" }.dropFirst()
    let better = try #require(try proof(["--redo", "4"], script: right).first)
    #expect(better["kept"] as? Bool == true && better["differing_words"] as? Int == 0)
    #expect(better["items"] as? [Int] == [4])
    #expect(try versions() == 2)
  }

  @Test func `a recording makes the allowed number of takes if none is better`() throws {
    let run = try stage.host([
      "generate", script, "--voice", "mock", "--jobs", "1", "--proof", "--json", "--retakes", "2",
      "--recognizer", "mock-ear", "--set", "script=" + Self.heard,
    ])
    // A restarted recognizer hears each take as the first of these words: both are worse.
    let retake = try #require(
      try stage.events(run).first { $0["event"] as? String == "retake" })
    #expect(retake["takes"] as? Int == 2 && retake["kept"] as? Bool == false)
    #expect(run.status == 1)
  }

  /// The reason why another voice said a line was reported once, and by no later run.
  @Test func `every run lists the reasons for stand-ins`() throws {
    let cast = try stage.host([
      "cast", script, "--voice", "mock", "--cast", "BO=mock://low?set.fail-after=30", "--fallback",
      "BO=flite:kal16",
    ])
    #expect(cast.status == 0, "\(cast.talk)")
    for run in 0..<2 {
      let made = try stage.host(["generate", script, "-o", output, "--json"])
      let end = try #require(
        try stage.events(made).last { $0["event"] as? String == "completed" }, "\(made.talk)")
      let reasons = try #require(end["stand_in_reasons"] as? [[String: Any]], "run \(run)")
      #expect(reasons.map { $0["items"] as? [Int] } == [[4]], "run \(run)")
      #expect(reasons.first?["voice"] as? String == "flite:kal16")
      #expect((reasons.first?["because"] as? String)?.contains("set to fail here") == true)
    }
    let list = try stage.host(["audio", "list", script, "4"])
    #expect(list.text.contains("[stands in for "), "\(list.text)")
  }

  @Test func `the reason for a stand-in is printed once in a run`() throws {
    _ = try stage.host([
      "cast", script, "--voice", "mock", "--cast", "BO=mock://low?set.fail-after=30", "--fallback",
      "BO=flite:kal16",
    ])
    for run in 0..<2 {
      let made = try stage.host(["generate", script, "-o", output])
      #expect(
        made.talk.components(separatedBy: "set to fail here").count == 2,
        "run \(run): \(made.talk)")
    }
  }

  @Test func `host generate reads prose with chapters`() throws {
    let story = try stage.folder.write(
      "CHAPTER I\nThe Sea\n\nIt rained, and\nnobody came.\n\nCHAPTER II\n\nShe left.\n",
      as: "story.txt")
    let run = try stage.host([
      "generate", story, "--voice", "mock", "-o", stage.folder.path("story.flac"), "--subtitles",
      "srt,cues",
    ])
    #expect(run.status == 0, "\(run.talk)")
    #expect(run.talk.contains("is read as prose"))
    let items = try stage.events(
      stage.host(["generate", story, "--voice", "mock", "--dry-run", "--json"])
    ).filter { $0["event"] as? String == "item" }
    #expect(
      items.compactMap { $0["text"] as? String } == [
        "CHAPTER I The Sea", "It rained, and nobody came.", "CHAPTER II", "She left.",
      ])
    let subtitles = try String(
      contentsOf: URL(filePath: stage.folder.path("story.srt")), encoding: .utf8)
    #expect(subtitles.contains("nobody came"))
    let second = try stage.host([
      "generate", story, "--voice", "mock", "--dry-run", "--json", "--scenes", "2", "-q",
    ])
    #expect(try stage.events(second).count { $0["event"] as? String == "item" } == 2)
  }

  private var clips: [String] {
    get throws {
      let folder = stage.folder.path("home/data/cue/clips")
      return try FileManager.default.subpathsOfDirectory(atPath: folder)
        .filter { $0.hasSuffix(".wav") }.sorted()
    }
  }

  /// All samples of the recording, its channels in turn.
  private func heard() throws -> (samples: [Float], channels: Int) {
    let reader = try SoundFileReader(path: output)
    var samples: [Float] = []
    while let sound = try reader.read(atMost: 65_536) { samples += sound.floats }
    return (samples, reader.channels)
  }

  private func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }

  @Test func `host generate works at once, and skips unchanged input`() throws {
    let run = try generate()
    #expect(run.status == 0, "\(run.talk)")
    #expect(run.talk.contains("7 items, 7 of them made now"), "\(run.talk)")
    let sound = try bytes(output)
    #expect(sound.count > 100_000)
    let again = try generate(["--json"])
    #expect(try stage.events(again).map { $0["event"] as? String } == ["unchanged"])
    #expect(try bytes(output) == sound)
    // Gone, and made again of what is kept: the same bytes.
    try FileManager.default.removeItem(atPath: output)
    let second = try generate(["--json"])
    #expect(try count("made", second) == 0)
    #expect(try count("kept", second) == 7)
    #expect(try bytes(output) == sound)
  }

  @Test func `with no more voices at once than cores that it may use`() throws {
    let run = try stage.run(
      "/bin/sh",
      [
        "-c",
        #"exec taskset -c "$(grep ^Cpus_allowed_list: /proc/self/status | grep -o '[0-9]*' | head -n 1)" "$0" "$@""#,
        Places.product("host"), "generate", script, "--voice", "mock", "-o", output, "--json",
      ])
    #expect(run.status == 0, "\(run.talk)")
    #expect(Set(try stage.events(run).compactMap { $0["lane"] as? Int }) == [0])
  }

  @Test func `one changed line is made, and no other`() throws {
    _ = try generate()
    let text = try String(contentsOfFile: script, encoding: .utf8)
    try text.replacingOccurrences(of: "Now it does not.", with: "Now it doesn't.")
      .write(toFile: script, atomically: true, encoding: .utf8)
    let run = try generate(["--json"])
    let made = try stage.events(run).filter { $0["event"] as? String == "made" }
    #expect(made.map { $0["item"] as? Int } == [6])
    #expect(try stage.events(run).last?["made"] as? Int == 1)
    // A new part changes nobody else's voice.
    try (text + "\n\nANN\nWell.\n").write(toFile: script, atomically: true, encoding: .utf8)
    let new = try generate(["--json"])
    #expect(try count("made", new) == 1)
    let changed = try generate(["--only-changed"], to: stage.folder.path("changed.wav"))
    #expect(changed.talk.contains("Nothing has changed"), "\(changed.talk)")
  }

  @Test func `an item is made again on request, once`() throws {
    _ = try generate()
    let before = try clips
    let run = try generate(["--redo", "3", "--json"])
    #expect(try count("made", run) == 1)
    #expect(try clips.count == before.count + 1)
    let again = try generate(["--json"])
    #expect(try count("unchanged", again) == 1)
    let wrong = try generate(["--redo", "30"])
    #expect(wrong.status == 2)
    #expect(wrong.talk.contains("there are 7 items, and no item 30"))
  }

  @Test func `scenes and characters can be chosen`() throws {
    let scene = try generate(["--scenes", "2", "--json"])
    #expect(try count("made", scene) == 3)
    let character = try generate(
      ["--characters", "bo", "--json"], to: stage.folder.path("bo.wav"))
    #expect(try stage.events(character).last?["items"] as? Int == 2)
    #expect(
      try generate(["--characters", "Zed"]).talk.contains("Nobody in \(script) is called “Zed”"))
    #expect(try generate(["--scenes", "3"]).talk.contains("has 2 scenes, and no scene 3"))
  }

  @Test func `--dry-run lists items, characters and cost, and makes nothing`() throws {
    try stage.configure("price.mock = 0.5\n")
    let run = try stage.host(["generate", script, "--voice", "mock", "--dry-run", "--json"])
    #expect(run.status == 0, "\(run.talk)")
    let provider = try #require(try stage.events(run).last)
    #expect(provider["items"] as? Int == 7)
    #expect(provider["clips"] as? Int == 7)
    let texts = try stage.events(run).compactMap { $0["text"] as? String }
    #expect(texts.count == 7)
    let characters = try #require(provider["characters"] as? Int)
    #expect(provider["cost"] as? Double == 0.5 * Double(characters))
    #expect(!FileManager.default.fileExists(atPath: stage.folder.path("home/data")))
  }

  @Test func `a failed item is reported with its reason, and the rest is recorded`()
    throws
  {
    let run = try generate(["--set", "fail-after=30", "--json"])
    #expect(run.status == 75)
    #expect(try count("made", run) == 6)
    let failed = try stage.events(run).filter { $0["event"] as? String == "failed" }
    #expect(failed.map { $0["item"] as? Int } == [4])
    #expect((failed[0]["because"] as? String ?? "").contains("set to fail here"))
    #expect(FileManager.default.fileExists(atPath: output))
    let people = try generate(["--set", "fail-after=30"])
    #expect(people.status == 75)
    #expect(people.talk.contains("1 of 7 items has no sound:"), "\(people.talk)")
    #expect(people.talk.contains("item 4: mock failed while saying a line"), "\(people.talk)")
    let jobs = try stage.host(["jobs", "--json"])
    #expect(try stage.events(jobs).map { $0["failed"] as? Int } == [1, 1])
    #expect(try stage.events(jobs)[0]["state"] as? String == "completed")
    #expect(
      try stage.events(jobs)[0]["message"] as? String
        == "Completed: 7 elements processed, 1 of them failed")
  }

  @Test func `another voice stands in for what fails`() throws {
    let run = try generate(["--voice", "flite:kal16", "--set", "mock:fail-after=30", "--json"])
    #expect(run.status == 0, "\(run.text)")
    let made = try stage.events(run).filter { $0["event"] as? String == "made" }
    #expect(made.count == 7)
  }

  // Stopping and going on.

  @Test func `Ctrl-C keeps finished clips, and the printed command continues`() throws {
    let running = try stage.start(
      [
        "generate", script, "--voice", "mock", "--set", "latency=150", "-o", output, "--jobs", "1",
        "--json",
      ])
    var heard = ""
    while !heard.contains("\"made\"") {
      let more = running.someOutput()
      guard !more.isEmpty else { break }
      heard += String(decoding: more, as: UTF8.self)
    }
    kill(running.processIdentifier, SIGINT)
    let stopped = running.end()
    #expect(stopped.status == 130)
    #expect(!stopped.wasEndedBySignal)
    #expect(!FileManager.default.fileExists(atPath: output))
    let kept = try clips
    #expect(!kept.isEmpty && kept.count < 7)
    let jobs = try stage.host(["jobs", "show", "1"])
    #expect(jobs.text.contains("cancelled"), "\(jobs.text)")
    let resumed = try stage.host(["jobs", "resume", "1", "--json"])
    #expect(resumed.status == 0, "\(resumed.talk)")
    #expect(try made(resumed).count == 7 - kept.count)
    #expect(try stage.host(["jobs"]).text.contains("completed"))
    #expect(try stage.host(["jobs", "resume", "1"]).status == 1)
    #expect(try stage.host(["jobs", "cancel", "1"]).status == 65)
    #expect(try stage.host(["jobs", "clear"]).talk.contains("1 completed"))
  }

  @Test func `a program that is killed loses no item that was made, and counts as interrupted`()
    throws
  {
    let running = try stage.start(
      [
        "generate", script, "--voice", "mock", "--set", "latency=150", "-o", output, "--jobs", "1",
        "--json",
      ])
    var heard = ""
    while heard.components(separatedBy: "\"made\"").count < 3 {
      let more = running.someOutput()
      guard !more.isEmpty else { break }
      heard += String(decoding: more, as: UTF8.self)
    }
    running.kill()
    let kept = try clips.count
    #expect(kept >= 2)
    #expect(try stage.host(["jobs"]).text.contains("interrupted"))
    let run = try generate(["--set", "latency=150", "--json"])
    #expect(try made(run).count == 7 - kept)
    let other = try Stagehand()
    let undisturbed = try other.host(
      [
        "generate", script, "--voice", "mock", "--set", "latency=150", "-o",
        other.folder.path("out.wav"),
      ])
    #expect(undisturbed.status == 0)
    #expect(try bytes(output) == bytes(other.folder.path("out.wav")))
  }

  @Test func `a job is stopped by another program`() throws {
    let running = try stage.start(
      [
        "generate", script, "--voice", "mock", "--set", "latency=300", "-o", output, "--jobs", "1",
        "--json",
      ])
    _ = running.someOutput()
    let cancel = try stage.host(["jobs", "cancel", "1"])
    #expect(cancel.status == 0, "\(cancel.talk)")
    let stopped = running.end()
    #expect(stopped.status == 130)
    #expect(try stage.host(["jobs"]).text.contains("cancelled"))
  }

  @Test func `a job is stopped by another program also while lost clips are made again`() throws {
    let words = [
      "generate", script, "--voice", "mock", "--set", "latency=300", "-o", output, "--json",
    ]
    #expect(try stage.host(words).status == 0)
    try FileManager.default.removeItem(atPath: output)
    let folder = stage.folder.path("home/data/cue/clips/")
    for clip in try clips {
      var bytes = try bytes(folder + clip)
      bytes[100] ^= 4
      try bytes.write(to: URL(filePath: folder + clip))
    }
    let running = try stage.start(words + ["--jobs", "1"])
    var heard = ""
    while !heard.contains("\"made\"") {
      let more = running.someOutput()
      guard !more.isEmpty else { break }
      heard += String(decoding: more, as: UTF8.self)
    }
    #expect(try stage.host(["jobs", "cancel", "2"]).status == 0)
    let stopped = running.end()
    #expect(stopped.status == 130, "\(stopped.talk)")
    #expect(!FileManager.default.fileExists(atPath: output))
    #expect(try stage.host(["jobs", "show", "2"]).text.contains("cancelled"))
  }

  @Test func `a version that gives way to another changes what files were made of`() throws {
    func activate(_ item: Int, _ place: Int) throws {
      let list = try stage.host(["audio", "list", script, "\(item)", "--json"])
      let versions = try #require(try stage.events(list).first?["versions"] as? [[String: Any]])
      let numbers = versions.compactMap { $0["number"] as? Int }.sorted()
      #expect(try stage.host(["audio", "activate", "\(numbers[place])"]).status == 0)
    }
    // Two items with two versions each, whose numbers have the same sum crosswise.
    #expect(try generate().status == 0)
    #expect(try generate(["--redo", "3", "--redo", "4"]).status == 0)
    try activate(3, 0)
    try activate(4, 1)
    #expect(try count("unchanged", generate(["--json"])) == 0)
    #expect(try count("unchanged", generate(["--json"])) == 1)
    try activate(3, 1)
    try activate(4, 0)
    #expect(try count("unchanged", generate(["--json"])) == 0)
  }

  // Several at once.

  @Test func `two programs on one library make each clip once, and the same file`() throws {
    let words = ["generate", script, "--voice", "mock", "--set", "latency=60", "--json", "-o"]
    let one = try stage.start(words + [output])
    let two = try stage.start(words + [stage.folder.path("two.wav")])
    let runs = [one.end(), two.end()]
    #expect(runs.map(\.status) == [0, 0], "\(runs.map(\.talk))")
    let made = try runs.flatMap { run in
      try stage.events(run).filter { $0["event"] as? String == "made" }
        .map { $0["clip"] as? String ?? "" }
    }
    #expect(Set(made).count == 7)
    #expect(made.count == 7)
    #expect(try bytes(output) == bytes(stage.folder.path("two.wav")))
  }

  @Test func `shares are made apart and joined, and missing ones are named`() throws {
    let cache = stage.folder.path("cache")
    let words = ["generate", script, "--voice", "mock", "--cache", cache]
    let first = try stage.host(words + ["--shard", "1/2", "--json"])
    #expect(first.status == 0, "\(first.talk)")
    let missing = try stage.host(words + ["--assemble", "-o", output])
    #expect(missing.status == 75)
    #expect(missing.talk.contains("of 7 items are not in \(cache): item "), "\(missing.talk)")
    #expect(!FileManager.default.fileExists(atPath: output))
    let second = try stage.host(words + ["--shard", "2/2", "--json"])
    #expect(
      try Set(
        [first, second].flatMap { run in
          try stage.events(run).compactMap { $0["clip"] as? String }
        }
      ).count == 7)
    let joined = try stage.host(words + ["--assemble", "-o", output])
    #expect(joined.status == 0, "\(joined.talk)")
    let whole = stage.folder.path("whole.wav")
    _ = try generate(to: whole)
    #expect(try bytes(output) == bytes(whole))
  }

  /// Each program has a library of its own, as on a machine of its own; the cache is all they share.
  @Test func `programs that share a cache and are killed make no clip twice, and harm none`() throws
  {
    let script = try stage.folder.write(
      (1...30).map { "JO\nThis is line number \($0).\n" }.joined(separator: "\n"),
      as: "long.fountain")
    let cache = stage.folder.path("cache")
    let words = ["generate", script, "--voice", "mock", "--set", "latency=20", "--cache", cache]
    var told: [String] = []
    for round in 1...3 {
      let running = try (1...3).map { machine in
        try stage.start(
          words + ["--shard", machine == 3 ? "1/1" : "\(machine)/2", "--json", "--jobs", "1"],
          ["CUE_HOME": stage.folder.path("machine\(machine)")])
      }
      for program in running {
        var heard = ""
        while round == 3 || heard.components(separatedBy: "\"event\":\"made\"").count <= 2 {
          let more = program.someOutput()
          guard !more.isEmpty else { break }
          heard += String(decoding: more, as: UTF8.self)
        }
        if round < 3 { program.kill() }
        for line in heard.split(separator: "\n") where line.contains("\"event\":\"made\"") {
          told += line.split(separator: "\"").map(String.init).filter { $0.utf8.count == 64 }
        }
      }
    }
    #expect(told.count >= 8)
    #expect(Set(told).count == told.count, "made twice: \(told.sorted())")
    let joined = try stage.host(words + ["--assemble", "-o", output])
    #expect(joined.status == 0, "\(joined.talk)")
    let whole = stage.folder.path("whole.wav")
    let alone = try stage.host([
      "generate", script, "--voice", "mock", "--set", "latency=20", "-o", whole,
    ])
    #expect(alone.status == 0, "\(alone.talk)")
    #expect(try bytes(output) == bytes(whole))
    let files = try FileManager.default.subpathsOfDirectory(atPath: cache)
    #expect(files.count { $0.hasSuffix(".wav") } == 30)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/parallel")))
  func `GNU parallel records a folder of scripts with the example, and goes on where it stopped`()
    throws
  {
    let scripts = stage.folder.path("scripts")
    try FileManager.default.createDirectory(
      atPath: scripts, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: script, toPath: scripts + "/one.fountain")
    try FileManager.default.copyItem(atPath: script, toPath: scripts + "/the other.fountain")
    let out = stage.folder.path("recorded")
    let run = try stage.run(
      Places.source("Examples/cluster/parallel.sh"), [scripts, out, "3", "--voice", "mock"],
      ["HOST": Places.product("host")])
    #expect(run.status == 0, "\(run.talk)")
    let whole = stage.folder.path("whole.wav")
    _ = try generate(to: whole)
    #expect(try bytes(out + "/one.wav") == bytes(whole))
    #expect(try bytes(out + "/the other.wav") == bytes(whole))
    let clips = try FileManager.default.subpathsOfDirectory(atPath: out + "/clips")
    #expect(clips.count { $0.hasSuffix(".wav") } == 7)
    try FileManager.default.removeItem(atPath: out + "/one.wav")
    let again = try stage.run(
      Places.source("Examples/cluster/parallel.sh"), [scripts, out, "3", "--voice", "mock"],
      ["HOST": Places.product("host")])
    #expect(again.status == 0, "\(again.talk)")
    #expect(try bytes(out + "/one.wav") == bytes(whole))
  }

  // What the user gets wrong.

  @Test func `a file that is no screenplay is refused with its line`() throws {
    let empty = try stage.folder.write("", as: "empty.fountain")
    let binary = stage.folder.path("binary.fountain")
    try Data((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 7) }).write(
      to: URL(filePath: binary))
    let torn = try stage.folder.write(
      "<?xml version=\"1.0\"?><FinalDraft><Content><Paragraph Type=\"Action\"><Text>Oh",
      as: "torn.fdx")
    for path in [empty, binary, torn] {
      let run = try stage.host(["generate", path, "--voice", "mock", "-o", output])
      #expect(run.status == 65, "\(path): \(run.talk)")
      #expect(run.talk.contains(path), "\(run.talk)")
      #expect(["line", "byte", "empty"].contains { run.talk.contains($0) }, "\(run.talk)")
      #expect(!FileManager.default.fileExists(atPath: output))
    }
    #expect(try stage.host(["generate", "nowhere.fountain", "-o", output]).status == 66)
  }

  @Test func `an unclosed boneyard or note is reported with its line, and the rest is recorded`()
    throws
  {
    let open = try stage.folder.write(
      "INT. HALL - DAY\n\nShe goes.\n\n[[a note\n\nShe comes.\n\n/* all of this\n",
      as: "open.fountain")
    let run = try stage.host(["generate", open, "--voice", "mock", "-o", output])
    #expect(run.status == 0, "\(run.talk)")
    #expect(run.talk.contains("open.fountain, line 9"), "\(run.talk)")
  }

  @Test func `a cast with a missing plugin or voice is refused with file and line`() throws {
    let run = try stage.host(["cast", script, "--voice", "flite", "--write", "-"])
    let text = try #require(run.text.isEmpty ? nil : run.text)
    let missing = try stage.folder.write(
      text.replacingOccurrences(of: "flite://", with: "nosuch://"), as: "cast.json")
    let plugin = try stage.host(["generate", script, "--cast", missing, "-o", output])
    #expect(plugin.status == 69, "\(plugin.talk)")
    #expect(plugin.talk.contains("cast.json, line "), "\(plugin.talk)")
    let voiceless = try stage.folder.write(
      text.replacingOccurrences(of: "flite://", with: "flite://x"), as: "cast.json")
    let voice = try stage.host(["generate", script, "--cast", voiceless, "-o", output])
    #expect(voice.status == 69, "\(voice.talk)")
    #expect(voice.talk.contains("has no voice"), "\(voice.talk)")
  }

  @Test func `a voice that fails on every third line leaves the others heard`() throws {
    // Beats of three: each third speech has more characters than the voice can say.
    let lines = (1...9).map { number in
      "JO\nLine \(number)\(number % 3 == 0 ? " with many more words than others" : "").\n"
    }
    let thirds = try stage.folder.write(
      "INT. HALL\n\n" + lines.joined(separator: "\n"), as: "thirds.fountain")
    let run = try stage.host(
      ["generate", thirds, "--voice", "mock", "--set", "fail-after=25", "-o", output])
    #expect(run.status == 75)
    #expect(run.talk.contains("3 of 10 items have no sound"), "\(run.talk)")
    #expect(run.talk.contains("item 4, 7, 10: mock failed"), "\(run.talk)")
    let whole = try stage.host(
      ["generate", thirds, "--voice", "mock", "--set", "fail-after=99", "-o", output])
    #expect(whole.status == 0)
  }

  @Test func `a full disk is reported, and kept clips stay`() throws {
    let run = try stage.host(
      ["generate", script, "--voice", "mock", "-o", output, "--cache", "/dev/full/cache"])
    #expect(run.status == 73 || run.status == 74, "\(run.status)")
    #expect(run.talk.contains("/dev/full"), "\(run.talk)")
    #expect(!FileManager.default.fileExists(atPath: output))
  }

  @Test(arguments: [0, 44, 300, -90, -60, -1])
  func `a clip with a flipped byte is made again at once, and the file is as it was`(place: Int)
    throws
  {
    #expect(try generate().status == 0)
    let sound = try bytes(output)
    let folder = stage.folder.path("home/data/cue/clips/")
    for clip in try clips.prefix(3) {
      var bytes = try bytes(folder + clip)
      bytes[place < 0 ? bytes.count + place : place] ^= 4
      try bytes.write(to: URL(filePath: folder + clip))
    }
    try FileManager.default.removeItem(atPath: output)
    let run = try generate(["--json"])
    #expect(run.status == 0, "\(run.talk)")
    #expect(try count("made", run) == 3)
    #expect(try bytes(output) == sound)
    #expect(try stage.host(["library", "check"]).status == 0)
  }

  @Test func `all words are counted, and each is heard once`() throws {
    let run = try generate(["--json"])
    let end = try #require(try stage.events(run).last)
    #expect(end["words"] as? Int == end["words_heard"] as? Int)
    // Interior hall night, 1, 2, 12, exterior yard day, 4, 2.
    #expect(end["words"] as? Int == 3 + 1 + 2 + 12 + 3 + 4 + 2)
    #expect((end["items_missing"] as? [Int])?.isEmpty == true && end["stand_ins"] as? Int == 0)
    try FileManager.default.removeItem(atPath: output)
    let told = try generate().talk
    #expect(told.contains("27 of 27 words, each once."), "\(told)")
  }

  @Test func `a version that was chosen is heard, whatever voice the part has, until it is redone`()
    throws
  {
    func clip(_ item: Int, _ run: Run) throws -> String? {
      try stage.events(run).last { $0["item"] as? Int == item && $0["clip"] != nil }?["clip"]
        as? String
    }
    let low = ["--tone", "sad"]
    let first = try generate(["--json"])
    let second = try generate(["--json"] + low)
    #expect(second.status == 0, "\(second.talk)")
    let (old, new) = (try clip(3, first), try clip(3, second))
    #expect(old != new)
    let list = try stage.host(["audio", "list", script, "3", "--json"])
    let versions = try #require(try stage.events(list).first?["versions"] as? [[String: Any]])
    let chosen = try #require(versions.first { $0["clip"] as? String == old }?["number"] as? Int)
    let activated = try stage.host(["audio", "activate", "\(chosen)"])
    #expect(activated.talk.contains("Version \(chosen) of item 3 is heard now."))
    let third = try generate(["--json"] + low)
    #expect(try clip(3, third) == old && clip(2, third) == clip(2, second), "\(third.text)")
    #expect(try count("unchanged", generate(["--json"] + low)) == 1)
    #expect(try clip(3, generate(["--json", "--redo", "3"] + low)) != old)
    #expect(try clip(3, generate(["--json"] + low)) == nil)
  }

  @Test func `voices of one run leave the cast that is kept as it is`() throws {
    let cast = ["cast", script, "--json"]
    #expect(try stage.host(cast).status == 0)
    let kept = try stage.host(cast).text
    #expect(try generate().status == 0)
    #expect(try stage.host(cast).text == kept)
  }

  @Test(arguments: ["ulimit -f 4", "ulimit -n 12", "ulimit -n 20", "ulimit -v 400000"])
  func `a limit of the system gives a message or sound, and kept clips stay`(
    limit: String
  ) throws {
    let run = try stage.run(
      "/bin/bash",
      [
        "-c", "\(limit); exec \"$0\" \"$@\"", Places.product("host"), "generate", script,
        "--voice", "mock", "-o", output,
      ])
    #expect(run.status >= 0 && run.status < 126, "\(run.status): \(run.talk)")
    #expect(!run.talk.contains("Fatal error"), "\(run.talk)")
    if run.status != 0 { #expect(run.talk.contains("host: "), "\(run.talk)") }
    let again = try generate()
    #expect(again.status == 0, "\(again.talk)")
    #expect(try stage.host(["library", "check"]).status == 0)
  }

  @Test func `a closed pipe causes no message`() throws {
    let run = try stage.run(
      "/bin/bash",
      [
        "-c", "\"$0\" script items \"$1\" --rules all-on | true; echo ${PIPESTATUS[0]}",
        Places.product("host"), script,
      ])
    #expect(["0", "141"].contains(run.text.split(separator: "\n").last.map(String.init)))
    #expect(run.talk.isEmpty, "\(run.talk)")
  }

  @Test func `a speaker on the left is heard on the left`() throws {
    let run = try generate(["--pan", "jo=-1,Bo=1,NARRATOR=1"])
    #expect(run.status == 0, "\(run.talk)")
    let (sides, channels) = try heard()
    #expect(channels == 2)
    let loud: (Int) -> Int = { side in
      stride(from: side, to: sides.count, by: 2).count { abs(sides[$0]) > 0.01 }
    }
    #expect(loud(0) > 1000 && loud(1) > 2 * loud(0), "\(loud(0)) \(loud(1))")
    let together = stride(from: 0, to: sides.count - 1, by: 2).count {
      abs(sides[$0]) > 0.01 && abs(sides[$0 + 1]) > 0.01
    }
    #expect(together == 0)
    let nobody = try generate(["--pan", "JIM=0.5"])
    #expect(nobody.status == 2)
    #expect(nobody.talk.contains("nobody in \(script) is called “JIM”"), "\(nobody.talk)")
  }

  @Test func `no peak exceeds the requested limit`() throws {
    let run = try generate(["--loudness", "-8", "--true-peak", "-6"])
    #expect(run.status == 0, "\(run.talk)")
    let peak = try heard().samples.map(abs).max() ?? 0
    // −6 dB, and that the peaks of tones come up to it.
    #expect(peak <= 0.5013 && peak > 0.4, "\(peak)")
  }

  @Test func `a setting finds its plugin by the name within its path`() throws {
    let voice = stage.plugins + "/libmock.so"
    let words = ["generate", script, "--voice", voice, "--dry-run", "--set"]
    let found = try stage.host(words + ["mock:latency=1"])
    #expect(found.status == 0, "\(found.talk)")
    let other = try stage.host(words + ["flite:latency=1"])
    #expect(other.status == 2)
    #expect(other.talk.contains("--set flite:latency names a plugin that is not in use."))
  }

  @Test func `contradictory options are reported`() throws {
    let cases: [([String], String)] = [
      ([], "needs a script"),
      ([script], "Where does the recording go?"),
      ([script, "--shard", "1/2"], "no --cache says where"),
      ([script, "--shard", "3/2", "--cache", "x"], "--shard takes I/N"),
      ([script, "--assemble", "-o", "x.wav"], "no --cache says where"),
      (
        [script, "-o", "x.wav", "--rules", "2.0"],
        "--rules is 1.0, table-read, all-on or dialogue-only, not “2.0”."
      ),
      ([script, "-o", "x.xyz", "--voice", "mock"], "does not say what it is"),
      ([script, "-o", "x.wav", "--format", "mp3"], "x.wav is to be a .wav file by its name"),
      ([script, "-o", "x.wav", "--bitrate", "64"], "--bitrate is for .mp3, .opus and .m4b"),
      ([script, "-o", "x.wav", "--per", "word"], "--per is whole, scene"),
      ([script, "-o", "x.wav", "--scenes", "7-3"], "--scenes takes numbers"),
      ([script, "-o", "x.wav", "--subtitles", "pdf"], "There is no “pdf”"),
      (["-", "-o", "x.wav"], "“-” is none"),
      ([script, "-o", "x.wav", "--pan", "JO"], "--pan takes NAME=WHERE"),
      ([script, "-o", "x.wav", "--pan", "JO=2"], "--pan takes a number from -1 to 1"),
      ([script, "-o", "x.wav", "--loudness", "off", "--true-peak", "-2"], "says nothing"),
      ([script, "-o", "x.wav", "--cover", "x.png"], "--cover is for .m4b"),
    ]
    for (words, sentence) in cases {
      let run = try stage.host(["generate"] + words)
      #expect(run.status == 2, "\(words)")
      #expect(run.talk.contains(sentence), "\(words): \(run.talk)")
    }
    #expect(try stage.host(["jobs", "show", "x"]).status == 2)
    #expect(try stage.host(["jobs", "show", "7"]).status == 66)
  }
}
