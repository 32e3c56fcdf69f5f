import CueScreenplay
import Testing

private let play = """
  INT. HALL - NIGHT

  [[tone: sad]]

  ANNA
  One.

  [[tone: ANNA = angry; TOM = quickly]]

  TOM
  Two.

  ANNA
  Three. [[tone: softly]]
  Four.

  [[Tom must not know. tone: no note.]]

  TOM
  Five.
  [[tones: urgent, loudly]]
  Six.
  (reading)
  Seven.

  EXT. YARD - DAY

  ANNA
  Eight.
  """

@Suite struct `A note with a tone` {
  private let items: [SpeakableItem]
  private let script: Script

  init() throws {
    let screenplay = try ScreenplayReader.read(Array(play.utf8), fileName: "a.fountain")
    items = SpeakableItems.items(of: screenplay, rules: .dialogueOnly)
    script = try Script(screenplay)
  }

  private func speech(_ index: Int) -> [String] {
    items[index].speechTones.map { "\($0.firstPiece) \($0.words)" }
  }

  @Test func `a tone note before a scene's first speech applies to the scene`() {
    #expect(items.count == 5)
    #expect(items.map(\.sceneTones) == [["sad"], ["sad"], ["sad"], ["sad"], []])
  }

  @Test func `later is for the next speech, and there for the character that it names`() {
    #expect(speech(0) == [])
    #expect(speech(1) == ["0 quickly"])
  }

  @Test func `within a speech is for what follows, its own row included`() {
    #expect(speech(2) == ["0 softly"], "the row that it stands in is the first")
    #expect(speech(3) == ["1 urgent, loudly"])
    #expect(
      items[3].pieces == [
        .words("Five.", direction: nil), .words("Six.", direction: nil),
        .words("Seven.", direction: "reading"),
      ])
  }

  @Test func `is never said, and of other notes nothing is taken`() {
    for item in items { #expect(!item.saidText.lowercased().contains("tone")) }
    #expect(!items.contains { $0.speechTones.contains { $0.words.contains("no note") } })
  }

  @Test func `A note with a tone is known in a rehearsal, too`() {
    let lines = script.lines.filter { $0.kind == .dialogue }
    #expect(lines.map(\.sceneTones) == items.map(\.sceneTones))
    #expect(
      lines.map(\.speechTones) == [[], ["quickly"], ["softly"], ["urgent, loudly"], []])
  }

  /// Each row of a speech once looked at all its notes.
  @Test func `is read in time where there are thousands in one speech`() throws {
    let rows = (0..<20_000).map { "Row \($0). [[tone: \($0.isMultiple(of: 2) ? "sad" : "angry")]]" }
    let screenplay = try ScreenplayReader.read(
      Array(("INT. HALL - DAY\n\nANNA\n" + rows.joined(separator: "\n") + "\n").utf8),
      fileName: "a.fountain")
    let items = SpeakableItems.items(of: screenplay, rules: .dialogueOnly)
    #expect(items.count == 1)
    let tones = items[0].speechTones
    #expect(tones.count == 20_000 && tones.map(\.firstPiece) == Array(0..<20_000))
  }
}
