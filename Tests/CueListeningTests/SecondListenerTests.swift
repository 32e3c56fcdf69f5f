import CueModel
import CueSystem
import CueText
import Testing

@testable import CueListening

private let line = "I never said that to him."

/// A recognizer that hears the same words in every stream, or fails; it may be kept from going on.
private final class OtherEar: Recognizer, Sendable {
  private struct State: Sendable {
    var opened = 0
    var isHeld = false
    var frames = 0
    var formats: [AudioFormat] = []
    var phrases: [ExpectedPhrase] = []
  }

  let name = "other"
  private let text: String
  private let failure: ListenFailure?
  private let state = Monitor(State())

  init(_ text: String, failing failure: ListenFailure? = nil, isHeld: Bool = false) {
    self.text = text
    self.failure = failure
    state.change { $0.isHeld = isHeld }
  }

  /// Waits until it hears a stream.
  func waitForStream() { state.wait { $0.opened > 0 ? () : nil } }
  func letGo() { state.change { $0.isHeld = false } }
  var opened: Int { state.change { $0.opened } }
  var frames: Int { state.change { $0.frames } }
  var phrases: [ExpectedPhrase] { state.change { $0.phrases } }
  var formats: [AudioFormat] { state.change { $0.formats } }

  func open(_ request: ListenRequest, cancellation: Cancellation) throws(ListenFailure)
    -> [Shortfall]
  {
    state.change {
      $0.opened += 1
      $0.formats.append(request.format)
      $0.phrases = request.phrases
    }
    return []
  }

  func push(_ sound: AudioBuffer, cancellation: Cancellation) throws(ListenFailure) -> [Heard] {
    state.wait { $0.isHeld ? nil : () }
    if cancellation.isCancelled { throw .cancelled }
    if let failure { throw failure }
    state.change { $0.frames += sound.frameCount }
    return []
  }

  func finish(cancellation: Cancellation) throws(ListenFailure) -> Heard { Heard(text: text) }
  func close() {}
}

/// Time that stands still until somebody wakes the waiting thread.
private struct PatientTime: MonotonicTime {
  var milliseconds: Int64 { 0 }
  func wait(milliseconds: Int, cancellation: Cancellation) {
    let isAwake = Monitor(false)
    cancellation.withHandler({ isAwake.change { $0 = true } }) {
      isAwake.wait { $0 ? () : nil }
    }
  }
}

/// Time that has passed at once.
private struct ImpatientTime: MonotonicTime {
  var milliseconds: Int64 { 0 }
  func wait(milliseconds: Int, cancellation: Cancellation) {}
}

private func question(_ number: Int, seconds: Double = 1, channels: Int = 1) -> SecondQuestion {
  let heard = [HeardWord("i"), HeardWord("never"), HeardWord("said"), HeardWord("that")]
  let match = ExpectedLine(line).match(heard)
  let format = AudioFormat(sample: .float32, rateHertz: 8000, channels: channels)
  return SecondQuestion(
    number, line, language: "en",
    sound: AudioBuffer(silentFrames: Int(seconds * 8000), format: format),
    grammar: LineHearing(name: "first", match: match, words: heard))
}

@Suite struct `A second opinion` {
  @Test func `judges all lines that were asked about, in their order`() {
    let ear = OtherEar("i never said that to her")
    let listener = SecondListener(ear)
    for number in 1...3 { listener.ask(question(number, channels: 2)) }
    let (answers, isFree) = listener.finish(withinMilliseconds: 1, clock: PatientTime())
    #expect(isFree && answers.map(\.number) == [1, 2, 3])
    #expect(answers.allSatisfy { $0.heard == "i never said that to her" })
    #expect(
      answers.allSatisfy {
        $0.judgement.doubts.map(\.kind) == [.changed] && $0.judgement.gap == nil
      }, "“to” was heard by the second, and “him” by neither")
    #expect(
      ear.formats == Array(repeating: AudioFormat(sample: .float32, rateHertz: 8000), count: 3))
    #expect(ear.frames == 3 * 8000)
    #expect(ear.phrases.first?.text.contains("never") == true, "it knows the line")
  }

  @Test func `of a recognizer that gives a text and no words names the word in its place`() {
    let listener = SecondListener(OtherEar("“I never sent that to Jim,” she said."))
    listener.ask(question(1))
    let doubts = listener.finish(withinMilliseconds: 1, clock: PatientTime()).answers[0].judgement
      .doubts
    #expect(doubts.map(\.heard).prefix(2) == ["sent", "Jim"], "\(doubts)")
    #expect(!doubts.contains { $0.heard.contains("never") }, "\(doubts)")
  }

  @Test func `a second opinion delays no line, and its queue has a limit`() {
    let ear = OtherEar("i never said that to him", isHeld: true)
    let listener = SecondListener(ear)
    listener.ask(question(0))
    ear.waitForStream()
    let count = SecondListener.mostWaiting + 2
    for number in 1...count { listener.ask(question(number)) }
    let early = listener.take()
    #expect(early.map(\.number) == [count - 1, count])
    #expect(early.allSatisfy { $0.judgement.gap == .busy && !$0.judgement.isAsWritten })
    ear.letGo()
    let (answers, _) = listener.finish(withinMilliseconds: 1, clock: PatientTime())
    #expect(answers.map(\.number) == Array(0...count - 2))
    #expect(answers.allSatisfy { $0.judgement.isAsWritten })
  }

  @Test func `is given no long recording, and not too much sound at once`() {
    let ear = OtherEar("i never said that to him", isHeld: true)
    let listener = SecondListener(ear)
    listener.ask(question(0, seconds: SecondListener.mostSeconds + 1))
    #expect(listener.take().map(\.judgement.gap) == [.tooLong])
    listener.ask(question(1, seconds: 1))
    ear.waitForStream()
    for number in 2...4 { listener.ask(question(number, seconds: 80)) }
    #expect(
      listener.take().map { "\($0.number) \($0.judgement.gap?.rawValue ?? "")" } == ["4 busy"])
    ear.letGo()
    _ = listener.finish(withinMilliseconds: 1, clock: PatientTime())
  }

  @Test func `a second opinion that fails three times is not asked again`() {
    let ear = OtherEar("", failing: ListenFailure(.recognizerUnavailable))
    let listener = SecondListener(ear)
    for number in 1...5 { listener.ask(question(number)) }
    let (answers, isFree) = listener.finish(withinMilliseconds: 1, clock: PatientTime())
    #expect(isFree && answers.map(\.number) == [1, 2, 3, 4, 5])
    #expect(answers.allSatisfy { $0.judgement.gap == .failed })
    #expect(answers.allSatisfy { $0.judgement.doubts.map(\.kind) == [.missing, .missing] })
    #expect(answers.count { $0.failure != nil } == 3 && ear.opened == 3)
  }

  @Test func `a second opinion that hangs is abandoned at the end of the run`() {
    let ear = OtherEar("i never said that to him", isHeld: true)
    let listener = SecondListener(ear)
    for number in 1...3 { listener.ask(question(number)) }
    ear.waitForStream()
    let (answers, isFree) = listener.finish(withinMilliseconds: 1, clock: ImpatientTime())
    #expect(!isFree && answers.map(\.number) == [1, 2, 3])
    #expect(
      answers.allSatisfy { $0.judgement.gap == .late && $0.judgement.source == .grammar("first") })
    ear.letGo()
    let rest = listener.finish(withinMilliseconds: 1, clock: PatientTime())
    #expect(rest.isFree && rest.answers.isEmpty, "what comes late is not told twice")
  }
}
