import CueABI

/// Checks of a voice that reports words: the bytes that it names are words of the text.
enum VoiceWordChecks {
  static let all: [Check] = [
    Check(
      "voice-words-mean", level: 5,
      "Screens show the current word by its bytes; if they are counted in another way, they show a wrong one.",
      "At most six voices of different languages say a text in their own language and script, and the first also with emoji, with Windows line ends and with blanks of several kinds. A word is one word: it has no blank inside, and it begins where a word begins. Four of five words of the text have one. In scripts without blanks, three of five characters belong to one, and none reaches over punctuation."
    ) { bench in
      let session = try bench.startPlugin()
      try bench.skip(!(try session.traits().tells(CUE_EVENT_WORD)), "it reports no words")
      let voices = try session.voices().filter { !$0.isVariant }
      var languages: Set<String> = []
      for voice in voices.shuffled(using: &bench.chance).sorted(by: {
        $0.isDefault && !$1.isDefault
      })
      where languages.count < 6 {
        let language = voice.languages.first ?? "en"
        guard languages.insert(String(language.prefix { $0 != "-" })).inserted else { continue }
        var samples = [Scripts.text(of: language)]
        if languages.count == 1, samples[0].hasBlanks { samples += variants(of: samples[0].words) }
        for sample in samples {
          let said = try session.say(sample.words) {
            $0.events = CUE_EVENT_WORD
            $0.voice = voice.id
            $0.language = voice.languages.first ?? ""
          }
          // It may not know all signs.
          guard said.status != CUE_E_LANGUAGE else { continue }
          bench.done = "“\(voice.id)” was asked to say “\(printable(sample.words))”."
          try bench.requireOK(said.status, "It is said.")
          if let fault = fault(of: said, in: sample) {
            try bench.require(false, fault.expected, fault.happened)
          }
        }
      }
    },
    Check(
      "voice-words-last", level: 5,
      "Words that are late at the end of a long line are shown with the next line.",
      "A text of twelve sentences is said, with word events. Each of four quarters of its words has events at their places in time: the words of a quarter begin between the times of the quarters around it, and the last word has one."
    ) { bench in
      let session = try bench.startPlugin()
      try bench.skip(!(try session.traits().tells(CUE_EVENT_WORD)), "it reports no words")
      let text = (0..<12).map { VoiceSoundChecks.sentences[$0 % 8] }.joined(separator: " ")
      let said = try session.say(text) { $0.events = CUE_EVENT_WORD }
      bench.done = "A text of twelve sentences was said, with word events."
      let words = said.events.filter { $0.type == CUE_EVENT_WORD }
      let count = text.split(separator: " ").count
      try bench.require(
        words.count * 5 >= count * 4, "At least four of five of its \(count) words are reported.",
        "\(words.count) were.")
      let bytes = Double(text.utf8.count)
      for word in words {
        let place = Double(word.offset) / bytes
        let time = Double(word.frame) / Double(max(1, said.frames))
        try bench.require(
          abs(place - time) <= 0.15,
          "A word at \(Int(place * 100)) % of the text is at about \(Int(place * 100)) % of the sound.",
          "It is at \(Int(time * 100)) %.")
      }
      try bench.require(
        words.last.map { $0.offset + $0.length >= text.utf8.count - 2 } ?? false,
        "The last word is reported.",
        "The last report is about byte \(words.last?.offset ?? 0) of \(text.utf8.count).")
    },
  ]

  /// The same words with other signs between them.
  private static func variants(of words: String) -> [Scripts.Sample] {
    let parts = words.split(separator: " ").map(String.init)
    return [
      Scripts.Sample(parts.joined(separator: "\r\n")),
      Scripts.Sample(
        parts.prefix(4).joined(separator: " ") + " 😀 " + parts.dropFirst(4).joined(separator: " ")),
      Scripts.Sample(
        "“" + parts.joined(separator: " ") + "” — 👩‍👩‍👧 — (" + parts.joined(separator: "  ") + ")"),
      Scripts.Sample(
        "\n\n " + parts.joined(separator: "\t") + " \r\n" + parts.joined(separator: "\n\n")),
    ]
  }

  private static func printable(_ text: String) -> String {
    String(text.unicodeScalars.map { $0.value < 32 ? "·" : Character($0) })
  }

  private static func fault(
    of said: Utterance, in sample: Scripts.Sample
  ) -> (expected: String, happened: String)? {
    let bytes = Array(sample.words.utf8)
    var covered = [Bool](repeating: false, count: bytes.count)
    var last = 0
    for event in said.events where event.type == CUE_EVENT_WORD {
      let end = event.offset + event.length
      guard event.length > 0, end <= bytes.count,
        let word = String(validating: bytes[event.offset..<end], as: UTF8.self)
      else {
        return ("A word is a part of the text.", "One has bytes \(event.offset) to \(end).")
      }
      let quoted = "“\(printable(word))” (bytes \(event.offset) to \(end))"
      let inner = sample.hasBlanks ? word : word.filter { !$0.isPunctuation }
      if word.contains(where: \.isWhitespace) || inner.isEmpty && !sample.hasBlanks {
        return ("A word has no blank inside.", "One is \(quoted).")
      }
      if !sample.hasBlanks, word.trimmed({ $0.isPunctuation }).contains(where: \.isPunctuation) {
        return ("A word does not reach over punctuation.", "One is \(quoted).")
      }
      if sample.hasBlanks, event.offset != last,
        let before = String(decoding: bytes[..<event.offset], as: UTF8.self).last, before.isLetter
      {
        return ("A word begins where a word of the text begins.", "One is \(quoted).")
      }
      for index in event.offset..<end { covered[index] = true }
      last = end
    }
    return sample.hasBlanks
      ? missing(bytes, covered) : uncovered(sample.words, covered)
  }

  /// Words of the text without an event.
  private static func missing(
    _ bytes: [UInt8], _ covered: [Bool]
  ) -> (expected: String, happened: String)? {
    var count = 0
    var found = 0
    var at = 0
    for part in bytes.split(omittingEmptySubsequences: false, whereSeparator: { $0 <= 0x20 }) {
      defer { at += part.count + 1 }
      guard String(decoding: part, as: UTF8.self).contains(where: \.isLetter) else { continue }
      count += 1
      if covered[at..<at + part.count].contains(true) { found += 1 }
    }
    return found * 5 >= count * 4
      ? nil : ("At least four of five words have an event.", "\(found) of \(count) have one.")
  }

  /// Characters of the text in no event, for scripts without blanks.
  private static func uncovered(
    _ text: String, _ covered: [Bool]
  ) -> (expected: String, happened: String)? {
    var count = 0
    var found = 0
    var at = 0
    for character in text {
      defer { at += character.utf8.count }
      guard character.isLetter else { continue }
      count += 1
      if covered[at] { found += 1 }
    }
    return found * 5 >= count * 3
      ? nil : ("At least three of five characters belong to a word.", "\(found) of \(count) do.")
  }
}

extension String {
  fileprivate func trimmed(_ isOuter: (Character) -> Bool) -> Substring {
    var part = self[...]
    while let first = part.first, isOuter(first) { part.removeFirst() }
    while let last = part.last, isOuter(last) { part.removeLast() }
    return part
  }
}
