import CueABI
import TestSupport
import Testing

@testable import CuePluginKit
@testable import ElevenLabsPlugin

/// The plugin as a host in C sees it.
@safe private final class Instance: @unchecked Sendable {
  private let table: UnsafePointer<cue_instance>
  private let vendor: Vendor

  init(_ vendor: Vendor) throws {
    self.vendor = vendor
    unsafe table = unsafe try InstanceBox.make(.voice(ElevenLabsVoice.self), LogBook().host)
    try box.plugin.set(Setting.base.rawValue, to: .text(vendor.address))
    try box.plugin.set(Setting.key.rawValue, to: .text(Stage.key))
    box.values[Setting.key.rawValue] = .text(Stage.key)
    var error = cue_error()
    #expect(unsafe table.pointee.activate(table.pointee.`self`, &error) == CUE_OK)
  }

  deinit { unsafe table.pointee.destroy(table.pointee.`self`) }

  private var box: InstanceBox { unsafe instanceBox(table.pointee.`self`) }

  /// Of the call that began last.
  private let call = Mutexed<UInt64>(0)

  /// Cancels the call under way.
  func cancel() { unsafe table.pointee.cancel(table.pointee.`self`, call.value) }

  func listVoices() -> (status: Int32, count: UInt32) {
    var error = cue_error()
    var count: UInt32 = 7
    self.call.value += 1
    var call = cue_call(
      struct_size: UInt32(MemoryLayout<cue_call>.size), reserved: 0, call: self.call.value)
    let status = unsafe voiceTable.list_voices(table.pointee.`self`, &call, &count, &error)
    return (status, count)
  }

  func speak(_ listener: Listener) -> Int32 {
    var error = cue_error()
    var request = unsafe cue_speech_request()
    unsafe request.struct_size = unsafe UInt32(MemoryLayout<cue_speech_request>.size)
    self.call.value += 1
    unsafe request.call = self.call.value
    let text = Array("Stay.".utf8CString)
    return unsafe text.withUnsafeBufferPointer { characters in
      unsafe request.text = unsafe cue_text(bytes: characters.baseAddress, length: 5, reserved: 0)
      return unsafe listener.withTable {
        unsafe voiceTable.speak(table.pointee.`self`, &request, $0, &error)
      }
    }
  }
}

@Suite(.timeLimit(.minutes(10))) struct `A host in C` {
  @Test func `a host in C gets the line and its end`() throws {
    let vendor = Vendor { _, _ in .stream([[7, 0]]) }
    let listener = Listener()
    #expect(try Instance(vendor).speak(listener) == CUE_OK)
    #expect(listener.samples == [7])
  }

  @Test func `a host in C that answers stop gets a cancelled line`() throws {
    let vendor = Vendor { _, _ in .opening() + .chunks([[7, 0]]) + [.hang] }
    let listener = Listener()
    listener.answer = CUE_STOP
    #expect(try Instance(vendor).speak(listener) == CUE_CANCELLED)
  }

  @Test func `a host in C gets a cancelled list, and then the next one`() throws {
    let instance = Mutexed<Instance?>(nil)
    let vendor = Vendor { _, number in
      number == 0
        ? [.run { instance.value?.cancel() }, .hang]
        : .answer(200, #"{"voices":[{"voice_id":"a"}],"has_more":false}"#)
    }
    let asked = try Instance(vendor)
    instance.value = asked
    #expect(asked.listVoices() == (CUE_CANCELLED, 0))
    #expect(asked.listVoices() == (CUE_OK, 1))
    instance.value = nil
  }
}
