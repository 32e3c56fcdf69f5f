import CueABI
import TestSupport
import Testing

@testable import CuePluginKit
@testable import OpenAIPlugin

@Suite(.timeLimit(.minutes(10))) struct `The voices of a speech server` {
  private static func server(_ pages: [String: String]) -> Vendor {
    Vendor { request, _ in
      pages[request.target].map { .answer(200, $0) } ?? .answer(404, #"{"detail":"Not Found"}"#)
    }
  }

  @Test func `are those that OpenAI documents, without asking for them`() throws {
    let stage = try Stage("https://api.openai.com/v1", key: Stage.key)
    let voices = try stage.voice.voices()
    #expect(
      voices.map(\.id) == [
        "alloy", "ash", "ballad", "cedar", "coral", "echo", "fable", "marin", "nova", "onyx",
        "sage",
        "shimmer", "verse",
      ])
    #expect(voices.filter(\.isDefault).map(\.id) == ["alloy"])
    try stage.set(.model, "tts-1-hd")
    #expect(try stage.voice.voices().count == 9)
    #expect(try Stage("https://192.0.2.1/v1").voice.voices().count == 13, "without a key")
  }

  @Test func `are read as Kokoro-FastAPI lists them, with what their names tell`() throws {
    let vendor = Self.server([
      "/v1/models": #"{"object":"list","data":[{"id":"kokoro"},{"id":"tts-1"}]}"#,
      "/v1/audio/voices":
        #"{"voices":[{"id":"af_heart","name":"af_heart"},{"id":"bm_george","name":"bm_george"},{"id":"mine","name":"Mine"}]}"#,
    ])
    let stage = try Stage(vendor)
    try stage.set(.voice, "bm_george")
    let voices = try stage.voice.voices()
    #expect(voices.map(\.id) == ["af_heart", "bm_george", "mine"])
    #expect(voices.map(\.languages) == [["en-US"], ["en-GB"], ["en"]])
    #expect(voices.map(\.gender) == [.female, .male, .unknown])
    #expect(voices.map(\.isDefault) == [false, true, false])
  }

  @Test func `are read as older servers list them`() throws {
    let vendor = Self.server(["/v1/audio/voices": #"{"voices":["jf_alpha","af_sky","af_sky"]}"#])
    let voices = try Stage(vendor).voice.voices()
    #expect(voices.map(\.id) == ["jf_alpha", "af_sky"])
    #expect(voices[0].languages == ["ja"])
  }

  @Test func `are those of the model, as speaches lists them beside it`() throws {
    let vendor = Self.server([
      "/v1/models":
        #"""
      {"object":"list","data":[
       {"id":"speaches-ai/piper-en_US-joe","task":"text-to-speech","voices":[{"name":"joe","language":"en_US","id":"joe"}]},
       {"id":"speaches-ai/Kokoro","task":"text-to-speech","sample_rate":24000,
        "voices":[{"name":"ef_dora","language":"es","gender":"female","id":"ef_dora"},
                  {"name":"pm_alex","language":"pt-br","gender":"male","id":"pm_alex"}]},
       {"id":"whisper","task":"automatic-speech-recognition","language":["en"]}]}
      """#,
      "/v1/audio/voices":
        #"{"voices":[{"name":"joe","id":"joe"},{"name":"ef_dora","id":"ef_dora"}]}"#,
    ])
    let stage = try Stage(vendor)
    try stage.set(.model, "speaches-ai/Kokoro")
    #expect(try stage.voice.voices().map(\.id) == ["ef_dora", "pm_alex"])
    #expect(try stage.voice.voices()[1].languages == ["pt-BR"])
    try stage.set(.model, "speaches-ai/piper-en_US-joe")
    #expect(try stage.voice.voices().map(\.languages) == [["en-US"]])
    try stage.set(.model, "another")
    #expect(try stage.voice.voices().map(\.id) == ["joe", "ef_dora"])
  }

  @Test func `a server without a list gets OpenAI's voices, and this is reported`() throws {
    let stage = try Stage(Self.server(["/v1/models": #"{"data":[{"id":"tts","object":"model"}]}"#]))
    #expect(try stage.voice.voices().count == 13)
    #expect(stage.log.text.contains("lists no voices"))
  }

  @Test(arguments: [
    #"{"voices":[{"name":""},{"id":7},null,"ok"],"more":{}}"#, #"["ok"]"#, #"{"data":["ok"]}"#,
  ])
  func `The voices of a speech server are read past what is no voice`(page: String) throws {
    let vendor = Self.server(["/v1/audio/voices": page])
    #expect(try Stage(vendor).voice.voices().map(\.id) == ["ok"])
  }

  @Test func `voices cannot be listed with a wrong key`() throws {
    let vendor = Vendor { _, _ in .answer(401, #"{"error":{"code":"invalid_api_key"}}"#) }
    let stage = try Stage(vendor, key: Stage.key)
    let failure = stage.failure { () throws(PluginFailure) in _ = try stage.voice.voices() }
    #expect(failure?.status == CUE_E_CREDENTIALS)
  }
}
