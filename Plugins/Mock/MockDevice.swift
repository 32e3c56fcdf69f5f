import CueABI
import CuePluginKit
import Synchronization

/// A sound device that takes everything at once and plays it nowhere.
final class MockDevice: DevicePlugin {
  static var descriptor: PluginDescriptor {
    PluginDescriptor(
      id: "null", name: "Null device", version: "1.0", licence: "Apache-2.0",
      summary: "Takes sound and plays it nowhere.", concurrency: .perInstance,
      determinism: .always)
  }

  private let frames = Atomic<UInt64>(0)
  let latencyFrames: UInt32 = 0

  init(host: PluginHost) {}

  func devices() -> [DeviceInfo] {
    [DeviceInfo(id: "null", name: "Nowhere", rateHertz: 0, channels: 0, isDefault: true)]
  }

  func open(_ request: DeviceRequest) throws(PluginFailure) {
    guard ["", "null"].contains(request.device) else {
      throw PluginFailure(CUE_E_DEVICE, "There is no device “\(request.device)”, only null.")
    }
    frames.store(0, ordering: .relaxed)
  }

  func write(_ bytes: UnsafeRawBufferPointer, frames count: Int, cancelled: CancelFlag) -> Int {
    frames.wrappingAdd(UInt64(count), ordering: .relaxed)
    return count
  }

  var position: UInt64 { frames.load(ordering: .relaxed) }
  func drain(cancelled: CancelFlag) {}
  func flush() {}
  func close() {}
}
