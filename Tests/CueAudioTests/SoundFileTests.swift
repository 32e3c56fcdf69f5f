import CueModel
import Foundation
import TestSupport
import Testing

@testable import CueAudio

/// All of a file, read in blocks of `block` frames.
func allSound(_ reader: SoundFileReader, block: Int = 1000) throws -> AudioBuffer {
  var samples: [Float] = []
  while let sound = try reader.read(atMost: block) { samples += sound.floats }
  return AudioBuffer(float32: samples, rateHertz: reader.rateHertz, channels: reader.channels)
}

private func write(
  _ sound: AudioBuffer, to path: String, _ encoding: SampleEncoding = .int16
) throws {
  let writer = try SoundFileWriter(path: path, encoding: encoding)
  var at = 0
  while at < sound.frameCount {
    let end = min(at + 777, sound.frameCount)
    try writer.write(sound.frames(at..<end))
    at = end
  }
  if writer.format == nil { try writer.begin(sound.format) }
  try writer.finish()
}

private func noise16(frames: Int, rateHertz: Int, channels: Int = 1) -> AudioBuffer {
  var random = Seeded(7)
  let samples =
    [.min, .max, 0, -1]
    + (4..<frames * channels).map { _ in Int16.random(in: .min ... .max, using: &random) }
  return AudioBuffer(int16: samples, rateHertz: rateHertz, channels: channels)
}

@Suite struct `A sound file` {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: ["wav", "rf64", "w64", "flac"], [1, 2])
  func `gives back 16-bit sound to the bit`(ending: String, channels: Int) throws {
    for rate in [8000, 22050, 44100, 192_000] {
      let sound = noise16(frames: 5000, rateHertz: rate, channels: channels)
      let path = folder.path("x.\(ending)")
      try write(sound, to: path)
      let reader = try SoundFileReader(path: path)
      #expect(reader.frameCount == 5000)
      #expect(reader.formatName.hasSuffix("16-bit"))
      let read = try allSound(reader)
      #expect(read.format.rateHertz == rate && read.format.channels == channels)
      #expect(read.int16s == sound.int16s, "\(rate) Hz")
      #expect(reader.missingFrames == 0)
    }
  }

  @Test(arguments: ["wav", "rf64", "w64", "flac"])
  func `keeps 24 bits of a float, and floats where it can`(ending: String) throws {
    var random = Seeded(9)
    // An odd number of three-byte samples, so that WAV's padding is met.
    let values = (0..<4999).map { _ in
      Float(Int.random(in: -8_388_608...8_388_607, using: &random)) / 8_388_608
    }
    let sound = AudioBuffer(float32: values, rateHertz: 48000)
    let path = folder.path("x.\(ending)")
    try write(sound, to: path, .int24)
    #expect(try allSound(SoundFileReader(path: path)).floats == values)
    try write(AudioBuffer(float32: values, rateHertz: 48000), to: path, .float32)
    #expect(try allSound(SoundFileReader(path: path)).floats == values)
  }

  @Test(arguments: ["ogg", "opus", "mp3"], [8000, 16000, 24000, 48000])
  func `with losses has the length to the frame, and nearly the level`(
    ending: String, rate: Int
  ) throws {
    for channels in [1, 2] {
      let sound = sine(440, frames: rate * 2 + 13, rateHertz: rate, channels: channels)
      let path = folder.path("x.\(ending)")
      try write(sound, to: path)
      let reader = try SoundFileReader(path: path)
      let read = try allSound(reader, block: 1234)
      #expect(reader.rateHertz == rate && reader.channels == channels)
      #expect(read.frameCount == sound.frameCount)
      let samples = read.floats
      let left = stride(from: 0, to: samples.count, by: channels).map { samples[$0] }
      // Opus may be half a decibel off, the others less.
      let level = amplitude(440, in: AudioBuffer(float32: left, rateHertz: rate))
      #expect(abs(level - 0.5) < 0.03, "\(channels) channels: \(level)")
      #expect(amplitude(880, in: AudioBuffer(float32: left, rateHertz: rate)) < 0.02)
    }
  }

  @Test func `of a lossy kind says which rates it can have, and the writer picks the next`() throws
  {
    #expect(SoundFileKind.opus.rateHertz(for: 22050) == 24000)
    #expect(SoundFileKind.opus.rateHertz(for: 44100) == 48000)
    #expect(SoundFileKind.mp3.rateHertz(for: 192_000) == 48000)
    #expect(SoundFileKind.flac.rateHertz(for: 22050) == 22050)
    let writer = try SoundFileWriter(path: folder.path("x.opus"))
    let error = #expect(throws: SoundFileError.self) {
      try writer.begin(AudioFormat(sample: .int16, rateHertz: 22050))
    }
    #expect(error?.kind == .unfit && error?.reason == .unfitRate(22050, .opus))
  }

  @Test func `that is WAV is byte by byte what it always was`() throws {
    let sound = noise16(frames: 300, rateHertz: 22050)
    let path = folder.path("x.wav")
    try write(sound, to: path)
    let bytes = Array(try Data(contentsOf: URL(filePath: path)))
    #expect(bytes == WAV.header(sound.format, frames: 300) + sound.bytes)
  }

  /// The limit stands for the 4 GB that a WAV header can state.
  @Test func `that is too large for WAV becomes RF64 with the same sound`() throws {
    let sound = noise16(frames: 700_001, rateHertz: 48000)
    let path = folder.path("x.wav")
    let writer = try SoundFileWriter(
      path: path, kind: nil, encoding: .int16, mostWAVBytes: 1_400_001)
    try writer.write(sound)
    try writer.finish()
    let bytes = try Data(contentsOf: URL(filePath: path))
    #expect(bytes.prefix(4) == Data("RF64".utf8))
    let reader = try SoundFileReader(path: path)
    #expect(reader.formatName == "RF64, 16-bit")
    #expect(try allSound(reader, block: 65536).int16s == sound.int16s)
    // Another's reader agrees.
    let file = unsafe open(path, O_RDONLY)
    let library = try LibraryFile(ByteSource(file, isOurs: true), name: path)
    #expect(library.frameCount == 700_001)
    #expect(library.read(10) == sound.frames(0..<10).floats)
  }

  @Test(arguments: [
    ("x.wav", SoundFileKind?.some(.wav)), ("a.b/x.FLAC", .flac), ("x.ogg", .vorbis),
    ("x.raw", nil), ("x", .wav), (".flac", .wav), ("a.flac/y", .wav), ("x.m4a", nil),
  ])
  func `is of the kind that its name says`(path: String, kind: SoundFileKind?) {
    #expect(SoundFileKind(path: path) == kind)
  }

  @Test func `whose name says no kind is refused`() {
    let error = #expect(throws: SoundFileError.self) {
      try SoundFileWriter(path: folder.path("x.m4a"))
    }
    #expect(error?.kind == .unfit && error?.reason == .unknownExtension)
  }

  @Test(arguments: SoundFileKind.allCases)
  func `that is given up leaves nothing behind`(kind: SoundFileKind) throws {
    do {
      let writer = try SoundFileWriter(path: folder.path("x"), kind: kind)
      try writer.write(sine(440, frames: 9000, rateHertz: 48000))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test(arguments: SoundFileKind.allCases)
  func `is not made where there is no folder, or a folder of that name`(kind: SoundFileKind) throws
  {
    for path in [folder.path("no/x.wav"), folder.path, folder.path("")] {
      let error = #expect(throws: SoundFileError.self) {
        try SoundFileWriter(path: path, kind: kind)
      }
      #expect(error?.kind == .cannotCreate)
    }
  }

  @Test(.startsProcesses, arguments: SoundFileKind.allCases.filter { $0 != .raw })
  func `a sound file on a full disk is refused and removed`(kind: SoundFileKind) throws {
    // A limit on the size of files stands for the disk; it holds for the process, so another one meets it.
    let path = folder.path("x.\(kind.rawValue)")
    let run = try Run(
      "/bin/sh",
      [
        "-c", "trap '' XFSZ; ulimit -f 8; exec \"$0\" -v mock -o \"$1\" \"$2\"",
        Places.product("host"), path, String(repeating: "word and word ", count: 400),
      ], environment: ["CUE_PLUGIN_PATH": plugins()])
    #expect(run.status == 74, "\(run.talk)")
    #expect(run.talk.contains("could not be written to the end"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["plugins"])
  }

  private func plugins() throws -> String {
    let plugins = folder.path("plugins")
    try FileManager.default.createDirectory(atPath: plugins, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: plugins + "/libmock.so",
      withDestinationPath: Places.product("libplugin-mock.so"))
    return plugins
  }
}
