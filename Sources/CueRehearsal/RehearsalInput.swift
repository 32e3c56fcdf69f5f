import CueListening

/// Something that happens in a rehearsal.
public enum RehearsalInput: Equatable, Sendable {
  /// Begin at a line; what was completed before is forgotten.
  case start(from: Int)
  /// The voice has said this line, its pause included, or has failed at it for good.
  case partnerFinished(line: Int)
  /// The actor's line is over, and why.
  case userFinished(UserLineEnd)
  /// The actor has said another of their lines instead of the one at hand.
  case userJumped(line: Int)
  /// The actor moves on by hand.
  case advance
  /// The actor begins their line while the partner still speaks.
  case bargeIn
  /// Hold everything.
  case pause
  /// Go on from where it was held.
  case resume
  /// Take the line of dialogue before this one again.
  case back
  /// Take this line once more from its beginning.
  case repeatLine
  /// Go to a line.
  case jump(line: Int)
  /// Go to the first line of a scene.
  case jumpScene(Int)
  /// End the rehearsal.
  case stop
  /// The sound has no place to go, so that the partner's line is to be said again when it has one.
  case outputLost
  /// Switch the microphone's part in it on or off.
  case setListening(Bool)
}

/// Something for the rehearsal's surroundings to do, in the order given.
public enum RehearsalEffect: Equatable, Sendable {
  /// A rehearsal begins; its clock starts.
  case started
  /// Put this line before the actor's eyes.
  case show(line: Int)
  /// Have the partner say this line, then report ``RehearsalInput/partnerFinished(line:)``.
  case speak(line: Int)
  /// Silence the voice for good; it reports nothing more.
  case stopSpeaking
  /// Hold the voice where it is, until it is to resume or to stop.
  case pauseSpeaking
  /// Let the held voice go on.
  case resumeSpeaking
  /// Open the microphone for the line shown last.
  case startListening
  /// Close the microphone; what it heard so far is dropped.
  case stopListening
  /// The lines are rehearsed once more; the number of the round, from 1.
  case roundBegins(Int)
  /// The partner's line is complete.
  case partnerLineDone(line: Int)
  /// The actor's line is complete, and why.
  case userLineDone(line: Int, UserLineEnd)
  /// The rehearsal came to the end of the script.
  case finished
  /// The rehearsal was ended by hand.
  case stopped
  /// Nothing was done, and why.
  case ignored(RehearsalInput, why: RehearsalRefusal)
}

/// Why an event changes nothing.
public enum RehearsalRefusal: Error, Equatable, Sendable {
  /// A rehearsal is under way already.
  case alreadyRehearsing
  /// No rehearsal is under way.
  case notRehearsing
  /// No line is under way.
  case noLine
  /// A report is about this line, which is not the current one.
  case notTheCurrentLine(Int)
  /// The partner is not speaking.
  case partnerIsSilent
  /// The actor has no line to end here.
  case notTheActorsTurn
  /// There is no listening in this rehearsal.
  case microphoneIsOff
  /// Nothing goes on that could be held.
  case nothingToPause
  /// Nothing is held that could go on.
  case nothingIsPaused
  /// It already has this value.
  case unchanged
  /// There is no line of this number; the script has `count`.
  case noSuchLine(Int, count: Int)
  /// The line is after the last one of this rehearsal.
  case behindTheLastLine
  /// There is no scene of this number; the script has `count`.
  case noSuchScene(Int, count: Int)
}
