import CueText
import TestSupport
import Testing

/// The words of `line` that came out so, as they are written, parted by blanks.
private func written(_ line: String, _ ranges: [Range<Int>]) -> String {
  let bytes = Array(line.utf8)
  return ranges.map { String(decoding: bytes[$0], as: UTF8.self) }.joined(separator: " ")
}

/// Words that were heard, "[…]" outside the line.
private func heard(_ words: String) -> [HeardWord] {
  words.split(separator: " ").map {
    HeardWord(String($0), isOutside: $0.hasPrefix("["), isFiller: $0.hasPrefix("+"))
  }
}

private func kinds(_ match: LineMatch) -> [LineMatch.ExtraKind] { match.extras.map(\.kind) }

@Suite struct `A line that is said as it is written` {
  @Test(
    arguments: [
      ("I'm here, haven’t you heard?", "i am here have not you heard"),
      ("I am here; have you not heard?", "I'm here have you not heard"),
      ("I ain't going", "i am not going"), ("I'm not going", "i ain't goin'"),
      ("He's gone and he's late.", "he has gone and he is late"), ("John's gone", "john is gone"),
      ("I'd say we'll see", "i would say we shall see"), ("We can't.", "we cannot"),
      ("We can not.", "we can't"),
      ("I'm gonna go 'cause I wanna", "i am going to go because i want to"),
      ("Let's go, y'all", "let us go you all"),
      ("'Tis true, 'twas so", "it is true it was so"), ("Don't", "dont"), ("dont", "don't"),
      ("It is 42.", "it is forty two"), ("It is forty-two.", "it is 42"),
      ("forty two", "forty-two"),
      ("The 3rd of May, 1984", "the third of may nineteen eighty-four"),
      ("in 1984", "in one thousand nine hundred and eighty four"), ("nineteen eighty-four", "1984"),
      ("one thousand nine hundred eighty four", "1984"), ("$100", "a hundred dollars"),
      ("one hundred dollars", "$100"), ("7:30", "half past seven"), ("seven thirty", "7:30"),
      ("5%", "five per cent"),
      ("five percent", "5 %"), ("1,000 men", "a thousand men"), ("room 101", "room one oh one"),
      ("$2.5 million", "two point five million dollars"), ("the 1990s", "the nineteen nineties"),
      ("Dr. Smith & Mrs. Jones", "doctor smith and missus jones"), ("the FBI", "the f b i"),
      ("U.S.A.", "usa"),
      ("Goodbye, e-mail me all right", "good bye email me alright"), ("okay", "OK"),
      ("O.K.", "okay"),
      ("Zoë’s café", "ZOES CAFE"), ("naïve", "nai\u{308}ve"),
      ("“Well,” said—she…\r\nGo!", "well said she go"),
      ("Õnn on õues", "õnn on õues"), ("Ёлка, МИР!", "елка мир"), ("你好，世界！", "你好 世界"),
      ("你好世界", "你 好世 界"),
      ("مَرْحَبًا يا صديقي", "مرحبا يا صديقي"), ("がんばって", "か\u{3099}んばって"),
      ("한국", "\u{1112}\u{1161}\u{11AB}국"),
      ("हिन्दी में", "हिन्दी में"), ("forty-two", "forty uh two"), ("Um, no.", "no"), ("No.", "uh no um"),
      ("Uh… um.", "uh um"), ("12345678901234567890123456789", "12345678901234567890123456789"),
    ])
  func `A line that is said as it is written is accepted word-perfect`(line: String, said: String) {
    let match = ExpectedLine(line).match(said)
    #expect(match.judged(.wordPerfect).reasons == [], "\(match.outcomes)")
    #expect(match.share == 1)
    #expect(match.isEndReached)
    #expect(match.judged(.standard).isAccepted && match.judged(.gist).isAccepted)
  }

  @Test(
    arguments: [
      ("We'll go", "well go"), ("We're here", "were here"), ("It is 42", "it is forty three"),
      ("forty", "42"),
      ("1984", "nineteen eighty five"), ("1984", "nineteen eighty"),
      ("1984", "nineteen four eighty"), ("I'm here", "i was here"),
      ("Ёлка", "галка"),
      ("你好世界", "你好世间"), ("हिन्दी की", "हिन्दी का"), ("3rd", "three"), ("$100", "one hundred pounds"),
    ])
  func `A line that is said as it is written is not taken for another`(line: String, said: String) {
    let verdict = ExpectedLine(line).match(said).judged(.standard)
    #expect(verdict.reasons == [.changed(words: 1)])
  }
}

@Suite struct `A line that is said with changes` {
  @Test func `names the words that are missing, changed and too many`() {
    let line = "The quick brown fox — jumps over the lazy dog."
    let match = ExpectedLine(line).match("the quick brawn fox always jumps the lazy dog")
    #expect(written(line, match.changed) == "brown")
    #expect(written(line, match.missing) == "over")
    #expect(match.outcomes[2] == .changed(heard: 0..<1, distance: 0.2))
    #expect(kinds(match) == [.word])
    #expect(match.share == 7.0 / 9)
    #expect(match.isEndReached)
    #expect(match.judged(.standard).reasons == [.missing(words: 1), .changed(words: 1)])
    #expect(
      match.judged(.wordPerfect).reasons
        == [.missing(words: 1), .changed(words: 1), .extra(words: 1)])
    #expect(match.judged(.gist).isAccepted)
  }

  @Test func `is not said by a part of another word`() {
    let match = ExpectedLine("two, forty").match("42")
    #expect(match.share == 0)
    #expect(match.judged(.standard).reasons == [.missing(words: 1), .changed(words: 1)])
  }

  @Test func `says which heard words say which of its words`() {
    let match = ExpectedLine("I'm forty-two").match(heard("i +uh am 42 years"))
    #expect(match.outcomes == [.said(heard: 0..<3), .said(heard: 3..<4), .said(heard: 3..<4)])
    #expect(match.extras == [.init(heard: 1, kind: .filler), .init(heard: 4, kind: .word)])
  }

  @Test func `pairs a changed word with the one most like it`() {
    let line = "we saw red apples"
    let match = ExpectedLine(line).match(heard("we saw big rad apples"))
    #expect(match.outcomes[2] == .changed(heard: 3..<4, distance: 1.0 / 3))
    #expect(match.extras == [.init(heard: 2, kind: .word)])
    let short = ExpectedLine("we saw big red apples").match(heard("we saw rad apples"))
    #expect(short.outcomes[2] == .missing)
    #expect(short.outcomes[3] == .changed(heard: 2..<3, distance: 1.0 / 3))
  }

  @Test(
    arguments: [
      ("I want to go", "i want i want to go", 2), ("I want to go", "i want to uh i want to go", 3),
      ("to be or not to be", "to be or not not to be", 1),
      ("I want to go", "i i i want to to go", 3),
      ("I want to go", "i want i want i want to go", 4), ("I want to go", "i want to i want to", 3),
      ("I want to go home", "i want want to go to go home", 3),
    ])
  func `may be begun again, but not word-perfect`(line: String, said: String, repeated: Int) {
    let match = ExpectedLine(line).match(heard(said))
    #expect(kinds(match).filter { $0 != .filler } == Array(repeating: .restart, count: repeated))
    #expect(match.judged(.standard).isAccepted == match.isEndReached)
    #expect(match.judged(.wordPerfect).reasons.contains(.extra(words: repeated)))
  }

  @Test func `has extra words that are no restart`() {
    let match = ExpectedLine("I want to go").match(heard("go i really want to go i go"))
    #expect(kinds(match).contains(.word))
    #expect(match.judged(.standard).isAccepted)
    #expect(!match.judged(.wordPerfect).isAccepted)
  }

  @Test func `is not said by words outside of it`() {
    let line = ExpectedLine("I want to go")
    let outside = line.match(heard("[i [want [to [go"))
    #expect(outside.share == 0 && kinds(outside) == Array(repeating: .outside, count: 4))
    #expect(outside.judged(.standard).reasons == [.missing(words: 4)])
    let around = line.match(heard("[noise i want [hm to go [bye"))
    #expect(around.judged(.standard).isAccepted)
    #expect(around.judged(.wordPerfect).reasons == [.extra(words: 3)])
  }

  @Test func `is not said where the recognizer is not sure`() {
    let match = ExpectedLine("Go").match("go")
    for strictness in Strictness.allCases {
      #expect(match.judged(strictness, confidence: 0.49).reasons == [.unsure(confidence: 0.49)])
      #expect(match.judged(strictness, confidence: 0.5).isAccepted)
      #expect(match.judged(strictness, confidence: -1).isAccepted)
    }
  }

  @Test func `is not said where nothing was heard`() {
    let match = ExpectedLine("Go").match([])
    for strictness in Strictness.allCases {
      #expect(match.judged(strictness).reasons == [.nothingHeard])
    }
    #expect(match.share == 0 && !match.isEndReached)
  }

  @Test func `misses German words that are fillers in English`() {
    let line = ExpectedLine("Er ist um drei da", language: "de")
    #expect(line.match("ist drei da").judged(.standard).reasons == [.missing(words: 2)])
    #expect(line.match(heard("er ist +um um drei da")).judged(.wordPerfect).isAccepted)
  }

  @Test(arguments: ["", " ", "…", "—!?", "🎭", "\r\n"])
  func `has nothing to say without letters`(line: String) {
    let expected = ExpectedLine(line)
    #expect(expected.words.isEmpty)
    #expect(expected.match([]).isEndReached && expected.match([]).share == 1)
    for strictness in Strictness.allCases {
      #expect(expected.match([]).judged(strictness, confidence: 0).isAccepted)
    }
    #expect(expected.match("hello").judged(.standard).isAccepted)
    #expect(expected.match("hello").judged(.wordPerfect).reasons == [.extra(words: 1)])
  }
}

@Suite struct `The gist of a line` {
  static let line = ExpectedLine(
    "I never told your sister about the money that was hidden under the kitchen floor.")

  @Test(
    arguments: [
      "i never told your sister about money hidden under kitchen floor",
      "never told sister that money hidden in the kitchen",
      "I had never tell your sister of the money under kitchen floors",
    ])
  func `is most of the words that matter`(said: String) {
    #expect(Self.line.match(said).judged(.gist).isAccepted)
    #expect(!Self.line.match(said).judged(.standard).isAccepted)
  }

  @Test func `The gist of a line is not its little words`() {
    let reasons = Self.line.match("i your about the that was the").judged(.gist).reasons
    #expect(reasons == [.tooLittle(share: 0), .endMissing])
  }

  @Test func `The gist of a line is not its first half`() {
    let half = ExpectedLine("Wait here until midnight, then bring horses").match(
      "wait here until midnight")
    #expect(half.judged(.gist).reasons.contains(.endMissing))
  }

  @Test func `is all of it where no word matters more`() {
    let line = ExpectedLine("So it is.")
    #expect(line.match("so it is").judged(.gist).isAccepted)
    #expect(!line.match("so").judged(.gist).isAccepted)
  }
}

@Suite struct `The end of a line` {
  @Test(
    arguments: [
      ("to be or not to be", "to be", false), ("to be or not to be", "to be or", false),
      ("to be or not to be", "to be to be", false),
      ("to be or not to be", "to be or not to", false),
      ("to be or not to be", "to be or not to be", true),
      ("to be or not to be", "to be or to be", true),
      ("Go! Go! Go!", "go go", false), ("Go! Go! Go!", "go go go", true), ("No.", "no", true),
      ("No.", "so", false),
      ("Never ever leave me, never leave me", "never ever leave me", false),
      ("What is the way to be", "i want to be", false),
      ("Come back here right now", "come back here right um now", true),
      ("Come back here right now", "come back here right away now", false),
      ("Come back here now, um", "come back here now", true),
      ("see you at 7:30", "see you at seven", false),
      ("see you at 7:30", "see you at seven thirty", true), ("It's 42", "it's forty", false),
      ("say goodbye", "say good", false),
      ("say goodbye", "say good bye", true), ("你好世界", "你好世", false), ("你好世界", "你好世界", true),
    ])
  func `is reached when its last two words follow each other, and not before`(
    line: String, said: String, isReached: Bool
  ) {
    #expect(ExpectedLine(line).match(said).isEndReached == isReached)
  }
}

@Suite struct `A line of thousands of words` {
  private static func words(_ count: Int, of vocabulary: Int, seed: UInt64) -> [String] {
    var random = Seeded(seed)
    return (0..<count).map { _ in
      var word = "", value = Int.random(in: 0..<vocabulary, using: &random) + 1
      while value > 0 {
        word.append("bcdfghjklm"[String.Index(utf16Offset: value % 10, in: "bcdfghjklm")])
        word += "o"
        value /= 10
      }
      return word
    }
  }

  @Test func `is compared whole where it has 2,000`() {
    var words = Self.words(2000, of: 900, seed: 1)
    let line = ExpectedLine(words.joined(separator: " "))
    #expect(line.match(words.joined(separator: " ")).judged(.wordPerfect).isAccepted)
    words.removeSubrange(100..<700)
    let match = line.match(words.joined(separator: " "))
    #expect(match.share == 0.7 && match.missing.count == 600 && match.extras.isEmpty)
  }

  @Test func `is compared piece by piece where it has more`() {
    var words = Self.words(3500, of: 9000, seed: 2)
    let line = ExpectedLine(words.joined(separator: " "))
    words.remove(at: 3000)
    words[2500] = "zzz"
    words.insert("yyy", at: 1500)
    let match = line.match(words.joined(separator: " "))
    #expect(match.missing.count == 1 && match.changed.count == 1 && match.extras.count == 1)
    #expect(match.isEndReached)
  }

  @Test func `is compared with nothing of it in bounded time`() {
    let line = ExpectedLine(Self.words(6000, of: 900, seed: 3).joined(separator: " "))
    let match = line.match(Array(repeating: "42 zzz", count: 3000).joined(separator: " "))
    #expect(match.share == 0 && match.changed.count == 6000)
  }
}
