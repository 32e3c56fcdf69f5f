import CueAudio
import CueModel
import Foundation
import TestSupport
import Testing

@Suite struct `A WAV file` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let sounds = [
    AudioBuffer(int16: [0, 1, -1, 32767, -32768, 12], rateHertz: 8000, channels: 2),
    AudioBuffer(float32: [0, 1, -1, 0.5, 1.5], rateHertz: 48000),
  ]

  private func read(_ file: [UInt8]) throws -> AudioBuffer {
    try Data(file).write(to: URL(filePath: folder.path("sound.wav")))
    return try Fixtures.sound(inFile: folder.path("sound.wav"))
  }

  private func file(_ sound: AudioBuffer, frames: Int?) -> [UInt8] {
    WAV.header(sound.format, frames: frames) + sound.bytes
  }

  @Test(arguments: sounds)
  func `A WAV file gives back what was written`(sound: AudioBuffer) throws {
    let written = file(sound, frames: sound.frameCount)
    #expect(written.count == WAV.headerByteCount + sound.bytes.count)
    #expect(try read(written) == sound)
  }

  @Test(arguments: sounds)
  func `of unknown length holds what there is`(sound: AudioBuffer) throws {
    #expect(try read(file(sound, frames: nil)) == sound)
  }

  @Test func `has the header that every player knows`() {
    let header = WAV.header(AudioFormat(sample: .int16, rateHertz: 22050, channels: 2), frames: 10)
    #expect(
      header == Array("RIFF".utf8) + [76, 0, 0, 0] + Array("WAVEfmt ".utf8)
        + [16, 0, 0, 0, 1, 0, 2, 0, 0x22, 0x56, 0, 0, 0x88, 0x58, 1, 0, 4, 0, 16, 0]
        + Array("data".utf8) + [40, 0, 0, 0])
  }

  @Test func `that is too long for its header says as much as it can`() {
    let format = AudioFormat(sample: .float32, rateHertz: 48000, channels: 64)
    #expect(WAV.header(format, frames: 1 << 40) == WAV.header(format, frames: nil))
  }

  @Test func `may hold other chunks, of odd length too`() throws {
    let sound = AudioBuffer(int16: [1, 2, 3], rateHertz: 8000)
    let file = file(sound, frames: 3)
    let other = Array("LIST".utf8) + [3, 0, 0, 0, 1, 2, 3, 0]
    #expect(try read(Array(file[..<12]) + other + Array(file[12...])) == sound)
    #expect(try read(Array(file[..<36]) + other + Array(file[36...])) == sound)
  }
}
