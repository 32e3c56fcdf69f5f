import CueKeys
import CueModel
import CueRehearsal
import CueTerminal
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

  @Test func `the key p pauses, and then continues`() {
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

  @Test(arguments: ["\n", "p", "z"])
  func `that does not end the line leaves it going`(key: Character) {
    let actor = actor()
    let line = Cancellation()
    actor.speaking(line)
    actor.press(key)
    #expect(!line.isCancelled)
  }

  @Test func `a key without a meaning is reported with the key that lists all`() {
    nonisolated(unsafe) var talk: [KeyTalk] = []
    let actor = KeyboardActor(passed: { _ in }, rest: { _ in }, talk: { unsafe talk.append($0) })
    for key in [Key.character("z"), .delete, .character("?"), .control("l")] { actor.press(key) }
    #expect(
      unsafe talk == [.nothing(.character("z")), .nothing(.delete), .help, .redraw])
    #expect(actor.poll(moment) == nil)
  }

  @Test func `of a number is shown as it is typed, and can be taken back`() {
    nonisolated(unsafe) var talk: [KeyTalk] = []
    let actor = KeyboardActor(passed: { _ in }, rest: { _ in }, talk: { unsafe talk.append($0) })
    for key in [Key.character("g"), .character("1"), .character("3"), .backspace, .enter] {
      actor.press(key)
    }
    #expect(
      unsafe talk == [.asks(.line), .typed("1"), .typed("3"), .erased, .answered(1)])
    #expect(actor.poll(moment) == .goto(line: 1))
    for key in [Key.character("s"), .enter] { actor.press(key) }
    #expect(unsafe talk.suffix(2) == [.asks(.scene), .answered(nil)])
    #expect(actor.poll(moment) == nil)
  }

  @Test func `of a note takes words, and Enter keeps them`() {
    nonisolated(unsafe) var wishes: [StageWish] = []
    let actor = KeyboardActor(
      passed: { _ in }, rest: { _ in },
      act: {
        unsafe wishes.append($0)
        return .judge(.gist)
      })
    for key in "nlook qp" { actor.press(key) }
    for key in [Key.backspace, .enter, .character("t")] { actor.press(key) }
    for key in "sad" { actor.press(key) }
    for key in [Key.escape, .tab, .function(17), .character("u")] { actor.press(key) }
    #expect(unsafe wishes == [.direct(.note("look q")), .undo])
    #expect(actor.poll(moment) == .judge(.gist), "what the wish asks of the rehearsal")
    #expect(actor.poll(moment) == .prompt)
  }

  @Test(arguments: TalkLanguage.allCases, [nil, 80, 40, 20] as [Int?])
  func `is in the list of keys, whatever the screen`(language: TalkLanguage, columns: Int?) {
    let words = Messages(language: language)
    let rows = RehearsalKey.list(words, columns: columns)
    let text = rows.joined(separator: " ")
    for key in RehearsalKey.table {
      #expect(!key.keys.isEmpty)
      if columns ?? 80 >= 40 {
        #expect(text.contains(key.told(words).names.joined(separator: " ")))
      }
    }
    if let columns { #expect(rows.allSatisfy { Glyph.columns(of: $0) <= columns }) }
  }

  @Test func `A key that the actor presses has one meaning`() {
    let keys = RehearsalKey.table.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
  }

  @Test func `that was pressed before the actor's turn is there when it comes`() {
    let actor = actor()
    actor.press("\n")
    #expect(actor.wait(moment) == ActorTurn(.advance))
  }
}

@Suite(.startsProcesses) struct `A rehearsal line by line at a terminal` {
  private let stage: Stagehand

  init() throws {
    stage = try Stagehand()
    try stage.folder.write(
      "INT. HALL - NIGHT\n\nALEX\nOne.\n\nJAMIE\nTwo.\n\nALEX\nThree.\n", as: "scene.fountain")
  }

  private func start() throws -> TerminalRun {
    let run = try stage.startAtTerminal([
      "rehearse", stage.folder.path("scene.fountain"), "--as", "alex", "-v", "mock", "--plain",
      "-o",
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

  @Test func `says which keys do nothing, and lists those that do`() throws {
    let run = try start()
    run.type("z")
    #expect(run.waits(forWords: "'z' does nothing here; ? lists the keys."), "\(run.written)")
    run.type("?")
    #expect(run.waits(forWords: "go to a scene"), "\(run.written)")
    run.type("g9\r")
    #expect(run.waits(forWords: "there is no line 9; the script has 3"), "\(run.written)")
    run.type("q")
    #expect(run.end() == 0)
    #expect(run.isAsItWas)
  }

  @Test func `shows the page again when it comes back from the shell`() throws {
    let run = try stage.startAtTerminal(
      shell: "\"$0\" \"$@\"; echo stopped $?; stty -a; read answer; fg; echo ended $?",
      [
        "rehearse", stage.folder.path("scene.fountain"), "--as", "alex", "-v", "mock", "--plain",
        "-o",
        stage.folder.path("session.wav"),
      ])
    try #require(run.waits(forWords: "One."))
    run.type("\u{1a}")
    #expect(run.waits(forWords: "stopped \(128 + SIGTSTP)"), "\(run.written)")
    #expect(run.waits(forWords: " icanon"), "the shell has its terminal back")
    run.type("yes\n")
    #expect(
      run.waits { screen in
        screen.text.contains { $0.hasPrefix("Your turn: 1  ALEX") }
          && !screen.text.contains { $0.contains("stopped") }
      }, "\(run.screen.text)")
    run.type("\r")
    #expect(run.waits(forWords: "Three."), "\(run.written)")
    run.type("q")
    #expect(run.waits(forWords: "ended 0"), "\(run.written)")
    #expect(run.end() == 0)
  }

  @Test func `asks whose part it is, by number or name`() throws {
    let run = try stage.startAtTerminal([
      "rehearse", stage.folder.path("scene.fountain"), "-v", "mock", "--plain", "-o",
      stage.folder.path("session.wav"),
    ])
    #expect(run.waits(forWords: "1  ALEX   2 lines"), "\(run.written)")
    #expect(run.waits(forWords: "2  JAMIE  1 line"), "\(run.written)")
    run.type("7\n")
    #expect(run.waits(forWords: "“7” is none of them."), "\(run.written)")
    run.type("jamie\n")
    #expect(run.waits(forWords: "Your turn: 2  JAMIE"), "\(run.written)")
    run.type("q")
    #expect(run.end() == 0)
    #expect(run.isAsItWas)
  }

  @Test func `goes on where the last one of the part stopped`() throws {
    func rehearse(_ more: [String] = []) throws -> TerminalRun {
      try stage.startAtTerminal(
        [
          "rehearse", stage.folder.path("scene.fountain"), "--as", "alex", "-v", "mock", "--plain",
          "--device",
          "null",
        ] + more)
    }
    var run = try rehearse()
    #expect(run.waits(forWords: "Your turn: 1  ALEX"), "\(run.written)")
    run.type("\r")
    #expect(run.waits(forWords: "Your turn: 3  ALEX"), "\(run.written)")
    run.type("q")
    #expect(run.end() == 0)
    run = try rehearse()
    #expect(run.waits(forWords: "Going on at line 3; --from 1 begins again."), "\(run.written)")
    #expect(run.waits(forWords: "Your turn: 3  ALEX"), "\(run.written)")
    #expect(!run.written.contains("One."))
    run.type("\r")
    #expect(run.waits(forWords: "The end."), "\(run.written)")
    #expect(run.end() == 0)
    for more in [[], ["--from", "1"], ["--scene", "1"]] {
      run = try rehearse(more)
      #expect(run.waits(forWords: "Your turn: 1  ALEX"), "\(run.written)")
      #expect(!run.written.contains("Going on"))
      run.type("\r")
      #expect(run.waits(forWords: "Your turn: 3  ALEX"), "\(run.written)")
      run.type("q")
      #expect(run.end() == 0)
    }
    // Recordings and events neither look nor keep.
    let json = try stage.host([
      "rehearse", stage.folder.path("scene.fountain"), "--as", "alex", "-v", "mock", "--plain",
      "--device",
      "null", "--json",
    ])
    #expect(json.text.contains("One.") && !json.talk.contains("Going on"), "\(json.talk)")
    run = try rehearse()
    #expect(run.waits(forWords: "Going on at line 3"), "\(run.written)")
    run.type("q")
    #expect(run.end() == 0)
  }

  /// The device of the mock plugin is gone while a file exists.
  @Test func `waits for a device that went away, and says the line again`() throws {
    let gone = stage.folder.path("gone")
    let run = try stage.startAtTerminal([
      "rehearse", stage.folder.path("scene.fountain"), "--as", "alex", "-v", "mock", "--plain",
      "--device",
      "null", "--set", "null:gone-while=\(gone)",
    ])
    #expect(run.waits(forWords: "Your turn: 1  ALEX"), "\(run.written)")
    try stage.folder.write("", as: "gone")
    run.type("\r")
    #expect(run.waits(forWords: "The sound is gone"), "\(run.written)")
    #expect(run.waits(forWords: "Enter tries at once"), "\(run.written)")
    try FileManager.default.removeItem(atPath: gone)
    run.type("\r")
    #expect(run.waits(forWords: "The sound is back; line 2 begins again."), "\(run.written)")
    #expect(run.waits(forWords: "Your turn: 3  ALEX"), "\(run.written)")
    run.type("q")
    #expect(run.end() == 0)
    #expect(run.isAsItWas)
  }

  /// `--quiet` prints errors only; that the sound is back is not an error.
  @Test func `with --quiet, the return of a device is not reported`() throws {
    let gone = stage.folder.path("gone")
    let run = try stage.startAtTerminal([
      "rehearse", stage.folder.path("scene.fountain"), "--as", "alex", "-v", "mock", "--plain",
      "--device",
      "null", "--set", "null:gone-while=\(gone)", "--to", "2", "-q", "--verbose",
    ])
    run.type("g9\r")
    #expect(run.waits(forWords: "there is no line 9"), "\(run.written)")
    try stage.folder.write("", as: "gone")
    run.type("\r")
    #expect(run.waits(forWords: "The sound is gone"), "\(run.written)")
    try FileManager.default.removeItem(atPath: gone)
    run.type("\r")
    #expect(run.end() == 0)
    #expect(!run.written.contains("The sound is back"), "\(run.written)")
  }

  @Test func `takes the script from standard input, and the keys from the terminal`() throws {
    let run = try stage.startAtTerminal(
      shell: "cat '\(stage.folder.path("scene.fountain"))' | \"$0\" \"$@\"; echo ended $?",
      [
        "rehearse", "-", "--as", "alex", "-v", "mock", "--plain", "-o",
        stage.folder.path("session.wav"),
      ])
    #expect(run.waits(forWords: "One."), "\(run.written)")
    run.type("\r")
    #expect(run.waits(forWords: "Three."), "\(run.written)")
    run.type("q")
    #expect(run.waits(forWords: "ended 0"), "\(run.written)")
    #expect(run.end() == 0)
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func `ends by a signal, and leaves the terminal as it was`(signal: Int32) throws {
    let run = try start()
    kill(run.process, signal)
    #expect(run.end() == 130)
    #expect(run.isAsItWas)
  }
}
