import Testing

@testable import CuePluginKit
@testable import ElevenLabsPlugin
@testable import ServicePlugin

@Suite struct `An order for speech` {
  private func order(
    _ request: SpeechRequest, _ settings: Settings = Settings(), earlier: [String] = []
  ) -> SpeechOrder {
    let models = Models(besideLibrary: LogBook.library)
    return SpeechOrder(
      request, voice: request.voice, settings: settings, model: models.model(settings.model),
      models: models, earlier: earlier)
  }

  private func body(
    _ request: SpeechRequest, _ settings: Settings = Settings(), earlier: [String] = []
  ) -> String {
    String(decoding: order(request, settings, earlier: earlier).body.written, as: UTF8.self)
  }

  @Test(arguments: goldenBodies)
  func `is the table's, letter by letter`(golden: Golden) {
    var settings = Settings()
    settings.toneTable = golden.table
    #expect(body(.line("Stay.", tones: [golden.tone]), settings) == golden.body)
    #expect(body(.line("Stay.", tones: [golden.tone.uppercased()]), settings) == golden.body)
  }

  @Test func `without tones says the line, the model and the middle settings`() {
    #expect(
      body(.line("Stay."))
        == #"{"text":"Stay.","model_id":"eleven_flash_v2_5","voice_settings":{"stability":0.42,"#
        + #""similarity_boost":0.75,"style":0.3,"use_speaker_boost":true}}"#)
    #expect(order(.line("Stay.")).target == "/v1/text-to-speech/v1/stream?output_format=pcm_24000")
  }

  @Test func `lets an expressive tone beat a calm one`() {
    let settings = order(.line("Stay.", tones: ["sad", "angry"])).body["voice_settings"]
    #expect(settings?["stability"]?.number == 0.28)
  }

  @Test func `differs for two characters with opposite tones`() {
    #expect(body(.line("Stay.", tones: ["angry"])) != body(.line("Stay.", tones: ["intimate"])))
  }

  @Test func `keeps the line as it is and the direction out of it`() {
    let line = " “Stay…”\t\\ \u{1F3AD}\u{0}\n"
    let order = order(
      .line(
        line, tones: ["comedic", "sad"], direction: "hurt, trying to be let in",
        previous: "Who is there?", next: "Nobody."))
    #expect(order.body["text"] == .text(line))
    #expect(
      order.body["previous_text"]
        == .text("sadly, with the weight of it, hurt, trying to be let in. Who is there?"))
    #expect(order.body["next_text"] == .text("Nobody."))
    #expect(Json(parsing: order.body.written) == order.body)
  }

  @Test func `continues earlier sound by its ids, unless a note says how to act`() {
    let ids = ["a", "b"]
    let continued = order(.line("Stay.", previous: "Go.", next: "Why?"), earlier: ids).body
    #expect(continued["previous_request_ids"] == .list([.text("a"), .text("b")]))
    #expect(continued["previous_text"] == nil, "the service would ignore it")
    #expect(continued["next_text"] == .text("Why?"))
    let told = order(.line("Stay.", direction: "calm"), earlier: ids).body
    #expect(told["previous_request_ids"] == nil)
    #expect(told["previous_text"] == .text("calm"))
  }

  @Test func `sends no text before or after the line to a model that would refuse the request`() {
    var settings = Settings()
    settings.model = "eleven_v3"
    let order = order(
      .line("Stay.", tones: ["angry"], direction: "hurt", previous: "Go.", next: "Why?"), settings)
    #expect(order.body["previous_text"] == nil && order.body["next_text"] == nil)
    #expect(order.notes == [.ignored(.context)])
  }

  @Test func `takes settings of the user's own before the tones'`() {
    var settings = Settings()
    (settings.stability, settings.style, settings.similarity) = (0, 0.9, 1)
    settings.usesSpeakerBoost = false
    #expect(
      order(.line("Stay.", tones: ["angry"]), settings).body["voice_settings"]
        == Json(
          parsing: Array(
            #"{"stability":0.0,"similarity_boost":1.0,"style":0.9,"use_speaker_boost":false}"#.utf8)
        )
    )
  }

  @Test func `gives the third generation the steps it knows and no speaker boost`() {
    var settings = Settings()
    settings.model = "eleven_v3"
    let sent = order(.line("Stay.", tones: ["angry"]), settings).body["voice_settings"]
    #expect(sent?["stability"]?.number == 0.5)
    #expect(sent?["use_speaker_boost"] == nil)
  }

  @Test(
    arguments: [
      // asked, table, sent, reported
      (1.0, 0, nil, nil), (1.15, 0, 1.15, nil), (3.0, 0, 1.2, 1.2), (0.1, 0, 0.7, 0.7),
      (1.0, 1, 1.1, nil), (1.2, 1, 1.2, 1.2 / 1.1),
    ] as [(Double, Int, Double?, Double?)])
  func `An order for speech clamps the speed and says so`(
    asked: Double, table: Int, sent: Double?, reported: Double?
  ) {
    var settings = Settings()
    settings.toneTable = table
    let order = order(.line("Stay.", speed: asked, tones: ["angry"]), settings)
    #expect(order.body["voice_settings"]?["speed"]?.number == sent)
    #expect(order.notes == (reported.map { [.clamped(.speed, $0)] } ?? []))
  }

  @Test(
    arguments: [
      ("en-GB", "eleven_turbo_v2_5", "en"), ("de", "eleven_v3", "de"),
      ("ET", "eleven_v3", "et"), ("et", "eleven_flash_v2_5", nil),
      ("nds", "eleven_turbo_v2_5", nil),
      ("en", "eleven_multilingual_v2", nil), ("en", "eleven_turbo_v2", nil),
    ] as [(String, String, String?)])
  func `names the language to models that take it`(tag: String, model: String, code: String?) {
    var settings = Settings()
    settings.model = model
    let order = order(.line("Stay.", language: tag), settings)
    #expect(order.body["language_code"]?.text == code)
    #expect(order.notes == (code == nil ? [.ignored(.language)] : []))
  }

  @Test func `says what it cannot do about pitch, and passes a seed on`() {
    let order = order(.line("Stay.", pitch: 2, seed: .max))
    #expect(order.notes == [.ignored(.pitch)])
    #expect(order.body["seed"] == .integer(4_294_967_295))
  }

  @Test func `the query of an order has the settings that are not in the body`() {
    var settings = Settings()
    settings.outputRate = 3
    settings.latencyOptimization = 4
    settings.keepsNothing = true
    settings.normalization = 2
    let order = order(.line("Stay.", voice: "a/b ü", events: .word), settings)
    #expect(
      order.target == "/v1/text-to-speech/a%2Fb%20%C3%BC/stream/with-timestamps"
        + "?output_format=pcm_44100&optimize_streaming_latency=4&enable_logging=false")
    #expect(order.body["apply_text_normalization"] == .text("off"))
  }
}
