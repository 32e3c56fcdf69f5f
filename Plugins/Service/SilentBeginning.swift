/// Holds back a silent beginning until it is known that sound follows: an answer that is silent throughout is no speech.
package struct SilentBeginning {
  /// A longer silence is handed on: a minute at 48 kHz.
  private static let mostFrames = 2_880_000

  private var held: [Int16] = []
  /// Whether anything was louder than silence.
  package private(set) var hasSound = false

  /// Of sound that is made louder by `gain`; at 0, all of it is silent, and nothing is held back.
  package init(gain: Double) {
    hasSound = gain == 0
  }

  /// How many frames are held back.
  package var heldFrames: Int { held.count }

  /// Takes the next samples, and gives those that are to be handed on.
  package mutating func take(_ samples: [Int16]) -> [Int16] {
    guard !hasSound else { return samples }
    hasSound = samples.contains { $0 != 0 }
    guard hasSound || held.count + samples.count > Self.mostFrames else {
      held += samples
      return []
    }
    return rest() + samples
  }

  /// What is held back.
  package mutating func rest() -> [Int16] {
    defer { held = [] }
    return held
  }
}

/// Whether `text` has a letter or a digit, so that it cannot be said by silence.
package func hasWords(_ text: String) -> Bool {
  text.unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
}
