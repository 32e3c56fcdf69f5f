import CueModel
import CueText

/// Whether somebody has said a command, and nothing else.
///
/// A recognizer takes speech that it does not understand for what it knows. So a command has to be said alone, with certainty,
/// in about the time that its words take, and with silence after it. Of flite's voices 192 commands of 192 are done so, in a quiet
/// room and with noise at 20 dB; the confidence of each word was 0.76 and more.
struct CommandEvidence {
  /// Ends of listening that have silence, or nothing, after the words.
  private static let quietEnds: Set<ListenEnd.Reason> = [.endOfSpeech, .stable, .endOfSound]

  /// What was said.
  enum Verdict {
    /// The command.
    case said
    /// Perhaps the command, and nothing else.
    case unsure
    /// Other speech, of which a piece was taken for it.
    case otherSpeech
  }

  let text: String
  let command: SpokenCommand

  /// Whether `result` has the command, and nothing else.
  func verdict(on result: ListenResult) -> Verdict {
    guard CommandEvidence.quietEnds.contains(result.reason) else { return .otherSpeech }
    let words = result.heard.words.filter {
      !$0.isFiller && !ListenExpectation.fillers.contains($0.text)
    }
    // A recognizer without words has said that this phrase is all.
    guard let first = words.first, let last = words.last else { return .said }
    guard words.count == SpokenWords.text(of: text).split(separator: " ").count,
      words.allSatisfy({ !$0.isOutside && $0.phrase == first.phrase })
    else { return .otherSpeech }
    if result.seconds > 0, result.frameCount > 0 {
      let secondsOfFrame = result.seconds / Double(result.frameCount)
      let seconds = Double(last.frames.upperBound - first.frames.lowerBound) * secondsOfFrame
      guard
        result.voicedSeconds ?? result.spokenSeconds <= seconds + TurnRules.mostSecondsBesideCommand
      else {
        return .otherSpeech
      }
    }
    return isSure(words[...]) ? .said : .unsure
  }

  /// Whether the recognizer is sure of `words`, as far as it says.
  private func isSure(_ words: ArraySlice<Heard.Word>) -> Bool {
    let confidences = words.compactMap(\.confidence)
    let mean = confidences.reduce(0, +) / Double(max(1, confidences.count))
    let least =
      command == .stop
      ? TurnRules.leastConfidenceToStop : TurnRules.leastConfidenceOfCommand
    return confidences.isEmpty
      || mean >= least && confidences.allSatisfy({ $0 >= LineVerdict.leastConfidence })
  }

  /// How many words were heard before the command, if `result` ends with it, after other words and a pause; nil if it does not.
  ///
  /// The words before are those of `Heard.words`, fillers included.
  func wordsBefore(in result: ListenResult) -> Int? {
    let words = result.heard.words
    guard CommandEvidence.quietEnds.contains(result.reason), result.frameCount > 0 else {
      return nil
    }
    let spoken = words.indices.filter { !words[$0].isFiller }
    let own = SpokenWords.text(of: text).lowercased().split(separator: " ").map(String.init)
    guard spoken.count > own.count else { return nil }
    let called = spoken.suffix(own.count)
    guard let first = called.first, let before = spoken.last(where: { $0 < first }),
      zip(called, own).allSatisfy({ place, word in
        !words[place].isOutside && words[place].phrase == words[first].phrase
          && words[place].text.lowercased() == word
      }), words[before].phrase != words[first].phrase,
      isSure(called.map { words[$0] }[...])
    else { return nil }
    let secondsOfFrame = result.seconds / Double(result.frameCount)
    let gap = words[first].frames.lowerBound - words[before].frames.upperBound
    return Double(gap) * secondsOfFrame >= TurnRules.leastPauseSeconds ? first : nil
  }
}
