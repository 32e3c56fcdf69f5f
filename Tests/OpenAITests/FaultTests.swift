import CueABI
import TestSupport
import Testing

@testable import CuePluginKit
@testable import OpenAIPlugin

@Suite(.timeLimit(.minutes(10))) struct `An error of a speech server` {
  private static let sound = Sound.wave(Sound.bytes([7]))

  /// Errors as OpenAI, Kokoro-FastAPI, speaches and LocalAI send them.
  @Test(arguments: [
    (
      401,
      #"{"error":{"message":"Incorrect API key provided: \#(Stage.key)","type":"invalid_request_error","param":null,"code":"invalid_api_key"}}"#,
      CUE_E_CREDENTIALS, "does not accept the API key"
    ),
    (
      429,
      #"{"error":{"message":"You exceeded your current quota.","type":"insufficient_quota","code":"insufficient_quota"}}"#,
      CUE_E_QUOTA, "is used up"
    ),
    (
      404, #"{"error":{"message":"The model `x` does not exist","code":"model_not_found"}}"#,
      CUE_E_MODEL, "does not have that model"
    ),
    (
      400,
      #"{"detail":{"error":"invalid_model","message":"Unsupported model: x","type":"invalid_request_error"}}"#,
      CUE_E_MODEL, "“Unsupported model: x”"
    ),
    (
      400,
      #"{"detail":{"error":"validation_error","message":"Voice 'x' not found. Available voices: af_heart","type":"invalid_request_error"}}"#,
      CUE_E_VOICE, "does not take that voice"
    ),
    (
      404, #"{"detail":"Model 'x' is not installed locally."}"#, CUE_E_MODEL,
      "Set model to one that speaks"
    ),
    (
      422, #"{"detail":"Speed must be between 0.5 and 2.0, got 4.0"}"#, CUE_E_INVALID, "0.5 and 2.0"
    ),
    (
      422, #"{"detail":[{"loc":["body","voice"],"msg":"Field required"}]}"#, CUE_E_VOICE,
      "“Field required”"
    ),
    (404, "404 page not found", CUE_E_NOT_FOUND, "mostly ends with /v1"),
    (403, "", CUE_E_PERMISSION, "may not do this"), (413, "", CUE_E_TEXT_TOO_LONG, "too much"),
  ])
  func `and will not change is asked once, and said in one sentence`(
    status: Int, body: String, expected: Int32, words: String
  ) throws {
    let vendor = Vendor { _, _ in .answer(status, body) }
    let stage = try Stage(vendor, key: Stage.key)
    let failure = try #require(stage.failure())
    #expect(failure.status == expected)
    #expect(failure.detail == Int32(status))
    #expect(failure.sentence.contains(words), "\(failure.sentence)")
    #expect(failure.sentence.contains("127.0.0.1:\(vendor.port)") || words.contains("“"))
    #expect(!failure.sentence.contains(Stage.key) && !stage.log.text.contains(Stage.key))
    #expect(vendor.requests.count == 1)
  }

  @Test(arguments: [
    (429, #"{"error":{"message":"Rate limit reached","code":"rate_limit_exceeded"}}"#),
    (500, #"{"error":{"code":500,"message":"rpc error: EOF","type":""}}"#), (503, "<html>"),
    (408, ""),
  ])
  func `and passes is asked again until there is sound`(status: Int, body: String) throws {
    let vendor = Vendor { _, number in
      number < 2 ? .answer(status, body) : .stream([Self.sound], "audio/wav")
    }
    let stage = try Stage(vendor)
    #expect(try stage.speak().samples == [7])
    #expect(vendor.requests.count == 3)
    #expect(vendor.requests[0].body == vendor.requests[2].body)
  }

  @Test func `and asks for much time is left to the host, with the time`() throws {
    let vendor = Vendor { _, _ in .answer(429, "{}", headers: ["Retry-After: 120"]) }
    let failure = try Stage(vendor).failure()
    #expect(failure?.status == CUE_E_RATE_LIMIT)
    #expect(failure?.retryAfterMilliseconds == 120_000)
    #expect(vendor.requests.count == 1)
  }

  @Test(arguments: [301, 302, 307, 308])
  func `and points elsewhere is not followed, so the key stays here`(status: Int) throws {
    let other = Vendor { _, _ in .stream([Self.sound], "audio/wav") }
    let vendor = Vendor { [address = other.address] _, _ in
      .answer(status, "", headers: ["Location: \(address)/v1/audio/speech"])
    }
    let failure = try Stage(vendor, key: Stage.key).failure()
    #expect(failure?.sentence.contains("another address") == true)
    #expect(other.connections == 0)
  }

  @Test(arguments: [
    ("http://192.0.2.1:9/v1", Stage.key, CUE_E_INVALID, "by https only"),
    ("http://192.0.2.1:9/v1", "", CUE_E_INVALID, "by https only"),
    ("https://192.0.2.1:9/v1", "", CUE_E_CREDENTIALS, "needs an API key"),
    ("https://api.openai.com/v1", "", CUE_E_CREDENTIALS, "OpenAI needs an API key"),
    ("https://192.0.2.1:9/v1", "two words", CUE_E_CREDENTIALS, "characters that no key has"),
    ("127.0.0.1:9", "", CUE_E_INVALID, "base-url"),
  ])
  func `a request that must not be sent to a speech server is not sent`(
    base: String, key: String, status: Int32, words: String
  ) throws {
    let stage = try Stage(base, key: key)
    let failures = [
      stage.failure(),
      stage.failure { () throws(PluginFailure) in _ = try stage.recognizer.open(.sound()) },
    ]
    for failure in failures {
      #expect(failure?.status == status)
      #expect(failure?.sentence.contains(words) == true, "\(failure?.sentence ?? "")")
    }
  }

  @Test(arguments: [
    ("application/json", #"{"error":{"message":"no sound today, \#(Stage.key)"}}"#),
    ("text/html; charset=utf-8", "<html>Sign in</html>"), ("audio/wav", "<!DOCTYPE html><p>"),
    ("", #"{"detail":"no sound today"}"#), ("audio/mpeg", "ID3abc"), ("audio/wav", ""),
    ("audio/wav", "RIFF1234WAVEfmt "), ("audio/wav", "RIFF1234JUNKfmt 0000"),
    ("text/plain", String(repeating: "x", count: 100_000)),
  ])
  func `and is no sound is said to be none`(type: String, body: String) throws {
    let vendor = Vendor { _, _ in .answer(200, body, type: type) }
    let listener = Listener()
    let failure = try #require(
      try Stage(vendor, key: Stage.key).failure(.line("Stay."), listener))
    // What a server says as JSON, and sound that is cut off, may pass; a page, and sound of another form, do not.
    let mayPass = body.isEmpty || body.hasPrefix("{") || body.hasSuffix("fmt ")
    #expect(failure.status == (mayPass ? CUE_E_SERVICE : CUE_E_FORMAT))
    #expect(listener.samples.isEmpty)
    #expect(!failure.sentence.contains(Stage.key))
    #expect(failure.sentence.contains("no sound today") == body.contains("no sound today"))
    #expect(failure.sentence.contains("MP3") == body.hasPrefix("ID3"))
  }

  @Test(arguments: [
    Sound.wave([0, 0], channels: 9), Sound.wave([0, 0], rate: 3),
    Sound.wave([0, 0], bits: 12), Sound.wave([0, 0], kind: 85),
    Array("RIFF1234WAVEdata".utf8) + Sound.number(4, 4) + [1, 2, 3, 4],
    Sound.wave([1, 0]) + Sound.wave([1, 0], rate: 8000),
  ])
  func `unreadable sound is reported with the reason`(file: [UInt8]) throws {
    let vendor = Vendor { _, _ in .stream([file], "audio/wav") }
    let failure = try #require(try Stage(vendor).failure())
    #expect(failure.status == CUE_E_FORMAT)
    #expect(failure.sentence.contains("a WAV file that cannot be read"))
  }

  @Test func `and compresses in an unknown way is an error, and no noise`() throws {
    let vendor = Vendor { _, _ in
      .answer(200, Self.sound, type: "audio/wav", headers: ["Content-Encoding: zstd-9"])
    }
    let listener = Listener()
    #expect(try Stage(vendor).failure(.line("Stay."), listener)?.status == CUE_E_SERVICE)
    #expect(listener.samples.isEmpty)
  }

  @Test func `and breaks off is said, with how much was heard, and not repeated`() throws {
    let start = Sound.wave(Sound.bytes(Sound.sawtooth(33_075)), length: 0)
    let vendor = Vendor { _, _ in .opening("audio/wav") + .chunks([start]) + [.close] }
    let failure = try #require(try Stage(vendor).failure())
    #expect(failure.status == CUE_E_NETWORK)
    #expect(failure.sentence.contains("after 1.5 s of sound"))
    #expect(vendor.requests.count == 1)
  }

  @Test func `sound that is shorter than its header says is reported`() throws {
    let start = Sound.wave(Sound.bytes(Sound.sawtooth(22_050)), length: 200_000)
    let vendor = Vendor { _, _ in .stream([start], "audio/wav") }
    let failure = try #require(try Stage(vendor).failure())
    #expect(failure.status == CUE_E_NETWORK)
    #expect(failure.sentence.contains("cut off in the middle, after 1.0 s of sound"))
  }

  @Test func `and breaks off before any sound is asked again`() throws {
    let vendor = Vendor { _, number in
      number == 0 ? .opening("audio/wav") + [.close] : .stream([Self.sound], "audio/wav")
    }
    #expect(try Stage(vendor).speak().samples == [7])
  }

  @Test func `and says nothing ends when the user's time is over`() throws {
    let vendor = Vendor { _, _ in [.hang] }
    let stage = try Stage(vendor)
    try stage.set(.timeout, 0.05)
    let failure = stage.failure()
    #expect(failure?.status == CUE_E_TIMEOUT)
    #expect(failure?.sentence.contains("did not answer within 0.05 s") == true)
    #expect(failure?.sentence.hasPrefix("The server at 127.0.0.1:\(vendor.port) did not") == true)
  }
}
