import CueModel
import Foundation

/// A sine at half of full scale, the same in all channels.
func sine(
  _ hertz: Double, frames: Int, rateHertz: Int, channels: Int = 1
) -> AudioBuffer {
  AudioBuffer(
    float32: (0..<frames).flatMap { frame in
      Array(
        repeating: Float(0.5 * sin(2 * .pi * hertz * Double(frame) / Double(rateHertz))),
        count: channels)
    }, rateHertz: rateHertz, channels: channels)
}

/// How much of a wave of `hertz` there is in the middle half of one-channel sound: its amplitude, by Goertzel's sum
/// |Σ x(n)·e^(−2πi·f·n)|·2/N, which is 0.5 for ``sine(_:frames:rateHertz:channels:)`` of that frequency.
func amplitude(_ hertz: Double, in sound: AudioBuffer) -> Double {
  let samples = sound.floats
  let middle = samples[samples.count / 4..<samples.count * 3 / 4]
  var cosines = 0.0
  var sines = 0.0
  for (index, sample) in middle.enumerated() {
    let angle = 2 * .pi * hertz * Double(index) / Double(sound.format.rateHertz)
    cosines += Double(sample) * cos(angle)
    sines += Double(sample) * sin(angle)
  }
  return 2 * (cosines * cosines + sines * sines).squareRoot() / Double(middle.count)
}
