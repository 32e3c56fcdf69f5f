import CueModel
import CueRehearsal
import Foundation
import TestSupport
import Testing

@testable import host

@Suite struct `A key that the actor presses` {
  private let moment = Moment(
    status: .waitingForUser, line: nil, secondsIntoLine: 0, sessionFrame: 0)

  private func actor() -> KeyboardActor { KeyboardActor(passed: { _ in }, rest: { _ in }) }

  private func commands(_ keys: String) -> [ActorCommand] {
    let actor = actor()
    for key in keys { actor.press(key) }
    var commands: [ActorCommand] = []
    while let command = actor.poll(moment) { commands.append(command) }
    return commands
  }

  @Test func `is a command, in the order of the keys`() {
    #expect(commands("\n ") == [.advance, .advance])
    #expect(commands("brq") == [.back, .repeatLine, .stop])
    #expect(commands("xyz").isEmpty)
  }

  @Test func `p pauses, and then goes on`() {
    #expect(commands("pp") == [.pause, .resume])
  }

  @Test func `g or s waits for a number and Enter, and anything else is no number`() {
    #expect(commands("g12\n") == [.goto(line: 12)])
    #expect(commands("s3\n") == [.gotoScene(3)])
    #expect(commands("g\n").isEmpty)
    #expect(commands("g1b\n") == [.advance])
  }

  @Test(arguments: ["b", "r", "q", "g1\n", "s1\n"])
  func `that ends the line cancels it at once`(keys: String) {
    let actor = actor()
    let line = Cancellation()
    actor.speaking(line)
    for key in keys { actor.press(key) }
    #expect(line.isCancelled)
  }

  @Test(arguments: ["\n", "p", "x"])
  func `that does not end the line leaves it going`(key: Character) {
    let actor = actor()
    let line = Cancellation()
    actor.speaking(line)
    actor.press(key)
    #expect(!line.isCancelled)
  }

  @Test func `that was pressed before the actor's turn is there when it comes`() {
    let actor = actor()
    actor.press("\n")
    #expect(actor.wait(moment) == ActorTurn(.advance))
  }
}

@Suite(.startsProcesses) struct `A rehearsal at a terminal` {
  private let stage: Stagehand

  init() throws {
    stage = try Stagehand()
    try stage.folder.write(
      "INT. HALL - NIGHT\n\nALEX\nOne.\n\nJAMIE\nTwo.\n\nALEX\nThree.\n", as: "scene.fountain")
  }

  private func start() throws -> TerminalRun {
    let run = try stage.startAtTerminal([
      "rehearse", stage.folder.path("scene.fountain"), "--as", "alex", "-v", "mock", "-o",
      stage.folder.path("session.wav"),
    ])
    try #require(run.waits(forWords: "One."))
    #expect(!run.isAsItWas)
    return run
  }

  @Test func `goes on and back by keys, arrows and pedals, and leaves the terminal as it was`()
    throws
  {
    let run = try start()
    run.type("\u{1b}[6~")
    #expect(run.waits(forWords: "Three."))
    run.type("\u{1b}[D")
    #expect(run.waits { _ in run.written.split(separator: "Two.").count == 3 }, "\(run.written)")
    #expect(run.waits { _ in run.written.split(separator: "Three.").count == 3 }, "\(run.written)")
    run.type("\r")
    #expect(run.waits(forWords: "The end."), "\(run.written)")
    #expect(run.end() == 0)
    #expect(run.isAsItWas)
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func `ends by a signal, and leaves the terminal as it was`(signal: Int32) throws {
    let run = try start()
    kill(run.process, signal)
    #expect(run.end() == 130)
    #expect(run.isAsItWas)
  }
}
