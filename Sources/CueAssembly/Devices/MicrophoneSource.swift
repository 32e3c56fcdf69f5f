import CueAudio
import CueListening
import CueModel
import CuePlugins
import CueSystem
import Glibc

/// Where a person is heard: a device, or a sound file in its place.
public struct MicrophoneSource: Equatable, Sendable {
  /// A file, a pipe, `-` for standard input, or `PLUGIN[:NAME]`; empty for the default microphone.
  public var name: String
  /// The same as a device, with its settings; nil for a file, or a device without settings.
  public var device: PluginChoice?
  /// The format of a file without a header.
  public var raw: RawSound?

  /// The microphone called `name`.
  public init(_ name: String = "", device: PluginChoice? = nil, raw: RawSound? = nil) {
    self.name = name
    self.device = device
    self.raw = raw
  }

  /// Whether it names a device: there is no such file, and the name has the form of a plugin's.
  package var isDevice: Bool {
    if name.isEmpty { return true }
    let isFile = unsafe access(name, F_OK) == 0
    if name == "-" || isFile { return false }
    let plugin = PluginReference(name).plugin
    let letters = "abcdefghijklmnopqrstuvwxyz0123456789-_"
    return plugin.hasSuffix(".so")
      || (!plugin.isEmpty && plugin.allSatisfy { letters.contains($0) })
  }
}

/// Why a microphone cannot be used.
package enum MicrophoneSourceError: Error {
  /// The file cannot be opened, or holds no sound.
  case file(SoundFileError)
  /// The device cannot be set up.
  case device(PluginSetupError)
  /// A setting of a device was given for a file.
  case settingOfFile(PluginChoice.Setting, file: String)
}

extension PluginHost {
  /// The microphone at `source`, which is not open yet; a device that is unplugged is waited for.
  ///
  /// - Parameters:
  ///   - source: where somebody is heard
  ///   - note: takes the loss and the return of a device, and its name
  /// - Returns: a file, or a device
  /// - Throws: if there is no such file or plugin
  package func microphone(
    _ source: MicrophoneSource,
    note: @escaping (ReconnectingMicrophone.Note, _ name: String) -> Void
  ) throws(MicrophoneSourceError) -> any Microphone {
    if let file = try soundFile(source) { return file }
    // Without a name, settings apply to the default microphone.
    let choice =
      source.name.isEmpty
      ? PluginChoice(
        reference: microphoneByDefault.reference, settings: source.device?.settings ?? [])
      : source.device
    let device: MicrophoneClient
    do throws(PluginSetupError) { device = try microphone(choice) } catch { throw .device(error) }
    return ReconnectingMicrophone(device, clock: MonotonicClock()) { note($0, device.name) }
  }

  /// The file or pipe that `source` names; nil if it names a device.
  package func soundFile(
    _ source: MicrophoneSource
  ) throws(MicrophoneSourceError) -> SoundFileMicrophone? {
    guard !source.isDevice || !source.name.isEmpty && source.device == nil else { return nil }
    if let setting = source.device?.settings.first {
      throw .settingOfFile(setting, file: source.name)
    }
    do throws(SoundFileError) {
      return try SoundFileMicrophone(path: source.name, raw: source.raw)
    } catch { throw .file(error) }
  }
}
