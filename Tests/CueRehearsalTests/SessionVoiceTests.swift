import CueModel
import CueRehearsal
import CueScreenplay
import TestSupport
import Testing

private let scene: Script = .scene(
  ("ANN", "One two."), ("CY", "Three four."), ("BEN", "Five."), ("ANN", "Six."))

@Suite struct `The request to a partner's voice` {
  /// SP-21: one character's anger must not change everyone.
  @Test func `is played in the character's own tones`() throws {
    let voice = DoubleVoice()
    var ann = Part(voice: voice)
    ann.direction.tones = [.angry]
    var cy = Part(voice: voice)
    cy.direction.tones = [.sad]
    try Staging(scene, parts: ["ANN": ann, "CY": cy], actor: DoubleActor()).run()
    #expect(voice.requests.map { $0.tones.map(\.label) } == [["angry"], ["sad"], ["angry"]])
    #expect(voice.requests[0].toneDelivery == .init(tones: [.angry]))
    #expect(voice.requests[1].toneDelivery == .init(tones: [.sad]))
    #expect(voice.requests[0].direction != voice.requests[1].direction)
  }

  /// A parenthetical holds up to the next, as in a recording.
  @Test func `a parenthetical changes the delivery of the words after it`() throws {
    let page =
      "ANN\n(angrily)\nGo away.\n(to Ben)\nNot you.\n(whispers)\nYou stay.\n(beat)\nFor good.\n"
    let screenplay = try ScreenplayReader.read(Array(page.utf8), fileName: "a.fountain")
    let voice = DoubleVoice()
    try Staging(
      Script(screenplay), parts: ["ANN": Part(voice: voice)], actor: DoubleActor()
    ).run()
    #expect(voice.requests.map(\.text) == ["Go away.", "Not you.", "You stay.", "For good."])
    #expect(voice.requests.map { $0.tones.map(\.label) } == [["angry"], [], [], []])
    #expect(voice.requests.map { $0.mannerDelivery?.isWhispered } == [nil, nil, true, true])
  }

  /// SP-22 and SP-23: directions are never spoken.
  @Test func `is the words of the line, and the acting note is kept apart`() throws {
    let voice = DoubleVoice()
    var ann = Part(voice: voice)
    ann.direction = Direction(
      emotionalState: "hurt", objective: "get the letter back", tones: [.playful, .fearful])
    let text = "  \u{201C}You’re…\u{201D}  UP?! "
    let line = Line(
      index: 0, kind: .dialogue, character: "ANN", text: text, delivery: ["beat", "laughing"])
    let script = Script(title: "T", scenes: [], lines: [line])
    try Staging(script, parts: ["ANN": ann], actor: DoubleActor()).run()
    let request = try #require(voice.requests.first)
    #expect(request.text == text)
    #expect(
      request.direction == "afraid, hurt, trying to get the letter back, beat, laughing")
    #expect(request.wantsMarks)
  }

  @Test func `a partner's text follows the lexicon, and word marks keep their places on the page`()
    throws
  {
    let voice = DoubleVoice()
    var ann = Part(voice: voice)
    _ = ann.lexicon.add("two = too too")
    let stage = Staging(
      scene, parts: ["ANN": ann, "CY": Part(voice: DoubleVoice())], actor: DoubleActor())
    try stage.run()
    #expect(voice.requests.map(\.text) == ["One too too.", "Six."])
    let words = stage.reports.compactMap { report -> Range<Int>? in
      if case .word(1, let range, _, _) = report { range } else { nil }
    }
    // "too too." is two words for the voice, and both are the page's "two".
    #expect(words == [0..<3, 4..<7, 4..<8])
  }

  @Test func `a partner's voice gets the sounds of the lexicon, line by line`() throws {
    let voice = DoubleVoice()
    var ann = Part(voice: voice)
    ann.lexicon.add("two = /tuː/")
    try Staging(
      scene, parts: ["ANN": ann, "CY": Part(voice: DoubleVoice())], actor: DoubleActor()
    ).run()
    #expect(voice.requests.map(\.text) == ["One two.", "Six."])
    #expect(voice.requests.map(\.lexicon) == [["two": "tuː"], [:]])
  }

  @Test func `a partner's request contains the words before and after it in the scene`() throws {
    let voice = DoubleVoice()
    try Staging(scene, voice: voice, actor: DoubleActor()).run()
    #expect(voice.requests.map(\.text) == ["One two.", "Three four.", "Six."])
    #expect(voice.requests.map(\.previousText) == ["", "One two.", "Five."])
    #expect(voice.requests.map(\.nextText) == ["Three four.", "Five.", ""])
    let other = DoubleVoice()
    try Staging(try .twoScenes(), voice: other, actor: DoubleActor()).run()
    #expect(other.requests.map(\.previousText) == ["", ""])
    #expect(other.requests.map(\.nextText) == ["Two.", "Four."])
  }

  @Test func `has what the part sets, and what its profile adds`() throws {
    let voice = DoubleVoice()
    var part = Part(voice: voice, voiceID: "slt")
    part.language = "en"
    part.speed = 2
    part.pitchSemitones = -2
    part.volume = 0.5
    part.profile = VoiceProfile(rate: 0, pitch: 2, volume: 0.5, pauseAfterMilliseconds: 400)
    let staging = try Staging(
      .scene(("ANN", "One.")), parts: ["Ann": part], actor: DoubleActor()
    ).run()
    let request = try #require(voice.requests.first)
    #expect(request.voice == "slt")
    #expect(request.language == "en")
    #expect(request.speed == 2.0 * 80 / 175)
    #expect(request.pitchSemitones == 10)
    #expect(request.volume == 0.25)
    #expect(request.tones.isEmpty && request.toneDelivery == nil)
    #expect(request.direction.isEmpty)
    #expect(staging.output.silences == [400])
  }

  /// SP-16: the tones' average takes the profile's place; a number the director set counts more, for every voice.
  @Test func `is merged from profile, tones and the director's numbers`() throws {
    let voice = DoubleVoice()
    var part = Part(voice: voice)
    part.profile = VoiceProfile(rate: 1, pauseAfterMilliseconds: 1000)
    part.direction.tones = [.angry, .intimate]
    part.directed = DirectedProfile(rate: 0, pitch: 2)
    let staging = try Staging(
      .scene(("ANN", "One.")), parts: ["ANN": part], actor: DoubleActor()
    ).run()
    let request = try #require(voice.requests.first)
    let blend = VoiceProfile.blended([.angry, .intimate])
    #expect(request.speed == 1)
    #expect(request.pitchSemitones == 12)
    #expect(request.toneDelivery?.speed == blend.speedFactor)
    #expect(request.toneDelivery?.pitchSemitones == 0)
    #expect(
      request.toneDelivery?.volume
        == SpeechRequest.ToneDelivery(tones: [.angry, .intimate]).volume)
    #expect(staging.output.silences == [140])
  }

  @Test func `weighs a tone by how often it is listed`() throws {
    let voice = DoubleVoice()
    var part = Part(voice: voice)
    part.direction.tones = [.sad, .angry, .sad]
    try Staging(.scene(("ANN", "One.")), parts: ["ANN": part], actor: DoubleActor()).run()
    #expect(
      voice.requests.first?.tones == [
        .init(label: "sad", weight: 1), .init(label: "angry", weight: 0.5),
      ])
  }

  @Test func `The request to a partner's voice has a cue for every tone`() {
    let cues = Tone.allCases.map { ActingNote.text(Direction(tones: [$0])) }
    #expect(Set(cues).count == Tone.allCases.count)
    #expect(!cues.contains(""))
    #expect(ActingNote.text(Direction(emotionalState: " ", objective: "")) == "")
  }
}

@Suite struct `A voice that fails` {
  @Test(arguments: [0, 1, 40, 100, 159])
  func `a stand-in replaces a failed voice, and drops its half line`(frames: Int) throws {
    let chain = DoubleChain(DoubleVoice("one"), DoubleVoice("two"))
    chain.first.failure = (frames, .double())
    let staging = try Staging(.scene(("ANN", "One two.")), voice: chain, actor: DoubleActor()).run()
    #expect(staging.output.sound == DoubleVoice.samples(of: "One two."))
    #expect(staging.output.isInOrder)
    #expect(staging.output.entries.filter { $0 == .drop }.count == 1)
    #expect(
      staging.reports.contains(.standIn(line: 1, voice: "two", because: .double())))
    let speaking = staging.reports.compactMap {
      if case .speaking(_, _, let voice, let frame) = $0 { "\(voice) \(frame)" } else { nil }
    }
    #expect(speaking.last == "two 0")
    #expect(staging.done == ["1 said"])
  }

  @Test func `a line that is held while its voice fails is held before the stand-in's first word`()
    throws
  {
    let chain = DoubleChain(DoubleVoice("one"), DoubleVoice("two"))
    chain.first.failure = (130, .double())
    let actor = DoubleActor()
    actor.atPoll = { _, number in number == 3 ? .pause : nil }
    let text = "Incomprehensibilities all."
    let staging = try Staging(.scene(("ANN", text)), voice: chain, actor: actor).run()
    #expect(staging.holds == [0, 0])
    #expect(staging.output.sound == DoubleVoice.samples(of: text))
  }

  @Test(arguments: [0, 100])
  func `without a stand-in, a failed line is lost, and the rehearsal continues`(frames: Int) throws
  {
    let bad = DoubleVoice("bad")
    bad.failure = (frames, .double())
    let staging = try Staging(
      scene, parts: ["CY": Part(voice: bad)], actor: DoubleActor()
    ).run()
    #expect(staging.done == ["1 said", "2 failed", "3 manual", "4 said"])
    #expect(staging.reports.contains(.failed(line: 2, because: .double())))
    #expect(staging.output.isInOrder)
    #expect(
      staging.output.sound
        == DoubleVoice.samples(of: "One two.") + DoubleVoice.samples(of: "Six."))
    #expect(staging.outcome?.failedLines == 1)
    #expect(staging.outcome?.partnerLines == 2)
    #expect(staging.outcome?.isFinished == true)
    #expect(!staging.reports.contains(.voicesGivenUp))
  }

  @Test func `a voice that is given up is reported once`() throws {
    let bad = DoubleVoice()
    bad.failure = (0, .double(.givenUp))
    let script = Script.scene(
      ("ANN", "A"), ("ANN", "B"), ("ANN", "C"), ("BEN", "D"), ("ANN", "E"))
    let staging = try Staging(script, voice: bad, actor: DoubleActor()).run()
    #expect(staging.reports.filter { $0 == .voicesGivenUp }.count == 1)
    #expect(staging.done == ["1 failed", "2 failed", "3 failed", "4 manual", "5 failed"])
    #expect(staging.outcome?.isFinished == true)
  }

  @Test func `one failing voice does not end the others`() throws {
    let bad = DoubleVoice()
    bad.failure = (0, .double(.givenUp))
    let script = Script.scene(("ANN", "A"), ("ANN", "B"), ("ANN", "C"), ("CY", "D"))
    let staging = try Staging(
      script, parts: ["ANN": Part(voice: bad)], actor: DoubleActor()
    ).run()
    #expect(!staging.reports.contains(.voicesGivenUp))
  }

  /// Of a chain the last may be gone for good while the first only stumbles and is asked again.
  @Test func `a voice that fails now and then is not given up`() throws {
    let bad = DoubleVoice()
    let script = Script.scene(("ANN", "A"), ("ANN", "B"), ("ANN", "C"), ("ANN", "D"))
    let actor = DoubleActor()
    actor.atPoll = { moment, _ in
      let isOdd = moment.line.map { !$0.index.isMultiple(of: 2) } ?? false
      bad.failure = (0, .double(isOdd ? .givenUp : .crashed(signal: 11)))
      return nil
    }
    let staging = try Staging(script, voice: bad, actor: actor).run()
    #expect(staging.outcome?.failedLines == 4)
    #expect(!staging.reports.contains(.voicesGivenUp))
  }

  /// The line fails in the instant in which it is to be held; the pause must still end.
  @Test func `a voice that fails while it should pause is done when the actor goes on`() throws {
    let bad = DoubleVoice()
    bad.failure = (130, .double())
    let actor = DoubleActor()
    actor.atPoll = { _, number in number == 3 ? .pause : nil }
    let script = Script.scene(("ANN", "Incomprehensibilities."), ("BEN", "What?"))
    let staging = try Staging(script, voice: bad, actor: actor).run()
    #expect(
      staging.states == [
        "playingPartner 1", "paused 1", "waitingForUser 2", "finished 3",
      ])
    #expect(staging.done == ["1 failed", "2 manual"])
    #expect(staging.holds.count == 2)
  }

  @Test func `by changing its format in mid-line is at fault`() throws {
    let staging = try Staging(
      .scene(("ANN", "One.")), voice: FormatChanger(), actor: DoubleActor()
    ).run()
    #expect(staging.done == ["1 failed"])
    #expect(staging.output.frames == 0)
  }

  @Test func `a voice that ignores a setting is reported`() throws {
    let staging = try Staging(
      .scene(("ANN", "One.")), voice: ShortVoice(), actor: DoubleActor()
    ).run()
    #expect(
      staging.reports.contains(
        .shortfall(line: 1, Shortfall(field: "speed", outcome: "ignored"))))
  }
}

private final class FormatChanger: Voice {
  let name = "changer"

  func speak(
    _ request: SpeechRequest, cancellation: Cancellation, receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    try receive(.sound(AudioBuffer(int16: [1, 2, 3], rateHertz: 1000)))
    try receive(.sound(AudioBuffer(int16: [1, 2, 3], rateHertz: 2000)))
    return .finished
  }
}

private final class ShortVoice: Voice {
  let name = "short"

  func speak(
    _ request: SpeechRequest, cancellation: Cancellation, receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    try receive(.shortfall(Shortfall(field: "speed", outcome: "ignored")))
    return .finished
  }
}
