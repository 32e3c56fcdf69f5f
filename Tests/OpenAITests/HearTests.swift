import CueABI
import TestSupport
import Testing

@testable import CuePluginKit
@testable import OpenAIPlugin

@Suite(.timeLimit(.minutes(10))) struct `Sound that a speech server listens to` {
  /// An answer as OpenAI gives it: words without signs, and segments.
  private static let verbose = #"""
    {"task":"transcribe","language":"english","duration":1.3,"text":"Good evening, Nora.",
     "words":[{"word":"Good","start":0.3,"end":0.5},{"word":"evening","start":0.5,"end":0.9},
              {"word":"Nora","start":1.0,"end":1.2}],
     "segments":[{"id":0,"start":0.0,"end":1.3,"text":" Good evening, Nora.","avg_logprob":-0.2,
                  "no_speech_prob":0.01,"tokens":[1]}],"usage":{"type":"duration","seconds":2}}
    """#

  private static func server(_ answer: String) -> Vendor {
    Vendor { _, _ in .answer(200, answer) }
  }

  private static let line =
    Sound.silence(0.5) + Sound.speech(1) + Sound.silence(2)

  private static func forms(_ vendor: Vendor) -> [Form] { vendor.requests.compactMap { Form($0) } }

  @Test func `is sent as a WAV file in a form, with the key`() throws {
    let vendor = Self.server(Self.verbose)
    let stage = try Stage(vendor, key: Stage.key)
    _ = try stage.hear(Self.line, .sound(language: "en-GB"))
    let request = try #require(vendor.requests.first)
    #expect(request.target == "/v1/audio/transcriptions")
    #expect(request.headers["authorization"] == "Bearer \(Stage.key)")
    let form = try #require(Form(request))
    #expect(form["model"] == ["whisper-1"])
    #expect(form["response_format"] == ["verbose_json"])
    #expect(form["timestamp_granularities[]"] == ["word", "segment"])
    #expect(form["language"] == ["en"])
    #expect(form["prompt"].isEmpty)
    #expect(
      Array(form.file.prefix(44))
        == TranscriptionOrder.waveHeader(frames: form.fileFrames, rateHertz: 16_000))
    // A second of speech, with 0.3 s on both sides; its first and last block are soft.
    #expect((24_000...26_000).contains(form.fileFrames))
    #expect(vendor.requests.count == 1)
  }

  @Test func `comes back as words with their times in the stream`() throws {
    let results = try Stage(Self.server(Self.verbose)).hear(Self.line)
    let final = try #require(results.last)
    #expect(final.text == "Good evening Nora")
    #expect(final.words.map(\.text) == ["Good", "evening", "Nora"])
    // What was sent begins 0.3 s before the speech, and so some 0.2 s into the stream.
    let first = try #require(final.words.first)
    #expect((0.48...0.56).contains(Double(first.start) / 16_000))
    #expect(final.words[1].start == final.words[0].end)
    #expect(final.stableBytes == final.text.utf8.count)
    #expect(abs(final.confidence - 0.8187) < 0.001)
    #expect(final.noSpeech < 0)
  }

  @Test(arguments: [1, 37, 1600, 100_000])
  func `gives the same however it is cut`(blockFrames: Int) throws {
    let vendor = Self.server(Self.verbose)
    let stage = try Stage(vendor)
    let heard = try stage.hear(Self.line, blockFrames: 1600).last?.words
    #expect(try stage.hear(Self.line, blockFrames: blockFrames).last?.words == heard)
    #expect(vendor.requests[0].body.count == vendor.requests[1].body.count)
  }

  @Test(arguments: [
    [], Sound.silence(5), Sound.noise(5, level: 0.001), Sound.noise(4, level: 0.05),
    Sound.hum(3), Sound.silence(1) + Sound.noise(3, level: 0.2) + Sound.silence(1),
    Sound.silence(1) + [0.9] + Sound.silence(0.3) + [-0.8, 0.7] + Sound.silence(1),
  ])
  func `is not sent where it is silence, noise, hum or clicks`(sound: [Float]) throws {
    let vendor = Self.server(Self.verbose)
    let final = try Stage(vendor).hear(sound).last
    #expect(final?.text == "")
    #expect(final?.noSpeech == 1)
    #expect(vendor.connections == 0)
  }

  @Test func `is heard in a noisy room, and above another level where that is set`() throws {
    let room = Sound.noise(5, level: 0.01)
    let loud = zip(room, Sound.silence(2) + Sound.speech(1) + Sound.silence(2)).map { $0 + $1 }
    let vendor = Self.server(Self.verbose)
    let stage = try Stage(vendor)
    #expect(try stage.hear(loud).last?.text == "Good evening Nora")
    try stage.set(.silence, -20)
    #expect(try stage.hear(Sound.silence(1) + Sound.speech(1, level: 0.05)).last?.text == "")
    #expect(vendor.requests.count == 1)
  }

  @Test func `is sent pause by pause where anything may come, and what was read stays`() throws {
    let vendor = Vendor { _, number in
      .answer(200, #"{"text":"part \#(number)."}"#)
    }
    let sound = Self.line + Self.line + Sound.speech(1)
    let results = try Stage(vendor).hear(sound, .sound(partials: true))
    #expect(results.map(\.text) == ["part 0.", "part 0. part 1.", "part 0. part 1. part 2."])
    #expect(results.allSatisfy { $0.words.isEmpty })
    #expect(results.map(\.stableBytes) == [7, 15, 23])
    #expect(Self.forms(vendor).map { $0["prompt"] } == [[], ["part 0."], ["part 1."]])
  }

  @Test func `is one piece where a line is expected, read at a pause and once more if it went on`()
    throws
  {
    let vendor = Self.server(#"{"text":"To be or not to be."}"#)
    let phrases: [Phrase] = [
      .said("Ophelia", CUE_PHRASE_NAME),
      .said("line?", CUE_PHRASE_COMMAND),
      .said("to be or not to be", CUE_PHRASE_EXPECTED, written: "To be, or not to be"),
    ]
    let stage = try Stage(vendor)
    try stage.set(.listenPrompt, "A play.")
    let once = try stage.hear(Self.line, .sound(phrases, partials: true))
    #expect(once.map(\.stableBytes) == [0, 19])
    #expect(vendor.requests.count == 1, "what was read at the pause is the result")
    #expect(Self.forms(vendor)[0]["prompt"] == ["A play. Ophelia To be, or not to be"])
    _ = try stage.hear(
      Sound.speech(1) + Sound.silence(1) + Sound.speech(1), .sound(phrases, partials: true))
    #expect(vendor.requests.count == 3)
    #expect(Self.forms(vendor)[2].fileFrames == 48_000, "the whole line, with its pause")
    _ = try stage.hear(Sound.speech(1) + Sound.silence(1) + Sound.speech(1), .sound(phrases))
    #expect(vendor.requests.count == 4, "who wants no partial results pays for one request")
  }

  @Test func `is no longer than a service takes`() throws {
    let vendor = Self.server(#"{"text":"on and on"}"#)
    let final = try Stage(vendor).hear(Sound.speech(150), blockFrames: 160_000).last
    let frames = Self.forms(vendor).map(\.fileFrames)
    #expect(frames.count >= 3)
    #expect(frames.allSatisfy { $0 <= 60 * 16_000 })
    #expect(abs(frames.reduce(0, +) - 150 * 16_000) < 16_000, "nothing is lost")
    #expect(final?.text.hasPrefix("on and on on and on") == true)
    #expect(TranscriptionOrder.mostSoundBytes < 25_000_000)
  }

  @Test func `may have two channels, and any rate`() throws {
    let vendor = Self.server(#"{"text":"stereo"}"#)
    let mono = Sound.silence(0.5, rate: 44_100) + Sound.speech(1, rate: 44_100)
    let stereo = mono.flatMap { [$0, $0] }
    _ = try Stage(vendor).hear(stereo, .sound(rateHertz: 44_100, channels: 2))
    let form = try #require(Self.forms(vendor).first)
    #expect((44_100...66_150).contains(form.fileFrames))
    #expect(form.file[24] == UInt8(44_100 & 255) && form.file[22] == 1)
  }

  @Test(arguments: [
    ("gpt-4o-transcribe", ["logprobs"], 0.8187), ("gpt-transcribe", [], 0.8187),
    ("gpt-4o-transcribe-diarize", [], 0.8187),
  ])
  func `is answered with text alone by models that have no times`(
    model: String, include: [String], confidence: Double
  ) throws {
    let vendor = Self.server(
      #"{"text":" Good evening, Nora. ","logprobs":[{"token":"Good","logprob":-0.1},{"token":"!","logprob":-0.3}]}"#
    )
    let stage = try Stage(vendor)
    let phrases: [Phrase] = [.said("Good evening", CUE_PHRASE_EXPECTED)]
    let final = try stage.hear(Self.line, .sound(phrases, model: model)).last
    let form = try #require(Self.forms(vendor).first)
    #expect(form["response_format"] == ["json"])
    #expect(form["timestamp_granularities[]"].isEmpty)
    #expect(form["include[]"] == include)
    #expect(form["prompt"].isEmpty == model.contains("diarize"))
    #expect(final?.text == "Good evening, Nora.")
    #expect(final?.words.isEmpty == true)
    #expect(abs((final?.confidence ?? 0) - confidence) < 0.001)
  }

  @Test func `is asked for again as text where a model refuses to give times, once`() throws {
    let vendor = Vendor { request, _ in
      let isVerbose = Form(request)?["response_format"] == ["verbose_json"]
      return isVerbose
        ? .answer(
          400,
          #"{"error":{"message":"response_format 'verbose_json' is not compatible with model","param":"response_format"}}"#
        ) : .answer(200, #"{"text":"Good evening."}"#)
    }
    let stage = try Stage(vendor)
    #expect(try stage.hear(Self.line).last?.text == "Good evening.")
    #expect(try stage.hear(Self.line).last?.text == "Good evening.")
    #expect(vendor.requests.count == 3)
    try stage.set(.listenFormat, 1)
    #expect(throws: PluginFailure.self) { try stage.hear(Self.line) }
  }

  /// speaches: words with spaces, signs and probabilities.
  @Test func `words have probabilities if the server gives them`() throws {
    let final = try Stage(
      Self.server(
        #"""
        {"task":"transcribe","language":"en","duration":1.2,"text":"Good evening.","segments":[],
         "words":[{"start":0.1,"end":0.4,"word":" Good","probability":0.9,"speaker":null},
                  {"start":0.4,"end":0.9,"word":" evening.","probability":0.4}]}
        """#)
    ).hear(Self.line).last
    #expect(final?.text == "Good evening.")
    #expect(final?.words.map(\.confidence) == [0.9, 0.4])
    #expect(abs((final?.confidence ?? 0) - 0.6) < 0.001)
  }

  /// LocalAI: no words, and segments whose times are nanoseconds.
  @Test func `has text alone where a server has no words`() throws {
    let final = try Stage(
      Self.server(
        #"{"segments":[{"id":0,"start":0,"end":1300000000,"text":" Good evening.","tokens":[1]}],"text":" Good evening."}"#
      )
    ).hear(Self.line).last
    #expect(final?.text == "Good evening.")
    #expect(final?.words.isEmpty == true)
    #expect(final?.confidence == -1)
  }

  @Test(arguments: [
    #"[{"word":"Good","start":1200000000,"end":1300000000}]"#,
    #"[{"word":"Good","start":1,"end":0.5},{"word":"evening","start":1,"end":1.1}]"#,
    #"[{"word":"Good","start":-3,"end":1}]"#, #"[{"word":"Good","start":null,"end":1}]"#,
    #"[{"word":"Good","start":0,"end":1}]"#, "[7]", "null",
  ])
  func `has text alone where times cannot be, or words are missing`(words: String) throws {
    let server = Self.server(#"{"text":"Good evening.","words":\#(words)}"#)
    let final = try Stage(server).hear(Self.line).last
    #expect(final?.text == "Good evening.")
    #expect(final?.words.isEmpty == true)
  }

  @Test func `has words in order and within the sound, whatever the server says`() throws {
    let server = Self.server(
      #"{"text":"a b c","words":[{"word":"a","start":-0.2,"end":0.7},{"word":"b","start":0.5,"end":0.6},{"word":"c","start":0.9,"end":1.9}]}"#
    )
    let sound = Sound.speech(1)
    let words = try #require(try Stage(server).hear(sound).last?.words)
    #expect(words.map(\.text) == ["a", "b", "c"])
    #expect(zip(words, words.dropFirst()).allSatisfy { $0.end <= $1.start })
    #expect(words.allSatisfy { $0.start <= $0.end && $0.end <= 16_000 })
  }

  @Test func `words that Whisper itself doubts are left out`() throws {
    let server = Self.server(
      #"""
      {"text":" Good evening. Thanks for watching!",
       "words":[{"word":"Good","start":0.1,"end":0.3},{"word":"evening","start":0.3,"end":0.6},
                {"word":"Thanks","start":0.8,"end":0.9},{"word":"for","start":0.9,"end":1.0},{"word":"watching","start":1.0,"end":1.2}],
       "segments":[{"start":0,"end":0.7,"text":" Good evening.","avg_logprob":-0.1,"no_speech_prob":0.02},
                   {"start":0.7,"end":1.3,"text":" Thanks for watching!","avg_logprob":-1.4,"no_speech_prob":0.9}]}
      """#)
    #expect(try Stage(server).hear(Self.line).last?.text == "Good evening")
  }

  @Test(arguments: ["[]", #"{"texts":"no"}"#, "<html>", "", #"{"text":7}"#])
  func `is an error where the answer is no transcript`(answer: String) throws {
    let stage = try Stage(Self.server(answer))
    let failure = stage.failure { () throws(PluginFailure) in _ = try stage.hear(Self.line) }
    #expect(failure?.status == CUE_E_SERVICE)
    #expect(failure?.sentence.contains("no transcript") == true)
  }

  @Test func `is an error where the answer breaks off, after new tries`() throws {
    let vendor = Vendor { _, _ in
      .opening("application/json") + .chunks([Array(#"{"te"#.utf8)]) + [.close]
    }
    let stage = try Stage(vendor)
    try stage.set(.retries, 1)
    let failure = stage.failure { () throws(PluginFailure) in _ = try stage.hear(Self.line) }
    #expect(failure?.status == CUE_E_NETWORK)
    #expect(vendor.requests.count == 2)
  }

  @Test func `says what of a request cannot be done`() throws {
    let stage = try Stage("http://127.0.0.1:9")
    let phrases: [Phrase] = [
      .said("— … 😀", CUE_PHRASE_EXPECTED),
      .said("Yes", CUE_PHRASE_EXPECTED),
    ]
    #expect(
      try stage.recognizer.open(.sound(phrases, language: "haw")) == [
        .languageReplaced(by: "auto"), .phraseIgnored(0, because: "it has no word"),
      ])
    let failure = stage.failure { () throws(PluginFailure) in
      _ = try stage.recognizer.open(.sound(rateHertz: 1))
    }
    #expect(failure?.status == CUE_E_RATE)
  }

  @Test func `can be cancelled while the server thinks, and the next stream is heard`() throws {
    let stage = Mutexed<Stage?>(nil)
    let vendor = Vendor { _, number in
      number == 0
        ? [.run { stage.value?.recognizer.cancel() }, .hang] : .answer(200, Self.verbose)
    }
    let cancelled = try Stage(vendor)
    try cancelled.set(.timeout, 90)
    stage.value = cancelled
    #expect(try cancelled.hear(Self.line).last?.text == "")
    #expect(try cancelled.hear(Self.line).last?.text == "Good evening Nora")
  }

  @Test func `the prompt of a recognizer fits its limit, with the line last`() {
    let names = (0..<200).map { "Name\($0)" }
    let text = Prompt.text(own: "Play.", names: names, lines: ["The last line."])
    #expect(text.count <= Prompt.mostCharacters)
    #expect(text.hasSuffix("Name199 The last line."))
    let long = Prompt.text(own: "", names: [], lines: [String(repeating: "word ", count: 900)])
    #expect(long.count <= Prompt.mostCharacters && long.hasPrefix("word"))
    #expect(Prompt.text(own: "", names: [], lines: [""]) == "")
  }

  @Test func `is in a form whose boundary is in none of its texts`() {
    let first = TranscriptionOrder.boundary(seed: 7, besides: [])
    #expect(TranscriptionOrder.boundary(seed: 7, besides: ["x \(first) y"]) != first)
  }
}
