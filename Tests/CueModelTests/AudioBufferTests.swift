import CueModel
import Testing

@Suite struct `Sound of several channels` {
  @Test func `becomes one channel with the mean of all`() {
    let stereo = AudioBuffer(float32: [0, 1, 0.5, -0.5, -1, -0.5], rateHertz: 8000, channels: 2)
    #expect(stereo.monoFloats == [0.5, 0, -0.75])
    let short = AudioBuffer(int16: [16384, 0, 8192, -8192], rateHertz: 8000, channels: 4)
    #expect(short.monoFloats == [0.125])
  }

  @Test func `stays as it is where there is one channel`() {
    #expect(AudioBuffer(float32: [0.25, -1], rateHertz: 8000).monoFloats == [0.25, -1])
  }
}
