import CueAudio
import CueModel
import TestSupport
import Testing

@Suite struct `Speech over the partner's voice` {
  /// Hears `microphone` in blocks of 30 ms while `own` is played; when somebody was noticed first, in seconds.
  private func noticed(_ microphone: AudioBuffer, _ own: AudioBuffer) -> Double? {
    var detector = BargeInDetector(rateHertz: 16000, memorySeconds: 3)
    for start in stride(from: 0, to: microphone.frameCount - 480, by: 480) {
      if start + 480 <= own.frameCount { detector.played(own.frames(start..<start + 480)) }
      detector.hear(microphone.frames(start..<start + 480))
      if detector.hearsSomebody { return Double(start + 480) / 16000 }
    }
    return nil
  }

  /// `voices` together, each with its gain and delay in frames.
  private func mixed(_ voices: (AudioBuffer, gain: Float, delay: Int)...) -> AudioBuffer {
    var sum = [Float](repeating: 0, count: voices[0].0.frameCount)
    for (sound, gain, delay) in voices {
      for (frame, sample) in sound.floats.enumerated() where frame + delay < sum.count {
        sum[frame + delay] += gain * sample
      }
    }
    return AudioBuffer(float32: sum, rateHertz: 16000)
  }

  private let own = room(seconds: 6, speech: 0.2...5.5)
  private let quiet = room(seconds: 6, speech: [])

  @Test(arguments: [0, 0.05, 0.25])
  func `an echo of the partner, 20 dB quieter, is not an interruption`(delay: Double) {
    #expect(noticed(mixed((quiet, 1, 0), (own, 0.1, Int(delay * 16000))), own) == nil)
  }

  @Test func `an echo in a loud room is not an interruption: its beginning shows how loud it is`() {
    #expect(noticed(mixed((quiet, 1, 0), (own, 0.5, 800)), own) == nil)
  }

  @Test func `an interruption is noticed within a quarter of a second, in spite of the echo`()
    throws
  {
    let actor = room(seconds: 6, speech: 2.0...4.0)
    let time = try #require(noticed(mixed((actor, 1, 0), (own, 0.1, 800)), own))
    #expect((2.0...2.25).contains(time), "\(time)")
  }

  /// With headphones, the actor's own beginning was taken for the echo, and they were not heard.
  @Test(arguments: [1.0, 2.0, 4.0]) func `an interruption is noticed without any echo`(
    start: Double
  ) throws {
    let actor = room(seconds: 6, speech: start...start + 1.5)
    let time = try #require(noticed(actor, own))
    #expect((start...start + 0.25).contains(time), "\(time)")
  }

  @Test func `an interruption is kept from its beginning on, for three seconds`() throws {
    var detector = BargeInDetector(rateHertz: 16000, memorySeconds: 3)
    detector.hear(room(seconds: 3, speech: 1.0...1.5))
    let began = try #require(detector.secondsSinceBegan)
    #expect((1.95...2.05).contains(began), "\(began)")
    #expect(!detector.hearsSomebody)
    detector.hear(room(seconds: 3, speech: []))
    #expect(detector.secondsSinceBegan == nil)
  }

  @Test func `a click is not an interruption`() {
    var clicks = quiet.floats
    for start in stride(from: 24000, to: 80000, by: 4000) {
      for frame in start..<start + 320 { clicks[frame] += frame.isMultiple(of: 2) ? 0.5 : -0.5 }
    }
    #expect(noticed(AudioBuffer(float32: clicks, rateHertz: 16000), quiet) == nil)
  }
}
