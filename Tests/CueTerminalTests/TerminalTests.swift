import Foundation
import TestSupport
import Testing

@Suite(.startsProcesses) struct `A terminal that a program has for itself` {
  private func start(_ columns: Int = 80, _ rows: Int = 24) throws -> TerminalRun {
    let run = try TerminalRun(
      Places.product("screen-probe"), [], columns: columns, rows: rows,
      environment: ["SWIFT_BACKTRACE": "enable=no"])
    try #require(run.waits { $0.text[1] == "ready" })
    #expect(run.screen.isOtherScreen && !run.screen.isCursorShown && !run.isAsItWas)
    return run
  }

  @Test func `gives keys one by one, and a lone Escape`() throws {
    let run = try start()
    for (keys, name) in [
      ("w", "character(\"w\")"), ("\u{1b}[6~", "pageDown"), ("\u{1b}", "escape"), ("\r", "enter"),
      ("õ", "character(\"õ\")"), ("\u{c}", "control(\"l\")"), ("\u{13}", "control(\"s\")"),
    ] {
      run.type(keys)
      #expect(run.waits { $0.text[1] == name }, "\(name)")
    }
  }

  @Test func `is as it was when the program closes it`() throws {
    let run = try start()
    run.type("q")
    #expect(run.end() == 0)
    #expect(run.isAsItWas)
    #expect(run.written.hasSuffix("bye\r\n"))
  }

  /// Whatever the way: exit, abort, a trap, a fault, a stack without end.
  @Test(arguments: [
    ("x", 3), ("a", 128 + SIGABRT), ("t", 128 + SIGILL), ("s", 128 + SIGSEGV), ("o", 128 + SIGSEGV),
    ("\u{3}", 128 + SIGINT), ("\u{1c}", 128 + SIGQUIT),
  ])
  func `is as it was when the program ends by a key`(key: String, status: Int32) throws {
    let run = try start()
    run.type(key)
    let ended = run.end()
    #expect(ended == status || (key == "t" && ended == 128 + SIGTRAP))
    #expect(run.isAsItWas)
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGABRT, SIGSEGV])
  func `is as it was when a signal ends the program`(signal: Int32) throws {
    let run = try start()
    kill(run.process, signal)
    #expect(run.end() == 128 + signal)
    #expect(run.isAsItWas)
  }

  @Test func `A terminal that a program has for itself tells when it has another size`() throws {
    let run = try start(20, 5)
    #expect(run.screen.text[0] == "20 x 5")
    run.resize(columns: 200, rows: 50)
    #expect(run.waits { $0.text[0] == "200 x 50" && $0.text[1] == "resized" })
  }

  /// A shell with job control starts it, sees it stop, and takes it up again.
  @Test func `goes to the shell when it is stopped, and comes back`() throws {
    let run = try TerminalRun(
      "/bin/bash",
      [
        "-c", "set -m; \"$0\"; echo stopped $?; stty -a; read answer; fg >/dev/null; echo ended $?",
        Places.product("screen-probe"),
      ])
    try #require(run.waits { $0.text[1] == "ready" })
    run.type("\u{1a}")
    #expect(run.waits(forWords: "stopped \(128 + SIGTSTP)"))
    #expect(run.waits(forWords: " echo "))
    #expect(run.waits { !$0.isOtherScreen && $0.isCursorShown })
    run.type("yes\n")
    #expect(run.waits { $0.isOtherScreen && $0.text[1] == "back" })
    run.type("x")
    #expect(run.waits(forWords: "ended 3"))
    #expect(run.end() == 0)
    #expect(run.isAsItWas)
  }

  /// SIGSTOP asks nobody; what the shell did to the terminal meanwhile is undone when the program goes on.
  @Test func `the terminal is set up again after an unnoticed stop`() throws {
    let run = try start()
    kill(run.process, SIGSTOP)
    kill(run.process, SIGCONT)
    #expect(run.waits { $0.text[1] == "resumed" })
    run.type("x")
    #expect(run.end() == 3)
    #expect(run.isAsItWas)
  }

  @Test func `for its keys alone leaves the screen as it is`() throws {
    let run = try TerminalRun(
      Places.product("screen-probe"), ["keys"], environment: ["SWIFT_BACKTRACE": "enable=no"])
    #expect(run.waits(forWords: "ready"))
    #expect(!run.screen.isOtherScreen && run.screen.isCursorShown)
    #expect(!run.isAsItWas)
    run.type("s")
    #expect(run.end() == 128 + SIGSEGV)
    #expect(run.isAsItWas)
  }

  /// The crash's handler gives the mouse back, too.
  @Test(arguments: ["q", "s"])
  func `with its mouse tells of it, and gives it back`(key: String) throws {
    let run = try TerminalRun(
      Places.product("screen-probe"), ["mouse"], environment: ["SWIFT_BACKTRACE": "enable=no"])
    try #require(run.waits { $0.text[1] == "ready" })
    #expect(run.written.contains("\u{1b}[?1002h\u{1b}[?1006h"))
    run.type("\u{1b}[<0;5;2M")
    #expect(run.waits { $0.text[1] == "press 4 1" })
    run.type(key)
    _ = run.end()
    #expect(run.isAsItWas && run.written.contains("\u{1b}[?1006l\u{1b}[?1002l"))
  }

  @Test func `A terminal that a program has for itself is not there in a pipe`() throws {
    let run = try Run(Places.product("screen-probe"), [])
    #expect(run.status == 1 && run.text == "no terminal\n")
  }
}
