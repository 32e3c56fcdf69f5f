import CueABI
import TestSupport
import Testing

@testable import CuePluginKit
@testable import OpenAIPlugin
@testable import ServicePlugin

@Suite(.timeLimit(.minutes(1))) struct `A model that converses` {
  /// An answer of events: what is said, and its sound.
  private static func events(_ said: [String], _ sound: [[UInt8]]) -> [UInt8] {
    var lines = said.map {
      #"data: {"choices":[{"delta":{"audio":{"transcript":"\#($0)"}}}]}"#
    }
    lines += sound.map {
      #"data: {"choices":[{"delta":{"audio":{"data":"\#(base64($0))"}}}]}"#
    }
    return Array((lines.joined(separator: "\r\n\r\n") + "\n\ndata: [DONE]\n\n").utf8)
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = Array(bytes[start..<min(start + 3, bytes.count)])
      let bits = (0..<3).reduce(0) { $0 << 8 | ($1 < part.count ? Int(part[$1]) : 0) }
      for place in 0..<4 {
        text.append(place <= part.count ? letters[bits >> (18 - 6 * place) & 63] : "=")
      }
    }
    return text
  }

  private func stage(_ bytes: [UInt8], pieces: Int = 3) throws -> (Stage, Vendor) {
    let parts = stride(from: 0, to: bytes.count, by: pieces).map {
      Array(bytes[$0..<min($0 + pieces, bytes.count)])
    }
    let vendor = Vendor { _, _ in .stream(parts, "text/event-stream") }
    let stage = try Stage(vendor)
    try stage.set(.model, "gpt-audio-1.5")
    return (stage, vendor)
  }

  @Test func `says the words of a line, at any split of its answer`() throws {
    for pieces in [1, 2, 7, 1000] {
      let (stage, vendor) = try stage(
        Self.events(["Stay", " here, ", "Nora!"], [[1, 0, 2], [0, 3, 0]]), pieces: pieces)
      let listener = try stage.speak(.line("Stay here, Nora.", direction: "softly"))
      #expect(listener.samples == [1, 2, 3])
      let request = try #require(vendor.requests.last)
      #expect(request.target == "/v1/chat/completions")
      let body = try #require(Json(parsing: request.body))
      #expect(body["model"]?.text == "gpt-audio-1.5" && body["stream"]?.bool == true)
      #expect(body["audio"]?["format"]?.text == "pcm16" && body["audio"]?["voice"]?.text == "alloy")
      let messages = body["messages"]?.list ?? []
      #expect(messages.last?["content"]?.text == "Stay here, Nora.")
      #expect(messages.first?["content"]?.text?.hasSuffix("Say this line softly.") == true)
    }
  }

  @Test func `fails where it says other words, or not all of them`() throws {
    for said in [["Go away."], ["Stay here, Nora, please."], ["Stay here."]] {
      let (stage, _) = try stage(Self.events(said, [[1, 0]]))
      let failure = stage.failure(.line("Stay here, Nora."))
      #expect(failure?.status == CUE_E_UNSUPPORTED, "\(said)")
      #expect(failure?.sentence.contains("other words") == true)
    }
  }

  @Test(arguments: [
    ("It's 5 o'clock.", "It's five o'clock."), ("Good night!", "Goodnight."),
    ("“Why?” she said — twice.", "Why? She said, twice."), ("ÄRA mine", "Ära mine."),
  ])
  func `may write the same words otherwise`(text: String, said: String) throws {
    #expect(SaidWords(text).isSame(as: SaidWords(said)))
    #expect(SaidWords(text).mayBegin(with: SaidWords(String(said.prefix(4)))))
  }

  @Test func `that refuses, sends a page or nothing is no sound`() throws {
    let refusal = Array(#"data: {"choices":[{"delta":{"refusal":"I cannot."}}]}"#.utf8)
    let (stage, _) = try stage(refusal)
    #expect(stage.failure()?.sentence.contains("“I cannot.”") == true)
    let vendor = Vendor { _, _ in .answer(200, "<html></html>", type: "text/html") }
    let other = try Stage(vendor)
    try other.set(.model, "gpt-audio-1.5")
    #expect(other.failure()?.status == CUE_E_FORMAT)
    #expect(vendor.requests.count == 1)
  }

  @Test func `A model that converses says its speed as its own`() throws {
    let (stage, _) = try stage(Self.events(["Stay."], [[1, 0]]))
    #expect(stage.voice.traits.speed == nil)
    #expect(
      try stage.speak(.line("Stay.", speed: 1.5)).honoured.map(\.field)
        == [SpeechField.speed.rawValue])
  }
}

@Suite struct `The models of a service` {
  private static let models = Models(besideLibrary: LogBook.library)

  @Test func `that are used without a setting do not end`() {
    for use in [Models.Use.speaking, .hearing] {
      let id = Self.models.usualModel(for: use, isOriginal: true, listed: [])
      #expect(!id.isEmpty && Self.models.model(id).end.day.isEmpty, "\(id)")
    }
  }

  @Test(
    arguments: [
      ([], "tts-1"), (["kokoro"], "kokoro"), (["llama", "piper-en"], "piper-en"),
      (["whatever"], "whatever"), (["llama", "qwen"], "tts-1"), (["kokoro", "tts-1"], "tts-1"),
    ] as [([String], String)])
  func `models of another server are those that it lists`(listed: [String], id: String) {
    #expect(Self.models.usualModel(for: .speaking, isOriginal: false, listed: listed) == id)
  }

  @Test(
    arguments: [
      ("gpt-4o-mini-tts-2025-12-15", true, "2027-01-06"), ("tts-1-hd", false, "2027-01-06"),
      ("gpt-5-tts", true, ""), ("kokoro", false, ""), ("mine", false, ""),
      ("gpt-audio-1.5", true, ""),
    ])
  func `take directions and end as openai.json says`(id: String, takes: Bool, day: String) {
    let model = Self.models.model(id)
    #expect(model.takesInstructions == takes && model.end.day == day)
  }

  @Test func `that hear get names in a list of their own where they take that`() {
    let model = Self.models.model("gpt-transcribe")
    #expect(model.takesKeywords && model.answer == .plain(hasLogarithms: false))
    let order = TranscriptionOrder(
      [0], rateHertz: 16_000, model: model, language: "en", prompt: "", keywords: ["Nora"],
      answer: model.answer, boundary: "b")
    let text = String(decoding: order.body, as: UTF8.self)
    #expect(text.contains("name=\"keywords[]\"\r\n\r\nNora\r\n"))
    #expect(Self.models.model("whisper-1").end.successor == "gpt-transcribe")
  }
}
