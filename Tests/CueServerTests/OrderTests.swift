import CueModel
import Testing

@testable import CueServer

@Suite struct `An order for speech by the OpenAI API` {
  private func order(_ text: String) throws -> SpeechOrder { try SpeechOrder(Array(text.utf8)) }

  @Test func `has the defaults of that API`() throws {
    let order = try order(#"{"model": "tts-1", "input": "Good evening."}"#)
    #expect(order.kind == .mp3 && order.speed == 1 && order.voice == "" && !order.isEvents)
    #expect(order.contentType == "audio/mpeg")
  }

  @Test func `takes all members`() throws {
    let order = try order(
      #"{"input": "Hi", "voice": {"id": "flite:slt"}, "response_format": "pcm", "speed": 2.5, "instructions": "softly", "stream_format": "sse", "unknown": [1]}"#
    )
    #expect(order.voice == "flite:slt" && order.kind == .pcm && order.isEvents)
    #expect(
      order.request.speed == 2.5 && order.request.direction == "softly"
        && order.request.text == "Hi")
  }

  @Test(
    arguments: [
      ("", 400, nil), ("[]", 400, nil), ("{", 400, nil), (#"{"voice": "x"}"#, 400, "input"),
      (#"{"input": " \n"}"#, 400, "input"), (#"{"input": 3}"#, 400, "input"),
      (#"{"input": "a", "voice": 7}"#, 400, "voice"),
      (#"{"input": "a", "voice": {}}"#, 400, "voice"),
      (#"{"input": "a", "response_format": "aac"}"#, 400, "response_format"),
      (#"{"input": "a", "speed": 0.2}"#, 400, "speed"),
      (#"{"input": "a", "speed": "fast"}"#, 400, "speed"),
      (#"{"input": "a", "stream_format": "x"}"#, 400, "stream_format"),
      ("{\"input\": \"" + String(repeating: "a", count: 1_000_001) + "\"}", 413, "input"),
    ] as [(String, Int, String?)])
  func `that is wrong is explained`(text: String, status: Int, member: String?) throws {
    let error = try #require(throws: ServerError.self) { try order(text) }
    #expect(error.status == status && error.member == member, "\(error)")
    #expect(error.sentence.hasSuffix("."))
  }
}

@Suite struct `A transcript` {
  private func transcript() -> Transcript {
    let words = [("good", 1600), ("evening", 4800), ("nora", 40_000)].map { text, start in
      Heard.Word(text, frames: start..<start + 3200, confidence: 0.9)
    }
    return Transcript(
      heard: Heard(text: "good evening nora", words: words, confidence: 0.9), rateHertz: 16_000,
      seconds: 3, language: "en")
  }

  @Test func `has a row for each stretch without a pause`() {
    #expect(transcript().rows.map(\.text) == ["good evening", "nora"])
    let times = transcript().rows.map { [$0.start, $0.end] }
    #expect(times == [[0.1, 0.5], [2.5, 2.7]])
    let silent = Transcript(heard: Heard(text: ""), rateHertz: 16_000, seconds: 1, language: "en")
    #expect(silent.rows.isEmpty)
  }
}
