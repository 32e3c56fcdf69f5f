import CueModel
import CueSystem
import CueText

/// A line that was said and is over, for a second recognizer.
public struct SecondQuestion: Sendable {
  /// Tells the answer's line; the asker's own number.
  public var number: Int
  /// The line as written.
  public var text: String
  /// A BCP 47 tag.
  public var language: String
  /// What was recorded of it, without the silence around.
  public var sound: AudioBuffer
  /// How the first recognizer heard it; nil if it understood nothing.
  public var grammar: LineHearing?
  /// The byte of the line at which the speaker was interrupted; nothing after it is doubted.
  ///
  /// Nil without an interruption.
  public var end: Int?

  /// A line that was said.
  public init(
    _ number: Int, _ text: String, language: String, sound: AudioBuffer, grammar: LineHearing?,
    end: Int? = nil
  ) {
    self.number = number
    self.text = text
    self.language = language
    self.sound = sound
    self.grammar = grammar
    self.end = end
  }
}

/// What a second recognizer made of a line.
public struct SecondOpinion: Equatable, Sendable {
  /// The line, by the asker's number.
  public var number: Int
  /// How it was said, as both recognizers hear it; as the first alone does where there is a ``LineJudgement/gap``.
  public var judgement: LineJudgement
  /// What the second heard; empty if it was not asked.
  public var heard = ""
  /// Why it failed, where it did.
  public var failure: ListenFailure?

  /// An opinion on the line of that number.
  package init(
    number: Int, judgement: LineJudgement, heard: String = "", failure: ListenFailure? = nil
  ) {
    self.number = number
    self.judgement = judgement
    self.heard = heard
    self.failure = failure
  }
}

/// Lets a second recognizer hear lines that are over, on a thread of its own, while whatever asks goes on.
///
/// Asking never waits. What waits is bounded, in number and in sound: a question too many is answered at once by the first
/// recognizer's judgement. So it is with every question where the second one fails; after three failures in a row it is not asked
/// again. No answer is lost: each question has one, at the latest from ``finish(withinMilliseconds:clock:cancellation:)``.
public final class SecondListener: Sendable {
  /// How many lines may wait.
  public static let mostWaiting = 16
  /// How many seconds of sound may wait.
  public static let mostWaitingSeconds = 180.0
  /// A longer recording is not heard a second time, in seconds.
  public static let mostSeconds = 90.0
  /// A recognizer that fails this often in a row is not asked again.
  public static let mostFailures = 3
  /// A recognizer that has not ended this many milliseconds after it was asked to is abandoned.
  private static let patienceMilliseconds = 1000

  private struct State: Sendable {
    var waiting: [SecondQuestion] = []
    var waitingSeconds = 0.0
    /// The question at work.
    var current: SecondQuestion?
    var answers: [SecondOpinion] = []
    var isEnding = false
    /// No thread answers any more.
    var isOver = false
    var isGivenUp = false
  }

  private let monitor = Monitor(State())
  // Only the thread that hears uses it, from its start to its end.
  private nonisolated(unsafe) let recognizer: any Recognizer
  /// Whose judgement it is: the recognizer's name.
  public let name: String
  private let giveUp = Cancellation()
  private let ended = Cancellation()

  /// Lets `recognizer` hear; the caller does not use it until ``finish(withinMilliseconds:clock:cancellation:)`` says that it may.
  public init(_ recognizer: any Recognizer) {
    name = recognizer.name
    unsafe self.recognizer = recognizer
    do throws(ThreadError) {
      try Threads.start("second opinion") { [self] in listen() }
    } catch {
      monitor.change { $0.isOver = true }
      ended.cancel()
    }
  }

  // The asker's side.

  /// Asks about a line that is over; returns at once.
  public func ask(_ question: SecondQuestion) {
    var question = question
    if question.sound.format.channels > 1 {
      question.sound = AudioBuffer(
        float32: question.sound.monoFloats, rateHertz: question.sound.format.rateHertz)
    }
    let seconds = SecondListener.seconds(of: question.sound)
    monitor.change { state in
      let gap: OpinionGap? =
        if state.isOver || state.isEnding || state.isGivenUp {
          .failed
        } else if seconds > SecondListener.mostSeconds {
          .tooLong
        } else if state.waiting.count >= SecondListener.mostWaiting
          || state.waitingSeconds + seconds > SecondListener.mostWaitingSeconds
        {
          .busy
        } else {
          nil
        }
      if let gap {
        state.answers.append(SecondListener.answer(to: question, gap))
      } else {
        state.waiting.append(question)
        state.waitingSeconds += seconds
      }
    }
  }

  /// The answers that have come since this was last asked, in their order; does not wait.
  public func take() -> [SecondOpinion] {
    monitor.change { state in
      defer { state.answers = [] }
      return state.answers
    }
  }

  /// No more questions come: waits for what is still to be judged, and answers the rest by the first recognizer alone.
  ///
  /// - Parameters:
  ///   - milliseconds: how long it waits at most
  ///   - clock: lets that time pass
  ///   - cancellation: ends the wait
  /// - Returns: all answers that were not taken yet, and whether the recognizer is free again; it is not where it hangs
  public func finish(
    withinMilliseconds milliseconds: Int, clock: any MonotonicTime,
    cancellation: Cancellation = Cancellation()
  ) -> (answers: [SecondOpinion], isFree: Bool) {
    monitor.change { $0.isEnding = true }
    wait(milliseconds, clock, cancellation)
    if !ended.isCancelled {
      giveUp.cancel()
      wait(SecondListener.patienceMilliseconds, clock, Cancellation())
    }
    let isFree = ended.isCancelled
    let answers = monitor.change { state in
      state.isOver = true
      let rest = (state.current.map { [$0] } ?? []) + state.waiting
      state.current = nil
      state.waiting = []
      state.answers += rest.map { SecondListener.answer(to: $0, .late) }
      defer { state.answers = [] }
      return state.answers
    }
    return (answers, isFree)
  }

  private func wait(
    _ milliseconds: Int, _ clock: any MonotonicTime, _ cancellation: Cancellation
  ) {
    guard !ended.isCancelled else { return }
    let awake = Cancellation()
    ended.withHandler({ awake.cancel() }) {
      cancellation.withHandler({ awake.cancel() }) {
        clock.wait(milliseconds: milliseconds, cancellation: awake)
      }
    }
  }

  // The thread.

  private func listen() {
    defer {
      monitor.change { $0.isOver = true }
      ended.cancel()
    }
    var failures = 0
    while let question = next() {
      var answer: SecondOpinion
      do throws(ListenFailure) {
        answer = try judged(question)
        failures = 0
      } catch {
        unsafe recognizer.close()
        answer = SecondListener.answer(to: question, giveUp.isCancelled ? .late : .failed)
        if !giveUp.isCancelled {
          answer.failure = error
          failures += 1
        }
      }
      monitor.change { state in
        // The thread that gave up waiting has already answered it.
        guard state.current != nil, !state.isOver else { return }
        state.current = nil
        state.answers.append(answer)
        guard failures >= SecondListener.mostFailures else { return }
        state.isGivenUp = true
        state.answers += state.waiting.map { SecondListener.answer(to: $0, .failed) }
        state.waiting = []
        state.waitingSeconds = 0
      }
    }
  }

  private func next() -> SecondQuestion? {
    monitor.wait { state -> SecondQuestion?? in
      if state.isOver || giveUp.isCancelled || state.isGivenUp { return .some(nil) }
      guard !state.waiting.isEmpty else { return state.isEnding ? .some(nil) : nil }
      let question = state.waiting.removeFirst()
      state.waitingSeconds -= SecondListener.seconds(of: question.sound)
      state.current = question
      return question
    }
  }

  private func judged(_ question: SecondQuestion) throws(ListenFailure) -> SecondOpinion {
    let line = ExpectedLine(
      question.text, language: question.language.isEmpty ? "en" : question.language)
    let expectation = ListenExpectation.line(SceneLine(question.text))
    let reading = HeardReading(
      expectation, language: question.language, strictness: .wordPerfect, wantsSureWords: false)
    let heard = try heard(question, reading.phrases)
    let words = reading.words(heard)
    let hearing = LineHearing(
      name: name, match: line.match(words), words: words, confidence: heard.confidence)
    var answer = SecondOpinion(
      number: question.number,
      judgement: LineJudgement(
        of: line, grammar: question.grammar, second: hearing, end: question.end))
    answer.heard = heard.text
    return answer
  }

  private func heard(
    _ question: SecondQuestion, _ phrases: [ExpectedPhrase]
  ) throws(ListenFailure) -> Heard {
    let sound = question.sound
    var request = ListenRequest(format: sound.format, phrases: phrases)
    request.language = question.language
    _ = try unsafe recognizer.open(request, cancellation: giveUp)
    return try unsafe recognizer.hear(all: sound, cancellation: giveUp)
  }

  // Answers.

  /// What the first recognizer alone makes of it.
  private static func answer(to question: SecondQuestion, _ gap: OpinionGap) -> SecondOpinion {
    let line = ExpectedLine(
      question.text, language: question.language.isEmpty ? "en" : question.language)
    var judgement = LineJudgement(
      of: line, grammar: question.grammar, second: nil, end: question.end)
    judgement.gap = gap
    return SecondOpinion(number: question.number, judgement: judgement)
  }

  private static func seconds(of sound: AudioBuffer) -> Double {
    Double(sound.frameCount) / Double(sound.format.rateHertz)
  }
}
