import CueABI
import TestSupport
import Testing

@testable import CuePluginKit
@testable import ElevenLabsPlugin
@testable import ServicePlugin

@Suite(.timeLimit(.minutes(10))) struct `The list of voices` {
  private static func page(_ ids: [String], next: String?) -> String {
    let voices = ids.map { #"{"voice_id":"\#($0)","name":"N \#($0)"}"# }.joined(separator: ",")
    let token = next.map { #""\#($0)""# } ?? "null"
    return #"{"voices":[\#(voices)],"has_more":\#(next != nil),"next_page_token":\#(token)}"#
  }

  @Test func `The list of voices has all pages, each voice once`() throws {
    let vendor = Vendor { request, _ in
      switch request.target {
      case "/v2/voices?page_size=100": .answer(200, Self.page(["a", "b"], next: "p 2"))
      case "/v2/voices?page_size=100&next_page_token=p%202":
        .answer(200, Self.page(["b", "c"], next: "p3"))
      case "/v2/voices?page_size=100&next_page_token=p3": .answer(200, Self.page(["d"], next: nil))
      case "/v1/models": .answer(200, #"[{"model_id":"eleven_x","can_do_text_to_speech":true}]"#)
      default: .answer(404, "")
      }
    }
    let stage = try Stage(vendor)
    #expect(try stage.plugin.voices().map(\.id) == ["a", "b", "c", "d"])
    #expect(vendor.connections == 1)
    #expect(
      vendor.requests.allSatisfy { $0.method == "GET" && $0.headers["xi-api-key"] == Stage.key })
    #expect(stage.log.text.contains("Models: eleven_x."))
    _ = try stage.plugin.voices()
    #expect(vendor.requests.filter { $0.target == "/v1/models" }.count == 1)
  }

  @Test func `comes with how much text each model takes, which counts more than its name`() throws {
    let vendor = Vendor { request, _ in
      request.target == "/v1/models"
        ? .answer(
          200,
          """
          [{"model_id":"next_year","maximum_text_length_per_request":5000},
           {"model_id":"eleven_turbo_v2_5","maximum_text_length_per_request":90,
            "max_characters_request_subscribed_user":80},
           {"model_id":"odd","maximum_text_length_per_request":-4}]
          """)
        : .answer(200, Self.page(["a"], next: nil))
    }
    let stage = try Stage(vendor)
    #expect(stage.plugin.traits.maximumTextBytes == 40_000)
    #expect(vendor.requests.isEmpty, "the model's name tells")
    try stage.set(.model, "next_year")
    #expect(stage.plugin.traits.maximumTextBytes == 5000)
    try stage.set(.model, "odd")
    #expect(stage.plugin.traits.maximumTextBytes == 3000)
    try stage.set(.model, "eleven_turbo_v2_5")
    #expect(stage.plugin.traits.maximumTextBytes == 80)
    #expect(vendor.requests.count == 1)
  }

  @Test func `is asked for again with another key`() throws {
    let vendor = Vendor { _, _ in
      .answer(200, #"[{"model_id":"next_year","maximum_text_length_per_request":5000}]"#)
    }
    let stage = try Stage(vendor.address, key: "")
    try stage.set(.model, "next_year")
    #expect(stage.plugin.traits.maximumTextBytes == 3000)
    try stage.set(.key, Stage.key)
    #expect(stage.plugin.traits.maximumTextBytes == 5000)
    #expect(vendor.requests.count == 1)
  }

  @Test(arguments: [
    (0, "https://api.elevenlabs.io"), (1, "https://api.us.elevenlabs.io"),
    (2, "https://api.eu.residency.elevenlabs.io"), (3, "https://api.in.residency.elevenlabs.io"),
    (4, "https://api.sg.residency.elevenlabs.io"),
  ])
  func `comes from the account's region, unless an address is set`(
    region: Int, address: String
  ) throws {
    var settings = Settings()
    try settings.set(Setting.region.rawValue, to: .number(Double(region)))
    #expect(settings.address == address)
    #expect(try Site(settings.address).base == address)
    try settings.set(Setting.base.rawValue, to: .text("https://voices.example.org"))
    #expect(settings.address == "https://voices.example.org")
  }

  @Test func `does not depend on the list of models`() throws {
    let vendor = Vendor { request, _ in
      request.target == "/v1/models"
        ? .answer(500, "") : .answer(200, Self.page(["a"], next: nil))
    }
    #expect(try Stage(vendor).plugin.voices().count == 1)
    #expect(vendor.requests.count == 2)
  }

  @Test(arguments: [
    #"{"voices":[{"voice_id":"a"}],"has_more":true,"next_page_token":"same"}"#,
    #"{"voices":[{"voice_id":"a"}],"has_more":true}"#,
    #"{"voices":[{"voice_id":"a"}],"has_more":true,"next_page_token":null}"#,
  ])
  func `ends where the service loses its place`(body: String) throws {
    let vendor = Vendor { _, _ in .answer(200, body) }
    let stage = try Stage(vendor)
    #expect(try stage.plugin.voices().map(\.id) == ["a"])
    #expect(vendor.requests.count <= 3)
    #expect(stage.log.text.contains("lost its place"))
  }

  @Test func `ends where the service's does not`() throws {
    let vendor = Vendor { _, number in
      .answer(200, Self.page(["v\(number)"], next: "t\(number)"))
    }
    let stage = try Stage(vendor)
    #expect(try stage.plugin.voices().count == VoiceList.mostPages)
    #expect(stage.log.text.contains("does not end"))
  }

  @Test func `The list of voices tells what the labels tell`() throws {
    let json = #"""
      {"voice_id":"x","name":"Xenia","description":"Calm.","labels":{"gender":"female",
      "age":"middle_aged","accent":"british","language":"en","use_case":"narration"},
      "verified_languages":[{"language":"de","locale":"de-AT"},{"language":"en"}]}
      """#
    let parsed = try #require(Json(parsing: Array(json.utf8)))
    let voice = try #require(VoiceList.info(parsed, 24000))
    #expect(voice.name == "Xenia")
    #expect(voice.gender == .female)
    #expect(voice.age == 45)
    #expect(voice.languages == ["en", "de-AT", "de"])
    #expect(voice.summary == "british, narration, Calm.")
    #expect(voice.rateHertz == 24000)
  }

  @Test(arguments: [
    #"{"voice_id":"x","labels":null}"#, #"{"voice_id":"x","labels":[],"verified_languages":3}"#,
    #"{"voice_id":"x","name":7,"labels":{"gender":1,"age":[]}}"#,
  ])
  func `invalid labels of voices do no harm`(json: String) throws {
    let voice = VoiceList.info(try #require(Json(parsing: Array(json.utf8))), 24000)
    #expect(voice?.name == "x")
    #expect(voice?.languages == ["en"])
  }

  @Test func `is the few that all accounts have without a key`() throws {
    let vendor = Vendor { _, _ in .answer(500, "") }
    let stage = try Stage(vendor.address, key: "")
    let voices = try stage.plugin.voices()
    #expect(voices.count == 8)
    #expect(voices.filter(\.isDefault).map(\.name) == ["Daniel"])
    #expect(vendor.connections == 0)
    #expect(stage.log.text.contains("Without a key"))
  }

  @Test(arguments: [
    (401, "{}", CUE_E_CREDENTIALS), (500, "", CUE_E_SERVICE), (200, "<html>", CUE_E_SERVICE),
    (200, "{}", CUE_E_SERVICE), (200, "[]", CUE_E_SERVICE),
  ])
  func `fails with a reason where there is a key`(status: Int, body: String, expected: Int32)
    throws
  {
    let vendor = Vendor { _, _ in .answer(status, body) }
    do {
      _ = try Stage(vendor).plugin.voices()
      Issue.record("a list came from nowhere")
    } catch {
      #expect((error as? PluginFailure)?.status == expected)
    }
  }

  @Test func `The list of voices ends when it is cancelled`() throws {
    let stage = Mutexed<Stage?>(nil)
    let vendor = Vendor { _, _ in [.run { stage.value?.plugin.cancel() }, .hang] }
    let cancelled = try Stage(vendor)
    stage.value = cancelled
    #expect(try cancelled.plugin.voices().isEmpty)
  }
}
