import CueText

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
  mutating func take(_ event: PracticeEvent) {
    (state, effects) = reducer.reduce(state, event, at: clock)
  }

  mutating func obey(_ commands: PracticeCommand...) {
    for command in commands { take(.command(command)) }
  }

  /// The voice says the segment in so many milliseconds.
  mutating func speak(_ milliseconds: Int = 1000) {
    clock += .milliseconds(milliseconds)
    take(.spoken(utterance: state.utterance, took: .milliseconds(milliseconds)))
  }

  mutating func pass(_ milliseconds: Int) {
    clock += .milliseconds(milliseconds)
    take(.time)
  }

  var why: String? {
    if case .ignored(_, let why) = effects.first { why } else { nil }
  }

  /// As in "speaking 3": what is done, and with which segment, counted from 1.
  var place: String { "\(state.status.rawValue) \(state.index + 1)" }
}
