import CueAudio
import CueModel
import CueOutput
import Foundation
import TestSupport
import Testing

@Suite struct `A file that sound is written to` {
  private let folder: TemporaryFolder
  private let never = Cancellation()

  init() throws { folder = try TemporaryFolder() }

  private func ramp(_ frames: Int, rateHertz: Int = 16000) -> AudioBuffer {
    AudioBuffer(int16: (0..<frames).map { Int16($0 % 1000) }, rateHertz: rateHertz)
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
  }

  @Test func `appears under its name only when it is whole`() throws {
    let path = folder.path("out.wav")
    let file = try FileOutput(path: path, isRaw: false)
    let sound = ramp(500)
    try file.beginLine(sound.format)
    try file.write(sound, cancellation: never)
    try file.endLine()
    #expect(!FileManager.default.fileExists(atPath: path))
    try file.complete()
    #expect(try names() == ["out.wav"])
    #expect(try Fixtures.sound(inFile: path) == sound)
  }

  @Test func `an output file that is abandoned leaves no file`() throws {
    do {
      let file = try FileOutput(path: folder.path("out.wav"), isRaw: false)
      try file.beginLine(ramp(1).format)
      try file.write(ramp(100), cancellation: never)
    }
    #expect(try names().isEmpty)
  }

  @Test func `forgets a line that failed, and no other`() throws {
    let path = folder.path("out.wav")
    let file = try FileOutput(path: path, isRaw: false)
    for isDropped in [false, true, false] {
      try file.beginLine(ramp(1).format)
      try file.write(ramp(300), cancellation: never)
      if isDropped { try file.dropLine() } else { try file.endLine() }
    }
    #expect(file.frames == 600)
    try file.complete()
    let sound = try Fixtures.sound(inFile: path)
    #expect(sound.bytes == ramp(300).bytes + ramp(300).bytes)
  }

  @Test func `holds lines of other rates at the rate of the first, as long as they were`() throws {
    let path = folder.path("out.wav")
    let file = try FileOutput(path: path, isRaw: false)
    for rate in [16000, 22050, 8000, 16000] {
      try file.beginLine(ramp(1, rateHertz: rate).format)
      try file.write(ramp(rate, rateHertz: rate), cancellation: never)
      try file.endLine()
    }
    try file.silence(frames: 8000, cancellation: never)
    try file.complete()
    let sound = try Fixtures.sound(inFile: path)
    #expect(sound.format.rateHertz == 16000)
    #expect(sound.frameCount == 4 * 16000 + 8000)
  }

  @Test(arguments: ["flac", "w64", "rf64", "ogg", "opus", "mp3"])
  func `is of the kind its name says, and forgets a line there too`(ending: String) throws {
    let path = folder.path("out.\(ending)")
    let file = try FileOutput(path: path, isRaw: false)
    for isDropped in [false, true, false] {
      try file.beginLine(ramp(1, rateHertz: 22050).format)
      try file.write(ramp(22050, rateHertz: 22050), cancellation: never)
      if isDropped { try file.dropLine() } else { try file.endLine() }
    }
    try file.silence(frames: 100, cancellation: never)
    let frames = file.frames
    try file.complete()
    #expect(try names() == ["out.\(ending)"])
    let reader = try SoundFileReader(path: path)
    #expect(reader.rateHertz == (ending == "opus" ? 24000 : 22050))
    #expect(reader.frameCount == frames)
    #expect(frames == (ending == "opus" ? 48100 : 44200))
    guard reader.formatName.hasSuffix("16-bit") else { return }
    let expected = ramp(22050).bytes + ramp(22050).bytes + [UInt8](repeating: 0, count: 200)
    #expect(
      try reader.read(atMost: 50_000).map { AudioBuffer(int16: $0.int16s, rateHertz: 1).bytes }
        == expected)
  }

  @Test func `whose name says no kind is refused with the kinds there are`() {
    let path = folder.path("out.m4a")
    let failure = #expect(throws: OutputFailure.self) { try FileOutput(path: path, isRaw: false) }
    #expect(failure == .file(SoundFileError(path, .unknownExtension)))
    #expect(throws: Never.self) { try FileOutput(path: folder.path("out.pcm"), isRaw: true) }
  }

  @Test func `of no sound is a WAV file of no sound`() throws {
    let path = folder.path("out.wav")
    try FileOutput(path: path, isRaw: false).complete()
    let bytes = try Data(contentsOf: URL(filePath: path))
    // The header, with a chunk of no bytes.
    #expect(bytes.prefix(4) == Data("RIFF".utf8) && bytes.suffix(8) == Data("data\0\0\0\0".utf8))
  }

  @Test func `an output file in a missing folder is refused at once`() {
    let failure = #expect(throws: OutputFailure.self) {
      try FileOutput(path: folder.path("nowhere/out.wav"), isRaw: false)
    }
    guard case .file(let error) = failure else {
      Issue.record("another failure: \(String(describing: failure))")
      return
    }
    #expect(error.kind == .cannotCreate)
  }
}

@Suite struct `A session's output` {
  /// A device that goes away at its second write, and is there again afterwards.
  private final class ComingAndGoing: Device {
    let name = "coming"
    private(set) var opened: [AudioFormat] = []
    private(set) var heard = 0
    private var writes = 0

    func open(_ format: AudioFormat, latencyFrames: Int) { opened.append(format) }
    func write(_ sound: AudioBuffer, cancellation: Cancellation) throws {
      writes += 1
      guard writes != 2 else {
        throw PluginFailure(
          plugin: name, activity: .playing, kind: .misbehaved, reason: .said("it is gone"))
      }
      heard += sound.frameCount
    }
    func position() -> Int { heard }
    func drain(cancellation: Cancellation) {}
    func flush() {}
    func close() {}
  }

  @Test func `opens a device again that went away`() throws {
    let device = ComingAndGoing()
    let output = SessionOutput(
      device: DeviceOutput(device), file: nil, stream: nil, note: { _ in })
    let sound = AudioBuffer(int16: Array(repeating: 1, count: 100), rateHertz: 16000)
    try output.beginLine(sound.format)
    try output.write(sound, cancellation: Cancellation())
    #expect(throws: OutputFailure.self) {
      try output.write(sound, cancellation: Cancellation())
    }
    try output.cutLine()
    // A line at another rate is brought to the one that the session has.
    let other = AudioBuffer(int16: Array(repeating: 1, count: 50), rateHertz: 8000)
    try output.beginLine(other.format)
    try output.write(other, cancellation: Cancellation())
    try output.endLine()
    #expect(device.opened == [sound.format, sound.format])
    #expect(device.heard == 200 && output.frames == 200)
  }

  /// A recording of a rehearsal at a live microphone alternated voice and silence where partners spoke with the actor.
  @Test func `no silence is written while a line is played`() throws {
    let folder = try TemporaryFolder()
    let output = SessionOutput(
      device: nil, file: try FileOutput(path: folder.path("a.wav"), isRaw: false), stream: nil)
    let sound = AudioBuffer(int16: Array(repeating: 1, count: 100), rateHertz: 16000)
    try output.beginLine(sound.format)
    try output.write(sound, cancellation: Cancellation())
    try output.pass(seconds: 1)
    #expect(output.frames == 100)
    try output.endLine()
    try output.pass(seconds: 1)
    #expect(output.frames == 16_100)
  }

  /// A device that does not fall silent in time, and was ended for it.
  private final class SlowToFlush: Device {
    let name = "slow"
    let kind: PluginFailure.Kind
    private(set) var calls: [String] = []
    init(_ kind: PluginFailure.Kind) { self.kind = kind }

    func open(_ format: AudioFormat, latencyFrames: Int) { calls.append("open") }
    func write(_ sound: AudioBuffer, cancellation: Cancellation) { calls.append("write") }
    func position() -> Int { 0 }
    func drain(cancellation: Cancellation) {}
    func flush() throws {
      throw PluginFailure(
        plugin: name, activity: .dropping, kind: kind, reason: .noAnswer)
    }
    func close() { calls.append("close") }
  }

  @Test func `a device that takes too long to fall silent is no failure`() throws {
    let sound = AudioBuffer(int16: Array(repeating: 1, count: 100), rateHertz: 16000)
    func cutAndSpeakOn(_ device: SlowToFlush) throws {
      let output = SessionOutput(
        device: DeviceOutput(device), file: nil, stream: nil, note: { _ in })
      for _ in 0..<2 {
        try output.beginLine(sound.format)
        try output.write(sound, cancellation: Cancellation())
        try output.cutLine()
      }
    }
    let slow = SlowToFlush(.hung(milliseconds: 200))
    try cutAndSpeakOn(slow)
    #expect(slow.calls == ["open", "write", "close", "open", "write", "close"])
    #expect(throws: OutputFailure.self) { try cutAndSpeakOn(SlowToFlush(.crashed(signal: 11))) }
  }

  /// A device that fails from the start, as where no sound server runs.
  private final class DeadDevice: Device {
    let name = "dead"
    private(set) var openings = 0
    func open(_ format: AudioFormat, latencyFrames: Int) throws {
      openings += 1
      throw PluginFailure(
        plugin: name, activity: .opening, kind: .refused(status: .device),
        reason: .said("no server"))
    }
    func write(_ sound: AudioBuffer, cancellation: Cancellation) throws {}
    func position() throws -> Int { 0 }
    func drain(cancellation: Cancellation) throws {}
    func flush() throws {}
    func close() {}
  }

  @Test func `without a sound device, the session continues into the file, with one note`() throws {
    let folder = try TemporaryFolder()
    let device = DeadDevice()
    var notes: [OutputNote] = []
    let output = SessionOutput(
      device: DeviceOutput(device), file: try FileOutput(path: folder.path("a.wav"), isRaw: false),
      stream: nil, note: { notes.append($0) })
    let sound = AudioBuffer(int16: [1, 2, 3], rateHertz: 8000)
    for _ in 0..<3 {
      try output.beginLine(sound.format)
      try output.write(sound, cancellation: Cancellation())
      try output.endLine()
    }
    try output.complete(cancellation: Cancellation())
    #expect(notes.count == 1)
    #expect(device.openings == 1)
    #expect(try Fixtures.sound(inFile: folder.path("a.wav")).frameCount == 9)
  }

  @Test func `without a file fails where nothing can be heard`() {
    let output = SessionOutput(
      device: DeviceOutput(DeadDevice()), file: nil, stream: nil, note: { _ in })
    let failure = #expect(throws: OutputFailure.self) {
      try output.beginLine(AudioFormat(sample: .int16, rateHertz: 8000))
    }
    guard case .device(let cause) = failure else {
      Issue.record("another failure: \(String(describing: failure))")
      return
    }
    #expect(cause.plugin == "dead")
  }

  @Test func `keeps in the file the time that passed before the first sound`() throws {
    let folder = try TemporaryFolder()
    let output = SessionOutput(
      device: nil, file: try FileOutput(path: folder.path("a.wav"), isRaw: false), stream: nil,
      note: { _ in })
    try output.pass(seconds: 0.5)
    let sound = AudioBuffer(int16: [1, 2, 3], rateHertz: 8000)
    try output.beginLine(sound.format)
    try output.write(sound, cancellation: Cancellation())
    try output.endLine()
    try output.pass(seconds: 0.25)
    try output.complete(cancellation: Cancellation())
    let written = try Fixtures.sound(inFile: folder.path("a.wav")).int16s
    #expect(written.count == 4000 + 3 + 2000)
    #expect(Array(written[4000..<4003]) == [1, 2, 3])
  }
}
