import CueModel
import TestSupport

@testable import CuePractice

/// A speech of two paragraphs and five sentences.
let speech = PracticeText(
  title: "Speech",
  content: """
    One is here. Two is here. Three is here.

    Four is here. Five is here.
    """, language: "en")

/// Practice as its rules alone make it, with a clock that is set by hand.
struct Rules {
  let reducer: PracticeReducer
  var state: PracticeState
  var clock = Duration.zero
  private(set) var effects: [PracticeEffect] = []

  init(
    _ settings: PracticeSettings = PracticeSettings(), text: PracticeText = speech,
    at offset: Int = 0, hasMicrophone: Bool = false
  ) {
    reducer = PracticeReducer(text)
    state = reducer.start(settings, at: offset, hasMicrophone: hasMicrophone)
  }

  /// Lets `event` happen, and keeps its effects.
  mutating func take(_ event: PracticeInput) {
    (state, effects) = reducer.reduce(state, event, at: clock)
  }

  mutating func obey(_ commands: PracticeCommand...) {
    for command in commands { take(.command(command)) }
  }

  /// The voice says the segment in this many milliseconds.
  mutating func speak(_ milliseconds: Int = 1000) {
    clock += .milliseconds(milliseconds)
    take(.spoken(utterance: state.utterance, took: .milliseconds(milliseconds)))
  }

  mutating func pass(_ milliseconds: Int) {
    clock += .milliseconds(milliseconds)
    take(.time)
  }

  var why: PracticeRefusal? {
    if case .ignored(_, let why) = effects.first { why } else { nil }
  }

  /// As in "speaking 3": what is done, and with which segment, counted from 1.
  var place: String { "\(state.status.rawValue) \(state.index + 1)" }
}

/// Voices by the names of choices; what is in `missing` cannot be had.
final class DoubleCast: PracticeCast {
  var voices: [String: any Voice] = ["": DoubleVoice()]
  private(set) var asked: [String] = []
  /// Choices that the lists of voices do not have.
  var unlisted: Set<String> = []

  func refusal(of choice: String) -> VoiceRefusal? {
    unlisted.contains(choice) ? VoiceRefusal("No list has “\(choice)”.") : nil
  }

  init(_ voice: any Voice = DoubleVoice()) { voices[""] = voice }

  func voice(_ choice: String) throws(VoiceRefusal) -> any Voice {
    asked.append(choice)
    guard let voice = voices[choice] else { throw VoiceRefusal("There is no voice “\(choice)”.") }
    return voice
  }
}

/// A running practice, with all its results.
final class Practising {
  let output = MemoryOutput()
  let cast: DoubleCast
  let session: PracticeDriver
  private(set) var reports: [PracticeReport] = []
  private(set) var outcome: PracticeOutcome?

  init(
    _ script: String = "", text: PracticeText = speech, cast: DoubleCast = DoubleCast(),
    at offset: Int = 0, listener: (any PracticeListener)? = nil,
    control: (any PracticeControl)? = nil,
    canGoOn: Bool = true,
    _ change: (inout PracticeSettings) -> Void = { _ in }
  ) throws {
    self.cast = cast
    var settings = PracticeSettings()
    change(&settings)
    session = PracticeDriver(
      text, settings: settings, at: offset, cast: cast, output: output,
      control: try control ?? ScriptedSpeaker(PracticeScript(parsing: script)), listener: listener,
      explain: { _ in canGoOn ? "It is gone." : nil })
  }

  @discardableResult
  func run() throws -> Self {
    outcome = try session.run { reports.append($0) }
    return self
  }

  /// The states in short: `speaking 1`.
  var states: [String] {
    var states: [String] = []
    for case .state(let state) in reports {
      let text = "\(state.status.rawValue) \(state.index + 1)"
      if states.last != text { states.append(text) }
    }
    return states
  }

  /// The reported words, as they are in the text.
  var words: [String] {
    reports.compactMap {
      guard case .word(_, let range, _, _) = $0 else { return nil }
      return String(decoding: Array(session.text.content.utf8)[range], as: UTF8.self)
    }
  }

  /// The segments that were said to their end, counted from 1.
  var said: [Int] {
    reports.compactMap { if case .said(let index, _) = $0 { index + 1 } else { nil } }
  }

  var ignored: [PracticeRefusal] {
    reports.compactMap { if case .ignored(_, let why) = $0 { why } else { nil } }
  }

  func contains(_ isWanted: (PracticeReport) -> Bool) -> Bool { reports.contains(where: isWanted) }
}
