import CueCasting
import CueModel
import Testing

@Suite struct `A cast in a file` {
  private func cast() throws -> Cast {
    var cast = Cast()
    cast.narrator.voice = try VoiceReference("flite://awb")
    var nora = CastRole(key: "nora", name: "Nora \"Nan\"")
    nora.cues = ["NORA", "NORA (V.O.)"]
    nora.speechCount = 21
    nora.gender = .female
    nora.voice = try VoiceReference("flite://slt?pitch=-2")
    nora.fallbacks = try [VoiceReference("espeak://gmw/en+f3"), VoiceReference("a/b.so://x")]
    nora.isLocked = true
    nora.notes = "calm\nsmall voice"
    cast.roles = [nora, CastRole(key: "bo", name: "BO")]
    cast.aliases = ["NORA'S VOICE": "nora", "B": "BO"]
    return cast
  }

  @Test func `is read as it was written, to the byte`() throws {
    let file = CastFile(script: "The Last Train", language: "en", cast: try cast())
    let read = try CastFile(parsing: Array(file.text.utf8))
    #expect(read.cast == file.cast && read.script == file.script && read.language == "en")
    #expect(read.text == file.text)
    #expect(file.text.hasSuffix("}\n") && file.text.contains("\"voice\": \"flite://slt?pitch=-2\""))
    #expect(read.mentions.map(\.key) == ["", "nora", "nora", "nora"])
    #expect(read.lines["bo"] ?? 0 > read.lines["nora"] ?? 0)
    let line = try #require(read.mentions.last?.line)
    #expect(file.text.split(separator: "\n")[line - 1].contains("a/b.so://x"))
    let empty = CastFile(script: "", language: "", cast: Cast())
    #expect(try CastFile(parsing: Array(empty.text.utf8)).cast == Cast())
  }

  @Test func `may be as short as a name and a voice`() throws {
    let text =
      #"{"cue_cast": 1, "characters": [{"name": "ÄLEX (V.O.)", "voice": "flite://\u0041\ud83d\ude00"}]}"#
    let role = try #require(CastFile(parsing: Array(text.utf8)).cast.roles.first)
    #expect(role.key == "älex" && role.voice?.voice == "A😀" && !role.isLocked)
  }

  @Test(
    arguments: [
      ("", 1, .notJSON(.missingValueAtEnd)), ("[]", 1, .otherKind(.cast, .object, not: .list)),
      ("{}", 1, .noCast), ("{\"cue_cast\": 2}", 1, .otherVersion),
      (
        "{\"cue_cast\": 1,\n\"casts\": []}", 2,
        .unknownMember(
          "casts",
          known: ["cue_cast", "script", "language", "narrator", "aliases", "characters"])
      ),
      (
        "{\"cue_cast\": 1,\n\"narrator\":\n{\"voise\": \"a\"}}", 3,
        .unknownMember("voise", known: ["voice", "fallbacks", "locked", "notes"])
      ),
      (
        "{\"cue_cast\": 1, \"characters\": [\n{\"name\": \"A\"},\n{\"name\": \"a\"}]}", 3,
        .twice("a")
      ),
      ("{\"cue_cast\": 1, \"characters\": [\n{}]}", 2, .noName),
      ("{\"cue_cast\": 1,\n\"cue_cast\": 1}", 2, .notJSON(.duplicateName("cue_cast"))),
      ("{\"cue_cast\": 1\n\n\"script\": \"\"}", 3, .notJSON(.expectedObjectEnd)),
      ("{\"cue_cast\": 1} x", 1, .notJSON(.trailingText)),
      ("{\"cue_cast\": 1, \"script\": \"a", 1, .notJSON(.unfinishedString)),
      ("{\"narrator\": {\"locked\": 1}}", 1, .otherKind(.member("locked"), .bool, not: .number)),
      (
        "{\"characters\": [{\"gender\": \"m\"}]}", 1,
        .notOneOf("gender", known: ["male", "female", "neutral"], not: "m")
      ),
      ("{\"aliases\": {\"A\": \"\\ud800\"}}", 1, .notJSON(.loneSurrogate)),
      (String(repeating: "[", count: 100_000), 1, .notJSON(.tooDeep)),
    ] as [(String, Int, CastFile.Failure.Reason)])
  func `is refused with its line and the reason`(
    text: String, line: Int, reason: CastFile.Failure.Reason
  ) {
    let failure = #expect(throws: CastFile.Failure.self) { try CastFile(parsing: Array(text.utf8)) }
    #expect(failure?.line == line && failure?.reason == reason, "\(failure as Any)")
  }

  @Test func `a cast with an invalid voice is refused with its line and the reason`() {
    let text = "{\"cue_cast\": 1,\n\"narrator\":\n{\"voice\":\n\"slt\"}}"
    let failure = #expect(throws: CastFile.Failure.self) { try CastFile(parsing: Array(text.utf8)) }
    guard failure?.line == 4, case .voice(let error)? = failure?.reason else {
      Issue.record("\(failure as Any)")
      return
    }
    #expect(error.text == "slt" && error.reason == .noScheme)
  }

  @Test func `A cast in a file ends anywhere without a crash`() throws {
    let bytes = Array(CastFile(script: "x", language: "en", cast: try cast()).text.utf8)
    for count in 0..<bytes.count - 2 {
      #expect(throws: CastFile.Failure.self) { try CastFile(parsing: Array(bytes.prefix(count))) }
    }
  }

  @Test func `a cast lists the voice of each part, and the parts of each voice`() throws {
    var cast = try cast()
    cast.roles[1].voice = cast.roles[0].voice
    let byVoice = cast.byVoice
    #expect(byVoice.map(\.names) == [["Narrator"], ["Nora \"Nan\"", "BO"]])
    #expect(cast.role(key: nil)?.name == "Narrator" && cast.role(key: "no") == nil)
    #expect(cast.roles[0].chain.map(\.provider) == ["flite", "espeak", "a/b.so"])
  }
}
