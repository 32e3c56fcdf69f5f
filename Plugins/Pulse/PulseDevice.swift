import CPulse
import CueABI
import CuePluginKit

/// Plays and captures through PulseAudio, or through PipeWire, which speaks the same protocol.
///
/// The server is asked when a stream is opened or the devices are listed, not before, so an
/// instance can be made where none runs; and it is asked again after it went away.
@safe final class PulseDevice: DevicePlugin {
  static var descriptor: PluginDescriptor {
    var descriptor = PluginDescriptor(
      id: "pulse", name: "PulseAudio", version: "1.1",
      licence: "Apache-2.0 AND LGPL-2.1-or-later",
      summary: "Plays and captures through PulseAudio or PipeWire.", concurrency: .perInstance,
      determinism: .none)
    descriptor.mayNeedNetwork = true
    return descriptor
  }

  static let captures = true

  /// The open stream.
  private final class Streams {
    var stream: PulseStream?
    var capture: PulseCapture?
  }

  private let server: PulseServer
  // All under the server's lock: positions are asked on any thread.
  private let streams = Streams()
  private var stream: PulseStream? {
    get { streams.stream }
    set { streams.stream = newValue }
  }
  private var capture: PulseCapture? {
    get { streams.capture }
    set { streams.capture = newValue }
  }
  private var lastPosition: UInt64 = 0
  /// The default source was a microphone: what an output plays does not stand in for it.
  private var hasHadMicrophone = false

  init(host: PluginHost) throws(PluginFailure) { server = try PulseServer() }

  func activate() throws(PluginFailure) {
    if let address = PulseAddress.elsewhere(PulseAddress.configured), !PulseAddress.hasNetwork {
      throw PluginFailure(
        CUE_E_NETWORK,
        "The sound server is to be reached by a network (\(address)), and there is none.")
    }
    // The streams alone, for the connection's thread must not be the one that ends the device.
    server.defaultsChanged = { [streams] defaults in
      streams.stream?.follow(defaults.output)
      streams.capture?.follow(defaults.source)
    }
    try server.start()
  }

  /// The flag is set already: a thread that waits for it must look again.
  func cancel() { server.wake() }

  func devices() throws(PluginFailure) -> [DeviceInfo] {
    try server.locked { () throws(PluginFailure) in
      try server.connect()
      return try server.devices(capturing: false) + server.devices(capturing: true)
    }
  }

  func open(_ request: DeviceRequest) throws(PluginFailure) {
    close()
    try server.locked { () throws(PluginFailure) in
      try server.connect()
      lastPosition = 0
      if request.captures {
        capture = try PulseCapture(on: server, for: request, source: source(request.device))
      } else {
        if !request.device.isEmpty { try server.device(request.device, capturing: false) }
        stream = try PulseStream(on: server, for: request)
      }
    }
  }

  /// The source of that name, or the default one.
  private func source(_ name: String) throws(PluginFailure) -> DeviceInfo {
    if !name.isEmpty { return try server.device(name, capturing: true) }
    let name = try server.defaults().source
    let sources = try server.devices(capturing: true)
    guard let source = sources.first(where: { $0.id == name }) else {
      throw PluginFailure(CUE_E_DEVICE, "The sound server has no microphone.")
    }
    guard !source.isMonitor || !hasHadMicrophone else {
      throw PluginFailure(CUE_E_DEVICE, "The microphone is gone, and there is no other.")
    }
    hasHadMicrophone = !source.isMonitor
    return source
  }

  func write(
    _ bytes: UnsafeRawBufferPointer, frames: Int, cancelled: CancelFlag
  ) throws(PluginFailure) -> Int {
    try server.locked { () throws(PluginFailure) in
      unsafe try opened.write(bytes, frames: frames, cancelled: cancelled)
    }
  }

  func read(
    _ bytes: UnsafeMutableRawBufferPointer, frames: Int, cancelled: CancelFlag
  ) throws(PluginFailure) -> Int {
    try server.locked { () throws(PluginFailure) in
      guard let capture else { throw PulseDevice.notOpen }
      return unsafe try capture.read(bytes, frames: frames, cancelled: cancelled)
    }
  }

  var position: UInt64 {
    server.locked { stream?.position ?? capture?.position ?? lastPosition }
  }

  var latencyFrames: UInt32 {
    server.locked { stream?.latencyFrames ?? capture?.latencyFrames ?? 0 }
  }

  var state: DeviceState? {
    server.locked {
      if let stream { return DeviceState(xruns: stream.xruns, device: stream.deviceName) }
      guard let capture else { return nil }
      return DeviceState(
        xruns: capture.xruns, lostFrames: capture.lostFrames, device: capture.deviceName)
    }
  }

  func drain(cancelled: CancelFlag) throws(PluginFailure) {
    try server.locked { () throws(PluginFailure) in try opened.drain(cancelled: cancelled) }
  }

  func flush() throws(PluginFailure) {
    try server.locked { () throws(PluginFailure) in
      if let capture { return try capture.flush() }
      try opened.flush()
    }
  }

  func close() {
    server.locked {
      lastPosition = stream?.position ?? capture?.position ?? lastPosition
      stream?.close()
      capture?.close()
      stream = nil
      capture = nil
    }
  }

  private static let notOpen = PluginFailure(
    CUE_E_STATE, "The device is not open: open it before it is used.")

  private var opened: PulseStream {
    get throws(PluginFailure) {
      guard let stream else { throw PulseDevice.notOpen }
      return stream
    }
  }

  deinit { close() }
}
