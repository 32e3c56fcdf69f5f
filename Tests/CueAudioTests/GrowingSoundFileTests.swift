import CueAudio
import CueModel
import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct `A sound file that grows` {
  private let folder: TemporaryFolder
  private let format = AudioFormat(sample: .int16, rateHertz: 8000)
  private var path: String { folder.path("take.wav") }

  init() throws { folder = try TemporaryFolder() }

  private func ramp(_ range: Range<Int>) -> AudioBuffer {
    AudioBuffer(int16: range.map { Int16(truncatingIfNeeded: $0) }, rateHertz: 8000)
  }

  private func read() throws -> [Int16] {
    do { return try Fixtures.sound(inFile: path).int16s } catch let error as SoundFileError
      where error.reason == .noFrames
    { return [] }
  }

  @Test func `is whole while it grows, but for the last half second`() throws {
    let file = try GrowingSoundFile(path: path, format: format)
    #expect(try read().isEmpty)
    for start in stride(from: 0, to: 30_000, by: 500) {
      try file.append(ramp(start..<start + 500))
      let there = try read()
      #expect(there == ramp(0..<there.count).int16s)
      #expect(file.frames - there.count < 4000)
    }
    #expect(GrowingSoundFile.grows(path))
    try file.appendSilence(frames: 100)
    try file.close()
    #expect(try read() == ramp(0..<30_000).int16s + Array(repeating: 0, count: 100))
    #expect(!GrowingSoundFile.grows(path))
  }

  @Test(arguments: [0, 1000, 4500, 8100, 9000])
  func `a growing sound file can be cut to any length`(count: Int) throws {
    let file = try GrowingSoundFile(path: path, format: format)
    try file.append(ramp(0..<9000))
    try file.append(ramp(9000..<9100))
    try file.cut(toFrames: count)
    #expect(file.frames == count)
    try file.append(ramp(count..<count + 10))
    try file.close()
    #expect(try read() == ramp(0..<count + 10).int16s)
  }

  @Test func `a growing sound file does not replace another file`() throws {
    try folder.write("mine", as: "take.wav")
    #expect(throws: SoundFileError(path, .cannotCreate(errno: EEXIST))) {
      try GrowingSoundFile(path: path, format: format)
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
  }
}
