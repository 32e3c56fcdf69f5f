import CueABI
import CuePluginKit
import Glibc
import Synchronization

/// A sound device that takes everything at once and plays it nowhere; while a file exists it can be gone.
final class MockDevice: DevicePlugin {
  static var descriptor: PluginDescriptor {
    PluginDescriptor(
      id: "null", name: "Null device", version: "1.0", licence: "Apache-2.0",
      summary: "Takes sound and plays it nowhere.", concurrency: .perInstance,
      determinism: .always)
  }

  static var parameters: [Parameter] {
    [
      Parameter(
        id: 1, name: "gone-while", kind: .text(initial: ""),
        summary: "A file; while it exists, the device is gone, as if it were unplugged.")
    ]
  }

  private let frames = Atomic<UInt64>(0)
  private var goneWhile = ""
  let latencyFrames: UInt32 = 0

  init(host: PluginHost) {}

  func set(_ id: UInt32, to value: ParameterValue) {
    if case .text(let path) = value { goneWhile = path }
  }

  private func requireThere() throws(PluginFailure) {
    guard !goneWhile.isEmpty, unsafe access(goneWhile, F_OK) == 0 else { return }
    throw PluginFailure(CUE_E_DEVICE, "The device is gone.")
  }

  func devices() -> [DeviceInfo] {
    [DeviceInfo(id: "null", name: "Nowhere", rateHertz: 0, channels: 0, isDefault: true)]
  }

  func open(_ request: DeviceRequest) throws(PluginFailure) {
    guard ["", "null"].contains(request.device) else {
      throw PluginFailure(CUE_E_DEVICE, "There is no device “\(request.device)”, only null.")
    }
    try requireThere()
    frames.store(0, ordering: .relaxed)
  }

  func write(
    _ bytes: UnsafeRawBufferPointer, frames count: Int, cancelled: CancelFlag
  ) throws(PluginFailure) -> Int {
    try requireThere()
    frames.wrappingAdd(UInt64(count), ordering: .relaxed)
    return count
  }

  var position: UInt64 { frames.load(ordering: .relaxed) }
  func drain(cancelled: CancelFlag) {}
  func flush() {}
  func close() {}
}
