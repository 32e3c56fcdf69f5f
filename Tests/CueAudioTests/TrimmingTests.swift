import Corpus
import CueAudio
import CueModel
import Testing

@Suite struct `Trimming of a recording` {
  private let rate = 16000

  private func noise(_ seconds: Double, decibels: Double, _ seed: UInt64 = 1) -> [Float] {
    var noise = CorpusNoise(seed)
    // White noise in −1…1 is at −4.77 dB.
    let gain = Float(pow10(decibels + 4.77))
    return noise.white(Int(seconds * Double(rate))).map { $0 * gain }
  }

  private func pow10(_ decibels: Double) -> Double {
    var value = 1.0
    for _ in 0..<Int(abs(decibels) * 100) { value *= decibels < 0 ? 0.998849370 : 1.001151956 }
    return value
  }

  private func tone(_ seconds: Double) -> [Float] {
    sine(440, frames: Int(seconds * Double(rate)), rateHertz: rate).floats
  }

  private func silence(_ seconds: Double) -> [Float] {
    [Float](repeating: 0, count: Int(seconds * Double(rate)))
  }

  private func sound(_ samples: [Float]) -> AudioBuffer {
    AudioBuffer(float32: samples, rateHertz: rate)
  }

  @Test(arguments: [
    (10.0, 4.0, 5.0, false), (10, 1, 9.5, true), (10, 5, 5, false), (10, 6, 5, false),
    (2.5, 1, 1.5, true), (2.6, 1, 1.5, false), (10, 12, 20, false), (10, .nan, 5, false),
  ])
  func `believes a recognizer that leaves little over`(
    duration: Double, start: Double, end: Double, isBelieved: Bool
  ) {
    #expect(Trimming.isBelievable((start, end), durationSeconds: duration) == isBelieved)
  }

  @Test func `keeps a little around speech, and no more than there is`() {
    #expect(Trimming.padded((0.02, 9.9), durationSeconds: 10) == (0, 10))
    #expect(Trimming.padded((1, 2), durationSeconds: 10) == (0.95, 2.2))
    let trimmed = Trimming.trim(sound(silence(3)), spokenSeconds: (1, 2.5))
    #expect(trimmed.source == .recognizer && !trimmed.hasFailed)
    #expect(trimmed.frames == 15200..<43200)
    #expect(trimmed.sound.frameCount == 28000)
  }

  @Test func `finds a tone in silence to a chunk, with one channel or two`() {
    let samples = silence(1) + tone(1) + silence(3)
    for channels in [1, 2] {
      let both = samples.flatMap { [Float](repeating: $0, count: channels) }
      let trimmed = Trimming.trim(
        AudioBuffer(float32: both, rateHertz: rate, channels: channels), spokenSeconds: (1, 1.2))
      #expect(trimmed.source == .energy)
      #expect(abs(trimmed.frames.lowerBound - 15200) <= 372)
      #expect(abs(trimmed.frames.upperBound - 35200) <= 372)
      #expect(trimmed.sound.frameCount == trimmed.frames.count)
    }
  }

  @Test func `keeps at least a tenth of a second of what is loud`() {
    let range = Trimming.loudFrames(
      silence(1) + tone(0.01) + silence(1), channels: 1, rateHertz: rate)
    #expect(range?.count == 1600)
  }

  @Test func `leaves silence and even noise whole`() {
    for samples in [silence(2), noise(2, decibels: -20), noise(2, decibels: -60)] {
      let trimmed = Trimming.trim(sound(samples))
      #expect(trimmed.source == .nothing && !trimmed.hasFailed)
      #expect(trimmed.sound == sound(samples))
    }
  }

  /// With a threshold of 10 dB above the quietest chunk, the tone would not be found in the first room, and all would be kept in
  /// the second, where a moment of digital silence is the quietest.
  @Test(arguments: [0.0, 0.03])
  func `finds speech in constant loud noise`(silent: Double) {
    var samples = noise(5, decibels: -17)
    for (index, sample) in tone(1).enumerated() { samples[2 * rate + index] += sample }
    for index in 0..<Int(silent * Double(rate)) { samples[index] = 0 }
    let trimmed = Trimming.trim(sound(samples))
    #expect(trimmed.source == .energy)
    #expect(abs(trimmed.frames.lowerBound - 31200) <= 372)
    #expect(abs(trimmed.frames.upperBound - 51200) <= 372)
  }

  @Test func `trimming returns sound that it cannot judge unchanged, and reports it`() {
    for samples in [[], silence(1) + [.nan]] {
      let trimmed = Trimming.trim(sound(samples), spokenSeconds: (0.1, 0.9))
      #expect(trimmed.hasFailed)
      #expect(trimmed.sound.bytes == sound(samples).bytes)
    }
  }
}
