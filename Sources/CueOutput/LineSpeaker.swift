import CueModel

/// What happens with one line.
///
/// Times are seconds of the session's output.
public enum LineEvent: Sendable {
  /// The line's sound begins.
  case began(voice: String, format: AudioFormat, seconds: Double)
  /// A word, sentence, mark or phoneme begins.
  case mark(SpeechMark, seconds: Double)
  /// Something is not as it was requested.
  case shortfall(Shortfall)
  /// A voice failed; the next one says the line again from its start.
  case startedOver(voice: String, because: PluginFailure)
  /// The line ended, and how long it was.
  case ended(SpeechOutcome, seconds: Double, lineSeconds: Double)
  /// The line failed.
  case failed(PluginFailure)
}

/// Says lines into an output and reports what happens.
public struct LineSpeaker {
  private let voice: any Voice
  private let output: SessionOutput

  /// Says lines with `voice` into `output`.
  public init(voice: any Voice, output: SessionOutput) {
    self.voice = voice
    self.output = output
  }

  /// Says one line and hands every event to `tell`.
  ///
  /// A part that was already put out is dropped if the line fails or is cancelled.
  ///
  /// - Parameters:
  ///   - request: the line
  ///   - pauseSeconds: the silence before it, 0 or more
  ///   - cancellation: ends it
  ///   - tell: takes the events
  /// - Returns: how the line ended
  /// - Throws: a `PluginFailure`, an `EffectFailure` or an ``OutputFailure``, and what `tell` throws
  public func say(
    _ request: SpeechRequest, afterSeconds pauseSeconds: Double = 0, cancellation: Cancellation,
    tell: (LineEvent) throws -> Void
  ) throws -> SpeechOutcome {
    var startSeconds = 0.0
    var rateHertz = 1
    var hasBegun = false
    do {
      let outcome = try voice.speak(request, cancellation: cancellation) { event in
        switch event {
        case .began(let format):
          hasBegun = true
          try output.beginLine(format)
          try pause(pauseSeconds, format, cancellation)
          startSeconds = seconds
          rateHertz = format.rateHertz
          try tell(.began(voice: voice.speakerName, format: format, seconds: startSeconds))
        case .sound(let sound): try output.write(sound, cancellation: cancellation)
        case .mark(let mark):
          let seconds = startSeconds + Double(mark.frame) / Double(rateHertz)
          try tell(.mark(mark, seconds: seconds))
        case .shortfall(let shortfall): try tell(.shortfall(shortfall))
        case .startedOver(let standIn, let failure):
          if hasBegun { try output.dropLine() }
          hasBegun = false
          try tell(.startedOver(voice: standIn, because: failure))
        }
      }
      if outcome == .finished, hasBegun { try output.endLine() }
      if outcome == .cancelled, hasBegun { try output.dropLine() }
      try tell(.ended(outcome, seconds: seconds, lineSeconds: seconds - startSeconds))
      return outcome
    } catch let failure as PluginFailure {
      if hasBegun { try output.dropLine() }
      try tell(.failed(failure))
      throw failure
    } catch let failure as EffectFailure {
      if hasBegun { try output.dropLine() }
      try tell(.failed(failure.failure))
      throw failure
    }
  }

  /// Puts out silence as a part of the line, a second at a time, so that it can be cancelled.
  private func pause(_ seconds: Double, _ format: AudioFormat, _ cancellation: Cancellation) throws
  {
    var left = format.frames(inSeconds: seconds)
    while left > 0, !cancellation.isCancelled {
      let frames = min(left, format.rateHertz)
      let silence = AudioBuffer(silentFrames: frames, format: format)
      try output.write(silence, cancellation: cancellation)
      left -= frames
    }
  }

  private var seconds: Double {
    Double(output.frames) / Double(output.format?.rateHertz ?? 1)
  }
}
