import CueAudio
import CueModel

// The pause in which the speaker repeats a segment.
extension PracticeDriver {
  /// Pauses are played in slices of at most this long.
  private static let slice = Duration.milliseconds(40)

  /// Lets the pause pass, tenth by tenth, unless the speaker ends it.
  func passPause() throws {
    let utterance = state.utterance
    repeated = segment
    cancellation = Cancellation()
    control.speaking(cancellation)
    defer { control.speaking(nil) }
    try beginListening()
    while state.status == .pausing, state.utterance == utterance {
      if let command = control.poll(moment) {
        try obey(command)
        continue
      }
      if cancellation.isCancelled {
        cancellation = Cancellation()
        control.speaking(cancellation)
      }
      let slice = try passSlice()
      guard !cancellation.isCancelled else { continue }
      switch slice {
      case .quiet: try take(.speakerQuiet(utterance: utterance))
      case .busyAtEnd: try take(.speakerBusy(utterance: utterance))
      case .passed: try take(.time)
      }
    }
  }

  /// What a slice of the pause came to.
  private enum Slice {
    case passed
    /// The speaker has come to an end, and with that the pause.
    case quiet
    /// The pause is over by its length, and the speaker still speaks.
    case busyAtEnd
  }

  /// Puts out the next slice of the pause.
  private func passSlice() throws -> Slice {
    let rate = (sound.format ?? .ofSilence).rateHertz
    let passed = duration(frames: pauseFrames)
    var most = PracticeDriver.slice
    if let length = state.pause?.length {
      most = min(most, length - passed)
      let tenth = Duration.milliseconds(100)
      let left = length - passed
      // A slice ends where the countdown changes.
      let tenths = Int64((left / tenth).rounded(.up)) - 1
      if tenths > 0, left - tenth * tenths > .zero { most = min(most, left - tenth * tenths) }
    }
    guard isListening, let listener else {
      try putOutSilence(most, rate)
      return .passed
    }
    let turn: ListeningSlice
    do throws(MicrophoneLost) {
      turn = try listener.listen(atMost: most, cancellation: cancellation)
    } catch {
      try loseMicrophone(error)
      return .passed
    }
    try putOutSilence(turn.passed, rate)
    guard let length = state.pause?.length else { return turn.hasEnded ? .quiet : .passed }
    let isOver = duration(frames: pauseFrames) >= length
    return isOver && turn.isSpeaking && !turn.hasEnded ? .busyAtEnd : .passed
  }

  private func putOutSilence(_ length: Duration, _ rate: Int) throws {
    // As many frames as make the pause that long in all: rounding does not add up.
    let target = duration(frames: pauseFrames) + length
    var end = Int((target / .seconds(1) * Double(rate)).rounded())
    if duration(frames: end) < target { end += 1 }
    try sound.silence(frames: max(0, end - pauseFrames), cancellation)
    pauseFrames = max(end, pauseFrames)
  }

  // MARK: Listening

  private func beginListening() throws {
    guard state.hasMicrophone, let listener else { return }
    try sound.drain()  // The microphone must not hear the voice.
    do throws(MicrophoneLost) {
      try listener.begin(segment, model: state.took)
      isListening = true
    } catch { try loseMicrophone(error) }
  }

  private func loseMicrophone(_ lost: MicrophoneLost) throws {
    if isListening { listener?.drop() }
    isListening = false
    tell(.microphoneLost(sentence: lost.sentence))
    try take(.microphoneLost)
  }

  /// The pause is over; what was heard counts.
  func endPause() {
    closePause()
    guard isListening, let listener, let segment = repeated else { return }
    isListening = false
    guard let heard = listener.end(cancellation: cancellation) else { return }
    outcome.repetitions.append(.init(range: segment.range, repetition: heard))
    tell(
      .repeated(index: reducer.text.index(of: segment.range.lowerBound, in: segment.kind), heard))
  }

  /// The pause is broken off; nothing that was heard counts.
  func dropPause() {
    closePause()
    if isListening { listener?.drop() }
    isListening = false
  }

  private func closePause() {
    let length = duration(frames: pauseFrames)
    outcome.paused += length
    clockBefore += length
    pauseFrames = 0
  }
}
