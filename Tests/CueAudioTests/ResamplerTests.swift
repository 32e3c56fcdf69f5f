import CueAudio
import CueModel
import TestSupport
import Testing

private struct Rates: Sendable, CustomTestStringConvertible {
  let from: Int
  let to: Int
  var testDescription: String { "\(from) to \(to) Hz" }
  static let all = [8000, 16000, 22050].flatMap {
    [Rates(from: $0, to: 48000), Rates(from: 48000, to: $0)]
  }
}

/// All of `sound`, brought to `rate` in chunks of `chunk` frames.
private func resampled(
  _ sound: AudioBuffer, to rate: Int, chunk: Int, sample: SampleFormat = .float32
) -> AudioBuffer {
  let output = AudioFormat(sample: sample, rateHertz: rate, channels: sound.format.channels)
  let resampler = Resampler(from: sound.format, to: output)
  var bytes: [UInt8] = []
  var at = 0
  while at < sound.frameCount {
    let end = min(at + chunk, sound.frameCount)
    bytes += resampler.process(sound.frames(at..<end)).bytes
    at = end
  }
  return AudioBuffer(format: output, bytes: bytes + resampler.finish().bytes)
}

@Suite struct `Sound that is converted to another rate` {
  @Test(arguments: Rates.all)
  private func `converted sound has the same length, to the frame`(rates: Rates) {
    for frames in [0, 1, 2, 63, 64, 441, 4096, 22051] {
      let sound = sine(440, frames: frames, rateHertz: rates.from)
      let whole = Int((Double(frames) * Double(rates.to) / Double(rates.from)).rounded())
      #expect(resampled(sound, to: rates.to, chunk: 1000).frameCount == whole, "\(frames) frames")
    }
  }

  @Test(arguments: Rates.all)
  private func `Sound that is converted to another rate keeps its pitch and loudness`(rates: Rates)
  {
    let sound = sine(440, frames: rates.from, rateHertz: rates.from)
    let output = resampled(sound, to: rates.to, chunk: 777)
    // The filter is flat to a small part of a decibel here, and half a second holds whole waves of all three.
    #expect(abs(amplitude(440, in: output) - 0.5) < 0.005)
    #expect(amplitude(880, in: output) < 0.005)
    #expect(amplitude(220, in: output) < 0.005)
    // The detector detects.
    #expect(amplitude(880, in: sine(880, frames: rates.to, rateHertz: rates.to)) > 0.49)
  }

  @Test(arguments: Rates.all)
  private func `is the same in chunks of any size`(rates: Rates) {
    let sound = sine(440, frames: 5000, rateHertz: rates.from)
    let whole = resampled(sound, to: rates.to, chunk: 5000)
    for chunk in [1, 63, 64, 1024] {
      #expect(resampled(sound, to: rates.to, chunk: chunk) == whole, "chunks of \(chunk)")
    }
  }

  @Test func `drops what the lower rate cannot hold`() {
    let output = resampled(sine(6000, frames: 48000, rateHertz: 48000), to: 8000, chunk: 4096)
    #expect(output.floats.dropFirst(500).dropLast(500).allSatisfy { abs($0) < 0.005 })
  }

  @Test func `may come out as 16-bit sound, limited to full scale`() {
    let loud = AudioBuffer(
      float32: sine(440, frames: 8000, rateHertz: 8000).floats.map { $0 * 4 }, rateHertz: 8000)
    let output = resampled(loud, to: 48000, chunk: 100, sample: .int16)
    #expect(output.format.sample == .int16)
    #expect(output.frameCount == 48000)
    #expect(output.int16s.max() == 32767)
    #expect(output.int16s.min() == -32768)
  }

  @Test func `Sound that is converted to another rate keeps its channels apart`() {
    let left = sine(440, frames: 8000, rateHertz: 8000).floats
    let stereo = AudioBuffer(
      float32: left.flatMap { [$0, 0] }, rateHertz: 8000, channels: 2)
    let output = resampled(stereo, to: 48000, chunk: 999).floats
    #expect(stride(from: 1, to: output.count, by: 2).allSatisfy { output[$0] == 0 })
    let heard = stride(from: 0, to: output.count, by: 2).map { output[$0] }
    #expect(abs(amplitude(440, in: AudioBuffer(float32: heard, rateHertz: 48000)) - 0.5) < 0.005)
  }
}

@Suite struct `Lines that are converted to one format` {
  private let session = AudioFormat(sample: .int16, rateHertz: 48000, channels: 2)

  private func conformed(_ sound: AudioBuffer, _ conformer: inout Conformer, chunk: Int)
    -> AudioBuffer
  {
    conformer.begin(sound.format)
    var bytes: [UInt8] = []
    var at = 0
    while at < sound.frameCount {
      let end = min(at + chunk, sound.frameCount)
      let made = conformer.process(sound.frames(at..<end))
      #expect(made.format == session)
      bytes += made.bytes
      at = end
    }
    return AudioBuffer(format: session, bytes: bytes + conformer.finish().bytes)
  }

  @Test(arguments: [8000, 16000, 22050, 44100, 48000, 96000])
  func `keep their length, line after line`(rate: Int) {
    var conformer = Conformer(to: session)
    let line = sine(440, frames: rate / 2, rateHertz: rate)
    let first = conformed(line, &conformer, chunk: 500)
    #expect(first.frameCount == 24000)
    // What came before leaves no trace.
    #expect(conformed(line, &conformer, chunk: 10_000) == first)
  }

  @Test func `that have it already are not touched`() {
    var conformer = Conformer(to: session)
    var random = Seeded(3)
    let line = AudioBuffer(
      int16: (0..<2000).map { _ in Int16.random(in: .min ... .max, using: &random) },
      rateHertz: 48000, channels: 2)
    #expect(conformed(line, &conformer, chunk: 77) == line)
  }

  @Test func `with one channel are heard on both`() {
    var conformer = Conformer(to: session)
    let line = AudioBuffer(int16: [1, -2, 32767, -32768], rateHertz: 48000)
    #expect(
      conformed(line, &conformer, chunk: 3).int16s == [1, 1, -2, -2, 32767, 32767, -32768, -32768])
  }

  @Test func `with more channels are mixed to one`() {
    var conformer = Conformer(to: AudioFormat(sample: .float32, rateHertz: 8000))
    let line = AudioBuffer(float32: [1, 0, -0.5, 0.5, 0.25, 0.75], rateHertz: 8000, channels: 2)
    conformer.begin(line.format)
    #expect(conformer.process(line).floats == [0.5, 0, 0.5])
    #expect(conformer.finish().frameCount == 0)
  }
}
