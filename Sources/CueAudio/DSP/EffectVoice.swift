import CueModel

/// A voice whose sound goes through an effect, at the voice's own rate, before anybody resamples it.
///
/// Marks move with the sound they mark. Each line is a sound of its own: the effect begins again with it, and what it holds
/// back at its end belongs to it. A failure of the effect is an ``EffectFailure``.
public final class EffectVoice: VoiceLayer {
  /// The voice that goes through the effect.
  public let inner: any Voice
  private let effect: any Effect
  /// Few enough frames that a cancel is heard at once, and the first sound is not kept waiting.
  private static let blockFrames = 4096

  /// `voice` through `effect`, which several voices may share that speak one after another.
  public init(_ voice: any Voice, through effect: any Effect) {
    inner = voice
    self.effect = effect
  }

  /// A line on its way.
  private struct Line {
    var format: AudioFormat
    var frames = 0
    /// Marks of sound that has not come yet.
    var marks: [SpeechMark] = []
  }

  /// Says `request`, and has what comes of it changed.
  public func speak(
    _ request: SpeechRequest, cancellation: Cancellation,
    receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    var line: Line?
    do {
      let outcome = try inner.speak(request, cancellation: cancellation) { event in
        switch event {
        case .began(let format):
          line = Line(
            format: AudioFormat(
              sample: .float32, rateHertz: format.rateHertz, channels: format.channels))
          try own { try effect.configure(rateHertz: format.rateHertz, channels: format.channels) }
          try receive(
            .began(
              AudioFormat(
                sample: .float32, rateHertz: format.rateHertz,
                channels: effect.outputChannels ?? format.channels)))
        case .sound(let sound): try change(sound, &line, cancellation, receive)
        case .mark(let mark):
          if line == nil { try receive(event) }
          line?.marks.append(mark)
        case .shortfall: try receive(event)
        case .startedOver:
          if line != nil { effect.abandon() }
          line = nil
          try receive(event)
        }
      }
      if outcome == .finished { try end(&line, cancellation, receive) }
      if line != nil { effect.abandon() }
      return cancellation.isCancelled ? .cancelled : outcome
    } catch {
      if line != nil { effect.abandon() }
      throw error
    }
  }

  private func change(
    _ sound: AudioBuffer, _ line: inout Line?, _ cancellation: Cancellation,
    _ receive: (SpeechEvent) throws -> Void
  ) throws {
    var at = 0
    while at < sound.frameCount, !cancellation.isCancelled {
      guard var now = line else {
        preconditionFailure("sound came before it was said of what format")
      }
      let end = min(at + EffectVoice.blockFrames, sound.frameCount)
      let block = AudioBuffer(
        float32: sound.frames(at..<end).floats, rateHertz: now.format.rateHertz,
        channels: now.format.channels)
      now.frames += end - at
      let marks = now.marks.filter { $0.frame < now.frames }
      now.marks.removeAll { $0.frame < now.frames }
      line = now
      let output = try own {
        try effect.begin(block, changes: [], asking: marks.map(\.frame))
        return try effect.finish()
      }
      try pass(output, marks, receive)
      at = end
    }
  }

  private func end(
    _ line: inout Line?, _ cancellation: Cancellation, _ receive: (SpeechEvent) throws -> Void
  ) throws {
    guard let now = line, !cancellation.isCancelled else { return }
    let output = try own { try effect.flush(asking: now.marks.map(\.frame)) }
    line = nil
    try pass(output, now.marks, receive)
  }

  private func pass(
    _ output: EffectOutput, _ marks: [SpeechMark], _ receive: (SpeechEvent) throws -> Void
  ) throws {
    for (mark, place) in zip(marks, output.places) {
      var moved = mark
      moved.frame = place
      try receive(.mark(moved))
    }
    if output.sound.frameCount > 0 { try receive(.sound(output.sound)) }
  }

  /// Does what the effect answers for.
  private func own<Value>(_ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let failure as PluginFailure { throw EffectFailure(failure) }
  }
}
