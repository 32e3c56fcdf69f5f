import CueModel
import CuePlugins
import Foundation
import Testing
import TestSupport

/// The null device as a microphone.
private func microphone(
  _ parameters: [(name: String, value: String)] = [], device: String = "",
  deadlines: Deadlines = Deadlines()
) -> MicrophoneClient {
  MicrophoneClient(
    setup(
      Places.product("libplugin-mock.so"), id: "null", parameters: parameters, deadlines: deadlines),
    device: device)
}

private let format = AudioFormat(sample: .float32, rateHertz: 16_000, channels: 1)

extension MicrophoneClient {
  /// Reads until the end, or until there are this many frames.
  fileprivate func all(atMost most: Int = 1_000_000, at frames: Int = 160) throws
    -> [CapturedSound]
  {
    var blocks: [CapturedSound] = []
    while blocks.reduce(0, { $0 + $1.sound.frameCount }) < most,
      let block = try read(atMost: frames, cancellation: Cancellation())
    {
      blocks.append(block)
    }
    return blocks
  }
}

@Suite(.startsProcesses) struct `A microphone` {
  @Test(arguments: [1, 160, 4096])
  func `gives the same sound in blocks of any size, to its end`(frames: Int) throws {
    let microphone = microphone([("length", "500")])
    #expect(try microphone.open(format, latencyFrames: 0, cancellation: Cancellation()) == format)
    let blocks = try microphone.all(atMost: frames == 1 ? 300 : 1_000_000, at: frames)
    let sound = blocks.flatMap(\.sound.floats)
    #expect(sound.count == (frames == 1 ? 300 : 8000))
    for (index, sample) in sound.enumerated() {
      let expected = Float(sin(2 * Double.pi * Double(index) * 440 / 16_000)) / 4
      guard abs(sample - expected) > 1e-4 else { continue }
      Issue.record("frame \(index) is \(sample), not \(expected)")
      break
    }
    var next = 0
    for block in blocks {
      #expect(block.startFrame == next && block.lostFrames == 0 && block.xruns == 0)
      next += block.sound.frameCount
    }
    #expect(microphone.currentDevice == "null")
    microphone.quit()
  }

  @Test(arguments: [8000, 16_000, 44_100, 48_000, 96_000, 192_000], [1, 2, 8])
  func `a microphone gives every requested rate and channel count`(rate: Int, channels: Int) throws
  {
    let microphone = microphone([("length", "20")])
    for sample in [SampleFormat.int16, .float32] {
      let wanted = AudioFormat(sample: sample, rateHertz: rate, channels: channels)
      #expect(try microphone.open(wanted, latencyFrames: 0, cancellation: Cancellation()) == wanted)
      let blocks = try microphone.all(at: rate)
      #expect(blocks.map(\.sound.frameCount).reduce(0, +) == rate / 50)
      #expect(blocks.allSatisfy { $0.sound.format == wanted })
      // Each channel is half as loud as the one before.
      let peaks = (0..<channels).map { channel in
        blocks[0].sound.floats.enumerated().filter { $0.offset % channels == channel }
          .map { abs($0.element) }.max() ?? 0
      }
      for (one, next) in zip(peaks, peaks.dropFirst()) { #expect(abs(next - one / 2) < 0.001) }
    }
    microphone.quit()
  }

  @Test func `A microphone has a format of its own`() throws {
    let microphone = microphone([("own-rate", "44100"), ("own-channels", "2")])
    #expect(
      try microphone.open(nil, latencyFrames: 0, cancellation: Cancellation())
        == AudioFormat(sample: .float32, rateHertz: 44_100, channels: 2))
    #expect(try microphone.devices().map(\.id) == ["null"])
    #expect(try microphone.devices().allSatisfy { $0.captures && $0.isDefault && !$0.isMonitor })
    microphone.quit()
  }

  @Test func `a microphone reports the lost frames and their position`() throws {
    let microphone = microphone([("xrun-every", "100"), ("length", "350")])
    _ = try microphone.open(format, latencyFrames: 0, cancellation: Cancellation())
    let blocks = try microphone.all(at: 10_000)
    #expect(blocks.map(\.startFrame) == [0, 1760, 3360, 4960])
    #expect(blocks.map(\.lostFrames) == [0, 160, 160, 160])
    #expect(blocks.map(\.xruns) == [0, 1, 1, 1])
    // The tone goes on after what was lost.
    let second = blocks[1].sound.floats[7]
    #expect(abs(second - Float(sin(2 * Double.pi * 1767 * 440 / 16_000)) / 4) < 1e-4)
    microphone.quit()
  }

  @Test func `an unplugged microphone fails, and can be opened again when it is back`() throws {
    let folder = try TemporaryFolder()
    let gone = folder.path("gone")
    let microphone = microphone([("gone-while", gone)])
    _ = try microphone.open(format, latencyFrames: 0, cancellation: Cancellation())
    #expect(try microphone.read(atMost: 100, cancellation: Cancellation())?.startFrame == 0)
    _ = try folder.write("", as: "gone")
    let failure = try #require(throws: PluginFailure.self) {
      try microphone.read(atMost: 100, cancellation: Cancellation())
    }
    #expect(failure.kind == .refused(status: .device) && failure.activity == .capturing)
    #expect(throws: PluginFailure.self) {
      try microphone.open(format, latencyFrames: 0, cancellation: Cancellation())
    }
    try FileManager.default.removeItem(atPath: gone)
    _ = try microphone.open(format, latencyFrames: 0, cancellation: Cancellation())
    #expect(try microphone.read(atMost: 100, cancellation: Cancellation())?.startFrame == 0)
    microphone.quit()
  }

  @Test func `that gives no sound is cancelled, and its plugin lives`() throws {
    var deadlines = Deadlines()
    deadlines.cancel = 100
    let microphone = microphone([("stalls", "on")], deadlines: deadlines)
    _ = try microphone.open(format, latencyFrames: 0, cancellation: Cancellation())
    // Before the read, in it, or while its request is on the way.
    for _ in 1...20 {
      let cancellation = Cancellation()
      Thread { cancellation.cancel() }.start()
      #expect(try microphone.read(atMost: 100, cancellation: cancellation) == nil)
      #expect(cancellation.isCancelled)
    }
    try microphone.flush()
    microphone.close()
    microphone.close()
    _ = try microphone.open(format, latencyFrames: 0, cancellation: Cancellation())
    microphone.quit()
  }

  @Test func `is not read from once it was cancelled`() throws {
    let microphone = microphone()
    _ = try microphone.open(format, latencyFrames: 0, cancellation: Cancellation())
    let cancellation = Cancellation()
    cancellation.cancel()
    #expect(try microphone.read(atMost: 100, cancellation: cancellation) == nil)
    #expect(
      try microphone.read(atMost: 100, cancellation: Cancellation())?.startFrame == 0,
      "nothing was lost by that")
    microphone.quit()
  }

  @Test func `refuses a device that is not there`() throws {
    let failure = try #require(throws: PluginFailure.self) {
      try microphone(device: "attic").open(
        format, latencyFrames: 0, cancellation: Cancellation())
    }
    #expect(failure.kind == .refused(status: .device))
  }
}
