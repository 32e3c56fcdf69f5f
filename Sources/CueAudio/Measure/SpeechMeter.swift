/// Measures speech in sound: where it began, how long it has been silent since, and whether it has a voice.
///
/// It measures and does not decide: when listening ends is decided by the listener. Time is counted in frames, so the same
/// sound gives the same figures at any speed and however it is cut. Sound is mono.
public struct SpeechMeter: Equatable, Sendable {
  /// A silence that is louder than the room was at its quietest contains a voice for less than this, in seconds: even noise has
  /// less.
  private static let leastVoicedSeconds = 0.1
  /// Sound that is louder than the room and has no voice may be the last "s" of a word, or a breath, for this long, in seconds;
  /// noise that begins lasts longer.
  private static let mostBreathSeconds = 0.5

  /// Frames a second.
  public let rateHertz: Int
  /// Frames heard so far.
  public private(set) var frames = 0
  /// Where the last loud block ends, in frames; nil before the first.
  ///
  /// A block lasts 23 ms. It is loud 12 dB above a floor that follows the noise, see ``NoiseTracker``.
  public var lastLoudFrame: Int? { tracker.lastLoudFrame }

  private var hops: HopLevels
  private var voice: VoicedTime
  private var bounds: SpeechBounds
  private var tracker = NoiseTracker()
  private let blockFrames: Int
  private var blockSum = 0.0
  private var blockCount = 0
  private var ignoredUntilFrame = 0

  /// Has heard nothing.
  ///
  /// - Parameters:
  ///   - rateHertz: frames a second
  ///   - silenceSeconds: the longest silence that will be asked for
  public init(rateHertz: Int, silenceSeconds: Double) {
    precondition(rateHertz > 0, "sound has a rate")
    self.rateHertz = rateHertz
    hops = HopLevels(rateHertz: rateHertz)
    voice = VoicedTime(rateHertz: rateHertz)
    bounds = SpeechBounds(
      silenceHops: Int((silenceSeconds * Double(rateHertz) / Double(hops.hopFrames)).rounded(.up)))
    blockFrames = NoiseTracker.blockFrames(rateHertz: rateHertz)
  }

  /// Frames in a hop: sound is measured every 10 ms.
  public var hopFrames: Int { hops.hopFrames }

  /// After how many frames a sound that lasts is sure to be known as speech: 100 ms.
  public var certainFrames: Int { SpeechBounds.ofHops * hops.hopFrames }

  /// The frame at which speech began; nil before that is known.
  public var speechStartFrame: Int? { bounds.startHop.map { $0 * hops.hopFrames } }

  /// Whether something stood out of the noise as speech does, whatever a recognizer made of it.
  ///
  /// Steady noise, a hum, a held chord and key clicks do not.
  public var hasHeardSpeech: Bool { bounds.isAudible }

  /// For how long a voice was heard, in seconds, by steps of 20 ms: a cough, a click, a door and the noise of a room have
  /// hardly any.
  ///
  /// Some 40 % of speech; nothing of a whisper.
  public var voicedSeconds: Double { voice.seconds }

  /// Where a voice was heard last; nil before it was.
  public var lastVoicedFrame: Int? { voice.lastFrame }

  /// How far speech stands out of the noise around it, in decibels; nil before there is speech.
  ///
  /// The loudest of it above the quietest of the last second: about 8 dB more than what is usually called the ratio of signal
  /// to noise.
  public var depthDecibels: Double? { bounds.depthDecibels }

  /// Hears samples up to the end of the next hop, or all that there are.
  ///
  /// - Parameter samples: mono sound; a sample that is not a number counts as 0
  /// - Returns: how many of them it took, and whether a hop ended with the last one
  public mutating func hearHop(_ samples: ArraySlice<Float>) -> (taken: Int, hasEnded: Bool) {
    for (index, sample) in samples.enumerated() where hear(sample.isFinite ? sample : 0) {
      return (index + 1, true)
    }
    return (samples.count, false)
  }

  /// Hears all of `samples`.
  public mutating func hear(_ samples: some Sequence<Float>) {
    for sample in samples { _ = hear(sample.isFinite ? sample : 0) }
  }

  /// Hears a sample; whether it ends a hop.
  private mutating func hear(_ sample: Float) -> Bool {
    frames += 1
    let isIgnored = frames <= ignoredUntilFrame
    if !isIgnored { voice.hear(sample, atFrame: frames) }
    blockSum += isIgnored ? 0 : Double(sample) * Double(sample)
    blockCount += isIgnored ? 0 : 1
    if blockCount == blockFrames {
      tracker.hear(
        decibels: Loudness.decibels(meanSquare: blockSum / Double(blockFrames)),
        endingAtFrame: frames)
      (blockSum, blockCount) = (0, 0)
    }
    guard let level = hops.hear(sample) else { return false }
    bounds.hear(frames - hops.hopFrames < ignoredUntilFrame ? nil : level)
    return true
  }

  /// Speech is known to have begun by `frame`, by something else than its loudness.
  public mutating func begin(atFrame frame: Int) { bounds.begin(atHop: frame / hops.hopFrames) }

  /// Sound up to `frame` is not measured: a device that starts, or our own sound in the room.
  public mutating func ignore(untilFrame frame: Int) {
    ignoredUntilFrame = max(ignoredUntilFrame, frame)
    (blockSum, blockCount) = (0, 0)
  }

  /// The frames of a silence of `seconds`, in whole hops.
  public func frames(ofSilence seconds: Double) -> Int { silenceHops(seconds) * hops.hopFrames }

  /// Whether there was speech, and none in the last `seconds`, neither loud nor even.
  ///
  /// Walls fill the gaps between syllables, so that quiet words are as even as noise. But they are louder than the room
  /// was before, and they have a voice, or are as short as a breath.
  public func isSilent(seconds: Double) -> Bool { isSilent(hops: silenceHops(seconds)) }

  /// Whether there was speech, and then `seconds` of silence, or of a room that rings, or of single clicks.
  ///
  /// For a caller with another reason to think that speech is over, as after the last word of a line.
  public func isSilentOrFading(seconds: Double) -> Bool {
    let silence = silenceHops(seconds)
    return isSilent(hops: silence) || bounds.hasFaded(silenceHops: silence)
  }

  private func silenceHops(_ seconds: Double) -> Int {
    Int((seconds * Double(rateHertz) / Double(hops.hopFrames)).rounded(.up))
  }

  private func isSilent(hops silence: Int) -> Bool {
    guard bounds.hasEnded(silenceHops: silence) else { return false }
    guard bounds.isAboveRoom(silenceHops: silence) else { return true }
    let long = max(silence, silenceHops(SpeechMeter.mostBreathSeconds))
    return bounds.hasEnded(silenceHops: long)
      && voice.seconds(since: frames - long * hops.hopFrames) < SpeechMeter.leastVoicedSeconds
  }
}
