import CueListening
import CueModel
import Foundation
import TestSupport
import Testing

private let line = ListenExpectation.line(
  SceneLine(
    "Once upon a time there was a miller who had three sons and nothing to leave them but a cat."))

/// When listening ends, in seconds, where the line is understood up to "had", which ends at 1.9 s, and nothing after it.
///
/// What is missing takes half as long as it should at 1.6 s of speech.
private func end(speech: ClosedRange<Double>..., seconds: Double = 9) throws -> Double {
  let heard = heard("once upon a time there was a miller who had")
  var settings = ListenSettings()
  settings.endsWhereLineMayBeWhole = true
  let sound = room(seconds: seconds, speech: speech)
  let session = ListenSession(
    ScriptedRecognizer(hearing: [(30400, heard)], final: heard), sound.format, expecting: line,
    settings)
  _ = try session.open(cancellation: Cancellation())
  _ = try session.hear(sound, cancellation: Cancellation())
  let frame = try session.finish(cancellation: Cancellation()).result.frameCount
  return Double(frame) / Double(sound.format.rateHertz)
}

/// The result for `line` if `partial` is heard `delay` seconds after its last word, and `final` in the end.
private func result(
  _ partial: Heard, delay: Double = 0.3, expecting line: ListenExpectation = line,
  final: Heard? = nil, speech: ClosedRange<Double>
) throws -> (seconds: Double, mayBeWhole: Bool) {
  var settings = ListenSettings()
  settings.endsWhereLineMayBeWhole = true
  let sound = room(seconds: 9, speech: speech)
  let frame = (partial.words.last?.frames.upperBound ?? 0) + sound.format.frames(inSeconds: delay)
  let ear = ScriptedRecognizer(hearing: [(frame, partial)], final: final ?? partial)
  let session = ListenSession(ear, sound.format, expecting: line, settings)
  _ = try session.open(cancellation: Cancellation())
  _ = try session.hear(sound, cancellation: Cancellation())
  let result = try session.finish(cancellation: Cancellation()).result
  return (Double(result.frameCount) / Double(sound.format.rateHertz), result.mayBeWhole)
}

/// Somebody's words with frames, all of the expected line's.
private func heard(_ text: String, _ further: Heard.Word...) -> Heard {
  var heard = Heard(text: ([text] + further.map(\.text)).joined(separator: " "))
  heard.words = text.split(separator: " ").enumerated().map { index, word in
    var word = Heard.Word(String(word), frames: 8000 + index * 2240..<8000 + (index + 1) * 2240)
    word.phrase = 0
    return word
  }
  heard.words += further
  return heard
}

private func word(
  _ text: String, _ seconds: ClosedRange<Double>, isOutside: Bool = false
) -> Heard.Word {
  var word = Heard.Word(
    text, frames: Int(seconds.lowerBound * 16000)..<Int(seconds.upperBound * 16000))
  word.phrase = isOutside ? nil : 0
  word.isOutside = isOutside
  return word
}

/// A line whose last words are not understood is over once somebody has spoken for about as long as they take.
@Suite struct `Missing words at a line's end` {
  @Test func `missing last words count as said if the actor spoke for their length`() throws {
    #expect(abs(try end(speech: 0.5...3.8) - 4.6) < 0.1)
    #expect(abs(try end(speech: 0.5...2.6) - 4.6) < 0.1, "not yet: 2 s after 2.6 s")
  }

  /// In a rehearsal, somebody went on at that very moment, and was cut off: neither silent nor heard.
  @Test(arguments: [2.9, 3.3, 3.4, 3.42, 3.44, 3.46, 3.48, 3.5, 3.52, 3.6, 3.8])
  func `missing last words do not count as said if the actor continues after a pause`(
    resumed: Double
  ) throws {
    #expect(try end(speech: 0.5...1.9, resumed...5.5) > 5.5)
  }

  @Test func `are not said in the pauses between them`() throws {
    #expect(abs(try end(speech: 0.5...1.9, 2.9...3.7) - 5.7) < 0.1, "2 s after 3.7 s")
    #expect(abs(try end(speech: 0.5...1.9, 2.9...5) - 5.8) < 0.1, "0.8 s after 5 s")
  }

  @Test func `missing last words do not count as said if the actor says “um” instead`() throws {
    let miller = "once upon a time there was a miller who had"
    #expect(abs(try result(heard(miller), speech: 0.5...3.8).seconds - 4.6) < 0.1)
    let hesitating = heard(miller, word("um", 1.9...2.5), word("um", 2.5...3.8))
    #expect(abs(try result(hesitating, speech: 0.5...3.8).seconds - 5.8) < 0.1)
  }

  @Test func `a last word does not count if it comes sooner than the words before it can be said`()
    throws
  {
    let leaping = heard(
      "once upon a time there was a miller who had", word("cat", 1.95...2.2))
    #expect(abs(try result(leaping, speech: 0.5...2.6).seconds - 4.6) < 0.1, "2 s after 2.6 s")
    #expect(abs(try result(leaping, speech: 0.5...3.9).seconds - 4.7) < 0.1)
  }

  @Test func `missing last words count as said if one of them is heard among other words`() throws {
    let others = heard(
      "once upon a time there was a miller who had", word("k aa b", 1.9...3.65, isOutside: true),
      word("a", 3.65...3.8))
    #expect(abs(try result(others, speech: 0.5...3.9).seconds - 4.7) < 0.1)
  }

  @Test func `missing last words do not count while the word before them lasts`() throws {
    let line = ListenExpectation.line(SceneLine("I know."))
    let partial = Heard(text: "i", words: [word("i", 0.5...0.6)])
    #expect(
      abs(try result(partial, delay: 0.05, expecting: line, speech: 0.5...0.8).seconds - 2.8) < 0.1)
    #expect(
      abs(try result(partial, delay: 0.05, expecting: line, speech: 0.5...1.1).seconds - 1.9) < 0.1)
  }

  @Test func `were said if the recognizer finds so in the end`() throws {
    let miller = "once upon a time there was a miller who had"
    let hesitating = heard(miller, word("um", 1.9...2.5), word("um", 2.5...3.8))
    #expect(try !result(hesitating, speech: 0.5...3.8).mayBeWhole)
    #expect(try result(hesitating, final: heard(miller), speech: 0.5...3.8).mayBeWhole)
  }

  @Test func `are not waited for longer where the room rings`() throws {
    // By 60 dB in 0.5 s, and the room's noise is 46 dB below the voice.
    var samples = room(seconds: 6, speech: 0.5...2).floats
    for frame in 32000..<samples.count {
      let time = Double(frame) / 16000
      let gain: Double = 0.2 * exp(-6.9 * (time - 2) / 0.5)
      let tone: Double = sin(2 * Double.pi * 180 * time)
      samples[frame] += Float(gain * tone)
    }
    let sound = AudioBuffer(float32: samples, rateHertz: 16000)
    func seconds(endsThere: Bool) throws -> Double {
      var settings = ListenSettings()
      settings.endsWhereLineMayBeWhole = endsThere
      // "not" was not understood.
      let heard = heard("i can stay in this house")
      let session = ListenSession(
        ScriptedRecognizer(hearing: [(30400, heard)], final: heard), sound.format,
        expecting: .line(SceneLine("I can not stay in this house.")), settings)
      _ = try session.open(cancellation: Cancellation())
      _ = try session.hear(sound, cancellation: Cancellation())
      return Double(try session.finish(cancellation: Cancellation()).result.frameCount) / 16000
    }
    let (waiting, going) = (try seconds(endsThere: false), try seconds(endsThere: true))
    // The ring falls into the noise within 0.33 s, and 0.16 s of that are silence.
    #expect(abs(going - 2.97) < 0.02, "\(going)")
    #expect(waiting > going + 0.1, "\(waiting)")
  }
}
