import CueListening
import CueRehearsal
import CueScreenplay
import Testing

@Suite struct `A rehearsal` {
  @Test func `begins idle, at the first line, with nothing completed`() {
    let state = RehearsalState()
    #expect(state.status == .idle)
    #expect(state.index == 0)
    #expect(state.completed.isEmpty)
    #expect(!state.isListening)
  }

  @Test func `skips headings and directions, speaks for partners, waits for the actor`() throws {
    var rehearsal = Rehearsal(try .twoScenes(), roles: ["BEN"])
    rehearsal.take(.start(from: 0))
    #expect(rehearsal.effects == [.started, .show(line: 1), .speak(line: 1)])
    rehearsal.take(.partnerFinished(line: 1))
    #expect(rehearsal.effects == [.partnerLineDone(line: 1), .show(line: 3)])
    #expect(rehearsal.place == "waitingForUser 3")
    rehearsal.take(.advance)
    #expect(
      rehearsal.effects == [.userLineDone(line: 3, .manual), .show(line: 5), .speak(line: 5)])
    rehearsal.take(.partnerFinished(line: 5), .advance)
    #expect(rehearsal.effects == [.userLineDone(line: 6, .manual), .finished])
    #expect(rehearsal.place == "finished 7")
    #expect(rehearsal.state.completed == [1, 3, 5, 6])
  }

  @Test(arguments: [Script.of("#", "-", "#"), .of("#"), .of(), .of("?", "-")])
  func `of nothing to say is finished at once, without a word`(script: Script) {
    var rehearsal = Rehearsal(script, roles: ["BEN"])
    rehearsal.take(.start(from: 0))
    #expect(rehearsal.effects == [.started, .finished])
    #expect(rehearsal.place == "finished \(script.lines.count)")
  }

  @Test func `starts from idle or finished only`() throws {
    var rehearsal = Rehearsal(try .twoScenes(), roles: ["BEN"])
    rehearsal.take(.start(from: 2))
    #expect(rehearsal.place == "waitingForUser 3")
    rehearsal.take(.advance)
    let playing = rehearsal.state
    rehearsal.take(.start(from: 0))
    #expect(rehearsal.ignoredLast)
    #expect(rehearsal.state == playing)
  }

  @Test func `starts again from the top when it was finished, with nothing completed`() {
    var rehearsal = Rehearsal(.of("ANN"), roles: [])
    rehearsal.take(.start(from: 0), .partnerFinished(line: 0))
    #expect(rehearsal.place == "finished 1")
    rehearsal.take(.start(from: 0))
    #expect(rehearsal.effects.first == .started)
    #expect(rehearsal.place == "playingPartner 0")
    #expect(rehearsal.state.completed.isEmpty)
  }

  @Test(arguments: [-1, 7, .max, .min])
  func `a rehearsal does not start at a line that does not exist`(line: Int) throws {
    var rehearsal = Rehearsal(try .twoScenes(), roles: ["BEN"])
    rehearsal.take(.start(from: line))
    #expect(rehearsal.ignoredLast)
    #expect(rehearsal.state == RehearsalState())
  }

  @Test(arguments: [0, 3, 5, 9])
  func `is not moved by the end of a line that is not the current one`(line: Int) throws {
    var rehearsal = Rehearsal(try .twoScenes(), roles: ["BEN"])
    rehearsal.take(.start(from: 0), .partnerFinished(line: line))
    #expect(rehearsal.ignoredLast)
    #expect(rehearsal.place == "playingPartner 1")
  }

  @Test func `waits for every character the actor plays, in any case`() throws {
    var rehearsal = Rehearsal(try .twoScenes(), roles: ["ben", " Cy "])
    rehearsal.take(.start(from: 2))
    #expect(rehearsal.place == "waitingForUser 3")
    rehearsal.take(.advance)
    #expect(rehearsal.place == "waitingForUser 5")
    rehearsal.take(.advance)
    #expect(rehearsal.place == "waitingForUser 6")
  }

  @Test func `the partner plays every character that is not the actor's`() throws {
    var rehearsal = Rehearsal(try .twoScenes(), roles: [])
    rehearsal.take(.start(from: 0))
    for line in [1, 3, 5, 6] { rehearsal.take(.partnerFinished(line: line)) }
    #expect(rehearsal.place == "finished 7")
  }

  @Test func `never gives the partner words without a speaker`() {
    var rehearsal = Rehearsal(.of("?", "ANN"), roles: ["BEN"])
    rehearsal.take(.start(from: 0))
    #expect(rehearsal.place == "playingPartner 1")
  }

  @Test func `goes on only in the actor's turn when moved by hand`() throws {
    var rehearsal = Rehearsal(try .twoScenes(), roles: ["BEN"])
    rehearsal.take(.start(from: 0), .advance)
    #expect(rehearsal.ignoredLast)
    #expect(rehearsal.place == "playingPartner 1")
  }

  @Test(arguments: UserLineEnd.allCases)
  func `the reason for the end of the actor's line is reported`(end: UserLineEnd) throws {
    var rehearsal = Rehearsal(try .twoScenes(), roles: ["BEN"], listening: true)
    rehearsal.take(.start(from: 3))
    #expect(rehearsal.effects == [.started, .show(line: 3), .startListening])
    rehearsal.take(.userFinished(end))
    #expect(
      rehearsal.effects == [
        .stopListening, .userLineDone(line: 3, end), .show(line: 5), .speak(line: 5),
      ])
  }

  @Test func `a script of a hundred thousand headings is finished without overflow`() {
    let lines = (0..<100_000).map { Line(index: $0, kind: .sceneHeading, text: "INT.") }
    var rehearsal = Rehearsal(Script(title: "T", scenes: [], lines: lines), roles: [])
    rehearsal.take(.start(from: 0))
    #expect(rehearsal.place == "finished 100000")
  }
}

@Suite struct `Holding a rehearsal` {
  @Test func `holds the partner's voice and lets it go on in place`() throws {
    var rehearsal = Rehearsal(try .twoScenes(), roles: ["BEN"], listening: true)
    rehearsal.take(.start(from: 0), .pause)
    #expect(rehearsal.effects == [.pauseSpeaking])
    #expect(rehearsal.place == "paused 1")
    #expect(rehearsal.state.resuming == .partner)
    rehearsal.take(.resume)
    #expect(rehearsal.effects == [.resumeSpeaking])
    #expect(rehearsal.place == "playingPartner 1")
    #expect(rehearsal.state.resuming == nil)
  }

  @Test func `closes the microphone and opens it again`() throws {
    var rehearsal = Rehearsal(try .twoScenes(), roles: ["BEN"], listening: true)
    rehearsal.take(.start(from: 3), .pause)
    #expect(rehearsal.effects == [.stopListening])
    rehearsal.take(.resume)
    #expect(rehearsal.effects == [.startListening])
    #expect(rehearsal.place == "waitingForUser 3")
  }

  /// The voice may end in the instant in which it is held; going on must not wait for it forever.
  @Test func `a voice that ends while it is held counts as ended`() throws {
    var rehearsal = Rehearsal(try .twoScenes(), roles: ["BEN"])
    rehearsal.take(.start(from: 0), .pause, .partnerFinished(line: 1))
    #expect(rehearsal.effects == [])
    #expect(rehearsal.place == "paused 1")
    rehearsal.take(.partnerFinished(line: 1))
    #expect(rehearsal.ignoredLast)
    rehearsal.take(.resume)
    #expect(
      rehearsal.effects == [.stopSpeaking, .partnerLineDone(line: 1), .show(line: 3)])
    #expect(rehearsal.place == "waitingForUser 3")
  }

  @Test func `does nothing where nothing plays or waits`() throws {
    var rehearsal = Rehearsal(try .twoScenes(), roles: ["BEN"])
    rehearsal.take(.pause)
    #expect(rehearsal.ignoredLast)
    rehearsal.take(.start(from: 6), .advance, .pause)
    #expect(rehearsal.ignoredLast)
    #expect(rehearsal.place == "finished 7")
    rehearsal.take(.resume)
    #expect(rehearsal.ignoredLast)
  }
}

@Suite struct `Jumps in a rehearsal` {
  @Test func `"back" goes to the dialogue before, across headings and directions`() throws {
    var rehearsal = Rehearsal(try .twoScenes(), roles: ["BEN"], listening: true)
    rehearsal.take(.start(from: 5), .back)
    #expect(rehearsal.effects == [.stopSpeaking, .show(line: 3), .startListening])
    rehearsal.take(.back)
    #expect(rehearsal.effects == [.stopListening, .show(line: 1), .speak(line: 1)])
    rehearsal.take(.back)
    #expect(rehearsal.effects == [.stopSpeaking, .show(line: 1), .speak(line: 1)])
    #expect(rehearsal.place == "playingPartner 1")
  }

  @Test func `back from the end takes the last line again`() throws {
    var rehearsal = Rehearsal(try .twoScenes(), roles: ["BEN"])
    rehearsal.take(.start(from: 6), .advance, .back)
    #expect(rehearsal.place == "waitingForUser 6")
    #expect(rehearsal.state.completed == [6])
  }

  @Test func `a held voice is stopped for good`() throws {
    for event in [RehearsalInput.back, .repeatLine, .jump(line: 5), .jumpScene(1), .stop] {
      var rehearsal = Rehearsal(try .twoScenes(), roles: ["BEN"])
      rehearsal.take(.start(from: 0), .pause, event)
      #expect(rehearsal.effects.first == .stopSpeaking, "\(event)")
      #expect(rehearsal.state.resuming == nil)
    }
  }

  @Test func `a jump goes to its line, or to the dialogue after it`() throws {
    var rehearsal = Rehearsal(try .twoScenes(), roles: ["BEN"])
    rehearsal.take(.start(from: 0), .jump(line: 4))
    #expect(rehearsal.effects == [.stopSpeaking, .show(line: 5), .speak(line: 5)])
    rehearsal.take(.jumpScene(0))
    #expect(rehearsal.effects == [.stopSpeaking, .show(line: 1), .speak(line: 1)])
    rehearsal.take(.jumpScene(1))
    #expect(rehearsal.place == "playingPartner 5")
  }

  @Test(arguments: [RehearsalInput.jump(line: -1), .jump(line: 7), .jumpScene(2), .jumpScene(-1)])
  func `a jump out of the script changes nothing`(event: RehearsalInput) throws {
    var rehearsal = Rehearsal(try .twoScenes(), roles: ["BEN"])
    rehearsal.take(.start(from: 0), event)
    #expect(rehearsal.ignoredLast)
    #expect(rehearsal.place == "playingPartner 1")
  }

  @Test func `repeating takes the line from its beginning`() throws {
    var rehearsal = Rehearsal(try .twoScenes(), roles: ["BEN"], listening: true)
    rehearsal.take(.start(from: 0), .repeatLine)
    #expect(rehearsal.effects == [.stopSpeaking, .show(line: 1), .speak(line: 1)])
    rehearsal.take(.partnerFinished(line: 1), .repeatLine)
    #expect(rehearsal.effects == [.stopListening, .show(line: 3), .startListening])
  }

  @Test func `stopping goes to idle and the first line`() throws {
    var rehearsal = Rehearsal(try .twoScenes(), roles: ["BEN"])
    rehearsal.take(.start(from: 5), .stop)
    #expect(rehearsal.effects == [.stopSpeaking, .stopped])
    #expect(rehearsal.place == "idle 0")
  }
}

@Suite struct `Listening in a rehearsal` {
  @Test func `switched off closes the microphone and still waits`() throws {
    var rehearsal = Rehearsal(try .twoScenes(), roles: ["BEN"], listening: true)
    rehearsal.take(.start(from: 3), .setListening(false))
    #expect(rehearsal.effects == [.stopListening])
    #expect(rehearsal.place == "waitingForUser 3")
    rehearsal.take(.userFinished(.matched))
    #expect(rehearsal.ignoredLast)
    rehearsal.take(.setListening(true))
    #expect(rehearsal.effects == [.startListening])
    rehearsal.take(.setListening(true))
    #expect(rehearsal.ignoredLast)
  }

  @Test func `switched while the partner speaks counts from the actor's next line`() throws {
    var rehearsal = Rehearsal(try .twoScenes(), roles: ["BEN"])
    rehearsal.take(.start(from: 0), .setListening(true))
    #expect(rehearsal.effects == [])
    rehearsal.take(.partnerFinished(line: 1))
    #expect(
      rehearsal.effects == [.partnerLineDone(line: 1), .show(line: 3), .startListening])
  }

  @Test func `switched while held counts when it goes on`() throws {
    var rehearsal = Rehearsal(try .twoScenes(), roles: ["BEN"])
    rehearsal.take(.start(from: 3), .pause, .setListening(true))
    #expect(rehearsal.effects == [])
    rehearsal.take(.resume)
    #expect(rehearsal.effects == [.startListening])
  }
}
