import CueModel
import CueRehearsal
import CueScreenplay
import CueText
import TestSupport
import Testing

private let text = """
  # For the read-through.
  [Oskar]
  tones = angry, quickly
  state = awake since yesterday
  delay = 0.4

  [scene 1]
  context = The last train is late.
  [ line 2 ]
  strictness = word-perfect
  delay=1.5
  """

@Suite struct `A file of directions` {
  private func failure(_ text: String) -> DirectionFile.Failure? {
    do throws(DirectionFile.Failure) {
      _ = try DirectionFile(parsing: text)
      return nil
    } catch { return error }
  }

  @Test func `says how characters, scenes and lines are played`() throws {
    let file = try DirectionFile(parsing: text)
    let oskar = try #require(file.direction { $0 == "OSKAR" })
    #expect(oskar.direction.tones == [.angry] && oskar.direction.manners == [.quickly])
    #expect(oskar.direction.emotionalState == "awake since yesterday")
    #expect(oskar.delaySeconds == 0.4)
    #expect(file.direction { $0 == "NORA" } == nil)
    #expect(file.sceneContexts == [0: "The last train is late."])
    let script = Script.scene(("OSKAR", "One."), ("NORA", "Two."))
    #expect(
      file.lines(DialogueNumbers(script)) == [
        2: LineDirection(expression: Expression(), delaySeconds: 1.5, strictness: .wordPerfect)
      ])
    #expect(file.strangers(in: script) { $0 == "OSKAR" }.isEmpty)
    #expect(file.strangers(in: script) { _ in false } == ["[OSKAR]"])
  }

  @Test func `keeps what people wrote when a value is set`() throws {
    var file = try DirectionFile(parsing: text)
    try file.set(.tones, of: .character("OSKAR"), to: "sad")
    try file.set(.notes, of: .character("OSKAR"), to: "never\nraises his voice")
    try file.set(.delay, of: .line(2), to: "")
    try file.set(.tones, of: .line(1), to: "softly")
    #expect(
      file.text == """
        # For the read-through.
        [Oskar]
        tones = sad
        state = awake since yesterday
        delay = 0.4
        notes = never raises his voice

        [scene 1]
        context = The last train is late.
        [ line 2 ]
        strictness = word-perfect

        [line 1]
        tones = softly

        """)
    #expect(try DirectionFile(parsing: file.text).values == file.values)
  }

  @Test(arguments: [
    ("tones = sad", 1, DirectionFile.Failure.Reason.noHeading), ("[OSKAR", 1, .heading),
    ("[]", 1, .heading), ("[A]\nsad", 2, .notAPair),
    (
      "[A]\ntone = sad", 2,
      .unknownKey("tone", known: ["tones", "state", "objective", "notes", "delay"])
    ),
    ("[scene 1]\ntones = sad", 2, .unknownKey("tones", known: ["context"])),
    ("[A]\ntones = blue", 2, .noTone("blue")), ("[A]\r\ndelay = soon", 2, .seconds("soon")),
    ("[A]\ndelay = 61", 2, .seconds("61")), ("[line 3]\nstrictness = very", 2, .strictness("very")),
  ])
  func `an error in a file of directions is reported with its row`(
    _ text: String, _ row: Int, _ reason: DirectionFile.Failure.Reason
  ) {
    #expect(failure(text) == DirectionFile.Failure(row: row, reason: reason))
  }

  @Test func `makes a partner wait before a line, and this line longer`() throws {
    let script = Script.scene(("ANN", "One."), ("ANN", "Two."))
    func frames(_ change: (inout Part) -> Void) throws -> Int {
      var part = Part(voice: DoubleVoice())
      change(&part)
      let staging = Staging(script, parts: ["ANN": part], actor: DoubleActor())
      return try staging.run().output.frames
    }
    let plain = try frames { _ in }
    #expect(try frames { $0.delaySeconds = 0.25 } == plain + 500)
    #expect(
      try frames {
        $0.delaySeconds = 0.25
        $0.lineDirections = [2: LineDirection(delaySeconds: 1)]
      } == plain + 1250)
  }

  @Test func `counts more than the page where it is of one line`() {
    let line = Line(index: 1, kind: .dialogue, character: "ANN", text: "Go.", delivery: ["sadly"])
    var part = Part(voice: DoubleVoice())
    part.direction.tones = [.playful]
    #expect(part.expression(of: line).tones == [.sad])
    part.lineDirections = [1: LineDirection(expression: Expression(tones: [.angry]))]
    #expect(part.expression(of: line).tones == [.angry])
  }
}
