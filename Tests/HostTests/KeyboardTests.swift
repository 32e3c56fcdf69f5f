import CueModel
import CueRehearsal
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
