import CueABI

/// Checks of a voice that speaks words as the lexicon of a request says.
enum VoiceLexiconChecks {
  static let all: [Check] = [
    Check(
      "voice-lexicon", level: 4,
      "Scripts have names that no engine knows how to pronounce.",
      "By a voice that says it reads lexicons, a line is said as it is, and with nine syllables for “even”, which is a part of one of its words: it lasts as long, within 5 %. Then with the same for “evening”, in small letters and in capitals: it lasts longer by a tenth."
    ) { bench in
      let session = try startReader(bench)
      let own = try session.say(VoiceChecks.line)
      let other = try say("even", session)
      try bench.require(
        (0.95...1.05).contains(other.seconds / own.seconds),
        "It lasts \(own.seconds) seconds, as “even” is only a part of a word in it.",
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
      "Two scripts may speak the same name differently.",
      "By a voice that says it reads lexicons, a line is said, then with nine syllables for one of its words, then without: it lasts as long as at first, within 5 %."
    ) { bench in
      let session = try startReader(bench)
      let first = try session.say(VoiceChecks.line)
      _ = try say("evening", session)
      let again = try session.say(VoiceChecks.line)
      bench.done = "A line was said again, after it had been said with a lexicon."
      try bench.require(
        (0.95...1.05).contains(again.seconds / first.seconds),
        "It lasts \(first.seconds) seconds as before.", "It lasted \(again.seconds) seconds.")
    },
    Check(
      "voice-odd-lexicon", level: 6,
      "A lexicon is written by people, and may be wrong in any way.",
      "By a voice that says it reads lexicons, lines are said with entries without a word, without sounds, with signs that are no sounds, with text that is not UTF-8, with 100,000 letters, and with a thousand entries: each is said in some way, or refused with a status of the interface."
    ) { bench in
      let session = try startReader(bench)
      for (name, lexicon) in odd {
        var request = SpokenRequest(VoiceChecks.line)
        request.lexicon = lexicon
        bench.done = "A line was asked for with a lexicon \(name)."
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
      "of signs that are no sounds",
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
