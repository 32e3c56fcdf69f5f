import CuePractice

extension Messages {
  /// Why words are no command of practice, as a clause.
  func why(_ error: PracticeWordsError) -> String {
    switch error {
    case .unknownCommand(let word): self(.unknownCommand, ["word": quoted(word)])
    case .tooMuch(let word, let words):
      self(.tooMuchBehind, ["word": quoted(word), "words": quoted(words)])
    case .needsValue(let word, let example):
      self(.needsValue, ["word": quoted(word), "example": quoted(example)])
    case .notASegment(let word): self(.notASegment, ["word": quoted(word)])
    case .notRates(let word): self(.notRates, ["word": quoted(word)])
    case .notANumber(let word): self(.notANumber, ["word": quoted(word)])
    case .notAGranularity(let word): self(.notAGranularity, ["word": quoted(word)])
    case .notAPause(let word): self(.notAPause, ["word": quoted(word)])
    case .notARange(let text): self(.notARange, ["word": quoted(text)])
    case .tooLong(let seconds): self(.moreThanADay, ["word": seconds])
    }
  }

  /// Which line of a speaker's script cannot be followed, and why, as a clause.
  func why(_ error: PracticeScriptError) -> String {
    self(.lineOfSpeaker, ["line": "\(error.line)", "why": why(error.reason)])
  }
}

extension PracticeRefusal {
  /// Why nothing was done, for programs that read events: a clause in English, whatever the user's language.
  var clause: String {
    switch self {
    case .isTheLast: "this is the last segment"
    case .isTheFirst: "this is the first segment"
    case .nothingToSay: ""
    case .noSuchSegment(let number, let count): "there is no segment \(number); there are \(count)"
    case .isThereAlready: "it is there already"
    case .unchanged: "it is so already"
    case .isOfAnotherUtterance: "it belongs to another utterance"
    case .noVoiceSpeaks: "no voice is speaking"
    case .isNoPause: "there is no pause"
    case .isOfAnotherPause: "it belongs to another pause"
    case .pauseHasALength: "the pause has a length of its own"
    case .noMicrophone: "there is no microphone"
    case .isPlaying: "it is playing already"
    case .nothingToPause: "there is nothing to pause"
    case .nothingIsPlaying: "nothing is playing"
    case .isNotInterrupted: "nothing interrupted it"
    case .staysPaused: "it stays paused"
    }
  }
}
