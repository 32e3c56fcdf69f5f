import Testing

@testable import CuePluginKit
@testable import ElevenLabsPlugin
@testable import ServicePlugin

@Suite struct `A model` {
  private static let models = Models(besideLibrary: LogBook.library)

  @Test(
    arguments: [
      ("eleven_turbo_v2_5", 40_000), ("eleven_flash_v2_5", 40_000), ("eleven_turbo_v2", 30_000),
      ("eleven_flash_v2", 30_000), ("eleven_multilingual_v2", 10_000),
      ("eleven_multilingual_v1", 10_000), ("eleven_monolingual_v1", 10_000), ("eleven_v3", 5000),
      ("eleven_v4", 10_000), ("eleven_v4_turbo", 10_000), ("eleven_v3_conversational", 5000),
      ("next_year", 3000), ("", 3000),
    ] as [(String, UInt32)])
  func `has a limit, which elevenlabs.json knows`(model: String, characters: UInt32) {
    #expect(Self.models.model(model).characters == characters)
  }

  @Test func `that the file does not know gets nothing that it could refuse`() {
    let model = Self.models.model("next_year")
    #expect(!model.isKnown && model.direction == .none && !model.takesContext)
    #expect(!model.takesStyle && !model.takesSpeakerBoost && !model.takesLanguage)
    #expect(model.pronunciation == .none && !model.stitches)
    let listed = Json(
      parsing: Array(
        #"[{"model_id":"next_year","can_use_style":true,"maximum_text_length_per_request":700}]"#
          .utf8))?.list
    let told = Models.model(model, in: listed ?? [])
    #expect(told.takesStyle && !told.takesSpeakerBoost && told.characters == 700)
  }

  @Test func `is known by a special form of its name, and not by its beginning`() {
    #expect(Self.models.model("eleven_v4_turbo_2027").direction == .tags)
    #expect(!Self.models.model("eleven_v40").isKnown)
    #expect(!Self.models.model("eleven").isKnown)
  }

  @Test func `a retired model has a successor`() {
    #expect(Self.models.model("eleven_turbo_v2_5").end.successor == "eleven_flash_v2_5")
    #expect(Self.models.model(Settings().model).end == ModelEnd(nil), "the usual one does not end")
  }

  @Test func `the end of a model is announced some months ahead`() {
    let end = ModelEnd(Json(parsing: Array(#"{"ends":"2027-01-06","successor":"b"}"#.utf8)))
    let day = 86_400.0
    let last = 20_824 * day  // 6 January 2027
    #expect(end.notice(of: "a", unixSeconds: last - 200 * day) == nil)
    #expect(
      end.notice(of: "a", unixSeconds: last - day)
        == "The model a ends on 2027-01-06. Its successor is b: set model.")
    #expect(
      end.notice(of: "a", unixSeconds: last + 1)?.hasPrefix("The model a ended") == true)
    #expect(
      ModelEnd(Json(parsing: Array(#"{"ends":"soon"}"#.utf8))).notice(of: "a", unixSeconds: last)
        == nil)
  }
}

@Suite struct `A line for a model with audio tags` {
  private func sent(
    _ request: SpeechRequest, model: String = "eleven_v4"
  ) -> (text: String?, order: SpeechOrder) {
    let models = Models(besideLibrary: LogBook.library)
    var settings = Settings()
    settings.model = model
    let order = SpeechOrder(
      request, voice: "v", settings: settings, model: models.model(model), models: models,
      earlier: [])
    return (order.body["text"]?.text, order)
  }

  @Test(
    arguments: [
      // tones, direction, text
      ([], "", "Stay."), (["angry"], "", "[angry] Stay."),
      (["angry"], "angrily", "[angrily] Stay."),
      (["sad"], "close to tears", "[close to tears] [sad] Stay."),
      ([], "(turning, quietly)", "[turning] [quietly] Stay."),
      (["nobody's"], "", "Stay."), ([], "a; b; c; d", "[a] [b] [c] Stay."),
      ([], "[laughs]", "[laughs] Stay."),
    ] as [([String], String, String)])
  func `has its tones and its direction in front`(
    tones: [String], direction: String, text: String
  ) {
    #expect(sent(.line("Stay.", tones: tones, direction: direction)).text == text)
    #expect(
      sent(.line("Stay.", tones: tones, direction: direction), model: "eleven_v3").text == text)
  }

  @Test func `a direction that is a sentence does not become a tag, and this is reported`() {
    let long = "one two three four five six seven eight nine"
    let (text, order) = sent(.line("Stay.", direction: long + ", softly"))
    #expect(text == "[softly] Stay.")
    #expect(order.notes == [.ignored(.direction)])
  }

  @Test func `earlier text is sent if the model takes it`() {
    let four = sent(.line("Stay.", direction: "softly", previous: "Go.", next: "Why?")).order
    #expect(four.body["previous_text"] == .text("Go.") && four.body["next_text"] == .text("Why?"))
    #expect(four.notes.isEmpty)
    #expect(four.body["voice_settings"]?["style"] == nil)
    #expect(four.body["voice_settings"]?["use_speaker_boost"] == nil)
    #expect(sent(.line("Stay.", speed: 1.1)).order.notes == [.clamped(.speed, 1)])
  }

  @Test func `has the sounds of a lexicon between slashes`() {
    var request = SpeechRequest.line("Aoife's here, AOIFE! Not Aoifes.")
    request.lexicon = ["aoife": "/ˈiːfə/"]
    #expect(sent(request).text == "/ˈiːfə/'s here, /ˈiːfə/! Not Aoifes.")
    #expect(sent(request, model: "eleven_flash_v2_5").text == request.text)
  }

  @Test func `has words at the times of the text that was asked for`() {
    var request = SpeechRequest.line("Aoife is here.", direction: "softly")
    request.lexicon = ["aoife": "iːfə"]
    let order = sent(request).order
    let letters = order.sent.text.unicodeScalars.map { String($0) }
    #expect(order.sent.text == "[softly] /iːfə/ is here.")
    var timer = WordTimer(text: request.text, sent: order.sent, rateHertz: 10)
    timer.take(
      Alignment(characters: letters, startSeconds: letters.indices.map { Double($0) }),
      pieceAtFrame: 0)
    #expect(!timer.hasParted)
    #expect(
      timer.due(from: 0, before: .max) == [
        .init(frame: 90, textRange: 0..<5), .init(frame: 160, textRange: 6..<8),
        .init(frame: 190, textRange: 9..<14),
      ])
  }
}
