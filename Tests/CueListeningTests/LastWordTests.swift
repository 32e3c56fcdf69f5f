import CueAudio
import CueListening
import CueModel
import TestSupport
import Testing

/// When and why a known line ends whose last word, "stay", was heard in such frames, in seconds.
private func end(
  _ sound: AudioBuffer, lastWord: ClosedRange<Double>
) throws -> (reason: Endpointer.Reason, seconds: Double) {
  func word(_ text: String, _ seconds: ClosedRange<Double>) -> Heard.Word {
    var word = Heard.Word(
      text, frames: Int(seconds.lowerBound * 16000)..<Int(seconds.upperBound * 16000))
    word.phrase = 0
    return word
  }
  var heard = Heard(text: "i can't stay")
  heard.words = [word("i", 0.5...0.8), word("can't", 0.8...1.3), word("stay", lastWord)]
  let ear = ScriptedEar(
    hearing: [(Int(lastWord.upperBound * 16000), heard)], final: heard)
  let session = ListenSession(
    ear, sound.format, expecting: .line(SceneLine("I can't stay.")), ListenSettings())
  _ = try session.open(cancellation: Cancellation())
  _ = try session.hear(sound, cancellation: Cancellation())
  let result = try session.finish(cancellation: Cancellation()).result
  return (result.reason, Double(result.frameCount) / 16000)
}

@Suite struct `The last word of a line` {
  @Test func `ends it soon where it has a voice`() throws {
    let (reason, seconds) = try end(room(seconds: 6, speech: [0.5...1.7]), lastWord: 1.3...1.7)
    #expect(reason == .matched)
    #expect((1.95...2.15).contains(seconds), "\(seconds)")
  }

  @Test func `is waited for where it was heard in the breath before a pause`() throws {
    let (reason, seconds) = try end(room(seconds: 6, speech: [0.5...1.7]), lastWord: 1.75...1.9)
    #expect(reason == .endOfSpeech)
    #expect((2.45...2.65).contains(seconds), "\(seconds)")
  }

  @Test func `ends a whispered line soon, too`() throws {
    let (reason, _) = try end(whisper(seconds: 6, 0.5...1.7), lastWord: 1.75...1.9)
    #expect(reason == .matched)
  }

  /// Noise with the syllables of speech, in a quiet room.
  private func whisper(seconds: Double, _ speech: ClosedRange<Double>) -> AudioBuffer {
    var state: UInt64 = 5
    let samples = (0..<Int(seconds * 16000)).map { frame -> Float in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let noise = Float(Int32(truncatingIfNeeded: state >> 32)) / Float(Int32.max)
      let isSyllable = frame / 3200 % 2 == 0 || frame % 3200 < 2400
      return noise * (speech.contains(Double(frame) / 16000) && isSyllable ? 0.1 : 0.0005)
    }
    return AudioBuffer(float32: samples, rateHertz: 16000)
  }
}
