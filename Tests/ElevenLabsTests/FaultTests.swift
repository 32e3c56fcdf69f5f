import CueABI
import TestSupport
import Testing

@testable import CuePluginKit
@testable import ElevenLabsPlugin

@Suite(.timeLimit(.minutes(10))) struct `An error of the service` {
  private static let unauthorized =
    #"{"detail":{"status":"invalid_api_key","message":"\#(Stage.key) is no key"}}"#

  @Test(arguments: [
    (401, unauthorized, CUE_E_CREDENTIALS),
    (401, #"{"detail":{"status":"quota_exceeded","message":"0 left"}}"#, CUE_E_QUOTA),
    (403, "<html>", CUE_E_PERMISSION), (404, #"{"detail":"Not Found"}"#, CUE_E_NOT_FOUND),
    (422, #"{"detail":[{"loc":["body","text"],"msg":"required"}]}"#, CUE_E_INVALID),
    (429, #"{"detail":{"status":"quota_exceeded"}}"#, CUE_E_QUOTA),
  ])
  func `and will not change is asked once`(status: Int, body: String, expected: Int32) throws {
    let vendor = Vendor { _, _ in .answer(status, body) }
    let stage = try Stage(vendor)
    let failure = try #require(stage.failure())
    #expect(failure.status == expected)
    #expect(failure.detail == Int32(status))
    #expect(vendor.requests.count == 1)
    #expect(!failure.sentence.contains(Stage.key))
    #expect(!stage.log.text.contains(Stage.key))
  }

  @Test(arguments: [
    (429, "too_many_concurrent_requests"), (429, "rate_limit_exceeded"), (429, "system_busy"),
    (500, "oops"), (503, Stage.key), (408, ""), (425, ""),
  ])
  func `and passes is asked again until there is sound`(status: Int, code: String) throws {
    let body = #"{"detail":{"status":"\#(code)","message":"\#(code)"}}"#
    let vendor = Vendor { _, number in
      number < 2 ? .answer(status, body) : .stream([[7, 0]])
    }
    let stage = try Stage(vendor)
    #expect(try stage.speak().samples == [7])
    #expect(vendor.requests.count == 3)
    #expect(vendor.requests[0].body == vendor.requests[2].body)
    #expect(stage.log.text.contains("(2 of 3)"))
    #expect(!stage.log.text.contains(Stage.key))
  }

  @Test func `and does not pass is asked as often as the user says`() throws {
    let vendor = Vendor { _, _ in .answer(500, "<html>Bad Gateway</html>", type: "text/html") }
    let stage = try Stage(vendor)
    try stage.set(.retries, 2)
    let failure = stage.failure()
    #expect(failure?.status == CUE_E_SERVICE)
    #expect(failure?.sentence == "ElevenLabs failed (HTTP 500). Try again later.")
    #expect(vendor.requests.count == 3)
  }

  @Test func `and asks for much time is left to the host, with the time`() throws {
    let vendor = Vendor { _, _ in .answer(429, "{}", headers: ["Retry-After: 120"]) }
    let failure = try Stage(vendor).failure()
    #expect(failure?.status == CUE_E_RATE_LIMIT)
    #expect(failure?.retryAfterMilliseconds == 120_000)
    #expect(vendor.requests.count == 1)
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `and points elsewhere is not followed, so the key stays here`(status: Int) throws {
    let other = Vendor { _, _ in .stream([[1, 0]]) }
    let vendor = Vendor { [address = other.address] _, _ in
      .answer(status, "", headers: ["Location: \(address)/v1/text-to-speech/v1/stream"])
    }
    let failure = try Stage(vendor).failure()
    #expect(failure?.status == CUE_E_NOT_FOUND)
    #expect(failure?.sentence.contains("another address") == true)
    #expect(other.connections == 0)
    #expect(vendor.requests.count == 1)
  }

  @Test(arguments: [
    ("application/json", #"{"detail":{"message":"no sound today, \#(Stage.key)"}}"#),
    ("text/html; charset=utf-8", "<html>Sign in</html>"), ("audio/pcm", "<!DOCTYPE html><p>"),
    ("", #"{"detail":"no sound today"}"#), ("audio/mpeg", "ID3abc"), ("audio/pcm", ""),
    ("text/html", String(repeating: "x", count: 100_000)),
  ])
  func `and is no sound is said to be none`(type: String, body: String) throws {
    let vendor = Vendor { _, _ in .answer(200, body, type: type) }
    let listener = Listener()
    let failure = try #require(try Stage(vendor).failure(.line("Stay."), listener))
    // What a service says as JSON may pass; a page, and sound of another form, do not.
    let mayPass = body.isEmpty || body.hasPrefix("{")
    #expect(failure.status == (mayPass ? CUE_E_SERVICE : CUE_E_FORMAT))
    #expect(listener.samples.isEmpty)
    #expect(!failure.sentence.contains(Stage.key))
    #expect(failure.sentence.contains("no sound today") == body.contains("no sound today"))
  }

  @Test(arguments: [
    #"{"detail":"no"}"#, #"{"audio_base64":"****"}"#, #"{"audio_base64":1}{}"#, "{nonsense}", "[]",
  ])
  func `an answer that is not timed sound is reported`(body: String) throws {
    let vendor = Vendor { _, _ in .answer(200, body) }
    #expect(try Stage(vendor).failure(.line("Stay.", events: .word))?.status == CUE_E_SERVICE)
  }

  @Test func `and breaks off in the middle is said, with how much was heard, and not repeated`()
    throws
  {
    let vendor = Vendor { _, _ in .opening() + .chunks([bytes(of: sawtooth(36_000))]) + [.close] }
    let listener = Listener()
    let failure = try #require(try Stage(vendor).failure(.line("Stay."), listener))
    #expect(failure.status == CUE_E_NETWORK)
    #expect(failure.sentence.contains("1.5 s of sound"))
    #expect(listener.samples == sawtooth(36_000))
    #expect(vendor.requests.count == 1)
  }

  @Test func `and ends within a piece of timed sound is said`() throws {
    let vendor = Vendor { _, _ in
      .answer(200, #"{"audio_base64":"AQA="}{"audio_base64":"AQ"#)
    }
    #expect(try Stage(vendor).failure(.line("Stay.", events: .word))?.status == CUE_E_NETWORK)
  }

  @Test func `and breaks off before any sound is asked again`() throws {
    let vendor = Vendor { _, number in
      switch number {
      case 0: [.close]
      case 1: .opening() + [.close]
      default: .stream([[7, 0]])
      }
    }
    #expect(try Stage(vendor).speak().samples == [7])
    // libcurl itself may repeat a request that a reused connection swallowed; none is reused here.
    #expect(vendor.requests.count == 3)
  }

  @Test func `a server that does not exist is reported after the last attempt`() throws {
    let stage = try Stage("http://127.0.0.1:1")
    try stage.set(.retries, 1)
    let failure = stage.failure()
    #expect(failure?.status == CUE_E_NETWORK)
    #expect(stage.log.text.contains("(1 of 1)"))
  }

  @Test func `a server that is not a web server is reported`() throws {
    let vendor = Vendor { _, _ in [.send(Array("220 mail\r\n\r\n".utf8)), .close] }
    #expect(try Stage(vendor).failure()?.status == CUE_E_SERVICE)
  }

  @Test func `and says nothing ends when the user's time is over`() throws {
    let vendor = Vendor { _, _ in [.hang] }
    let stage = try Stage(vendor)
    try stage.set(.timeout, 0.05)
    let failure = stage.failure()
    #expect(failure?.status == CUE_E_TIMEOUT)
    #expect(failure?.sentence.contains("did not answer within 0.05 s") == true)
    #expect(vendor.requests.count == 1)
  }

  @Test func `and falls silent in the middle ends when the user's time is over`() throws {
    let vendor = Vendor { _, _ in .opening() + .chunks([bytes(of: sawtooth(2400))]) + [.hang] }
    let stage = try Stage(vendor)
    try stage.set(.timeout, 0.05)
    let failure = stage.failure()
    #expect(failure?.status == CUE_E_TIMEOUT)
    #expect(failure?.sentence.contains("after 0.1 s of sound") == true)
    #expect(vendor.requests.count == 1)
  }
}
