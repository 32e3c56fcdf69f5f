import CueABI
import CueModel
import Foundation
import Testing
import TestSupport

@testable import CuePlugins

@Suite struct `Memory that a worker shares` {
  @Test func `has a slot for each request, until that is done`() throws {
    let shared = try #require(SharedSound())
    let count = shared.freeSlotCount
    var slots: [SharedSound.Slot] = []
    while let slot = shared.slot(with: [1, 2, 3, UInt8(slots.count)]) { slots.append(slot) }
    #expect(slots.count == count)
    #expect(shared.freeSlotCount == 0)
    for (index, slot) in slots.enumerated() {
      var bytes: [UInt8] = []
      var place = slot.input
      place.length = 4
      #expect(shared.append(place, to: &bytes))
      #expect(bytes == [1, 2, 3, UInt8(index)])
      #expect(slot.output.offset == slot.input.offset + slot.input.length)
    }
    shared.release(slots[5])
    #expect(shared.slot(with: [7])?.input.offset == slots[5].input.offset)
    #expect(shared.slot(with: [7]) == nil)
  }

  @Test func `takes no sound that is too long for it`() throws {
    let shared = try #require(SharedSound())
    #expect(shared.slot(with: ArraySlice(repeating: 0, count: 64 * 1024 + 1)) == nil)
    #expect(shared.slot(with: ArraySlice(repeating: 0, count: 64 * 1024)) != nil)
  }

  @Test(
    arguments: [
      (0, UInt32.max), (UInt32.max, 4), (24 << 20, 4), ((24 << 20) - 4, 8),
    ] as [(UInt32, UInt32)])
  func `is all that a worker's answer may name`(offset: UInt32, length: UInt32) throws {
    let shared = try #require(SharedSound())
    var answer = EffectAnswer(
      AudioFormat(sample: .float32, rateHertz: 8000, channels: 1), sharing: shared)
    var writer = MessageWriter()
    writer.begin(CUE_MSG_SOUND, request: 1)
    writer.u64(CUE_TAG_SHARED_SOUND, UInt64(offset) | UInt64(length) << 32)
    writer.end()
    let header = try WorkerMessage.Header(writer.bytes[...])
    let message = try WorkerMessage(
      header, body: writer.bytes.dropFirst(WorkerMessage.Header.byteCount))
    let error = #expect(throws: Misbehaviour.self) { try answer.add(message) }
    #expect(error?.reason == .broke(.soundNowhere))
  }
}

@Suite(.startsProcesses) struct `Effects whose sound lies in shared memory` {
  private func setup() -> PluginSetup {
    PluginSetup(
      file: PluginFile(
        path: Places.product("libplugin-varispeed.so"), name: "varispeed", isProgram: false,
        id: "varispeed"), worker: WorkerSettings(workerPath: Places.product("cue-worker")))
  }

  private func sound(_ frames: Int, channels: Int = 1) -> AudioBuffer {
    Sounds.noise(frames: frames, rateHertz: 8000, channels: channels)
  }

  // What is slowed down does not fit its room, and long blocks in stereo fit none.
  @Test(arguments: [(4.0, 1, 20_000), (0.25, 1, 40_000), (1.3, 2, 30_000), (0.25, 2, 8192)])
  func `sound as those whose sound goes through a pipe`(
    speed: Double, channels: Int, frames: Int
  ) throws {
    let engine = EffectEngine(setup())
    defer { engine.quit() }
    let effect = engine.effect([("speed", speed)])
    var piped = setup()
    piped.parameters = [("speed", "\(speed)")]
    let alone = EffectClient(piped)
    defer { alone.quit() }
    for each in [effect, alone as any Effect] {
      try each.configure(rateHertz: 8000, channels: channels)
      try each.begin(sound(frames, channels: channels), changes: [], asking: [frames / 2])
      try each.begin(sound(999, channels: channels), changes: [], asking: [])
    }
    for _ in 1...2 { #expect(try effect.finish() == alone.finish()) }
    #expect(try effect.flush() == alone.flush())
    let shared = try #require(engine.sharedSound)
    #expect(shared.freeSlotCount == SharedSound()?.freeSlotCount)
  }

  @Test func `effects return their slots, even if their sound is not used`() throws {
    let engine = EffectEngine(setup())
    defer { engine.quit() }
    let effects = (0..<150).map { _ in engine.effect([("speed", 0.5)]) }
    let input = sound(4000)
    var made: [AudioBuffer] = []
    for round in 1...4 {
      for effect in effects { try effect.configure(rateHertz: 8000, channels: 1) }
      // More than there are slots.
      for effect in effects { try effect.begin(input, changes: [], asking: []) }
      #expect(engine.sharedSound?.freeSlotCount == 0)
      for (index, effect) in effects.enumerated() {
        if (index + round).isMultiple(of: 2) {
          made.append(try effect.finish().sound)
        } else {
          effect.abandon()
        }
      }
      // Those that nobody wants are done before these are.
      for effect in effects { try effect.configure(rateHertz: 8000, channels: 1) }
      for effect in effects { _ = try effect.flush() }
    }
    #expect(Set(made.map(\.bytes)).count == 1)
    #expect(engine.sharedSound?.freeSlotCount == SharedSound()?.freeSlotCount)
  }
}
