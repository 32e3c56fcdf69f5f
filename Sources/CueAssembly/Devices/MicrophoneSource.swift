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

extension MicrophoneSource {
  /// The microphone there, which is not open yet; a device that is unplugged is waited for.
  ///
  /// - Parameters:
  ///   - host: where the plugins of devices are found
  ///   - note: takes the loss and the return of a device, and its name
  /// - Returns: a file, or a device
  /// - Throws: if there is no such file or plugin
  package func microphone(
    with host: PluginHost,
    note: @escaping (ReconnectingMicrophone.Note, _ name: String) -> Void
  ) throws(MicrophoneSourceError) -> any Microphone {
    if let file = try soundFile() { return file }
    // Without a name, settings apply to the default microphone.
    let choice =
      name.isEmpty
      ? PluginChoice(
        reference: host.microphoneByDefault.reference, settings: device?.settings ?? [])
      : device
    let client: MicrophoneClient
    do throws(PluginSetupError) { client = try host.microphone(choice) } catch {
      throw .device(error)
    }
    return ReconnectingMicrophone(client, clock: MonotonicClock()) { note($0, client.name) }
  }

  /// The file or pipe that it names; nil if it names a device.
  package func soundFile() throws(MicrophoneSourceError) -> SoundFileMicrophone? {
    guard !isDevice || !name.isEmpty && device == nil else { return nil }
    if let setting = device?.settings.first { throw .settingOfFile(setting, file: name) }
    do throws(SoundFileError) {
      return try SoundFileMicrophone(path: name, raw: raw)
    } catch { throw .file(error) }
  }
}
