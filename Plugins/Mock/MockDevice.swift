import CueABI
import CuePluginKit
import Glibc
import Synchronization

/// A sound device that takes everything at once and plays it nowhere, and captures sound that it makes itself.
///
/// While a file exists it can be gone, as if it were unplugged.
final class MockDevice: DevicePlugin {
  static var descriptor: PluginDescriptor {
    PluginDescriptor(
      id: "null", name: "Null device", version: "1.0", licence: "Apache-2.0",
      summary: "Takes sound and plays it nowhere; captures sound that it makes itself.",
      concurrency: .perInstance, determinism: .always)
  }

  static var parameters: [Parameter] {
    [
      Parameter(
        id: 1, name: "gone-while", kind: .text(initial: ""),
        summary: "A file; while it exists, the device is gone, as if it were unplugged.")
    ] + MockCapture.parameters
  }

  static let captures = true

  private let frames = Atomic<UInt64>(0)
  private var goneWhile = ""
  private var settings = MockCapture.Settings()
  private var capture: MockCapture?
  let latencyFrames: UInt32 = 0

  init(host: PluginHost) {}

  func set(_ id: UInt32, to value: ParameterValue) {
    switch value {
    case .text(let path): goneWhile = path
    case .number(let number): settings.set(id, to: Int(number))
    }
  }

  private func requireThere() throws(PluginFailure) {
    guard !goneWhile.isEmpty, unsafe access(goneWhile, F_OK) == 0 else { return }
    throw PluginFailure(CUE_E_DEVICE, "The device is gone.")
  }

  func devices() -> [DeviceInfo] {
    [
      DeviceInfo(id: "null", name: "Nowhere", rateHertz: 0, channels: 0, isDefault: true),
      DeviceInfo(
        id: "null", name: "Sound that it makes itself", rateHertz: UInt32(settings.ownRateHertz),
        channels: UInt32(settings.ownChannels), isDefault: true, captures: true),
    ]
  }

  func open(_ request: DeviceRequest) throws(PluginFailure) {
    guard ["", "null"].contains(request.device) else {
      throw PluginFailure(CUE_E_DEVICE, "There is no device “\(request.device)”, only null.")
    }
    try requireThere()
    frames.store(0, ordering: .relaxed)
    capture = request.captures ? MockCapture(settings, request.format) : nil
  }

  func write(
    _ bytes: UnsafeRawBufferPointer, frames count: Int, cancelled: CancelFlag
  ) throws(PluginFailure) -> Int {
    try requireThere()
    frames.wrappingAdd(UInt64(count), ordering: .relaxed)
    return count
  }

  func read(
    _ bytes: UnsafeMutableRawBufferPointer, frames most: Int, cancelled: CancelFlag
  ) throws(PluginFailure) -> Int {
    try requireThere()
    guard let capture else { preconditionFailure("the kit reads from an open stream only") }
    let count = try unsafe capture.read(bytes, frames: most, cancelled: cancelled)
    frames.store(UInt64(capture.frame), ordering: .relaxed)
    return count
  }

  var position: UInt64 { frames.load(ordering: .relaxed) }
  var state: DeviceState? { capture?.state ?? DeviceState(device: "null") }
  func drain(cancelled: CancelFlag) {}
  func flush() {}
  func close() { capture = nil }
}
