import CueABI
import TestSupport
import Testing

@testable import CuePluginKit
@testable import ElevenLabsPlugin

@Suite(.timeLimit(.minutes(10))) struct `A request that must not be sent` {
  @Test func `is one without a key, with a sentence and no connection`() throws {
    let vendor = Vendor { _, _ in .stream([[1, 0]]) }
    let failure = try Stage(vendor.address, key: "").failure()
    #expect(failure?.status == CUE_E_CREDENTIALS)
    #expect(failure?.sentence == "ElevenLabs needs an API key, and none was given. Set key.")
    #expect(vendor.connections == 0)
  }

  @Test(arguments: ["two words", "one\r\nX-Injected: yes", "schlüssel"])
  func `a request with an invalid key is not sent`(key: String) throws {
    let vendor = Vendor { _, _ in .stream([[1, 0]]) }
    let failure = try #require(try Stage(vendor.address, key: key).failure())
    #expect(failure.status == CUE_E_CREDENTIALS)
    #expect(!failure.sentence.contains(key))
    #expect(vendor.connections == 0)
  }

  @Test func `is one that would carry the key in the clear`() throws {
    let stage = try Stage("http://192.0.2.1:9")
    try stage.set(.retries, 0)
    let failure = try #require(stage.failure())
    #expect(failure.status == CUE_E_INVALID)
    #expect(failure.sentence.contains("by https only"))
    #expect(throws: PluginFailure.self) { try stage.plugin.voices() }
  }

  @Test func `a request to an insecure server is not sent`() throws {
    let vendor = Vendor(greeting: "HTTP/1.1 200 OK\r\n\r\n") { _, _ in .stream([[1, 0]]) }
    let failure = try #require(try Stage("https://127.0.0.1:\(vendor.port)").failure())
    #expect(failure.status == CUE_E_NETWORK)
    #expect(failure.sentence.contains("cannot be trusted"))
    #expect(vendor.connections == 1)
    #expect(vendor.requests.isEmpty)
  }

  @Test(arguments: ["..", "a/b", "a b", "a\nb", String(repeating: "v", count: 101)])
  func `is one for a voice that cannot be`(voice: String) throws {
    let vendor = Vendor { _, _ in .stream([[1, 0]]) }
    #expect(try Stage(vendor).failure(.line("Stay.", voice: voice))?.status == CUE_E_VOICE)
    #expect(vendor.connections == 0)
  }

  @Test func `is one with more text than the model takes, or with markup`() throws {
    let vendor = Vendor { _, _ in .stream([[1, 0]]) }
    let stage = try Stage(vendor)
    let limit = Int(stage.plugin.traits.maximumTextBytes)
    #expect(
      stage.failure(.line(String(repeating: "a", count: limit + 1)))?.status == CUE_E_TEXT_TOO_LONG)
    #expect(stage.failure(.line("<speak/>", form: .ssml))?.status == CUE_E_UNSUPPORTED)
    #expect(vendor.connections == 0)
    try stage.speak(.line(String(repeating: "a", count: limit)))
  }

  @Test(arguments: [-0.5, -0.001])
  func `is prevented by settings that refuse a value between by tone and none`(value: Double)
    throws
  {
    let stage = try Stage("https://example.org")
    #expect(throws: PluginFailure.self) { try stage.set(.style, value) }
  }
}
