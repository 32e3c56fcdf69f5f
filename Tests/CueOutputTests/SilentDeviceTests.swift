import CueModel
import TestSupport
import Testing

@testable import CueOutput

@Suite struct `Silence in the place of a device` {
  private let clock = VirtualClock()

  private func device() -> SilentDevice { SilentDevice(clock: clock) }

  private func sound(_ frames: Int) -> AudioBuffer {
    AudioBuffer(int16: Array(repeating: 1, count: frames), rateHertz: 1000)
  }

  @Test func `takes as long as the sound lasts`() {
    let device = device()
    device.open(sound(1).format, latencyFrames: 100)
    for _ in 0..<50 { device.write(sound(40), cancellation: Cancellation()) }
    #expect((1900...1901).contains(clock.milliseconds), "the last 100 ms wait in the device")
    #expect(device.position() == 1900)
    device.drain(cancellation: Cancellation())
    #expect((2000...2001).contains(clock.milliseconds))
    #expect(device.position() == 2000)
  }

  @Test func `the silent device starts again after a gap, and drops the rest`() {
    let device = device()
    device.open(sound(1).format, latencyFrames: 1000)
    device.write(sound(500), cancellation: Cancellation())
    clock.pass(milliseconds: 10_000)
    device.write(sound(500), cancellation: Cancellation())
    #expect(clock.waits.isEmpty)
    #expect(device.position() == 500)
    device.flush()
    device.drain(cancellation: Cancellation())
    #expect(clock.waits.isEmpty && device.position() == 500)
  }

  @Test func `the silent device reports how much sound is not heard yet`() throws {
    let output = DeviceOutput(device(), latencyMilliseconds: 1000)
    #expect(output.unheardSeconds == 0)
    try output.beginLine(sound(1).format)
    try output.write(sound(500), cancellation: Cancellation())
    #expect(output.unheardSeconds == 0.5)
    clock.pass(milliseconds: 300)
    #expect(output.unheardSeconds == 0.2)
    // Dropped sound is not waited for.
    try output.cutLine()
    #expect(output.unheardSeconds == 0)
    try output.write(sound(100), cancellation: Cancellation())
    // The device rounds up to its next frame, which is a millisecond here.
    #expect(abs(output.unheardSeconds - 0.1) < 0.002)
    clock.pass(milliseconds: 5000)
    #expect(output.unheardSeconds == 0)
  }

  @Test func `ends its wait when it is cancelled`() {
    let device = device()
    device.open(sound(1).format, latencyFrames: 0)
    let cancelled = Cancellation()
    cancelled.cancel()
    device.write(sound(500), cancellation: cancelled)
    device.drain(cancellation: cancelled)
    #expect(clock.waits.isEmpty)
  }
}

/// A device that can be pulled out.
private final class PluggedDevice: Device {
  let name: String
  var isThere = true
  private(set) var heard = 0
  private var isOpen = false

  init(_ name: String) { self.name = name }

  private func check() throws {
    guard isThere else {
      throw PluginFailure(
        plugin: name, activity: .playing, kind: .refused(status: .device), reason: .said("gone"))
    }
  }

  func open(_ format: AudioFormat, latencyFrames: Int) throws {
    try check()
    isOpen = true
  }
  func write(_ sound: AudioBuffer, cancellation: Cancellation) throws {
    try check()
    #expect(isOpen)
    heard += sound.frameCount
  }
  func position() -> Int { heard }
  func drain(cancellation: Cancellation) throws { try check() }
  func flush() throws { try check() }
  func close() { isOpen = false }
}

@Suite struct `Several devices` {
  private let first = PluggedDevice("first")
  private let second = PluggedDevice("second")
  private let sound = AudioBuffer(int16: Array(repeating: 1, count: 100), rateHertz: 16000)
  private let never = Cancellation()

  private func say(_ output: SessionOutput) throws {
    try output.beginLine(sound.format)
    try output.write(sound, cancellation: never)
    try output.endLine()
  }

  @Test func `take each other's place, and the line that was lost is the session's to repeat`()
    throws
  {
    var changes: [String] = []
    let device = DeviceOutput([first, second]) { _, name in changes.append(name) }
    let output = SessionOutput(device: device, file: nil, stream: nil)
    try say(output)
    first.isThere = false
    #expect(throws: OutputFailure.self) { try say(output) }
    try output.cutLine()
    try say(output)
    #expect(first.heard == 100 && second.heard == 100 && changes == ["second"])
    first.isThere = true
    second.isThere = false
    #expect(throws: OutputFailure.self) { try say(output) }
    try output.cutLine()
    try say(output)
    #expect(first.heard == 200 && changes == ["second", "first"])
  }

  @Test func `go on in mid-line where a file keeps the session`() throws {
    let folder = try TemporaryFolder()
    let output = SessionOutput(
      device: DeviceOutput([first, second]),
      file: try FileOutput(path: folder.path("a.wav"), isRaw: false), stream: nil)
    try output.beginLine(sound.format)
    try output.write(sound, cancellation: never)
    first.isThere = false
    try output.write(sound, cancellation: never)
    try output.write(sound, cancellation: never)
    try output.endLine()
    #expect(second.heard == 100)
    try output.complete(cancellation: never)
    #expect(try Fixtures.sound(inFile: folder.path("a.wav")).frameCount == 300)
  }

  @Test func `that are all gone at the start leave silence, with a note`() throws {
    first.isThere = false
    second.isThere = false
    var notes: [String] = []
    let output = SessionOutput(
      device: DeviceOutput([first, second]), file: nil, stream: nil
    ) { note in
      if case .silent(.device(let failure)) = note { notes.append(failure.plugin) }
    }
    try output.openOrFallSilent()
    #expect(notes == ["first"])
    #expect(output.isHeard)
    try output.beginLine(sound.format)
    try output.endLine()
  }
}
