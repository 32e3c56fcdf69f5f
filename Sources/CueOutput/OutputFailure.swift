import CueAudio
import CueModel
import CuePlugins

/// A failure of the place where sound goes, and not of the voice that makes it: no other voice is tried for it.
public enum OutputFailure: Error, Equatable, Sendable {
  /// A sound file cannot be made or written.
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

  /// Why a device is gone that may come back, or that another one may take the place of; nil for any other failure.
  public var lostDevice: PluginFailure? {
    guard case .device(let failure) = self else { return nil }
    return failure
  }
}

/// Something about an output that stops nothing.
public enum OutputNote: Sendable {
  /// The device's plugin cannot be set up; the sound goes to the file alone.
  case deviceUnavailable(PluginSetupError)
  /// The device failed; the sound goes on to the file alone.
  case deviceLost(PluginFailure)
  /// The device failed, and the sound goes on to another of those that were named.
  case deviceChanged(PluginFailure, to: String)
  /// Nothing can be heard; time passes as if it were.
  case silent(OutputFailure)
  /// Raw sound in that format begins on standard output.
  case rawSound(AudioFormat)
}
