import CueAudio
import CueModel
import Glibc
import Testing

@Suite struct `A voice print` {
  /// A second and a half of a sawtooth, its overtones `tilt` dB an octave below the fundamental's six.
  private func sawtooth(_ hertz: Double, rate: Int = 16_000, tilt: Double = 0) -> AudioBuffer {
    let highest = Int(Double(rate) * 0.45 / hertz)
    let samples = (0..<rate * 3 / 2).map { frame -> Float in
      var sum = 0.0
      for overtone in 1...highest {
        let level = exp2(-log2(Double(overtone)) * (1 + tilt / 6.0206))
        sum += level * sin(2 * .pi * hertz * Double(overtone * frame) / Double(rate))
      }
      return Float(sum * 0.3)
    }
    return AudioBuffer(float32: samples, rateHertz: rate)
  }

  @Test(arguments: [
    (75.0, 16_000), (120.0, 16_000), (120.0, 22_050), (120.0, 8000), (310.0, 44_100),
  ])
  func `has the pitch of a sawtooth within a hertz`(hertz: Double, rate: Int) throws {
    let print = try #require(VoicePrint(of: sawtooth(hertz, rate: rate)))
    #expect(abs(print.pitchHertz - hertz) < 1)
    #expect(print.pitchSpreadSemitones < 0.2 && print.voicedShare > 0.99)
  }

  @Test
  func `a voice print distinguishes a brighter voice at the same pitch, but not a louder one`()
    throws
  {
    let plain = sawtooth(120)
    let one = try #require(VoicePrint(of: plain))
    let dull = try #require(VoicePrint(of: sawtooth(120, tilt: 6)))
    #expect(one.distance(to: dull) > 2 * VoicePrint.alikeDistance)
    #expect(one.bandDecibels[5] > dull.bandDecibels[5] + 10)
    let softer = AudioBuffer(float32: plain.floats.map { $0 / 8 }, rateHertz: 16_000)
    #expect(try one.distance(to: #require(VoicePrint(of: softer))) < 0.01)
    let stereo = AudioBuffer(
      float32: plain.floats.flatMap { [$0, $0] }, rateHertz: 16_000, channels: 2)
    #expect(try one.distance(to: #require(VoicePrint(of: stereo))) < 0.01)
    // A print took the left channel alone.
    let right = AudioBuffer(
      float32: plain.floats.flatMap { [0, $0] }, rateHertz: 16_000, channels: 2)
    #expect(try one.distance(to: #require(VoicePrint(of: right))) < 0.01)
  }

  @Test func `counts a difference of pitch in semitones, up to an octave`() throws {
    let one = try #require(VoicePrint(of: sawtooth(120)))
    #expect(abs(one.distance(to: one.moved(bySemitones: 1)) - 1) < 1e-9)
    #expect(abs(one.moved(bySemitones: 5).distance(to: one) - 5) < 1e-9)
    #expect(abs(one.moved(bySemitones: 30).distance(to: one) - 12) < 1e-9)
    let higher = try #require(VoicePrint(of: sawtooth(120 * exp2(3 / 12))))
    #expect(abs(higher.pitchHertz / one.pitchHertz - exp2(3 / 12)) < 0.01)
  }

  @Test func `noise gives a voice print without a pitch, and silence gives none`() throws {
    var state: UInt64 = 7
    let noise = (0..<16_000).map { _ -> Float in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Float(Int32(truncatingIfNeeded: state >> 32)) / 4e9
    }
    let print = try #require(VoicePrint(of: AudioBuffer(float32: noise, rateHertz: 16_000)))
    #expect(print.pitchHertz == 0 && print.voicedShare < 0.1)
    let voiced = try #require(VoicePrint(of: sawtooth(120)))
    #expect(print.distance(to: voiced) >= 12)
    #expect(VoicePrint(of: AudioBuffer(float32: noise.map { _ in 0 }, rateHertz: 16_000)) == nil)
    #expect(
      VoicePrint(of: AudioBuffer(float32: Array(noise.prefix(1000)), rateHertz: 16_000)) == nil)
  }
}

@Suite struct `One voice that is moved` {
  /// Two semitones and their formants were taken for another person, and are the same one in another mood.
  @Test(arguments: [(2, 1.2), (-2, -1.2), (4, 0), (0, 3), (1, 0.8)])
  func `a voice that moves little is the same person`(pitch: Double, formants: Double) {
    #expect(VoicePrint.distance(movedByPitch: pitch, formants: formants) < VoicePrint.alikeDistance)
  }

  @Test(arguments: [(4, 2), (-4, -2), (4, 3.2), (6, 0), (0, 4), (8, 5.2)])
  func `a voice that moves far is another person`(pitch: Double, formants: Double) {
    #expect(VoicePrint.distance(movedByPitch: pitch, formants: formants) > VoicePrint.alikeDistance)
  }
}
