import CueRehearsal
import CueScreenplay
import Testing

@Suite struct `An actor's script` {
  @Test func `is read action by action`() throws {
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

  @Test(arguments: [
    ("jump", "'jump' is nothing an actor can do"), ("goto", "'goto' needs a number from 1 on"),
    ("goto x", "'goto' needs a number from 1 on"), ("scene 0", "'scene' needs a number"),
    ("goto 1 2", "'2' is too much behind 'goto 1'"), ("next now", "'now' is too much"),
    ("line 2", "'2' is too much"), ("at 3", "'at' needs seconds and a command"),
    ("at x pause", "'x' is no number of seconds"), ("-1", "'-1' is no number of seconds"),
    ("1e3", "'1e3' is no number"), ("0x10", "'0x10' is no number"), ("3601", "'3601' is no"),
    ("1.2.3", "'1.2.3' is no number"), ("2,5", "'2,5' is no number"), ("at 1 line", "'line' is"),
    ("at 1 2", "'2' is nothing"), ("at 1 at 2 pause", "'at' is nothing"), (".", "'.' is no"),
    ("1 2", "'2' is too much"), ("½", "'½' is no number"), ("nan", "'nan' is nothing"),
    ("goto 99999999999999999999", "'goto' needs a number"),
  ])
  func `is refused with the line and the reason`(row: String, reason: String) throws {
    let error = try #require(throws: ActorScriptError.self) {
      try ActorScript(parsing: "next\n\n\(row) # why\nstop")
    }
    #expect(error.line == 3)
    #expect(error.reason.hasPrefix(reason), "\(error.reason)")
    #expect(error.description.hasPrefix("line 3 of the actor's script: "))
  }
}

@Suite struct `The numbers of lines` {
  @Test func `count what is spoken, from one`() {
    let numbers = DialogueNumbers(.of("#", "ANN", "-", "?", "BEN", "#", "CY"))
    #expect(numbers.count == 3)
    #expect((0...4).map(numbers.index(of:)) == [nil, 1, 4, 6, nil])
    #expect((0..<8).map(numbers.number(at:)) == [nil, 1, nil, nil, 2, nil, 3, nil])
    #expect(DialogueNumbers(.of()).index(of: 1) == nil)
  }
}
