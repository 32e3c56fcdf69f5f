import CueABI

/// Checks of a recognizer that hears words, with a voice that the user names; for one that hears telephone keys, none is named.
enum RecognizerSpeechChecks {
  /// Lines of four lengths, in everyday words.
  static let lines = [
    "Good evening.", "Nobody has seen him since the morning.", "Where is the letter?",
    "Open the door and come inside, it is cold.",
  ]

  static let all: [Check] = [
    Check(
      "recognizer-understands", level: 3,
      "A recognizer should understand clear speech.",
      "With --voice: a voice says four lines to the recognizer, which expects all four. At most four words in ten are missed, wrong or made up. This limit is generous: the check finds recognizers that hear nothing or the wrong line."
    ) { bench in
      let session = try bench.startPlugin()
      var wrong = 0
      var words = 0
      var heard: [String] = []
      for line in lines {
        let text = try session.hears(bench.spoken(line).samples)?.text ?? ""
        heard.append("“\(text)”")
        wrong += WordErrors.count(from: WordErrors.words(line), to: WordErrors.words(text))
        words += WordErrors.words(line).count
      }
      bench.done = "A voice said these lines to it: \(lines.joined(separator: " "))"
      try bench.require(
        wrong * 10 <= words * 4, "At most \(words * 4 / 10) of \(words) words are wrong.",
        "\(wrong) were: it heard \(heard.joined(separator: ", ")).")
    },
    Check(
      "recognizer-goes-on", level: 5,
      "Actors make pauses.",
      "With --voice: a voice says a line to the recognizer, and another one after two seconds of silence. The recognizer hears words of both; those of the second line are after the silence."
    ) { bench in
      let session = try bench.startPlugin()
      let first = try bench.spoken(lines[0]).samples
      let second = try bench.spoken(lines[1]).samples
      let silence = Signals.silence(frames: 2 * SpokenLine.rateHertz)
      let heard = try session.hears(first + silence + second)
      bench.done =
        "“\(lines[0])” was said to it, and, after two seconds of silence, “\(lines[1])”"
      let text = heard?.text ?? ""
      for line in lines.prefix(2) {
        let words = WordErrors.words(line)
        let known = Set(WordErrors.words(text))
        try bench.require(
          words.contains { known.contains($0) }, "Words of both lines are heard.",
          "It heard “\(text)”.")
      }
      let begins = first.count + silence.count
      let last = WordErrors.words(lines[1]).last
      if let word = heard?.words.last(where: { WordErrors.words($0.text).first == last }) {
        try bench.require(
          word.start >= begins,
          "“\(word.text)” is after frame \(begins), where the second line begins.",
          "It is at frame \(word.start).")
      }
    },
    Check(
      "recognizer-word-times", level: 5,
      "Words are shown, cut out and counted by their times.",
      "With --voice, if the voice reports its words: it says a line to the recognizer. Each word that both report begins within 300 ms of the place that the voice reports."
    ) { bench in
      let session = try bench.startPlugin()
      let line = try bench.spoken(lines[1])
      try bench.skip(line.words.isEmpty, "the voice reports no words")
      let heard = try session.hears(line.samples)?.words ?? []
      try bench.skip(heard.isEmpty, "it reports no words")
      for word in line.words {
        let name = WordErrors.words(word.text)
        guard let same = heard.first(where: { WordErrors.words($0.text) == name }) else { continue }
        let off = (same.start - word.frame) * 1000 / SpokenLine.rateHertz
        bench.done = "“\(lines[1])” was said to it."
        try bench.require(
          abs(off) <= 300,
          "“\(same.text)” begins at frame \(word.frame), as the voice reports.",
          "It begins at frame \(same.start), \(abs(off)) ms \(off < 0 ? "earlier" : "later").")
      }
    },
  ]
}

extension Session {
  /// Lets it hear `samples`, of lines that may come in any order; nil if it does not accept such sound.
  fileprivate func hears(_ samples: [Float]) throws -> Hearing.Result? {
    var request = HearingRequest()
    request.phrases = RecognizerSpeechChecks.lines.enumerated().map { index, line in
      (index == 0 ? CUE_PHRASE_EXPECTED : CUE_PHRASE_COMPETING, Array(line.utf8))
    }
    let heard = try listen(samples, request)
    try bench.skip(
      heard.status == CUE_E_RATE || heard.status == CUE_E_FORMAT,
      "it does not take 16-bit sound at 16,000 Hz")
    bench.done = "A voice said a line to it."
    try bench.require(
      heard.status == CUE_OK, "It ends with CUE_OK.",
      "It ended with \(Status.name(heard.status)): \(heard.answer?.sentence ?? "")")
    return heard.final
  }
}

/// Words that differ from those that were said.
enum WordErrors {
  /// The words of a text, without case and punctuation.
  static func words(_ text: String) -> [String] {
    text.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "'") }.map(String.init)
  }

  /// How many words must be inserted, removed or replaced (Levenshtein distance).
  static func count(from said: [String], to heard: [String]) -> Int {
    var row = Array(0...heard.count)
    for (index, word) in said.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, other) in heard.enumerated() {
        let above = row[column + 1]
        row[column + 1] = min(above + 1, row[column] + 1, diagonal + (word == other ? 0 : 1))
        diagonal = above
      }
    }
    return row[heard.count]
  }
}
