import CueModel
import CueRehearsal
import CueScreenplay
import TestSupport
import Testing

private let two: Script = .scene(("ANN", "One two three."), ("BEN", "Four."), ("CY", "Five six."))

@Suite struct `A rehearsal with voices` {
  /// 14 bytes of 20 frames and 150 ms; the actor's 2.5 s; 9 bytes of 20 frames and, intimate, 200 ms; at 1000 Hz.
  @Test func `is as long as its lines, its pauses and the actor, to the frame`() throws {
    var cy = Part(voice: DoubleVoice())
    cy.direction.tones = [.intimate]
    let staging = try Staging(
      two, parts: ["CY": cy], actor: try ScriptedActor(parsing: "2.5")
    ).run()
    #expect(staging.output.frames == 14 * 20 + 150 + 2500 + 9 * 20 + 200)
    #expect(staging.outcome?.frames == staging.output.frames)
    #expect(staging.outcome?.rateHertz == 1000)
    #expect(staging.output.silences == [150 + 2500, 200])
    #expect(staging.output.isInOrder)
    #expect(staging.outcome?.isFinished == true)
  }

  @Test func `a rehearsal reports its events in order`() throws {
    let staging = try Staging(two, actor: DoubleActor()).run()
    var outcome = RehearsalOutcome()
    outcome.isFinished = true
    outcome.partnerLines = 2
    outcome.ownLines = 1
    outcome.completedLines = 3
    outcome.completedOwnLines = 1
    outcome.spokenLines = 3
    outcome.frames = 280 + 150 + 180 + 150
    outcome.rateHertz = 1000
    let lines = two.lines
    #expect(
      staging.reports == [
        .started(title: "Test"),
        .state(from: .idle, to: .playingPartner, line: 1),
        .shown(lines[0], number: nil, isOwn: false),
        .shown(lines[1], number: 1, isOwn: false),
        .speaking(line: 1, character: "ANN", voice: "double", frame: 0),
        .word(line: 1, textRange: 0..<3, frame: 0),
        .word(line: 1, textRange: 4..<7, frame: 80),
        .word(line: 1, textRange: 8..<14, frame: 160),
        .lineDone(line: 1, .said),
        .state(from: .playingPartner, to: .waitingForUser, line: 2),
        .shown(lines[2], number: 2, isOwn: true),
        .lineDone(line: 2, .actor(.manual)),
        .state(from: .waitingForUser, to: .playingPartner, line: 3),
        .shown(lines[3], number: 3, isOwn: false),
        .speaking(line: 3, character: "CY", voice: "double", frame: 430),
        .word(line: 3, textRange: 0..<4, frame: 430),
        .word(line: 3, textRange: 5..<9, frame: 530),
        .lineDone(line: 3, .said),
        .state(from: .playingPartner, to: .finished, line: 4),
        .finished(outcome),
      ])
    #expect(staging.outcome == outcome)
  }

  @Test func `at most 40 ms are played before the actor's commands are read again`() throws {
    let actor = DoubleActor()
    let staging = try Staging(two, actor: actor).run()
    for entry in staging.output.entries {
      if case .sound(let frames) = entry { #expect(frames <= 40) }
      if case .silence(let frames) = entry { #expect(frames <= 40) }
    }
    #expect(actor.moments.first?.secondsIntoLine == 0)
    #expect(actor.moments.contains { $0.secondsIntoLine > 0.28 }, "it is asked in the silence, too")
    #expect(actor.isBalanced)
  }

  /// Voices that sound unlike must not rehearse unlike (SP-2).
  @Test func `changes its state alike with any voice`() throws {
    let other = DoubleVoice("other")
    other.format = AudioFormat(sample: .int16, rateHertz: 8000)
    other.framesPerByte = 311
    other.chunkFrames = 4000
    other.reportsMarks = false
    let script = try Script.twoScenes()
    let doings = "back\nrepeat\n2\nat 0.02 pause\n1\nresume\nscene 1\nnext\nline"
    let one = try Staging(script, actor: try ScriptedActor(parsing: doings)).run()
    let two = try Staging(script, voice: other, actor: try ScriptedActor(parsing: doings)).run()
    #expect(one.states == two.states)
    #expect(one.done == two.done)
    #expect(one.states.count == 13)
  }

  @Test func `of headings alone is finished without a word`() throws {
    let voice = DoubleVoice()
    let staging = try Staging(.of("#", "-", "#"), voice: voice, actor: DoubleActor()).run()
    #expect(voice.requests.isEmpty)
    #expect(staging.output.entries.isEmpty)
    #expect(staging.states == ["finished 3"])
    let shown = staging.reports.filter { if case .shown = $0 { true } else { false } }
    #expect(shown.count == 3)
    #expect(staging.outcome?.frames == 0)
    #expect(staging.outcome?.rateHertz == 22050)
  }

  @Test func `waits in every role of the actor`() throws {
    let staging = try Staging(two, roles: ["ben", "Cy"], actor: DoubleActor()).run()
    #expect(staging.done == ["1 said", "2 manual", "3 manual"])
  }

  @Test func `speaks every line where the actor has no role`() throws {
    let staging = try Staging(two, roles: [], actor: DoubleActor()).run()
    #expect(staging.done == ["1 said", "2 said", "3 said"])
  }

  /// A voice may have nothing to say for a line; the line must be over once and no sooner (SP-3).
  @Test(arguments: [true, false])
  func `a line without sound ends once, after its silence`(isMute: Bool) throws {
    let voice = DoubleVoice()
    voice.isMute = isMute
    voice.framesPerByte = 0
    let staging = try Staging(.scene(("ANN", "One.")), voice: voice, actor: DoubleActor()).run()
    #expect(staging.done == ["1 said"])
    // A mute voice leaves the session without a format of its own: 150 ms at 22,050 Hz are 3307.5.
    #expect(staging.output.frames == (isMute ? 3308 : 150))
    #expect(staging.outcome?.rateHertz == (isMute ? 22050 : 1000))
  }

  @Test func `the actor's time before the first sound is kept as silence`() throws {
    let script = Script.scene(("BEN", "Mine."), ("BEN", "Mine."), ("ANN", "Hi."))
    let staging = try Staging(script, actor: try ScriptedActor(parsing: "1.5\n0.25")).run()
    #expect(staging.output.silences == [1750, 150])
    #expect(staging.output.sound == DoubleVoice.samples(of: "Hi."))
    #expect(staging.output.isInOrder)
    #expect(
      staging.reports.contains(
        .speaking(line: 3, character: "ANN", voice: "double", frame: 1750)))
  }

  @Test func `of the actor's lines alone is silence in the default format`() throws {
    let staging = try Staging(
      .scene(("BEN", "Mine.")), actor: try ScriptedActor(parsing: "2")
    ).run()
    #expect(staging.output.format == AudioFormat(sample: .int16, rateHertz: 22050))
    #expect(staging.output.frames == 44100)
  }

  @Test func `begins at the line asked for and no other`() throws {
    let staging = try Staging(two, actor: DoubleActor(), firstLine: 3).run()
    #expect(staging.done == ["3 said"])
    for number in [0, -1, 4] {
      let wrong = Staging(two, actor: DoubleActor(), firstLine: number)
      #expect(throws: NoSuchLine.self) { try wrong.run() }
      #expect(wrong.reports.isEmpty)
    }
  }

  @Test func `A rehearsal with voices can be run again from the top`() throws {
    let staging = try Staging(two, actor: DoubleActor()).run()
    let once = staging.reports.count
    try staging.run()
    #expect(staging.reports.count == 2 * once)
    #expect(staging.outcome?.completedLines == 3)
    #expect(staging.outcome?.partnerLines == 2)
  }

  @Test func `opens the microphone when the partner is heard to the end`() throws {
    let actor = DoubleActor()
    actor.atWait = { _ in ActorTurn(.heard(.matched)) }
    let staging = try Staging(two, actor: actor, isListening: true).run()
    #expect(actor.heardOf == [2, nil])
    #expect(staging.done == ["1 said", "2 matched", "3 said"])
    #expect(staging.output.entries.filter { $0 == .drain }.count == 1)
  }

  @Test func `a microphone that is off is ignored`() throws {
    let actor = DoubleActor()
    var turns: [ActorTurn] = [ActorTurn(.heard(.matched)), ActorTurn(.setListening(true))]
    actor.atWait = { _ in turns.isEmpty ? nil : turns.removeFirst() }
    let staging = try Staging(two, actor: actor).run()
    #expect(staging.ignored == [.microphoneIsOff])
    #expect(actor.heardOf == [2, nil])
  }
}

@Suite struct `A jump in mid-line` {
  /// The state in which `command` leaves a rehearsal when given at the fourth slice of line 1.
  private func staging(
    _ command: ActorCommand, script: Script = two, voice: DoubleVoice = DoubleVoice()
  ) throws -> Staging {
    let actor = DoubleActor()
    actor.atPoll = { _, number in number == 4 ? command : nil }
    let staging = try Staging(script, voice: voice, actor: actor).run()
    #expect(staging.output.isInOrder)
    #expect(actor.isBalanced)
    return staging
  }

  @Test func `repeats a line from its beginning`() throws {
    let voice = DoubleVoice()
    let staging = try staging(.repeatLine, voice: voice)
    let whole = DoubleVoice.samples(of: "One two three.")
    // Asked ahead of the line and ahead of each slice; the chunk of 130 frames is slices of 40, 40, 40, 10.
    #expect(
      staging.output.sound
        == Array(whole[..<120]) + whole + DoubleVoice.samples(of: "Five six."))
    #expect(staging.output.entries.filter { $0 == .cut }.count == 1)
    #expect(voice.wasCancelled == 1)
    #expect(staging.done == ["1 said", "2 manual", "3 said"])
    let shown = staging.reports.filter { if case .shown = $0 { true } else { false } }
    #expect(shown.count == 5, "the heading is not shown again")
  }

  @Test func `goes to a line by the number people give it`() throws {
    let staging = try staging(.goto(line: 3))
    #expect(staging.states == ["playingPartner 1", "playingPartner 3", "finished 4"])
    #expect(staging.done == ["3 said"])
  }

  @Test func `goes to a scene counted from one`() throws {
    let staging = try staging(.gotoScene(2), script: try .twoScenes())
    #expect(staging.states.prefix(2) == ["playingPartner 1", "playingPartner 5"])
  }

  @Test(
    arguments: [
      (ActorCommand.goto(line: 4), .noSuchLine(4, count: 3)),
      (.goto(line: 0), .noSuchLine(0, count: 3)),
      (.goto(line: .min), .noSuchLine(.min, count: 3)),
      (.gotoScene(2), .noSuchScene(2, count: 1)),
      (.gotoScene(0), .noSuchScene(0, count: 1)),
      (.start, .alreadyRehearsing),
      (.advance, .notTheActorsTurn),
      (.resume, .nothingIsPaused),
      (.heard(.matched), .notTheActorsTurn),
    ] as [(ActorCommand, RehearsalRefusal)])
  func `a jump that fails is explained`(command: ActorCommand, why: RehearsalRefusal) throws {
    let staging = try staging(command)
    let plain = try Staging(two, actor: DoubleActor()).run()
    #expect(staging.ignored == [why])
    #expect(staging.output.entries == plain.output.entries)
    #expect(staging.reports.filter { $0 != .ignored(command, why: why) } == plain.reports)
  }

  @Test func `"stop" ends the rehearsal in mid-line`() throws {
    let staging = try staging(.stop)
    #expect(staging.states == ["playingPartner 1", "idle 0"])
    #expect(staging.outcome?.isFinished == false)
    #expect(staging.output.frames == 120)
    guard case .stopped = staging.reports.last else {
      Issue.record("the end is not told")
      return
    }
  }

  @Test func `A jump in mid-line goes back across a heading`() throws {
    let actor = DoubleActor()
    var isDone = false
    actor.atPoll = { moment, _ in
      guard moment.line?.index == 5, moment.secondsIntoLine > 0.04, !isDone else { return nil }
      isDone = true
      return .back
    }
    let staging = try Staging(try .twoScenes(), actor: actor).run()
    #expect(
      staging.states == [
        "playingPartner 1", "waitingForUser 3", "playingPartner 5", "waitingForUser 3",
        "playingPartner 5", "waitingForUser 6", "finished 7",
      ])
  }

  @Test func `silences a line that is cancelled without a command, and goes on`() throws {
    let actor = DoubleActor()
    actor.atPoll = { _, number in
      if number == 4 { actor.line?.cancel() }
      return nil
    }
    let staging = try Staging(two, actor: actor).run()
    #expect(staging.done == ["1 cut", "2 manual", "3 said"])
    #expect(staging.output.isInOrder)
    #expect(staging.output.entries.filter { $0 == .cut }.count == 1)
  }

  /// Another thread cancels the line first and the command is found afterwards.
  @Test func `takes the command that follows a cancelled line`() throws {
    let actor = DoubleActor()
    actor.atPoll = { _, number in
      if number == 4 { actor.line?.cancel() }
      return number == 5 ? .goto(line: 3) : nil
    }
    let staging = try Staging(two, actor: actor).run()
    #expect(staging.done == ["3 said"])
    #expect(staging.output.isInOrder)
  }
}

@Suite struct `An output that fails` {
  private struct Full: Error, Equatable {}

  @Test func `an output failure ends the rehearsal with its error, after the state is reported`()
    throws
  {
    let staging = Staging(two, actor: DoubleActor())
    staging.output.failure = (3, Full())
    #expect(throws: Full()) { try staging.run() }
    #expect(staging.states == ["playingPartner 1", "idle 0"])
    guard case .brokenOff(let outcome) = staging.reports.last else {
      Issue.record("the end is not told")
      return
    }
    #expect(outcome.frames == 120)
  }

  /// A sound card is a plugin, too, but a voice's stand-in cannot replace it.
  @Test func `an output failure is not blamed on a voice`() throws {
    let chain = DoubleChain(DoubleVoice("one"), DoubleVoice("two"))
    let staging = Staging(two, voice: chain, actor: DoubleActor())
    staging.output.failure = (3, PluginFailure.double())
    #expect(throws: PluginFailure.double()) { try staging.run() }
    #expect(chain.second.requests.isEmpty)
  }
}
