import ServicePlugin

/// What is known of the service's models by their names, without asking.
enum Models {
  /// How much text one request may hold, by the beginning of the model's name.
  ///
  /// The first that fits counts.
  private static let limits: [(beginning: String, characters: UInt32)] = [
    ("eleven_flash_v2_5", 40_000), ("eleven_turbo_v2_5", 40_000),
    ("eleven_flash_v2", 30_000), ("eleven_turbo_v2", 30_000),
    ("eleven_multilingual", 10_000), ("eleven_english", 10_000), ("eleven_monolingual", 10_000),
  ]

  /// The longest text, in bytes.
  ///
  /// The limit counts characters, which are never more than bytes. A model nobody has heard of is
  /// given little.
  static func maximumTextBytes(_ model: String) -> UInt32 {
    limits.first { model.hasPrefix($0.beginning) }?.characters ?? 3000
  }

  /// Whether a model of that name is known, so that its limit need not be asked for.
  static func isKnown(_ model: String) -> Bool {
    limits.contains { model.hasPrefix($0.beginning) }
  }

  /// The longest text of each model in the service's list, in characters, by the model's id.
  ///
  /// Where the list names a limit of the account beside that of the model, the smaller one counts.
  static func limits(in list: [Json]) -> [String: UInt32] {
    var limits: [String: UInt32] = [:]
    for model in list {
      guard let id = model["model_id"]?.text else { continue }
      let given = [
        "maximum_text_length_per_request", "max_characters_request_subscribed_user",
      ].compactMap { model[$0]?.number }.filter { $0 >= 1 && $0 <= 1_000_000 }
      limits[id] = given.min().map { UInt32($0) }
    }
    return limits
  }

  /// Whether it takes text before and after the line; a model that does not refuses the whole request.
  static func takesContext(_ model: String) -> Bool { !isThird(model) }

  /// Whether it can be told a language; the others hear it from the text, or speak English only.
  static func takesLanguage(_ model: String) -> Bool {
    if model == "eleven_turbo_v2" || model == "eleven_flash_v2" { return false }
    return !["eleven_multilingual", "eleven_english", "eleven_monolingual"].contains {
      model.hasPrefix($0)
    }
  }

  /// The third generation: no stitching, no speaker boost, and stability in three steps only.
  static func isThird(_ model: String) -> Bool { model.hasPrefix("eleven_v3") }
}
