import CuePlugins
import Testing

@Suite struct `A key of cue.conf` {
  @Test(arguments: [
    ("rate", Preference.rate), ("voice", .voice), ("voice.et", nil), ("price.elevenlabs", nil),
    ("sherpa.voice.anna", nil),
  ])
  func `is a preference, or of a language or plugin`(key: String, preference: Preference?) throws {
    #expect(try ConfigurationKey.preference(key) == preference)
  }

  @Test(arguments: ["colour", "", "a..b", ".rate", "a b.c", "ä.c"])
  func `that nothing reads is refused`(key: String) {
    #expect(throws: ConfigurationKey.Fault.unknown) { try ConfigurationKey.preference(key) }
    #expect(throws: ConfigurationKey.Fault.unknown) { try ConfigurationKey.check(key, "1") }
  }

  @Test(arguments: [
    ("elevenlabs.key", true), ("openai.api-key", true), ("a.token", true), ("key", false),
    ("a.keyboard", false),
  ])
  func `that is a secret is recognized by its name`(key: String, isSecret: Bool) {
    #expect(ConfigurationKey.isSecret(key) == isSecret)
  }

  @Test(arguments: [
    ("rate", "quick", ConfigurationKey.Fault.value(of: .rate)), ("a.b", "", .notOneLine),
    ("a.b", "x\ny", .notOneLine), ("openai.key", "x", .secret(plugin: "openai")),
    ("rate.openai", "0", .rate), ("price.openai", "-1", .price), ("voice.et", "", .notOneLine),
  ])
  func `has no value that it cannot have`(
    key: String, value: String, fault: ConfigurationKey.Fault
  ) {
    #expect(throws: fault) { try ConfigurationKey.check(key, value) }
  }

  @Test(arguments: [
    ("rate", "0.6"), ("rate.openai", "60"), ("price.openai", "0.0003"), ("voice.et", "espeak:et"),
    ("sherpa.speed", "any"),
  ])
  func `has a value of its kind`(key: String, value: String) {
    #expect(throws: Never.self) { try ConfigurationKey.check(key, value) }
  }
}
