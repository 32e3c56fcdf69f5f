import CueModel
import CueRehearsal

/// A hand that goes on where nobody answers for a minute.
final class PatientHand: ActorInput {
  static let mostSeconds = 60.0
  private(set) var presses = 0

  func poll(_ moment: Moment) -> ActorCommand? {
    guard moment.status == .waitingForUser, moment.secondsIntoLine > Self.mostSeconds else {
      return nil
    }
    presses += 1
    return .advance
  }

  func wait(_ moment: Moment) -> ActorTurn { ActorTurn(.stop) }
  func speaking(_ line: Cancellation?) {}
}

/// An output that nobody hears and nothing keeps.
final class Nowhere: SoundOutput {
  private(set) var format: AudioFormat?
  private(set) var frames = 0
  /// The line that was played last, one channel of it.
  private(set) var lastLine: [Float] = []
  private(set) var lastRateHertz = 0
  func beginLine(_ format: AudioFormat) {
    self.format = self.format ?? format
    lastLine = []
    lastRateHertz = format.rateHertz
  }
  func write(_ sound: AudioBuffer, cancellation: Cancellation) {
    frames += sound.frameCount
    let floats = sound.floats
    let channels = sound.format.channels
    lastLine += stride(from: 0, to: floats.count, by: channels).map { floats[$0] }
  }
  func endLine() {}
  func dropLine() {}
  func cutLine() {}
  func silence(frames: Int, cancellation: Cancellation) { self.frames += frames }
  func drain(cancellation: Cancellation) {}
}
