import CueListening
import CueModel
import TestSupport
import Testing

private let question =
  "Why is it that at a bachelor's house the servants always drink the champagne?"

/// The result for words that the recognizer counts as the line `expected`, a quarter of a second each, after the line `echo`.
private func result(
  _ words: String, expecting expected: String, after echo: String = question
) throws -> ListenResult {
  var heard = Heard(text: words)
  heard.words = words.split(separator: " ").enumerated().map { index, text in
    var word = Heard.Word(String(text), frames: 8000 + index * 4000..<12000 + index * 4000)
    word.phrase = 0
    return word
  }
  let end = heard.words.last?.frames.upperBound ?? 0
  let sound = room(seconds: 9, speech: 0.5...Double(end) / 16000, 6...8)
  var settings = ListenSettings()
  settings.echo = echo
  let session = ListenSession(
    ScriptedRecognizer(hearing: [(end, heard)], final: heard), sound.format,
    expecting: .line(SceneLine(expected)), settings)
  _ = try session.open(cancellation: Cancellation())
  _ = try session.hear(sound, cancellation: Cancellation())
  return try session.finish(cancellation: Cancellation()).result
}

/// The partner's own line comes back from the room.
@Suite struct `An echo without its first words` {
  private let rest = "that at a bachelor's house the servants always drink the champagne"

  @Test func `ends where the partner's line does, whatever line the recognizer takes it for`()
    throws
  {
    let observed =
      "I have often observed that in married households the champagne is rarely of a first rate brand."
    let end = try #require(try result(rest, expecting: observed).echoEndFrame)
    #expect(end == 52000, "where “champagne” ends")
  }

  @Test func `is no echo where the actor's own line has the same words`() throws {
    let repeated = "That at a bachelor's house they drink the champagne? The servants always drink."
    #expect(try result(rest, expecting: repeated).echoEndFrame == nil)
  }

  @Test(arguments: ["no", "no i have", "no i have never"])
  func `is no echo where the actor's line begins with the partner's words`(said: String) throws {
    let answer = "No, I have never seen him, and I do not think that I ever want to."
    #expect(try result(said, expecting: answer, after: "No.").echoEndFrame == nil)
  }
}
