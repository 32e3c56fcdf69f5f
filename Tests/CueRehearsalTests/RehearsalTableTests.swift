import CueRehearsal
import CueScreenplay
import Testing

@Suite struct `Every event in every status` {
  static let statuses: [(name: String, events: [RehearsalEvent])] = [
    ("idle", []),
    ("partner speaks 1", [.start(from: 0)]),
    ("actor's turn 3", [.start(from: 3)]),
    ("actor is heard 3", [.setListening(true), .start(from: 3)]),
    ("voice held 1", [.start(from: 0), .pause]),
    ("voice held at its end 1", [.start(from: 0), .pause, .partnerFinished(line: 1)]),
    ("actor held 3", [.setListening(true), .start(from: 3), .pause]),
    ("finished", [.start(from: 6), .advance]),
  ]

  static let events: [RehearsalEvent] = [
    .start(from: 0), .partnerFinished(line: 1), .partnerFinished(line: 5),
    .userFinished(.matched), .advance, .pause, .resume, .back, .repeatLine, .jump(line: 6),
    .jump(line: 7), .jumpScene(1), .jumpScene(2), .stop, .setListening(true),
    .setListening(false),
  ]

  @Test func `does what the table says`() throws {
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
      .replacing("CueRehearsal.UserLineEnd.", with: "")
      .replacing("(line: ", with: "(")
    #expect(text == Self.table, "\(text)")
  }

  static let table = """
    ## idle
    start(from: 0): playingPartner 1, started show(1) speak(1)
    partnerFinished(1): no, line 1 is not the current one
    partnerFinished(5): no, line 5 is not the current one
    userFinished(matched): no, it is not the actor's turn
    advance: no, it is not the actor's turn
    pause: no, there is nothing to pause
    resume: no, nothing is paused
    back: no, no rehearsal is under way
    repeatLine: no, no line is under way
    jump(6): no, no rehearsal is under way
    jump(7): no, no rehearsal is under way
    jumpScene(1): no, no rehearsal is under way
    jumpScene(2): no, no rehearsal is under way
    stop: no, no rehearsal is under way
    setListening(true): idle 0,
    setListening(false): no, it is so already
    ## partner speaks 1
    start(from: 0): no, a rehearsal is under way
    partnerFinished(1): waitingForUser 3, partnerLineDone(1) show(3)
    partnerFinished(5): no, line 5 is not the current one
    userFinished(matched): no, it is not the actor's turn
    advance: no, it is not the actor's turn
    pause: paused 1, pauseSpeaking
    resume: no, nothing is paused
    back: playingPartner 1, stopSpeaking show(1) speak(1)
    repeatLine: playingPartner 1, stopSpeaking show(1) speak(1)
    jump(6): waitingForUser 6, stopSpeaking show(6)
    jump(7): no, there is no line 7; the script has 7
    jumpScene(1): playingPartner 5, stopSpeaking show(5) speak(5)
    jumpScene(2): no, there is no scene 2; the script has 2
    stop: idle 0, stopSpeaking stopped
    setListening(true): playingPartner 1,
    setListening(false): no, it is so already
    ## actor's turn 3
    start(from: 0): no, a rehearsal is under way
    partnerFinished(1): no, line 1 is not the current one
    partnerFinished(5): no, line 5 is not the current one
    userFinished(matched): no, the microphone is off
    advance: playingPartner 5, userLineDone(3, manual) show(5) speak(5)
    pause: paused 3,
    resume: no, nothing is paused
    back: playingPartner 1, show(1) speak(1)
    repeatLine: waitingForUser 3, show(3)
    jump(6): waitingForUser 6, show(6)
    jump(7): no, there is no line 7; the script has 7
    jumpScene(1): playingPartner 5, show(5) speak(5)
    jumpScene(2): no, there is no scene 2; the script has 2
    stop: idle 0, stopped
    setListening(true): waitingForUser 3, startListening
    setListening(false): no, it is so already
    ## actor is heard 3
    start(from: 0): no, a rehearsal is under way
    partnerFinished(1): no, line 1 is not the current one
    partnerFinished(5): no, line 5 is not the current one
    userFinished(matched): playingPartner 5, stopListening userLineDone(3, matched) show(5) speak(5)
    advance: playingPartner 5, stopListening userLineDone(3, manual) show(5) speak(5)
    pause: paused 3, stopListening
    resume: no, nothing is paused
    back: playingPartner 1, stopListening show(1) speak(1)
    repeatLine: waitingForUser 3, stopListening show(3) startListening
    jump(6): waitingForUser 6, stopListening show(6) startListening
    jump(7): no, there is no line 7; the script has 7
    jumpScene(1): playingPartner 5, stopListening show(5) speak(5)
    jumpScene(2): no, there is no scene 2; the script has 2
    stop: idle 0, stopListening stopped
    setListening(true): no, it is so already
    setListening(false): waitingForUser 3, stopListening
    ## voice held 1
    start(from: 0): no, a rehearsal is under way
    partnerFinished(1): paused 1,
    partnerFinished(5): no, line 5 is not the current one
    userFinished(matched): no, it is not the actor's turn
    advance: no, it is not the actor's turn
    pause: no, there is nothing to pause
    resume: playingPartner 1, resumeSpeaking
    back: playingPartner 1, stopSpeaking show(1) speak(1)
    repeatLine: playingPartner 1, stopSpeaking show(1) speak(1)
    jump(6): waitingForUser 6, stopSpeaking show(6)
    jump(7): no, there is no line 7; the script has 7
    jumpScene(1): playingPartner 5, stopSpeaking show(5) speak(5)
    jumpScene(2): no, there is no scene 2; the script has 2
    stop: idle 0, stopSpeaking stopped
    setListening(true): paused 1,
    setListening(false): no, it is so already
    ## voice held at its end 1
    start(from: 0): no, a rehearsal is under way
    partnerFinished(1): no, the partner is not speaking
    partnerFinished(5): no, line 5 is not the current one
    userFinished(matched): no, it is not the actor's turn
    advance: no, it is not the actor's turn
    pause: no, there is nothing to pause
    resume: waitingForUser 3, stopSpeaking partnerLineDone(1) show(3)
    back: playingPartner 1, stopSpeaking show(1) speak(1)
    repeatLine: playingPartner 1, stopSpeaking show(1) speak(1)
    jump(6): waitingForUser 6, stopSpeaking show(6)
    jump(7): no, there is no line 7; the script has 7
    jumpScene(1): playingPartner 5, stopSpeaking show(5) speak(5)
    jumpScene(2): no, there is no scene 2; the script has 2
    stop: idle 0, stopSpeaking stopped
    setListening(true): paused 1,
    setListening(false): no, it is so already
    ## actor held 3
    start(from: 0): no, a rehearsal is under way
    partnerFinished(1): no, line 1 is not the current one
    partnerFinished(5): no, line 5 is not the current one
    userFinished(matched): no, it is not the actor's turn
    advance: no, it is not the actor's turn
    pause: no, there is nothing to pause
    resume: waitingForUser 3, startListening
    back: playingPartner 1, show(1) speak(1)
    repeatLine: waitingForUser 3, show(3) startListening
    jump(6): waitingForUser 6, show(6) startListening
    jump(7): no, there is no line 7; the script has 7
    jumpScene(1): playingPartner 5, show(5) speak(5)
    jumpScene(2): no, there is no scene 2; the script has 2
    stop: idle 0, stopped
    setListening(true): no, it is so already
    setListening(false): paused 3,
    ## finished
    start(from: 0): playingPartner 1, started show(1) speak(1)
    partnerFinished(1): no, line 1 is not the current one
    partnerFinished(5): no, line 5 is not the current one
    userFinished(matched): no, it is not the actor's turn
    advance: no, it is not the actor's turn
    pause: no, there is nothing to pause
    resume: no, nothing is paused
    back: waitingForUser 6, show(6)
    repeatLine: no, no line is under way
    jump(6): waitingForUser 6, show(6)
    jump(7): no, there is no line 7; the script has 7
    jumpScene(1): playingPartner 5, show(5) speak(5)
    jumpScene(2): no, there is no scene 2; the script has 2
    stop: idle 0, stopped
    setListening(true): finished 7,
    setListening(false): no, it is so already
    """
}
