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
extension PracticeDriver {
  private static let slicesPerSecond = 25

  /// Plays what the speaker said of the segment, else what they said last; or a sample of a voice.
  func playOwn() throws {
    let utterance = state.utterance
    cancellation = Cancellation()
    control.speaking(cancellation)
    defer { control.speaking(nil) }
    guard let own = try state.sample.map(sample) ?? listener?.recording(near: segment) else {
      try obeyWhoCancelled(utterance)
      guard isPlayingOwn(utterance) else { return }
      return try take(.ownPlayed(utterance: utterance))
    }
    if let voice = state.sample {
      tell(.sampling(voice))
    } else {
      let index = reducer.text.index(of: own.segment.range.lowerBound, in: own.segment.kind)
      tell(.playingOwn(index: index, duration: own.duration))
    }
    try sound.beginLine(own.sound.format)
    let slice = max(1, own.sound.format.rateHertz / PracticeDriver.slicesPerSecond)
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
    try obeyWhoCancelled(utterance)
    guard isPlayingOwn(utterance) else { return }
    if cancellation.isCancelled { try sound.cutLine() } else { try sound.endLine() }
    try take(.ownPlayed(utterance: utterance))
  }

  /// Does what the speaker wants who cancelled the sound that plays.
  private func obeyWhoCancelled(_ utterance: Int) throws {
    while isPlayingOwn(utterance), cancellation.isCancelled, let command = control.poll(moment) {
      try obey(command)
    }
  }

  /// The sentence at hand in the voice of that choice; nil if it is not available, or the speaker wants something else.
  private func sample(_ choice: String) throws -> OwnRecording? {
    let place = segment.range.lowerBound
    let sentences = text.segments(.sentence)
    let sentence = sentences[reducer.text.index(of: place, in: .sentence)]
    do {
      let voice = try found(choice)
      var request = request(sentence, from: 0, at: state.rate)
      request.wantsMarks = false
      guard let said = try voice.collect(request, cancellation: cancellation)?.clip,
        said.sound.frameCount > 0
      else { return nil }
      return OwnRecording(of: sentence, said.sound)
    } catch let refusal as VoiceRefusal {
      tell(.voiceRefused(choice, sentence: refusal.sentence))
    } catch let failure as PluginFailure {
      tell(.failed(index: state.index, because: failure))
    }
    return nil
  }

  private func isPlayingOwn(_ utterance: Int) -> Bool {
    state.status == .playingOwn && state.utterance == utterance
  }

  /// Takes what was judged of repetitions after they were over.
  func reconsider() {
    for (number, repetition) in listener?.reconsidered() ?? [] {
      guard outcome.repetitions.indices.contains(number) else { continue }
      outcome.repetitions[number].repetition = repetition
      let range = outcome.repetitions[number].range
      let index = reducer.text.index(of: range.lowerBound, in: state.settings.granularity)
      tell(.reconsidered(index: index, repetition))
    }
  }
}
