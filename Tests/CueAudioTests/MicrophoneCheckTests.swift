import CueAudio
import CueModel
import Foundation
import Testing

@Suite struct `A level meter` {
  @Test(arguments: [(0.05, 1.0, 12), (0.01, 0.2, 2), (0.2, 1, 12), (0, 0, 0), (0.025, 0.5, 6)])
  func `shows twenty times the mean magnitude, in twelve bars`(
    value: Float, level: Double, bars: Int
  ) {
    var meter = LevelMeter()
    let samples = (0..<4096).map { $0.isMultiple(of: 2) ? value : -value }
    let hasReading = meter.take(AudioBuffer(float32: samples, rateHertz: 48_000))
    #expect(hasReading)
    #expect(abs(meter.level - level) < 1e-6)
    #expect(meter.bars == bars)
    #expect(meter.peak == value)
    meter.reset()
    #expect(meter == LevelMeter() && meter.level == 0)
  }

  @Test(arguments: [1, 100, 4096, 5000, 20_000], [1, 2, 8])
  func `has a reading for every 4,096 frames, however they come`(block: Int, channels: Int) {
    let sound = sine(300, frames: 20_000, rateHertz: 16_000, channels: channels)
    var meter = LevelMeter()
    var readings: [Double] = []
    for start in stride(from: 0, to: 20_000, by: block) {
      if meter.take(sound.frames(start..<min(start + block, 20_000))) {
        readings.append(meter.level)
      }
    }
    var whole = LevelMeter()
    whole.take(sound)
    #expect(abs(meter.mean - whole.mean) < 1e-9)
    if block <= 4096 { #expect(readings.count == 4) }
  }
}

@Suite struct `A microphone is checked` {
  private static let rate = 16_000

  private func noise(_ seconds: Double, peak: Float) -> [Float] {
    var state: UInt32 = 1
    return (0..<Int(seconds * Double(Self.rate))).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return (Float(state >> 8) / Float(1 << 23) - 1) * peak
    }
  }

  private func silence(_ seconds: Double) -> [Float] {
    Array(repeating: 0, count: Int(seconds * Double(Self.rate)))
  }

  private func tone(_ seconds: Double, gain: Float, limit: Float = 1) -> [Float] {
    (0..<Int(seconds * Double(Self.rate))).map {
      max(-limit, min(limit, gain * Float(sin(2 * .pi * 220 * Double($0) / Double(Self.rate)))))
    }
  }

  /// What is found, and after how many seconds.
  private func found(_ samples: [Float], block: Int = 480, channels: Int = 1)
    -> [(fault: MicrophoneFault, seconds: Double)]
  {
    let format = AudioFormat(sample: .float32, rateHertz: Self.rate, channels: channels)
    var check = MicrophoneCheck(format)
    var found: [(MicrophoneFault, Double)] = []
    let frames = samples.count / channels
    for start in stride(from: 0, to: frames, by: block) {
      let end = min(start + block, frames)
      let sound = AudioBuffer(
        float32: Array(samples[start * channels..<end * channels]), rateHertz: Self.rate,
        channels: channels)
      found += check.take(sound).map { ($0, Double(end) / Double(Self.rate)) }
    }
    return found
  }

  @Test(arguments: [37, 480, 16_000])
  func `a microphone that is silent is reported once, within 5 s`(block: Int) {
    let told = found(silence(20), block: block)
    #expect(told.map(\.fault) == [.silent])
    #expect(told.allSatisfy { $0.seconds <= 5 })
    // A converter that flickers by one step is as silent.
    #expect(found(silence(20).map { _ in 1 / 32768 }).map(\.fault) == [.silent])
  }

  @Test func `for a switch that mutes it while it is used`() {
    let told = found(silence(0.3) + noise(3, peak: 0.002) + tone(2, gain: 0.3) + silence(6))
    #expect(told.map(\.fault) == [.silent])
    #expect(told.allSatisfy { $0.seconds > 9 && $0.seconds <= 10.3 })
  }

  @Test func `a microphone in a quiet room, or in a pause, is not called silent`() {
    #expect(found(noise(20, peak: 0.000_4)).isEmpty)
    // What a program plays has pauses of pure silence.
    #expect(
      found(tone(1, gain: 0.3) + silence(3) + tone(1, gain: 0.3) + silence(8)).isEmpty)
    #expect(found(silence(3.5) + tone(1, gain: 0.3)).isEmpty)
  }

  @Test(arguments: [1, 2])
  func `a microphone that clips is reported once, within 5 s`(channels: Int) {
    let samples = tone(6, gain: 2).flatMap { Array(repeating: $0, count: channels) }
    let told = found(
      noise(1, peak: 0.01).flatMap { Array(repeating: $0, count: channels) } + samples,
      channels: channels)
    #expect(told.map(\.fault) == [.clipped])
    #expect(told.allSatisfy { $0.seconds <= 5 })
  }

  @Test func `a microphone that is loud, or pops once, is not called clipped`() {
    #expect(found(tone(6, gain: 0.99)).isEmpty)
    #expect(found(tone(6, gain: 0.4, limit: 0.3)).isEmpty)
    #expect(
      found(noise(2, peak: 0.1) + Array(repeating: 1, count: 40) + noise(4, peak: 0.1)).isEmpty)
  }
}
