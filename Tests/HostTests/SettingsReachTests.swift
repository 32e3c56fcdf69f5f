import Foundation
import TestSupport
import Testing

/// What is set on a plugin, with a speech server on this machine that reports which model it was asked for.
@Suite(.startsProcesses) struct `A setting of a plugin` {
  private let stage: Stagehand
  private let vendor: Vendor
  private let play: String
  private var output: String { stage.folder.path("out.wav") }

  init() throws {
    stage = try Stagehand(adding: ["openai"])
    vendor = Vendor { request, _ in
      switch request.target {
      case "/v1/audio/speech":
        let sound = (0..<2400).flatMap { [UInt8($0 % 200), UInt8(10)] }
        return .stream([sound], "audio/pcm;rate=16000")
      case "/v1/models": return .answer(200, #"{"data":[{"id":"listed-tts"}]}"#)
      case "/v1/audio/voices": return .answer(200, #"{"voices":["af_heart","am_adam"]}"#)
      default: return .answer(404, "{}")
      }
    }
    play = try stage.folder.write(
      "INT. HOUSE - DAY\n\nA door.\n\nJO\nOne is here.\n\nBO\nTwo is here.\n", as: "play.fountain")
  }

  /// The models that lines were asked for with.
  private var models: Set<String> {
    Set(
      vendor.requests.filter { $0.target == "/v1/audio/speech" }.compactMap {
        let body = try? JSONSerialization.jsonObject(with: Data($0.body)) as? [String: Any]
        return body?["model"] as? String
      })
  }

  private var set: [String] {
    ["--set", "openai:base-url=\(vendor.address)/v1", "--set", "openai:model=ok"]
  }

  private func run(_ words: [String], input: String = "") throws -> Run {
    let run = try stage.host(words, input: input)
    #expect(run.status == 0, "\(words): \(run.talk)")
    return run
  }

  @Test(arguments: [
    ["--voice", "openai:af_heart"],
    ["--cast", "JO=openai:af_heart", "--voice", "mock"],
    ["--narrator", "openai:am_adam", "--voice", "mock", "--rules", "all-on"],
  ])
  func `reaches it in a recording, whatever names its voice`(words: [String]) throws {
    _ = try run(["generate", play, "-o", output] + words + set)
    #expect(models == ["ok"])
  }

  @Test func `a setting that a voice does not have ends a recording, without a stand-in`() throws {
    _ = try run(["cast", play, "--cast", "JO=openai:af_heart", "--voice", "mock"] + set)
    let recording = try stage.host(["generate", play, "-o", output, "--set", "openai:modle=x"])
    #expect(recording.status == 2 && recording.talk.contains("modle"), "\(recording.talk)")
    #expect(!recording.talk.contains("stand"), "\(recording.talk)")
  }

  @Test func `reaches it in a recording with a cast that is kept, and wins over it`() throws {
    _ = try run(
      [
        "cast", play, "--cast", "JO=openai:af_heart?set.model=old", "--voice", "mock", "--set",
        "openai:base-url=\(vendor.address)/v1",
      ])
    _ = try run(["generate", play, "-o", output] + set)
    #expect(models == ["ok"])
  }

  @Test func `reaches it where cue.conf names its voice, and wins over what that sets`() throws {
    try stage.configure("voice = openai:af_heart\nopenai.model = old\n")
    _ = try run(["speak", "-o", output, "Stay."] + set)
    _ = try run(
      ["practice", "-", "--scripted", "-", "--pause", "off", "-o", output] + set, input: "Stay.")
    #expect(models == ["ok"])
  }

  @Test func `reaches it in a rehearsal, by cast and by voice`() throws {
    let rehearse = ["rehearse", play, "--as", "BO", "--scripted", "-", "-o", output]
    _ = try run(rehearse + ["--cast", "JO=openai:af_heart", "--voice", "mock"] + set)
    _ = try run(rehearse + ["--voice", "openai:am_adam"] + set)
    #expect(models == ["ok"])
  }

  @Test func `reaches it in a queue, where an item names its voice`() throws {
    let list = try stage.folder.write(
      #"[{"speak":"One.","voice":"openai:af_heart"},{"speak":"Two.","voice":"mock"}]"#,
      as: "list.json")
    _ = try run(["queue", list, "-o", output] + set)
    #expect(models == ["ok"])
  }

  @Test func `without a plugin's name is for the voice before it, also in a cast`() throws {
    let address = "base-url=\(vendor.address)/v1"
    _ = try run([
      "generate", play, "-o", output, "--voice", "mock", "--cast", "JO=openai:af_heart", "--set",
      address, "--set", "model=near",
    ])
    #expect(models == ["near"])
  }

  @Test func `without a plugin's name reaches its other voices, too`() throws {
    let address = "base-url=\(vendor.address)/v1"
    _ = try run([
      "generate", play, "-o", output, "--voice", "openai:am_adam", "--set", address, "--set",
      "model=near", "--cast", "JO=openai:af_heart",
    ])
    #expect(models == ["near"])
  }

  @Test func `of a plugin that takes no part is refused before anybody speaks`() throws {
    let list = try stage.folder.write(#"[{"speak":"One."}]"#, as: "list.json")
    for words in [
      ["speak", "-v", "mock", "-o", output, "Stay."],
      ["generate", play, "-v", "mock", "-o", output],
      ["rehearse", play, "--as", "BO", "-v", "mock", "--scripted", "-", "-o", output],
      ["practice", play, "-v", "mock", "--scripted", "-", "-o", output],
      ["queue", list, "-v", "mock", "-o", output],
      ["chorus", "-v", "mock,mock:high", "-o", output, "Stay."],
      ["fit", "-v", "mock", "-o", output, "--seconds", "2", "Stay."],
    ] {
      let run = try stage.host(words + ["--set", "opnai:model=x"])
      #expect(run.status == 2, "\(run.talk)")
      #expect(run.talk.contains("--set opnai:model names a plugin that is not in use."))
      #expect(!FileManager.default.fileExists(atPath: output))
    }
  }

  @Test func `of a voice that a script for practice names is used`() throws {
    let run = try stage.host(
      [
        "practice", play, "-v", "mock", "--scripted", "-", "--pause", "off", "-o", output, "--set",
        "flite:kal=1",
      ], input: "voice flite\n")
    #expect(!run.talk.contains("names a plugin that is not in use"), "\(run.talk)")
  }

  @Test func `that is left to the service is a model that it lists`() throws {
    _ = try run([
      "speak", "-v", "openai:af_heart", "--set", "base-url=\(vendor.address)/v1", "-o", output,
      "Stay.",
    ])
    #expect(models == ["listed-tts"])
  }
}
