import CueText
import Testing

private let text = "I never said that to him."

/// What a recognizer heard of ``text``; `[…]` is beside the line, and a number after a word is how sure it is of that word.
private func hearing(_ words: String, by name: String, whole: Double? = nil) -> LineHearing {
  let heard = words.split(separator: " ").map { part in
    let pieces = part.split(separator: "/")
    return HeardWord(
      String(pieces[0]), isOutside: part.hasPrefix("["),
      confidence: pieces.count > 1 ? Double(pieces[1]) : nil)
  }
  return LineHearing(
    name: name, match: ExpectedLine(text).match(heard), words: heard, confidence: whole)
}

/// What is doubted: `changed him:her second`.
private func doubts(_ grammar: String?, _ second: String?, whole: Double? = nil, end: Int? = nil)
  -> [String]
{
  let judgement = LineJudgement(
    of: ExpectedLine(text), grammar: grammar.map { hearing($0, by: "first") },
    second: second.map { hearing($0, by: "other", whole: whole) }, end: end)
  return judgement.doubts.map { doubt in
    let word = String(decoding: Array(text.utf8)[doubt.range], as: UTF8.self)
    return "\(doubt.kind.rawValue) \(word):\(doubt.heard) \(doubt.source.kind)"
  }
}

@Suite struct `The wording of a line that two recognizers heard` {
  @Test func `words that both recognizers heard count as written`() {
    let judgement = LineJudgement(
      of: ExpectedLine(text), grammar: hearing("i never said that to him", by: "first"),
      second: hearing("i never said that to him", by: "other"))
    #expect(judgement.isAsWritten && judgement.source == .both("first", "other"))
  }

  @Test func `has a changed word where neither heard that of the line`() {
    #expect(
      doubts("i never said that to", "i never said that to her/0.2") == ["changed him:her both"])
    #expect(doubts("i said that to him", "i said that to him") == ["missing never: both"])
  }

  @Test func `believes a second recognizer alone only where it is sure`() {
    let right = "i never said that to him"
    #expect(doubts(right, "i never said that to her/0.8") == ["changed him:her second"])
    #expect(doubts(right, "i never said that to her/0.3") == [])
    #expect(doubts(right, "i said that to him") == [], "it may have missed a word")
    #expect(
      doubts(right, "i never said that to elephant") == ["changed him:elephant second"],
      "who does not tell how sure they are is sure of what sounds different")
    #expect(doubts(right, "i never said that to hem") == [])
    #expect(
      doubts(right, "i never bread mat to him") == [
        "changed said:bread second", "changed that:mat second",
      ])
    #expect(doubts(right, "i never bread mat two elephant") == [], "it misheard a run of words")
  }

  @Test
  func
    `believes a second recognizer that tells how sure it is in a word without a name, and in longer runs`()
  {
    let right = "i never said that to him"
    #expect(doubts(right, "i [/0.8 said that to him") == ["missing never: second"])
    #expect(doubts(right, "i [/0.3 said that to him") == [], "it is not sure")
    #expect(doubts(right, "i [ said that to him") == [], "it does not tell")
    #expect(doubts(right, "[/0.8 i said that to him") == [], "that is elsewhere")
    #expect(
      doubts(right, "i never bread/0.8 mat/0.8 two/0.8 him") == [
        "changed said:bread second", "changed that:mat second", "changed to:two second",
      ])
    #expect(
      doubts(right, "banana/0.8 boat/0.7 him/0.9").count == 2, "it is sure of something else")
    #expect(doubts(right, "banana/0.8 boat/0.4 him/0.9") == [])
  }

  @Test func `is cleared of what the first one missed`() {
    #expect(doubts("i said that him", "i never said that to him") == [])
  }

  @Test func `is the first one's where there is no second`() {
    #expect(doubts("i said that to him", nil) == ["missing never: grammar"])
    #expect(doubts("i never said that to him [noise]", nil) == ["added : grammar"])
  }

  @Test func `is the second's where the first understood nothing`() {
    #expect(doubts(nil, "i said that to him") == ["missing never: second"])
    #expect(LineJudgement(of: ExpectedLine(text), grammar: nil, second: nil).source == nil)
  }

  @Test func `a recognizer that heard too little, or is unsure, does not judge the line`() {
    let right = hearing("i never said that to him", by: "first")
    for second in [
      hearing("banana boat that", by: "other"),
      hearing("i never said that to elephant", by: "other", whole: 0.3), hearing("", by: "other"),
    ] {
      let judgement = LineJudgement(of: ExpectedLine(text), grammar: right, second: second)
      #expect(judgement.gap == .unsure && judgement.isAsWritten)
      #expect(judgement.source == .grammar("first"))
    }
  }

  @Test func `words after an interruption are not doubted`() {
    let cut = Array(text.utf8).count - "to him.".utf8.count
    #expect(
      doubts("i said that", "i said that") == [
        "missing never: both", "missing to: both", "missing him: both",
      ])
    #expect(doubts("i said that", "i said that", end: cut) == ["missing never: both"])
  }

  @Test func `has a word too much where both heard something, or the second is sure of it`() {
    let right = "i never said that to him"
    #expect(doubts(right, "i never ever/0.8 said that to him") == ["added :ever second"])
    #expect(doubts(right, "i never ever/0.2 said that to him") == [])
    #expect(
      doubts("i never [noise] said that to him", "i never ever said that to him")
        == ["added :ever both"])
    #expect(doubts("i never [noise] said that to him", right) == [], "a breath")
    let judgement = LineJudgement(
      of: ExpectedLine(text), grammar: nil,
      second: hearing("i never ever said that to him", by: "other"))
    #expect(judgement.doubts.first?.range == 8..<8, "ahead of “said”")
  }
}

@Suite struct `A report on the wording of a run` {
  @Test func `has each line in its place, as often as it was said, and counts`() {
    let line = ExpectedLine(text)
    let right = hearing("i never said that to him", by: "first")
    let wrong = hearing("i said that to him", by: "first")
    var report = WordingReport()
    report.take(LineJudgement(of: line, grammar: wrong, second: nil), ofLine: 7)
    report.take(LineJudgement(of: line, grammar: right, second: right), ofLine: 2)
    var late = LineJudgement(of: line, grammar: right, second: nil)
    late.gap = .late
    report.take(late, ofLine: 7)
    #expect(report.lines.map(\.line) == [2, 7] && report.lines.map(\.judgements.count) == [1, 2])
    #expect(report.count == 3 && report.countAsWritten == 2 && report.countWithSecond == 1)
    #expect(report.count(without: .late) == 1 && report.count(without: .busy) == 0)
    #expect(report.lines.compactMap(\.judgements.last?.isAsWritten) == [true, true])
  }
}
