import CueAudio
import CueModel
import Foundation
import TestSupport
import Testing

/// Two friends with homes of their own, who share a folder.
@Suite(.startsProcesses) struct `A story at the command line` {
  private let ann: Stagehand
  private let bob: Stagehand

  init() throws {
    ann = try Stagehand(adding: ["varispeed", "sonic"])
    bob = try Stagehand(adding: ["varispeed", "sonic"])
  }

  @Test func `grows, is answered on another machine, and comes back`() throws {
    #expect(
      try ann.story(["new", "Duet", "--player", "ann"]).first?["player"] as? String == "ann")
    let said = try ann.story(["say", "Duet", "--voice", "mock", "Good evening"])
    #expect(said.first?["label"] as? String == "Good evening")
    try ann.story(["dial", "Duet", "--speed", "0.5", "--link", "off"])
    let kept = try ann.story(["import", "duet", try ann.tone(2.5)])
    #expect(kept.first?["recorded_speed"] as? Double == 0.5)
    let share = ann.folder.path("share")
    let waits = try ann.story(["send", "1", "--to", share, "--for", "bob"], status: 75)
    #expect(waits.first?["event"] as? String == "waits" && waits.first?["has_pen"] as? Bool == true)
    try FileManager.default.createDirectory(atPath: share, withIntermediateDirectories: true)
    let sent = try ann.story(["send", "--pending"])
    #expect(sent.first?["holder"] as? String == "bob")
    // The pen is away.
    for words in [
      ["dial", "1", "--speed", "1"], ["say", "1", "--voice", "mock", "No"], ["undo", "1"],
      ["track", "1", "1", "--mute", "on"], ["branch", "1", "1"],
      ["import", "1", try ann.tone(9)],
    ] {
      #expect(try ann.story(words, status: 77).isEmpty)
    }
    let received = try bob.story(["receive", share, "--player", "bob"])
    #expect((received.first?["added"] as? [[String: Any]])?.count == 2)
    #expect(received.first?["brought_pen"] as? Bool == true)
    #expect(try bob.story(["receive", share]).isEmpty, "nothing in it is new")
    try bob.story(["import", "1", try bob.tone(5)])
    let answered = try bob.story(["send", "1", "--to", share])
    #expect(answered.first?["has_pen"] as? Bool == false)
    let back = try ann.story(["receive", share])
    #expect(back.first?["from"] as? String == "bob" && back.first?["has_pen"] as? Bool == true)
    #expect(try ann.story(["verify"]).last?["findings"] as? Int == 0)
    let takes = try ann.story(["show", "1"]).dropFirst()
    #expect(takes.map { $0["player"] as? String } == ["ann", "ann", "bob"])
  }

  @Test func `is mixed to every kind of file, with the same bytes on any number of lanes`() throws {
    try ann.story(["new", "Duet"])
    try ann.story(["import", "1", try ann.tone(1)])
    try ann.story(["dial", "1", "--speed", "0.5"])
    try ann.story(["import", "1", try ann.tone(3)])
    for kind in ["wav", "flac", "ogg", "opus", "mp3"] {
      let path = ann.folder.path("mix." + kind)
      let mixed = try ann.story(["mix", "1", "-o", path, "--speed", "1", "--loudness", "-18"])
      #expect(mixed.first?["gain_decibels"] as? Double != 0)
      #expect(try SoundFileReader(path: path).channels == 1)
    }
    // An audiobook has its takes as chapters.
    let book = ann.folder.path("mix.m4b")
    let mixed = try ann.story(["mix", "1", "-o", book, "--speed", "1", "--stems"])
    #expect(mixed.map { $0["frames"] as? Int } == [72_000, 72_000, 72_000])
    let probed = try Run(
      "/usr/bin/ffprobe",
      [
        "-v", "error", "-show_chapters", "-show_entries", "stream=codec_name:format_tags=title",
        "-of", "csv=nk=1:p=0", book,
      ])
    #expect(probed.text.contains("aac") && probed.text.contains("1 tone.wav"), "\(probed.text)")
    for link in ["on", "off"] {
      let files = try (1...2).map { lanes -> Data in
        let path = ann.folder.path("lanes-\(lanes).wav")
        let mixed = try ann.story(
          [
            "mix", "1", "-o", path, "--speed", "2", "--link", link, "--lanes", "\(lanes)",
            "--stretcher", "sonic", "--stems",
          ])
        // 3 s that were recorded at half the speed are 0.75 s at twice.
        #expect(mixed.map { $0["frames"] as? Int } == [36_000, 36_000, 36_000])
        return try Data(contentsOf: URL(filePath: path))
      }
      #expect(files[0] == files[1])
      #expect(
        FileManager.default.fileExists(atPath: ann.folder.path("lanes-1-take-2.wav")))
    }
  }

  @Test func `says in a sentence what cannot be`() throws {
    try ann.story(["new", "Duet"])
    try ann.story(["import", "1", try ann.tone(2)])
    func said(_ words: String...) throws -> String {
      let run = try ann.host(["story"] + words)
      #expect(run.status != 0 && run.text.isEmpty)
      return run.talk
    }
    let short = try ann.tone(2, "short.wav")
    #expect(try said("import", "1", short).contains("leaves no tail: it has 2 s, and needs 2.01 s"))
    #expect(try said("new", "duet").contains("Story 1 is called “Duet” already"))
    #expect(try said("show", "none").contains("There is no story “none”"))
    #expect(try said("branch", "1", "9").contains("has no take 9"))
    #expect(try said("send", "1").contains("-o FILE writes a bundle"))
    #expect(try said("receive", short).contains("it is no bundle"))
    #expect(try said("mix", "1", "-o", "mix.xyz").contains("does not say what kind"))
    #expect(try said("show", "1", "--mute", "on").contains("--mute is for"))
    let empty = ann.folder.path("empty.wav")
    try Data(WAV.header(AudioFormat(sample: .int16, rateHertz: 48_000), frames: 0))
      .write(to: URL(filePath: empty))
    #expect(try said("import", "1", empty).contains("has no sound in it"))
    let many = ann.folder.path("many.wav")
    let format = AudioFormat(sample: .int16, rateHertz: 48_000, channels: 64)
    try Data(
      WAV.header(format, frames: 480) + AudioBuffer(silentFrames: 480, format: format).bytes
    ).write(to: URL(filePath: many))
    #expect(try said("import", "1", many).contains("it has 64 channels"))
    #expect(
      try said("import", "1", try ann.tone(301, "long.wav")).contains("longer than 300 seconds"))
    #expect(try ann.story(["verify"]).last?["takes"] as? Int == 1, "nothing of these is kept")
  }

  @Test func `a story can be shown as plain sentences, in the user's language`() throws {
    try ann.story(["new", "Duet", "--player", "ann"])
    try ann.story(["import", "1", try ann.tone(1)])
    try ann.story(["import", "1", try ann.tone(2)])
    try ann.story(["branch", "1", "1"])
    try ann.story(["import", "1", try ann.tone(3)])
    #expect(
      try ann.host(["story", "tree", "1"]).text == """
        1  Duet  3 takes, 0:03; you have the pen
        1  0–1  ann  tone.wav  (not sent yet)
        ├ 2  0–2  ann  tone.wav  (not sent yet)
        └ 3  0–3  ann  tone.wav  (not sent yet, the next take answers it)

        """)
    #expect(
      try ann.host(["story", "tree", "1", "--plain"]).text.contains(
        "Take 2 by ann answers take 1, from 0 to 2 s: “tone.wav”, not sent yet."))
    #expect(
      try ann.host(["story", "show", "1", "--plain"], ["LC_ALL": "et_EE.UTF-8"]).text.contains(
        "Osa 3, mängija ann, vastab: osa 1, 0 kuni 3 s: „tone.wav“, veel saatmata"))
  }

  @Test func `is in a backup, comes back from it, and damage of its takes is found`() throws {
    try ann.story(["new", "Duet"])
    try ann.story(["import", "1", try ann.tone(1)])
    let backup = ann.folder.path("backup")
    #expect(try ann.host(["library", "backup", backup]).talk.contains("It has 1 take of stories"))
    let stories = ann.folder.path("home/data/cue/stories")
    let files = try #require(FileManager.default.subpaths(atPath: stories))
    let take = stories + "/" + (try #require(files.first { $0.hasSuffix(".wav") }))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: take)
    #expect(
      try ann.story(["verify"], status: 1).first?["kind"] as? String == "writable_story_take")
    try FileManager.default.removeItem(atPath: take)
    let check = try ann.host(["library", "check"])
    #expect(check.status == 1 && check.text.contains(take + " is not there."))
    #expect(try ann.host(["library", "rebuild", "--from", backup]).status == 0)
    #expect(try ann.story(["verify"]).last?["findings"] as? Int == 0)
    #expect(try ann.host(["library", "check"]).status == 0)
  }
}
