import CueABI
import Testing

@testable import CuePluginKit
@testable import ElevenLabsPlugin
@testable import ServicePlugin

@Suite struct `A refusal of the service` {
  private func failure(_ status: Int, _ body: String, key: String = "") -> PluginFailure {
    ElevenLabsService().failure(
      AnswerHead(status: status, headers: ["retry-after": "3"]), ServiceError(Array(body.utf8)),
      key: key, unixSeconds: 0)
  }

  @Test(arguments: [
    (
      400, #"{"detail":{"status":"voice_not_found","message":"A voice was not found."}}"#,
      CUE_E_VOICE
    ),
    (400, #"{"detail":{"status":"max_character_limit_exceeded"}}"#, CUE_E_TEXT_TOO_LONG),
    (400, #"{"detail":{"type":"validation_error","code":"invalid_parameters"}}"#, CUE_E_INVALID),
    (400, #"{"detail":{"code":"model_not_found"}}"#, CUE_E_MODEL),
    (
      401, #"{"detail":{"status":"invalid_api_key","message":"Invalid API key"}}"#,
      CUE_E_CREDENTIALS
    ),
    (401, #"{"detail":{"status":"quota_exceeded","message":"0 left"}}"#, CUE_E_QUOTA),
    (401, "", CUE_E_CREDENTIALS), (402, "{}", CUE_E_QUOTA), (403, "no", CUE_E_PERMISSION),
    (403, #"{"detail":{"status":"output_format_not_allowed"}}"#, CUE_E_PERMISSION),
    (404, "<html>", CUE_E_NOT_FOUND), (408, "", CUE_E_TIMEOUT), (409, "{}", CUE_E_INVALID),
    (413, "", CUE_E_TEXT_TOO_LONG), (422, #"{"detail":[]}"#, CUE_E_INVALID),
    (425, "", CUE_E_SERVICE), (429, "{}", CUE_E_RATE_LIMIT),
    (429, #"{"detail":{"status":"quota_exceeded"}}"#, CUE_E_QUOTA), (500, "", CUE_E_SERVICE),
    (503, #"{"detail":{"status":"quota_exceeded"}}"#, CUE_E_SERVICE), (307, "", CUE_E_NOT_FOUND),
  ])
  func `A refusal of the service has a status of its own`(
    status: Int, body: String, expected: Int32
  ) {
    let failure = failure(status, body)
    #expect(failure.status == expected)
    #expect(failure.detail == Int32(status))
    #expect(failure.retryAfterMilliseconds == 3000)
    #expect(failure.sentence.hasSuffix("."))
    #expect(failure.sentence.contains("HTTP \(status)"))
  }

  @Test(arguments: [
    #"{"detail":{"message":"too bad"}}"#, #"{"detail":"too bad"}"#, #"{"message":"too bad"}"#,
    #"{"detail":[{"msg":"too bad"}]}"#, #"{"error":{"message":"too bad"}}"#, #""too bad""#,
    #"{"detail":{"code":1,"message":"too bad"}}"#,
  ])
  func `is quoted, whatever form it has`(body: String) {
    #expect(failure(400, body).sentence.contains("“too bad”"))
  }

  @Test(arguments: [
    "", "<html><body>502 Bad Gateway</body></html>", "{", "[]", "null", "{\"detail\":null}",
  ])
  func `is a plain sentence where the service says nothing readable`(body: String) {
    #expect(failure(502, body).sentence == "ElevenLabs failed (HTTP 502). Try again later.")
  }

  @Test func `names the fields of a request that is not understood`() {
    let body =
      #"{"detail":[{"loc":["body","voice_settings","speed"],"msg":"too large","type":"x"},"#
      + #"{"loc":["body","tags",2],"msg":"no text"}]}"#
    let failure = failure(422, body)
    #expect(failure.sentence.contains("voice_settings.speed, tags.2"))
    #expect(failure.sentence.contains("too large; no text"))
  }

  @Test func `never quotes the key, a control character or a whole book`() {
    let key = "sk_secret"
    let book = "\(key)\\n\\u001b[31m\(key)\(key) " + String(repeating: "ü", count: 5000)
    let failure = failure(401, #"{"detail":"\#(book)"}"#, key: key)
    #expect(!failure.sentence.contains(key))
    #expect(failure.sentence.contains("[key]"))
    #expect(!failure.sentence.unicodeScalars.contains { $0.value < 32 })
    #expect(failure.sentence.utf8.count <= 512)
  }

  @Test func `deeply nested answers do no harm`() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(ServiceError(Array(deep.utf8)) == ServiceError([]))
    let closed = String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000)
    #expect(ServiceError(Array("{\"detail\":\(closed)}".utf8)).message.isEmpty)
  }
}
