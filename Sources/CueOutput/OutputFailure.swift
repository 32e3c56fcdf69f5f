import CueAudio
import CueModel
import CuePlugins

/// A failure of the place where sound goes, not of the voice: no other voice is tried for it.
public enum OutputFailure: Error, Equatable, Sendable {
  /// A sound file cannot be created or written.
  case file(SoundFileError)
  /// A pipe or device file cannot be opened; an `errno` value.
  case cannotOpen(path: String, errno: Int32)
  /// A stream takes no more sound; standard output where `path` is nil; an `errno` value.
  case stream(path: String?, errno: Int32)
  /// Streams hold 16-bit samples; another encoding needs a file.
  case encodingNeedsFile(SampleEncoding)
  /// The device's plugin cannot be set up, and sound goes nowhere else.
  case deviceUnavailable(PluginSetupError)
  /// The device failed, and sound goes nowhere else.
  case device(PluginFailure)

  /// Why a device is gone that may come back, or that another one may replace; nil for any other failure.
  public var lostDevice: PluginFailure? {
    guard case .device(let failure) = self else { return nil }
    return failure
  }
}

/// Something about an output that is no reason to stop.
public enum OutputNote: Sendable {
  /// The device's plugin cannot be set up; the sound goes to the file alone.
  case deviceUnavailable(PluginSetupError)
  /// The device failed; the sound still goes to the file.
  case deviceLost(PluginFailure)
  /// The device failed, and the sound goes to another of the devices that were named.
  case deviceChanged(PluginFailure, to: String)
  /// Nothing can be heard; time passes as if sound were played.
  case silent(OutputFailure)
  /// Raw sound in that format begins on standard output.
  case rawSound(AudioFormat)
}
