import CuePlugins
import TestSupport
import Testing

@testable import host

@Suite struct `Words on the command line` {
  private func sound(_ words: String...) throws -> SoundOptions {
    guard case .speak(_, _, let sound) = try Arguments.parse(words, hasInput: false).command else {
      Issue.record("no speech was asked for")
      return SoundOptions()
    }
    return sound
  }

  private func userError(_ words: String...) -> UserError? {
    do throws(UserError) {
      _ = try Arguments.parse(words, hasInput: false)
      return nil
    } catch { return error }
  }

  @Test func `Words on the command line that are no command are said`() throws {
    let invocation = try Arguments.parse(["Good", "evening"], hasInput: false)
    #expect(invocation.command == .speak(.words("Good evening"), byLine: false, SoundOptions()))
  }

  @Test func `a word is a command only in front, and text after two dashes`() throws {
    let said = Command.speak(.words("voices"), byLine: false, SoundOptions())
    #expect(try Arguments.parse(["speak", "voices"], hasInput: false).command == said)
    #expect(try Arguments.parse(["--", "voices"], hasInput: false).command == said)
    #expect(
      try Arguments.parse(["voices"], hasInput: false).command == .voices([], language: ""))
    #expect(
      try Arguments.parse(["--", "--voice"], hasInput: false).command
        == .speak(.words("--voice"), byLine: false, SoundOptions()))
  }

  @Test func `that are missing mean standard input, or help at a terminal`() throws {
    #expect(
      try Arguments.parse([], hasInput: true).command
        == .speak(.standardInput, byLine: false, SoundOptions()))
    #expect(try Arguments.parse([], hasInput: false).command == .help(topic: nil))
    #expect(try Arguments.parse(["speak"], hasInput: false).command == .help(topic: "speak"))
  }

  @Test(arguments: [
    ["--voice=a.so,flite:slt", "x"], ["--voice", "a.so,flite:slt", "x"],
    ["-v", "a.so,flite:slt", "x"], ["-va.so,flite:slt", "x"],
    ["-v", "a.so", "x", "--voice", "flite:slt"],
  ])
  func `name a chain of voices in every spelling`(words: [String]) throws {
    guard case .speak(_, _, let sound) = try Arguments.parse(words, hasInput: false).command else {
      Issue.record("no speech was asked for")
      return
    }
    #expect(sound.voices.map(\.reference.text) == ["a.so", "flite:slt"])
    #expect(sound.voices.map(\.reference.part) == ["", "slt"])
  }

  @Test func `split a plugin from its voice at the first colon`() {
    let reference = PluginReference("plugins/libespeak.so:gmw/en:x")
    #expect(reference.plugin == "plugins/libespeak.so")
    #expect(reference.part == "gmw/en:x")
    #expect(reference.isPath)
    #expect(!PluginReference("espeak:gmw/en").isPath)
  }

  @Test func `split a plugin whose path has colons where a file ends`() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolders("a b:c")
    let file = try folder.write("", as: "a b:c/x:y.so")
    for (text, part) in [(file, ""), (file + ":slt", "slt"), (file + ":a:b", "a:b")] {
      let reference = PluginReference(text)
      #expect(reference.plugin == file && reference.part == part, "\(text)")
    }
  }

  @Test func `set a parameter of the plugin before them, or of the one they name`() throws {
    let options = try sound(
      "-v", "flite,espeak", "--set", "range=10", "--device", "pulse", "--set", "x=1", "--set",
      "flite:y=a:b=c", "hello")
    #expect(options.voices[1].settings == [.init(name: "range", value: "10")])
    #expect(options.device?.settings == [.init(name: "x", value: "1")])
    #expect(options.voices[0].settings == [.init(name: "y", value: "a:b=c")])
    #expect(userError("--set", "a=1", "-v", "flite", "x")?.status == .usage)
    #expect(userError("-v", "flite", "--set", "espeak:a=1", "x") == nil, "it may have a part")
    #expect(userError("-v", "flite", "--set", "nothing", "x")?.status == .usage)
  }

  @Test func `are kept within what makes sense`() {
    #expect(userError("--rate", "0", "x")?.sentence.contains("0.1 to 10") == true)
    #expect(userError("--pitch", "high", "x")?.status == .usage)
    #expect(userError("--volume", "nan", "x")?.status == .usage)
    #expect(userError("--tone", "zzz", "x")?.sentence.contains("vulnerable") == true)
    #expect(userError("--tone", "ANGRY", "x") == nil)
    #expect(userError("--nope", "x")?.status == .usage)
    #expect(userError("--voice")?.status == .usage)
    #expect(userError("--raw", "x")?.status == .usage)
    #expect(userError("--json", "-o", "-", "x")?.status == .usage)
    #expect(userError("--quiet=yes", "x")?.status == .usage)
    #expect(userError("-f", "a", "b")?.status == .usage)
  }

  @Test func `Words on the command line never carry a key`() {
    let refused = userError("credentials", "set", "elevenlabs", "key", "sk_12345678")
    #expect(refused?.status == .usage)
    #expect(refused?.sentence.contains("sk_") == false)
  }

  @Test func `ask for a rehearsal with its parts`() throws {
    guard
      case .rehearse(let asked, let sound) = try Arguments.parse(
        [
          "rehearse", "a.fountain", "--as", "NORA", "--as", "ILYA", "--cast", "OSKAR=flite:rms",
          "--cast=ILYA=flite", "--cast", "cast.json", "--cast=a=b.json", "--alias", "X=NORA", "-v",
          "mock", "-l", "et", "--from", "3", "-o", "x.wav",
        ], hasInput: false
      ).command
    else {
      Issue.record("no rehearsal was asked for")
      return
    }
    #expect(asked.script == "a.fountain")
    #expect(asked.roles == ["NORA", "ILYA"])
    #expect(asked.wishes.roles.map(\.name) == ["OSKAR", "ILYA"])
    #expect(
      asked.wishes.roles.map { $0.voices.map(\.description) } == [["flite://rms"], ["flite://"]])
    #expect(asked.wishes.file == "a=b.json" && asked.wishes.language == "et")
    #expect(asked.wishes.aliases == [.init(cue: "X", name: "NORA")])
    #expect(asked.wishes.voices == sound.voices && sound.voices.count == 1)
    #expect(asked.startLine == 3)
    #expect(sound.output == "x.wav")
    #expect(userError("rehearse", "--history")?.hint.contains("rehearse --help") == true)
  }
}
