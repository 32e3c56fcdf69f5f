import CueStore
import TestSupport
import Testing

@Suite struct `Scripts in a library` {
  private let library: ScriptFixture
  private var scripts: Scripts { library.scripts }

  init() throws { library = try ScriptFixture() }

  @Test func `are found by number, path and name`() throws {
    let script = library.script
    #expect(try scripts.find("\(script.number)") == script)
    #expect(try scripts.find("/scripts/train.fountain") == script)
    #expect(try scripts.find("train.fountain") == script)
    #expect(try scripts.find("other.fountain") == nil)
    #expect(try scripts.find("") == nil)
  }

  @Test func `scripts of the same name are distinguished by number`() throws {
    let other = try scripts.put(
      ScriptIdentity(path: "/other/train.fountain", name: "train.fountain", digest: "cd"),
      rules: "1.0")
    let failure = #expect(throws: StoreFailure.self) { try scripts.find("train.fountain") }
    #expect(failure?.kind == .conflict)
    guard case .ambiguous("train.fountain", let named)? = failure?.reason else {
      Issue.record("\(failure as Any)")
      return
    }
    #expect(named.map(\.path).contains("/other/train.fountain") && named.count == 2)
    #expect(named.map(\.number).contains(other.number))
  }

  @Test func `are the same when they are read again`() throws {
    let again = try scripts.put(
      ScriptIdentity(path: "/scripts/train.fountain", name: "train.fountain", digest: "ab"),
      rules: "1.0")
    #expect(again == library.script)
    let changed = try scripts.put(
      ScriptIdentity(path: "/scripts/train.fountain", name: "train.fountain", digest: "cd"),
      rules: "table-read")
    #expect(changed.number == again.number && changed.updated > again.updated)
    #expect(try scripts.all() == [changed])
  }

  @Test func `from no file are one for each name`() throws {
    let nameless = try scripts.put(
      ScriptIdentity(path: "", name: "", digest: "1"), rules: "1.0")
    #expect(nameless.name == "unnamed-screenplay")
    #expect(
      try scripts.put(
        ScriptIdentity(path: "", name: "", digest: "2"), rules: "1.0"
      ).number == nameless.number)
    #expect(
      try scripts.put(
        ScriptIdentity(path: "", name: "piped", digest: "2"), rules: "1.0"
      ).number != nameless.number)
    #expect(try scripts.all().count == 3)
  }

  @Test func `take all that belongs to them along`() throws {
    let item = try #require(try library.put(["NORA: Yes."]).first)
    try library.make(item, ScriptFixture.version("a1"))
    try library.casts.put(StoredRole(character: "nora", name: "NORA"), of: library.script.number)
    try library.casts.setAlias("NORA'S VOICE", "nora", of: library.script.number)
    let task = try library.tasks.add(script: library.script.number, name: "Generate", options: "{}")
    try library.outputs.put([
      StoredOutput(
        path: "/out.wav", script: library.script.number, task: task.number, digest: "d",
        byteCount: 1, modifiedNanoseconds: 2)
    ])
    #expect(try scripts.remove(library.script.number))
    #expect(try !scripts.remove(library.script.number))
    for table in ["speakable_item", "speakable_audio", "cast_role", "cast_alias", "task", "output"]
    {
      #expect(
        try library.database.rows("SELECT count(*) FROM \(table)") { $0.integer(0) } == [0])
    }
  }

  /// A library from before screenplays were recorded gets its tables when it is opened, and keeps its rows.
  @Test func `Scripts in a library find room in an older library`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("library.db")
    let clock = SteppingClock()
    let speech: StoredSpeech
    do {
      let old = try Database(.file(path), modules: [Speeches.module, Practices.module])
      speech = try Speeches(old, clock: clock).add(title: "Toast", content: "One.", language: "en")
      try Practices(old, clock: clock).set(["rates": "0.4"], of: speech.number)
    }
    let library = try Database(
      .file(path), modules: [Speeches.module, Practices.module, Scripts.module])
    #expect(try Speeches(library, clock: clock).all() == [speech])
    #expect(try Practices(library, clock: clock).settings(of: speech.number) == ["rates": "0.4"])
    #expect(try Scripts(library, clock: clock).all().isEmpty)
  }
}
