import CueABI
import Testing

@testable import CuePluginKit

/// Makes two channels of one, lowered by a second sound; learns a word; answers questions.
private final class Widener: EffectPlugin, StatefulPlugin, MessagePlugin {
  static var descriptor: PluginDescriptor {
    PluginDescriptor(
      id: "widener", name: "Widener", version: "1", licence: "MIT", summary: "Widens.",
      concurrency: .perInstance, determinism: .always, features: ["spatial"])
  }

  static var parameters: [Parameter] {
    var mode = Parameter(
      id: 1, name: "mode", kind: .choice(["soft", "hard"], initial: 0), summary: "How.",
      isLive: true)
    mode.choiceIDs = [70, 30]
    mode.group = "Manner"
    var loudest = Parameter(
      id: 2, name: "loudest", kind: .number(0...1, initial: 0), summary: "The loudest sample.")
    loudest.isOutput = true
    var gain = Parameter(
      id: 3, name: "gain", kind: .number(0...1, initial: 1), summary: "Any number.", isLive: true)
    gain.isOpenEnded = true
    return [mode, loudest, gain]
  }

  private var mode = 0.0
  private var gain = 1.0
  private var loudest = 0.0
  private var outputChannels = 0
  private var learned: [UInt8] = []
  private let host: PluginHost

  init(host: PluginHost) { self.host = host }

  func set(_ id: UInt32, to value: ParameterValue) {
    guard case .number(let number) = value else { return }
    if id == 1 { mode = number } else { gain = number }
  }

  func meter(_ id: UInt32) -> Double { loudest }

  func configure(_ setup: EffectSetup) throws(PluginFailure) {
    guard setup.inputChannels == 1 else { throw PluginFailure(CUE_E_FORMAT, "It takes mono.") }
    outputChannels = setup.outputChannels
  }

  func configure(rateHertz: Int, channels: Int, maximumFrames: Int) {}

  func process(
    _ input: UnsafeBufferPointer<Float>, _ output: UnsafeMutableBufferPointer<Float>,
    changes: [ParameterChange]
  ) -> (usedFrames: Int, producedFrames: Int) {
    unsafe process(
      input, side: UnsafeBufferPointer(start: nil, count: 0), output, changes: changes)
  }

  func process(
    _ input: UnsafeBufferPointer<Float>, side: UnsafeBufferPointer<Float>,
    _ output: UnsafeMutableBufferPointer<Float>, changes: [ParameterChange]
  ) -> (usedFrames: Int, producedFrames: Int) {
    for change in changes where change.id == 1 { mode = change.number }
    let frames = min(input.count, output.count / outputChannels)
    for frame in 0..<frames {
      let lowered = unsafe side.isEmpty ? input[frame] : input[frame] * (1 - side[frame])
      loudest = max(loudest, Double(abs(lowered)))
      for channel in 0..<outputChannels {
        unsafe output[frame * outputChannels + channel] = mode == 0 ? lowered : -lowered
      }
    }
    host.changed(.latency)
    return (frames, frames)
  }

  func flush(_ output: UnsafeMutableBufferPointer<Float>) -> Int { 0 }
  var latencyFrames: Int { 0 }
  var tailFrames: Int { Int.max }

  func saveState() -> [UInt8] { learned }
  func loadState(_ state: [UInt8]) { learned = state }

  func answer(_ message: [UInt8], of extensionID: String) throws(PluginFailure) -> [UInt8] {
    guard extensionID == "org.example.echo/1" else {
      throw PluginFailure(CUE_E_UNSUPPORTED, "It only echoes.")
    }
    return message.reversed()
  }
}

/// Lends the tables of an instance.
@safe private final class Made {
  let table: UnsafePointer<cue_instance>
  private let lender = Lender()

  init() throws {
    let host = unsafe lender.value(
      cue_host(
        struct_size: UInt32(MemoryLayout<cue_host>.size), magic: CUE_ABI_MAGIC,
        abi_major: CUE_ABI_MAJOR, abi_minor: CUE_ABI_MINOR, name: cue_text(), version: cue_text(),
        language: lender.text("et"), data: nil, log: { _, _, _ in }, progress: { _, _ in },
        monotonic_ns: { _ in 0 }, get_extension: { _, _ in nil }))
    unsafe table = try unsafe InstanceBox.make(
      .effect(Widener.self), PluginHost(host, libraryPath: ""))
    var error = cue_error()
    unsafe #expect(table.pointee.activate(self_, &error) == CUE_OK)
  }

  deinit { unsafe table.pointee.destroy(self_) }

  var self_: UnsafeMutableRawPointer? { unsafe table.pointee.`self` }

  func table<Table>(_ id: String, as type: Table.Type) throws -> Table {
    try unsafe #require(table.pointee.get_extension(self_, id)).load(as: type)
  }

  func size<Value>(_ type: Value.Type) -> UInt32 { UInt32(MemoryLayout<Value>.size) }

  func value(_ id: UInt32) throws -> Double {
    var value = unsafe cue_param_value()
    unsafe value.struct_size = unsafe size(cue_param_value.self)
    _ = try unsafe table(CUE_EXT_PARAMS, as: cue_params.self).get(self_, id, &value)
    return unsafe value.number
  }

  func set(_ id: UInt32, _ number: Double) throws -> Int32 {
    var value = unsafe cue_param_value()
    unsafe value.struct_size = unsafe size(cue_param_value.self)
    unsafe value.number = number
    var error = cue_error()
    return try unsafe table(CUE_EXT_PARAMS, as: cue_params.self).set(self_, id, &value, &error)
  }

  func configure(channels: UInt32, outputs: UInt32, side: UInt32 = 0) throws -> Int32 {
    var wanted = cue_configure()
    wanted.struct_size = size(cue_configure.self)
    wanted.rate = 48000
    wanted.max_frames = 64
    wanted.input_channels = channels
    wanted.output_channels = outputs
    wanted.side_channels = side
    var error = cue_error()
    return try unsafe table(CUE_KIND_DSP, as: cue_dsp.self).configure(self_, &wanted, &error)
  }

  /// What comes out of a block, with a change of the mode at its first frame.
  func process(_ input: [Float], side: [Float], mode: Double) throws -> [Float] {
    var output = [Float](repeating: 9, count: 8)
    let change = unsafe lender.pointers([
      cue_param_event(
        struct_size: size(cue_param_event.self), frame: 0, id: 1, reserved: 0, number: mode)
    ])
    let dsp = try table(CUE_KIND_DSP, as: cue_dsp.self)
    let status = unsafe input.withUnsafeBufferPointer { input in
      unsafe side.withUnsafeBufferPointer { side in
        unsafe output.withUnsafeMutableBufferPointer { output in
          var block = unsafe cue_process()
          unsafe block.struct_size = unsafe size(cue_process.self)
          unsafe block.event_count = 1
          unsafe block.events = unsafe change
          unsafe block.input = input.baseAddress
          unsafe block.input_frames = UInt32(input.count)
          unsafe block.side = side.baseAddress
          unsafe block.output = output.baseAddress
          unsafe block.output_capacity = 4
          return unsafe dsp.process(self_, &block)
        }
      }
    }
    #expect(status == CUE_OK)
    return output
  }
}

@Suite struct `An effect made with the kit` {
  @Test func `has choices by their ids, meters, and ranges without ends`() throws {
    let made = try Made()
    #expect(try made.value(1) == 70)
    #expect(try made.set(1, 30) == CUE_OK)
    #expect(try made.value(1) == 30)
    #expect(try made.set(1, 1) == CUE_E_INVALID)
    #expect(try made.set(2, 0.5) == CUE_E_INVALID)
    #expect(try made.set(3, 1000) == CUE_OK)
    #expect(try made.set(3, .infinity) == CUE_E_INVALID)
  }

  @Test func `gives other channels than it takes, and hears a second sound`() throws {
    let made = try Made()
    #expect(try made.configure(channels: 2, outputs: 2) == CUE_E_FORMAT)
    #expect(try made.configure(channels: 1, outputs: 2, side: 1) == CUE_OK)
    let output = try made.process([1, 0.5], side: [0, 0.5], mode: 30)
    #expect(output == [-1, -1, -0.25, -0.25, 9, 9, 9, 9])
    #expect(try made.value(1) == 30)
    #expect(try made.value(2) == 1)
    let dsp = try made.table(CUE_KIND_DSP, as: cue_dsp.self)
    #expect(unsafe dsp.tail(made.self_) == CUE_TAIL_UNKNOWN)
  }

  @Test func `keeps a state and answers messages`() throws {
    let made = try Made()
    var error = cue_error()
    let state = try made.table(CUE_EXT_STATE, as: cue_state.self)
    let word: [UInt8] = [1, 2, 3]
    unsafe word.withUnsafeBytes { bytes in
      var data = unsafe cue_state_data(
        struct_size: made.size(cue_state_data.self), length: 3, bytes: bytes.baseAddress)
      unsafe #expect(state.load(made.self_, &data, &error) == CUE_OK)
      unsafe data.bytes = nil
      unsafe #expect(state.save(made.self_, &data, &error) == CUE_OK)
      unsafe #expect(Array(UnsafeRawBufferPointer(start: data.bytes, count: 3)) == word)
      let messages = try? made.table(CUE_EXT_MESSAGES, as: cue_messages.self)
      let id = Lender()
      var message = unsafe cue_message(
        struct_size: made.size(cue_message.self), length: 3, call: 1,
        extension: id.text("org.example.echo/1"), bytes: bytes.baseAddress)
      var reply = unsafe cue_message()
      unsafe reply.struct_size = unsafe made.size(cue_message.self)
      unsafe #expect(messages?.answer(made.self_, &message, &reply, &error) == CUE_OK)
      unsafe #expect(Array(UnsafeRawBufferPointer(start: reply.bytes, count: 3)) == [3, 2, 1])
      unsafe message.extension = unsafe id.text("org.example.none/1")
      unsafe #expect(
        messages?.answer(made.self_, &message, &reply, &error) == CUE_E_UNSUPPORTED)
    }
  }

  @Test func `is cancelled by the number of its call`() {
    let flag = CancelFlag()
    flag.begin(5)
    #expect(!flag.isSet)
    #expect(!flag.cancel(4))
    #expect(!flag.isSet)
    #expect(flag.cancel(5))
    #expect(flag.isSet)
    #expect(!flag.cancel(6))
    flag.begin(6)
    #expect(flag.isSet)
    flag.begin(7)
    #expect(!flag.isSet)
    flag.begin(0)
    #expect(!flag.cancel(0))
    #expect(!flag.isSet)
  }
}
