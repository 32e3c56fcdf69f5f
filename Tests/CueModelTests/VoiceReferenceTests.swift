import CueModel
import Testing

@Suite struct `A reference to a voice` {
  @Test(arguments: [
    "flite://slt", "flite://", "espeak://gmw/en+f3", "flite://slt?lang=en&pitch=-2&speed=1.05",
    "elevenlabs://21m00Tcm?pitch=1.5&set.stability=0.4&set.style=a%26b%3Dc",
    "plugins/libflite.so://slt?lang=en-GB", "/opt/my%20voices/l.so://a%3Fb%23c",
    "espeak://gmw/en+Mr%20serious", "x%3Ay://z:1", "mock://%C3%A4",
  ])
  func `A reference to a voice is written as it was read`(text: String) throws {
    let reference = try VoiceReference(text)
    #expect(reference.description == text)
    #expect(try VoiceReference(reference.description) == reference)
    #expect(try VoiceReference(typed: text) == reference)
  }

  @Test func `a voice reference names the voice and its options`() throws {
    let reference = try VoiceReference(
      "espeak://gmw/en+Mr%20serious?lang=en&pitch=-2&speed=1.05&set.gap=3%20ms")
    #expect(reference.provider == "espeak" && reference.voice == "gmw/en+Mr serious")
    #expect(reference.language == "en")
    #expect(reference.pitchSemitones == -2 && reference.speed == 1.05)
    #expect(reference.settings == [.init("gap", "3 ms")])
    #expect(reference.spoken == "espeak:gmw/en+Mr serious −2 semitones ×1.05")
  }

  @Test(arguments: [
    ("flite:slt", "flite://slt"), ("flite", "flite://"),
    ("espeak:gmw/en+Mr serious", "espeak://gmw/en+Mr%20serious"),
    ("plugins/libflite.so:slt", "plugins/libflite.so://slt"), ("a:b:c", "a://b:c"),
    ("flite:slt?pitch=+2", "flite://slt?pitch=2"), ("flite?lang=en", "flite://?lang=en"),
    ("a:50%", "a://50%25"),
  ])
  func `A reference to a voice is also read as users type it`(typed: String, written: String) throws
  {
    #expect(try VoiceReference(typed: typed).description == written)
  }

  @Test(
    arguments: [
      ("flite:slt", .noScheme), ("://slt", .noProvider), ("flite://slt?pitch=25", .pitch("25")),
      ("flite://slt?pitch=nan", .pitch("nan")), ("flite://slt?speed=0", .speed("0")),
      ("flite://slt?tone=dry", .unknownOption("tone")),
      ("flite://slt?set.=1", .unknownOption("set.")),
      ("flite://slt?pitch=1&pitch=2", .twice("pitch")),
      ("flite://a%2", .badPercent), ("flite://slt?pitch", .notAnOption("pitch")),
      ("flite://a%FF", .notUTF8), ("flite://a%00", .badPercent), ("flite://slt#x", .fragment),
      ("flite://slt?lang=", .notALanguage("")),
    ] as [(String, VoiceReferenceError.Reason)])
  func `A reference to a voice is refused with the reason`(
    text: String, reason: VoiceReferenceError.Reason
  ) {
    let error = #expect(throws: VoiceReferenceError.self) { try VoiceReference(text) }
    #expect(error?.text == text && error?.reason == reason)
    #expect(throws: VoiceReferenceError.self) { try VoiceReference(typed: "") }
  }
}
