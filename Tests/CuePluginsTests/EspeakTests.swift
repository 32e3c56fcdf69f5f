import CueModel
import CuePlugins
import Testing

@Suite(.startsProcesses) struct `eSpeak NG` {
  @Test func `eSpeak NG marks its variants that do not sound like a person`() throws {
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
    let text = "Then Bob came."
    func said(_ lexicon: [String: String]) throws -> Said {
      try voice.say(text) {
        $0.lexicon = lexicon
        $0.wantsMarks = true
      }
    }
    let written = try said([:])
    let pronounced = try said(["bob": "ˈiːfə"])
    #expect(pronounced.bytes != written.bytes)
    #expect(try said(["bob": "ˈiːfə"]).bytes == pronounced.bytes)
    #expect(try said(["niamh": "niːv"]).bytes == written.bytes)
    #expect(pronounced.shortfalls.isEmpty)
    let words = pronounced.marks.filter { $0.kind == .word }
      .map { String(decoding: Array(text.utf8)[$0.textRange], as: UTF8.self) }
    #expect(words.contains { $0.hasPrefix("Bob") }, "\(words)")
  }

  /// A mark between two sentences had no event, the word after it began a letter too late, and the last mark was somewhere else.
  @Test(arguments: [
    (#"<speak>One. <mark name="b"/>Two.<mark name="c"/></speak>"#, "One. |b|Two.|c"),
    (#"Hi. <mark name="a"/><mark name="b"/> <mark name="c"/>I go."#, "Hi.|a|b|c|I|go."),
    (
      #"<mark name="först"/>Good evening! <!-- <mark name="no"/> > --> <mark name='x y'/>12 men"#,
      "först|Good|evening!|x y|12|men"
    ),
    (
      #"Yes, <mark name="m"/>but no. <mark name="n"/>Ülo came <mark name="n"/>"#,
      "Yes|m|but|no.|n|Ülo|came|n"
    ),
    (#"Then <emphasis>this</emphasis>. <emphasis>Now</emphasis> that"#, "Then|this|Now|that"),
  ])
  func `reports every mark and word of SSML where it stands`(ssml: String, events: String) throws {
    let said = try builtVoice("espeak").say(ssml) {
      $0.form = .ssml
      $0.wantsMarks = true
    }
    let bytes = Array(ssml.utf8)
    var places: [String] = []
    for mark in said.marks where mark.kind == .mark || mark.kind == .word {
      let start = mark.textRange.lowerBound
      if mark.kind == .word {
        places.append(String(decoding: bytes[mark.textRange], as: UTF8.self))
      } else {
        #expect(bytes[start...].starts(with: "<mark".utf8), "\(mark)")
        places.append(mark.name)
      }
    }
    let plain = events.replacing(" |", with: "|").split(separator: "|").map(String.init)
    #expect(places.map(EspeakTexts.plain) == plain.map(EspeakTexts.plain))
    #expect(said.marks.map(\.frame) == said.marks.map(\.frame).sorted())
    #expect(said.marks.allSatisfy { $0.frame <= said.frames })
  }
}

/// Words without the stop that espeak counts to some of them.
private enum EspeakTexts {
  static func plain(_ word: String) -> String {
    String(word.reversed().drop { ".!,".contains($0) }.reversed())
  }
}
