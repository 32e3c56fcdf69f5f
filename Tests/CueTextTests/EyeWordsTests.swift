import Testing

@testable import CueText

@Suite struct `Words for the speaker's eye` {
  @Test(arguments: [
    ("Good evening. [CLICK] Thank you.", "Good evening.         Thank you."),
    (
      "[PAUSE 2s] (smile) Please look. <<next slide>> Here.",
      "                   Please look.                Here."
    ),
    ("A [[note]] b {\\an8}c ~~d~~ e[^1].", "A          b       c       e    ."),
    ("He left (at last). [the king] [sic] [I] said <<bonjour, madame>> (see page 5).", nil),
    ("(lächelt) Ja. (Pause)", "           Ja.        "), ("(I look at you)", nil),
    ("a [b](c) (look, a bird)", nil),
  ])
  func `Words for the speaker's eye are blanked, and no others`(text: String, said: String?) {
    #expect(EyeWords.blanked(text) == said ?? text)
    #expect(EyeWords.blanked(text).utf8.count == text.utf8.count)
  }

  @Test(arguments: [
    ("pause 2s", 2000), ("PAUSE", 700), ("long beat", 1500), ("a pause of three seconds", 3000),
    ("half a beat", 700), ("lange Pause", 1500), ("0:05 pause", 5000), ("pikk paus", 1500),
    ("pause for laughter", nil), ("paws", nil), ("two seconds", nil), ("the pause button", nil),
  ])
  func `ask for a silence only where they say nothing else`(text: String, milliseconds: Int?) {
    #expect(PauseWords.milliseconds(in: text) == milliseconds)
  }

  @Test func `cut a speech at its pauses and leave nothing else of themselves`() {
    let text =
      "Good evening. [CLICK] Thank you all for coming.\n\n[PAUSE 2s] (smile) Please look. [pause] Now.\n\n[PAUSE]"
    let pieces = Segments.ofSpeech(text, language: "en", .sentence)
    #expect(pieces.map(\.pauseMilliseconds) == [0, 0, 2000, 700])
    #expect(
      pieces.map { $0.said.split(separator: " ").joined(separator: " ") }
        == ["Good evening.", "Thank you all for coming.", "Please look.", "Now."])
    #expect(pieces.map(\.number) == [0, 1, 2, 3])
    let bytes = Array(text.utf8)
    #expect(pieces.allSatisfy { String(decoding: bytes[$0.range], as: UTF8.self) == $0.text })
  }

  @Test(arguments: [
    ("to re-\nduce the num-\nber", "to reduce  \nthe number  "),
    ("the well-\nknown room", "the well-known \n room"),
    ("Ein- und Aus-\nund Eingang", nil), ("a co-op and co-\nop", "a co-op and co-op "),
    ("x -\ny", nil),
    ("Mont-\nBlanc", nil), ("soft\u{ad}\nware", "software   "), ("re-\r\nduce.", "reduce.   "),
  ])
  func `do not include words that a line's end divides: those are joined`(
    text: String, joined: String?
  ) {
    let said = LineEndHyphens.joined(text)
    func words(_ text: String) -> [Substring] { text.split(whereSeparator: \.isWhitespace) }
    #expect(words(said) == words(joined ?? text))
    #expect(said.utf8.count == text.utf8.count)
  }
}

@Suite struct `A number among other signs` {
  /// What rules make words of, one of each rule.
  private static let tokens = [
    "$3.50", "€1.234,56", "$5-10", "5km", "20%", "5/17/2024", "5'10\"", "10:00", "10:00-11:30",
    "7:30pm", "10–12", "21st", "1/2", "1990s", "1,234", "42", "-5",
  ]
  private static let before = ["x", "7", "7.", "7:", "7-", "7/", "7,", "€", "²"]
  private static let after = ["x", "7", ".7", ":7", "-7", "/7", ",7", "€7", "²"]

  @Test(arguments: tokens)
  func `A number among other signs is not said in part`(token: String) {
    for sign in Self.before {
      let text = sign + token
      let said = NormalizedText(text, language: "en").text
      // It is said whole, or it stays.
      #expect(said == text || !said.contains(where: \.isNumber), "\(text): \(said)")
    }
    for sign in Self.after {
      let text = token + sign
      let said = NormalizedText(text, language: "en").text
      #expect(said == text || !said.contains(where: \.isNumber), "\(text): \(said)")
    }
  }

  @Test(arguments: [
    ("10:00-11:30", "ten o'clock to eleven thirty"), ("at 7:30pm", "at seven thirty p.m."),
    ("6:30-7pm", "six thirty to seven p.m."),
    ("9–11 a.m.", "nine to eleven a.m."),
    ("€1.234,56", "one thousand two hundred thirty-four euros and fifty-six cents"),
    ("€29,99", "twenty-nine euros and ninety-nine cents"), ("No. 5", "number five"),
    ("He said no. Five left.", "He said no. Five left."),
    ("5 ft. 3 in. tall", "five feet three inches tall"),
    ("5' 10\"", "five feet ten inches"), ("Act Ⅳ, Scene Ⅸ", "Act four, Scene nine"),
    ("C++", "C plus plus"),
    ("😀👍", "grinning face thumbs up"), ("👨‍👩‍👧‍👦", "family"),
    ("Super Bowl LVII", "Super Bowl fifty-seven"),
    ("Queen Elizabeth I in", "Queen Elizabeth the first in"),
    ("KING RICHARD III", "KING RICHARD the third"),
    ("Mary I think", "Mary I think"), ("Washington DC", "Washington DC"),
    ("10%-20%", "ten percent to twenty percent"),
    ("3.5-4 kg", "three point five to four kilograms"), ("$5-$10", "five to ten dollars"),
    ("a 5-foot wall", "a five-foot wall"), ("_5 km_ and *3%*", "five kilometers and three percent"),
    ("24/7", "24/7"), ("5²", "5²"),
  ])
  func `A number among other signs is said as a whole`(text: String, words: String) {
    #expect(NormalizedText(text, language: "en").text == words)
    #expect(NormalizedText(words, language: "en").text == words)
  }

  @Test(arguments: [
    ("{\\an8}And the second.", "And the second."), ("It is true[^1].", "It is true."),
    ("~~Old~~ New", " New"), ("Look. <<next slide>> Here.", "Look.  Here."),
  ])
  func `and marks for the eye do not reach the voice`(text: String, words: String) {
    #expect(NormalizedText(text, language: "en").text == words)
  }

  /// A rehearsal expected them of the actor.
  @Test(arguments: [
    ("Look. <<next slide>> Here ~~there~~ it is.", ["Look", "Here", "it", "is"]),
    ("[CLICK] Good (smile) evening.", ["Good", "evening"]), ("~~All of it~~", []),
    ("5 < 6, he said (at last).", ["5", "6", "he", "said", "at", "last"]),
  ])
  func `and nothing for the eye is expected of an actor`(text: String, words: [String]) {
    let bytes = Array(text.utf8)
    let expected = ExpectedLine(text).words.map { String(decoding: bytes[$0.range], as: UTF8.self) }
    #expect(expected == words)
  }
}
