import CPulse
import CueABI
import CuePluginKit

/// Plays through PulseAudio, or through PipeWire, which speaks the same protocol.
///
/// The server is asked when a stream is opened or the outputs are listed, not before, so an
/// instance can be made where none runs; and it is asked anew after it went away.
@safe final class PulseDevice: DevicePlugin {
  static var descriptor: PluginDescriptor {
    PluginDescriptor(
      id: "pulse", name: "PulseAudio", version: "1.0",
      licence: "Apache-2.0 AND LGPL-2.1-or-later",
      summary: "Plays through PulseAudio or PipeWire.", concurrency: .perInstance,
      determinism: .none)
  }

  private let server: PulseServer
  // Both under the server's lock: positions are asked on any thread.
  private var stream: PulseStream?
  private var lastPosition: UInt64 = 0

  init(host: PluginHost) throws(PluginFailure) { server = try PulseServer() }

  func activate() throws(PluginFailure) { try server.start() }

  /// The flag is set already: whoever waits for it needs to look again.
  func cancel() { server.wake() }

  func devices() throws(PluginFailure) -> [DeviceInfo] {
    try server.locked { () throws(PluginFailure) in
      try server.connect()
      return try server.outputs()
    }
  }

  func open(_ request: DeviceRequest) throws(PluginFailure) {
    close()
    try server.locked { () throws(PluginFailure) in
      try server.connect()
      if !request.device.isEmpty { try server.requireOutput(request.device) }
      stream = try PulseStream(on: server, for: request)
      lastPosition = 0
    }
  }

  func write(
    _ bytes: UnsafeRawBufferPointer, frames: Int, cancelled: CancelFlag
  ) throws(PluginFailure) -> Int {
    try server.locked { () throws(PluginFailure) in
      unsafe try opened.write(bytes, frames: frames, cancelled: cancelled)
    }
  }

  var position: UInt64 { server.locked { stream?.position ?? lastPosition } }

  var latencyFrames: UInt32 { server.locked { stream?.latencyFrames ?? 0 } }

  func drain(cancelled: CancelFlag) throws(PluginFailure) {
    try server.locked { () throws(PluginFailure) in try opened.drain(cancelled: cancelled) }
  }

  func flush() throws(PluginFailure) {
    try server.locked { () throws(PluginFailure) in try opened.flush() }
  }

  func close() {
    server.locked {
      lastPosition = stream?.position ?? lastPosition
      stream?.close()
      stream = nil
    }
  }

  private var opened: PulseStream {
    get throws(PluginFailure) {
      guard let stream else {
        throw PluginFailure(CUE_E_STATE, "The device is not open: open it before it is used.")
      }
      return stream
    }
  }

  deinit { close() }
}
