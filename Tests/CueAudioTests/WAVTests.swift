import CueAudio
import CueModel
import TestSupport
import Testing

@Suite struct `A WAV file` {
  private static let sounds = [
    AudioBuffer(int16: [0, 1, -1, 32767, -32768, 12], rateHertz: 8000, channels: 2),
    AudioBuffer(float32: [0, 1, -1, 0.5, 1.5], rateHertz: 48000),
    AudioBuffer(int16: [], rateHertz: 22050),
  ]

  private func file(_ sound: AudioBuffer, frames: Int?) -> [UInt8] {
    WAV.header(sound.format, frames: frames) + sound.bytes
  }

  @Test(arguments: sounds)
  func `gives back what was written`(sound: AudioBuffer) throws {
    let written = file(sound, frames: sound.frameCount)
    #expect(written.count == WAV.headerByteCount + sound.bytes.count)
    #expect(try WAV.sound(in: written) == sound)
  }

  @Test(arguments: sounds)
  func `of unknown length holds what there is`(sound: AudioBuffer) throws {
    #expect(try WAV.sound(in: file(sound, frames: nil)) == sound)
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
    #expect(try WAV.sound(in: Array(file[..<12]) + other + Array(file[12...])) == sound)
    #expect(try WAV.sound(in: Array(file[..<36]) + other + Array(file[36...])) == sound)
  }

  /// A recording that stopped with its machine: what is there is heard.
  @Test(arguments: sounds)
  func `that is cut off anywhere is refused or gives its whole frames`(sound: AudioBuffer) throws {
    let whole = file(sound, frames: sound.frameCount)
    for count in 0..<whole.count {
      let cut = Array(whole[..<count])
      if count < WAV.headerByteCount {
        #expect(throws: SoundFileError.WAVDamage.self) { try WAV.sound(in: cut) }
      } else {
        let frames = (count - WAV.headerByteCount) / sound.format.frameByteCount
        #expect(try WAV.sound(in: cut) == sound.frames(0..<frames))
      }
    }
  }

  @Test func `with any byte changed is refused or read, and never a trap`() {
    let whole = file(Self.sounds[0], frames: 3)
    var random = Seeded(11)
    for _ in 0..<20_000 {
      var damaged = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<damaged.count, using: &random)
        damaged[place] = UInt8.random(in: 0...255, using: &random)
      }
      // It may be read, or refused, and nothing else.
      if let sound = try? WAV.sound(in: damaged) { #expect(sound.bytes.count <= whole.count) }
    }
  }

  @Test(
    arguments: [
      ("RIFX", 0, .noWAV),
      ("DATA", 36, .noSound),
      ("xxx ", 12, .soundBeforeFormat),
      ("\u{2}\u{0}", 20, .encoding),
      ("\u{0}\u{0}", 22, .encoding),
    ] as [(String, Int, SoundFileError.WAVDamage)])
  func `that is another kind of file is refused with the reason`(
    bytes: String, place: Int, damage: SoundFileError.WAVDamage
  ) {
    var file = file(Self.sounds[0], frames: 3)
    file.replaceSubrange(place..<place + bytes.utf8.count, with: Array(bytes.utf8))
    #expect(throws: damage) { try WAV.sound(in: file) }
  }
}
