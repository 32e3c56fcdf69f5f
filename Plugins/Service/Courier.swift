import CueABI
import CuePluginKit

/// Sends requests, tries again where that makes sense, and turns what went wrong into a sentence.
package struct Courier {
  let connection: HTTPConnection
  package let host: PluginHost
  package let service: any RemoteService
  let key: String
  let site: Site
  let timeoutSeconds: Double
  let retry: RetryPolicy
  package let goesOn: () -> Bool

  package init(
    connection: HTTPConnection, host: PluginHost, service: any RemoteService, key: String,
    site: Site, timeoutSeconds: Double,
    retry: RetryPolicy, goesOn: @escaping () -> Bool
  ) {
    self.connection = connection
    self.host = host
    self.service = service
    self.key = key
    self.site = site
    self.timeoutSeconds = timeoutSeconds
    self.retry = retry
    self.goesOn = goesOn
  }

  /// An error's body is not read any further.
  private static let longestErrorBytes = 65_536

  /// Asks for `target`, or posts `body` of that `type` there, and gives the head of the good answer that `reader`
  /// has read; nothing when it was stopped.
  package func fetch(
    _ target: String, body: [UInt8]? = nil, type: String = "application/json",
    into reader: some AnswerReader
  ) throws(PluginFailure) -> AnswerHead? {
    let agent = host.version.isEmpty ? "Cue" : "Cue/\(host.version)"
    var headers =
      service.headers(key: key) + ["Accept: */*", "Expect:", "User-Agent: \(agent)"]
    if body != nil { headers.append("Content-Type: \(type)") }
    let call = HTTPCall(
      url: site.base + target, headers: headers, body: body, timeoutSeconds: timeoutSeconds,
      isDirect: site.isLoopback)
    var attempt = 0
    while true {
      let failure: PluginFailure
      let cause: RetryPolicy.Cause
      switch try exchange(call, reader) {
      case .read(let head): return head
      case .stopped: return nil
      case .failed(let why, let because): (failure, cause) = (why, because)
      }
      guard !reader.hasGiven,
        let wait = retry.waitMilliseconds(
          after: cause, attempt: attempt, unixSeconds: unixSeconds())
      else { throw failure }
      attempt += 1
      let patience = "Trying again in \(Int(wait.rounded())) ms (\(attempt) of \(retry.maximum))."
      host.log(.info, "\(failure.sentence) \(patience)")
      guard connection.wait(milliseconds: wait, while: goesOn) else { return nil }
    }
  }

  /// The same without a second try.
  package var once: Courier {
    Courier(
      connection: connection, host: host, service: service, key: key, site: site,
      timeoutSeconds: timeoutSeconds,
      retry: RetryPolicy(maximum: 0, baseMilliseconds: 1, seed: 0), goesOn: goesOn)
  }

  private enum Outcome {
    case read(AnswerHead)
    case stopped
    case failed(PluginFailure, RetryPolicy.Cause)
  }

  private func exchange(
    _ call: HTTPCall, _ reader: some AnswerReader
  ) throws(PluginFailure) -> Outcome {
    var answer: AnswerHead?
    var isGood = false
    var serviceError: [UInt8] = []
    let end = try connection.exchange(
      call, while: goesOn,
      head: { head throws(PluginFailure) in
        answer = head
        isGood = (200..<300).contains(head.status)
        if isGood { reader.begin(head) }
        return true
      },
      bytes: { bytes throws(PluginFailure) in
        if isGood { return try reader.take(bytes) }
        serviceError += bytes
        return serviceError.count < Self.longestErrorBytes
      })
    guard goesOn() else { return .stopped }
    if let answer, !isGood { return refused(answer, ServiceError(serviceError)) }
    switch end {
    case .whole:
      guard let answer else { return broken("", 0, reader) }
      return try reader.finish() ? .read(answer) : .stopped
    case .stopped: return .stopped
    case .silent: return .failed(silence(hasAnswered: answer != nil, reader), .hopeless)
    case .broken(let code, let words): return broken(words, code, reader)
    case .unreachable(let code, let words):
      return .failed(
        PluginFailure(
          CUE_E_NETWORK, "\(site.base) cannot be reached: \(words).", detail: code), .connection)
    case .untrusted(let code, let words):
      return .failed(
        PluginFailure(
          CUE_E_NETWORK, "\(site.base) cannot be trusted, so no key went there: \(words).",
          detail: code), .hopeless)
    case .nonsense(let code, let words):
      return .failed(
        PluginFailure(CUE_E_SERVICE, "\(site.base) does not speak HTTP: \(words).", detail: code),
        .hopeless)
    }
  }

  private func refused(_ head: AnswerHead, _ serviceError: ServiceError) -> Outcome {
    let failure = service.failure(head, serviceError, key: key, unixSeconds: unixSeconds())
    return .failed(failure, .answer(head, serviceError))
  }

  private func broken(_ words: String, _ code: Int32, _ reader: some AnswerReader) -> Outcome {
    let reason = words.isEmpty ? "" : ": \(words)"
    return .failed(
      PluginFailure(
        CUE_E_NETWORK, "The connection to \(service.name) broke after \(reader.soFar)\(reason).",
        detail: code), .connection)
  }

  private func silence(hasAnswered: Bool, _ reader: some AnswerReader) -> PluginFailure {
    let patience = "\(timeoutSeconds) s (timeout)"
    return PluginFailure(
      CUE_E_TIMEOUT,
      hasAnswered
        ? "\(service.nameAtStart) sent nothing more for \(patience), after \(reader.soFar)."
        : "\(service.nameAtStart) did not answer within \(patience).")
  }
}
