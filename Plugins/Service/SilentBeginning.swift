/// Holds back silence at the beginning of an answer until sound follows, because an answer of only silence is a failure.
package struct SilentBeginning {
  /// A longer silence is passed on: a minute at 48 kHz.
  private static let mostFrames = 2_880_000

  private var held: [Int16] = []
  /// Whether any sample was not zero, or none is expected.
  package private(set) var hasSound = false

  /// For sound that was multiplied by `gain`; at 0, silence is expected and not held back.
  package init(gain: Double) {
    hasSound = gain == 0
  }

  /// How many frames are held back.
  package var heldFrames: Int { held.count }

  /// Takes the next samples, and returns those to pass on.
  package mutating func take(_ samples: [Int16]) -> [Int16] {
    guard !hasSound else { return samples }
    hasSound = samples.contains { $0 != 0 }
    guard hasSound || held.count + samples.count > Self.mostFrames else {
      held += samples
      return []
    }
    return rest() + samples
  }

  /// Removes and returns the samples that are held back.
  package mutating func rest() -> [Int16] {
    defer { held = [] }
    return held
  }
}

/// Whether `text` has a letter or a digit, so that its speech cannot be silent.
package func hasWords(_ text: String) -> Bool {
  text.unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
}
