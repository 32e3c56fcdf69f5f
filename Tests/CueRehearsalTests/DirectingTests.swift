import CueModel
import CueRehearsal
import CueScreenplay
import TestSupport
import Testing

@Suite struct `Directing by keys` {
  @Test func `goes through all tones and manners, and every one is understood`() throws {
    var editor = DirectionEditor()
    var file = DirectionFile()
    var seen: [String] = []
    for _ in 0...DirectionEditor.labels.count {
      let change = try #require(try editor.make(.nextTone, line: 2, in: &file))
      seen.append(change.after)
    }
    #expect(seen == DirectionEditor.labels + [""])
  }

  @Test func `moves the delay by tenths from the character's own, and stays in range`() throws {
    var editor = DirectionEditor()
    var file = DirectionFile()
    _ = try editor.make(.delay(tenths: 1), line: 2, delaySeconds: 0.4, in: &file)
    #expect(file.text == "[line 2]\ndelay = 0.5\n")
    _ = try editor.make(.delay(tenths: -9), line: 2, in: &file)
    #expect(file.values[.line(2)]?[.delay] == "0.0")
    _ = try editor.make(.delay(tenths: 9999), line: 2, in: &file)
    #expect(file.values[.line(2)]?[.delay] == "60.0")
    #expect(try editor.make(.delay(tenths: 1), line: 2, in: &file) == nil)
  }

  @Test func `takes each change back, the last one first, whatever was edited meanwhile`() throws {
    var editor = DirectionEditor()
    var file = try DirectionFile(parsing: "# mine\n[line 2]\ntones = sad\n")
    let before = file.text
    _ = try editor.make(.tones("angry, softly"), line: 2, in: &file)
    _ = try editor.make(.note("look at\nhim"), line: 2, in: &file)
    #expect(file.text == "# mine\n[line 2]\ntones = angry, softly\nnotes = look at him\n")
    let lines = file.lines(DialogueNumbers(Script.scene(("A", "One."), ("B", "Two."))))
    #expect(lines.values.first?.note == "look at him")
    try file.set(.delay, of: .character("OSKAR"), to: "1")
    #expect(editor.undo(in: &file)?.key == .notes)
    #expect(editor.undo(in: &file)?.before == "sad")
    #expect(editor.undo(in: &file) == nil)
    #expect(file.text == before + "\n[OSKAR]\ndelay = 1\n")
  }

  @Test func `a word that is not a tone is refused, and changes nothing`() {
    var editor = DirectionEditor()
    var file = DirectionFile()
    #expect(throws: DirectionFile.Failure.self) {
      try editor.make(.tones("blue"), line: 1, in: &file)
    }
    #expect(file == DirectionFile() && editor.changes.isEmpty)
  }

  @Test func `is heard from the line's next time on`() throws {
    let voice = DoubleVoice()
    let actor = DoubleActor()
    var waits = 0
    actor.atWait = { _ in
      waits += 1
      switch waits {
      case 1:
        return ActorTurn(
          .direct(line: 1, LineDirection(expression: Expression(tones: [.angry]), note: "louder")))
      case 2: return ActorTurn(.back)
      default: return nil
      }
    }
    let script = Script.scene(("ANN", "One."), ("BEN", "Two."))
    try Staging(script, voice: voice, actor: actor).run()
    #expect(voice.requests.map { $0.tones.map(\.label) } == [[], ["angry"]])
    #expect(voice.requests.last?.direction == "louder")
    #expect(voice.requests.map(\.text) == ["One.", "One."])
  }
}
