import CueStore
import Testing

@Suite struct `A cast in a library` {
  private let library: ScriptFixture
  private var script: Int64 { library.script.number }
  private var casts: Casts { library.casts }

  init() throws { library = try ScriptFixture() }

  private let narrator = StoredRole(character: "", name: "Narrator", voice: "espeak://en-us")
  private let nora = StoredRole(
    character: "nora", name: "NORA", voice: "flite://slt?speed=1.1", fallback: "espeak://en-gb",
    dialogues: 9, notes: "calm")
  private let otto = StoredRole(character: "otto", name: "OTTO", dialogues: 12)

  @Test func `is in the order of its parts, the narrator first`() throws {
    try casts.set([nora, otto, narrator], of: script)
    #expect(try casts.roles(of: script) == [narrator, otto, nora])
    try casts.set([nora], of: script)
    #expect(try casts.roles(of: script) == [nora])
  }

  @Test func `keeps what the user locked, unless told otherwise`() throws {
    try casts.set([nora, otto], of: script)
    var locked = nora
    locked.isLocked = true
    try casts.put(locked, of: script)
    var proposed = nora
    proposed.voice = "flite://rms"
    proposed.notes = ""
    proposed.dialogues = 30
    try casts.set([proposed], of: script)
    locked.dialogues = 30
    #expect(try casts.roles(of: script) == [locked])
    try casts.set([otto], of: script)
    #expect(try casts.roles(of: script) == [locked, otto])
    try casts.set([proposed], of: script, evenLocked: true)
    #expect(try casts.roles(of: script) == [proposed])
  }

  @Test func `A cast in a library knows whose a name is`() throws {
    try casts.setAlias("YOUNG NORA", "nora", of: script)
    try casts.setAlias("THE VOICE", "otto", of: script)
    try casts.setAlias("THE VOICE", "nora", of: script)
    #expect(try casts.aliases(of: script) == ["YOUNG NORA": "nora", "THE VOICE": "nora"])
    try casts.setAlias("THE VOICE", nil, of: script)
    #expect(try casts.aliases(of: script) == ["YOUNG NORA": "nora"])
  }
}
