/// A place where sound is heard.
///
/// One stream, one call at a time.
public protocol Device: AnyObject {
  /// Its name, for people: "pulse".
  var name: String { get }

  /// Opens the stream for sound of exactly that format. An open stream is closed first.
  ///
  /// - Parameters:
  ///   - format: of all sound that will be written
  ///   - latencyFrames: how much sound should wait in the device at most; 0 as it likes
  /// - Throws: ``PluginFailure`` where there is no such device or no sound server
  func open(_ format: AudioFormat, latencyFrames: Int) throws

  /// Writes sound, waiting until the device has taken all of it; returns early when it is cancelled.
  func write(_ sound: AudioBuffer, cancellation: Cancellation) throws

  /// Frames that have been heard since the stream was opened, as well as the device knows.
  func position() throws -> Int

  /// How often there was nothing to play in the middle of sound since the stream was opened, as the device said with its last
  /// position: what came after each was heard later. 0 if it does not say.
  var gapCount: Int { get }

  /// Waits until all has been heard; returns early when it is cancelled.
  func drain(cancellation: Cancellation) throws

  /// Drops what has not been heard: silence at once.
  func flush() throws

  /// Closes the stream.
  func close()
}

extension Device {
  /// Nothing is known of gaps.
  public var gapCount: Int { 0 }
}
