/// Looks at the first bytes of what should be plain samples, and holds back no more than it must.
struct Opening {
  /// What the bytes are.
  enum Verdict: Equatable {
    /// It takes more bytes to say.
    case undecided
    /// Samples: all bytes so far that were not handed on.
    case sound([UInt8])
    /// Words, or sound in a container: the same.
    case writing([UInt8])
  }

  /// No sample stream begins like this.
  private static let beginnings = [
    "{\"detail", "{\"error", "{\"message", "<!DOCTYPE", "<!doctype", "<html", "<HTML", "ID3",
    "RIFF",
    "OggS",
  ].map { Array($0.utf8) }

  private var held: [UInt8] = []
  private var isDecided = false

  mutating func take(_ bytes: [UInt8]) -> Verdict {
    if isDecided { return .sound(bytes) }
    held += bytes
    if Self.beginnings.contains(where: { held.starts(with: $0) }) {
      isDecided = true
      return .writing(rest())
    }
    if Self.beginnings.contains(where: { $0.starts(with: held) }) { return .undecided }
    isDecided = true
    return .sound(rest())
  }

  /// What is still held back.
  mutating func rest() -> [UInt8] {
    defer { held = [] }
    return held
  }
}
