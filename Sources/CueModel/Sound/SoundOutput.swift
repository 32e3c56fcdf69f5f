/// Where the sound of a session goes, line after line: a file, a device, or both.
///
/// All lines leave in one format, that of the first; an output brings the others to it. Time in a session is counted in its
/// frames, so that a session on a file is the same at any speed.
public protocol SoundOutput: AnyObject {
  /// The format of the session; nil before the first line or silence.
  var format: AudioFormat? { get }

  /// Frames that were put out so far, sound and silence.
  var frames: Int { get }

  /// A line in `format` begins.
  func beginLine(_ format: AudioFormat) throws

  /// Puts out the line's next sound; where it is heard, waits until there is room. Returns early when it is cancelled.
  func write(_ sound: AudioBuffer, cancellation: Cancellation) throws

  /// The line is whole.
  func endLine() throws

  /// The line failed and will be said again or not at all: drops its sound, as far as it was not heard yet.
  func dropLine() throws

  /// The line stops here: its sound so far stays, but what was not heard yet is not played any more.
  func cutLine() throws

  /// Puts out silence.
  func silence(frames: Int, cancellation: Cancellation) throws

  /// Waits until all has been heard.
  func drain(cancellation: Cancellation) throws
}
