import CueAudio
import CueGeneration
import CueModel
import CueScreenplay
import Foundation
import Testing

private let script = """
  INT. KITCHEN - NIGHT

  A kettle boils.

  ANNA
  Hello there.

  BEN
  Good evening.

  EXT. GARDEN - DAY

  ANNA
  It rains.
  """

@Suite struct `A recording` {
  @Test func `lasts as long as its clips and the pauses between them`() throws {
    let stage = try Stage(script)
    stage.settings.keptEdgeMilliseconds = nil
    stage.settings.gaps.speechMilliseconds = 300
    stage.settings.gaps.sameSpeakerMilliseconds = 100
    stage.settings.gaps.sceneMilliseconds = 1000
    stage.render { index, _ in
      clip(tone(440, seconds: 0.5 + Double(index) / 10, rateHertz: 16_000), 16_000)
    }
    let report = try stage.write("out.wav")
    // Heading, action, Anna, Ben, heading, Anna.
    let clips = [0.5, 0.6, 0.7, 0.8, 0.9, 1.0].reduce(0, +)
    let gaps = 0.1 + 0.3 + 0.3 + 1.0 + 0.3
    #expect(report.frames == Int(((clips + gaps) * 16_000).rounded()))
    #expect(report.rateHertz == 16_000)
    #expect(try sound(at: stage.path("out.wav")).frameCount == report.frames)
    #expect(try stage.names() == ["out.wav"])
  }

  @Test func `a recording has the requested loudness`() throws {
    let stage = try Stage(script)
    stage.render { index, item in
      let decibels = item.kind == .narrative ? -35.0 : index % 2 == 0 ? -20 : -12
      return clip(
        silence(0.3, rateHertz: 22_050)
          + noise(seconds: 0.7 + Double(index) / 7, rateHertz: 22_050, decibels: decibels),
        22_050)
    }
    let report = try stage.write("out.wav")
    let whole = try sound(at: stage.path("out.wav"))
    let meter = try LoudnessMeter(whole.format)
    meter.hear(whole)
    let loudness = try #require(meter.integratedLUFS)
    #expect(abs(loudness + 18) < 0.1, "\(loudness) LUFS, \(report)")
    #expect(try #require(meter.truePeakDBTP) <= -1)
  }
}

extension `A recording` {
  @Test func `a recording uses the highest rate of its clips, and has the requested loudness`()
    throws
  {
    let stage = try Stage(script)
    let rates = [16_000, 22_050, 48_000]
    stage.settings.gaps.speechMilliseconds = 173
    stage.render { index, _ in
      let rate = rates[index % 3]
      return clip(
        noise(seconds: 1.1, rateHertz: rate, decibels: -10 - 4 * Double(index), seed: 9), rate)
    }
    let report = try stage.write("out.flac")
    #expect(report.rateHertz == 48_000)
    let whole = try sound(at: stage.path("out.flac"))
    #expect(whole.frameCount == report.frames)
    let meter = try LoudnessMeter(whole.format)
    meter.hear(whole)
    #expect(abs(try #require(meter.integratedLUFS) + 18) < 0.1)
    #expect(report.cost.resamplingSeconds > 0)
    #expect(report.cost.loudnessSeconds > 0)
    #expect(report.cost.encodingSeconds > 0)
  }

  @Test(arguments: ["wav", "flac", "mp3", "opus", "ogg", "rf64", "w64"])
  func `is the same bytes again, on any number of threads`(ending: String) throws {
    let stage = try Stage(script)
    stage.render { index, _ in
      clip(noise(seconds: 0.6, rateHertz: 22_050, decibels: -20, seed: UInt64(index)), 22_050)
    }
    var made: [[UInt8]] = []
    for threads in [1, 2, 5] {
      stage.settings.threads = threads
      _ = try stage.write("\(threads).\(ending)")
      made.append(try stage.bytes("\(threads).\(ending)"))
    }
    #expect(made[0] == made[1])
    #expect(made[0] == made[2])
    #expect(try sound(at: stage.path("1.\(ending)")).frameCount > 0)
  }

  @Test func `says title and author where the file has room for them`() throws {
    let stage = try Stage("Title: The Jar\nAuthor: Ann Õunapuu\n\n" + script)
    stage.render { _, _ in clip(tone(300, seconds: 0.4, rateHertz: 22_050), 22_050) }
    for name in ["out.flac", "out.ogg", "out.opus", "out.mp3", "out.wav"] {
      _ = try stage.write(name)
      let bytes = try stage.bytes(name)
      let isThere = { (text: String) in
        // An MP3 has UTF-16 where letters are not ASCII.
        bytes.firstRange(of: Array(text.utf8)) != nil
          || bytes.firstRange(of: text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }) != nil
      }
      #expect(isThere("The Jar"), "\(name)")
      #expect(isThere("Ann Õunapuu"), "\(name)")
    }
  }

  private static let together = """
    ANNA
    Stop that at once.

    BEN ^
    No.

    ANNA
    Well then.
    """

  @Test func `lets speeches that stand side by side begin together, and mixes them`() throws {
    let stage = try Stage(Self.together, isDualTogether: true)
    stage.settings.loudness = nil
    stage.settings.keptEdgeMilliseconds = nil
    let tones = [tone(440, seconds: 2, rateHertz: 8000), tone(1000, seconds: 1, rateHertz: 8000)]
    stage.render { index, _ in clip(index < 2 ? tones[index] : tones[1], 8000) }
    let report = try stage.write("out.wav")
    #expect(report.frames == 16_000 + 3200 + 8000)
    let mixed = try sound(at: stage.path("out.wav")).floats
    for frame in stride(from: 0, to: 8000, by: 13) {
      #expect(abs(mixed[frame] - tones[0][frame] - tones[1][frame]) < 0.001)
    }
    for frame in stride(from: 8000, to: 16_000, by: 13) {
      #expect(abs(mixed[frame] - tones[0][frame]) < 0.001)
    }
  }

  @Test func `has one file a speaker, which together are the whole`() throws {
    let stage = try Stage(Self.together + "\n\n" + script, isDualTogether: true)
    stage.settings.encoding = .float32
    // So soft that the limiter has nothing to do.
    stage.settings.loudness?.integratedLUFS = -40
    stage.render { index, _ in
      clip(noise(seconds: 0.7, rateHertz: 16_000, decibels: -15, seed: UInt64(index)), 16_000)
    }
    let whole = try stage.write("out.wav")
    #expect(whole.limitedDecibels == 0)
    stage.settings.form = .stems
    let report = try stage.write("stems")
    #expect(try stage.names(in: "stems") == ["ANNA.wav", "BEN.wav", "Narrator.wav"])
    var sum = [Float](repeating: 0, count: whole.frames)
    for file in report.files {
      let stem = try sound(at: file.path).floats
      #expect(stem.count == whole.frames)
      for index in stem.indices { sum[index] += stem[index] }
    }
    let mixed = try sound(at: stage.path("out.wav")).floats
    #expect(zip(sum, mixed).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  @Test func `has one file a scene, which one after the other are the whole`() throws {
    let stage = try Stage(
      script.replacing("EXT. GARDEN - DAY", with: "EXT. GARDEN/\u{202e}../🌻: \"DAY\""))
    stage.settings.encoding = .float32
    stage.settings.loudness?.integratedLUFS = -40
    stage.render { index, _ in
      clip(noise(seconds: 0.5, rateHertz: 16_000, decibels: -15, seed: UInt64(index)), 16_000)
    }
    _ = try stage.write("out.wav")
    stage.settings.form = .scenes
    let report = try stage.write("deep/er/scenes/")
    let names = try stage.names(in: "deep/er/scenes")
    #expect(
      names == [
        "001 - INT. KITCHEN - NIGHT.wav", "002 - EXT. GARDEN-..-🌻- -DAY-.wav", "recording.m3u8",
      ])
    var all: [Float] = []
    for file in report.files { all += try sound(at: file.path).floats }
    #expect(all == (try sound(at: stage.path("out.wav")).floats))
    let list = try stage.text("deep/er/scenes/recording.m3u8")
    #expect(list.hasPrefix("#EXTM3U\n#EXTINF:"))
    #expect(list.contains("\n001 - INT. KITCHEN - NIGHT.wav\n"))
  }

  @Test func `A recording has one file a line`() throws {
    let stage = try Stage(script)
    stage.settings.form = .lines
    stage.settings.kind = .sound(.flac)
    stage.render { index, _ in
      index == 1 ? nil : clip(tone(300, seconds: 0.5, rateHertz: 16_000), 16_000)
    }
    let report = try stage.write("lines")
    #expect(report.silentItems == [1])
    #expect(
      try stage.names(in: "lines") == [
        "001 - Narrator.flac", "002 - ANNA.flac", "003 - BEN.flac", "004 - Narrator.flac",
        "005 - ANNA.flac", "recording.m3u8",
      ])
    #expect(report.files.map(\.items) == [[0], [2], [3], [4], [5]])
  }

  @Test func `cuts the silence that engines put around a line, and keeps what the script asks for`()
    throws
  {
    let stage = try Stage(
      """
      ANNA
      (beat)
      Hello.

      BEN
      Hello.
      """)
    stage.settings.loudness = nil
    stage.render { index, _ in
      let rest = index == 0 ? silence(0.7, rateHertz: 16_000) : []
      return clip(
        rest + silence(0.4, rateHertz: 16_000) + tone(400, seconds: 1, rateHertz: 16_000)
          + silence(0.9, rateHertz: 16_000), 16_000)
    }
    let report = try stage.write("out.wav")
    let kept = 0.7 + 0.05 + 1 + 0.05 + 0.4 + 0.05 + 1 + 0.05
    #expect(abs(report.seconds - kept) < 0.02, "\(report.seconds) s, not \(kept)")
  }

  @Test func `a recording with missing clips reports them and leaves no file`() throws {
    let stage = try Stage(script)
    stage.render { _, _ in clip(tone(300, seconds: 0.5, rateHertz: 16_000), 16_000) }
    let key = try #require(stage.items[3].clip?.key)
    stage.cache.remove(key)
    let error = #expect(throws: LostClips.self) { _ = try stage.write("out.flac") }
    #expect(error?.keys == [key] && error?.text == "Good evening.")
    #expect(try stage.names().isEmpty)
  }

  @Test(arguments: ["mp3", "opus"]) func `a recording has the requested bit rate`(
    ending: String
  ) throws {
    let stage = try Stage(script)
    stage.render { index, _ in
      clip(noise(seconds: 4, rateHertz: 48_000, decibels: -20, seed: UInt64(index + 1)), 48_000)
    }
    for bits in [48_000, 128_000] {
      stage.settings.bitsPerSecond = bits
      let report = try stage.write("out.\(ending)")
      let found = Double(try stage.bytes("out.\(ending)").count * 8) / report.seconds
      #expect(abs(found / Double(bits) - 1) < 0.3, "\(found) bits a second, not \(bits)")
    }
  }

  @Test func `a recording that is cancelled while it is written leaves no file`() throws {
    let stage = try Stage(script)
    stage.render { _, _ in clip(tone(300, seconds: 0.5, rateHertz: 16_000), 16_000) }
    let cancellation = Cancellation()
    let recording = CastRecording(stage.items, of: stage.screenplay, settings: stage.settings)
    let error = #expect(throws: SoundFileError.self) {
      _ = try recording.write(
        to: stage.path("out.wav"), from: stage.cache, cancellation: cancellation
      ) { if $0.phase == .writing { cancellation.cancel() } }
    }
    #expect(error?.kind == .cancelled)
    #expect(try stage.names().isEmpty)
  }

  @Test func `a recording without any sound is not written`() throws {
    let stage = try Stage(script)
    #expect(throws: SoundFileError.self) { _ = try stage.write("out.wav") }
    #expect(try stage.names().isEmpty)
  }

  @Test func `puts chapters at the first frame of each scene`() throws {
    let stage = try Stage(script)
    stage.settings.keptEdgeMilliseconds = nil
    stage.settings.companions = [.chapters]
    stage.render { _, _ in clip(tone(300, seconds: 0.5, rateHertz: 16_000), 16_000) }
    _ = try stage.write("out.wav")
    // Heading, action, Anna, Ben, then the pause between scenes.
    let second = 16_000 * 2 + 16_000 * 250 / 1000 + 2 * 16_000 * 400 / 1000 + 16_000 * 1200 / 1000
    let bytes = try stage.bytes("out.wav")
    let cue = try #require(bytes.firstRange(of: Array("cue ".utf8))).upperBound
    func number(_ at: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) } }
    #expect(number(cue + 4) == 2)
    #expect(number(cue + 8 + 4) == 0)
    #expect(number(cue + 8 + 24 + 20) == second)
    #expect(bytes.firstRange(of: Array("EXT. GARDEN - DAY\u{0}".utf8)) != nil)
    // All of the file is its chunks.
    #expect(number(4) == bytes.count - 8)
    #expect(
      try stage.text("out.chapters.txt") == """
        CHAPTER01=00:00:00.000
        CHAPTER01NAME=INT. KITCHEN - NIGHT
        CHAPTER02=00:00:0\(second / 16_000).\(String(second % 16_000 * 1000 / 16_000))
        CHAPTER02NAME=EXT. GARDEN - DAY

        """)
  }

  @Test func `A recording takes chapters from sections`() throws {
    let stage = try Stage(
      "# Act One\n\n" + script.replacing("EXT.", with: "# Act Two\n\n## Rain\n\nEXT."))
    stage.settings.chapters = .sections
    stage.settings.companions = [.chapters]
    stage.render { _, _ in clip(tone(300, seconds: 0.5, rateHertz: 16_000), 16_000) }
    _ = try stage.write("out.flac")
    let text = try stage.text("out.chapters.txt")
    #expect(text.hasPrefix("CHAPTER01=00:00:00.000\nCHAPTER01NAME=Act One\nCHAPTER02="))
    #expect(text.hasSuffix("CHAPTER02NAME=Act Two\n"))
  }

  @Test func `puts speakers where they stand, without a change of loudness`() throws {
    let stage = try Stage(script)
    stage.settings.pans = ["ANNA": -1, "BEN": 1]
    stage.settings.encoding = .float32
    stage.render { index, _ in
      clip(noise(seconds: 1, rateHertz: 16_000, decibels: -20, seed: UInt64(index)), 16_000)
    }
    let report = try stage.write("out.wav")
    let whole = try sound(at: stage.path("out.wav"))
    #expect(whole.format.channels == 2)
    let meter = try LoudnessMeter(whole.format)
    meter.hear(whole)
    #expect(abs(try #require(meter.integratedLUFS) + 18) < 0.1)
    // Anna is the third, after two of a second each.
    let middle = Int(16_000 * 3.0)
    #expect(abs(whole.floats[2 * middle + 1]) < 1e-6)
    #expect(report.frames == whole.frameCount)
  }
}

extension `A recording` {
  /// A voice with high peaks and little between them is turned down by the limiter; that is made up for.
  @Test func `a recording of voices with high peaks has the requested loudness`() throws {
    let stage = try Stage(script)
    let rate = 16_000
    stage.render { index, _ in
      let hum = tone(220, seconds: 2, rateHertz: rate, amplitude: 0.05)
      return clip(
        hum.enumerated().map { frame, sample in
          let within = frame % 4800
          return within < 24 ? sample + Float(0.45 * sin(.pi * Double(within) / 24)) : sample
        },
        rate)
    }
    let report = try stage.write("out.wav")
    #expect(report.limitedDecibels > 2)
    let whole = try sound(at: stage.path("out.wav"))
    let meter = try LoudnessMeter(whole.format)
    meter.hear(whole)
    let loudness = try #require(meter.integratedLUFS)
    #expect(abs(loudness + 18) < 0.3, "\(loudness) LUFS, \(report)")
    #expect(try #require(meter.truePeakDBTP) <= -1)
  }
}
