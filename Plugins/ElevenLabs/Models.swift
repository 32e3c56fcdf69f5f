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
