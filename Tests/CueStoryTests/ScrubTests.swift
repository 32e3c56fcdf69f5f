import CueModel
import CueSystem
import Testing

@testable import CueStory

/// A device that keeps what it is given, and takes it when it may.
final class GrainDevice: Device {
  let name = "grains"
  struct State {
    var grains: [AudioBuffer] = []
    var allowed = 0
    var isOpen = false
  }
  let state = Monitor(State())

  func open(_ format: AudioFormat, latencyFrames: Int) { state.change { $0.isOpen = true } }
  func write(_ sound: AudioBuffer, cancellation: Cancellation) {
    state.change { $0.grains.append(sound) }
    state.wait { $0.grains.count <= $0.allowed ? () : nil }
  }
  func position() -> Int { 0 }
  func drain(cancellation: Cancellation) {}
  func flush() {}
  func close() { state.change { $0.isOpen = false } }
}

@Suite struct `A playhead that is dragged` {
  @Test func `has grains of 50 to 100 ms, as long as what it passed`() {
    func frames(_ moved: Int, _ rate: Double = 1) -> Int? {
      ScrubGrain.frames(from: 0, to: moved, turned(rate), rateHertz: 8000)
    }
    #expect(frames(0) == nil)
    #expect(frames(1000) == 400)
    #expect(frames(600_000) == 600)
    #expect(frames(-600_000) == 600)
    #expect(frames(600_000, 0.5) == 800)
    #expect(frames(60_000_000) == 800)
  }

  @Test func `is heard where it is, a grain for each movement, and the newest where several come`()
    throws
  {
    let home = try Home()
    try home.story()
    let samples = noise(40_000)
    try home.add(samples)
    let device = GrainDevice()
    let scrubber = try StoryScrubber(try home.played(), on: device, effects: { noEffects })
    scrubber.move(from: 0, to: 5_000_000)
    // Two movements come while the first grain is on its way.
    device.state.wait { $0.grains.count == 1 ? () : nil }
    scrubber.move(from: 5_000_000, to: 6_000_000)
    scrubber.move(from: 6_000_000, to: 20_000_000)
    scrubber.move(from: 20_000_000, to: 20_000_000)
    device.state.change { $0.allowed = 10 }
    scrubber.end()
    #expect(scrubber.grains == 2)
    #expect(scrubber.failure == nil)
    let (grains, isOpen) = device.state.change { ($0.grains, $0.isOpen) }
    #expect(!isOpen)
    let floats = AudioBuffer(int16: samples, rateHertz: 8000).floats
    for (grain, start) in zip(grains, [5000, 20_000]) {
      #expect(grain.frameCount == 800)
      let left = (0..<800).map { grain.floats[2 * $0] }
      #expect(Array(left[40..<760]) == Array(floats[(start + 40)..<(start + 760)]))
      #expect(abs(left[0]) <= abs(floats[start]) / 40)
      #expect(abs(left[799]) <= abs(floats[start + 799]) / 40)
    }
  }
}
