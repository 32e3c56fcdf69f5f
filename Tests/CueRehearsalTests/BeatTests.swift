import CueModel
import CueRehearsal
import CueScreenplay
import TestSupport
import Testing

@Suite struct `A beat in a partner's line` {
  private func script(_ speech: String) throws -> Script {
    try SceneReader.read(Array("INT. ROOM\n\nANN\n\(speech)\n\nBEN\nYes.\n".utf8))
  }

  private func said(_ speech: String) throws -> (Staging, DoubleVoice) {
    let voice = DoubleVoice()
    let staging = try Staging(try script(speech), voice: voice, actor: DoubleActor()).run()
    return (staging, voice)
  }

  /// The lengths are those of a recording: 700 ms, and 1500 ms for a long one.
  @Test(arguments: [
    ("One.\n(beat)\nTwo.", 700), ("One. (beat) Two.", 700), ("One. (a pause) Two.", 700),
    ("One. (long pause) Two.", 1500), ("One.\n(pause; beat)\nTwo.", 1400),
    ("One. [beat] Two.", 700),
    ("One. (paus) Two.", 700), ("One. (pikk paus) Two.", 1500), ("One. (lange Pause) Two.", 1500),
  ])
  func `is silence between the words, and never spoken`(speech: String, milliseconds: Int) throws {
    let (staging, voice) = try said(speech)
    #expect(voice.requests.map(\.text) == ["One.", "Two."])
    #expect(staging.output.silences == [milliseconds, 150])
    #expect(staging.output.isInOrder)
    #expect(staging.done == ["1 said", "2 manual"])
  }

  @Test func `a beat before or after the words is silence`() throws {
    let (staging, voice) = try said("(beat) One.\n(pause)")
    #expect(voice.requests.map(\.text) == ["One."])
    #expect(staging.output.silences == [700, 700 + 150])
  }

  @Test func `leaves other brackets to the voice, and other parentheticals to the delivery`() throws
  {
    let (_, voice) = try said("(beat, then softly)\nI was (almost) there (beat), and then.")
    #expect(voice.requests.map(\.text) == ["I was (almost) there,", "and then."])
    #expect(voice.requests.allSatisfy { $0.direction.contains("then softly") })
    #expect(voice.requests.allSatisfy { !$0.direction.contains("beat") })
  }

  @Test func `keeps the places of the words in the line`() throws {
    let script = try script("One two. (beat) Three.")
    let staging = try Staging(script, actor: DoubleActor()).run()
    let words = staging.reports.compactMap {
      if case .word(1, let range, let frame, _) = $0 { "\(range) \(frame)" } else { nil }
    }
    #expect(script.lines[1].text == "One two. Three.")
    // The sound of eight bytes is 160 ms, and the beat 700.
    #expect(words == ["0..<3 0", "4..<8 80", "9..<15 \(8 * 20 + 700)"])
    let starts = staging.reports.count { if case .speaking = $0 { true } else { false } }
    #expect(starts == 1, "it is one line")
  }

  @Test func `can be paused in, and loses nothing`() throws {
    let actor = DoubleActor()
    actor.atPoll = { moment, _ in
      moment.status == .playingPartner && moment.secondsIntoLine > 0.3
        && moment.secondsIntoLine < 0.34
        ? .pause : nil
    }
    actor.atWait = { $0.status == .paused ? ActorTurn(after: 0.5, .resume) : nil }
    let staging = try Staging(try script("One. (beat) Two."), actor: actor).run()
    #expect(staging.output.silences == [700 + 500, 150])
    #expect(staging.done == ["1 said", "2 manual"])
  }

  /// The piece that failed is said again, and not the one before it.
  @Test func `a voice that fails after a beat does not lose the words before it`() throws {
    let first = DoubleVoice("first")
    first.failure = (after: 90, .double())
    let chain = DoubleChain(first, DoubleVoice("second"))
    let script = try script("One. (beat) Two three.")
    let staging = try Staging(
      script, parts: ["ANN": Part(voice: chain)], actor: DoubleActor()
    ).run()
    #expect(
      staging.output.sound
        == DoubleVoice.samples(of: "One.") + DoubleVoice.samples(of: "Two three."))
  }
}
