import Foundation
import TestSupport
import Testing

/// What voices of services said, which is kept.
@Suite(.startsProcesses) struct `Sound of a service` {
  private let stage: Stagehand
  private let service = CloudService()
  private let key = ["CUE_ELEVENLABS_KEY": "sk_0123456789abcdef"]
  private var output: String { stage.folder.path("out.wav") }

  init() throws {
    stage = try Stagehand()
    try stage.configure("elevenlabs.base-url = \(service.address)\nelevenlabs.timestamps = off\n")
  }

  private func run(_ words: [String], input: String = "") throws -> Data {
    let run = try stage.host(words, input: input, key)
    #expect(run.status == 0, "\(words): \(run.talk)")
    return try Data(contentsOf: URL(fileURLWithPath: output))
  }

  @Test func `is not asked for twice, and is the user's alone`() throws {
    let speak = ["-v", "elevenlabs:v1", "-o", output, "Stay with me."]
    let first = try run(speak)
    #expect(try run(speak) == first)
    #expect(service.lines.count == 1)
    let folder = stage.folder.path("home/cache/cue/services")
    let clips = try FileManager.default.subpathsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".wav") }
    #expect(clips.count == 1)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + clips[0])
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    _ = try run(speak + ["--rate", "1.1"])
    #expect(service.lines.count == 2, "another speed is another sound")
  }

  @Test func `is not kept where the user wants that`() throws {
    let speak = ["-v", "elevenlabs:v1", "--no-keep", "-o", output, "Stay with me."]
    _ = try run(speak)
    _ = try run(speak)
    #expect(service.lines.count == 2)
    #expect(!FileManager.default.fileExists(atPath: stage.folder.path("home/cache/cue/services")))
  }

  @Test func `is heard again in a rehearsal, also where the service does not answer any more`()
    throws
  {
    let play = try stage.folder.write(
      "\nJO\nOne is here.\n\nBO\nTwo is here.\n\nJO\n(softly)\nThree is here.\n",
      as: "play.fountain")
    let rehearse = [
      "rehearse", play, "--as", "BO", "--cast", "JO=elevenlabs:v1", "--voice", "mock", "--scripted",
      "-", "-o", output,
    ]
    let first = try run(rehearse)
    let asked = service.lines.count
    #expect(asked == 2)
    service.change { $0.status = 503 }
    #expect(try run(rehearse) == first)
    #expect(service.lines.count == asked)
  }

  @Test func `of a voice of this machine is not kept`() throws {
    _ = try run(["-v", "mock", "-o", output, "Stay."])
    #expect(!FileManager.default.fileExists(atPath: stage.folder.path("home/cache/cue/services")))
  }

  @Test func `each line names its voice, also a stand-in's`() throws {
    service.change { $0.status = 503 }
    try stage.configure(
      "elevenlabs.base-url = \(service.address)\nelevenlabs.timestamps = off\nelevenlabs.timeout = 2\n"
    )
    let text = try stage.folder.write("One.\n\nTwo.\n\nThree.\n", as: "lines.txt")
    let run = try stage.host(
      ["-v", "elevenlabs:v1,mock", "--json", "-o", output, "-f", text], key)
    #expect(run.status == 0, "\(run.talk)")
    let speakers = try stage.events(run).filter { $0["event"] as? String == "line" }
      .map { $0["voice"] as? String }
    #expect(speakers == ["mock", "mock", "mock"])
  }

  @Test func `missing support for directions or pronunciations is reported once`() throws {
    let play = try stage.folder.write(
      "Lexicon:\n    Aoife = /ˈiːfə/\n\nJO\n(softly)\nAoife is here.\n\nBO\n(loudly)\nAoife was here.\n",
      as: "play.fountain")
    let run = try stage.host(["generate", play, "--voice", "flite", "-o", output])
    #expect(run.status == 0, "\(run.talk)")
    #expect(run.talk.components(separatedBy: "pronunciations in IPA").count == 2, "\(run.talk)")
  }
}
