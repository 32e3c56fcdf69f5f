import CueModel
import CuePlugins
import Testing

@Suite(.startsProcesses) struct `eSpeak NG` {
  @Test func `says which of its variants sound like no person`() throws {
    let variants = try builtVoice("espeak").voices().filter(\.isVariant)
    let odd = Set(variants.filter(\.isNovelty).map(\.id))
    for id in ["+robosoft", "+robosoft2", "+robosoft8", "+UniRobot", "+anikaRobot", "+whisper"] {
      #expect(odd.contains(id), "\(id)")
    }
    for id in ["+f1", "+f2", "+f3", "+m1", "+m8", "+croak", "+steph", "+Marco", "+grandma"] {
      #expect(!odd.contains(id), "\(id)")
    }
  }

  /// It said "Chinese letter, Chinese letter" in English.
  @Test(arguments: ["日本語", "カタカナと漢字"])
  func `refuses signs that a language has no sounds for`(text: String) throws {
    let voice = builtVoice("espeak")
    let failure = try #require(throws: PluginFailure.self) {
      try voice.say(text) { $0.language = "ja" }
    }
    #expect(failure.kind == .refused(status: .unsupported))
    #expect(try voice.say("こんにちは") { $0.language = "ja" }.bytes.count > 8000)
    #expect(try voice.say("日本") { $0.language = "yue" }.bytes.count > 8000)
  }

  /// IPA was ignored without a word.
  @Test func `says words of a lexicon by their IPA, and marks them where they stand`() throws {
    let voice = builtVoice("espeak")
    let text = "Then Aoife came."
    func said(_ lexicon: [String: String]) throws -> Said {
      try voice.say(text) {
        $0.lexicon = lexicon
        $0.wantsMarks = true
      }
    }
    let written = try said([:])
    let pronounced = try said(["aoife": "ˈiːfə"])
    #expect(pronounced.bytes != written.bytes)
    #expect(try said(["aoife": "ˈiːfə"]).bytes == pronounced.bytes)
    #expect(try said(["niamh": "niːv"]).bytes == written.bytes)
    #expect(pronounced.shortfalls.isEmpty)
    let words = pronounced.marks.filter { $0.kind == .word }
      .map { String(decoding: Array(text.utf8)[$0.textRange], as: UTF8.self) }
    #expect(words.contains { $0.hasPrefix("Aoife") }, "\(words)")
  }
}
