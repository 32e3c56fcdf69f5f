import CueAudio
import CueModel
import CueScreenplay

/// A partner's line in which the actor may begin to speak.
struct Interruption {
  /// The line, by its index in the script.
  let line: Int
  var detector: BargeInDetector
  /// Sound that was listened to in it, in seconds.
  var seconds = 0.0
  /// There is no sound in it.
  var isDeaf = false
}

// An actor who interrupts.
extension ListeningActor {
  /// So much sound is read at a time from a live microphone, in seconds: more than comes between two moments.
  private static let liveSeconds = 0.06

  /// Whether the actor speaks while the partner does, where they may.
  ///
  /// A live microphone is read as it captures, any other for as long as the partner has spoken.
  func interrupts(_ moment: Moment) throws -> Bool {
    guard let line = moment.line, !isLost, moment.isOwnNext,
      let place = place(ofInterruption: line)
    else {
      listener.close()
      return false
    }
    if interruption?.line != line.index {
      try listener.open()
      guard let format = listener.format else { return false }
      interruption = Interruption(
        line: line.index, detector: BargeInDetector(rateHertz: format.rateHertz))
    }
    guard let interruption, !interruption.isDeaf else { return false }
    let passed = moment.secondsIntoLine - interruption.seconds
    let isLive = listener.microphone.isLive
    guard isLive || passed > 0.001 else { return false }
    let seconds = isLive ? ListeningActor.liveSeconds : passed
    switch try listener.listen(atMost: seconds, cancellation: Cancellation()) {
    case .sound(let sound, _):
      self.interruption?.detector.hear(sound)
      self.interruption?.seconds +=
        Double(sound.frameCount) / Double(sound.format.rateHertz)
    case .over: self.interruption?.isDeaf = true
    case .slept, .cancelled: break
    }
    hasInterrupted =
      (self.interruption?.detector.hearsSomebody ?? false) && moment.spokenOffset >= place
    // It is told once.
    if hasInterrupted { self.interruption?.isDeaf = true }
    return hasInterrupted
  }

  /// The byte of the partner's line from which on the actor may interrupt it; nil for nowhere.
  private func place(ofInterruption line: Line) -> Int? {
    settings.bargesIn ? 0 : cutOffs[line.index]?.word.lowerBound
  }
}
