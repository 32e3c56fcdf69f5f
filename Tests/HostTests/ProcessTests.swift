import CueAudio
import CueModel
import Foundation
import Testing
import TestSupport

@testable import host

@Suite struct `The arguments of host process` {
  private func options(_ words: String...) throws -> ProcessOptions? {
    let invocation = try Arguments.parse(["process"] + words, hasInput: true)
    guard case .process(let options) = invocation.command else { return nil }
    return options
  }

  @Test func `give a chain, each effect with its settings`() throws {
    let options = try #require(
      try options(
        "in.flac", "--dsp=plugins/librubberband.so", "--set", "tempo=1.25", "--set", "pitch=+3",
        "-o", "out.wav", "--dsp", "dynamics", "--set=gain=-3", "--set", "rubberband:engine=short"))
    #expect(options.input == "in.flac")
    #expect(options.output == "out.wav")
    #expect(
      options.effects.map(\.reference.plugin) == ["plugins/librubberband.so", "dynamics"])
    #expect(
      options.effects.map { $0.settings.map { "\($0.name)=\($0.value)" } } == [
        ["tempo=1.25", "pitch=+3", "engine=short"], ["gain=-3"],
      ])
  }

  @Test func `The arguments of host process say what raw sound is made of`() throws {
    let options = try #require(
      try options("-", "-o", "-", "--dsp", "sonic", "--raw-in", "16000,2,f32", "--raw"))
    #expect(options.rawInput == RawSound(encoding: .float32, rateHertz: 16000, channels: 2))
    #expect(options.isRaw)
    #expect(
      try self.options("-", "-o", "-", "--dsp", "x", "--raw-in", "8000")?.rawInput
        == RawSound(encoding: .int16, rateHertz: 8000, channels: 1))
  }

  @Test(arguments: [
    (["in.wav", "--dsp", "sonic"], "-o says where"),
    (["in.wav", "-o", "x.wav"], "--dsp names an effect"),
    (["-o", "x.wav", "--dsp", "sonic"], "There is no sound to process"),
    (["a.wav", "b.wav", "-o", "x.wav", "--dsp", "sonic"], "One sound"),
    (["a.wav", "-o", "x.wav", "--set", "a=1", "--dsp", "sonic"], "before any plugin"),
    (["a.wav", "-o", "x.wav", "--dsp", "sonic", "--set", "flite:a=1"], "not in use"),
    (["a.wav", "-o", "-", "--json", "--dsp", "sonic"], "both need standard output"),
    (["a.raw", "-o", "x.wav", "--dsp", "sonic", "--raw-in", "0,1"], "--raw-in takes RATE"),
    (["a.wav", "-o", "x.wav", "--dsp", "sonic", "--encoding", "u8"], "s16, s24 or f32"),
    (["a.wav", "-o", "x.wav", "--dsp", "sonic", "--voice", "flite"], "no option --voice"),
  ])
  func `are refused where they make no sense`(words: [String], sentence: String) {
    let userError = #expect(throws: UserError.self) {
      try Arguments.parse(["process"] + words, hasInput: true)
    }
    #expect(userError?.status == .usage)
    #expect(userError?.sentence.contains(sentence) ?? false, "\(userError?.sentence ?? "")")
  }
}

@Suite(.startsProcesses) struct `Processing a sound file` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A sine in a WAV file of 16-bit samples.
  private func file(
    _ name: String = "in.wav", seconds: Double = 1, rate: Int = 22050, channels: Int = 1,
    peak: Double = 0.5
  ) throws -> (path: String, sound: AudioBuffer) {
    let frames = Int(seconds * Double(rate))
    let samples = (0..<frames * channels).map { index in
      Int16(32767 * peak * sin(Double(index / channels) * 0.12))
    }
    let sound = AudioBuffer(int16: samples, rateHertz: rate, channels: channels)
    let bytes = WAV.header(sound.format, frames: frames) + sound.bytes
    try Data(bytes).write(to: URL(filePath: folder.path(name)))
    return (folder.path(name), sound)
  }

  private func process(_ words: [String], input: Data = Data()) throws -> Run {
    try Run(
      Places.product("host"), ["process"] + words, input: input,
      environment: [
        "CUE_PLUGIN_PATH": Places.products, "CUE_HOME": folder.path("home"), "CUE_LOG": "",
      ])
  }

  func plugin(_ name: String) -> String { Places.product("libplugin-\(name).so") }

  @Test(arguments: ["sonic", "rubberband", "varispeed", "dynamics"], [1, 2])
  func `gives back the same bytes where the effect has nothing to do`(
    plugin: String, channels: Int
  ) throws {
    let (path, sound) = try file(channels: channels)
    let out = folder.path("out.wav")
    let run = try process([path, "-o", out, "--dsp", self.plugin(plugin)])
    #expect(run.status == 0, "\(run.talk)")
    #expect(try Fixtures.sound(inFile: out) == sound)
  }

  @Test func `goes through a chain, from a pipe to a pipe`() throws {
    let (path, sound) = try file(seconds: 3, rate: 44100)
    let run = try process(
      [
        "-", "-o", "-", "--dsp", plugin("varispeed"), "--set", "speed=2", "--dsp",
        plugin("sonic"), "--set", "tempo=0.5",
      ], input: try Data(contentsOf: URL(filePath: path)))
    #expect(run.status == 0, "\(run.talk)")
    try Data(run.output).write(to: URL(filePath: folder.path("made.wav")))
    let made = try Fixtures.sound(inFile: folder.path("made.wav"))
    #expect(abs(made.frameCount - sound.frameCount) <= 2)
  }

  @Test func `reads and writes raw samples and other kinds of file`() throws {
    let (_, sound) = try file()
    let run = try process(
      [
        "-", "--raw-in", "22050", "-o", folder.path("out.flac"), "--dsp", plugin("rubberband"),
        "--set", "tempo=0.8",
      ], input: Data(sound.bytes))
    #expect(run.status == 0, "\(run.talk)")
    let back = try process(
      [folder.path("out.flac"), "--raw", "-q", "-o", "-", "--dsp", plugin("dynamics")])
    #expect(back.status == 0, "\(back.talk)")
    #expect(abs(Double(back.output.count / 2) - Double(sound.frameCount) / 0.8) <= 1)
  }

  @Test func `tells what was done as a line of JSON`() throws {
    let (path, _) = try file(seconds: 2)
    let run = try process([
      path, "-o", folder.path("out.wav"), "--json", "--dsp", plugin("sonic"), "--set", "tempo=2",
    ])
    #expect(run.text.contains("\"event\":\"done\",\"frames_in\":44100,\"frames\":22050"))
    #expect(run.talk == "")
  }

  @Test func `says how many samples were too loud`() throws {
    let (path, _) = try file(peak: 0.9)
    let run = try process([
      path, "-o", folder.path("out.wav"), "--dsp", plugin("dynamics"), "--set", "gain=+6",
      "--set", "limiter=off",
    ])
    #expect(run.status == 0)
    #expect(run.talk.contains("samples were above full scale"))
    let kept = try process([
      path, "-o", folder.path("float.wav"), "--encoding", "f32", "--dsp", plugin("dynamics"),
      "--set", "gain=+6", "--set", "limiter=off",
    ])
    #expect(kept.talk == "")
    #expect((try Fixtures.sound(inFile: folder.path("float.wav")).floats.max() ?? 0) > 1.7)
  }

  @Test(arguments: [
    (["missing.wav"], Int32(66), "missing.wav cannot be read"),
    (["IN", "--set", "tempo=11"], 2, "tempo takes a number from 0.1 to 10, not “11”"),
    (["IN", "--set", "tempi=1"], 2, "has no parameter “tempi”"),
    (["TEXT"], 65, "no sound file"),
  ])
  func `explains what is wrong, and leaves no file behind`(
    words: [String], status: Int32, sentence: String
  ) throws {
    let (path, _) = try file()
    try folder.write("These are words and no sound, and there are many of them.", as: "text.wav")
    let given = words.map {
      $0 == "IN" ? path : $0 == "TEXT" ? folder.path("text.wav") : $0
    }
    let run = try process(
      [given[0], "-o", folder.path("out.wav"), "--dsp", plugin("rubberband")] + given.dropFirst())
    #expect(run.status == status)
    #expect(run.talk.contains(sentence), "\(run.talk)")
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(left).subtracting(["home"]) == ["in.wav", "text.wav"])
  }

  @Test(arguments: [
    ("crash", "crashed while processing (SIGSEGV)"),
    ("claim-more", "more sound than there was room for"),
    ("idle", "neither takes nor gives sound"),
    ("nan", "samples that are no numbers"),
  ])
  func `says in one sentence how an effect failed, and leaves no file behind`(
    fault: String, sentence: String
  ) throws {
    let library = folder.path("libfaulty.so")
    try Fixtures.compile(Places.source("Tests/Fixtures/faulty-effects.c"), to: library)
    let (path, _) = try file()
    let run = try process([
      path, "-o", folder.path("out.wav"), "--dsp", library, "--set", "fault=\(fault)",
    ])
    #expect(run.status == 69)
    #expect(run.talk.contains(sentence), "\(run.talk)")
    #expect(run.talk.split(separator: "\n").count <= 2)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(left).subtracting(["home"]) == ["in.wav", "libfaulty.so"])
  }
}

extension `Processing a sound file` {
  @Test func `ends when it is interrupted, and leaves no file behind`() throws {
    // A pipe whose other end stays open: more could come.
    let pipe = folder.path("pipe")
    unsafe #expect(mkfifo(pipe, 0o600) == 0)
    let feeder = unsafe FileHandle(
      fileDescriptor: open(pipe, O_RDWR | O_CLOEXEC), closeOnDealloc: true)
    let header = WAV.header(AudioFormat(sample: .int16, rateHertz: 22050), frames: nil)
    try feeder.write(contentsOf: Data(header + [UInt8](repeating: 0, count: 20_000)))
    let running = try Running(
      Places.product("host"),
      ["process", pipe, "-o", folder.path("out.wav"), "--dsp", plugin("sonic"), "--verbose"],
      environment: ["CUE_PLUGIN_PATH": Places.products])
    // It has begun when the file beside the output is there.
    while try FileManager.default.contentsOfDirectory(atPath: folder.path).count < 2 {
      #expect(Processes.exists(running.processIdentifier))
    }
    kill(running.processIdentifier, SIGINT)
    #expect(running.end().status == 130)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["pipe"])
  }
}

@Suite(.startsProcesses) struct `Speaking through an effect` {
  private func speak(_ words: [String]) throws -> Run {
    try Run(
      Places.product("host"), ["speak", "--voice", Places.product("libplugin-mock.so")] + words,
      environment: ["CUE_PLUGIN_PATH": Places.products, "CUE_LOG": ""])
  }

  private func plugin(_ name: String) -> String { Places.product("libplugin-\(name).so") }

  @Test func `changes no bit where the effect has nothing to do`() throws {
    let dry = try speak(["-o", "-", "Some words."])
    let wet = try speak([
      "-o", "-", "--dsp", plugin("rubberband"), "--dsp", plugin("dynamics"), "Some words.",
    ])
    #expect(dry.status == 0 && wet.status == 0, "\(wet.talk)")
    #expect(dry.output == wet.output)
  }

  /// The mock says a character in 960 frames of 16 kHz.
  @Test(arguments: ["sonic", "rubberband"])
  func `stretches each line, and its marks move along`(name: String) throws {
    let folder = try TemporaryFolder()
    let run = try speak([
      "--json", "-o", folder.path("out.wav"), "--lines", "--dsp", plugin(name), "--set",
      "tempo=2", "ab cd\nefgh ij",
    ])
    #expect(run.status == 0, "\(run.talk)")
    let sound = try Fixtures.sound(inFile: folder.path("out.wav"))
    #expect(sound.frameCount == 5 * 480 + 7 * 480)
    let frames = run.text.split(separator: "\n").filter { $0.contains("\"event\":\"word\"") }
      .compactMap { line in
        line.firstRange(of: "\"frame\":").map { line[$0.upperBound...].prefix { $0.isNumber } }
      }
    #expect(frames == ["0", "1440", "0", "2400"])
  }

  @Test func `refuses a setting beyond its range before anything is said`() throws {
    let run = try speak(["-o", "-", "--dsp", plugin("sonic"), "--set", "tempo=0", "Some words."])
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(run.talk.contains("tempo takes a number from 0.1 to 6, not “0”"))
  }

  @Test func `fails with the effect's name when it crashes, and no other voice is blamed`() throws {
    let folder = try TemporaryFolder()
    let library = folder.path("libfaulty.so")
    try Fixtures.compile(Places.source("Tests/Fixtures/faulty-effects.c"), to: library)
    let run = try Run(
      Places.product("host"),
      [
        "speak", "--voice", "\(plugin("mock")),\(plugin("mock"))", "-o", folder.path("out.wav"),
        "--dsp", library, "--set", "fault=crash", "Some words.",
      ])
    #expect(run.status == 69)
    #expect(run.talk.contains("libfaulty.so crashed while processing"))
    #expect(!run.talk.contains("stands in"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["libfaulty.so"])
  }

  @Test func `rehearses with every part through it`() throws {
    let folder = try TemporaryFolder()
    func seconds(_ more: [String]) throws -> Double {
      let run = try Run(
        Places.product("host"),
        [
          "rehearse", Places.source("Examples/short-scene.txt"), "--voice", plugin("mock"),
          "--scripted", "/dev/null", "--gap", "0", "-o", folder.path("out.wav"),
        ] + more,
        environment: ["CUE_PLUGIN_PATH": Places.products])
      #expect(run.status == 0, "\(run.talk)")
      let sound = try Fixtures.sound(inFile: folder.path("out.wav"))
      return Double(sound.frameCount) / Double(sound.format.rateHertz)
    }
    let role = try #require(rolesOfTheShortScene.first)
    let usual = try seconds(["--as", role])
    let slow = try seconds(["--as", role, "--dsp", plugin("varispeed"), "--set", "speed=0.5"])
    #expect(slow > usual * 1.5)
  }

  private var rolesOfTheShortScene: [String] { ["ALEX"] }
}
