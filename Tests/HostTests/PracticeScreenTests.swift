import CueTerminal
import Foundation
import TestSupport
import Testing

/// The sound goes to a file, so that practice is at its end at once and waits there for keys.
@Suite(.startsProcesses) struct `host practice at a terminal` {
  private let stage: Stagehand
  private let speech: String

  init() throws {
    stage = try Stagehand()
    speech = try stage.folder.write(
      "One is here. Two is here.\n\nThree is here.", as: "toast.txt")
  }

  private func start(
    _ more: [String] = [], columns: Int = 80, rows: Int = 24, _ environment: [String: String] = [:]
  ) throws -> TerminalRun {
    try stage.startAtTerminal(
      ["practice", speech, "-v", "mock", "-o", stage.folder.path("session.wav")] + more,
      ["SWIFT_BACKTRACE": "enable=no"].merging(environment) { $1 }, columns: columns, rows: rows)
  }

  private func startToTheEnd(_ columns: Int = 80, _ rows: Int = 24) throws -> TerminalRun {
    let run = try start(columns: columns, rows: rows)
    try #require(run.waits { $0.text.joined().contains("The end") }, "\(run.written)")
    #expect(run.screen.isOtherScreen && !run.screen.isCursorShown)
    return run
  }

  @Test func `shows where practice stands, goes where the keys want it, and ends`() throws {
    let run = try startToTheEnd()
    #expect(run.screen.text[0].hasPrefix(" toast"))
    #expect(run.screen.text.contains { $0.contains("• • ◆  3 / 3") })
    #expect(run.screen.text(styled: .dim).contains("Two is here."))
    run.type("\u{1b}[H")
    #expect(
      run.waits { $0.text.joined().contains("Paused") && $0.text.joined().contains("◆ · ·  1 / 3") }
    )
    run.type("\u{1b}[6~")
    #expect(run.waits { $0.text.joined().contains("2 / 3") })
    run.type("9\r")
    #expect(run.waits { $0.text.joined().contains("There is no 9: there are 3 in all.") })
    run.type("+")
    #expect(run.waits { $0.text.joined().contains("rate 0.55") })
    run.type("vnobody")
    #expect(run.waits { $0.text.joined().contains("Voice: nobody_") })
    run.type("\r")
    #expect(run.waits { $0.text.joined().contains("nobody cannot be used") })
    run.type("?")
    #expect(run.waits { $0.text[0] == " Keys" })
    run.type("x ")
    #expect(run.waits { $0.text.joined().contains("The end") })
    run.type("q")
    #expect(run.end() == 0)
    #expect(run.isAsItWas)
    #expect(run.written.contains("said in"))
  }

  @Test func `speaks Estonian where its user does`() throws {
    let run = try start(["-l", "et"], ["LC_ALL": "et_EE.UTF-8"])
    #expect(run.waits { $0.text.joined().contains("Lõpp") })
    run.type("q")
    #expect(run.end() == 0)
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGSEGV, SIGABRT])
  func `gives the terminal back when a signal ends it`(signal: Int32) throws {
    let run = try startToTheEnd()
    kill(run.process, signal)
    #expect(run.end() == (signal == SIGSEGV || signal == SIGABRT ? 128 + signal : 130))
    #expect(run.isAsItWas)
  }

  @Test func `fits itself to a screen that becomes smaller, and larger`() throws {
    let run = try startToTheEnd()
    run.resize(columns: 20, rows: 5)
    #expect(run.waits { $0.text[4] == "3/3 ■ The end" })
    run.resize(columns: 200, rows: 50)
    #expect(run.waits { $0.text[49].contains("Space: play") })
  }

  @Test func `goes to the shell when it is stopped, and comes back as it was`() throws {
    let run = try stage.startAtTerminal(
      shell: "\"$0\" \"$@\"; echo stopped $?; read answer; fg; echo ended $?",
      [
        "practice", speech, "-v", "mock", "-o", stage.folder.path("session.wav"),
      ])
    #expect(run.waits { $0.text.joined().contains("The end") })
    run.type("\u{1a}")
    #expect(run.waits(forWords: "stopped \(128 + SIGTSTP)"))
    #expect(run.waits { !$0.isOtherScreen && $0.isCursorShown })
    run.type("yes\n")
    #expect(run.waits { $0.isOtherScreen && $0.text.joined().contains("The end") })
    run.type("q")
    #expect(run.waits(forWords: "ended 0"))
    #expect(run.end() == 0)
  }

  @Test func `takes keys from the terminal where standard input is the text`() throws {
    let run = try stage.startAtTerminal(
      shell: "cat \(speech) | \"$0\" \"$@\"",
      ["practice", "-", "-v", "mock", "-o", stage.folder.path("session.wav")])
    #expect(run.waits { $0.text.joined().contains("The end") })
    run.type("\u{1b}[H")
    #expect(run.waits { $0.text.joined().contains("1 / 3") })
    run.type("q")
    #expect(run.end() == 0)
    #expect(run.isAsItWas)
  }

  @Test func `in lines speaks the language of its user, too`() throws {
    let run = try stage.host(
      // It goes on until a command ends it, so that it hears the commands.
      [
        "practice", speech, "-v", "mock", "-o", stage.folder.path("session.wav"), "--loop", "1-2",
      ],
      input: "goto 9\nquit\n", ["LC_ALL": "et_EE.UTF-8"])
    #expect(run.status == 0)
    #expect(run.text.hasPrefix("toast. 3 lauset, tempo 0,5, iga järel sama pikk paus.\n"))
    #expect(run.text.contains("\nÖeldud "))
    #expect(run.talk.contains("(Numbrit 9 ei ole: kokku on 3.)"))
    let list = try stage.host(["speech", "list"], ["LC_ALL": "et_EE.UTF-8"])
    #expect(list.talk.contains("Kõnesid veel ei ole."))
  }

  @Test func `practice --plain goes line by line`() throws {
    let run = try start(["--plain"])
    #expect(run.waits(forWords: "1 / 3  One is here."))
    #expect(!run.screen.isOtherScreen)
    run.type("quit\n")
    #expect(run.end() == 0)
    #expect(run.isAsItWas)
  }

  @Test(arguments: ["dumb", ""])
  func `goes line by line, as with --plain, where the terminal has no screen`(kind: String) throws {
    let run = try start([], ["TERM": kind])
    #expect(run.waits(forWords: "1 / 3  One is here."))
    run.type("quit\n")
    #expect(run.end() == 0)
    #expect(!run.written.contains("\u{1b}["))
    #expect(run.isAsItWas)
  }

  @Test func `shows signs of ASCII alone where the locale has no others`() throws {
    let speech = try stage.folder.write("Öö “on” siin. Two.", as: "night.txt")
    let run = try stage.startAtTerminal(
      ["practice", speech, "-v", "mock", "-o", stage.folder.path("session.wav")],
      ["SWIFT_BACKTRACE": "enable=no", "LC_ALL": "C"])
    try #require(run.waits { $0.text.joined().contains("The end") }, "\(run.written)")
    // The text itself stays unchanged.
    let own = run.screen.text.filter { !$0.contains("siin") }.joined()
    #expect(own.utf8.allSatisfy { $0 < 0x80 }, "\(own)")
    #expect(run.screen.text.joined().contains("Öö “on” siin."))
    run.type("?")
    #expect(run.waits { $0.text[0] == " Keys" })
    #expect(run.screen.text.joined().utf8.allSatisfy { $0 < 0x80 })
    run.type("xq")
    #expect(run.end() == 0)
  }

  @Test func `rings when it is the speaker's turn and at the end, where that is asked for`() throws
  {
    let run = try start(["--bell"])
    #expect(
      run.waits { $0.text.joined().contains("The end") && $0.bells == 5 }, "\(run.screen.bells)")
    run.type("q")
    #expect(run.end() == 0)
    #expect(!(try startToTheEnd().written.contains("\u{7}")))
  }
}
