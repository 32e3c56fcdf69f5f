import CueABI
import ServicePlugin

/// What is ElevenLabs' own about requests and answers.
struct ElevenLabsService: RemoteService {
  let name = "ElevenLabs"

  func headers(key: String) -> [String] { ["xi-api-key: \(key)"] }

  func refusal(_ status: Int, _ serviceError: ServiceError) -> Refusal {
    if (400..<500).contains(status), let refusal = refusal(code: serviceError) { return refusal }
    switch status {
    case 402:
      return Refusal(
        CUE_E_QUOTA, "The ElevenLabs account is not paid up", "Check its plan and billing.")
    case 403:
      return Refusal(
        CUE_E_PERMISSION, "The ElevenLabs account may not do this",
        "Sound at 44.1 kHz needs the Pro tier; a voice or model may need one too.")
    case 429 where serviceError.isAboutConcurrency:
      return Refusal(CUE_E_RATE_LIMIT, "The ElevenLabs account has too many requests at once")
    default: return .usual(status, serviceError, of: self)
    }
  }

  /// The service's own words count more than its numbers: a used-up account answers 401.
  private func refusal(code serviceError: ServiceError) -> Refusal? {
    if serviceError.isAboutQuota {
      return Refusal(
        CUE_E_QUOTA, "The ElevenLabs account has no characters left",
        "Wait until they are renewed, or take a larger plan; other voices need none.")
    }
    if serviceError.says("invalid_api_key", "missing_permissions", "needs_authorization") {
      return Refusal(
        CUE_E_CREDENTIALS, "ElevenLabs does not accept the API key",
        "Check key and its permissions.")
    }
    if serviceError.says(
      "voice_not_found", "voice_does_not_exist", "invalid_voice_id", "invalid_uid")
    {
      return Refusal(
        CUE_E_VOICE, "ElevenLabs knows no such voice", "The list of voices has those it knows.")
    }
    if serviceError.says("model_not_found", "invalid_model_id", "model_does_not_exist") {
      return Refusal(CUE_E_MODEL, "ElevenLabs knows no such model", "Check model.")
    }
    if serviceError.says("max_character_limit_exceeded", "text_too_long") {
      return Refusal(CUE_E_TEXT_TOO_LONG, "The text is too long for the service")
    }
    if serviceError.says("output_format_not_allowed", "subscription_required") {
      return Refusal(
        CUE_E_PERMISSION, "The ElevenLabs account has no such sound",
        "pcm_44100 needs the Pro tier.")
    }
    return nil
  }
}
