import CueABI
import CuePluginKit

/// The one table from what the service answers to what a user reads.
package enum Refusal {
  /// The failure for an answer that is no success.
  ///
  /// The `serviceError` is what the answer's body says, the `key` never shows up in the sentence, and
  /// `now` counts from 1970, for a date in `retry-after`.
  package static func failure(
    _ head: AnswerHead, _ serviceError: ServiceError, key: String, unixSeconds now: Double
  ) -> PluginFailure {
    let (status, words) = row(head.status, serviceError)
    let asked = RetryPolicy.askedMilliseconds(head, unixSeconds: now) ?? 0
    var quoted = "HTTP \(head.status)"
    let message = oneLine(scrubbed(serviceError.message, key), atMost: 200)
    if !message.isEmpty { quoted += ": “\(message)”" }
    return PluginFailure(
      status, "\(words.what) (\(quoted)).\(words.advice.isEmpty ? "" : " ")\(words.advice)",
      detail: Int32(head.status),
      retryAfterMilliseconds: UInt32(min(asked, Double(UInt32.max / 2))))
  }

  private typealias Words = (what: String, advice: String)

  private static func row(_ status: Int, _ serviceError: ServiceError) -> (Int32, Words) {
    if (400..<500).contains(status), let row = row(code: serviceError) { return row }
    switch status {
    case 300..<400:
      return (
        CUE_E_SERVICE,
        (
          "The service points to another address, and Cue takes no key there",
          "If it has moved, set base-url."
        )
      )
    case 401: return (CUE_E_CREDENTIALS, ("ElevenLabs does not accept the API key", "Check key."))
    case 402: return (CUE_E_QUOTA, ("The ElevenLabs account is not paid up", ""))
    case 403:
      return (
        CUE_E_PERMISSION,
        (
          "The ElevenLabs account may not do this",
          "Sound at 44.1 kHz needs the Pro tier; a voice or model may need one too."
        )
      )
    case 404:
      return (
        CUE_E_NOT_FOUND,
        ("The service does not know what was asked for", "Check voice and base-url.")
      )
    case 408: return (CUE_E_TIMEOUT, ("The service waited too long for the request", ""))
    case 413: return (CUE_E_TEXT_TOO_LONG, ("The text is too long for the service", ""))
    case 422:
      let fields = serviceError.fields.filter { !$0.isEmpty }.joined(separator: ", ")
      let what = "ElevenLabs does not accept the request"
      return (
        CUE_E_INVALID,
        (fields.isEmpty ? what : "\(what), because of \(oneLine(fields, atMost: 100))", "")
      )
    case 425, 500...: return (CUE_E_SERVICE, ("ElevenLabs failed", "Try again later."))
    case 429:
      return (
        CUE_E_RATE_LIMIT,
        (
          serviceError.isAboutConcurrency
            ? "The ElevenLabs account has too many requests at once"
            : "ElevenLabs asks to slow down", ""
        )
      )
    case 400..<500: return (CUE_E_INVALID, ("ElevenLabs does not accept the request", ""))
    default: return (CUE_E_NETWORK, ("The service gave an answer that makes no sense", ""))
    }
  }

  /// The service's own words count more than its numbers: a used-up account answers 401.
  private static func row(code serviceError: ServiceError) -> (Int32, Words)? {
    if serviceError.isAboutQuota {
      return (CUE_E_QUOTA, ("The ElevenLabs account has no characters left", ""))
    }
    if serviceError.says("invalid_api_key", "missing_permissions", "needs_authorization") {
      return (
        CUE_E_CREDENTIALS,
        ("ElevenLabs does not accept the API key", "Check key and its permissions.")
      )
    }
    if serviceError.says(
      "voice_not_found", "voice_does_not_exist", "invalid_voice_id", "invalid_uid")
    {
      return (
        CUE_E_VOICE, ("ElevenLabs knows no such voice", "The list of voices has those it knows.")
      )
    }
    if serviceError.says("model_not_found", "invalid_model_id", "model_does_not_exist") {
      return (CUE_E_MODEL, ("ElevenLabs knows no such model", "Check model."))
    }
    if serviceError.says("max_character_limit_exceeded", "text_too_long") {
      return (CUE_E_TEXT_TOO_LONG, ("The text is too long for the service", ""))
    }
    if serviceError.says("output_format_not_allowed", "subscription_required") {
      return (
        CUE_E_PERMISSION,
        ("The ElevenLabs account has no such sound", "pcm_44100 needs the Pro tier.")
      )
    }
    return nil
  }
}
