/// What the service says about a request it did not serve, in whatever form it says it.
package struct ServiceError: Equatable, Sendable {
  /// The service's short words for it, lower-case: "quota_exceeded".
  package var codes: Set<String> = []
  /// A sentence, or nothing.
  package var message = ""
  /// The fields that a 422 names.
  package var fields: [String] = []

  /// Reads `{"detail": object, list or text}`, `{"message"}`, `{"error"}`; a page or nothing gives
  /// no words.
  package init(_ body: [UInt8]) {
    guard let json = Json(parsing: body) else { return }
    let detail = json["detail"] ?? json["error"] ?? json
    switch detail {
    case .text(let text): message = text
    case .list(let items):
      for item in items {
        if let text = item["msg"]?.text ?? item["message"]?.text {
          message += message.isEmpty ? text : "; \(text)"
        }
        if let place = item["loc"]?.list { fields.append(Self.field(place)) }
      }
    case .object:
      for name in ["code", "status", "type", "error"] {
        if let code = detail[name]?.text { codes.insert(code.lowercased()) }
      }
      message = detail["message"]?.text ?? ""
      if let field = detail["param"]?.text { fields.append(field) }
    default: break
    }
    if message.isEmpty { message = json["message"]?.text ?? "" }
  }

  private static func field(_ place: [Json]) -> String {
    place.compactMap { step in
      switch step {
      case .text("body"): nil
      case .text(let name): name
      case .integer(let index): String(index)
      default: nil
      }
    }.joined(separator: ".")
  }

  /// Whether the service used one of these words.
  package func says(_ words: String...) -> Bool { words.contains { codes.contains($0) } }

  /// The account's own requests are in each other's way.
  package var isAboutConcurrency: Bool {
    says("too_many_concurrent_requests", "concurrent_limit_exceeded")
  }

  /// The account is used up.
  package var isAboutQuota: Bool {
    says(
      "quota_exceeded", "insufficient_quota", "payment_required", "billing_hard_limit_reached")
  }
}
