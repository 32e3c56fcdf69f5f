import CueRehearsal
import CueScreenplay
import Testing

@Suite struct `Every event in every status` {
  static let statuses: [(name: String, events: [RehearsalInput])] = [
    ("idle", []),
    ("partner speaks 1", [.start(from: 0)]),
    ("actor's turn 3", [.start(from: 3)]),
    ("actor is heard 3", [.setListening(true), .start(from: 3)]),
    ("voice held 1", [.start(from: 0), .pause]),
    ("voice held at its end 1", [.start(from: 0), .pause, .partnerFinished(line: 1)]),
    ("actor held 3", [.setListening(true), .start(from: 3), .pause]),
    ("finished", [.start(from: 6), .advance]),
  ]

  static let events: [RehearsalInput] = [
    .start(from: 0), .partnerFinished(line: 1), .partnerFinished(line: 5),
    .userFinished(.matched), .advance, .pause, .resume, .back, .repeatLine, .jump(line: 6),
    .jump(line: 7), .jumpScene(1), .jumpScene(2), .stop, .setListening(true),
    .setListening(false),
  ]

  @Test func `Every event in every status does what the table says`() throws {
    var rows: [String] = []
    for (name, events) in Self.statuses {
      rows.append("## \(name)")
      for event in Self.events {
        var rehearsal = Rehearsal(try .twoScenes(), roles: ["BEN"])
        for event in events { rehearsal.take(event) }
        let before = rehearsal.state
        rehearsal.take(event)
        if case .ignored(event, let why)? = rehearsal.effects.first {
          #expect(rehearsal.effects.count == 1)
          #expect(rehearsal.state == before)
          rows.append("\(event): no, \(why)")
        } else {
          let effects = rehearsal.effects.map { " \($0)" }.joined()
          rows.append("\(event): \(rehearsal.place),\(effects)")
        }
      }
    }
    let text = rows.joined(separator: "\n")
      .replacing("CueRehearsal.RehearsalEffect.", with: "")
      .replacing("CueListening.UserLineEnd.", with: "")
      .replacing("(line: ", with: "(")
    #expect(text == Self.table, "\(text)")
  }

  static let table = """
    ## idle
    start(from: 0): playingPartner 1, started show(1) speak(1)
    partnerFinished(1): no, notTheCurrentLine(1)
    partnerFinished(5): no, notTheCurrentLine(5)
    userFinished(matched): no, notTheActorsTurn
    advance: no, notTheActorsTurn
    pause: no, nothingToPause
    resume: no, nothingIsPaused
    back: no, notRehearsing
    repeatLine: no, noLine
    jump(6): no, notRehearsing
    jump(7): no, notRehearsing
    jumpScene(1): no, notRehearsing
    jumpScene(2): no, notRehearsing
    stop: no, notRehearsing
    setListening(true): idle 0,
    setListening(false): no, unchanged
    ## partner speaks 1
    start(from: 0): no, alreadyRehearsing
    partnerFinished(1): waitingForUser 3, partnerLineDone(1) show(3)
    partnerFinished(5): no, notTheCurrentLine(5)
    userFinished(matched): no, notTheActorsTurn
    advance: no, notTheActorsTurn
    pause: paused 1, pauseSpeaking
    resume: no, nothingIsPaused
    back: playingPartner 1, stopSpeaking show(1) speak(1)
    repeatLine: playingPartner 1, stopSpeaking show(1) speak(1)
    jump(6): waitingForUser 6, stopSpeaking show(6)
    jump(7): no, noSuchLine(7, count: 7)
    jumpScene(1): playingPartner 5, stopSpeaking show(5) speak(5)
    jumpScene(2): no, noSuchScene(2, count: 2)
    stop: idle 0, stopSpeaking stopped
    setListening(true): playingPartner 1,
    setListening(false): no, unchanged
    ## actor's turn 3
    start(from: 0): no, alreadyRehearsing
    partnerFinished(1): no, notTheCurrentLine(1)
    partnerFinished(5): no, notTheCurrentLine(5)
    userFinished(matched): no, microphoneIsOff
    advance: playingPartner 5, userLineDone(3, manual) show(5) speak(5)
    pause: paused 3,
    resume: no, nothingIsPaused
    back: playingPartner 1, show(1) speak(1)
    repeatLine: waitingForUser 3, show(3)
    jump(6): waitingForUser 6, show(6)
    jump(7): no, noSuchLine(7, count: 7)
    jumpScene(1): playingPartner 5, show(5) speak(5)
    jumpScene(2): no, noSuchScene(2, count: 2)
    stop: idle 0, stopped
    setListening(true): waitingForUser 3, startListening
    setListening(false): no, unchanged
    ## actor is heard 3
    start(from: 0): no, alreadyRehearsing
    partnerFinished(1): no, notTheCurrentLine(1)
    partnerFinished(5): no, notTheCurrentLine(5)
    userFinished(matched): playingPartner 5, stopListening userLineDone(3, matched) show(5) speak(5)
    advance: playingPartner 5, stopListening userLineDone(3, manual) show(5) speak(5)
    pause: paused 3, stopListening
    resume: no, nothingIsPaused
    back: playingPartner 1, stopListening show(1) speak(1)
    repeatLine: waitingForUser 3, stopListening show(3) startListening
    jump(6): waitingForUser 6, stopListening show(6) startListening
    jump(7): no, noSuchLine(7, count: 7)
    jumpScene(1): playingPartner 5, stopListening show(5) speak(5)
    jumpScene(2): no, noSuchScene(2, count: 2)
    stop: idle 0, stopListening stopped
    setListening(true): no, unchanged
    setListening(false): waitingForUser 3, stopListening
    ## voice held 1
    start(from: 0): no, alreadyRehearsing
    partnerFinished(1): paused 1,
    partnerFinished(5): no, notTheCurrentLine(5)
    userFinished(matched): no, notTheActorsTurn
    advance: no, notTheActorsTurn
    pause: no, nothingToPause
    resume: playingPartner 1, resumeSpeaking
    back: playingPartner 1, stopSpeaking show(1) speak(1)
    repeatLine: playingPartner 1, stopSpeaking show(1) speak(1)
    jump(6): waitingForUser 6, stopSpeaking show(6)
    jump(7): no, noSuchLine(7, count: 7)
    jumpScene(1): playingPartner 5, stopSpeaking show(5) speak(5)
    jumpScene(2): no, noSuchScene(2, count: 2)
    stop: idle 0, stopSpeaking stopped
    setListening(true): paused 1,
    setListening(false): no, unchanged
    ## voice held at its end 1
    start(from: 0): no, alreadyRehearsing
    partnerFinished(1): no, partnerIsSilent
    partnerFinished(5): no, notTheCurrentLine(5)
    userFinished(matched): no, notTheActorsTurn
    advance: no, notTheActorsTurn
    pause: no, nothingToPause
    resume: waitingForUser 3, stopSpeaking partnerLineDone(1) show(3)
    back: playingPartner 1, stopSpeaking show(1) speak(1)
    repeatLine: playingPartner 1, stopSpeaking show(1) speak(1)
    jump(6): waitingForUser 6, stopSpeaking show(6)
    jump(7): no, noSuchLine(7, count: 7)
    jumpScene(1): playingPartner 5, stopSpeaking show(5) speak(5)
    jumpScene(2): no, noSuchScene(2, count: 2)
    stop: idle 0, stopSpeaking stopped
    setListening(true): paused 1,
    setListening(false): no, unchanged
    ## actor held 3
    start(from: 0): no, alreadyRehearsing
    partnerFinished(1): no, notTheCurrentLine(1)
    partnerFinished(5): no, notTheCurrentLine(5)
    userFinished(matched): no, notTheActorsTurn
    advance: no, notTheActorsTurn
    pause: no, nothingToPause
    resume: waitingForUser 3, startListening
    back: playingPartner 1, show(1) speak(1)
    repeatLine: waitingForUser 3, show(3) startListening
    jump(6): waitingForUser 6, show(6) startListening
    jump(7): no, noSuchLine(7, count: 7)
    jumpScene(1): playingPartner 5, show(5) speak(5)
    jumpScene(2): no, noSuchScene(2, count: 2)
    stop: idle 0, stopped
    setListening(true): no, unchanged
    setListening(false): paused 3,
    ## finished
    start(from: 0): playingPartner 1, started show(1) speak(1)
    partnerFinished(1): no, notTheCurrentLine(1)
    partnerFinished(5): no, notTheCurrentLine(5)
    userFinished(matched): no, notTheActorsTurn
    advance: no, notTheActorsTurn
    pause: no, nothingToPause
    resume: no, nothingIsPaused
    back: waitingForUser 6, show(6)
    repeatLine: no, noLine
    jump(6): waitingForUser 6, show(6)
    jump(7): no, noSuchLine(7, count: 7)
    jumpScene(1): playingPartner 5, show(5) speak(5)
    jumpScene(2): no, noSuchScene(2, count: 2)
    stop: idle 0, stopped
    setListening(true): finished 7,
    setListening(false): no, unchanged
    """
}
