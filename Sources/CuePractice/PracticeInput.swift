import CueModel

/// Something that happens to practice.
public enum PracticeInput: Equatable, Sendable {
  /// The speaker wants something.
  case command(PracticeCommand)
  /// The voice has come to the segment's end.
  case spoken(utterance: Int, took: Duration)
  /// No voice can say the segment, and why.
  case failed(utterance: Int, because: PluginFailure)
  /// What the speaker said was played.
  case ownPlayed(utterance: Int)
  /// Time has passed.
  case time
  /// The speaker has fallen silent in the pause.
  case speakerQuiet(utterance: Int)
  /// The pause is as long as it was to be, and the speaker is still speaking.
  case speakerBusy(utterance: Int)
  /// The speaker cannot be heard any more.
  case microphoneLost
}

/// Something for the surroundings of practice to do, in the order given.
public enum PracticeEffect: Equatable, Sendable {
  /// Say the segment at the state's rate, then report ``PracticeInput/spoken(utterance:took:)`` with this number.
  case speak(utterance: Int)
  /// Silence the voice for good.
  case stopSpeaking
  /// Hold the voice where it is, at the next word.
  case holdSpeaking
  /// Let the held voice go on.
  case resumeSpeaking
  /// Say what is left of the segment, from the next word on, with the present settings.
  case retune
  /// Play what the speaker said, then report ``PracticeInput/ownPlayed(utterance:)`` with this number.
  case playOwn(utterance: Int)
  /// Silence that.
  case stopOwn
  /// The segment was said to its end.
  case said(index: Int)
  /// The pause begins: listen to the speaker, and report ``PracticeInput/time`` at least ten times a second.
  case beginPause
  /// The pause is over; what was heard in it counts.
  case endPause
  /// The pause is broken off; what was heard in it does not count.
  case dropPause
  /// How many tenths of a second of the pause are left, or have passed.
  case countdown(tenths: Int)
  /// The end was reached.
  case ended
  /// Practice was ended by hand.
  case stopped
  /// Nothing was done, and why.
  case ignored(PracticeInput, why: PracticeRefusal)
}

/// Why an event changes nothing.
public enum PracticeRefusal: Error, Equatable, Sendable {
  /// There is no segment after this one.
  case isTheLast
  /// There is no segment before this one.
  case isTheFirst
  /// The text has no segment.
  case nothingToSay
  /// There is no segment of this number; there are `count`.
  case noSuchSegment(Int, count: Int)
  /// Practice stands there already.
  case isThereAlready
  /// It already has this value.
  case unchanged
  /// A report is about an utterance that is over.
  case isOfAnotherUtterance
  /// Nothing of the speaker was recorded.
  case nothingRecorded
  /// Nothing of the speaker is being played.
  case ownIsSilent
  /// No voice is speaking.
  case noVoiceSpeaks
  /// No pause is under way.
  case isNoPause
  /// A report is about a pause that is over.
  case isOfAnotherPause
  /// The pause ends by its length and not by what is heard.
  case pauseHasALength
  /// There is no listening.
  case noMicrophone
  /// Practice is already going on.
  case isPlaying
  /// Nothing goes on that could be held.
  case nothingToPause
  /// Nothing goes on that could be interrupted.
  case nothingIsPlaying
  /// No interruption holds practice.
  case isNotInterrupted
  /// Practice does not go on by itself after an interruption.
  case staysPaused
}
