/// Hears what a session puts out, and how time passes in it.
public protocol SoundTap: AnyObject {
  /// A line in `format` begins.
  func lineBegins(_ format: AudioFormat)
  /// The line's next sound was put out.
  func heard(_ sound: AudioBuffer)
  /// The line is over; or, where `isForgotten`, it was as if it had never been.
  func lineEnds(isForgotten: Bool)
  /// This many frames passed in silence.
  func silence(frames: Int, rateHertz: Int)
}
