/// What a take and the names of a story's files may be.
package enum StoryLimits {
  /// The most seconds of a take.
  package static let mostSeconds = 300
  /// Channels of a take.
  package static let channels = 1...2
  /// Frames a second of a story.
  package static let ratesHertz = 8000...192_000
  /// Frames a second of a story if nothing else is set.
  package static let usualRateHertz = 48_000
  /// The most takes of a story.
  package static let mostTakes = 100_000
  /// The most characters of a title or a player's name.
  package static let mostNameCharacters = 200

  /// What is wrong with a take of such sound; nil if nothing is.
  package static func fault(frames: Int, channels: Int, rateHertz: Int) -> TakeFault? {
    guard StoryLimits.channels.contains(channels) else { return .channels(channels) }
    guard frames > 0 else { return .empty }
    guard frames <= mostSeconds * rateHertz else { return .tooLong }
    return nil
  }

  /// Whether `name` may be the name of a file in a bundle: 1 to 128 letters of ASCII, digits, dots, lines and underscores, no
  /// two dots together, and a known extension.
  package static func isSafe(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard (1...128).contains(bytes.count), !name.contains(".."),
      bytes.allSatisfy({ byte in
        (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte)
          || (0x61...0x7a).contains(byte) || [0x2e, 0x5f, 0x2d].contains(byte)
      }), let dot = name.lastIndex(of: "."), dot != name.startIndex
    else { return false }
    return ["wav", "json"].contains(String(name[name.index(after: dot)...]))
  }

  /// Whether `text` may be a title or a player's name: one line that is not empty.
  package static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.count <= mostNameCharacters
      && !text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7f }
  }

  /// Whether `id` is one of a story or a take: 32 small hexadecimal digits.
  package static func isID(_ id: String) -> Bool {
    id.utf8.count == 32
      && id.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}

/// Why sound is not a take.
public enum TakeFault: Error, Equatable, Sendable {
  /// It has no frames.
  case empty
  /// It is longer than ``StoryLimits/mostSeconds``.
  case tooLong
  /// It has this many channels.
  case channels(Int)
}
