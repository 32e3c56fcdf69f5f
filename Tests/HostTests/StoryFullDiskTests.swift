import Foundation
import TestSupport
import Testing

/// The real program where no file may have more than 600 KiB, as on a disk that fills.
@Suite(.startsProcesses) struct `A story on a disk that fills` {
  private let ann: Stagehand
  private let ben: Stagehand

  init() throws {
    ann = try Stagehand(adding: ["varispeed"])
    ben = try Stagehand(adding: ["varispeed"])
    try ann.configure("null.real-time = on\n")
    try ann.story(["new", "Duet", "--player", "ann", "--sample-rate", "192000"])
  }

  private func confined(_ who: Stagehand, _ words: [String], blocks: Int = 600) throws -> Run {
    try who.run(
      "/bin/bash",
      ["-c", "ulimit -f \(blocks); exec \"$0\" \"$@\"", Places.product("host"), "story"] + words)
  }

  /// A sentence about that file, and not more than a hint below it.
  private func expectSentence(_ run: Run, about path: String) {
    #expect(run.status == 74 && run.text.isEmpty)
    let lines = run.talk.split(separator: "\n")
    #expect(lines.count <= 2 && lines.first?.contains(path) == true, "\(run.talk)")
    #expect(run.talk.contains("File too large"), "\(run.talk)")
  }

  private func tone(_ seconds: Double) throws -> String {
    try ann.tone(seconds, rateHertz: 192_000)
  }

  private func expectWhole(_ who: Stagehand, takes: Int) throws {
    let events = try who.events(try who.host(["story", "verify", "--json"]))
    #expect(events.count == 1 && events.first?["takes"] as? Int == takes, "\(events)")
  }

  @Test func `keeps what was recorded until it was full`() throws {
    let run = try confined(
      ann,
      [
        "record", "Duet", "--device", "null", "--microphone", "null", "--seconds", "60",
        "--latency-ms", "0", "--json",
      ])
    #expect(run.status == 0, "\(run.talk)")
    let kept = try ann.events(run).first
    #expect((kept?["damage"] as? String)?.contains("disk-full=1") == true)
    let frames = kept?["frames"] as? Int ?? 0
    #expect((250_000...307_200).contains(frames))
    try expectWhole(ann, takes: 1)
    // In words it is a sentence.
    #expect(try ann.host(["story", "show", "Duet"]).text.contains("the disk was full"))
  }

  @Test func `is listed and shown without room for a byte`() throws {
    try ann.story(["import", "Duet", try tone(1)])
    #expect(try confined(ann, ["list"], blocks: 0).text.contains("Duet"))
    let shown = try confined(ann, ["show", "Duet"], blocks: 0)
    #expect(shown.status == 0 && shown.text.contains("tone"), "\(shown.talk)")
    let changed = try confined(ann, ["dial", "Duet", "--speed", "2"], blocks: 0)
    #expect(changed.status == 74 && changed.text.isEmpty, "\(changed.talk)")
    try expectWhole(ann, takes: 1)
  }

  @Test func `keeps nothing of a take that has no room, and says so`() throws {
    let run = try confined(ann, ["import", "Duet", try tone(4)])
    expectSentence(run, about: ann.folder.path("home/data/cue/stories"))
    try expectWhole(ann, takes: 0)
    let left = FileManager.default.enumerator(atPath: ann.folder.path("home/data/cue/stories"))
    #expect(left?.contains { ($0 as? String)?.hasSuffix(".part") == true } == false)
    try ann.story(["import", "Duet", try tone(4)])
    try expectWhole(ann, takes: 1)
  }

  @Test func `a full disk leaves no half mix or bundle, and the pen stays`() throws {
    try ann.story(["import", "Duet", try tone(4)])
    let mix = ann.folder.path("mix.wav")
    try Data("old".utf8).write(to: URL(filePath: mix))
    expectSentence(try confined(ann, ["mix", "Duet", "-o", mix]), about: mix)
    expectSentence(
      try confined(ann, ["mix", "Duet", "-o", mix, "--loudness", "-18"]), about: mix)
    #expect(try String(contentsOfFile: mix, encoding: .utf8) == "old")
    let bundle = ann.folder.path("duet.tapstory")
    expectSentence(try confined(ann, ["send", "Duet", "-o", bundle]), about: bundle)
    #expect(!FileManager.default.fileExists(atPath: bundle))
    #expect(try ann.story(["show", "Duet"]).first?["has_pen"] as? Bool == true)
    let waits = try confined(ann, ["send", "Duet", "--to", ann.folder.path, "--json"])
    #expect(waits.status == 75)
    #expect(try ann.events(waits).first?["has_pen"] as? Bool == true)
    let names = try FileManager.default.contentsOfDirectory(atPath: ann.folder.path)
    #expect(!names.contains { $0.hasSuffix(".part") || $0.hasSuffix(".tapstory") }, "\(names)")
    // With room again, all goes on.
    #expect(try ann.story(["send", "--pending"]).first?["has_pen"] as? Bool == false)
  }

  @Test func `receives nothing of a bundle for which there is no room`() throws {
    try ann.story(["import", "Duet", try tone(1)])
    try ann.story(["import", "Duet", try tone(4)])
    let bundle = ann.folder.path("duet.tapstory")
    try ann.story(["send", "Duet", "-o", bundle])
    expectSentence(
      try confined(ben, ["receive", bundle, "--player", "ben"]),
      about: ben.folder.path("home/data/cue/stories"))
    try expectWhole(ben, takes: 0)
    #expect(try ben.events(try ben.host(["story", "list", "--json"])).isEmpty)
    let run = try ben.host(["story", "receive", bundle, "--player", "ben"])
    #expect(run.status == 0, "\(run.talk)")
    try expectWhole(ben, takes: 2)
  }

  /// The file is heard at its own speed, as by a microphone, and its end is the end of the take.
  ///
  /// What passes until the device plays is lost, which takes longer on a busy machine.
  @Test func `records a file in the place of a microphone`() throws {
    let file = try ann.tone(3, "voice.wav", rateHertz: 44_100)
    let run = try ann.host([
      "story", "record", "Duet", "--device", "null", "--microphone", file, "--seconds", "30",
      "--json",
    ])
    #expect(run.status == 0, "\(run.talk)")
    let kept = try #require(try ann.events(run).first)
    #expect((0.1...3.2).contains(Double(kept["frames"] as? Int ?? 0) / 192_000), "\(kept)")
    #expect(!run.talk.contains("calibrate"))
    let missing = try ann.host([
      "story", "record", "Duet", "--device", "null", "--microphone", "./none.wav", "--seconds", "1",
    ])
    #expect(missing.status == 66 && missing.talk.contains("./none.wav"), "\(missing.talk)")
    try expectWhole(ann, takes: 1)
  }

  @Test func `keeps what was recorded until the microphone went away`() throws {
    try ann.configure("null.real-time = on\nnull.lost-after = 700\n")
    let run = try ann.host([
      "story", "record", "Duet", "--device", "null", "--microphone", "null", "--seconds", "60",
      "--latency-ms", "0",
    ])
    #expect(run.status == 0)
    #expect(run.talk.contains("Take 1 is kept") && run.talk.contains("the microphone was gone"))
    try expectWhole(ann, takes: 1)
  }
}
