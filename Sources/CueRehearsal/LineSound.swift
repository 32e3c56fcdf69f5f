import CueModel
import CueScreenplay

/// Sound of a partner's line that somebody recorded.
public protocol LineSound {
  /// What it is, for people: a file's name.
  var name: String { get }

  /// All of it; asked for each time that the line comes, so that a file that was lost or mended meanwhile counts.
  func sound() throws(PluginFailure) -> AudioBuffer
}

extension Part {
  /// What the part's voice makes of `line`.
  ///
  /// - Parameters:
  ///   - line: one of its lines
  ///   - cancellation: ends it early
  /// - Returns: the sound; nil if the line makes none
  /// - Throws: ``PluginFailure`` where the voice fails
  package func sound(of line: Line, cancellation: Cancellation) throws -> AudioBuffer? {
    let said = try voice.collect(
      request(for: line, previous: "", next: ""), cancellation: cancellation)
    guard let sound = said?.clip?.sound, sound.frameCount > 0 else { return nil }
    return sound
  }
}
