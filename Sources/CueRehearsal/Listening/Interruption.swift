import CueAudio
import CueListening
import CueModel
import CueScreenplay

/// A partner's line before the actor's own, in which the actor may begin to speak.
struct Interruption {
  /// The line, by its index in the script.
  let line: Int
  /// The actor's line that follows.
  let next: Int
  var detector: BargeInDetector
  /// Sound that was listened to in it, in seconds.
  var seconds = 0.0
  /// No more of it is listened to: the sound is over, or the actor has interrupted it.
  var isOver = false
}

// An actor who begins before the partner has ended.
extension ListeningActor {
  /// Listens to the actor while a partner speaks, if their line is next; whether they interrupt the partner.
  ///
  /// A live microphone is read as it captures, any other for as long as the partner has spoken.
  func interrupts(_ moment: Moment) throws -> Bool {
    guard let line = moment.line, !isLost, moment.isListening, let next = moment.nextOwnLine,
      hearsActor(in: line.index)
    else {
      listener.close()
      return false
    }
    // After a pause, the microphone is closed.
    if interruption?.line != line.index || !listener.isOpen {
      let wasOpen = listener.isOpen
      try listener.open()
      guard let format = listener.format else { return false }
      interruption = Interruption(
        line: line.index, next: next,
        detector: BargeInDetector(
          rateHertz: format.rateHertz, memorySeconds: TurnRules.earlySeconds),
        seconds: wasOpen || listener.microphone.isLive ? 0 : moment.secondsIntoLine)
      if !wasOpen { report(.listeningEarly(line: line.index)) }
    }
    guard let interruption, !interruption.isOver else { return false }
    let passed = moment.secondsIntoLine - interruption.seconds
    let isLive = listener.microphone.isLive
    guard isLive || passed > 0.001 else { return false }
    let seconds = isLive ? TurnRules.earlyReadSeconds : passed
    switch try listener.listen(atMost: seconds, cancellation: Cancellation()) {
    case .sound(let sound, _):
      self.interruption?.detector.hear(sound)
      self.interruption?.seconds +=
        Double(sound.frameCount) / Double(sound.format.rateHertz)
    case .over: self.interruption?.isOver = true
    case .slept, .cancelled: break
    }
    guard let place = place(ofInterruption: line), moment.spokenOffset >= place,
      self.interruption?.detector.hearsSomebody ?? false
    else { return false }
    // It is reported once.
    self.interruption?.isOver = true
    return true
  }

  /// What the actor said of `line` in the partner's line before it, from the first word on; nil if they said nothing.
  ///
  /// If the microphone hears nothing of the partner, the last moments belong to the actor as well: it takes 0.1 s to know that
  /// somebody speaks.
  func takeEarlySound(of line: Line?) -> [AudioBuffer]? {
    defer { interruption = nil }
    guard let interruption, interruption.next == line?.index, listener.isOpen else { return nil }
    if let seconds = interruption.detector.secondsSinceBegan {
      return listener.last(seconds: seconds + TurnRules.preRollSeconds)
    }
    return interruption.detector.hasNoEcho
      ? listener.last(seconds: TurnRules.preRollSeconds) : nil
  }

  /// Whether the microphone is open in the partner's line at `index`, if the actor's is next.
  private func hearsActor(in index: Int) -> Bool {
    settings.hearsEarly || settings.bargesIn || cutOffs[index] != nil
  }

  /// The byte of the partner's line from which on the actor may interrupt it; nil for nowhere.
  private func place(ofInterruption line: Line) -> Int? {
    settings.bargesIn ? 0 : cutOffs[line.index]?.word.lowerBound
  }
}
