import CueModel
import CuePlugins
import Glibc

/// Where the sound of a session goes.
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
  /// The chosen devices, each for when those before it fail; without a `place`, none means the usual device.
  public var devices: [PluginChoice]
  /// Whether a session without a file continues in silence if no device can be used at its start.
  public var mayBeSilent = false

  /// A destination; the usual device if neither a place nor a device is given.
  public init(_ place: Place? = nil, isRaw: Bool = false, device: PluginChoice? = nil) {
    self.init(place, isRaw: isRaw, devices: device.map { [$0] } ?? [])
  }

  /// A destination with several devices, each for when those before it fail.
  public init(_ place: Place? = nil, isRaw: Bool = false, devices: [PluginChoice]) {
    self.place = place
    self.isRaw = isRaw
    self.devices = devices
  }

  /// Whether there is a pipe, terminal or device file at `path`, which a complete file cannot replace.
  public static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
  }
}

extension SoundDestination {
  /// Opens the place and the device.
  ///
  /// - Parameters:
  ///   - host: where the plugins of devices are found
  ///   - note: takes what is worth reporting, on the thread that uses the output
  /// - Returns: the open places
  /// - Throws: ``OutputFailure`` if the place cannot be opened, or if there is only a device and it cannot be set up
  public func open(
    with host: PluginHost, note: @escaping (OutputNote) -> Void = { _ in }
  ) throws(OutputFailure) -> SessionOutput {
    var file: FileOutput?
    var stream: StreamOutput?
    switch place {
    case nil: break
    case .path(let path) where !SoundDestination.isSpecial(path):
      file = try FileOutput(path: path, isRaw: isRaw)
    case .path(let path):
      stream = try StreamOutput(opening: path, isRaw: isRaw)
    case .standardOutput:
      stream = StreamOutput(
        standardOutputIsRaw: isRaw, announces: { note(.rawSound($0)) })
    }
    let device = try device(of: host, note)
    let output = SessionOutput(device: device, file: file, stream: stream, note: note)
    if mayBeSilent { try output.openOrFallSilent() }
    return output
  }

  /// The devices that can be set up; nil if there is none and the sound goes elsewhere, too.
  private func device(
    of host: PluginHost, _ note: @escaping (OutputNote) -> Void
  ) throws(OutputFailure) -> DeviceOutput? {
    guard !devices.isEmpty || place == nil else { return nil }
    let usual = host.deviceByDefault
    var found: [any Device] = []
    var first: PluginSetupError?
    for choice in devices.isEmpty ? [usual] : devices {
      do throws(PluginSetupError) {
        found.append(DeviceClient(try host.setup(choice), device: choice.reference.part))
      } catch { first = first ?? error }
    }
    if let first {
      if found.isEmpty, place == nil {
        let failure = OutputFailure.deviceUnavailable(first)
        // A device that the user named must work; without a name, this machine has no sound.
        guard mayBeSilent, devices.isEmpty else { throw failure }
        note(.silent(failure))
        return DeviceOutput(SilentDevice())
      }
      note(.deviceUnavailable(first))
    }
    return found.isEmpty
      ? nil : DeviceOutput(found) { note(.deviceChanged($0, to: $1)) }
  }
}
