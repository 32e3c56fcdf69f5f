import CueABI
import TestSupport
import Testing

@testable import CuePluginKit
@testable import ElevenLabsPlugin
@testable import ServicePlugin

@Suite(.timeLimit(.minutes(1))) struct `A service that cannot serve` {
  @Test(
    arguments: [
      ("250ms", 0.25), ("1s", 1), ("6m0s", 360), ("1h2m3.5s", 3723.5), ("90S", 90), ("", nil),
      ("6", nil), ("m", nil), ("6m0", nil), ("-1s", nil), ("soon", nil), ("1d", nil),
    ] as [(String, Double?)])
  func `may write durations with their units`(text: String, seconds: Double?) {
    #expect(durationSeconds(text) == seconds)
  }

  @Test(
    arguments: [
      (["retry-after": "6m0s"], 360_000), (["x-ratelimit-reset-requests": "6m0s"], 360_000),
      (
        [
          "x-ratelimit-reset-requests": "1s", "x-ratelimit-remaining-requests": "0",
          "x-ratelimit-reset-tokens": "6m0s", "x-ratelimit-remaining-tokens": "900",
        ], 1000
      ),
      (["x-ratelimit-reset-requests": "1s", "x-ratelimit-reset-tokens": "250ms"], 1000),
      (["x-ratelimit-reset-tokens": "never"], nil), (["retry-after": "2"], 2000),
    ] as [([String: String], Double?)])
  func `is left alone for as long as it says`(headers: [String: String], milliseconds: Double?) {
    let head = AnswerHead(status: 429, headers: headers)
    #expect(RetryPolicy.askedMilliseconds(head, unixSeconds: 0) == milliseconds)
  }

  @Test(arguments: [
    (1.0, "1 second"), (40.2, "41 seconds"), (119, "119 seconds"), (360, "6 minutes"),
    (3600, "1 hour"), (5400, "90 minutes"), (93_600, "26 hours"),
  ])
  func `A service that cannot serve has waits in words`(seconds: Double, words: String) {
    #expect(waitWords(seconds: seconds) == words)
  }

  @Test func `a service that asks for an hour is not asked again, and the user is notified`() throws
  {
    let vendor = Vendor { _, _ in
      .answer(429, #"{"detail":"slow down"}"#, headers: ["Retry-After: 3600"])
    }
    let failure = try #require(try Stage(vendor).failure())
    #expect(failure.status == CUE_E_RATE_LIMIT)
    #expect(failure.sentence.hasSuffix("It asks to wait for 1 hour."), "\(failure.sentence)")
    #expect(vendor.requests.count == 1)
  }

  @Test func `sends a page, another format or another address, and is not asked again`() throws {
    let answers: [[Vendor.Step]] = [
      .answer(200, "<html><body>502 Bad Gateway</body></html>", type: "text/html"),
      .answer(200, Array("ID3\u{4}sound that was not asked for".utf8), type: "audio/mpeg"),
      .answer(307, "", headers: ["Location: https://example.org/"]),
    ]
    for (answer, status) in zip(answers, [CUE_E_FORMAT, CUE_E_FORMAT, CUE_E_NOT_FOUND]) {
      let vendor = Vendor { _, _ in answer }
      #expect(try Stage(vendor).failure()?.status == status)
      #expect(vendor.requests.count == 1)
    }
  }

  @Test func `that answers with silence has failed, where there are words to be heard`() throws {
    let vendor = Vendor { _, _ in .stream([[UInt8](repeating: 0, count: 48_000)]) }
    let listener = Listener()
    let failure = try Stage(vendor).failure(.line("Stay."), listener)
    #expect(failure?.sentence == "ElevenLabs answered with silence.")
    #expect(listener.samples.isEmpty, "nothing of it is heard")
    #expect(try Stage(vendor).speak(.line("… — …")).samples.count == 24_000)
    #expect(try Stage(vendor).speak(.line("Stay.", volume: 0)).samples.count == 24_000)
  }

  @Test func `has its silence before the words kept`() throws {
    let vendor = Vendor { _, _ in .stream([[0, 0], [0, 0, 0], [0, 9, 0]]) }
    #expect(try Stage(vendor).speak().samples == [0, 0, 0, 9])
  }

  @Test func `gets no more characters than are set`() throws {
    let stage = try Stage("https://example.org")
    #expect(stage.plugin.traits.maximumTextBytes == 40_000)
    try stage.set(.mostCharacters, 600)
    #expect(stage.plugin.traits.maximumTextBytes == 600)
    try stage.set(.mostCharacters, 1_000_000)
    #expect(stage.plugin.traits.maximumTextBytes == 40_000)
  }

  @Test func `has a dictionary made of a lexicon once, and found again`() throws {
    let vendor = Vendor { request, _ in
      switch request.target {
      case "/v1/pronunciation-dictionaries/add-from-rules":
        .answer(200, #"{"id":"d1","version_id":"v7"}"#)
      case _ where request.target.hasPrefix("/v1/pronunciation-dictionaries/"):
        .answer(200, #"{"pronunciation_dictionaries":[],"has_more":false}"#)
      default: .stream([[7, 0]])
      }
    }
    let stage = try Stage(vendor)
    try stage.set(.model, "eleven_flash_v2")
    #expect(stage.plugin.traits.readsLexicon)
    var request = SpeechRequest.line("Aoife is here.")
    request.lexicon = ["aoife": "ˈiːfə"]
    for _ in 0..<2 { try stage.speak(request) }
    let made = vendor.requests.filter { $0.target.hasSuffix("add-from-rules") }
    #expect(made.count == 1)
    let rules = Json(parsing: made[0].body)?["rules"]?.list ?? []
    #expect(rules.map { $0["string_to_replace"]?.text } == ["aoife", "Aoife", "AOIFE"])
    #expect(rules.allSatisfy { $0["phoneme"]?.text == "ˈiːfə" && $0["alphabet"]?.text == "ipa" })
    let lines = vendor.requests.filter { $0.target.hasPrefix("/v1/text-to-speech/") }
    #expect(
      Json(parsing: lines[1].body)?["pronunciation_dictionary_locators"]
        == Json(parsing: Array(#"[{"pronunciation_dictionary_id":"d1","version_id":"v7"}]"#.utf8)))
    #expect(Json(parsing: lines[1].body)?["text"] == .text("Aoife is here."))
  }

  @Test func `without dictionaries, words are said as written, and this is reported`()
    throws
  {
    let vendor = Vendor { request, _ in
      request.target.hasPrefix("/v1/pronunciation-dictionaries")
        ? .answer(403, #"{"detail":{"status":"missing_permissions"}}"#) : .stream([[7, 0]])
    }
    let stage = try Stage(vendor)
    try stage.set(.model, "eleven_flash_v2")
    var request = SpeechRequest.line("Aoife is here.")
    request.lexicon = ["aoife": "ˈiːfə"]
    let listener = try stage.speak(request)
    #expect(listener.samples == [7])
    #expect(listener.honoured.map(\.field) == [SpeechField.pronunciation.rawValue])
  }
}
