import CueListening
import CueModel
import Testing
import TestSupport

/// A microphone that is there when its clock says so; each read is 100 ms of sound.
private final class UnpluggedMicrophone: Microphone {
  let clock: VirtualClock
  /// Milliseconds at which it is gone.
  let gone: Range<Int64>
  var opened = 0
  var closed = 0
  private var frame = 0

  init(_ clock: VirtualClock, gone: Range<Int64>) {
    self.clock = clock
    self.gone = gone
  }

  let name = "cable"
  let isLive = true

  private func requireThere() throws {
    guard gone.contains(clock.milliseconds) else { return }
    throw PluginFailure(
      plugin: name, activity: .capturing, kind: .refused(status: .device), reason: .unexplained)
  }

  func open(_ wanted: AudioFormat?, latencyFrames: Int, cancellation: Cancellation) throws
    -> AudioFormat
  {
    try requireThere()
    opened += 1
    frame = 0
    return wanted ?? AudioFormat(sample: .int16, rateHertz: 1000)
  }

  func read(atMost frames: Int, cancellation: Cancellation) throws -> CapturedSound? {
    guard !cancellation.isCancelled else { return nil }
    try requireThere()
    clock.pass(milliseconds: 100)
    defer { frame += 100 }
    return CapturedSound(
      AudioBuffer(int16: Array(repeating: 1, count: 100), rateHertz: 1000), startFrame: frame)
  }

  func flush() throws { try requireThere() }
  func close() { closed += 1 }
}

@Suite struct `A microphone that is unplugged` {
  private let clock = VirtualClock()

  @Test func `a microphone that comes back continues, and the lost frames are counted`() throws {
    let inner = UnpluggedMicrophone(clock, gone: 300..<2250)
    var notes: [String] = []
    let microphone = ReconnectingMicrophone(inner, clock: clock) {
      switch $0 {
      case .lost: notes.append("lost")
      case .back(let seconds): notes.append("back after \(seconds)")
      }
    }
    _ = try microphone.open(nil, latencyFrames: 0, cancellation: Cancellation())
    let blocks = try (0..<6).map { _ in
      try #require(try microphone.read(atMost: 100, cancellation: Cancellation()))
    }
    #expect(notes == ["lost", "back after 2.0"])
    #expect(inner.opened == 2)
    #expect(blocks.map(\.startFrame) == [0, 100, 200, 2300, 2400, 2500])
    #expect(blocks.map(\.lostFrames) == [0, 0, 0, 2000, 0, 0])
    #expect(blocks.map(\.xruns) == [0, 0, 0, 1, 0, 0])
    #expect(clock.waits == [500, 500, 500, 500])
    #expect(!microphone.isLost)
  }

  @Test func `a microphone that stays away is given up after the set time`() throws {
    let inner = UnpluggedMicrophone(clock, gone: 100..<1_000_000)
    let microphone = ReconnectingMicrophone(inner, clock: clock, patienceSeconds: 3)
    _ = try microphone.open(nil, latencyFrames: 0, cancellation: Cancellation())
    _ = try microphone.read(atMost: 100, cancellation: Cancellation())
    let failure = try #require(throws: PluginFailure.self) {
      try microphone.read(atMost: 100, cancellation: Cancellation())
    }
    #expect(failure.kind == .refused(status: .device))
    #expect(clock.milliseconds == 3100)
  }

  @Test func `a cancel ends the wait for a microphone, and loses nothing`() throws {
    let inner = UnpluggedMicrophone(clock, gone: 100..<1700)
    let microphone = ReconnectingMicrophone(inner, clock: clock)
    _ = try microphone.open(nil, latencyFrames: 0, cancellation: Cancellation())
    _ = try microphone.read(atMost: 100, cancellation: Cancellation())
    let cancellation = Cancellation()
    clock.onWait { if $0 == 2 { cancellation.cancel() } }
    #expect(try microphone.read(atMost: 100, cancellation: cancellation) == nil)
    #expect(microphone.isLost)
    let next = try #require(try microphone.read(atMost: 100, cancellation: Cancellation()))
    #expect(next.startFrame == 2100 && next.lostFrames == 2000)
  }

  @Test func `a microphone that never existed, or whose plugin fails, fails at once`() throws {
    let inner = UnpluggedMicrophone(clock, gone: 0..<100)
    let microphone = ReconnectingMicrophone(inner, clock: clock)
    #expect(throws: PluginFailure.self) {
      try microphone.open(nil, latencyFrames: 0, cancellation: Cancellation())
    }
    #expect(clock.waits.isEmpty)
  }

  @Test func `between two turns is waited for, too`() throws {
    let inner = UnpluggedMicrophone(clock, gone: 100..<700)
    let microphone = ReconnectingMicrophone(inner, clock: clock)
    let format = try microphone.open(nil, latencyFrames: 0, cancellation: Cancellation())
    _ = try microphone.read(atMost: 100, cancellation: Cancellation())
    microphone.close()
    #expect(try microphone.open(format, latencyFrames: 0, cancellation: Cancellation()) == format)
    #expect(microphone.isLost)
    let next = try #require(try microphone.read(atMost: 100, cancellation: Cancellation()))
    #expect(next.startFrame == 1000 && next.lostFrames == 1000)
    #expect(throws: PluginFailure.self, "another format is not known") {
      clock.pass(milliseconds: -600)
      _ = try microphone.open(
        AudioFormat(sample: .float32, rateHertz: 8000), latencyFrames: 0,
        cancellation: Cancellation())
    }
  }

  @Test func `A microphone that is unplugged is closed with its stream`() throws {
    let inner = UnpluggedMicrophone(clock, gone: 100..<200)
    let microphone = ReconnectingMicrophone(inner, clock: clock)
    _ = try microphone.open(nil, latencyFrames: 0, cancellation: Cancellation())
    _ = try microphone.read(atMost: 100, cancellation: Cancellation())
    try microphone.flush()
    #expect(microphone.isLost)
    microphone.close()
    #expect(inner.closed == 1 && !microphone.isLost)
  }
}
