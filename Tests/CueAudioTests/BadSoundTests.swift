import CueAudio
import CueModel
import Foundation
import TestSupport
import Testing

@Suite struct `A file that should be sound` {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func file(_ bytes: [UInt8], _ name: String = "x.wav") throws -> String {
    try Data(bytes).write(to: URL(filePath: folder.path(name)))
    return folder.path(name)
  }

  private func failure(_ path: String, raw: RawSound? = nil) -> SoundFileError? {
    do throws(SoundFileError) {
      let reader = try SoundFileReader(path: path, raw: raw)
      while try reader.read(atMost: 4096) != nil { continue }
    } catch {
      #expect(error.name == path)
      return error
    }
    return nil
  }

  private let sound = sine(440, frames: 4000, rateHertz: 16000)
  private var wav: [UInt8] {
    WAV.header(AudioFormat(sample: .int16, rateHertz: 16000), frames: 4000)
      + AudioBuffer(int16: sound.int16s, rateHertz: 16000).bytes
  }

  @Test func `text, noise, an empty, secret or missing file and a folder are refused as sound`()
    throws
  {
    #expect(failure(try file(Array("Good evening, all of you.\n".utf8)))?.kind == .badSound)
    #expect(
      failure(try file((0..<70_000).map { UInt8(truncatingIfNeeded: $0 * 7) }))?.kind == .badSound)
    #expect(failure(try file([]))?.reason == .isEmpty)
    #expect(failure(try file([0x52]))?.kind == .badSound)
    #expect(failure(folder.path)?.reason == .isFolder)
    #expect(failure(folder.path)?.kind == .noInput)
    #expect(failure(folder.path("none.wav"))?.kind == .noInput)
    if geteuid() != 0 {
      let secret = try file(wav)
      try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: secret)
      #expect(failure(secret)?.kind == .noInput)
    }
  }

  @Test(
    arguments: [
      (22, [0, 0], .damaged(.noChannels)), (24, [0, 0, 0, 0], .damaged(.noRate)),
      (24, [1, 0, 0, 0], .rate(1)), (32, [7, 0], .damaged(.frameBytes(7))),
      (22, [200, 0], .damaged(.frameBytes(2))), (16, [3, 0, 0, 0], .damaged(.format)),
    ] as [(Int, [UInt8], SoundFileError.Reason)])
  func `and has nonsense in its header is refused with the nonsense`(
    place: Int, bytes: [UInt8], reason: SoundFileError.Reason
  ) throws {
    var damaged = wav
    damaged.replaceSubrange(place..<place + bytes.count, with: bytes)
    let error = failure(try file(damaged))
    #expect(error?.kind == .badSound)
    #expect(error?.reason == reason)
  }

  @Test(arguments: [8, 20, 43, 44, 45, 46, 1000])
  func `a sound file that is cut off is refused, or its rest is reported as missing`(count: Int)
    throws
  {
    let path = try file(Array(wav.prefix(count)))
    guard count >= 46 else {
      #expect(failure(path)?.kind == .badSound)
      return
    }
    let reader = try SoundFileReader(path: path)
    let frames = (count - 44) / 2
    #expect(try allSound(reader).frameCount == frames)
    #expect(reader.missingFrames == 4000 - frames)
  }

  @Test(arguments: ["flac", "ogg", "opus", "mp3", "w64", "rf64"])
  func `and is cut off or damaged in any place never traps`(ending: String) throws {
    let whole = folder.path("whole.\(ending)")
    let writer = try SoundFileWriter(path: whole)
    var random = Seeded(5)
    let frames = 200_000
    let noise = (0..<frames).map { _ in Float.random(in: -0.5...0.5, using: &random) }
    try writer.write(AudioBuffer(float32: noise, rateHertz: 48000))
    try writer.finish()
    let bytes = Array(try Data(contentsOf: URL(filePath: whole)))
    for round in 0..<24 {
      var damaged = Array(bytes.prefix(Int.random(in: 1...bytes.count, using: &random)))
      if round % 2 == 1 {
        for _ in 0..<5 {
          damaged[Int.random(in: 0..<damaged.count, using: &random)] = .random(
            in: 0...255, using: &random)
        }
      }
      let error = failure(try file(damaged, "cut.\(ending)"))
      #expect(error == nil || error?.kind == .badSound)
    }
    // Half of it: what there is, and how much is missing, where the kind can know.
    let half = try SoundFileReader(path: try file(Array(bytes.prefix(bytes.count / 2)), "half"))
    let read = try allSound(half).frameCount
    #expect(read > frames / 4 && read < frames * 3 / 4)
    if ["flac", "rf64"].contains(ending) { #expect(half.missingFrames == frames - read) }
  }

  @Test(arguments: ["wav", "rf64", "w64", "flac", "ogg", "opus", "mp3"])
  func `A file that should be sound and has no frames is refused`(ending: String) throws {
    let path = folder.path("none.\(ending)")
    let writer = try SoundFileWriter(path: path)
    try writer.begin(AudioFormat(sample: .int16, rateHertz: 16000))
    try writer.finish()
    #expect(FileManager.default.fileExists(atPath: path))
    #expect(failure(path)?.kind == .badSound, "\(ending)")
  }

  @Test(arguments: [Float.nan, .infinity, -.infinity], ["wav", "w64"])
  func `and has a sample that is no number is refused where that is`(
    value: Float, ending: String
  ) throws {
    var samples = sound.floats
    samples[3999] = value
    let path = folder.path("x.\(ending)")
    let writer = try SoundFileWriter(path: path, encoding: .float32)
    try writer.write(AudioBuffer(float32: samples, rateHertz: 16000))
    try writer.finish()
    let error = failure(path)
    #expect(error?.kind == .badSound)
    #expect(error?.reason == .notANumber(seconds: 3999.0 / 16000))
  }

  /// Six hours are read a block at a time.
  @Test func `and is six hours long is read from its start at once`() throws {
    let frames = 6 * 3600 * 8000
    let path = try file(
      Array(WAV.header(AudioFormat(sample: .int16, rateHertz: 8000), frames: frames)))
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    try handle.truncate(atOffset: UInt64(44 + frames * 2))
    try handle.close()
    let reader = try SoundFileReader(path: path)
    #expect(reader.frameCount == frames)
    while let sound = try reader.read(atMost: 1 << 20) { #expect(sound.frameCount <= 1 << 20) }
    #expect(reader.framesRead == frames && reader.missingFrames == 0)
  }

  @Test(arguments: [
    (SampleEncoding.uint8, [128, 0, 255, 192] as [UInt8], [0, -1, 127.0 / 128, 0.5] as [Float]),
    (.int16, [0, 0, 0, 128, 255, 127], [0, -1, 32767.0 / 32768]),
    (.int24, [0, 0, 128, 0, 0, 64], [-1, 0.5]),
    (.int32, [0, 0, 0, 128, 0, 0, 0, 64], [-1, 0.5]),
    (.float32, [0, 0, 0, 63, 0, 0, 128, 191], [0.5, -1]),
    (.float64, [0, 0, 0, 0, 0, 0, 224, 63], [0.5]),
  ])
  func `raw sound is read in the given format`(
    encoding: SampleEncoding, bytes: [UInt8], floats: [Float]
  ) throws {
    let raw = RawSound(encoding: encoding, rateHertz: 8000)
    let reader = try SoundFileReader(path: try file(bytes, "x.pcm"), raw: raw)
    #expect(reader.frameCount == floats.count)
    #expect(try allSound(reader).floats == floats)
    #expect(failure(try file([], "none.pcm"), raw: raw)?.kind == .badSound)
    #expect(
      failure(try file(bytes, "x.pcm"), raw: RawSound(rateHertz: 0))?.kind == .badSound)
    #expect(
      failure(try file(bytes, "x.pcm"), raw: RawSound(rateHertz: 8000, channels: 0))?.kind
        == .badSound)
  }
}

@Suite struct `Sound from a pipe` {
  private let sound = AudioBuffer(
    int16: (0..<6000).map { Int16(truncatingIfNeeded: $0 &* 77) }, rateHertz: 16000)

  /// Writes `bytes` into a pipe from another thread, in pieces of `piece` bytes.
  private func reader(
    _ bytes: [UInt8], piece: Int, raw: RawSound? = nil
  ) throws -> SoundFileReader {
    let pipe = Pipe()
    let end = pipe.fileHandleForWriting
    Thread.detachNewThread {
      var at = 0
      while at < bytes.count {
        let next = min(at + piece, bytes.count)
        try? end.write(contentsOf: bytes[at..<next])
        at = next
      }
      try? end.close()
    }
    // The descriptor outlives the pipe's handle, and the test.
    return try SoundFileReader(
      descriptor: dup(pipe.fileHandleForReading.fileDescriptor), name: "Standard input", raw: raw)
  }

  private func header(riff: UInt32?, data: UInt32?) -> [UInt8] {
    func bytes(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 255) } }
    var header = WAV.header(sound.format, frames: sound.frameCount)
    if let riff { header.replaceSubrange(4..<8, with: bytes(riff)) }
    if let data { header.replaceSubrange(40..<44, with: bytes(data)) }
    return header
  }

  @Test(arguments: [
    (UInt32?.none, UInt32?.none), (0, 0), (36, 0), (.max, .max), (0x7fff_ffff, 0x7fff_ffdb),
    (0xffff_fff7, 0xffff_ffd3),
  ])
  func `is read though its header does not know its length`(riff: UInt32?, data: UInt32?) throws {
    let file = header(riff: riff, data: data) + sound.bytes
    for piece in [1, 1000, 1 << 20] {
      let reader = try self.reader(file, piece: piece == 1 ? 3 : piece)
      #expect(try allSound(reader, block: 999).int16s == sound.int16s)
      #expect(reader.missingFrames == 0)
    }
    // The same in a file.
    let folder = try TemporaryFolder()
    try Data(file).write(to: URL(filePath: folder.path("x")))
    #expect(try allSound(SoundFileReader(path: folder.path("x"))).int16s == sound.int16s)
  }

  @Test func `sound from a pipe ends where its header says, and missing frames are reported`()
    throws
  {
    let whole = try reader(header(riff: nil, data: nil) + sound.bytes + [1, 2, 3], piece: 100)
    #expect(try allSound(whole).int16s == sound.int16s)
    let cut = try reader(header(riff: nil, data: nil) + sound.bytes[..<5001], piece: 100)
    #expect(try allSound(cut).frameCount == 2500)
    #expect(cut.missingFrames == 3500)
  }

  @Test(arguments: ["flac", "ogg", "mp3", "w64", "rf64"])
  func `Sound from a pipe may be a file of any kind`(ending: String) throws {
    let folder = try TemporaryFolder()
    let writer = try SoundFileWriter(path: folder.path("x.\(ending)"))
    try writer.write(sound)
    try writer.finish()
    let bytes = Array(try Data(contentsOf: URL(filePath: folder.path("x.\(ending)"))))
    let reader = try self.reader(bytes, piece: 700)
    let expected = try allSound(SoundFileReader(path: folder.path("x.\(ending)")))
    #expect(try allSound(reader) == expected)
  }

  @Test func `Sound from a pipe may be raw`() throws {
    let reader = try self.reader(sound.bytes, piece: 77, raw: RawSound(rateHertz: 16000))
    #expect(try allSound(reader).int16s == sound.int16s)
  }

  @Test func `a pipe that contains no sound is refused before its end`() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Array("Good evening".utf8))
    let error = #expect(throws: SoundFileError.self) {
      try SoundFileReader(
        descriptor: pipe.fileHandleForReading.fileDescriptor, name: "Standard input")
    }
    #expect(error?.kind == .badSound)
    let empty = try reader(header(riff: 36, data: 0), piece: 100)
    #expect(throws: SoundFileError.self) { try empty.read(atMost: 10) }
  }

  @Test func `is waited for until that is cancelled`() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: header(riff: 0, data: 0) + [1, 0])
    let reader = try SoundFileReader(
      descriptor: pipe.fileHandleForReading.fileDescriptor, name: "Standard input")
    #expect(try reader.read(atMost: 100)?.int16s == [1])
    let cancellation = Cancellation()
    cancellation.cancel()
    #expect(try reader.read(atMost: 100, cancellation: cancellation) == nil)
  }

  @Test func `Sound from a pipe may have a name`() throws {
    let folder = try TemporaryFolder()
    #expect(unsafe mkfifo(folder.path("x.fifo"), 0o600) == 0)
    let bytes = header(riff: 0, data: 0) + sound.bytes
    let path = folder.path("x.fifo")
    Thread.detachNewThread {
      try? FileHandle(forWritingTo: URL(filePath: path)).write(contentsOf: bytes)
    }
    #expect(try allSound(SoundFileReader(path: path)).int16s == sound.int16s)
  }
}
