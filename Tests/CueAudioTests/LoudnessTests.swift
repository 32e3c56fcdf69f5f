import CueModel
import Foundation
import Testing

@testable import CueAudio

/// What libebur128 makes of `sound`.
private func measured(_ sound: AudioBuffer) throws -> (lufs: Double?, peak: Double?) {
  let meter = try LoudnessMeter(sound.format)
  meter.hear(sound)
  return (meter.integratedLUFS, meter.truePeakDBTP)
}

private func limited(
  _ sound: AudioBuffer, blockFrames: Int = 1000, ceiling: Double = -1
) -> (sound: AudioBuffer, limiter: PeakLimiter) {
  let limiter = PeakLimiter(
    rateHertz: sound.format.rateHertz, channels: sound.format.channels, ceilingDecibels: ceiling)
  var samples: [Float] = []
  var start = 0
  while start < sound.frameCount {
    let end = min(start + blockFrames, sound.frameCount)
    samples += limiter.process(sound.frames(start..<end)).floats
    start = end
  }
  samples += limiter.finish().floats
  return (
    AudioBuffer(
      float32: samples, rateHertz: sound.format.rateHertz, channels: sound.format.channels), limiter
  )
}

@Suite struct `A limiter of true peaks` {
  /// Each is at full scale or beyond; the second has its peaks between samples, +3 dB above them.
  static let signals: [(name: String, sample: @Sendable (Int) -> Double)] = [
    ("a square wave", { $0 / 50 % 2 == 0 ? 1 : -1 }),
    ("a sine at a quarter of the rate", { sin(.pi / 2 * Double($0) + .pi / 4) * 1.4142 }),
    ("a click in silence", { $0 == 2000 ? 2 : 0 }),
    ("noise", { Double(($0 &* 1_103_515_245 &+ 12345) >> 8 % 65536) / 32768 - 1 }),
    ("a burst", { $0 % 4000 < 300 ? 2 * sin(Double($0 * $0) / 900) : 0.1 * sin(Double($0)) }),
    ("beats", { 1.5 * sin(Double($0) * 0.9) * sin(Double($0) * 0.011) }),
  ]

  @Test(arguments: signals.indices, [8000, 22_050, 48_000, 96_000])
  func `a limiter keeps true peaks below its ceiling, as libebur128 measures them`(
    signal: Int, rate: Int
  ) throws {
    let samples = (0..<9000).map { Float(Self.signals[signal].sample($0)) }
    let loud = AudioBuffer(float32: samples, rateHertz: rate)
    #expect(try #require(measured(loud).peak) > -1, "a signal that needs no limiter tests none")
    let made = limited(loud)
    let peak = try #require(measured(made.sound).peak)
    #expect(peak <= -1, "\(Self.signals[signal].name) at \(rate) Hz: \(peak) dBTP")
    #expect(made.sound.frameCount == 9000)
    #expect(made.limiter.leastGain < 1)
  }

  @Test(arguments: [1, 2]) func `changes no bit of what stays below`(channels: Int) {
    let quiet = sine(997, frames: 9000, rateHertz: 22_050, channels: channels)
    #expect(limited(quiet).sound == quiet)
    #expect(limited(quiet).limiter.leastGain == 1)
  }

  @Test(arguments: [1, 7, 64, 1000, 7000]) func `does not depend on how sound is cut`(block: Int) {
    let samples = (0..<6000).map { Float(1.5 * sin(Double($0 * $0) / 9000)) }
    let loud = AudioBuffer(float32: samples, rateHertz: 22_050)
    #expect(limited(loud, blockFrames: block).sound == limited(loud).sound)
  }

  @Test func `a limiter keeps sound that is shorter than its look-ahead`() {
    let short = AudioBuffer(float32: [0.25, -0.5, 0.125], rateHertz: 48_000)
    #expect(limited(short).sound == short)
  }

  @Test func `A limiter of true peaks turns both channels down alike`() {
    let samples = (0..<20_000).flatMap { [Float(1.8 * sin(Double($0) / 9)), Float(0.1)] }
    let made = limited(AudioBuffer(float32: samples, rateHertz: 22_050, channels: 2)).sound.floats
    for frame in stride(from: 5000, to: 15_000, by: 97) where abs(samples[2 * frame]) > 0.1 {
      let left = made[2 * frame] / samples[2 * frame]
      let right = made[2 * frame + 1] / samples[2 * frame + 1]
      #expect(abs(left - right) < 1e-5)
    }
  }
}

@Suite struct `The loudness of a recording` {
  @Test(arguments: [8000, 16_000, 22_050, 48_000])
  func `laid out of profiles is what libebur128 measures of the sound`(rate: Int) throws {
    // Stretches of noise, loud and soft, long and short, with pauses, at places that no grid has.
    var samples: [Float] = []
    var profiles: [(LoudnessProfile, Double)] = []
    var state: UInt32 = 7
    for (index, seconds) in [0.27, 1.9, 0.35, 3.113, 0.61, 0.42].enumerated() {
      let gain = Float([0.5, 0.1, 0.3, 0.05, 0.002, 0.4][index])
      let part = (0..<Int(seconds * Double(rate))).map { _ in
        state = state &* 1_664_525 &+ 1_013_904_223
        return gain * (Float(state >> 8) / Float(1 << 23) - 1)
      }
      let profile = try LoudnessMeter.profile(of: part, rateHertz: rate)
      profiles.append((profile, Double(samples.count) / Double(rate)))
      samples += part + [Float](repeating: 0, count: rate * (3 + index * 5) / 37)
    }
    var layout = LoudnessLayout(seconds: Double(samples.count) / Double(rate))
    for (profile, start) in profiles { layout.add(profile, atSeconds: start, gain: 1) }
    let whole = try #require(
      measured(AudioBuffer(float32: samples, rateHertz: rate)).lufs)
    let laidOut = try #require(layout.integratedLUFS)
    #expect(abs(laidOut - whole) < 0.1, "\(laidOut) LUFS, not \(whole)")
  }

  @Test func `silence has no loudness`() throws {
    let profile = try LoudnessMeter.profile(
      of: [Float](repeating: 0, count: 48_000), rateHertz: 48_000)
    #expect(GatedLoudness.integratedLUFS(profile.blocks) == nil)
    #expect(try measured(AudioBuffer(silentFrames: 48_000, format: profileFormat)).lufs == nil)
  }
  private var profileFormat: AudioFormat { AudioFormat(sample: .float32, rateHertz: 48_000) }

  @Test func `in a sine of 997 Hz at full scale is −3.01 LUFS`() throws {
    // ITU-R BS.1770-4, annex 1: in one channel it reads −3.01.
    let samples = (0..<96_000).map { Float(sin(2 * .pi * 997 * Double($0) / 48_000)) }
    let profile = try LoudnessMeter.profile(of: samples, rateHertz: 48_000)
    let loudness = try #require(GatedLoudness.integratedLUFS(profile.blocks))
    #expect(abs(loudness + 3.01) < 0.05)
  }
}

@Suite struct `The part of a sound that is heard` {
  @Test(arguments: [8000, 22_050, 48_000])
  func `begins and ends with the tone between silences`(rate: Int) throws {
    let tone = (0..<rate).map { Float(0.3 * sin(2 * .pi * 500 * Double($0) / Double(rate))) }
    let pad = [Float](repeating: 0, count: rate / 3)
    let found = try #require(SoundingPart.frames(of: pad + tone + pad, rateHertz: rate))
    #expect(abs(found.lowerBound - pad.count) <= rate / 100)
    #expect(abs(found.upperBound - pad.count - tone.count) <= rate / 100)
  }

  @Test func `in silence no sound is heard, and in a quiet voice all of it`() {
    #expect(SoundingPart.frames(of: [Float](repeating: 0, count: 5000), rateHertz: 8000) == nil)
    let quiet = (0..<8000).map { Float(0.002 * sin(Double($0) / 3)) }
    #expect(SoundingPart.frames(of: quiet, rateHertz: 8000) == 0..<8000)
  }
}
