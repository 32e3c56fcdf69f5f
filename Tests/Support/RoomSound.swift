import CueModel
import Foundation

/// Sound as of a room: noise at −60 dB, and somebody's voice in it at −20 dB where `speech` says, in seconds.
package func room(seconds: Double, speech: ClosedRange<Double>..., rateHertz: Int = 16000)
  -> AudioBuffer
{
  room(seconds: seconds, speech: speech, rateHertz: rateHertz)
}

/// The same with any number of utterances, and noise of that amplitude.
package func room(
  seconds: Double, speech: [ClosedRange<Double>], rateHertz: Int = 16000,
  noise amplitude: Float = 0.0017
) -> AudioBuffer {
  var state: UInt32 = 1
  let samples = (0..<Int(seconds * Double(rateHertz))).map { frame -> Float in
    state = state &* 1_664_525 &+ 1_013_904_223
    let noise = Float(Int32(bitPattern: state)) / Float(Int32.max) * amplitude
    let time = Double(frame) / Double(rateHertz)
    guard speech.contains(where: { $0.contains(time) }) else { return noise }
    // Two tones that beat, so that the sound is not steady.
    let voice = sin(2 * .pi * 180 * time) * (0.6 + 0.4 * sin(2 * .pi * 4 * time))
    return noise + Float(voice) * 0.2
  }
  return AudioBuffer(float32: samples, rateHertz: rateHertz)
}
