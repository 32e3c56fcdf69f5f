import CueListening
import CueModel
import CueRehearsal
import CueScreenplay
import CueText
import TestSupport
import Testing

private let stay = "I cannot stay much longer, Ann."
private let said = "I cannot stay much longer Ann"

/// A rehearsal of Ann, who speaks, and Ben, who is heard.
private final class Turns {
  let microphone: MemoryMicrophone
  let ear: ListedRecognizer
  let hand = DoubleActor()
  let clock = VirtualClock()
  let voice = DoubleVoice()
  let prompter = DoubleVoice("prompter")
  let output = MemoryOutput()
  var settings = ActorListening()
  var rules = RehearsalSettings()
  var part: Part
  var isPrompted = false
  private(set) var heard: [ListeningReport] = []
  private(set) var reports: [RehearsalReport] = []
  private(set) var taken = 0

  init(_ microphone: MemoryMicrophone, _ answers: [ListedRecognizer.Answer]) {
    self.microphone = microphone
    ear = ListedRecognizer(answers)
    part = Part(voice: voice)
    rules.isListening = true
  }

  @discardableResult
  func run(_ speeches: (String, String)...) throws -> RehearsalOutcome {
    let lines =
      [Line(index: 0, kind: .sceneHeading, text: "INT. ROOM", sceneIndex: 0)]
      + speeches.enumerated().map {
        Line(index: $0 + 1, kind: .dialogue, character: $1.0, text: $1.1, sceneIndex: 0)
      }
    return try run(
      Script(
        title: "Test", scenes: [Scene(index: 0, heading: "INT. ROOM", lines: 0..<lines.count)],
        lines: lines))
  }

  @discardableResult
  func run(_ script: Script) throws -> RehearsalOutcome {
    let actor = ListeningActor(
      hand, through: microphone, ear, script: script, roles: ["BEN"], settings, clock: clock
    ) { self.heard.append($0) }
    actor.heardSound = { _, sound in self.taken += sound.frameCount }
    return try RehearsalDriver(
      script: script, roles: ["BEN"], parts: ["ANN": part], output: output, actor: actor,
      settings: rules, prompter: isPrompted ? Part(voice: prompter) : nil
    ).run { reports.append($0) }
  }

  var ends: [UserLineEnd] {
    heard.compactMap { if case .heard(let line) = $0 { line.end } else { nil } }
  }
  var seconds: Double { Double(microphone.position) / 16000 }
  var prompts: [ClosedRange<Int>] {
    reports.compactMap {
      guard case .prompted(_, let range, _) = $0 else { return nil }
      return range.lowerBound...range.upperBound
    }
  }
  var done: [String] {
    reports.compactMap {
      if case .lineDone(let line, let end) = $0 { "\(line) \(end)" } else { nil }
    }
  }
}

@Suite struct `A partner who answers` {
  @Test func `has begun the next line while the actor speaks theirs`() throws {
    let turns = Turns(MemoryMicrophone((2, 5)), [.said(said)])
    try turns.run(("ANN", "You are late."), ("BEN", stay), ("ANN", "Then go."))
    #expect(turns.voice.prepared.map(\.text) == ["Then go."])
    #expect(turns.voice.prepared == [turns.voice.requests[1]], "it is asked for what was begun")
  }

  @Test func `a prepared answer is requested again after a prompt`() throws {
    let turns = Turns(MemoryMicrophone((1, 3), (2, 5)), [.said("line please"), .said(said)])
    turns.isPrompted = true
    try turns.run(("ANN", "You are late."), ("BEN", stay), ("ANN", "Then go."))
    #expect(turns.voice.prepared.map(\.text) == ["Then go.", "Then go."])
  }

  @Test func `leaves out the silence that the voice begins with, and its words stay in place`()
    throws
  {
    let turns = Turns(MemoryMicrophone((2, 5)), [.said(said)])
    turns.voice.framesPerByte = 100
    turns.voice.leadFrames = 400
    try turns.run(("BEN", stay), ("ANN", "Then go off."))
    #expect(turns.output.sound.first == 401 && turns.output.sound.count == 800)
    // 12 bytes of 100 frames. 400 are silent, and those that came with the first sound stay.
    let frames = turns.reports.compactMap { report -> Int? in
      if case .word(_, _, let frame, _) = report { frame } else { nil }
    }
    let start = turns.output.frames - 150 - 810
    #expect(frames == [start, start + 500 - 390, start + 800 - 390])
  }

  @Test func `leading silence is kept if the line is not an answer`() throws {
    let turns = Turns(MemoryMicrophone((2, 5)), [.said(said)])
    turns.voice.leadFrames = 100
    try turns.run(("ANN", "You are late."), ("BEN", stay))
    #expect(turns.output.silences.first == 100)
  }

  @Test func `answers at once where the line is cut off, and on the marked word`() throws {
    // Somebody who speaks on for three seconds: with the last word it is over all the same.
    let dash = Turns(MemoryMicrophone((4, 4)), [.said("I cannot stay")])
    dash.part.delaySeconds = 2
    dash.voice.framesPerByte = 100
    try dash.run(("BEN", "I cannot stay—"), ("ANN", "Then go."))
    #expect(dash.ends == [.matched])
    #expect((1.2...1.6).contains(dash.seconds), "\(dash.seconds)")
    #expect((1200...1600).contains(dash.output.silences[0]), "no delay stands before the answer")
    let marked = Turns(MemoryMicrophone((4, 4)), [.said("I cannot stay")])
    marked.settings.cutWords = [1: "stay"]
    marked.rules.cutWords = [1: "stay"]
    try marked.run(("BEN", stay), ("ANN", "Then go."))
    #expect(marked.ends == [.matched])
    #expect((1.2...1.6).contains(marked.seconds), "\(marked.seconds)")
  }

  @Test func `comes at the actor's own pace, within limits`() {
    var pace = AnswerPace()
    #expect(pace.factor == 1)
    for _ in 0..<3 { pace.take(pickUpSeconds: 0.1) }
    #expect(pace.factor == AnswerPace.least)
    #expect(pace.delaySeconds(directed: 0.75, waited: 0.25) == 0.25)
    #expect(pace.delaySeconds(directed: 0, waited: 0.25) == 0)
    // An actor who looks for words has no other pace.
    for _ in 0..<9 { pace.take(pickUpSeconds: 8) }
    #expect(pace.factor == AnswerPace.least)
    for _ in 0..<9 { pace.take(pickUpSeconds: 0.6) }
    #expect(abs(pace.factor - 1.2) < 1e-9)
    for _ in 0..<9 { pace.take(pickUpSeconds: 2.5) }
    #expect(pace.factor == AnswerPace.most)
    #expect(abs(pace.delaySeconds(directed: 0, waited: 0.25) - 0.125) < 1e-9)
  }

  @Test func `with --adapt, answers come later after three slow lines`() throws {
    func frames(adapts: Bool) throws -> Int {
      // Two seconds and more before each line make a slow actor.
      let slow = MemoryMicrophone(room(seconds: 30, speech: [2.5...4.5, 9...11, 15.5...17.5]))
      let turns = Turns(slow, [.said(said), .said(said), .said(said)])
      turns.part.delaySeconds = 1
      turns.rules.adaptsPace = adapts
      try turns.run(("BEN", stay), ("BEN", stay), ("BEN", stay), ("ANN", "Then go."))
      return turns.output.frames
    }
    // Half as much again of the second and of the quarter that showed the line's end.
    #expect(try frames(adapts: true) - frames(adapts: false) == 625)
  }

  @Test func `the pace of answers only applies to lines in the script's order`() throws {
    func frames(_ order: [Int]) throws -> Int {
      let turns = Turns(MemoryMicrophone((4, 4)), [.said("I cannot stay")])
      turns.part.delaySeconds = 2
      turns.rules.order = order
      try turns.run(
        ("BEN", "I cannot stay—"), ("ANN", "Then go."), ("BEN", stay), ("ANN", "Then go."))
      return turns.output.frames
    }
    #expect(try frames([1, 4]) - frames([1, 2]) == 2000)
  }
}

@Suite struct `An actor who interrupts` {
  private let long = String(repeating: "You never listen to me. ", count: 12) + "Never."

  @Test func `silences the partner, and what they said meanwhile counts`() throws {
    // Ann would speak for 5.8 s; Ben begins after two.
    let turns = Turns(MemoryMicrophone(room(seconds: 12, speech: [2.0...4.0])), [.said(said)])
    turns.settings.bargesIn = true
    try turns.run(("ANN", long), ("BEN", stay), ("ANN", "Then go."))
    #expect(turns.done == ["1 cut", "2 actor(CueListening.UserLineEnd.matched)", "3 said"])
    #expect(turns.output.sound.count < 2500, "she fell silent within half a second")
    guard case .heard(let line)? = turns.heard.last else { throw Missing() }
    #expect(line.pickUpSeconds == 0)
    // The recognizer and a take have the sound from before Ann fell silent.
    #expect(Double(turns.taken) / 16000 > 4.0 - 2.2 + 0.25)
    #expect(turns.microphone.opened == 1, "the microphone stays open")
  }

  @Test func `loses no word that they said before the partner's end`() throws {
    // Ann speaks for 5.8 s. Ben begins a second before her end, and has said all before it or not.
    for speech in [4.8...7.0, 4.0...5.2] {
      let turns = Turns(MemoryMicrophone(room(seconds: 14, speech: [speech])), [.said(said)])
      turns.settings.hearsEarly = true
      try turns.run(("ANN", long), ("BEN", stay), ("ANN", "Then go."))
      #expect(turns.done == ["1 said", "2 actor(CueListening.UserLineEnd.matched)", "3 said"])
      let seconds = speech.upperBound - speech.lowerBound
      #expect(turns.ear.heardSeconds > seconds + 0.25, "\(turns.ear.heardSeconds)")
      guard case .heard(let line)? = turns.heard.last else { throw Missing() }
      #expect(line.pickUpSeconds == 0)
      #expect(turns.microphone.opened == 1)
      #expect(turns.heard.first == .listeningEarly(line: 1))
    }
  }

  @Test func `is heard after a pause in the partner's line, and not if the microphone is off`()
    throws
  {
    let turns = Turns(MemoryMicrophone(room(seconds: 14, speech: [4.8...7.0])), [.said(said)])
    turns.settings.hearsEarly = true
    var commands: [ActorCommand] = [.pause]
    turns.hand.atPoll = { moment, _ in
      moment.status == .playingPartner && moment.secondsIntoLine > 1 && !commands.isEmpty
        ? commands.removeFirst() : nil
    }
    turns.hand.atWait = { moment in moment.status == .paused ? ActorTurn(.resume) : nil }
    try turns.run(("ANN", long), ("BEN", stay), ("ANN", "Then go."))
    #expect(turns.ends == [.matched])
    #expect(turns.microphone.opened == 2)
    let off = Turns(MemoryMicrophone(room(seconds: 14, speech: [4.8...7.0])), [.said(said)])
    off.settings.hearsEarly = true
    off.rules.isListening = false
    off.hand.atPoll = { moment, _ in moment.status == .waitingForUser ? .advance : nil }
    off.hand.atWait = { _ in ActorTurn(.advance) }
    try off.run(("ANN", long), ("BEN", stay))
    #expect(off.microphone.opened == 0)
  }

  @Test func `loses no word that they said before a dash`() throws {
    let turns = Turns(MemoryMicrophone(room(seconds: 14, speech: [5.0...8.0])), [.said(said)])
    try turns.run(("ANN", String(long.dropLast()) + "—"), ("BEN", stay), ("ANN", "Then go."))
    #expect(turns.done.first == "1 cut")
    let before = Double(turns.microphone.position) / 16000 - turns.ear.heardSeconds
    #expect((4.5...5.0).contains(before), "\(before)")
  }

  @Test func `an actor is heard during the partner's line only with --barge-in`() throws {
    let turns = Turns(MemoryMicrophone(room(seconds: 12, speech: [0.5...2.5])), [.said(said)])
    try turns.run(("ANN", long), ("BEN", stay))
    #expect(turns.done.first == "1 said")
  }

  @Test func `may do so at a dash, from the marked word on and no sooner`() throws {
    for (speech, end) in [(1.0...3.0, "1 said"), (5.62...8.0, "1 cut")] {
      let turns = Turns(MemoryMicrophone(room(seconds: 14, speech: [speech])), [.said(said)])
      turns.hand.atPoll = { moment, _ in
        moment.status == .waitingForUser && moment.secondsIntoLine > 5 ? .advance : nil
      }
      try turns.run(("ANN", String(long.dropLast()) + "—"), ("BEN", stay))
      #expect(turns.done.first == end)
    }
  }

  @Test func `a dash before another partner's line does not permit an interruption`() throws {
    let turns = Turns(MemoryMicrophone(room(seconds: 12, speech: [0.5...2.5])), [.said(said)])
    turns.settings.bargesIn = true
    try turns.run(("ANN", long), ("ANN", "And now?"), ("BEN", stay))
    #expect(turns.done.prefix(2) == ["1 said", "2 said"])
    // In another order it is Ben who speaks next.
    let shuffled = Turns(MemoryMicrophone(room(seconds: 12, speech: [2.0...4.0])), [.said(said)])
    shuffled.settings.bargesIn = true
    shuffled.rules.order = [1, 3]
    try shuffled.run(("ANN", long), ("ANN", "And now?"), ("BEN", stay))
    #expect(shuffled.done.first == "1 cut")
  }
}

@Suite struct `A recognizer that does not know the language` {
  @Test
  func `without the language, lines end by sound, which is reported once, and are not judged`()
    throws
  {
    let turns = Turns(MemoryMicrophone((2.5, 5), (2.5, 5)), [.said(said), .said(said)])
    turns.ear.shortfalls = [Shortfall(field: "language", outcome: "replaced by en-US")]
    turns.settings.rules.language = "et"
    try turns.run(("BEN", stay), ("ANN", "You are late."), ("BEN", stay), ("ANN", "Then go."))
    #expect(turns.ends == [.endOfSpeech, .endOfSpeech])
    let told = turns.heard.filter { if case .languageUnknown = $0 { true } else { false } }
    #expect(told == [.languageUnknown(recognizer: "listed", language: "et")])
    for case .heard(let line) in turns.heard { #expect(line.match == nil && line.text.isEmpty) }
  }

  @Test(arguments: [("en-GB", "replaced by en-US"), ("et", "replaced by auto")])
  func `a variant of the language, or a recognizer that detects it, counts as known`(
    language: String, outcome: String
  ) throws {
    let turns = Turns(MemoryMicrophone((2, 5)), [.said(said)])
    turns.ear.shortfalls = [Shortfall(field: "language", outcome: outcome)]
    turns.settings.rules.language = language
    try turns.run(("ANN", "You are late."), ("BEN", stay))
    #expect(turns.ends == [.matched])
  }
}

@Suite struct `A prompter` {
  @Test func `says the words that the actor asks for, with the microphone closed`() throws {
    let turns = Turns(
      MemoryMicrophone((1, 3), (1, 3), (2, 5)),
      [.said("line please"), .said("line please"), .said(said)])
    turns.ear.waitsForSpeech = true
    turns.isPrompted = true
    try turns.run(("ANN", "You are late."), ("BEN", stay))
    #expect(turns.prompter.requests.map(\.text) == ["I cannot stay", "much longer, Ann"])
    #expect(turns.microphone.opened == 3)
    #expect(turns.ends == [.matched])
    guard case .heard(let line)? = turns.heard.last else { throw Missing() }
    #expect(line.text == said, "the command is no part of the line")
  }

  @Test func `the prompter gives the next words after the set silence`() throws {
    let turns = Turns(
      MemoryMicrophone((1, 7), (2, 5)), [.said("I cannot"), .said("stay much longer Ann")])
    turns.ear.waitsForSpeech = true
    turns.settings.promptSeconds = 4
    try turns.run(("ANN", "You are late."), ("BEN", stay))
    let start = "I cannot ".utf8.count
    #expect(turns.prompts == [start...start + "stay much longer".utf8.count])
    #expect(turns.ends == [.matched])
    let patient = Turns(
      MemoryMicrophone((1, 7), (2, 5)), [.said("I cannot"), .said("stay much longer Ann")])
    patient.ear.waitsForSpeech = true
    try patient.run(("ANN", "You are late."), ("BEN", stay))
    #expect(patient.prompts.isEmpty && patient.ends == [.matched])
  }

  @Test func `offers the next words once after the patience, in a line that was begun`() throws {
    let turns = Turns(
      MemoryMicrophone((1, 16), (2, 5)),
      [.said("I cannot"), .nothing, .nothing, .said("stay much longer Ann")])
    turns.ear.waitsForSpeech = true
    turns.settings.startSeconds = 5
    try turns.run(("ANN", "You are late."), ("BEN", stay))
    #expect(turns.prompts.count == 1)
    let fresh = Turns(MemoryMicrophone((0, 12), (2, 5)), [.nothing, .nothing, .said(said)])
    fresh.ear.waitsForSpeech = true
    fresh.settings.startSeconds = 5
    try fresh.run(("ANN", "You are late."), ("BEN", stay))
    #expect(fresh.prompts.isEmpty, "nothing of the line was said")
  }

  @Test func `gives the next words from where the actor is`() throws {
    let turns = Turns(
      MemoryMicrophone((1, 3), (1, 3), (2, 5)),
      [.said("I cannot"), .said("line please"), .said("stay much longer Ann")])
    try turns.run(("ANN", "You are late."), ("BEN", stay))
    let start = "I cannot ".utf8.count
    #expect(turns.prompts == [start...start + "stay much longer".utf8.count])
    #expect(turns.ends == [.matched])
  }

  @Test
  func `the prompter gives words by keys, one step or all, and a key stops it`()
    throws
  {
    let turns = Turns(MemoryMicrophone((0.1, 2)), [])
    turns.isPrompted = true
    turns.prompter.framesPerByte = 100
    var commands: [ActorCommand] = [.prompt, .give, .stop]
    turns.hand.atPoll = { moment, _ in
      moment.status == .waitingForUser && !commands.isEmpty ? commands.removeFirst() : nil
    }
    try turns.run(("BEN", stay), ("ANN", "Then go."))
    #expect(turns.prompts.count == 2)
    #expect(turns.output.entries.filter { $0 == .cut }.count == 2)
    #expect(turns.output.isInOrder)
    #expect(!turns.microphone.isOpen)
  }

  @Test func `corrects a changed word, and the line goes on from there`() throws {
    let turns = Turns(
      MemoryMicrophone((2.5, 1), (2, 5)),
      [.said("I cannot go much longer Ann"), .said("stay much longer Ann")])
    turns.isPrompted = true
    turns.settings.rules.strictness = .wordPerfect
    turns.settings.corrects = true
    try turns.run(("BEN", stay), ("ANN", "Then go."))
    #expect(turns.prompter.requests.map(\.text) == ["stay"])
    #expect(turns.ends == [.matched])
    let kind = Turns(
      MemoryMicrophone((2.5, 3)), [.said("I cannot go much longer Ann")])
    kind.settings.rules.strictness = .wordPerfect
    try kind.run(("BEN", stay))
    #expect(kind.prompts.isEmpty, "only where it is wished")
  }

  @Test func `a command changes the strictness of a line`() throws {
    let turns = Turns(MemoryMicrophone((2, 5)), [.said("stay longer Ann")])
    var commands: [ActorCommand] = [.setStrictness(.gist)]
    turns.hand.atPoll = { moment, _ in
      moment.status == .waitingForUser && !commands.isEmpty ? commands.removeFirst() : nil
    }
    try turns.run(("BEN", stay))
    #expect(turns.reports.contains(.judged(line: 1, by: .gist)))
    #expect(turns.ends == [.matched])
  }
}

@Suite struct `A line that is directed while it is rehearsed` {
  /// How Ben's line ends that has the words of a gist, after directions for it by keys.
  private func ends(_ given: [Strictness?], partner: Bool) throws -> [UserLineEnd] {
    let turns = Turns(MemoryMicrophone((2, 5)), [.said("stay longer Ann")])
    var commands = given.map { strictness in
      var direction = LineDirection()
      direction.strictness = strictness
      return ActorCommand.direct(line: 1, strictness == nil ? nil : direction)
    }
    turns.settings.rules.ways = [.match]
    turns.hand.atPoll = { moment, _ in
      guard moment.status == .waitingForUser else { return nil }
      return commands.isEmpty
        ? moment.secondsIntoLine > 6 ? .stop : nil : commands.removeFirst()
    }
    if partner {
      try turns.run(("BEN", stay), ("ANN", "Then go."))
    } else {
      try turns.run(("BEN", stay))
    }
    return turns.ends
  }

  @Test(arguments: [true, false])
  func `a directed line is judged by its new strictness, until that is undone`(
    partner: Bool
  ) throws {
    #expect(try ends([.gist], partner: partner) == [.matched])
    #expect(try ends([.gist, nil], partner: partner) == [])
    #expect(try ends([.wordPerfect, .gist], partner: partner) == [.matched])
  }

  @Test func `"again" repeats the partner's line if it was heard last`() throws {
    let turns = Turns(MemoryMicrophone((2, 5)), [.said(said)])
    var direction = LineDirection()
    direction.delaySeconds = 0.5
    var commands: [ActorCommand] = [.direct(line: 1, direction), .repeatLine, .repeatLine]
    turns.hand.atPoll = { moment, _ in
      moment.status == .waitingForUser && !commands.isEmpty ? commands.removeFirst() : nil
    }
    try turns.run(("ANN", "You are late."), ("BEN", stay), ("ANN", "Then go."))
    // The second "again" is the actor's own line, as ever.
    #expect(turns.voice.requests.map(\.text) == ["You are late.", "You are late.", "Then go."])
    let shown = turns.reports.compactMap { report -> Int? in
      guard case .shown(let line, .some, _) = report else { return nil }
      return line.index
    }
    #expect(shown == [1, 2, 1, 2, 2, 3])
  }

  @Test func `keeps the strictness of a command when something else is directed`() throws {
    let turns = Turns(MemoryMicrophone((2, 5)), [.said("stay longer Ann")])
    var note = LineDirection()
    note.note = "Quietly."
    var commands: [ActorCommand] = [.setStrictness(.gist), .direct(line: 1, note)]
    turns.hand.atPoll = { moment, _ in
      moment.status == .waitingForUser && !commands.isEmpty ? commands.removeFirst() : nil
    }
    try turns.run(("BEN", stay), ("ANN", "Then go."))
    #expect(turns.ends == [.matched])
  }
}

@Suite struct `A machine that slept` {
  @Test func `does not count as the actor's silence, and the microphone is opened again`() throws {
    let turns = Turns(
      MemoryMicrophone(room(seconds: 20, speech: [2.0...4.0])), [.nothing, .said(said)])
    turns.microphone.isLive = true
    turns.settings.deafSeconds = 0
    var hasSlept = false
    turns.microphone.atRead = { frame in
      if frame > 16000, !hasSlept {
        hasSlept = true
        turns.clock.pass(milliseconds: 3_600_000)
      }
    }
    try turns.run(("BEN", stay), ("ANN", "Then go."))
    let waits = turns.heard.compactMap { report -> TurnWait? in
      if case .waits(_, let why) = report { why } else { nil }
    }
    #expect(waits == [.slept(seconds: 3600)])
    #expect(turns.microphone.opened == 2)
    #expect(turns.ends == [.matched])
  }
}

@Suite struct `A machine that slept in mid-line` {
  @Test func `after sleep in mid-line, the words before count, and the rest is expected`() throws {
    let turns = Turns(
      MemoryMicrophone(room(seconds: 20, speech: [1.0...2.0, 3.0...5.0])),
      [.said("I cannot"), .said("stay much longer Ann")])
    turns.microphone.isLive = true
    turns.settings.deafSeconds = 0
    var hasSlept = false
    turns.microphone.atRead = { frame in
      if frame > 40000, !hasSlept {
        hasSlept = true
        turns.clock.pass(milliseconds: 3_600_000)
      }
    }
    try turns.run(("BEN", stay), ("ANN", "Then go."))
    #expect(
      turns.ear.requests.map(\.phrases[0].text) == [
        "i cannot stay much longer ann", "stay much longer ann",
      ])
    #expect(turns.ends == [.matched])
    guard case .heard(let line)? = turns.heard.last else { throw Missing() }
    #expect(line.match?.missing == [])
  }
}

@Suite struct `An actor who jumps ahead` {
  private let train = "The last train leaves at nine o'clock."

  private func turns(follows: Bool, lastLine: Int? = nil) throws -> Turns {
    let turns = Turns(
      MemoryMicrophone((2, 5), (2, 5)), [.said("The last train leaves at nine o'clock")])
    turns.settings.followsJumps = follows
    turns.rules.lastLine = lastLine
    turns.hand.atPoll = { moment, _ in
      moment.status == .waitingForUser && moment.secondsIntoLine > 6 ? .stop : nil
    }
    try turns.run(("BEN", stay), ("ANN", "You are late."), ("BEN", train), ("ANN", "Then go."))
    return turns
  }

  @Test func `with --follow-jumps, the scene continues from the line that was said`() throws {
    let turns = try turns(follows: true)
    #expect(turns.done == ["3 actor(CueListening.UserLineEnd.matched)", "4 said"])
    guard case .heard(let line)? = turns.heard.last else { throw Missing() }
    #expect(line.line == 3 && line.match?.share == 1)
  }

  @Test func `does not go to a line that is not rehearsed`() throws {
    let turns = try turns(follows: true, lastLine: 2)
    #expect(turns.done.isEmpty && turns.ends.isEmpty)
    #expect(turns.heard.contains(.waits(line: 1, .otherLine(train))))
  }

  @Test func `without --follow-jumps, another line is reported`() throws {
    let turns = try turns(follows: false)
    #expect(turns.done.isEmpty)
    #expect(turns.heard.contains(.waits(line: 1, .otherLine(train))))
  }
}

@Suite struct `A line that is said together` {
  private func script(companions: [String], beside: Bool) -> Script {
    var texts = [("BEN", stay)]
    if beside { texts.append(("ANN", "You always say so.")) }
    texts.append(("ANN", "Then go."))
    let lines = texts.enumerated().map { index, speech in
      Line(
        index: index, kind: .dialogue, character: speech.0,
        companions: index == 0 ? companions : [],
        beside: !beside || index > 1 ? nil : 1 - index, text: speech.1, sceneIndex: 0)
    }
    return Script(
      title: "Test", scenes: [Scene(index: 0, heading: "", lines: 0..<lines.count)], lines: lines)
  }

  @Test(arguments: [true, false]) func `is spoken by the others while the actor says it`(
    isBeside: Bool
  ) throws {
    let turns = Turns(MemoryMicrophone((2, 5)), [.said(said)])
    turns.voice.framesPerByte = 20
    let outcome = try turns.run(script(companions: isBeside ? [] : ["ANN"], beside: isBeside))
    #expect(
      turns.voice.requests.map(\.text) == [isBeside ? "You always say so." : stay, "Then go."])
    #expect(turns.ends == [.matched])
    #expect(turns.done.count == 2, "what is said beside it is no line of its own")
    #expect(outcome.completedLines == outcome.spokenLines)
    // It is heard from the beginning of the actor's turn on, in place of silence.
    let spoken = (isBeside ? 18 : stay.utf8.count) * 20
    #expect(turns.output.sound.count >= spoken)
    #expect(turns.output.isInOrder)
  }

  @Test func `begins again after a pause, and goes on while it is directed`() throws {
    let turns = Turns(MemoryMicrophone((4, 5)), [.said(said)])
    turns.voice.framesPerByte = 100
    var commands: [ActorCommand] = [.judge(.gist), .pause]
    turns.hand.atPoll = { moment, _ in
      moment.status == .waitingForUser && turns.output.sound.count > 300 && !commands.isEmpty
        ? commands.removeFirst() : nil
    }
    turns.hand.atWait = { moment in moment.status == .paused ? ActorTurn(.resume) : nil }
    try turns.run(script(companions: ["ANN"], beside: false))
    #expect(commands.isEmpty && turns.output.entries.filter { $0 == .cut }.count == 1)
    #expect(turns.output.sound.count > 300 + stay.utf8.count * 100)
    #expect(turns.ends == [.matched])
  }

  @Test func `a speech beside the actor's is not a line of its own`() {
    func line(_ index: Int, _ name: String, beside: Int? = nil) -> Line {
      Line(
        index: index, kind: .dialogue, character: name, beside: beside,
        text: "Go now. I told you so.", sceneIndex: 0)
    }
    let lines = [line(0, "ANN"), line(1, "ANN", beside: 2), line(2, "BEN", beside: 1)]
    let script = Script(
      title: "Test", scenes: [Scene(index: 0, heading: "", lines: 0..<3)], lines: lines)
    #expect(Passages.leading(to: [2], in: script, ["BEN"]) == [[0, 2]])
    let cut = CueLines.cut(script, ["BEN"]).lines
    #expect(cut[0].text == "I told you so." && cut[1] == lines[1])
  }

  @Test func `without a microphone, a shared line plays to its end, or until a key`() throws {
    let turns = Turns(MemoryMicrophone((2, 5)), [])
    turns.rules.isListening = false
    turns.voice.framesPerByte = 100
    var commands: [ActorCommand] = [.advance]
    turns.hand.atPoll = { moment, _ in
      moment.status == .waitingForUser && turns.output.sound.count > 100 && !commands.isEmpty
        ? commands.removeFirst() : nil
    }
    try turns.run(script(companions: ["ANN"], beside: false))
    #expect(turns.done.count == 2)
    #expect(turns.output.entries.contains(.cut))
  }
}

@Suite struct `A line that is sung` {
  @Test(arguments: [
    "BEN\n~I cannot stay much longer, Ann.", "BEN\n(sings)\nI cannot stay much longer, Ann.",
  ])
  func `ends by silence, and nothing of it is judged`(speech: String) throws {
    let script = try SceneReader.read(Array("INT. ROOM\n\n\(speech)\n\nANN\nThen go.\n".utf8))
    let turns = Turns(MemoryMicrophone((2.5, 5)), [.said("I cannot go any further")])
    try turns.run(script)
    #expect(turns.ends == [.endOfSpeech])
    for case .heard(let line) in turns.heard { #expect(line.match == nil && line.text.isEmpty) }
  }
}

@Suite struct `A line that is cut off` {
  @Test func `ends at its dash or at the marked word`() throws {
    func cut(_ text: String, _ word: String? = nil) -> String? {
      CutOff(text, at: word)?.text(of: text)
    }
    #expect(cut("I never said—") == "I never said")
    #expect(cut("I never said -- ") == "I never said")
    #expect(cut("“I never said–”") == "“I never said")
    #expect(cut("I never said.") == nil)
    #expect(cut("No—no, never.") == nil)
    #expect(cut("Never, never, I said.", "NEVER") == "Never, never")
    #expect(cut("Never, never, I said.", "always") == nil)
    let file = try DirectionFile(parsing: "[line 1]\ncut = never\n")
    let script = Script.scene(("BEN", "Never, I said."))
    #expect(file.lines(DialogueNumbers(script))[1]?.cutWord == "never")
  }
}

private struct Missing: Error {}
