import CueModel

extension Recognizer {
  /// What is heard in all of `sound`, by the stream that is open; the stream ends.
  ///
  /// The recognizer gets half a second at a time, so that it is soon noticed if the result is no longer wanted.
  ///
  /// - Throws: `.cancelled`, or why the recognizer failed
  func hear(
    all sound: AudioBuffer, cancellation: Cancellation
  ) throws(ListenFailure) -> Heard {
    let piece = max(1, sound.format.frames(inSeconds: 0.5))
    var at = 0
    while at < sound.frameCount {
      guard !cancellation.isCancelled else { throw .cancelled }
      let end = min(at + piece, sound.frameCount)
      _ = try push(sound.frames(at..<end), cancellation: cancellation)
      at = end
    }
    return try finish(cancellation: cancellation)
  }
}
