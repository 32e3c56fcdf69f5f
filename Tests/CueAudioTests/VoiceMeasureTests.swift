import CueAudio
import CueModel
import Glibc
import Testing

/// A buzz of `hertz` whose pitch moves by `semitones` up and down, twice a second.
private func buzz(
  _ hertz: Double, seconds: Double, wobble semitones: Double = 0, level: Double = 0.1
)
  -> AudioBuffer
{
  var phase = 0.0
  let samples = (0..<Int(seconds * 16000)).map { index -> Float in
    let time = Double(index) / 16000
    phase += hertz * exp2(semitones * sin(4 * .pi * time) / 12) / 16000
    return Float(
      level * (1...6).reduce(0.0) { $0 + sin(2 * .pi * phase * Double($1)) / Double($1) })
  }
  return AudioBuffer(float32: samples, rateHertz: 16000)
}

@Suite struct `The loudness and pitch of a speaker` {
  private func range(_ pitch: VoiceMeasure.Pitch) -> Double {
    12 * log2(pitch.highHertz / pitch.lowHertz)
  }

  @Test func `is the pitch in the middle, and the range that it has most of the time`() throws {
    let flat = try #require(VoiceMeasure(of: buzz(120, seconds: 2)).pitch)
    #expect(abs(flat.medianHertz - 120) < 2 && range(flat) < 0.3)
    let moving = try #require(VoiceMeasure(of: buzz(200, seconds: 4, wobble: 4)).pitch)
    #expect(abs(moving.medianHertz - 200) < 8)
    // A sine is above 0.951 of its height a tenth of the time: 2 × 4 × 0.951.
    #expect(abs(range(moving) - 7.6) < 0.6, "\(range(moving))")
  }

  /// The left channel alone was looked at.
  @Test func `has the pitch of a voice in either channel`() throws {
    let samples = buzz(120, seconds: 2).floats
    let sides: [[Float]] = [samples.flatMap { [$0, 0] }, samples.flatMap { [0, $0] }]
    for side in sides {
      let sound = AudioBuffer(float32: side, rateHertz: 16000, channels: 2)
      #expect(abs(try #require(VoiceMeasure(of: sound).pitch).medianHertz - 120) < 2)
    }
  }

  @Test func `ten times the amplitude is 20 dB louder, and the level is a mean of all parts`()
    throws
  {
    let quiet = VoiceMeasure(of: buzz(120, seconds: 2, level: 0.02))
    let loud = VoiceMeasure(of: buzz(120, seconds: 2, level: 0.2))
    let difference = try #require(loud.loudnessLUFS) - (try #require(quiet.loudnessLUFS))
    #expect(abs(difference - 20) < 0.2)
    var both = quiet
    both.add(loud)
    // Half of the time a hundredth of the energy: 3 dB below the loud half.
    #expect(abs(try #require(both.loudnessLUFS) - (try #require(loud.loudnessLUFS)) + 2.97) < 0.2)
    #expect(both.pitch != nil)
  }

  @Test func `there is no pitch and no level without speech`() {
    let silence = AudioBuffer(
      silentFrames: 16000, format: AudioFormat(sample: .int16, rateHertz: 16000))
    #expect(VoiceMeasure(of: silence).pitch == nil && VoiceMeasure(of: silence).loudnessLUFS == nil)
    let nothing = VoiceMeasure(of: AudioBuffer(float32: [], rateHertz: 16000))
    #expect(nothing == VoiceMeasure() && VoiceMeasure().pitch == nil)
    #expect(VoiceMeasure(of: AudioBuffer(float32: [.nan, 1], rateHertz: 16000)).pitch == nil)
  }
}
