import CueListening
import CueModel
import TestSupport
import Testing

/// How long it takes from the end of somebody's speech to the end of listening, in seconds.
///
/// All of `line` is expected and heard, each word 0.25 s long but the last, which lasts `lastSeconds`. `noise` is the amplitude of
/// the room's noise.
private func wait(_ line: String, lastSeconds: Double, noise: Float = 0.0017) throws -> Double {
  let words = line.split(separator: " ").map(String.init)
  var heard = Heard(text: line)
  for (index, text) in words.enumerated() {
    let start = 8000 + index * 4000
    let count = index + 1 == words.count ? Int(lastSeconds * 16_000) : 4000
    var word = Heard.Word(text, frames: start..<start + count)
    word.phrase = 0
    heard.words.append(word)
  }
  let end = Double(try #require(heard.words.last).frames.upperBound) / 16_000
  let sound = room(seconds: end + 3, speech: [0.5...end], noise: noise)
  let ear = ScriptedRecognizer(hearing: [(Int(end * 16_000), heard)], final: heard)
  let session = ListenSession(ear, sound.format, expecting: .line(SceneLine(line)))
  _ = try session.open(cancellation: Cancellation())
  _ = try session.hear(sound, cancellation: Cancellation())
  let result = try session.finish(cancellation: Cancellation()).result
  #expect(result.reason == .matched)
  return Double(result.frameCount) / 16_000 - end
}

/// The end of a known line is believed sooner or later, as its last word sounds.
@Suite struct `The last word of a line` {
  @Test func `0.3 s of silence after the last word end a line`() throws {
    #expect(abs(try wait("was it you who called me", lastSeconds: 0.3) - 0.3) < 0.1)
  }

  /// In noise, the end of "playing" was heard as "Lane", which came after a pause.
  @Test func `is waited for where it is so short that it may be the end of the word before`() throws
  {
    #expect(abs(try wait("was it you who called jonathan", lastSeconds: 0.3) - 0.5) < 0.1)
    #expect(abs(try wait("was it you who called jonathan", lastSeconds: 0.9) - 0.3) < 0.1)
  }

  @Test func `a last word is never too short if the pace is unknown`() throws {
    #expect(abs(try wait("called jonathan", lastSeconds: 0.3) - 0.3) < 0.1)
  }

  @Test(arguments: ["box", "life", "month", "stop"])
  func `may end with a sound that noise hides`(word: String) throws {
    let line = "was it you who called \(word)"
    #expect(abs(try wait(line, lastSeconds: 0.4) - 0.3) < 0.1)
    #expect(abs(try wait(line, lastSeconds: 0.4, noise: 0.025) - 0.45) < 0.1)
  }

  @Test(arguments: ["Lane", "window", "she", "again"])
  func `a last word that ends with a voiced sound ends in noise as usual`(word: String) throws {
    let line = "was it you who called \(word)"
    #expect(abs(try wait(line, lastSeconds: 0.4, noise: 0.025) - 0.3) < 0.1)
  }
}
