import CueModel
import Foundation

/// A recognizer that hears what it is told, each text as soon as so many frames were pushed.
final class ScriptedEar: Recognizer {
  let name = "scripted"
  let partials: [(frame: Int, text: String)]
  let final: Heard
  private(set) var request: ListenRequest?
  private(set) var pushedFrames = 0
  private(set) var pushed: [UInt8] = []
  private(set) var finishes = 0
  private var next = 0
  var failure: ListenFailure?

  init(_ partials: [(frame: Int, text: String)] = [], final: Heard = Heard(text: "")) {
    self.partials = partials
    self.final = final
  }

  func open(_ request: ListenRequest, cancellation: Cancellation) throws(ListenFailure)
    -> [Shortfall]
  {
    self.request = request
    return [Shortfall(field: "language", outcome: "replaced by en-US")]
  }

  func push(_ sound: AudioBuffer, cancellation: Cancellation) throws(ListenFailure) -> [Heard] {
    if let failure { throw failure }
    pushedFrames += sound.frameCount
    pushed += sound.bytes
    var heard: [Heard] = []
    while next < partials.count, partials[next].frame <= pushedFrames {
      heard.append(Heard(text: partials[next].text))
      next += 1
    }
    return heard
  }

  func finish(cancellation: Cancellation) throws(ListenFailure) -> Heard {
    finishes += 1
    return final
  }

  func close() {}
}

/// Sound as of a room: noise at −60 dB, and somebody's voice in it at −20 dB where `speech` says, in seconds.
func room(seconds: Double, speech: ClosedRange<Double>..., rateHertz: Int = 16000) -> AudioBuffer {
  var state: UInt32 = 1
  let samples = (0..<Int(seconds * Double(rateHertz))).map { frame -> Float in
    state = state &* 1_664_525 &+ 1_013_904_223
    let noise = Float(Int32(bitPattern: state)) / Float(Int32.max) * 0.0017
    let time = Double(frame) / Double(rateHertz)
    guard speech.contains(where: { $0.contains(time) }) else { return noise }
    // Two tones that beat, so that it is no steady sound.
    let voice = sin(2 * .pi * 180 * time) * (0.6 + 0.4 * sin(2 * .pi * 4 * time))
    return noise + Float(voice) * 0.2
  }
  return AudioBuffer(float32: samples, rateHertz: rateHertz)
}
