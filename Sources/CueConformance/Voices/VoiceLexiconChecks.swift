import CueABI

/// Checks of a voice that speaks words as the lexicon of a request says.
enum VoiceLexiconChecks {
  static let all: [Check] = [
    Check(
      "voice-lexicon", level: 4,
      "Scripts have names that no engine knows how to pronounce.",
      "If a voice declares that it reads lexicons, it says a line without a lexicon, and then with nine syllables for “even”, which is only a part of a word in it. Both last as long, within 5 %. Then the lexicon has nine syllables for “evening”, in small letters and in capitals: the line lasts at least a tenth longer."
    ) { bench in
      let session = try startReader(bench)
      let own = try session.say(VoiceChecks.line)
      let other = try say("even", session)
      try bench.require(
        (0.95...1.05).contains(other.seconds / own.seconds),
        "It lasts \(own.seconds) seconds, because “even” is only a part of a word in it.",
        "It lasted \(other.seconds) seconds.")
      for word in ["evening", "EVENING"] {
        let said = try say(word, session)
        try bench.require(
          said.seconds > 1.1 * own.seconds,
          "It lasts longer than the \(own.seconds) seconds without a lexicon.",
          "It lasted \(said.seconds) seconds.")
      }
    },
    Check(
      "voice-forgets-lexicon", level: 4,
      "The same name may be spoken differently in two scripts.",
      "If a voice declares that it reads lexicons, it says a line, then the line with nine syllables for one of its words, then without them. The last one is as long as the first, within 5 %."
    ) { bench in
      let session = try startReader(bench)
      let first = try session.say(VoiceChecks.line)
      _ = try say("evening", session)
      let again = try session.say(VoiceChecks.line)
      bench.done = "A line was said again, after it had been said with a lexicon."
      try bench.require(
        (0.95...1.05).contains(again.seconds / first.seconds),
        "It lasts \(first.seconds) seconds, as before.", "It lasted \(again.seconds) seconds.")
    },
    Check(
      "voice-odd-lexicon", level: 6,
      "A lexicon is written by people, and may be wrong in any way.",
      "If a voice declares that it reads lexicons, it says lines with odd entries: without a word, without sounds, with signs that are not sounds, not in UTF-8, with 100,000 letters, and with a thousand entries. It says each in some way, or refuses it with a status of the interface."
    ) { bench in
      let session = try startReader(bench)
      for (name, lexicon) in odd {
        var request = SpokenRequest(VoiceChecks.line)
        request.lexicon = lexicon
        bench.done = "A line was requested with a lexicon \(name)."
        let said = try session.speak(request, mostSeconds: 20)
        try VoiceChecks.requireSaidOrRefused(said, bench)
      }
    },
  ]

  /// Three times "banana".
  private static let syllables = String(repeating: "bənɑːnə", count: 3)

  /// A session with a voice that declares that it reads lexicons; skips the check for others.
  private static func startReader(_ bench: Bench) throws -> Session {
    let session = try bench.startPlugin()
    try bench.skip(!session.traits().has(CUE_VOICE_LEXICON), "it reads no lexicon")
    return session
  }

  /// The line, with nine syllables for `word`.
  private static func say(_ word: String, _ session: Session) throws -> Utterance {
    let said = try session.say(VoiceChecks.line) {
      $0.lexicon = [(Array(word.utf8), Array(syllables.utf8))]
    }
    session.bench.done = "A line was said, with nine syllables for “\(word)” in the lexicon."
    try session.bench.requireOK(said.status, "It is said.")
    guard !said.honours(CUE_FIELD_PRONUNCIATION) else {
      throw Verdict.skipped("it reports that the lexicon is not honoured")
    }
    return said
  }

  private static let odd: [(String, [(word: [UInt8], pronunciation: [UInt8])])] = [
    ("without a word", [([], Array("iːvnɪŋ".utf8))]),
    ("without sounds", [(Array("evening".utf8), [])]),
    (
      "of signs that are not sounds",
      [(Array("evening".utf8), Array("😀 <b> %s \u{0} [[x]] 7".utf8))]
    ),
    ("that is not UTF-8", [(Array("evening".utf8), [0xc3, 0x28, 0xff])]),
    (
      "of 100,000 letters",
      [(Array(repeating: 0x61, count: 100_000), Array(repeating: 0x61, count: 100_000))]
    ),
    (
      "of a thousand entries",
      (0..<1000).map { (Array("word\($0)".utf8), Array("wɜːd".utf8)) }
    ),
  ]
}
