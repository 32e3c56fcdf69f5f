import CueModel
import CuePractice

/// What the screen of practice knows, between the thread of the session and that of the keys.
struct PracticeShown: Sendable {
  var scene = PracticeScene()
  var keys = PracticeKeys()
  /// The segment that practice stands at, from 0.
  var index = 0
  /// What was said to standard error meanwhile.
  var said: [String] = []

  /// Takes in what the session tells.
  mutating func take(
    _ report: PracticeReport, _ text: PracticeText, _ words: Messages
  ) {
    switch report {
    case .started(let state), .state(let state):
      index = state.index
      scene.take(state, text)
    case .speaking(_, _, let voice, _): scene.voice = voice
    case .word(_, let range, _): scene.take(word: range)
    case .countdown(let tenths): scene.take(tenths: tenths)
    case .progress(let progress):
      scene.secondsLeft = progress.timeLeft.map { Int($0 / .seconds(1)) }
    case .standIn(_, let voice, let failure):
      scene.note = failure.sentence + " " + words(.standsIn, ["voice": voice])
    case .failed(_, let failure): scene.note = failure.sentence
    case .outputLost(_, let sentence), .microphoneLost(let sentence),
      .voiceRefused(_, let sentence):
      scene.note = sentence
    case .ignored(let command, _): scene.note = words.ignored(command, count: scene.count)
    case .said, .repeated, .shortfall, .finished, .stopped, .brokenOff: break
    }
  }
}
