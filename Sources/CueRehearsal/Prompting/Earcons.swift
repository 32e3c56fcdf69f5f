import CueAudio
import CueModel
import Glibc

/// A short tone that replaces what eyes would see.
public enum Earcon: String, CaseIterable, Sendable {
  /// The word is the actor's: two tones upwards.
  case yourTurn
  /// The line was heard: one tone.
  case heard
  /// The next words are given: two tones downwards.
  case prompt
  /// A second of the countdown: one deep tone.
  case count

  /// The tones in Hz, each of ``toneSeconds``.
  public var hertz: [Double] {
    switch self {
    case .yourTurn: [660, 880]
    case .heard: [880]
    case .prompt: [880, 660]
    case .count: [440]
    }
  }

  /// How long a tone is, in seconds.
  public static let toneSeconds = 0.07
  /// The peak of a tone: −20 dB of full scale, which is below speech.
  public static let peak = 0.1

  /// Its sound; each tone begins and ends softly.
  public func sound(_ format: AudioFormat) -> AudioBuffer {
    let frames = format.frames(inSeconds: Earcon.toneSeconds)
    var samples: [Float] = []
    samples.reserveCapacity(frames * hertz.count)
    for tone in hertz {
      for frame in 0..<frames {
        let seconds = Double(frame) / Double(format.rateHertz)
        // A window of Hann, so that no click is heard.
        let window = 0.5 - 0.5 * cos(2 * .pi * Double(frame) / Double(max(1, frames - 1)))
        samples.append(Float(Earcon.peak * window * sin(2 * .pi * tone * seconds)))
      }
    }
    return AudioBuffer(float32: samples, rateHertz: format.rateHertz)
  }
}

/// Plays tones in a rehearsal, between its lines, and never while somebody is listened to.
///
/// It is called on the session's thread, as the session reports what happens.
public final class Earcons {
  private let output: any SoundOutput
  private var isListening = false

  /// Tones for `output`.
  public init(_ output: any SoundOutput) { self.output = output }

  /// Plays what belongs to a report of the session.
  public func take(_ report: RehearsalReport) {
    switch report {
    case .state(_, .waitingForUser, _): play(.yourTurn)
    case .lineDone(_, .actor(let end)) where end != .manual:
      isListening = false
      play(.heard)
    case .prompted: play(.prompt)
    case .state: isListening = false
    default: break
    }
  }

  /// Takes in whether the actor is listened to; if not, a prompt that is not spoken is a tone.
  public func take(_ report: ListeningReport) {
    switch report {
    case .listening: isListening = true
    case .microphoneLost, .recognizerFailed(_, .everything): isListening = false
    default: break
    }
  }

  /// Plays a tone; a failure shows itself with the next line.
  public func play(_ earcon: Earcon) {
    guard !isListening else { return }
    let sound = earcon.sound(output.format ?? .ofSilence)
    try? output.beginLine(sound.format)
    try? output.write(sound, cancellation: Cancellation())
    try? output.endLine()
  }
}
