import CueAudio
import CueModel
import Foundation
import TestSupport
import Testing

@Suite struct `The table that compares Cue with the guide of VoiceIO` {
  /// A test that was renamed, and a row that was forgotten, are found.
  @Test func `names a test that exists for each fact`() throws {
    let text = try String(
      contentsOfFile: Places.source("Documentation/VoiceIO.md"), encoding: .utf8)
    var facts: Set<Int> = []
    for line in text.split(separator: "\n") where line.hasPrefix("| VK-") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      facts.insert(try #require(Int(cells[0].dropFirst(3))))
      for part in try #require(cells.last).split(separator: ";") {
        let file = try #require(part.split(separator: " ").last)
        let source = try String(
          contentsOfFile: Places.source("Tests/\(file).swift"), encoding: .utf8)
        for (index, name) in part.split(separator: "\"", omittingEmptySubsequences: false)
          .enumerated()
        where index % 2 == 1 {
          #expect(source.contains("`\(name)`"), "\(cells[0]): \(name) is not in \(file)")
        }
      }
    }
    #expect(facts == Set(1...53))
  }
}

/// The programs of Examples/embedding, with the real voice flite.
@Suite struct `An example that imports Cue` {
  private let installation: Installation
  private let script: String

  init() throws {
    installation = try Installation(["flite"])
    script = try installation.folder.write(
      """
      INT. KITCHEN - DAY

      ANNA
      You are up.

      BEN
      I never went to bed.

      """, as: "scene.fountain")
  }

  private func run(_ program: String, _ words: [String]) throws -> Run {
    try Run(Places.product(program), words, environment: installation.variables)
  }

  @Test(.startsProcesses) func `An example that imports Cue speaks a sentence into a file`() throws
  {
    let path = installation.folder.path("speak.wav")
    let run = try run("embedding-speak", ["Good evening.", path])
    #expect(run.status == 0, "\(run.talk)")
    let sound = try Fixtures.sound(inFile: path)
    #expect(sound.frameCount > sound.format.rateHertz / 2)
    #expect(sound.floats.contains { abs($0) > 0.1 })
  }

  @Test(.startsProcesses) func `An example that imports Cue rehearses without a screen`() throws {
    let path = installation.folder.path("rehearse.wav")
    let run = try run("embedding-rehearse", [script, "Anna", path])
    #expect(run.status == 0, "\(run.talk)")
    let lines = run.text.split(separator: "\n").map(String.init)
    #expect(lines.first == "You: You are up.")
    #expect(lines.contains { $0.hasPrefix("BEN (flite") })
    #expect(lines.last == "1 lines of partners")
    #expect(try Fixtures.sound(inFile: path).floats.contains { abs($0) > 0.1 })
  }

  @Test(.startsProcesses)
  func `A program of 40 lines rehearses with a microphone, and its events are those of cue`() throws
  {
    let installation = try Installation(["flite", "pocketsphinx"])
    let folder = installation.folder
    let script = try folder.write(
      """
      INT. KITCHEN - DAY

      ANNA
      You are up before the sun.

      BEN
      I never went to bed.

      ANNA
      Tell me what happened last night.

      """, as: "scene.fountain")
    let microphone = folder.path("anna.wav")
    let writer = try SoundFileWriter(path: microphone, encoding: .int16)
    for line in ["You are up before the sun.", "Tell me what happened last night."] {
      let path = folder.path("line.wav")
      let said = try run(
        "host", ["-q", "--voice", "flite:slt", "-o", path, line], installation.variables)
      #expect(said.status == 0, "\(said.talk)")
      let sound = try Fixtures.sound(inFile: path)
      let silence = [Float](repeating: 0, count: sound.format.rateHertz * 2)
      try writer.write(
        AudioBuffer(float32: sound.floats + silence, rateHertz: sound.format.rateHertz))
    }
    try writer.finish()
    let program = try run(
      "embedding-hear", [script, "Anna", microphone, folder.path("hear.wav")],
      installation.variables)
    #expect(program.status == 0, "\(program.talk)")
    try? FileManager.default.removeItem(atPath: folder.path("home"))
    let cue = try run(
      "host",
      [
        "rehearse", script, "--as", "Anna", "--voice", "flite", "--microphone", microphone,
        "--record", "--json", "--scripted", "/dev/null", "-o", folder.path("cue.wav"),
      ], installation.variables)
    #expect(cue.status == 0, "\(cue.talk)")
    let events = Self.events(program.text)
    #expect(events == Self.events(cue.text))
    let names = Set(events.compactMap { $0["event"] })
    #expect(names.isSuperset(of: ["started", "shown", "heard", "report", "take", "finished"]))
    #expect(events.filter { $0["event"] == "heard" }.allSatisfy { $0["share"] == "1" })
    let sounds = try [("hear.wav"), ("cue.wav")].map {
      try Data(contentsOf: URL(filePath: folder.path($0)))
    }
    #expect(sounds[0] == sounds[1])
  }

  /// The events in lines of JSON, without their paths.
  private static func events(_ text: String) -> [[String: String]] {
    text.split(separator: "\n").map { line in
      let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      var event = (object ?? [:]).mapValues { "\($0)" }
      event["folder"] = nil
      return event
    }
  }

  private func run(
    _ program: String, _ words: [String], _ variables: [String: String]
  ) throws -> Run { try Run(Places.product(program), words, environment: variables) }

  @Test(.startsProcesses) func `An example that imports Cue listens and answers`() throws {
    let path = installation.folder.path("reply.wav")
    let run = try run("embedding-converse", ["-", path])
    #expect(run.status == 0, "\(run.talk)")
    let lines = run.text.split(separator: "\n").map(String.init)
    #expect(lines.contains("Heard: seven"))
    #expect(lines.first == "speaking: true" && lines.last?.hasPrefix("2 items") == true)
    #expect(try Fixtures.sound(inFile: path).floats.contains { abs($0) > 0.1 })
  }

  @Test(.startsProcesses, .needs(plugin: "pocketsphinx"))
  func `An example that imports Cue records an answer and plays it back`() throws {
    let installation = try Installation(["flite", "pocketsphinx"])
    let folder = installation.folder
    let said = try run(
      "host", ["-q", "--voice", "flite:rms", "-o", folder.path("said.wav"), "Good morning."],
      installation.variables)
    #expect(said.status == 0, "\(said.talk)")
    let sound = try Fixtures.sound(inFile: folder.path("said.wav"))
    let silence = [Float](repeating: 0, count: sound.format.rateHertz * 3)
    let writer = try SoundFileWriter(path: folder.path("answer.wav"), encoding: .int16)
    try writer.write(
      AudioBuffer(float32: sound.floats + silence, rateHertz: sound.format.rateHertz))
    try writer.finish()
    let run = try run(
      "embedding-echo",
      [folder.path("answer.wav"), folder.path("kept.flac"), folder.path("reply.wav")],
      installation.variables)
    #expect(run.status == 0, "\(run.talk)")
    #expect(run.text.hasPrefix("Heard: "), "\(run.text)")
    let kept = try Fixtures.sound(inFile: folder.path("kept.flac"))
    #expect(kept.frameCount < sound.frameCount + silence.count / 2)
    let reply = try Fixtures.sound(inFile: folder.path("reply.wav"))
    #expect(reply.frameCount == kept.frameCount)
    let loudest = (kept.floats.map(abs).max() ?? 0, reply.floats.map(abs).max() ?? 0)
    #expect(loudest.1 > loudest.0 && loudest.1 <= 1, "12 dB louder, below full scale: \(loudest)")
  }

  @Test(.startsProcesses) func `An example that imports Cue plays a queue with effects`() throws {
    let ding = installation.folder.path("ding.wav")
    #expect(try run("embedding-speak", ["Ding.", ding]).status == 0)
    let path = installation.folder.path("queue.wav")
    let run = try run("embedding-queue", [path, ding])
    #expect(run.status == 0, "\(run.talk)")
    let lines = run.text.split(separator: "\n").map(String.init)
    #expect(lines.filter { $0 == "clip" }.count == 3)
    #expect(lines.last == "8 items, without gong")
    #expect(try Fixtures.sound(inFile: path).floats.contains { abs($0) > 0.1 })
  }

  @Test(.startsProcesses) func `An example that imports Cue lets a chorus take three seconds`()
    throws
  {
    let path = installation.folder.path("chorus.wav")
    let run = try run("embedding-chorus", [path, "flite:slt", "flite:rms", "flite:slt"])
    #expect(run.status == 0, "\(run.talk)")
    #expect(run.text.contains("3 voices"))
    let sound = try Fixtures.sound(inFile: path)
    #expect(abs(Double(sound.frameCount) / Double(sound.format.rateHertz) - 3) < 0.3)
  }

  @Test(.startsProcesses) func `An example that imports Cue records a cast`() throws {
    let path = installation.folder.path("record.wav")
    let run = try run("embedding-record", [script, path, "Anna=flite:slt", "Ben=flite:rms"])
    #expect(run.status == 0, "\(run.talk)")
    let lines = run.text.split(separator: "\n").map(String.init)
    #expect(lines.contains { $0.hasPrefix("BEN: I never went to bed.") })
    #expect(lines.last?.hasPrefix(path) == true)
    #expect(try Fixtures.sound(inFile: path).floats.contains { abs($0) > 0.1 })
  }

  @Test(.startsProcesses) func `An example that imports Cue layers two voices`() throws {
    _ = try installation.folder.copy(
      Places.product("libplugin-varispeed.so"), as: "bin/plugins/libvarispeed.so")
    let path = installation.folder.path("story.wav")
    let run = try run("embedding-story", ["Two voices", path, "flite:slt", "flite:rms"])
    #expect(run.status == 0, "\(run.talk)")
    let lines = run.text.split(separator: "\n").map(String.init)
    #expect(lines.count == 3 && lines.first?.hasPrefix("1 anna 1.0 ×: Come to") == true)
    #expect(lines[1].hasPrefix("2 anna 0.5 ×: I hear"))
    #expect(lines.last?.hasPrefix(path) == true)
    #expect(try Fixtures.sound(inFile: path).floats.contains { abs($0) > 0.1 })
  }
}
