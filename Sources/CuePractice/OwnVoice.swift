import CueAudio
import CueModel
import CueText

/// What a speaker said of a segment.
public struct OwnRecording: Equatable, Sendable {
  /// The segment.
  public var segment: Segment
  /// Its sound, without the silence around.
  public var sound: AudioBuffer

  /// A recording of `segment`.
  public init(of segment: Segment, _ sound: AudioBuffer) {
    self.segment = segment
    self.sound = sound
  }

  /// How long it is.
  public var duration: Duration { .frames(sound.frameCount, at: sound.format.rateHertz) }
}

// The speaker hears what they said themselves.
extension PracticeSession {
  private static let slicesPerSecond = 25

  /// Plays what the speaker said of the segment, else what they said last.
  func playOwn() throws {
    let utterance = state.utterance
    guard let own = ear?.recording(near: segment) else {
      return try take(.ownPlayed(utterance: utterance))
    }
    cancellation = Cancellation()
    control.speaking(cancellation)
    defer { control.speaking(nil) }
    let index = reducer.text.index(of: own.segment.range.lowerBound, in: own.segment.kind)
    tell(.playingOwn(index: index, duration: own.duration))
    try sound.beginLine(own.sound.format)
    let slice = max(1, own.sound.format.rateHertz / PracticeSession.slicesPerSecond)
    var at = 0
    while at < own.sound.frameCount, isPlayingOwn(utterance), !cancellation.isCancelled {
      if let command = control.poll(moment) {
        try obey(command)
        continue
      }
      let end = min(at + slice, own.sound.frameCount)
      try sound.write(own.sound.frames(at..<end), cancellation)
      clockBefore += .frames(end - at, at: own.sound.format.rateHertz)
      at = end
    }
    // Who cancelled it wants something else.
    while isPlayingOwn(utterance), cancellation.isCancelled, let command = control.poll(moment) {
      try obey(command)
    }
    guard isPlayingOwn(utterance) else { return }
    if cancellation.isCancelled { try sound.cutLine() } else { try sound.endLine() }
    try take(.ownPlayed(utterance: utterance))
  }

  private func isPlayingOwn(_ utterance: Int) -> Bool {
    state.status == .playingOwn && state.utterance == utterance
  }

  /// Takes what was judged of repetitions after they were over.
  func reconsider() {
    for (number, repetition) in ear?.reconsidered() ?? [] {
      guard outcome.repetitions.indices.contains(number) else { continue }
      outcome.repetitions[number].repetition = repetition
      let range = outcome.repetitions[number].range
      let index = reducer.text.index(of: range.lowerBound, in: state.settings.granularity)
      tell(.reconsidered(index: index, repetition))
    }
  }
}
