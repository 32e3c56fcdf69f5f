import CueABI

/// Checks of a voice: text of every kind, most of it odd.
enum VoiceTextChecks {
  static let all: [Check] = [
    Check(
      "voice-blank-text", level: 4,
      "Scripts have lines of blanks and dashes.",
      "Texts of blanks, line feeds, tabs and punctuation are said. The voice answers CUE_OK and gives at most five seconds of sound."
    ) { bench in
      let session = try bench.startPlugin()
      for text in [" ", "\n\n", "\t \u{a0}", "...", "—", "?!", "“”"] {
        let said = try session.say(text)
        try bench.require(
          said.status == CUE_OK && said.seconds <= 5, "It answers CUE_OK, with little sound.",
          "It answered \(Status.name(said.status)) with \(said.seconds) seconds of sound.")
      }
    },
    Check(
      "voice-single-characters", level: 4,
      "A screen reader says what is typed, letter by letter.",
      "Each printable ASCII character is said alone. The voice answers CUE_OK."
    ) { bench in
      let session = try bench.startPlugin()
      for code in UInt8(0x21)...0x7e {
        let text = String(UnicodeScalar(code))
        bench.done = "The voice was asked to say “\(text)”."
        let said = try session.speak(SpokenRequest(text))
        try bench.requireOK(said.status, "It answers CUE_OK.")
      }
    },
    long(
      "voice-long-word", "Ten thousand letters without a blank are said",
      String(repeating: "abcdefghij", count: 1000)),
    long(
      "voice-many-lines", "Ten thousand line feeds, with a word after every hundredth, are said",
      String(repeating: String(repeating: "\n", count: 100) + "word", count: 100)),
    Check(
      "voice-megabyte", level: 4,
      "A whole play may come as one text.",
      "A megabyte of words is said. Sound comes, and the line is cancelled; or the answer is CUE_E_TEXT_TOO_LONG, if the voice declares the longest text that it accepts."
    ) { bench in
      let session = try bench.startPlugin()
      let most = try session.traits().mostTextBytes
      bench.done = "The voice was asked to say a text of 1,000,000 bytes."
      let text = SpokenRequest(String(repeating: "and so on ", count: 100_000))
      let said = try session.speak(text, mostSeconds: 2)
      if said.status == CUE_E_TEXT_TOO_LONG {
        return try bench.require(
          most > 0 && most < 1_000_000, "Its max_text_bytes says so.", "That is \(most).")
      }
      try bench.require(
        said.status == CUE_OK || said.status == CUE_CANCELLED,
        "It is said, or refused with CUE_E_TEXT_TOO_LONG.",
        "It answered \(Status.name(said.status)).")
      try bench.require(said.frames > 0, "There is sound.", "There was none.")
    },
    Check(
      "voice-text-limit", level: 4,
      "A host cuts a text only if it is longer than the voice's limit.",
      "If a voice declares a limit, a text with exactly that number of bytes is said. A text with one byte more is refused with CUE_E_TEXT_TOO_LONG."
    ) { bench in
      let session = try bench.startPlugin()
      let most = try session.traits().mostTextBytes
      try bench.skip(most == 0, "it sets no limit")
      try bench.skip(most > 7_000_000, "its limit is longer than a message can be")
      let words = Array(String(repeating: "and so on ", count: most / 10 + 1).utf8)
      bench.done = "The voice was asked to say \(most) bytes, its max_text_bytes."
      let fits = try session.speak(
        SpokenRequest(bytes: Array(words.prefix(most))), mostSeconds: 1)
      try bench.require(
        fits.status == CUE_OK || fits.status == CUE_CANCELLED, "It is said.",
        "It answered \(Status.name(fits.status)).")
      bench.done = "The voice was asked to say \(most + 1) bytes, one more than its max_text_bytes."
      let longer = try session.speak(
        SpokenRequest(bytes: Array(words.prefix(most)) + [UInt8(ascii: "a")]), mostSeconds: 1)
      try bench.require(
        longer.status == CUE_E_TEXT_TOO_LONG, "It answers CUE_E_TEXT_TOO_LONG.",
        "It answered \(Status.name(longer.status)).")
    },
    Check(
      "voice-invalid-text", level: 4,
      "Text comes from files, and files can be damaged.",
      "Text that is not UTF-8 is said: lone continuation bytes, overlong forms, surrogates, numbers beyond the last, a cut character at the end. The voice answers CUE_E_TEXT_ENCODING, or says something in its place."
    ) { bench in
      let session = try bench.startPlugin()
      let broken: [(String, [UInt8])] = [
        ("a lone continuation byte", [0x80]), ("an overlong slash", [0xc0, 0xaf]),
        ("an overlong NUL", [0xe0, 0x80, 0x80]), ("a surrogate", [0xed, 0xa0, 0x80]),
        ("a number beyond the last", [0xf4, 0x90, 0x80, 0x80]),
        ("bytes that never occur", [0xfe, 0xff]),
        ("a character cut at the end", [0xe2, 0x82]), ("a lead byte at the end", [0xf0]),
      ]
      for (what, bytes) in broken {
        bench.done = "The voice was asked to say text with \(what)."
        let said = try session.speak(SpokenRequest(bytes: Array("so ".utf8) + bytes))
        try bench.require(
          said.status == CUE_E_TEXT_ENCODING || said.status == CUE_OK,
          "It answers CUE_E_TEXT_ENCODING, or says something in its place.",
          "It answered \(Status.name(said.status)).")
      }
    },
    Check(
      "voice-nul-inside", level: 4,
      "Text has a length; a NUL in it is a character and not its end.",
      "A line is said, and then the same line followed by NUL and the line again. The second lasts at least half as long again, or is refused with CUE_E_TEXT_ENCODING."
    ) { bench in
      let session = try bench.startPlugin()
      let half = try session.say("Good evening everybody")
      let whole = try session.say("Good evening everybody\0good evening everybody")
      try bench.skip(whole.status == CUE_E_TEXT_ENCODING, "it refuses text with NUL")
      try bench.require(
        whole.status == CUE_OK && whole.seconds > half.seconds * 1.5,
        "The text after the NUL is said too: the sound lasts longer than \(half.seconds * 1.5) seconds.",
        "It answered \(Status.name(whole.status)) with \(whole.seconds) seconds.")
    },
    Check(
      "voice-guard-page", level: 4, needsWorker: true,
      "Text does not end with a NUL. The memory after it does not belong to the plugin.",
      "A line is said from read-only memory. The page after its last byte cannot be read."
    ) { bench in
      for text in [VoiceChecks.line, "a", "Wörter"] {
        let said = try bench.startPlugin().say(text) { $0.instruments = [(CUE_TAG_GUARD, 1)] }
        bench.done =
          "The voice was asked to say “\(text)”, with a page after it that cannot be read."
        try bench.requireOK(said.status, "It is said.")
      }
    },
    Check(
      "voice-keeps-no-text", level: 4, needsWorker: true,
      "Arguments are valid until the call returns, and no longer.",
      "A line is said. After the call has returned, its text cannot be read any more. Then another line is said."
    ) { bench in
      let session = try bench.startPlugin()
      _ = try session.say(VoiceChecks.line) { $0.instruments = [(CUE_TAG_GUARD, 2)] }
      let said = try session.say("Good evening.")
      bench.done = "A line was said, its text was removed, and another line was said."
      try bench.requireOK(said.status, "The second is said.")
      bench.done = "A line was said, its text was removed, and the voice was reset and destroyed."
      try session.ask(CUE_MSG_RESET)
      try session.destroy()
    },
    Check(
      "voice-unicode", level: 4,
      "Names and signs come from all over the world.",
      "Emoji of several parts, stacks of combining marks, writing from right to left, zero-width and private characters, and scripts that the voice may not know are said, each between two words. The voice answers CUE_OK, or refuses with CUE_E_LANGUAGE."
    ) { bench in
      let session = try bench.startPlugin()
      let texts = [
        "so 👩‍👩‍👧‍👦 then", "so e" + String(repeating: "\u{301}", count: 50) + " then", "so שלום then",
        "so مرحبا then", "so\u{200b}\u{200d}\u{feff} then", "so \u{e000}\u{f8ff} then",
        "so 你好 then", "so \u{10ffff} then", "so 𝔤𝔬𝔱𝔥 then", "so \u{202e}abc\u{202c} then",
      ]
      for text in texts {
        let said = try session.say(text)
        try bench.require(
          said.status == CUE_OK || said.status == CUE_E_LANGUAGE, "It is said.",
          "It answered \(Status.name(said.status)): \(said.sentence)")
      }
    },
    Check(
      "voice-numbers", level: 4,
      "A date that is left out changes what a sentence means.",
      "Digits, dates, amounts and times are said alone. There is audible sound."
    ) { bench in
      let session = try bench.startPlugin()
      for text in ["1984", "3.14", "$5.50", "12:30", "2024-02-29", "50%", "1,000,000"] {
        let said = try session.say(text)
        try bench.require(
          said.status == CUE_OK && Measures.level(said.samples) > 0.0005,
          "There is audible sound.",
          said.status == CUE_OK ? "There was none." : "It answered \(Status.name(said.status)).")
      }
    },
    Check(
      "voice-broken-markup", level: 4,
      "People and programs make mistakes when they write markup.",
      "SSML that is not closed, with an unknown tag, with entities that grow, a thousand levels deep, and cut within a tag is said. The voice says it in some way, or refuses it with a status of the interface."
    ) { bench in
      let session = try bench.startPlugin()
      let bomb =
        "<!DOCTYPE speak [<!ENTITY a \"so so so so so so so so so so\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">"
        + "<!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;\"><!ENTITY d \"&c;&c;&c;&c;&c;&c;&c;&c;\">]>"
        + "<speak>&d;&d;&d;</speak>"
      let texts = [
        "<speak>Good evening", "<speak><nonsense>Good</nonsense> evening</speak>", bomb,
        String(repeating: "<p>", count: 1000) + "deep" + String(repeating: "</p>", count: 1000),
        "<speak>Good <emphasis level=\"stro", "</speak></speak>", "<", "&#xffffffff;", "<speak/>",
      ]
      for text in texts {
        var request = SpokenRequest(text)
        request.form = CUE_TEXT_SSML
        bench.done = "The voice was asked to say the markup \(request.quoted)."
        let said = try session.speak(request, mostSeconds: 20)
        try bench.requireKnown(
          said.status, "It is said, or refused with a status of the interface.")
      }
    },
    Check(
      "voice-markup-tells", level: 4,
      "Users have to know whether a voice obeys tags, reads them aloud or ignores them.",
      "A voice that does not declare SSML is asked to say some. It refuses, or reports with honoured that it ignored the text form."
    ) { bench in
      let session = try bench.startPlugin()
      let flags = try session.traits().flags
      try bench.skip(flags & CUE_VOICE_SSML != 0, "it reads SSML")
      let said = try session.say("<speak>Good evening.</speak>") { $0.form = CUE_TEXT_SSML }
      try bench.require(
        said.status < 0 || said.honours(CUE_FIELD_TEXT_FORM),
        "It refuses, or reports with honoured that it ignored the text form.",
        "It answered \(Status.name(said.status)) and did not report it.")
    },
    Check(
      "voice-streams", level: 4, needsWorker: true,
      "The first sound of a long line has to come before its end is computed.",
      "A paragraph is said. The sound comes in several pieces, none longer than half of it. Voices that declare that they wait for the whole text are skipped."
    ) { bench in
      let session = try bench.startPlugin()
      let traits = try session.traits()
      try bench.skip(
        traits.has(CUE_VOICE_WHOLE_UTTERANCE), "it declares that it waits for the whole text")
      let said = try session.say(
        "The first sentence is said. The second one follows it at once. Then there is a third. "
          + "And a fourth, which is the last of them.")
      let longest = said.seen(CUE_TAG_MOST_FRAMES) ?? 0
      try bench.require(
        longest * 2 <= said.frames, "Sound is delivered in pieces while it is made.",
        "One piece had \(longest) of \(said.frames) frames.")
    },
    Check(
      "voice-edges", level: 4,
      "Long silences around lines make a dialogue slow.",
      "A line is said. There is at most half a second of silence before it, and one second after it."
    ) { bench in
      let said = try bench.startPlugin().say(VoiceChecks.line)
      let channels = said.formats.first?.channels ?? 1
      let samples = said.samples
      let (before, after) = Measures.silentEdges(samples, Measures.peak(samples) / 100)
      let rate = Double(max(1, said.rate * channels))
      try bench.require(
        Double(before) / rate <= 0.5 && Double(after) / rate <= 1,
        "At most half a second of silence comes first, and one second last.",
        "There were \(Double(before) / rate) and \(Double(after) / rate) seconds.")
    },
  ]

  private static func long(_ id: String, _ what: String, _ text: String) -> Check {
    Check(
      id, level: 4, "Texts can be very long.",
      "\(what). Sound comes within 20 seconds, and after two seconds of it the line is cancelled; or the answer is CUE_E_TEXT_TOO_LONG."
    ) { bench in
      let session = try bench.startPlugin()
      bench.done = "\(what)."
      let said = try session.speak(SpokenRequest(text), mostSeconds: 2)
      try bench.require(
        [CUE_OK, CUE_CANCELLED, CUE_E_TEXT_TOO_LONG].contains(said.status),
        "It is said, or refused with CUE_E_TEXT_TOO_LONG.",
        "It answered \(Status.name(said.status)).")
      bench.done = "\(what), and then “Good evening.”"
      let next = try session.speak(SpokenRequest("Good evening."))
      try bench.requireOK(next.status, "The next line is said.")
    }
  }
}
