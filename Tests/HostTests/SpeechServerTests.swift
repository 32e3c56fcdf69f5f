import Foundation
import TestSupport
import Testing

/// The plugin `openai`, with a speech server on this machine.
@Suite(.startsProcesses) struct `A speech server` {
  private let stage: Stagehand
  private var output: String { stage.folder.path("out.wav") }

  init() throws { stage = try Stagehand(adding: ["openai"]) }

  private func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private func wave(_ samples: [Int16]) -> [UInt8] {
    Array("RIFF".utf8) + number(36 + samples.count * 2, 4) + Array("WAVEfmt ".utf8) + number(16, 4)
      + number(1, 2) + number(1, 2) + number(16_000, 4) + number(32_000, 4) + number(2, 2)
      + number(16, 2) + Array("data".utf8) + number(samples.count * 2, 4)
      + samples.flatMap { number(Int($0), 2) }
  }

  private func server() throws -> Vendor {
    let vendor = Vendor { request, _ in
      switch request.target {
      case "/v1/audio/speech": .stream([wave([Int16](repeating: 900, count: 3200))], "audio/wav")
      case "/v1/audio/transcriptions":
        .answer(
          200,
          #"{"text":"Good evening.","words":[{"word":"Good","start":0.3,"end":0.6},{"word":"evening","start":0.6,"end":1.1}]}"#
        )
      case "/v1/audio/voices": .answer(200, #"{"voices":[{"id":"af_heart","name":"Heart"}]}"#)
      default: .answer(404, "")
      }
    }
    try stage.folder.makeFolders("home/config/cue")
    try stage.folder.write(
      "openai.base-url = \(vendor.address)\nopenai.model = kokoro\n",
      as: "home/config/cue/cue.conf")
    return vendor
  }

  /// Five syllables of a hum, in 1.25 s, with silence around them.
  private func take() throws -> String {
    let silence = [Int16](repeating: 0, count: 8000)
    let speech = (0..<20_000).map { index in
      let time = Double(index) / 16_000
      let swell = pow(sin(.pi * (time * 4).truncatingRemainder(dividingBy: 1)), 2)
      return Int16(9000 * swell * sin(2 * .pi * 180 * time))
    }
    let path = stage.folder.path("take.wav")
    try Data(wave(silence + speech + silence)).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func texts(_ vendor: Vendor) throws -> [String] {
    try vendor.requests.filter { $0.target == "/v1/audio/speech" }.map {
      let body = try JSONSerialization.jsonObject(with: Data($0.body)) as? [String: Any]
      return try #require(body?["input"] as? String)
    }
  }

  @Test func `on this machine speaks and lists its voices without a key`() throws {
    let vendor = try server()
    let run = try stage.host(["-v", "openai:af_heart", "-o", output, "Stay."])
    #expect(run.status == 0, "\(run.talk)")
    #expect(try texts(vendor) == ["Stay."])
    let list = try stage.host(["voices", "openai"])
    #expect(list.text.contains("openai:af_heart") && !list.text.contains("needs a key"))
    #expect(!vendor.requests.contains { $0.headers["authorization"] != nil })
  }

  @Test func `a remote speech server needs a key`() throws {
    #expect(try stage.host(["voices", "openai"]).text.contains("needs a key"))
    let run = try stage.host(["-v", "openai", "-o", output, "Stay."])
    #expect(run.status == 77)
    #expect(run.talk.contains("OpenAI needs an API key"), "\(run.talk)")
    #expect(run.talk.contains("credentials set openai"), "\(run.talk)")
  }

  @Test func `gets a long text sentence by sentence, no piece longer than it takes`() throws {
    let vendor = try server()
    let sentence = "This is a sentence of some length, which is said again and again. "
    let text = String(repeating: sentence, count: 150)
    let run = try stage.host(["-v", "openai", "-o", output, text])
    #expect(run.status == 0, "\(run.talk)")
    let texts = try texts(vendor)
    #expect(texts.count >= 3)
    #expect(texts.allSatisfy { $0.utf8.count <= 4096 })
    #expect(
      texts.allSatisfy { $0.trimmingCharacters(in: .whitespaces).hasSuffix("again and again.") })
  }

  @Test func `listens under the name of its voice, with its address and its key`() throws {
    let vendor = try server()
    let take = try take()
    let key = ["CUE_OPENAI_KEY": "sk-0123456789abcdef"]
    for name in ["openai", "openai-recognizer"] {
      let run = try stage.host(["listen", take, "--recognizer", name, "-q"], key)
      #expect(run.status == 0, "\(run.talk)")
      #expect(run.text.lowercased().contains("good evening"), "\(run.text)")
    }
    let requests = vendor.requests.filter { $0.target == "/v1/audio/transcriptions" }
    #expect(requests.count == 2)
    #expect(
      requests.allSatisfy { $0.headers["authorization"] == "Bearer sk-0123456789abcdef" })
  }

  @Test func `sees no key of Cue's plugin if the plugin of this name is another file`() throws {
    let vendor = try server()
    try stage.folder.makeFolders("foreign")
    let foreign = try stage.folder.copy(
      Places.product("libplugin-openai.so"), as: "foreign/libopenai.so")
    let run = try stage.host(
      [
        "--voice=" + foreign, "--set", "base-url=" + vendor.address, "--set", "model=tts-1",
        "--allow", foreign + ":network", "-o", output, "Stay.",
      ], ["CUE_OPENAI_KEY": "sk-0123456789abcdef"])
    #expect(run.status == 0, "\(run.talk)")
    #expect(run.talk.contains("offers a plugin named openai, but another file"), "\(run.talk)")
    let requests = vendor.requests
    #expect(!requests.isEmpty)
    #expect(requests.allSatisfy { $0.headers["authorization"] == nil })
  }

  @Test func `is not asked where nothing may leave the machine, and the next voice speaks`() throws
  {
    let vendor = try server()
    let run = try stage.host(["-v", "openai,mock", "--local-only", "-o", output, "Stay."])
    #expect(run.status == 0, "\(run.talk)")
    #expect(run.talk.contains("openai needs a network"), "\(run.talk)")
    #expect(vendor.connections == 0)
  }

  @Test func `if a speech server is missing, the next voice says the line`() throws {
    let run = try stage.host([
      "-v", "openai,mock", "--set", "openai:base-url=http://127.0.0.1:1/v1", "-o", output, "Stay.",
    ])
    #expect(run.status == 0, "\(run.talk)")
    #expect(run.talk.contains("cannot be reached"), "\(run.talk)")
  }
}
