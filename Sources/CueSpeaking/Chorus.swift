import CueModel

/// Several voices that say the same text together, each a little different.
public struct Chorus: Equatable, Sendable {
  /// The voices that say it; one voice may stand in it several times.
  public var voices: [SpokenText]
  /// How far the beginnings of the voices may lie apart, in seconds: 0…5.
  public var onsetSeconds = 0.0
  /// How far the speeds may be from those asked for, as a share: 0…0.5.
  public var speedVariation = 0.0
  /// How far the pitches may be from those asked for, in semitones: 0…12.
  public var pitchVariation = 0.0
  /// Chooses the variation; the same seed gives the same one.
  public var seed: UInt64 = 1

  /// A chorus of `voices` that say `text`, without variation.
  public init(_ text: String, voices: [String]) {
    self.voices = voices.map { SpokenText(text, voice: $0) }
  }

  /// A voice with its variation.
  public struct Part: Equatable, Sendable {
    /// What it says, and how.
    public var spoken: SpokenText
    /// When it begins, in seconds after the first.
    public var onsetSeconds: Double

    /// A voice that begins so late.
    public init(spoken: SpokenText, onsetSeconds: Double) {
      self.spoken = spoken
      self.onsetSeconds = onsetSeconds
    }
  }

  /// The voices with their variation, in order; the first onset is 0.
  public var parts: [Part] {
    var chance = SplitMix(seed: seed)
    var parts = voices.map { voice in
      var part = Part(spoken: voice, onsetSeconds: chance.unit() * onsetSeconds)
      part.spoken.speed *= 1 + chance.around() * speedVariation
      part.spoken.pitchSemitones += chance.around() * pitchVariation
      // Voices that vary by themselves do it differently.
      part.spoken.seed = UInt32(truncatingIfNeeded: chance.next() | 1)
      return part
    }
    let first = parts.map(\.onsetSeconds).min() ?? 0
    for index in parts.indices { parts[index].onsetSeconds -= first }
    return parts
  }

  /// How loud each voice is, so that together they are about as loud as one: 1/√n.
  public var gain: Double { voices.isEmpty ? 1 : 1 / Double(voices.count).squareRoot() }

  /// Puts the chorus into `queue`: each voice in a channel of its own, from `channel` on.
  ///
  /// - Returns: how loud these channels are
  public func add(to queue: SpeechQueue, fromChannel channel: Int = 0) -> SpeechQueue.Gains {
    var gains: SpeechQueue.Gains = [:]
    for (index, part) in parts.enumerated() {
      if part.onsetSeconds > 0 {
        queue.add(.pause(seconds: part.onsetSeconds), channel: channel + index)
      }
      queue.add(.speak(part.spoken), channel: channel + index)
      gains[channel + index] = gain
    }
    return gains
  }
}
