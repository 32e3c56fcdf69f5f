import CueAudio
import CueModel
import Foundation
import TestSupport
import Testing

@Suite(.startsProcesses, .needs(plugin: "pocketsphinx"))
struct `A rehearsal that hears` {
  private let stage: Stagehand
  private var scene: String { stage.folder.path("scene.fountain") }

  init() throws {
    stage = try Stagehand(adding: ["pocketsphinx"])
    try stage.folder.write(
      """
      INT. HALL - NIGHT

      ALEX
      I have bought two tickets for the morning train.

      JAMIE
      Two two.

      ALEX
      Who are you running from this time?

      JAMIE
      Four.
      """, as: "scene.fountain")
  }

  private func heard(_ more: String...) throws -> (events: [[String: Any]], run: Run) {
    let run = try stage.host(
      ["rehearse", scene, "--as", "alex", "-v", "mock", "--device", "null", "--json"] + more)
    return (try stage.events(run), run)
  }

  @Test func `goes on when a robot has said its line, the same each time`() throws {
    let (events, run) = try heard("--robot", "flite:rms")
    #expect(run.status == 0, "\(run.talk)")
    let lines = events.filter { $0["event"] as? String == "heard" }
    #expect(lines.map { $0["reason"] as? String } == ["matched", "matched"])
    #expect(lines.map { $0["share"] as? Double } == [1, 1])
    #expect(events.last?["event"] as? String == "finished")
    #expect(try heard("--robot", "flite:rms").run.text == run.text)
  }

  /// The report became a note on a prompter that was closed.
  @Test(arguments: [[], ["--plain"]])
  func `at a terminal, the report and the takes are printed at the end`(more: [String]) throws {
    let run = try stage.startAtTerminal(
      [
        "rehearse", scene, "--as", "alex", "-v", "mock", "-o", stage.folder.path("a.wav"),
        "--robot", "flite:rms", "--record",
      ] + more)
    #expect(run.end() == 0)
    #expect(run.isAsItWas)
    let text = run.screen.text.joined(separator: "\n")
    #expect(text.contains("The end. 4 of 4 lines"), "\(text)")
    #expect(text.contains("2 lines judged"), "\(text)")
    #expect(text.contains("Recorded: take 1.1"), "\(text)")
  }

  @Test func `A rehearsal that hears refuses what cannot be meant`() throws {
    for (words, why) in [
      (["--recognizer", "pocketsphinx"], "no --microphone where"),
      (["--robot", "flite", "--microphone", "a.wav"], "--robot speaks in your place"),
      (["--robot", "flite", "--advance", "mach"], "Did you mean match?"),
      (["--robot", "flite", "--advance", ","], "needs a way"),
    ] {
      let run = try stage.host(["rehearse", scene, "--as", "alex"] + words)
      #expect(run.status == 2, "\(words)")
      #expect(run.talk.contains(why), "\(run.talk)")
    }
  }

  @Test func `hears takes in a file one after the other, and ends with them`() throws {
    let takes = stage.folder.path("takes.wav")
    let said = try stage.host([
      "speak", "-v", "flite:rms", "I have bought two tickets for the morning train.", "-o", takes,
    ])
    #expect(said.status == 0, "\(said.talk)")
    let (events, run) = try heard("--microphone", takes)
    #expect(run.status == 0, "\(run.talk)")
    let lines = events.filter { $0["event"] as? String == "heard" }
    #expect(lines.count == 1 && lines.first?["share"] as? Double == 1)
    #expect(events.contains { $0["event"] as? String == "microphone-lost" })
    #expect(events.last?["event"] as? String == "stopped")
  }

  /// Silence, and then what a voice says, this much quieter.
  private func said(_ text: String, by voice: String, _ gain: Float = 1) throws -> [Float] {
    let path = stage.folder.path("said.wav")
    let run = try stage.host(["speak", "-v", "flite:" + voice, text, "-o", path])
    #expect(run.status == 0, "\(run.talk)")
    return silence(0.3) + (try Fixtures.sound(inFile: path).floats.map { $0 * gain })
  }

  private func silence(_ seconds: Double) -> [Float] {
    Array(repeating: 0, count: Int(seconds * 16000))
  }

  /// In a room that is hardly quieter than a loudspeaker 20 dB below, and no quieter than any.
  private func microphone(_ samples: [Float]) throws -> String {
    var state = UInt32(1)
    let noisy = samples.map { sample -> Float in
      state = state &* 1_664_525 &+ 1_013_904_223
      return sample + 0.001 * Float(Int32(bitPattern: state)) / Float(Int32.max)
    }
    let sound = AudioBuffer(float32: noisy, rateHertz: 16000)
    let path = stage.folder.path("microphone.wav")
    try Data(WAV.header(sound.format, frames: sound.frameCount) + sound.bytes)
      .write(to: URL(filePath: path))
    return path
  }

  /// The partner’s line came back, the actor began after it, and was heard as a command.
  @Test func `a rehearsal continues after an echo, and stops if that is said twice`()
    throws
  {
    let partner =
      "There is a window behind the wardrobe, sir, if you care to push it aside."
    let own = "And what can be seen from it?"
    let last = "How much do you want for a single week?"
    try stage.folder.write(
      "INT. HALL\n\nJAMIE\n\(partner)\n\nALEX\n\(own)\n\nJAMIE\nThe wall.\n\nALEX\n\(last)\n",
      as: "scene.fountain")
    let path = try microphone(
      said(partner, by: "slt", 0.1) + said(own, by: "awb") + silence(1.5)
        + said("Stop rehearsal.", by: "awb") + silence(2)
        + said("Stop rehearsal.", by: "awb") + silence(2))
    let (events, run) = try heard("--microphone", path)
    #expect(run.status == 0, "\(run.talk)")
    let lines = events.filter { $0["event"] as? String == "heard" }
    #expect(lines.map { $0["reason"] as? String } == ["matched"])
    let commands = events.filter { $0["event"] as? String == "spoken-command" }
    #expect(commands.map { $0["command"] as? String } == ["stop"], "\(run.text)")
    #expect(events.last?["event"] as? String == "stopped")
  }

  /// A cough, a door and keys: noise that decays, noise without highs, and clicks.
  @Test func `does not take a noise for a line, however short that is`() throws {
    try stage.folder.write(
      "INT. HALL\n\nALEX\nYes.\n\nJAMIE\nThen go.\n\nALEX\nNo.\n", as: "scene.fountain")
    var random = RepeatedNoise()
    func burst(_ seconds: Double, _ level: Float, smoothing: Float) -> [Float] {
      var last: Float = 0
      return (0..<Int(seconds * 16000)).map { frame in
        last += (random.next() - last) * (1 - smoothing)
        return level * last * Float(exp(-3 * Double(frame) / (seconds * 16000)))
      }
    }
    let noises =
      [
        burst(0.35, 0.6, smoothing: 0), burst(0.5, 3, smoothing: 0.97),
        burst(0.008, 0.9, smoothing: 0),
      ]
      .flatMap { silence(1.5) + $0 } + silence(3)
    let (events, run) = try heard(
      "--microphone", try microphone(noises + said("Yes.", by: "rms") + silence(1)))
    let lines = events.filter { $0["event"] as? String == "heard" }
    #expect(lines.map { $0["reason"] as? String } == ["matched"], "\(run.text)")
    let (nothing, without) = try heard("--microphone", try microphone(noises))
    #expect(!nothing.contains { $0["event"] as? String == "heard" }, "\(without.text)")
  }

  @Test func `a missing microphone is reported`() throws {
    let run = try stage.host(
      ["rehearse", scene, "--as", "alex", "-v", "mock", "--device", "null", "--microphone"])
    #expect(run.status == 69, "\(run.talk)")
    #expect(run.talk.contains("You cannot be heard"), "\(run.talk)")
  }

  @Test func `plays what a file beside the script directs`() throws {
    let direct = try stage.host(["direct", scene, "jamie", "delay=1.5", "tones=angry"])
    #expect(direct.status == 0, "\(direct.talk)")
    #expect(try stage.host(["direct", scene]).text == "[JAMIE]\ndelay = 1.5\ntones = angry\n")
    func frames(_ name: String) throws -> Int {
      let path = stage.folder.path(name)
      let run = try stage.host(
        ["rehearse", scene, "--as", "alex", "-v", "mock", "--scripted", "/dev/null", "-o", path])
      #expect(run.status == 0, "\(run.talk)")
      return try Fixtures.sound(inFile: path).frameCount
    }
    let directed = try frames("directed.wav")
    for key in ["delay=0", "tones="] { _ = try stage.host(["direct", scene, "JAMIE", key]) }
    #expect(try directed - frames("plain.wav") > 2 * 16000)
    #expect(try stage.host(["direct", scene, "BOB", "tones=sad"]).status == 2)
    try stage.folder.write("nonsense\n", as: "scene.fountain.direction")
    let broken = try stage.host([
      "rehearse", scene, "--as", "alex", "-v", "mock", "--device", "null",
    ])
    #expect(broken.status == 65 && broken.talk.contains("row 1"), "\(broken.talk)")
  }
}

/// White noise between −1 and 1, the same each time.
private struct RepeatedNoise {
  private var state = UInt32(9)

  mutating func next() -> Float {
    state = state &* 1_664_525 &+ 1_013_904_223
    return Float(Int32(bitPattern: state)) / Float(Int32.max)
  }
}
