import CueSystem

/// What a client gets.
package struct ServerAnswer {
  /// What comes after the head.
  package enum Body {
    case bytes([UInt8])
    case stream(any AnswerStream)
  }

  /// The status of HTTP.
  package var status: Int
  /// Beside those that every answer has.
  package var headers: [RequestHead.Field]
  /// The body.
  package var body: Body

  /// An answer.
  package init(_ status: Int = 200, type: String, _ body: Body) {
    self.status = status
    self.headers = [.init("Content-Type", type)]
    self.body = body
  }

  /// An object as JSON.
  package init(_ status: Int = 200, json: JSONObject) {
    self.init(status, type: "application/json", .bytes(Array(json.line.utf8)))
  }

  /// A text.
  package init(_ status: Int = 200, text: String, type: String = "text/plain; charset=utf-8") {
    self.init(status, type: type, .bytes(Array(text.utf8)))
  }
}

/// A body that is sent as it is made.
package protocol AnswerStream: AnyObject, Sendable {
  /// The next bytes, at most `count`; waits for them. None: the body ends.
  ///
  /// - Throws: whatever breaks the body off
  func read(atMost count: Int) throws -> [UInt8]

  /// Nothing more is read: the body was sent, or the client went away.
  func close()
}

/// Why a client does not get what it asked for.
package struct ServerError: Error, Equatable, Sendable {
  /// The status of HTTP.
  package var status: Int
  /// A word for programs: `voice_not_found`.
  package var code: String
  /// A sentence for people.
  package var sentence: String
  /// The member of the request that is wrong.
  package var member: String?

  /// An error.
  package init(_ status: Int, _ code: String, _ sentence: String, member: String? = nil) {
    self.status = status
    self.code = code
    self.sentence = sentence
    self.member = member
  }

  /// As clients of the OpenAI API read it.
  var answer: ServerAnswer {
    let type =
      switch status {
      case 401, 403: "authentication_error"
      case 429: "rate_limit_error"
      case 400..<500: "invalid_request_error"
      default: "server_error"
      }
    let error = JSONObject([
      ("message", .string(sentence)), ("type", .string(type)),
      ("param", member.map { .string($0) } ?? .null), ("code", .string(code)),
    ])
    var answer = ServerAnswer(status, json: JSONObject([("error", .object(error))]))
    if status == 429 || status == 503 { answer.headers.append(.init("Retry-After", "1")) }
    return answer
  }
}
