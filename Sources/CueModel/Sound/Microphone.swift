/// Sound that a microphone has captured, and what was lost before it.
public struct CapturedSound: Equatable, Sendable {
  /// The sound, at least one frame of it.
  public var sound: AudioBuffer
  /// Where its first frame lies, in frames since the stream was opened; frames that were lost count.
  public var startFrame: Int
  /// Frames that were lost directly before it: they were not read in time, or the microphone was gone.
  public var lostFrames: Int
  /// How often sound was lost since the sound before this one was read.
  public var xruns: Int
  /// How old its last frame was when it was read, in frames, as well as the microphone knows.
  public var latencyFrames: Int

  /// Captured sound.
  public init(
    _ sound: AudioBuffer, startFrame: Int, lostFrames: Int = 0, xruns: Int = 0,
    latencyFrames: Int = 0
  ) {
    self.sound = sound
    self.startFrame = startFrame
    self.lostFrames = lostFrames
    self.xruns = xruns
    self.latencyFrames = latencyFrames
  }
}

/// A place where sound is captured: a microphone, or a file or pipe that stands for one.
///
/// One stream, one call at a time. A call that fails closes the stream; it may be opened again, also when a microphone that was
/// unplugged is back.
public protocol Microphone: AnyObject {
  /// Its name, for people: "pulse", "pulse:usb-mic", "take.wav".
  var name: String { get }

  /// Whether sound comes even if it is not read; captured sound that is not wanted is dropped by ``flush()``.
  ///
  /// A file is not live: it waits for its reader, and takes follow one another in it.
  var isLive: Bool { get }

  /// Opens the stream and begins to capture. An open stream is closed first.
  ///
  /// - Parameters:
  ///   - wanted: the format of all sound that will be read; nil for the microphone's own
  ///   - latencyFrames: how much sound should gather before it can be read; 0 as the microphone likes
  ///   - cancellation: ends the wait for a pipe that has no writer yet
  /// - Returns: the format of the stream: `wanted`, where it was given
  /// - Throws: ``PluginFailure`` where a device cannot be opened, or the error of a file
  func open(
    _ wanted: AudioFormat?, latencyFrames: Int, cancellation: Cancellation
  ) throws -> AudioFormat

  /// Waits for sound and gives it, at least one frame and at most `frames`.
  ///
  /// - Returns: nil if no more will come, as at the end of a file, or, within 100 ms, where it is cancelled before there
  ///   is any; ``Cancellation/isCancelled`` shows which
  /// - Throws: ``PluginFailure`` where the microphone is gone or its plugin fails, or the error of a file
  func read(atMost frames: Int, cancellation: Cancellation) throws -> CapturedSound?

  /// Drops what was captured and not read, so that the next sound is of now; it does not count as lost. A file keeps its
  /// sound.
  func flush() throws

  /// Ends the stream: from here on nothing is captured. Closing twice is not an error.
  func close()
}
