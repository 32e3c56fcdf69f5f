import CueListening
import CueModel
import CueText
import TestSupport
import Testing

private let never = Cancellation()
private let line = ListenExpectation.line(
  SceneLine(
    "I can't stay.", following: "Why not?", competing: ["There is a fast train."],
    commands: ["line?"]))

private func words(
  _ text: String, phrase: Int? = nil, confidence: Double? = nil, ofWords: Double? = nil
) -> Heard {
  var heard = Heard(text: text, confidence: confidence)
  heard.words = text.split(separator: " ").enumerated().map { index, word in
    var word = Heard.Word(String(word), frames: index * 100..<index * 100 + 90)
    word.phrase = phrase
    word.confidence = ofWords
    return word
  }
  return heard
}

/// Listens to all of `sound`, in pieces of `frames`.
private func listen(
  _ ear: ScriptedRecognizer, to sound: AudioBuffer,
  expecting expectation: ListenExpectation = .freeform,
  _ settings: ListenSettings = ListenSettings(), pieces frames: Int = 1000
) throws -> (events: [ListenEvent], result: ListenResult) {
  let session = ListenSession(ear, sound.format, expecting: expectation, settings)
  var events = try session.open(cancellation: never)
  var at = 0
  while at < sound.frameCount {
    let end = min(at + frames, sound.frameCount)
    events += try session.hear(sound.frames(at..<end), cancellation: never)
    at = end
  }
  let (last, result) = try session.finish(cancellation: never)
  return (events + last, result)
}

@Suite struct `A session that listens` {
  @Test func `ends in the silence after words, and says when`() throws {
    let ear = ScriptedRecognizer(
      [(16000, "hello"), (24000, "hello there")], final: words("hello there"))
    let (events, result) = try listen(ear, to: room(seconds: 5, speech: 0.5...2.0))
    #expect(result.reason == .endOfSpeech)
    #expect(result.meaning == .words("hello there"))
    #expect(result.meaning.isExpected)
    // 0.8 s after 2.0 s, and no sound after that is given to the recognizer.
    #expect((44800...46000).contains(result.frameCount), "\(result.frameCount)")
    #expect((0..<480).contains(ear.pushedFrames - result.frameCount))
    #expect(ear.finishes == 1)
    #expect(events.first == .shortfall(Shortfall(field: "language", outcome: "replaced by en-US")))
    let partials = events.compactMap {
      if case .partial(let heard, _) = $0 { heard.text } else { nil }
    }
    #expect(partials == ["hello", "hello there"])
    guard case .speechBegan(let frame)? = events.dropFirst().first else {
      Issue.record("nobody began")
      return
    }
    #expect((7800...8400).contains(frame), "\(frame)")
  }

  @Test(arguments: [1, 7, 480, 999, 80000])
  func `gives the same however the sound is cut`(pieces: Int) throws {
    func session(_ pieces: Int) throws -> (events: [ListenEvent], result: ListenResult) {
      try listen(
        ScriptedRecognizer(
          [(16000, "I"), (24000, "I can not stay")], final: words("I can not stay")),
        to: room(seconds: 5, speech: 0.5...2.0), expecting: line, pieces: pieces)
    }
    let (events, result) = try session(pieces)
    let whole = try session(1000)
    #expect(events == whole.events)
    #expect(result == whole.result)
  }

  @Test func `cuts a text without words into words, of which each has its place`() throws {
    let ear = ScriptedRecognizer(final: Heard(text: "Well, I really can't say."))
    let (_, result) = try listen(
      ear, to: room(seconds: 3, speech: 0.5...2.0), expecting: .line(SceneLine("I can't stay.")))
    guard case .line(let match, _) = result.meaning else {
      Issue.record("\(result.meaning)")
      return
    }
    #expect(result.lineWords.map(\.text) == ["Well", "I", "really", "can't", "say"])
    let extras = match.extras.filter { $0.kind == .word }.map { result.lineWords[$0.heard].text }
    #expect(extras.contains("really"), "\(match)")
    guard case .changed(let heard, _)? = match.outcomes.last else {
      Issue.record("\(match.outcomes)")
      return
    }
    #expect(result.lineWords[heard].map(\.text) == ["say"])
  }

  @Test func `ends when nobody begins, and hears nothing`() throws {
    let (_, result) = try listen(ScriptedRecognizer(), to: room(seconds: 10))
    #expect(result.reason == .timeout)
    #expect(result.frameCount == 8 * 16000)
    #expect(result.meaning == .nothing)
    #expect(!result.meaning.isExpected)
  }

  @Test func `ends with the sound, where no limit is reached before`() throws {
    let (_, result) = try listen(
      ScriptedRecognizer(final: words("hello")), to: room(seconds: 1.01, speech: 0.3...1.01))
    #expect(result.reason == .endOfSound)
    #expect(result.frameCount == 16160)
  }

  @Test func `ends at the hard limit though somebody speaks`() throws {
    var settings = ListenSettings()
    settings.limits.max = 1.5
    let (_, result) = try listen(
      ScriptedRecognizer(), to: room(seconds: 4, speech: 0.2...4), expecting: .freeform, settings)
    #expect(result.reason == .max)
    #expect(result.frameCount == 24000)
  }

  @Test func `a noise is not taken for speech if any words are expected`() throws {
    let (_, result) = try listen(ScriptedRecognizer(), to: room(seconds: 4, speech: 0.5...1.0))
    #expect(result.reason == .endOfSound)
  }

  /// PocketSphinx hears "on" in a chord and "c" in noise.
  @Test func `does not believe words in steady noise, unless a line is expected`() throws {
    let noise = AudioBuffer(
      float32: room(seconds: 3).floats.map { $0 * 100 }, rateHertz: 16000)
    let words = words("i can't stay", phrase: 0)
    func ear() -> ScriptedRecognizer {
      ScriptedRecognizer([(8000, "i"), (16000, "i can't")], final: words)
    }
    let (events, result) = try listen(ear(), to: noise)
    #expect(result.meaning == .nothing)
    #expect(result.heard == Heard(text: ""))
    #expect(!events.contains { if case .partial = $0 { true } else { false } })
    #expect(try listen(ear(), to: noise, expecting: line).result.heard == words)
  }

  @Test func `understands nothing where the recognizer is not sure`() throws {
    let sound = room(seconds: 4, speech: 0.5...2.0)
    func meaning(_ expectation: ListenExpectation, _ confidence: Double) throws -> ListenMeaning {
      let ear = ScriptedRecognizer([(16000, "five")], final: words("five", confidence: confidence))
      return try listen(ear, to: sound, expecting: expectation).result.meaning
    }
    for expectation in [ListenExpectation.number, .name(["Five"]), .phrases(["five"]), .freeform] {
      #expect(try meaning(expectation, 0.4) == .notUnderstood)
      #expect(try meaning(expectation, 0.6).isExpected)
    }
  }

  @Test func `but ends after other speech than the expected line`() throws {
    let (_, result) = try listen(
      ScriptedRecognizer(), to: room(seconds: 4, speech: 0.5...1.0), expecting: line)
    #expect(result.reason == .endOfSpeech)
  }

  @Test func `does not hear the room ring with the host's own words`() throws {
    var settings = ListenSettings()
    settings.followsOwnSpeech = true
    let sound = room(seconds: 3, speech: 0...0.2, 1.0...1.6)
    let ear = ScriptedRecognizer([(12000, "yes")], final: words("yes"))
    let (events, result) = try listen(ear, to: sound, expecting: .freeform, settings)
    #expect((0..<480).contains(ear.pushedFrames + 4000 - result.frameCount))
    #expect(Array(ear.pushed.prefix(400)) == sound.frames(4000..<4100).bytes)
    #expect(result.heard.words.map(\.frames) == [4000..<4090], "in the frames of all the sound")
    #expect(
      !events.contains { if case .speechBegan(let frame) = $0 { frame < 15000 } else { false } })
  }

  @Test func `keeps the sound from 300 ms before somebody speaks`() throws {
    var settings = ListenSettings()
    settings.keepsSound = true
    let sound = room(seconds: 6, speech: 3.0...4.0)
    var heard = words("yes")
    heard.words[0].frames = 48800..<60000
    let ear = ScriptedRecognizer([(60000, "yes")], final: heard)
    let (_, result) = try listen(ear, to: sound, expecting: .freeform, settings)
    let kept = try #require(result.sound)
    let span = try #require(result.spokenSpanSeconds)
    #expect(abs(span.start - Double(48800 - result.soundStartFrame) / 16000) < 0.01)
    #expect(abs(span.end - Double(60000 - result.soundStartFrame) / 16000) < 0.01)
    #expect((42900...43400).contains(result.soundStartFrame), "\(result.soundStartFrame)")
    let end = result.soundStartFrame + kept.frameCount
    #expect((0..<480).contains(end - result.frameCount))
    #expect(kept == sound.frames(result.soundStartFrame..<end))
    let other = try listen(ear, to: sound).result
    #expect(other.sound == nil && other.spokenSpanSeconds == nil)
  }

  @Test func `a session reports the failure of its recognizer`() throws {
    let ear = ScriptedRecognizer()
    let failure = ListenFailure(.recognizerUnavailable)
    ear.failure = failure
    #expect(throws: failure) { try listen(ear, to: room(seconds: 1)) }
  }

  @Test func `A session that listens hears both channels as one`() throws {
    let mono = room(seconds: 4, speech: 0.5...2.0)
    let stereo = AudioBuffer(
      float32: mono.floats.flatMap { [$0, $0] }, rateHertz: 16000, channels: 2)
    #expect(
      try listen(ScriptedRecognizer(), to: stereo, expecting: line).result.frameCount
        == listen(ScriptedRecognizer(), to: mono, expecting: line).result.frameCount)
  }
}

@Suite struct `A session for a line` {
  private let sound = room(seconds: 5, speech: 0.5...2.0)

  /// The silence of 0.8 s that ends other speech ended lines in the middle.
  @Test(arguments: [0.5, 1.0, 1.5])
  func `goes on while the line is not finished`(pause: Double) throws {
    let again = 1.5 + pause
    let sound = room(seconds: 6, speech: 0.5...1.5, again...again + 0.6)
    let ear = ScriptedRecognizer(
      [(16000, "i can't"), (Int((again + 0.5) * 16000), "i can't stay")],
      final: words("i can't stay", phrase: 0))
    let (_, result) = try listen(ear, to: sound, expecting: line)
    #expect(result.frameCount > Int((again + 0.6) * 16000))
    #expect(result.meaning.isExpected)
  }

  @Test func `a session ends if the actor does not continue an unfinished line`() throws {
    let ear = ScriptedRecognizer([(16000, "i can't")], final: words("i can't", phrase: 0))
    let (_, result) = try listen(ear, to: room(seconds: 8, speech: 0.5...1.5), expecting: line)
    #expect(result.reason == .endOfSpeech)
    #expect((56000...57000).contains(result.frameCount), "2 s after 1.5 s: \(result.frameCount)")
    var settings = ListenSettings()
    settings.unfinishedSilenceSeconds = 0.8
    let other = ScriptedRecognizer([(16000, "i can't")], final: words("i can't", phrase: 0))
    let short = try listen(
      other, to: room(seconds: 8, speech: 0.5...1.5), expecting: line, settings)
    #expect((36800...38000).contains(short.result.frameCount), "\(short.result.frameCount)")
  }

  /// Of speakers who paused for 2 s and more, a quarter was cut off.
  @Test(arguments: [
    ("I can't stay here until the morning comes.", 7.5), ("I can't stay here now.", 3.5),
  ])
  func `waits longer in mid-line, where listening does not begin again`(
    text: String, seconds: Double
  ) throws {
    var settings = ListenSettings()
    settings.midLineSilenceSeconds = 6
    let ear = ScriptedRecognizer([(16000, "i can't")], final: words("i can't", phrase: 0))
    let (_, result) = try listen(
      ear, to: room(seconds: 12, speech: 0.5...1.5), expecting: .line(SceneLine(text)), settings)
    #expect(result.reason == .endOfSpeech)
    #expect(abs(Double(result.frameCount) / 16000 - seconds) < 0.1, "\(result.frameCount)")
  }

  @Test(arguments: [(false, 3.8), (true, 2.6)])
  func `a session ends where the line may be complete only after another stretch`(
    endsThere: Bool, seconds: Double
  ) throws {
    // Nothing of the line was understood, and somebody spoke for longer than it takes.
    var settings = ListenSettings()
    settings.endsWhereLineMayBeWhole = endsThere
    let ear = ScriptedRecognizer([(16000, "mumbling")], final: words("mumbling"))
    let (_, result) = try listen(
      ear, to: room(seconds: 8, speech: 0.5...1.8), expecting: line, settings)
    #expect(result.reason == .endOfSpeech)
    #expect(abs(Double(result.frameCount) / 16000 - seconds) < 0.1, "\(result.frameCount)")
  }

  @Test func `a session gives the recognizer the line as spoken and printed, and other phrases`()
    throws
  {
    let ear = ScriptedRecognizer()
    _ = try listen(
      ear, to: sound,
      expecting: .line(SceneLine("Dr. Ross, 42!", following: "Who?", competing: ["No."])))
    #expect(
      ear.request?.phrases == [
        ExpectedPhrase(.expected, "doctor ross forty two", written: "Dr. Ross, 42!"),
        ExpectedPhrase(.following, "who", written: "Who?"),
        ExpectedPhrase(.competing, "no", written: "No."), ExpectedPhrase(.filler, "uh"),
        ExpectedPhrase(.filler, "um"),
      ])
  }

  @Test func `ends sooner once its last words have stood for a while`() throws {
    let ear = ScriptedRecognizer(
      [(16000, "i can't"), (28000, "i can't stay")], final: words("i can't stay", phrase: 0))
    let (events, result) = try listen(ear, to: sound, expecting: line)
    #expect(result.reason == .matched)
    #expect((36000...38400).contains(result.frameCount), "0.3 s after 2.0 s: \(result.frameCount)")
    let reached = events.compactMap {
      if case .lineEndReached(let frame) = $0 { frame } else { nil }
    }
    #expect(reached.count == 1)
    #expect((30400...31400).contains(reached[0]), "150 ms after 28000: \(reached)")
    guard case .line(let match, let verdict) = result.meaning else {
      Issue.record("no line: \(result.meaning)")
      return
    }
    #expect(verdict.isAccepted)
    #expect(match.isEndReached)
  }

  @Test func `does not take a half for the end`() throws {
    let ear = ScriptedRecognizer([(16000, "i can't")], final: words("i can't", phrase: 0))
    let (_, result) = try listen(ear, to: sound, expecting: line)
    #expect(result.reason == .endOfSpeech)
    guard case .line(let match, let verdict) = result.meaning else {
      Issue.record("no line: \(result.meaning)")
      return
    }
    #expect(!verdict.isAccepted)
    #expect(match.missing.count == 1)
  }

  @Test func `forgets an end that was taken back`() throws {
    let ear = ScriptedRecognizer(
      [(16000, "i can't stay"), (17000, "i can't stand"), (44000, "i can't stand it")],
      final: words("i can't stand it"))
    let (events, result) = try listen(ear, to: sound, expecting: line)
    #expect(!events.contains { if case .lineEndReached = $0 { true } else { false } })
    #expect(!result.meaning.isExpected)
  }

  @Test func `says that another line was spoken`() throws {
    let other = try listen(
      ScriptedRecognizer(final: words("there is a fast train", phrase: 2)), to: sound,
      expecting: line)
    #expect(other.result.meaning == .otherLine("There is a fast train."))
    let command = try listen(
      ScriptedRecognizer(final: words("line", phrase: 3)), to: sound, expecting: line)
    #expect(command.result.meaning == .otherLine("line?"))
    #expect(!command.result.meaning.isExpected)
  }

  @Test func `does not take a word or two for another line`() throws {
    for heard in [
      words("fast", phrase: 2), words("there is a fast train", phrase: 2, confidence: 0.2),
    ] {
      let result = try listen(ScriptedRecognizer(final: heard), to: sound, expecting: line).result
      guard case .line(_, let verdict) = result.meaning else {
        Issue.record("no line: \(result.meaning)")
        return
      }
      #expect(!verdict.isAccepted)
    }
  }

  @Test func `a session rejects words that the recognizer itself doubts`() throws {
    for (confidence, isAccepted) in [(0.6, true), (0.4, false)] {
      let ear = ScriptedRecognizer(final: words("i can't stay", phrase: 0, confidence: confidence))
      #expect(try listen(ear, to: sound, expecting: line).result.meaning.isExpected == isAccepted)
    }
  }

  @Test func `a session is as strict as the setting says`() throws {
    for (strictness, isAccepted) in [(Strictness.standard, true), (.wordPerfect, false)] {
      var settings = ListenSettings()
      settings.strictness = strictness
      let ear = ScriptedRecognizer(final: words("no i can't stay", phrase: 0))
      #expect(
        try listen(ear, to: sound, expecting: line, settings).result.meaning.isExpected
          == isAccepted)
    }
  }

  @Test(arguments: [
    (Strictness.standard, 0.4, true), (.wordPerfect, 0.4, false), (.wordPerfect, 0.6, true),
  ])
  func `wants a recognizer that is sure of each word only at word-perfect`(
    strictness: Strictness, confidence: Double, isAccepted: Bool
  ) throws {
    var settings = ListenSettings()
    settings.strictness = strictness
    let ear = ScriptedRecognizer(final: words("i can't stay", phrase: 0, ofWords: confidence))
    let heard = try listen(ear, to: sound, expecting: line, settings).result
    #expect(heard.meaning.isExpected == isAccepted)
  }
}

@Suite struct `What was heard` {
  private let sound = room(seconds: 4, speech: 0.5...2.0)

  private func meaning(_ text: String, _ expectation: ListenExpectation) throws -> ListenMeaning {
    try listen(ScriptedRecognizer(final: words(text)), to: sound, expecting: expectation).result
      .meaning
  }

  @Test func `What was heard is a number in digits, or none`() throws {
    #expect(try meaning("forty two point five", .number) == .number("42.5"))
    #expect(try meaning("twelve", .number) == .number("12"))
    #expect(try meaning("five apples", .number) == .number(nil))
    #expect(try meaning("", .number) == .nothing)
  }

  @Test func `is a name in the spelling of the list, or none`() throws {
    #expect(try meaning("zoe o connor", .name(["Ana", "Zoë O’Connor"])) == .name("Zoë O’Connor"))
    #expect(try meaning("ann", .name(["Ana Maria"])) == .name(nil))
  }

  @Test func `is a phrase as it was given, or none`() throws {
    #expect(try meaning("no thanks", .phrases(["Yes!", "No, thanks."])) == .phrase("No, thanks."))
    #expect(try meaning("maybe", .phrases(["Yes!"])) == .phrase(nil))
  }

  @Test func `is asked for by hints of the right kind`() {
    #expect(ListenExpectation.freeform.phrases.isEmpty)
    #expect(ListenExpectation.name(["Zoë"]).phrases == [ExpectedPhrase(.name, "Zoë")])
    #expect(ListenExpectation.number.phrases.count == 58)
    #expect(ListenExpectation.number.phrases.allSatisfy { $0.role == .number })
  }

  @Test func `does not hear the partner for as long as the room rings`() throws {
    var settings = ListenSettings()
    settings.followsOwnSpeech = true
    settings.selfHearingSeconds = 1
    let ear = ScriptedRecognizer([(40000, "hello")], final: words("hello"))
    let (events, _) = try listen(ear, to: room(seconds: 5, speech: 0.3...0.8, 2.0...3.0), settings)
    let began = events.compactMap { if case .speechBegan(let frame) = $0 { frame } else { nil } }
    #expect(began.count == 1 && (31000...33000).contains(began[0]), "\(began)")
    #expect(ear.pushedFrames <= 4 * 16000, "the first second is not given to the recognizer")
  }
}
