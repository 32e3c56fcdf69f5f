import struct CueAssembly.Take
import struct CueAssembly.TakeShelf
import class CueAssembly.TakeTracks
import struct CueAssembly.UserLibrary
import CueAudio
import CueModel
import CueStore
import CueSystem
import Foundation
import TestSupport
import Testing

@testable import host

@Suite struct `The arguments of host library and host audio` {
  private func command(_ words: String...) throws -> Command {
    try Arguments.parse(words, hasInput: false).command
  }

  @Test func `The arguments of host library and host audio say what is to be done`() throws {
    #expect(try command("library", "info") == .library(.info(cache: nil)))
    #expect(
      try command("library", "check", "--cache", "a", "--cache=b")
        == .library(.check(caches: ["a", "b"])))
    #expect(
      try command("library", "clean", "--most", "2G", "--dry-run")
        == .library(.clean(cache: nil, mostBytes: 2_000_000_000, isTrial: true)))
    #expect(
      try command("audio", "list", "a.fountain") == .audio(.list(script: "a.fountain", item: nil)))
    #expect(try command("audio", "list", "3", "17") == .audio(.list(script: "3", item: 17)))
    #expect(try command("audio", "activate", "4") == .audio(.activate(4)))
    #expect(try command("audio", "rate", "4", "5") == .audio(.rate(4, 5)))
    #expect(try command("audio", "rate", "4", "none") == .audio(.rate(4, nil)))
    #expect(try command("audio", "note", "4", "too", "fast") == .audio(.note(4, "too fast")))
    #expect(try command("audio", "note", "4") == .audio(.note(4, "")))
    #expect(try command("audio", "play", "4") == .audio(.play(4, device: nil)))
    #expect(
      try command("audio", "export", "4", "a.flac") == .audio(.export(4, to: "a.flac")))
    #expect(try command("library", "backup", "b") == .library(.backup(folder: "b")))
    #expect(try command("library", "rebuild") == .library(.rebuild(folder: nil)))
    #expect(
      try command("library", "rebuild", "--from", "b") == .library(.rebuild(folder: "b")))
    #expect(try command("script", "remove", "3") == .script(.remove("3")))
    #expect(try command("audio") == .missingVerb(topic: "audio"))
    #expect(try command("library", "--help") == .help(topic: "library"))
  }

  @Test(arguments: [
    ("0", 0), ("1000", 1000), ("5k", 5000), ("1.5M", 1_500_000), ("2GB", 2_000_000_000),
    ("1T", 1_000_000_000_000),
  ])
  func `take sizes as people write them`(text: String, bytes: Int) throws {
    #expect(try OptionValues.size("--most", text) == bytes)
  }

  @Test(arguments: [
    ["library", "fly"], ["library", "check", "x"], ["library", "check", "--most", "1G"],
    ["library", "clean", "--most", "much"], ["library", "clean", "--most", "-1"],
    ["library", "clean", "--most", "nan"], ["library", "info", "--dry-run"],
    ["library", "clean", "--cache", "a", "--cache", "b"], ["library", "check", "--cache", ""],
    ["audio", "list"], ["audio", "list", "a", "b"], ["audio", "rate", "1"],
    ["audio", "rate", "1", "6"], ["audio", "rate", "x", "3"], ["audio", "activate"],
    ["library", "backup"], ["library", "backup", "a", "b"], ["library", "check", "--from", "a"],
    ["audio", "play"], ["audio", "export", "1"], ["audio", "list", "a", "--device", "null"],
    ["audio", "activate", "0"], ["audio", "list", "a", "--cache", "b"], ["audio", "fly", "1"],
  ])
  func `that make no sense are explained`(words: [String]) {
    let userError = #expect(throws: UserError.self) {
      try Arguments.parse(words, hasInput: false)
    }
    #expect(userError?.status == .usage)
    #expect(userError?.hint.contains("\(words[0]) --help") == true)
  }
}

@Suite(.startsProcesses) struct `A library with sound` {
  private let home: TemporaryFolder
  private let store: ClipStore
  private let script: StoredScript
  private let items: [StoredItem]

  init() throws {
    home = try TemporaryFolder()
    let data = home.path("data/cue")
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
    store = ClipStore(data + "/clips")
    let database = try Database(.file(data + "/library.db"), modules: UserLibrary.modules)
    let clock = SystemClock()
    script = try Scripts(database, clock: clock).put(
      ScriptIdentity(path: "", name: "train.fountain", digest: "1"), rules: "1.0")
    let rows = ScriptItems(database, clock: clock)
    items = try rows.replace(
      [
        StoredItem(
          orderIndex: 0, sourceKind: "action", scene: "preamble", text: "Rain.", said: "Rain.",
          tone: "narrative"),
        StoredItem(
          orderIndex: 2, sourceKind: "dialogue", scene: "scene-1", text: "Yes.", said: "Yes.",
          character: "nora", rawName: "NORA", tone: "character"),
      ], of: script.number, rules: "1.0")
    for (item, first) in zip(items, ["a", "b"]) {
      let entry = try store.put(
        silence(frames: 8000), for: try key(first))
      try rows.apply([
        .moved(item.number, from: .textGenerated, to: .audioQueued),
        .moved(item.number, from: .audioQueued, to: .audioGenerating),
        .made(item.number, NewAudioVersion(clip: entry, plugin: "mock", voice: "one")),
      ])
    }
  }

  private func key(_ first: String) throws -> ClipKey {
    try #require(ClipKey(hexadecimal: first + String(repeating: "0", count: 63)))
  }

  private func host(_ words: String...) throws -> Run {
    try Run(Places.product("host"), words, environment: ["CUE_HOME": home.path])
  }

  private func change(_ key: ClipKey, _ body: (inout Data) -> Void) throws {
    var bytes = try Data(contentsOf: URL(filePath: store.path(key)))
    body(&bytes)
    try bytes.write(to: URL(filePath: store.path(key)))
  }

  private func age(_ key: ClipKey) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -100_000)], ofItemAtPath: store.path(key))
  }

  @Test func `the content of a library is reported`() throws {
    let info = try host("library", "info")
    #expect(info.status == 0)
    #expect(info.text.contains("train.fountain  2 items, 2 with sound"))
    #expect(info.text.contains("2 clips, 32 kB; items refer to 2 clips of 0:01."))
  }

  @Test func `an undamaged library passes the check`() throws {
    let check = try host("library", "check")
    #expect(check.status == 0 && check.text.isEmpty)
    #expect(check.talk.contains("2 clips of 32 kB that items refer to, and 2 files: all is well."))
  }

  @Test func `is not well where a clip is gone, damaged or another, and says what to do`() throws {
    try FileManager.default.removeItem(atPath: store.path(key("a")))
    try change(key("b")) { $0[100] ^= 1 }
    _ = try store.put(silence(frames: 10), for: key("c"))
    try change(key("c")) { $0 = $0.prefix(50) }
    let check = try host("library", "check")
    #expect(check.status == 1)
    #expect(check.text.contains("\(store.path(try key("a"))) is not there."))
    #expect(check.text.contains("\(store.path(try key("b"))) has changed since it was written"))
    #expect(check.text.contains("\(store.path(try key("c"))) is too short for a clip: 50 bytes."))
    #expect(check.text.contains("'host generate' makes it again"))
    #expect(check.talk.contains("3 are wrong."))
    let json = try host("library", "check", "--json")
    #expect(json.status == 1)
    #expect(json.text.split(separator: "\n").count == 4)
    #expect(json.text.contains(#""kind":"missing""#) && json.text.contains(#""findings":3"#))
    // Whole, but not what the library says was made.
    try FileManager.default.removeItem(atPath: store.path(key("b")))
    _ = try store.put(silence(frames: 9), for: key("b"))
    #expect(try host("library", "check").text.contains("another than the library knows"))
  }

  @Test func `is well where a clip is in a shared folder`() throws {
    let shared = ClipStore(home.path("shared"))
    _ = try shared.put(try #require(try store.clip(key("a"))), for: key("a"))
    try FileManager.default.removeItem(atPath: store.path(key("a")))
    #expect(try host("library", "check").status == 1)
    #expect(try host("library", "check", "--cache", shared.folder).status == 0)
  }

  @Test func `whose database is damaged is not well`() throws {
    let path = home.path("data/cue/library.db")
    try Data(repeating: 0xA5, count: 8192).write(to: URL(filePath: path))
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    let check = try host("library", "check")
    #expect(check.status == 1)
    #expect(check.text.contains("library.db is no database"))
  }

  @Test func `is rid of what nothing refers to`() throws {
    _ = try store.put(silence(frames: 10), for: key("c"))
    for first in ["a", "b", "c"] { try age(key(first)) }
    let trial = try host("library", "clean", "--dry-run")
    #expect(trial.status == 0)
    #expect(trial.talk.contains("Would remove 1 clip of"))
    #expect(try store.list().files.count == 3)
    #expect(try host("library", "clean").status == 0)
    #expect(try Set(store.list().files.map(\.key)) == [key("a"), key("b")])
    #expect(try host("library", "check").status == 0)
  }

  @Test func `a library keeps to a size limit, and lists the clips to make again`() throws {
    try age(key("b"))
    #expect(try host("library", "clean", "--most", "17k").status == 0)
    #expect(try store.list().files.map(\.key) == [key("a")])
    #expect(try host("library", "check").status == 0)
    let list = try host("audio", "list", "train.fountain")
    #expect(list.text.contains("NORA: Yes.  [no sound yet]"))
    #expect(list.text.contains("[made room]"))
    #expect(try host("audio", "activate", "2").status == 66)
  }

  @Test func `that others fill is left alone but for a limit`() throws {
    let refused = try host("library", "clean", "--cache", home.path("shared"))
    #expect(refused.status == 2 && refused.talk.contains("--most"))
    let shared = ClipStore(home.path("shared"))
    _ = try shared.put(silence(frames: 10), for: key("c"))
    #expect(try host("library", "clean", "--cache", shared.folder, "--most", "1M").status == 0)
    #expect(try shared.list().files.count == 1)
    #expect(try host("library", "clean", "--cache", shared.folder, "--most", "0").status == 0)
    #expect(try shared.list().files.isEmpty)
  }

  private var path: String { home.path("data/cue/library.db") }

  /// Changes NORA to OORA in the library's file, also in deleted rows.
  private func flipNames() throws {
    var bytes = try Data(contentsOf: URL(filePath: path))
    while let range = bytes.range(of: Data("NORA".utf8)) { bytes[range.lowerBound] ^= 1 }
    try bytes.write(to: URL(filePath: path))
  }

  @Test func `that was emptied or has gone is not well, and is not taken for a new one`() throws {
    #expect(try host("library", "check").status == 0)
    for ending in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) }
    try Data().write(to: URL(filePath: path))
    for _ in 1...2 {
      let check = try host("library", "check")
      #expect(check.status == 1)
      #expect(check.text.contains("library.db is empty, and something was kept in it before."))
      #expect(check.text.contains("library rebuild"))
    }
    #expect(try host("speech", "list").status == 65)
    try FileManager.default.removeItem(atPath: path)
    let gone = try host("library", "check")
    #expect(gone.status == 1 && gone.text.contains("library.db is gone"), "\(gone.text)")
    // Without the file, the library starts again; its sound is still reported.
    #expect(try host("speech", "list").status == 0)
    #expect(try host("script", "remove", "nothing").status == 66)
    let second = try host("library", "check")
    #expect(
      second.status == 1 && second.text.contains("nothing refers to 2 clips of"), "\(second.text)")
  }

  @Test func `damaged words are found, and restored from a backup`()
    throws
  {
    let backup = home.path("backup")
    let first = try host("library", "backup", backup)
    #expect(first.status == 0, "\(first.talk)")
    #expect(first.talk.contains("2 clips that items refer to; 2 of them are new."))
    #expect(try host("library", "backup", backup).talk.contains("0 of them are new."))
    try flipNames()
    try FileManager.default.removeItem(atPath: store.path(key("a")))
    let check = try host("library", "check")
    #expect(check.status == 1)
    #expect(check.text.contains("values in the table “speakable_item” are not those"))
    // A damaged library takes no backup's place.
    #expect(try host("library", "backup", backup).status == 65)
    #expect(try host("library", "rebuild", "--from", home.path("nothing")).status == 66)
    let rebuilt = try host("library", "rebuild", "--from", backup)
    #expect(rebuilt.status == 0, "\(rebuilt.talk)")
    #expect(rebuilt.talk.contains("library.db.damaged-1"))
    #expect(try host("library", "check").status == 0)
    #expect(try host("audio", "list", "1", "2").text.contains("NORA: Yes."))
  }

  private func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func `a backup is private, and leaves nothing of one that was killed`()
    throws
  {
    let backup = home.path("backup")
    try FileManager.default.createDirectory(atPath: backup, withIntermediateDirectories: false)
    for ending in ["", "-wal", "-shm"] {
      try home.write("half", as: "backup/.library.db.0123456789abcdef.part\(ending)")
    }
    #expect(try host("library", "backup", backup).status == 0)
    #expect(try permissions(backup + "/library.db") == 0o600)
    let names = try FileManager.default.contentsOfDirectory(atPath: backup).sorted()
    #expect(names == ["clips", "library.db"])
    let other = home.path("other")
    #expect(try host("library", "backup", other).status == 0)
    #expect(try permissions(other) == 0o700)
  }

  @Test func `takes are in a backup, and restoring loses none`() throws {
    let folder = home.path("data/cue/takes")
    let shelf = TakeShelf(in: folder, script: "/plays/train.fountain")
    func record(_ began: Int64, frames: Int) throws -> Take {
      var take = try shelf.begin(scene: 1)
      take.began = began
      for track in Take.Track.allCases {
        let file = try GrowingSoundFile(path: take.path(of: track), format: TakeTracks.format)
        try file.append(AudioBuffer(silentFrames: frames, format: TakeTracks.format))
        try file.close()
      }
      try shelf.keep(take)
      return take
    }
    _ = try record(1000, frames: 4800)
    let second = try record(2000, frames: 9600)
    let backup = home.path("backup")
    let first = try host("library", "backup", backup)
    #expect(
      first.status == 0 && first.talk.contains("2 takes; 2 of them are new."), "\(first.talk)")
    let copies = TakeShelf(folder: "\(backup)/takes/\(shelf.name)")
    #expect(copies.takes().map(\.began) == [1000, 2000])
    #expect(copies.takes().map(\.frames) == [4800, 9600])
    try shelf.setBest(second)
    #expect(try host("library", "backup", backup).talk.contains("2 takes; 0 of them are new."))
    #expect(copies.takes().map(\.isBest) == [false, true])
    // The takes are gone, and another has the first one's number.
    try FileManager.default.removeItem(atPath: folder)
    _ = try record(3000, frames: 480)
    #expect(try host("library", "backup", backup).talk.contains("1 takes; 1 of them are new."))
    #expect(copies.takes().map(\.began) == [1000, 2000, 3000])
    let rebuilt = try host("library", "rebuild", "--from", backup)
    #expect(rebuilt.status == 0 && rebuilt.talk.contains("2 takes came back"), "\(rebuilt.talk)")
    #expect(shelf.takes().map(\.began) == [3000, 2000, 1000])
    #expect(shelf.takes().filter(\.isBest).map(\.began) == [2000])
    #expect(try host("library", "check").status == 0)
  }

  @Test func `is not well where a take is damaged, unless it is being recorded`() throws {
    let shelf = TakeShelf(in: home.path("data/cue/takes"), script: "/plays/train.fountain")
    let take = try shelf.begin(scene: 2)
    try shelf.keep(take)
    var files: [GrowingSoundFile] = []
    for track in [Take.Track.own, .partner] {
      files.append(try GrowingSoundFile(path: take.path(of: track), format: TakeTracks.format))
      try files.last?.append(AudioBuffer(silentFrames: 4800, format: TakeTracks.format))
    }
    let growing = try host("library", "backup", home.path("backup"))
    #expect(growing.talk.contains("is being recorded, and is not in the backup"), "\(growing.talk)")
    for file in files { try file.close() }
    files = []
    #expect(try host("library", "check").status == 0)
    try Data(contentsOf: URL(filePath: take.path(of: .own))).prefix(2000)
      .write(to: URL(filePath: take.path(of: .own)))
    try FileManager.default.removeItem(atPath: take.path(of: .partner))
    try Data("{".utf8).write(to: URL(filePath: take.folder + "/take.json"))
    let check = try host("library", "check")
    #expect(check.status == 1)
    #expect(check.text.contains("own.wav is no sound, or has less of it than it says."))
    #expect(check.text.contains("partner.wav is not there."))
    #expect(check.text.contains("nothing is known of the take's lines"))
  }

  @Test func `a library is rebuilt from its readable parts, and the old file stays`() throws {
    try flipNames()
    let (damaged, journal) = (try Data(contentsOf: URL(filePath: path)), Data("torn".utf8))
    try journal.write(to: URL(filePath: path + "-wal"))
    let rebuilt = try host("library", "rebuild")
    #expect(rebuilt.status == 0, "\(rebuilt.talk)")
    #expect(rebuilt.talk.contains("No row is lost"))
    #expect(try host("library", "check").status == 0)
    #expect(try host("audio", "list", "1", "2").text.contains("OORA: Yes."))
    #expect(try Data(contentsOf: URL(filePath: path + ".damaged-1")) == damaged)
    #expect(try Data(contentsOf: URL(filePath: path + ".damaged-1-wal")) == journal)
    #expect(try permissions(path) == 0o600)
    let names = try FileManager.default.contentsOfDirectory(atPath: home.path("data/cue"))
    #expect(!names.contains { $0.contains(".part") })
  }

  @Test func `has its sound copied into files, and a script forgotten`() throws {
    let out = home.path("a.wav")
    #expect(try host("audio", "export", "1", "-", "--json").status == 2)
    let export = try host("audio", "export", "1", out, "--json")
    #expect(export.status == 0 && export.text.contains(#""item":1"#), "\(export.talk)")
    #expect(try Data(contentsOf: URL(filePath: out)).count == 44 + 16_000)
    try FileManager.default.removeItem(atPath: store.path(key("a")))
    let gone = try host("audio", "export", "1", out)
    #expect(gone.status == 66 && gone.talk.contains("--redo 1"), "\(gone.talk)")
    let removed = try host("script", "remove", "train.fountain")
    #expect(removed.status == 0 && removed.talk.contains("has forgotten “train.fountain”"))
    #expect(try host("audio", "list", "train.fountain").status == 66)
    #expect(try host("library", "check").text.contains("nothing refers to 1 clip of"))
  }

  @Test func `has its versions listed, chosen, rated and noted`() throws {
    let list = try host("audio", "list", "train.fountain")
    #expect(list.text.contains("1  Rain.\n    * 1  mock:one  0:01"))
    #expect(try host("audio", "rate", "2", "4").status == 0)
    #expect(try host("audio", "note", "2", "too", "fast").status == 0)
    let one = try host("audio", "list", "1", "2")
    #expect(one.text.contains("2  NORA: Yes.") && one.text.contains("4 of 5  “too fast”"))
    #expect(!one.text.contains("Rain."))
    #expect(try host("audio", "activate", "2").talk.contains("Version 2 of item 2 is heard now."))
    let json = try host("audio", "list", "train.fountain", "2", "--json")
    #expect(json.text.contains(#""status":"audioComplete""#) && json.text.contains(#""rating":4"#))
    #expect(try host("audio", "rate", "9", "4").status == 66)
    #expect(try host("audio", "list", "nothing").status == 66)
    #expect(try host("audio", "list", "train.fountain", "9").status == 66)
  }
}

/// Sound without marks.
private func silence(frames: Int) -> Clip {
  Clip(
    sound: AudioBuffer(silentFrames: frames, format: AudioFormat(sample: .int16, rateHertz: 16_000))
  )
}
