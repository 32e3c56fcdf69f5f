import CueAudio
import CueModel
import Foundation
import TestSupport
import Testing

@Suite(.startsProcesses) struct `host listens` {
  private let stage: Stagehand
  private let take: String

  init() throws {
    stage = try Stagehand()
    take = stage.folder.path("take.wav")
    let run = try stage.host(
      ["--voice=flite:slt", "-q", "-o", take, "There is a fast train."])
    try #require(run.status == 0, "\(run.talk)")
  }

  private func listen(_ script: String, _ arguments: String...) throws -> Run {
    try stage.host(
      ["listen", take, "--recognizer", "mock-ear", "--set", "script=\(script)"] + arguments)
  }

  @Test func `to a file, says what it hears, and why it stopped`() throws {
    let run = try listen("there is a fast train")
    #expect(run.status == 0, "\(run.talk)")
    #expect(run.text == "there is a fast train\n")
    #expect(run.talk.contains("Listening ended after"), "\(run.talk)")
    #expect(try listen("hello", "-q").talk == "")
  }

  @Test func `to standard input, with and without a header`() throws {
    let sound = try Fixtures.sound(inFile: take)
    let file = try Data(contentsOf: URL(filePath: take))
    for (input, more) in [(file, []), (Data(sound.bytes), ["--raw-in", "16000"])] {
      let run = try Run(
        Places.product("host"),
        ["listen", "-", "--recognizer", "mock-ear", "--set", "script=one two"] + more, input: input,
        environment: ["CUE_PLUGIN_PATH": stage.plugins, "CUE_HOME": stage.folder.path])
      #expect(run.status == 0, "\(run.talk)")
      #expect(run.text == "one two\n")
    }
  }

  @Test func `host listens and tells every event`() throws {
    let run = try listen("one two", "--json")
    let events = try stage.events(run)
    #expect(events.map { $0["event"] as? String ?? "" }.contains("speech"))
    let partials = events.filter { $0["event"] as? String == "partial" }
    #expect(partials.map { $0["text"] as? String } == ["one", "one two"])
    let result = try #require(events.last)
    #expect(result["event"] as? String == "result")
    #expect(result["reason"] as? String == "endOfSound")
    let words = try #require(result["words"] as? [[String: Any]])
    #expect(words.map { $0["start"] as? Double } == [0, 0.1])
    #expect(words.map { $0["end"] as? Double } == [0.1, 0.2])
  }

  @Test func `for the expected line, and says how it was said`() throws {
    let said = try listen("there is a fast train", "--expect", "line:There's a fast train!")
    #expect(said.status == 0)
    #expect(said.talk.contains("The line was said."))
    let half = try listen("there is a", "--expect", "line:There's a fast train!")
    #expect(half.status == 1)
    #expect(half.text == "there is a\n")
    #expect(half.talk.contains("2 words missing"), "\(half.talk)")
    #expect(
      try listen("a train", "--expect", "line:A fast train", "--strictness", "gist").status == 1)
    let json = try stage.events(
      listen("there is a", "--expect", "line:There's a fast one", "--json"))
    let result = try #require(json.last)
    #expect(result["expected"] as? Bool == false)
    #expect(result["missing"] as? [[Int]] == [[10, 14], [15, 18]])
  }

  @Test func `host listens for numbers and names`() throws {
    let number = try listen("forty two point five", "--expect", "number")
    #expect(number.text == "42.5\n")
    #expect(number.status == 0)
    #expect(try listen("apples", "--expect", "number").status == 1)
    #expect(try listen("zoe", "--expect", "name:Ann,Zoë").text == "Zoë\n")
    #expect(try listen("", "--expect", "name:Ann,Zoë").status == 1)
  }

  @Test func `and keeps the sound, trimmed to the speech`() throws {
    let long = stage.folder.path("long.wav")
    let sound = try Fixtures.sound(inFile: take)
    let silence = [UInt8](repeating: 0, count: 16000 * 2)
    let whole = AudioBuffer(format: sound.format, bytes: silence + silence + sound.bytes + silence)
    try Data(WAV.header(whole.format, frames: whole.frameCount) + whole.bytes)
      .write(to: URL(filePath: long))
    for name in ["kept.wav", "kept.flac"] {
      let kept = stage.folder.path(name)
      let run = try stage.host(
        ["listen", long, "--recognizer", "mock-ear", "--set", "script=hello", "--save", kept])
      #expect(run.status == 0, "\(run.talk)")
      let reader = try SoundFileReader(path: kept)
      let frames = try #require(reader.frameCount)
      #expect(frames < sound.frameCount + 16000, "\(frames)")
      #expect(frames > sound.frameCount / 2)
    }
  }

  @Test func `with the first recognizer that can be used`() throws {
    let run = try stage.host(
      ["listen", take, "--recognizer", "nobody,mock-ear", "--set", "script=one"])
    #expect(run.status == 0)
    #expect(run.talk.contains("nobody cannot be used"), "\(run.talk)")
    let none = try stage.host(["listen", take, "--recognizer", "nobody"])
    #expect(none.status == 69)
    #expect(none.text == "")
    let voice = try stage.host(["listen", take, "--recognizer", "flite"])
    #expect(voice.status == 69, "\(voice.talk)")
  }

  @Test func `and explains what it cannot listen to`() throws {
    let text = try stage.folder.write("This is no sound at all, and never was.", as: "text.txt")
    let empty = try stage.folder.write("", as: "empty.wav")
    for (path, status) in [
      (text, 65), (empty, 65), (stage.folder.path("none.wav"), 66), (stage.folder.path, 66),
    ] {
      let record = stage.folder.path("record.wav")
      let run = try stage.host(["listen", path, "--recognizer", "mock-ear", "--save", record])
      #expect(run.status == status, "\(path): \(run.talk)")
      #expect(run.text == "")
      #expect(run.talk.split(separator: "\n").count <= 2, "\(run.talk)")
      #expect(!FileManager.default.fileExists(atPath: record))
    }
  }

  @Test func `host listens among the lines of a script`() throws {
    let script = try stage.folder.write(
      "NORA\nI can't stay.\n\nALEX\nThere is a fast train.\n\nNORA\nWhere?\n", as: "scene.txt")
    let run = try listen(
      "there is a fast train", "--expect", "line:There is a fast train.", "--among", script)
    #expect(run.status == 0, "\(run.talk)")
    let other = try listen("hello", "--expect", "line:Hello.", "--among", script)
    #expect(other.talk.contains("No line of"), "\(other.talk)")
    #expect(
      try listen("x", "--expect", "line:x", "--among", stage.folder.path("none")).status == 66)
  }
}
