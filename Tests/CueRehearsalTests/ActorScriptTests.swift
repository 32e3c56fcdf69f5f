import CueScreenplay
import Testing

@testable import CueRehearsal

@Suite struct `An actor's script` {
  @Test func `An actor's script is read action by action`() throws {
    let script = try ActorScript(
      parsing: """
        # Act one
        line
        NEXT   # quickly
        2.5\r
        pause
        \tresume

        back
        repeat
        goto 3
        scene 2
        at 1.5 pause
        at 0 goto 2
        at 12 next
        stop
        """)
    #expect(
      script.actions == [
        .line, .command(.advance), .seconds(2.5), .command(.pause), .command(.resume),
        .command(.back), .command(.repeatLine), .command(.goto(line: 3)),
        .command(.gotoScene(2)), .at(seconds: 1.5, .pause), .at(seconds: 0, .goto(line: 2)),
        .at(seconds: 12, .advance), .command(.stop),
      ])
    #expect(try ActorScript(parsing: "").actions.isEmpty)
    #expect(try ActorScript(parsing: "line\r\n\r\nnext\r\n").actions.count == 2)
  }

  @Test(
    arguments: [
      ("jump", .unknownAction("jump")), ("goto", .needsNumber("goto")),
      ("goto x", .needsNumber("goto")), ("scene 0", .needsNumber("scene")),
      ("goto 1 2", .tooMuch("2", after: "goto 1")), ("next now", .tooMuch("now", after: "next")),
      ("line 2", .tooMuch("2", after: "line")), ("at 3", .atIsIncomplete),
      ("at x pause", .notSeconds("x")), ("-1", .notSeconds("-1")), ("1e3", .notSeconds("1e3")),
      ("0x10", .notSeconds("0x10")), ("3601", .notSeconds("3601")), ("1.2.3", .notSeconds("1.2.3")),
      ("2,5", .notSeconds("2,5")), ("at 1 line", .unknownAction("line")),
      ("at 1 2", .unknownAction("2")), ("at 1 at 2 pause", .unknownAction("at")),
      (".", .notSeconds(".")), ("1 2", .tooMuch("2", after: "1")), ("½", .notSeconds("½")),
      ("nan", .unknownAction("nan")), ("goto 99999999999999999999", .needsNumber("goto")),
    ] as [(String, ActorScriptError.Reason)])
  func `is refused with the line and the reason`(row: String, reason: ActorScriptError.Reason)
    throws
  {
    let error = try #require(throws: ActorScriptError.self) {
      try ActorScript(parsing: "next\n\n\(row) # why\nstop")
    }
    #expect(error == ActorScriptError(line: 3, reason: reason))
  }
}

@Suite struct `The numbers of lines` {
  @Test func `The numbers of lines count what is spoken, from one`() {
    let numbers = DialogueNumbers(.of("#", "ANN", "-", "?", "BEN", "#", "CY"))
    #expect(numbers.count == 3)
    #expect((0...4).map(numbers.index(of:)) == [nil, 1, 4, 6, nil])
    #expect((0..<8).map(numbers.number(at:)) == [nil, 1, nil, nil, 2, nil, 3, nil])
    #expect(DialogueNumbers(.of()).index(of: 1) == nil)
  }
}
