import Testing

@testable import ServicePlugin

@Suite struct `A new try` {
  private let policy = RetryPolicy(maximum: 3, baseMilliseconds: 1000, seed: 7)

  private func wait(
    _ status: Int, _ headers: [String: String] = [:], body: String = "", attempt: Int = 0,
    now: Double = 0
  ) -> Double? {
    policy.waitMilliseconds(
      after: .answer(AnswerHead(status: status, headers: headers), ServiceError(Array(body.utf8))),
      attempt: attempt, unixSeconds: now)
  }

  @Test(arguments: [408, 425, 429, 500, 502, 503, 529])
  func `follows an answer that may change`(status: Int) {
    #expect(wait(status) != nil)
  }

  @Test(arguments: [301, 400, 401, 402, 403, 404, 409, 413, 422])
  func `does not follow an answer that will not change`(status: Int) {
    #expect(wait(status, ["retry-after": "1"]) == nil)
  }

  @Test func `does not help an account that is used up`() {
    #expect(wait(429, body: #"{"detail":{"status":"quota_exceeded"}}"#) == nil)
  }

  @Test func `comes later each time, give or take a tenth, and not after the last`() {
    for (attempt, expected) in [1000.0, 2000, 4000].enumerated() {
      let wait = wait(429, body: #"{"detail":{"status":"system_busy"}}"#, attempt: attempt) ?? 0
      #expect(abs(wait - expected) <= expected / 10)
    }
    #expect(wait(500, attempt: 3) == nil)
  }

  @Test func `never waits longer than a minute`() {
    let patient = RetryPolicy(maximum: 20, baseMilliseconds: 1000, seed: 3)
    for attempt in 0..<20 {
      let wait = patient.waitMilliseconds(after: .connection, attempt: attempt, unixSeconds: 0)
      #expect((wait ?? .infinity) <= 60_000)
    }
  }

  @Test func `comes soon and evenly while the account's own requests are ahead`() {
    let body = #"{"detail":{"status":"too_many_concurrent_requests","message":"wait"}}"#
    for attempt in 0..<3 {
      let wait = wait(429, body: body, attempt: attempt) ?? 0
      #expect((225...275).contains(wait))
    }
  }

  @Test(
    arguments: [
      (["retry-after-ms": "40", "retry-after": "9"], 40), (["retry-after": "2"], 2000),
      (["retry-after": "0.5"], 500),
      (["retry-after": "Thu, 01 Jan 1970 00:02:00 GMT"], 20_000),
      (["retry-after": "Thu, 01 Jan 1970 00:00:01 GMT"], 0),
      (["x-ratelimit-reset": "103.5"], 3500),
      (["retry-after": "soon", "x-ratelimit-reset": "101"], 1000),
      (["retry-after": "61"], nil),
    ] as [([String: String], Double?)])
  func `comes when the service asks for it`(headers: [String: String], expected: Double?) {
    #expect(wait(429, headers, now: 100) == expected)
  }

  @Test(arguments: [["retry-after": "-1"], ["retry-after": "nan"], ["retry-after": "inf"]])
  func `an invalid time to wait is ignored`(headers: [String: String]) {
    #expect(abs((wait(503, headers) ?? 0) - 1000) <= 100)
  }

  @Test func `is the same for the same seed, and another for another`() {
    func waits(_ seed: UInt64) -> [Double?] {
      let policy = RetryPolicy(maximum: 5, baseMilliseconds: 1000, seed: seed)
      return (0..<5).map {
        policy.waitMilliseconds(after: .connection, attempt: $0, unixSeconds: 0)
      }
    }
    #expect(waits(1) == waits(1))
    #expect(waits(1) != waits(2))
  }

  @Test func `ends within a virtual hour whatever the service says`() {
    var clock = 0.0
    var tries = 0
    while let wait = wait(503, ["retry-after": "60"], attempt: tries, now: clock) {
      clock += wait / 1000
      tries += 1
    }
    #expect(tries == 3)
    #expect(clock == 180)
  }

  @Test(
    arguments: [
      ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
      ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199), ("tomorrow", nil), ("", nil),
      ("Sun, 06 Nov 1994 25:49:37 GMT", nil), ("Sun, 99 Nov 1994 08:49:37 GMT", nil),
    ] as [(String, Double?)])
  func `reads dates as HTTP writes them`(text: String, seconds: Double?) {
    #expect(httpDate(text) == seconds)
  }
}
