import CueAudio
import CueModel
import CuePlugins
import Foundation
import Testing
import TestSupport

private func fileSetup(_ parameters: [(name: String, value: String)]) -> PluginSetup {
  setup(
    Places.product("libplugin-file.so"), id: "file",
    parameters: parameters.contains { $0.name == "pace" }
      ? parameters : [("pace", "fast")] + parameters)
}

private func speaker(_ path: String, _ parameters: [(name: String, value: String)] = [])
  -> DeviceClient
{ DeviceClient(fileSetup(parameters), device: path) }

private func microphone(_ path: String, _ parameters: [(name: String, value: String)] = [])
  -> MicrophoneClient
{ MicrophoneClient(fileSetup(parameters), device: path) }

private let format = AudioFormat(sample: .int16, rateHertz: 16_000)

private func ramp(_ frames: Int, from first: Int = 0) -> AudioBuffer {
  AudioBuffer(
    int16: (0..<frames).map { Int16(truncatingIfNeeded: ($0 + first) * 7) }, rateHertz: 16_000)
}

extension MicrophoneClient {
  fileprivate func samples(_ wanted: AudioFormat = format, most: Int = .max) throws -> [Int16] {
    _ = try open(wanted, latencyFrames: 0, cancellation: Cancellation())
    var samples: [Int16] = []
    while samples.count < most,
      let block = try read(
        atMost: min(1000, most - samples.count), cancellation: Cancellation())
    {
      samples += block.sound.int16s
    }
    return samples
  }
}

private func samples(ofFile path: String) throws -> (
  samples: [Int16], rateHertz: Int, channels: Int
) {
  let reader = try SoundFileReader(path: path)
  var samples: [Int16] = []
  while let sound = try reader.read(atMost: 4096) { samples += sound.int16s }
  return (samples, reader.rateHertz, reader.channels)
}

@Suite(.startsProcesses) struct `The device of files` {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("sound.wav")
  }

  private func play(
    _ sound: AudioBuffer, to path: String, _ parameters: [(name: String, value: String)] = []
  )
    throws
  {
    let device = speaker(path, parameters)
    try device.open(sound.format, latencyFrames: 0)
    try device.write(sound, cancellation: Cancellation())
    try device.drain(cancellation: Cancellation())
    #expect(try device.position() == sound.frameCount)
    device.close()
  }

  @Test func `gives back what was played to it`() throws {
    let sound = ramp(20_000)
    try play(sound, to: path)
    let kept = try samples(ofFile: path)
    #expect(kept.samples == sound.int16s && kept.rateHertz == 16_000 && kept.channels == 1)
    #expect(try microphone(path).samples() == sound.int16s)
  }

  @Test(arguments: [1, 2, 8], [8000, 44_100, 192_000])
  func `The device of files keeps every format`(channels: Int, rate: Int) throws {
    for sample in [SampleFormat.int16, .float32] {
      try keeps(sample, channels, rate, in: folder.path("\(sample).wav"))
    }
  }

  private func keeps(_ sample: SampleFormat, _ channels: Int, _ rate: Int, in path: String) throws {
    let samples = (0..<400 * channels).map { Float($0 % 97) / 128 }
    let sound =
      sample == .float32
      ? AudioBuffer(float32: samples, rateHertz: rate, channels: channels)
      : AudioBuffer(
        int16: samples.map { Int16($0 * 32767) }, rateHertz: rate, channels: channels)
    try play(sound, to: path)
    #expect(try microphone(path).samples(sound.format) == sound.int16s)
  }

  @Test(arguments: ["u8", "s16", "s24", "s32", "f32", "f64"])
  func `reads and writes samples without a header`(encoding: String) throws {
    let raw = [("raw", "16000,1,\(encoding)")]
    let sound = AudioBuffer(
      int16: (0..<500).map { Int16(($0 % 256 - 128) * 256) }, rateHertz: 16_000)
    try play(sound, to: path, raw)
    let size = ["u8": 1, "s16": 2, "s24": 3, "s32": 4, "f32": 4, "f64": 8][encoding] ?? 0
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count == 500 * size)
    #expect(try microphone(path, raw).samples() == sound.int16s)
  }

  @Test(arguments: [8000, 44_100, 48_000, 192_000], [1, 2, 8])
  func `The device of files converts rate and channels`(rate: Int, channels: Int) throws {
    var tone: [Float] = []
    for frame in 0..<rate / 2 {
      let angle: Double = 2 * .pi * 440 * Double(frame) / Double(rate)
      tone += Array(repeating: Float(sin(angle)) / 2, count: channels)
    }
    try play(AudioBuffer(float32: tone, rateHertz: rate, channels: channels), to: path)
    let heard = try microphone(path).samples()
    #expect(abs(heard.count - 8000) <= 2)
    let rises = zip(heard, heard.dropFirst()).filter { $0 < 0 && $1 >= 0 }.count
    #expect((218...221).contains(rises))
    #expect((15_500...17_200).contains(heard[1000..<7000].max() ?? 0))
  }

  @Test func `goes on where it was, turn by turn`() throws {
    try play(ramp(3000), to: path)
    let microphone = microphone(path)
    var heard: [Int16] = []
    for _ in 1...3 {
      heard += try microphone.samples(most: 1000)
      microphone.close()
    }
    #expect(heard == ramp(3000).int16s)
    #expect(try microphone.samples() == [])
    microphone.quit()

    let device = speaker(folder.path("turns.wav"))
    for turn in 0..<3 {
      try device.open(format, latencyFrames: 0)
      try device.write(ramp(500, from: 500 * turn), cancellation: Cancellation())
    }
    device.close()
    #expect(try samples(ofFile: folder.path("turns.wav")).samples == ramp(1500).int16s)
  }

  @Test func `after its end, a file gives silence or repeats, as set`() throws {
    try play(ramp(100), to: path)
    #expect(
      try microphone(path, [("at-end", "silence")]).samples(most: 300)
        == ramp(100).int16s + Array(repeating: 0, count: 200))
    #expect(
      try microphone(path, [("at-end", "again")]).samples(most: 250)
        == ramp(100).int16s + ramp(100).int16s + ramp(50).int16s)
    #expect(try microphone(path).samples() == ramp(100).int16s)
  }

  @Test func `carries sound through a pipe, as fast as both go`() throws {
    let pipe = folder.path("pipe")
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    let sound = ramp(100_000)
    let player = Thread { try? self.play(sound, to: pipe) }
    player.start()
    #expect(try microphone(pipe).samples() == sound.int16s)
  }

  @Test func `a wait for a writer of a pipe can be cancelled`() throws {
    let pipe = folder.path("pipe")
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    let microphone = microphone(pipe)
    _ = try microphone.open(format, latencyFrames: 0, cancellation: Cancellation())
    for _ in 1...5 {
      let cancellation = Cancellation()
      Thread { cancellation.cancel() }.start()
      #expect(try microphone.read(atMost: 100, cancellation: cancellation) == nil)
    }
    microphone.quit()
  }

  @Test func `in real time keeps nothing that was dropped before it was heard`() throws {
    let device = speaker(path, [("pace", "real")])
    try device.open(format, latencyFrames: 0)
    let cancellation = Cancellation()
    // It takes a tenth of a second at once, and then the cancel comes.
    Thread { cancellation.cancel() }.start()
    try device.write(ramp(160_000), cancellation: cancellation)
    try device.flush()
    let heard = try device.position()
    device.close()
    #expect(heard < 160_000)
    let kept = try samplesOrNothing(path)
    #expect(kept == Array(ramp(160_000).int16s.prefix(heard)))
  }

  /// The reader does not accept a file without sound.
  private func samplesOrNothing(_ path: String) throws -> [Int16] {
    guard try Data(contentsOf: URL(fileURLWithPath: path)).count > 44 else { return [] }
    return try samples(ofFile: path).samples
  }

  @Test func `in real time, a pipe without a writer gives silence`() throws {
    let pipe = folder.path("pipe")
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    let microphone = microphone(pipe, [("pace", "real"), ("raw", "16000")])
    #expect(try microphone.samples(most: 800) == Array(repeating: 0, count: 800))
    microphone.quit()
  }

  @Test func `a file device reports the reason why a file is unusable`() throws {
    func failure(_ path: String, _ parameters: [(name: String, value: String)] = []) throws
      -> PluginFailure
    {
      try #require(throws: PluginFailure.self) {
        _ = try microphone(path, parameters).samples()
      }
    }
    let missing = try failure(folder.path("missing.wav"))
    #expect(missing.kind == .refused(status: .device))
    #expect(missing.isDue(to: .said("cannot be opened: No such file or directory")))
    #expect(try failure(folder.path).kind == .refused(status: .device))
    let text = try folder.write("no sound at all, but words of some length", as: "text.wav")
    #expect(try failure(text).kind == .refused(status: .format))
    let cut = try folder.write("RIFF", as: "cut.wav")
    #expect(try failure(cut).isDue(to: .said("ends within its header")))
    #expect(try failure("").isDue(to: .said("No file is named")))
    #expect(try failure(text, [("raw", "loud")]).kind == .refused(status: .invalid))
    let player = speaker(folder.path("nowhere/heard.wav"))
    let refused = try #require(throws: PluginFailure.self) {
      try player.open(format, latencyFrames: 0)
    }
    #expect(refused.kind == .refused(status: .device))
  }

  @Test func `lists the files that it is set to`() throws {
    try play(ramp(10), to: path)
    let device = DeviceClient(
      fileSetup([("input", path), ("output", folder.path("out.wav"))]))
    let listed = try device.devices()
    #expect(listed.map(\.id) == [path, folder.path("out.wav")])
    #expect(listed.map(\.captures) == [true, false])
    #expect(try microphone("", [("input", path)]).samples() == ramp(10).int16s)
  }
}
