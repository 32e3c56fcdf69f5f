import CuePlugins
import Glibc

/// Where the sound of a session shall go.
public struct SoundDestination: Equatable, Sendable {
  /// A place that keeps sound or passes it on.
  public enum Place: Equatable, Sendable {
    /// A sound file; a pipe, terminal or device file is written to as a stream.
    case path(String)
    /// Standard output.
    case standardOutput
  }

  /// Nil for a device alone.
  public var place: Place?
  /// Whether `place` gets samples without a header.
  public var isRaw: Bool
  /// The device that was chosen; where there is no `place`, nil means the usual device.
  public var device: PluginChoice?

  /// A destination; the usual device where neither a place nor a device is given.
  public init(_ place: Place? = nil, isRaw: Bool = false, device: PluginChoice? = nil) {
    self.place = place
    self.isRaw = isRaw
    self.device = device
  }

  /// Whether there is a pipe, terminal or device file at `path`, which cannot be replaced by a whole file.
  public static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
  }
}

extension PluginHost {
  /// Opens the place and the device of `destination`.
  ///
  /// - Parameters:
  ///   - destination: where sound shall go
  ///   - note: takes what is worth telling, on the thread that uses the output
  /// - Returns: the open places
  /// - Throws: ``OutputFailure`` if the place cannot be opened, or if there is only a device and it cannot be set up
  public func open(
    _ destination: SoundDestination, note: @escaping (OutputNote) -> Void = { _ in }
  ) throws(OutputFailure) -> SessionOutput {
    var file: FileOutput?
    var stream: StreamOutput?
    switch destination.place {
    case nil: break
    case .path(let path) where !SoundDestination.isSpecial(path):
      file = try FileOutput(path: path, isRaw: destination.isRaw)
    case .path(let path):
      stream = try StreamOutput(opening: path, isRaw: destination.isRaw)
    case .standardOutput:
      stream = StreamOutput(
        standardOutputIsRaw: destination.isRaw, announces: { note(.rawSound($0)) })
    }
    var device: DeviceOutput?
    if destination.device != nil || destination.place == nil {
      let choice =
        destination.device ?? PluginChoice(reference: PluginReference(PluginHost.usualDevice))
      do throws(PluginSetupError) {
        device = DeviceOutput(DeviceClient(try setup(choice), device: choice.reference.part))
      } catch {
        guard destination.place != nil else { throw .deviceUnavailable(error) }
        note(.deviceUnavailable(error))
      }
    }
    return SessionOutput(device: device, file: file, stream: stream, note: note)
  }
}
