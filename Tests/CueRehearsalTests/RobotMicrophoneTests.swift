import CueModel
import CueScreenplay
import Testing

@testable import CueRehearsal

@Suite struct `A line that a robot says` {
  /// A tone of a second, and 0.2 s of it 30 dB quieter.
  private final class FadingVoice: Voice {
    let name = "fading"

    func speak(
      _ request: SpeechRequest, cancellation: Cancellation, receive: (SpeechEvent) throws -> Void
    ) throws -> SpeechOutcome {
      let format = AudioFormat(sample: .float32, rateHertz: 16000)
      let tone: [Float] = (0..<19200).map { ($0 < 16000 ? 0.5 : 0.016) * ($0 % 16 < 8 ? 1 : -1) }
      try receive(.began(format))
      try receive(.sound(AudioBuffer(float32: tone, rateHertz: 16000)))
      return .finished
    }
  }

  /// Noise of 45 dB below the tone is 15 dB below its end, and of 20 dB 10 dB above it.
  @Test(arguments: [(45.0, 1.2), (20.0, 1.0), (10.0, 1.0)])
  func `a robot's line ends where it becomes inaudible`(decibels: Double, seconds: Double) throws {
    var manner = RobotMicrophone.Acting()
    manner.signalToNoiseDecibels = decibels
    let robot = RobotMicrophone(Part(voice: FadingVoice(), voiceID: ""), manner)
    robot.prepare(Line(index: 0, kind: .dialogue, character: "ANN", text: "Oh.", sceneIndex: 0))
    let format = try robot.open(nil, latencyFrames: 0, cancellation: Cancellation())
    let start = format.frames(inSeconds: manner.delaySeconds)
    let heard = Double(robot.spoken.upperBound - start) / Double(format.rateHertz)
    #expect(robot.spoken.lowerBound == start)
    #expect((seconds - 0.005...seconds + 0.011).contains(heard), "\(heard)")
  }
}
