import CueModel
import Foundation
import TestSupport
import Testing

@testable import CueAudio

/// Telephones and browsers record M4A, WebM and AMR, which libsndfile does not read.
@Suite(.startsProcesses, .needs(program: "ffmpeg")) struct `A recording of a telephone or a browser`
{
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// Two seconds of a tone, as ffmpeg makes a file of it.
  private func made(_ name: String, _ arguments: [String] = []) throws -> String {
    let path = folder.path(name)
    let run = try Run(
      "/usr/bin/env",
      [
        "ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i",
        "sine=frequency=440:sample_rate=16000:duration=2",
      ]
        + arguments + [path])
    try #require(run.status == 0, "\(run.talk)")
    return path
  }

  private static let codecs: [(String, [String])] = [
    ("m4a", ["-c:a", "aac"]), ("mp4", ["-c:a", "aac"]), ("mov", ["-c:a", "alac"]),
    ("webm", ["-c:a", "libopus"]), ("mka", ["-c:a", "flac"]), ("wma", ["-c:a", "wmav2"]),
    ("aac", ["-c:a", "aac"]), ("avi", ["-c:a", "mp3"]), ("ac3", ["-c:a", "ac3"]),
  ]

  @Test(arguments: codecs.map(\.0))
  func `A recording of a telephone or a browser is read by ffmpeg`(ending: String) throws {
    let arguments = try #require(Self.codecs.first { $0.0 == ending }).1
    let reader = try SoundFileReader(path: try made("x." + ending, arguments))
    let sound = try allSound(reader)
    let seconds = Double(sound.frameCount) / Double(sound.format.rateHertz)
    // Encoders put up to a tenth of a second at both ends.
    #expect(abs(seconds - 2) < 0.25)
    let loudest = sound.floats.map(abs).max() ?? 0
    #expect(loudest > 0.05 && loudest < 0.3, "lavfi's tone has an eighth of full scale")
  }

  @Test func `A recording of a telephone or a browser is read from a pipe, too`() throws {
    let path = try made("x.m4a", ["-c:a", "aac"])
    let pipe = Pipe()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    Thread.detachNewThread {
      try? pipe.fileHandleForWriting.write(contentsOf: bytes)
      try? pipe.fileHandleForWriting.close()
    }
    let reader = try SoundFileReader(
      descriptor: pipe.fileHandleForReading.fileDescriptor, name: "A pipe")
    #expect(try allSound(reader).frameCount > 30_000)
  }

  @Test func `is refused with the name of the program where that is missing`() throws {
    for (ending, media) in [("m4a", SoundFileError.Media.mpeg4), ("webm", .matroska)] {
      let codec = ending == "m4a" ? "aac" : "libopus"
      let path = try made("x." + ending, ["-c:a", codec])
      #expect(throws: SoundFileError(path, .needsProgram(media))) {
        try SoundFileReader(path: path, programs: "/nowhere")
      }
    }
  }

  @Test func `without sound, or cut off at its start, is refused`() throws {
    let path = try made("x.m4a", ["-c:a", "aac"])
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let torn = folder.path("torn.m4a")
    try bytes.prefix(600).write(to: URL(fileURLWithPath: torn))
    #expect(throws: SoundFileError(torn, .programFindsNoSound(.mpeg4))) {
      try SoundFileReader(path: torn)
    }
  }

  /// A list of other files is not a sound: the files it names would be opened in the user's name.
  @Test(arguments: ["list.m3u8", "list.ffconcat", "list.m4a"])
  func `that only names other files is not followed`(name: String) throws {
    let other = try made("other.m4a", ["-c:a", "aac"])
    let text =
      name.hasSuffix("ffconcat")
      ? "ffconcat version 1.0\nfile \(other)\n"
      : "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n\(other)\n#EXT-X-ENDLIST\n"
    let path = try folder.write(text, as: name)
    let error = try #require(throws: SoundFileError.self) { try SoundFileReader(path: path) }
    #expect(error.kind == .badSound)
  }

  /// The library guessed its length from the size of the file, and said that it was cut off.
  @Test func `A recording of a telephone or a browser as MP3 in a WAV file is whole`() throws {
    let path = try made("x.wav", ["-c:a", "libmp3lame", "-b:a", "16k"])
    let reader = try SoundFileReader(path: path)
    #expect(try abs(allSound(reader).frameCount - 32_000) < 4000)
    #expect(reader.missingFrames == 0)
  }

  @Test func `in a WAV file of a codec that only ffmpeg knows is read`() throws {
    let path = try made("x.wav", ["-c:a", "wmav2"])
    #expect(try abs(allSound(SoundFileReader(path: path)).frameCount - 32_000) < 6000)
    #expect(throws: SoundFileError(path, .needsProgram(.wav(codec: 0x161)))) {
      try SoundFileReader(path: path, programs: "/nowhere")
    }
  }

  @Test func `a conversion that is cancelled leaves no process`() throws {
    // Too long for the program to finish it.
    let path = try made("x.m4a", ["-af", "apad=whole_dur=600", "-c:a", "aac"])
    func programs() -> [Int32] {
      Processes.mentioning("file:/dev/fd/4").filter {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\($0)/fd/4")) == path
      }
    }
    var reader: SoundFileReader? = try SoundFileReader(path: path)
    _ = try reader?.read(atMost: 100)
    #expect(!programs().isEmpty)
    reader = nil
    #expect(programs().isEmpty)
  }
}
