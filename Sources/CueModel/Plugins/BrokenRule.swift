/// A rule of the worker protocol that a plugin broke, with what it sent instead.
public enum BrokenRule: Equatable, Sendable {
  // The form of messages.
  /// A message announced as longer than any may be.
  case messageTooLong(bytes: Int)
  /// A message of a type that is neither known nor optional.
  case unknownMessage(type: UInt32)
  /// A message that ends within the header of a field.
  case halfField
  /// A field longer than what is left of its message.
  case fieldTooLong(bytes: Int)
  /// A number that is not as long as its field needs.
  case fieldSize(tag: UInt32, bytes: Int, needed: Int)
  /// A number that is infinite or none.
  case notFinite(tag: UInt32)
  /// Text that is not UTF-8.
  case notUTF8

  // Answers.
  /// The end of a request without a status.
  case noStatus
  /// The end of a request with a positive status that the interface does not know.
  case unknownStatus(Int32)
  /// A request that ended as cancelled, which it was not.
  case notCancelled
  /// A line ended before all of its text had come.
  case endedEarly
  /// More messages of a request than the plugin was asked for.
  case tooMuch
  /// A list without end.
  case endlessList
  /// An instance was made, and the plugin did not describe itself.
  case undescribed
  /// A description without an id or a kind.
  case noIDOrKind
  /// A parameter of a type that the interface does not know.
  case unknownParameterType(Int)
  /// The instruments of the worker did not report its state before the plugin was loaded.
  case noEarlierInspection

  // A voice's sound and events.
  /// The format of the sound was reported twice.
  case formatTwice
  /// An invalid format: a sample format, channels or a rate out of range.
  case format(sample: UInt32, channels: UInt32, rateHertz: UInt32)
  /// The format changed within a line.
  case formatChanged
  /// Sound before its format.
  case soundBeforeFormat
  /// Sound that ends within a frame.
  case halfFrame
  /// More sound than there was credit for.
  case tooMuchSound
  /// Far more sound than the text can take.
  case endlessSound
  /// Samples that are infinite or no numbers.
  case notNumbers
  /// Half frames, or samples that are infinite or no numbers, from an effect.
  case halfFramesOrNotNumbers
  /// Sound that is said to lie outside the memory that is shared.
  case soundNowhere
  /// Far more events than the text can have.
  case endlessEvents
  /// An event about bytes that are not in the text, or that split a character.
  case eventBytes(start: Int, end: Int, count: Int)
  /// An event beyond the end of all sound.
  case eventTooLate
  /// An event earlier than the one before.
  case eventsBackInTime

  // An effect's sound.
  /// Sound far beyond full scale, this many times as loud as the input.
  case effectTooLoud(times: Int)
  /// Silence, although the input was not silent.
  case effectSilent
  /// Far fewer frames than the input had.
  case effectLostSound(frames: Int, given: Int)

  // An effect's places.
  /// A frame beyond all frames.
  case frameNowhere
  /// Not every frame that was asked for has a place in the output.
  case placesMissing

  // A recognizer's stream.
  /// Something was heard after the final result.
  case partialAfterFinal
  /// Two final results.
  case twoFinals
  /// A stream that ended without a final result.
  case noFinal
  /// More frames taken than were given, or fewer than before.
  case framesTaken(Int, given: Int)
  /// A word that ends before it begins, or beyond all sound.
  case wordBackwards
  /// A confidence above 1.
  case confidenceAboveOne
  /// The process ended while nothing was asked of it.
  case endedBetweenPieces
}
