import CueABI
import CuePluginKit

/// A service on a network: the particulars of its requests and answers.
package protocol RemoteService: Sendable {
  /// What users call it, as it stands within a sentence: "ElevenLabs", "the server at 127.0.0.1:8880".
  var name: String { get }
  /// The headers that carry `key`.
  func headers(key: String) -> [String]
  /// What an answer that is not a success means.
  func refusal(_ status: Int, _ serviceError: ServiceError) -> Refusal
}

extension RemoteService {
  /// The name at the beginning of a sentence.
  package var nameAtStart: String { name.prefix(1).uppercased() + name.dropFirst() }

  /// The failure for an answer that is not a success.
  ///
  /// The `serviceError` is what the answer's body says, the `key` never shows up in the sentence, and
  /// `now` counts from 1970, for a date in `retry-after`.
  package func failure(
    _ head: AnswerHead, _ serviceError: ServiceError, key: String, unixSeconds now: Double
  ) -> PluginFailure {
    let refusal = refusal(head.status, serviceError)
    let asked = RetryPolicy.askedMilliseconds(head, unixSeconds: now) ?? 0
    var quoted = "HTTP \(head.status)"
    let message = oneLine(scrubbed(serviceError.message, key), atMost: 200)
    if !message.isEmpty { quoted += ": “\(message)”" }
    var advice = refusal.advice.isEmpty ? "" : " \(refusal.advice)"
    // That is too long to wait within a line, so the user must decide.
    if asked > RetryPolicy.capMilliseconds {
      advice += " It asks to wait for \(waitWords(seconds: asked / 1000))."
    }
    return PluginFailure(
      refusal.status, "\(refusal.what) (\(quoted)).\(advice)", detail: Int32(head.status),
      retryAfterMilliseconds: UInt32(min(asked, Double(UInt32.max / 2))))
  }
}

/// What an answer that is not a success means.
package struct Refusal {
  /// One of the `CUE_E_…` values.
  package var status: Int32
  /// A sentence without its full stop.
  package var what: String
  /// A sentence, or nothing.
  package var advice: String

  package init(_ status: Int32, _ what: String, _ advice: String = "") {
    self.status = status
    self.what = what
    self.advice = advice
  }

  /// What a status means from any `service` that does not say more.
  package static func usual(
    _ status: Int, _ serviceError: ServiceError, of service: some RemoteService
  ) -> Refusal {
    let name = service.nameAtStart
    switch status {
    case 300..<400:
      return Refusal(
        CUE_E_NOT_FOUND, "\(name) points to another address, and Cue takes no key there",
        "If it has moved, set base-url.")
    case 401:
      return Refusal(CUE_E_CREDENTIALS, "\(name) does not accept the API key", "Check key.")
    case 402:
      return Refusal(CUE_E_QUOTA, "The account is not paid up", "Check its plan and billing.")
    case 403: return Refusal(CUE_E_PERMISSION, "The account may not do this")
    case 404:
      return Refusal(
        CUE_E_NOT_FOUND, "The service does not know what was asked for",
        "Check voice and base-url.")
    case 408: return Refusal(CUE_E_TIMEOUT, "The service waited too long for the request")
    case 413: return Refusal(CUE_E_TEXT_TOO_LONG, "The text is too long for the service")
    case 422:
      let fields = serviceError.fields.filter { !$0.isEmpty }.joined(separator: ", ")
      let what = "\(name) does not accept the request"
      return Refusal(
        CUE_E_INVALID,
        fields.isEmpty ? what : "\(what), because of \(oneLine(fields, atMost: 100))")
    case 425, 500...: return Refusal(CUE_E_SERVICE, "\(name) failed", "Try again later.")
    case 429: return Refusal(CUE_E_RATE_LIMIT, "\(name) asks to slow down")
    case 400..<500: return Refusal(CUE_E_INVALID, "\(name) does not accept the request")
    default: return Refusal(CUE_E_NETWORK, "The service gave an answer that makes no sense")
    }
  }
}
