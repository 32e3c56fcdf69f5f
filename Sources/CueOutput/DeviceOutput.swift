import CueAudio
import CueModel

/// A sound device, and others that take its place where it fails.
public final class DeviceOutput: SoundOutput {
  private var devices: [any Device]
  /// The device in use.
  private var place = 0
  /// Why the device before it is no longer in use, until that was reported.
  private var lost: PluginFailure?
  private let changed: (PluginFailure, String) -> Void
  private let latencyMilliseconds: Int
  private var conformer: Conformer?
  /// Frames that were put out so far.
  public private(set) var frames = 0
  /// ``frames`` at the time when the device was opened.
  private var framesBefore = 0
  /// Frames that were dropped since then and will not be heard.
  private var dropped = 0
  /// Whether the device has its stream; one that went away gets it again with the next sound.
  private var isOpen = false

  /// The format of the session; nil before its first sound.
  public var format: AudioFormat? { conformer?.format }

  /// Opens `device` with the first line; at most `latencyMilliseconds` of sound wait in it.
  public convenience init(_ device: any Device, latencyMilliseconds: Int = 100) {
    self.init([device], latencyMilliseconds: latencyMilliseconds)
  }

  /// Opens the first of `devices` that can be opened with the first line, and the next when it fails.
  ///
  /// - Parameters:
  ///   - devices: at least one
  ///   - latencyMilliseconds: how much sound waits in a device at most
  ///   - changed: is called when another device takes over, with the reason and its name
  public init(
    _ devices: [any Device], latencyMilliseconds: Int = 100,
    changed: @escaping (_ because: PluginFailure, _ to: String) -> Void = { _, _ in }
  ) {
    precondition(!devices.isEmpty, "an output without a device")
    self.devices = devices
    self.latencyMilliseconds = latencyMilliseconds
    self.changed = changed
  }

  private var device: any Device { devices[place] }

  /// Whether another device may take over from the one in use.
  var hasOthers: Bool { devices.count > 1 }

  /// Tries to open the devices before the first line; if none can be opened, time passes in silence instead.
  ///
  /// - Returns: why nothing is heard; nil if something is heard
  func openOrFallSilent() throws -> PluginFailure? {
    precondition(conformer == nil, "a session has begun")
    do { try open(.standard) } catch let failure as PluginFailure {
      devices = [SilentDevice()]
      place = 0
      lost = nil
      return failure
    }
    // The first line decides the format.
    isOpen = false
    return nil
  }

  /// Opens the device in use, else the next one that can be opened.
  private func open(_ format: AudioFormat) throws {
    var first: PluginFailure?
    for _ in devices {
      do {
        try device.open(
          format, latencyFrames: format.rateHertz * latencyMilliseconds / 1000)
        isOpen = true
        (framesBefore, dropped) = (frames, 0)
        if let why = lost ?? first, hasOthers { changed(why, device.name) }
        lost = nil
        return
      } catch let failure as PluginFailure {
        first = first ?? failure
        device.close()
        place = (place + 1) % devices.count
      }
    }
    throw first ?? lost
      ?? PluginFailure(
        plugin: device.name, activity: .opening, kind: .unusable, reason: .unexplained)
  }

  /// The device in use failed: the next one is opened with the next sound.
  func leave(because failure: PluginFailure) {
    close()
    lost = lost ?? failure
    place = (place + 1) % devices.count
  }

  /// Continues in mid-line on another device; throws if there is none.
  func goOn(because failure: PluginFailure) throws {
    leave(because: failure)
    guard hasOthers, let own = conformer?.format else { throw failure }
    try open(own)
  }

  /// A line in `format` begins.
  public func beginLine(_ format: AudioFormat) throws {
    if !isOpen {
      let own = conformer?.format ?? format
      try open(own)
      conformer = conformer ?? Conformer(to: own)
    }
    conformer?.begin(format)
  }

  /// Puts out the next sound of the line.
  public func write(_ sound: AudioBuffer, cancellation: Cancellation) throws {
    guard let sound = conformer?.process(sound) else { return }
    try put(sound, cancellation)
  }

  /// The line is complete.
  public func endLine() throws {
    if let rest = conformer?.finish() { try put(rest, Cancellation()) }
  }

  /// Drops the part of the line that was not heard yet.
  public func dropLine() throws { try cutLine() }

  /// Ends the line at this point.
  public func cutLine() throws {
    _ = conformer?.finish()
    guard isOpen else { return }
    let unheard = unheardFrames
    do {
      try device.flush()
      dropped += unheard
    } catch let failure as PluginFailure {
      // A device that takes too long, as on a busy machine, is silent, too: its process was ended. The next line reopens it.
      guard case .hung = failure.kind else { throw failure }
      close()
    }
  }

  /// Sound that was put out and is not heard yet, in frames, as far as the device knows.
  private var unheardFrames: Int {
    guard isOpen, let position = try? device.position() else { return 0 }
    return max(0, frames - framesBefore - dropped - position)
  }

  /// Sound that was put out and is not heard yet, in seconds: 0 to 2, as far as the device knows.
  public var unheardSeconds: Double {
    guard let format else { return 0 }
    return min(2, Double(unheardFrames) / Double(format.rateHertz))
  }

  /// Puts out silence.
  public func silence(frames count: Int, cancellation: Cancellation) throws {
    if !isOpen { try beginLine(format ?? .standard) }
    guard let format else { return }
    let most = format.rateHertz / 10
    var left = count
    while left > 0, !cancellation.isCancelled {
      let some = min(left, most)
      try put(AudioBuffer(silentFrames: some, format: format), cancellation)
      left -= some
    }
  }

  /// Waits until all has been heard.
  public func drain(cancellation: Cancellation) throws {
    guard isOpen else { return }
    try device.drain(cancellation: cancellation)
  }

  /// Closes the device; the next line opens it again.
  public func close() {
    device.close()
    isOpen = false
  }

  private func put(_ sound: AudioBuffer, _ cancellation: Cancellation) throws {
    guard sound.frameCount > 0, !cancellation.isCancelled else { return }
    try device.write(sound, cancellation: cancellation)
    frames += sound.frameCount
  }
}
