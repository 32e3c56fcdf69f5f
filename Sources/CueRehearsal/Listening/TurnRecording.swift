import CueListening
import CueModel
import CueText

/// What was recorded of one line of the actor, in as many pieces as it was said in.
struct TurnRecording {
  private var pieces: [AudioBuffer] = []

  /// Takes the result of listening: what belongs to this line is kept.
  ///
  /// - Parameters:
  ///   - result: what was heard
  ///   - isWhole: the whole line was expected, and not its rest after a pause
  mutating func take(_ result: ListenResult, isWhole: Bool) {
    guard let sound = result.recording else { return }
    switch result.meaning {
    case .nothing, .otherLine: return
    // An actor who begins again from the start has said it all at once.
    case .line(_, let verdict) where verdict.isAccepted && isWhole: pieces = [sound]
    default: pieces.append(sound)
    }
  }

  /// The whole of it; nil if nothing was recorded.
  private var sound: AudioBuffer? {
    guard let format = pieces.first?.format else { return nil }
    let same = pieces.filter { $0.format == format }
    return AudioBuffer(format: format, bytes: same.flatMap(\.bytes))
  }

  /// What a second recognizer is asked about the line that `turn` has judged; nil if nothing was recorded.
  ///
  /// - Parameters:
  ///   - line: the line's index in the script
  ///   - turn: the first recognizer's result
  ///   - name: the first recognizer's
  ///   - end: the byte of the line at which the partner cut in; nil if none did
  /// - Returns: the question
  func question(
    _ line: Int, _ turn: LineTurn, heardBy name: String, end: Int? = nil
  ) -> SecondQuestion? {
    guard let sound else { return nil }
    let hearing = turn.match.map { LineHearing(name: name, match: $0, words: turn.matchedWords) }
    return SecondQuestion(
      line, turn.text, language: turn.language, sound: sound, grammar: hearing, end: end)
  }
}
