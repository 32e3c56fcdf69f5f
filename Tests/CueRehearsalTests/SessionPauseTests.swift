import CueModel
import CueRehearsal
import CueScreenplay
import TestSupport
import Testing

private let words = "One two three four five six."

/// A rehearsal of one partner's line that is held for a second when asked for the `number`th time.
private func held(
  at number: Int, voice: DoubleVoice = DoubleVoice(), text: String = words
) throws -> Staging {
  let actor = DoubleActor()
  actor.atPoll = { _, asked in asked == number ? .pause : nil }
  var isLong = true
  actor.atWait = { _ in
    defer { isLong = false }
    return isLong ? ActorTurn(after: 1) : nil
  }
  return try Staging(.scene(("ANN", text)), voice: voice, actor: actor).run()
}

@Suite struct `Holding a partner's line` {
  /// SP-5 and SP-30: asked for at half of the line, the pause comes with the next word; all of the rest follows.
  @Test func `a line that is held in the middle continues at a word, with exactly the rest`() throws
  {
    let whole = DoubleVoice.samples(of: words)
    let actor = DoubleActor()
    var isAsked = false
    actor.atPoll = { moment, _ in
      guard moment.secondsIntoLine >= 0.28, !isAsked else { return nil }
      isAsked = true
      return .pause
    }
    var isLong = true
    actor.atWait = { _ in
      defer { isLong = false }
      return isLong ? ActorTurn(after: 1) : nil
    }
    let staging = try Staging(.scene(("ANN", words)), actor: actor).run()

    let place = try #require(staging.holds.first)
    #expect(DoubleVoice.wordFrames(words).contains(place))
    #expect(place == 380, "asked for at frame 300; 'five' begins at byte 19")
    let samples = staging.output.samples
    #expect(Array(samples[..<place]) == Array(whole[..<place]))
    #expect(samples[place..<place + 1000].allSatisfy { $0 == 0 })
    #expect(Array(samples[(place + 1000)...].dropLast(150)) == Array(whole[place...]))
    #expect(staging.holds == [place, place + 1000])
    #expect(staging.done == ["1 said"])
  }

  /// 17 frames a byte, so that words begin where no slice would end by itself.
  @Test(arguments: 0..<20)
  func `loses and repeats nothing, wherever it is asked for`(number: Int) throws {
    let voice = DoubleVoice()
    voice.framesPerByte = 17
    let plain = DoubleActor()
    try Staging(.scene(("ANN", words)), voice: voice, actor: plain).run()
    let asked = Int((plain.moments[number].secondsIntoLine * 1000).rounded())

    let staging = try held(at: number, voice: voice)
    let starts = DoubleVoice.wordFrames(words, framesPerByte: 17)
    let place = starts.first { $0 >= asked } ?? max(asked, 28 * 17)
    // Ahead of the first sound nobody knows yet how long the pause is in frames.
    #expect(staging.holds == [place, number == 0 ? 0 : place + 1000])
    #expect(staging.output.sound == DoubleVoice.samples(of: words, framesPerByte: 17))
    #expect(staging.output.frames == 28 * 17 + 150 + 1000)
    #expect(staging.output.isInOrder)
    #expect(staging.done == ["1 said"])
    let expected = starts.map { $0 >= place ? $0 + 1000 : $0 }
    #expect(staging.wordFrames == expected, "the words lie where they are heard")
    #expect(
      staging.states == [
        "playingPartner 1", "paused 1", "playingPartner 1", "finished 2",
      ])
  }

  @Test(arguments: 1..<19)
  func `waits for no word in a voice without marks`(number: Int) throws {
    let voice = DoubleVoice()
    voice.reportsMarks = false
    voice.chunkFrames = 1000
    let staging = try held(at: number, voice: voice)
    // Asked once ahead of the line, then ahead of each slice of 40, of the line and of the silence.
    let slices = [0] + (0..<14).map { $0 * 40 } + (0..<5).map { 560 + $0 * 40 }
    #expect(staging.holds == [slices[number], slices[number] + 1000])
    #expect(staging.output.sound == DoubleVoice.samples(of: words))
  }

  /// A voice that marks one word and no more must not make the pause wait for the end of a long line.
  @Test func `waits two seconds for a word and no longer`() throws {
    let long = "Now " + String(repeating: "a", count: 400)
    let staging = try held(at: 10, text: long)
    let place = try #require(staging.holds.first)
    #expect(place >= 2000 && place <= 2400)
    #expect(staging.output.sound == DoubleVoice.samples(of: long))
  }

  @Test func `a line whose pause was taken back continues unchanged`() throws {
    let actor = DoubleActor()
    actor.atPoll = { _, number in number == 3 ? .pause : number == 4 ? .resume : nil }
    let staging = try Staging(
      .scene(("ANN", "Incomprehensibilities all.")), actor: actor
    ).run()
    #expect(staging.holds.isEmpty)
    #expect(staging.states.count == 4)
    #expect(staging.output.silences == [150])
  }

  @Test(arguments: [
    ActorCommand.back, .repeatLine, .goto(line: 2), .gotoScene(1), .stop,
  ])
  func `a jump ends a held line for good`(command: ActorCommand) throws {
    let actor = DoubleActor()
    actor.atPoll = { _, number in number == 3 ? .pause : nil }
    var isFirst = true
    actor.atWait = { _ in
      defer { isFirst = false }
      return isFirst ? ActorTurn(after: 0.5, command) : nil
    }
    let voice = DoubleVoice()
    let staging = try Staging(
      .scene(("ANN", words), ("CY", "End.")), voice: voice, actor: actor
    ).run()
    #expect(staging.output.entries.filter { $0 == .cut }.count == 1)
    #expect(voice.wasCancelled == 1)
    #expect(staging.holds.count == 1, "it did not go on in place")
    #expect(staging.output.isInOrder)
  }

  /// The end of the program cancels the line from another thread, also while it is held.
  @Test func `ends a line that is silenced in the pause, and still waits to go on`() throws {
    let actor = DoubleActor()
    actor.atPoll = { _, number in number == 3 ? .pause : nil }
    var turns = 0
    actor.atWait = { _ in
      turns += 1
      if turns == 1 { actor.line?.cancel() }
      return turns < 3 ? ActorTurn() : nil
    }
    let staging = try Staging(.scene(("ANN", words), ("ANN", "End.")), actor: actor).run()
    #expect(turns == 3)
    #expect(staging.done == ["1 cut", "2 said"])
    #expect(staging.states == ["playingPartner 1", "paused 1", "playingPartner 2", "finished 3"])
    #expect(staging.output.isInOrder)
  }

  @Test func `keeps a pause that lasts in several turns, and the microphone's switch in it`() throws
  {
    let actor = DoubleActor()
    actor.atPoll = { _, number in number == 3 ? .pause : nil }
    var turns = [
      ActorTurn(after: 0.5), ActorTurn(after: 0.25, .setListening(true)), ActorTurn(.pause),
      ActorTurn(after: 0.25, .resume),
    ]
    actor.atWait = { _ in turns.isEmpty ? nil : turns.removeFirst() }
    let staging = try Staging(.scene(("ANN", words)), actor: actor).run()
    #expect(staging.output.silences == [1000, 150])
    #expect(staging.ignored == [.nothingToPause])
  }
}

@Suite struct `Holding the actor's own line` {
  @Test func `is silence, and then the line is the actor's again`() throws {
    let actor = try ScriptedActor(parsing: "pause\n2\nresume\n0.5")
    let staging = try Staging(.scene(("ANN", "Hi."), ("BEN", "Yes.")), actor: actor).run()
    #expect(
      staging.states == [
        "playingPartner 1", "waitingForUser 2", "paused 2", "waitingForUser 2", "finished 3",
      ])
    #expect(staging.holds == [210, 2210])
    #expect(staging.output.frames == 60 + 150 + 2000 + 500)
  }

  @Test func `closes the microphone meanwhile`() throws {
    let actor = DoubleActor()
    var turns = [ActorTurn(.pause), ActorTurn(.resume), ActorTurn(.heard(.endOfSpeech))]
    actor.atWait = { _ in turns.isEmpty ? nil : turns.removeFirst() }
    let staging = try Staging(.scene(("BEN", "Yes.")), actor: actor, isListening: true).run()
    #expect(actor.heardOf == [1, nil, 1, nil])
    #expect(staging.done == ["1 endOfSpeech"])
  }

  @Test func `a line can be held before the first sound of the session`() throws {
    let staging = try Staging(
      .scene(("ANN", "Hi.")), actor: try ScriptedActor(parsing: "at 0 pause\n1\nresume")
    ).run()
    #expect(staging.output.silences == [1000, 150])
    #expect(staging.output.sound == DoubleVoice.samples(of: "Hi."))
  }
}
