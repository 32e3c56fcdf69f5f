import CueAudio
import CueListening
import CueModel
import CueScreenplay

/// Sound of the partners who speak at the same time as the actor.
struct TogetherSound {
  /// The actor's line, by its index in the script.
  let line: Int
  let sound: AudioBuffer
  /// Frames that were put out.
  var position = 0

  var isOver: Bool { position >= sound.frameCount }

  /// `sounds` together, each in one channel at the rate of the first; nil if there is none.
  ///
  /// Together they are about as loud as one: 1/√n.
  static func mixed(_ sounds: [AudioBuffer]) -> AudioBuffer? {
    guard let rate = sounds.first?.format.rateHertz else { return nil }
    let format = AudioFormat(sample: .float32, rateHertz: rate)
    let gain = 1 / Float(sounds.count).squareRoot()
    var sum: [Float] = []
    for sound in sounds {
      var samples = channel(of: sound)
      if sound.format.rateHertz != rate {
        let own = AudioFormat(sample: .float32, rateHertz: sound.format.rateHertz)
        let resampler = Resampler(from: own, to: format)
        let first = resampler.process(AudioBuffer(float32: samples, rateHertz: own.rateHertz))
        samples = first.floats + resampler.finish().floats
      }
      if samples.count > sum.count {
        sum += [Float](repeating: 0, count: samples.count - sum.count)
      }
      for (index, sample) in samples.enumerated() { sum[index] += gain * sample }
    }
    return AudioBuffer(float32: sum, rateHertz: rate)
  }

  /// The first channel.
  private static func channel(of sound: AudioBuffer) -> [Float] {
    let samples = sound.floats
    return stride(from: 0, to: samples.count, by: sound.format.channels).map { samples[$0] }
  }
}

// Lines that the actor says together with partners.
extension RehearsalSession {
  /// So much is put out between two looks at an actor who is listened to, in seconds: as much as is listened to meanwhile.
  private static let togetherSeconds = TurnRules.blockSeconds

  /// Has the partners begin who say the line at hand together with the actor, or theirs beside it, once.
  ///
  /// An actor who is not listened to hears them to their end, and may go on before.
  func beginTogether() throws {
    guard togetherIn != state.index else { return }
    togetherIn = state.index
    let line = script.lines[state.index]
    var sounds: [AudioBuffer] = []
    for (name, spoken) in reducer.together(with: line) {
      guard let part = parts[name] else { continue }
      do {
        let request = part.request(for: spoken, previous: "", next: "")
        guard
          let clip = try part.voice.collect(request, cancellation: Cancellation())?.clip
        else { continue }
        sounds.append(clip.sound)
        tell(
          .speaking(
            line: spoken.index, character: name, voice: part.voice.speakerName, frame: frame))
      } catch let failure as PluginFailure {
        tell(.failed(line: spoken.index, because: failure))
      }
    }
    guard let sound = TogetherSound.mixed(sounds) else { return }
    try self.sound.beginLine(sound.format)
    together = TogetherSound(line: state.index, sound: sound)
    guard !state.isListening else { return }
    while let now = together, !now.isOver {
      if let command = actor.poll(moment) {
        try endTogether()
        return try obey(command)
      }
      try playTogether(seconds: RehearsalSession.togetherSeconds)
    }
  }

  /// Puts out so much of the partners who speak at the same time; how many seconds of it there were.
  @discardableResult
  func playTogether(seconds: Double) throws -> Double {
    guard var now = together else { return 0 }
    let format = now.sound.format
    let count = min(format.frames(inSeconds: seconds), now.sound.frameCount - now.position)
    try passing {
      try sound.write(now.sound.frames(now.position..<now.position + count), Cancellation())
    }
    now.position += count
    together = now
    if now.isOver { try endTogether() }
    return Double(count) / Double(format.rateHertz)
  }

  /// The partners have said it, or fall silent.
  func endTogether() throws {
    guard let now = together else { return }
    together = nil
    try passing { if now.isOver { try sound.endLine() } else { try sound.cutLine() } }
  }

  /// The actor has said the line: the partners say theirs to its end.
  func finishTogether() throws {
    guard let now = together else { return }
    try playTogether(
      seconds: Double(now.sound.frameCount - now.position) / Double(now.sound.format.rateHertz))
    try endTogether()
  }
}
