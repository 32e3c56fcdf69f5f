import CueABI
import ServicePlugin

/// The particulars of OpenAI's speech interface, also on other servers that offer it.
struct OpenAIService: RemoteService {
  let name: String
  /// It is OpenAI's own, and no server that is like it.
  let isOriginal: Bool

  /// The service at `base`, an address without a slash at its end.
  init(base: String) {
    let authority = base.split(separator: "/", omittingEmptySubsequences: true).dropFirst().first
    isOriginal = authority == "api.openai.com"
    name = isOriginal ? "OpenAI" : "the server at \(oneLine(String(authority ?? ""), atMost: 80))"
  }

  func headers(key: String) -> [String] { key.isEmpty ? [] : ["Authorization: Bearer \(key)"] }

  func refusal(_ status: Int, _ serviceError: ServiceError) -> Refusal {
    let isOurs = (400..<500).contains(status)
    if isOurs, let refusal = refusal(code: serviceError) { return refusal }
    switch status {
    case 402:
      return Refusal(
        CUE_E_QUOTA, "The account at \(name) is not paid up", "Check its plan and billing.")
    case 403:
      return Refusal(
        CUE_E_PERMISSION, "The account at \(name) may not do this",
        "The key may lack a permission; a model may need another account.")
    case 404:
      return Refusal(
        CUE_E_NOT_FOUND, "\(nameAtStart) does not know what was asked for",
        "Check base-url, which mostly ends with /v1, and the model.")
    case 400, 422:
      if mentions(["voice"], in: serviceError) {
        return Refusal(
          CUE_E_VOICE, "\(nameAtStart) does not take that voice",
          "The list of voices has those it knows; the model may have others.")
      }
      return .usual(status, serviceError, of: self)
    case 413: return Refusal(CUE_E_TEXT_TOO_LONG, "That is too much for \(name) at once")
    default: return .usual(status, serviceError, of: self)
    }
  }

  /// The service's own words count more than its numbers: a used-up account answers 429.
  private func refusal(code serviceError: ServiceError) -> Refusal? {
    if serviceError.isAboutQuota {
      return Refusal(
        CUE_E_QUOTA, "The account at \(name) is used up", "Check its plan and billing.")
    }
    if serviceError.says("invalid_api_key", "missing_scope", "account_deactivated") {
      return Refusal(
        CUE_E_CREDENTIALS, "\(nameAtStart) does not accept the API key",
        "Check key and its permissions.")
    }
    if serviceError.says("model_not_found", "invalid_model")
      || ["not found", "not installed", "does not exist", "not supported"].contains(where: {
        mentions(["model", $0], in: serviceError)
      })
    {
      return Refusal(
        CUE_E_MODEL, "\(nameAtStart) does not have that model",
        "Set model to one that speaks, or listen-model to one that listens.")
    }
    if serviceError.says("string_above_max_length", "context_length_exceeded")
      || mentions(["at most", "characters"], in: serviceError)
      || mentions(["maximum", "characters"], in: serviceError)
    {
      return Refusal(
        CUE_E_TEXT_TOO_LONG, "The text is too long for the model",
        "Set max-characters to what it takes, and long texts go in pieces.")
    }
    return nil
  }

  /// Whether all `words` are in what the service says, or one of its fields is the first.
  private func mentions(_ words: [String], in serviceError: ServiceError) -> Bool {
    if words.count == 1, serviceError.fields.contains(words[0]) { return true }
    let message = serviceError.message.lowercased()
    return words.allSatisfy { message.contains($0) }
  }
}
