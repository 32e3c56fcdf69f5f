/// How long listening goes on; each in seconds, and none where it is 0 or less.
public struct ListeningLimits: Equatable, Sendable {
  /// Without any speech.
  public var start = 8.0
  /// With silence after speech.
  public var end = 0.8
  /// Added to ``end`` and ``inactivity`` after speech that lasted less than ``shortSpeechSeconds``: a first word is often
  /// followed by others.
  public var endExtra = 0.0
  /// Speech that is shorter has ``endExtra``, in seconds.
  public static let shortSpeechSeconds = 0.5
  /// With a partial text that does not change.
  public var stable = 2.0
  /// In all, also while somebody speaks.
  public var max = 60.0
  /// With nothing loud and nothing new in the text, once there is one.
  ///
  /// VoiceIO's one limit; it stands in for ``end`` where that is 0.
  public var inactivity = 0.0

  /// The limits that suit a line of dialogue.
  public init() {}
}

/// Decides when listening ends, from the sound and from what a recognizer makes of it.
///
/// A value that is driven by sample counts and never by a clock: the same sound and texts end at the same frame, at any speed
/// and however they are cut into blocks. It ends exactly once. Sound is mono.
public struct Endpointer: Equatable, Sendable {
  /// Why listening ended.
  public enum Reason: String, Sendable, CaseIterable {
    /// Silence after speech, or the recognizer's final text.
    case endOfSpeech
    /// The text did not change any more.
    case stable
    /// Nobody began to speak.
    case timeout
    /// It was as long as it may be.
    case max
    /// What was expected has been heard.
    case matched
    /// Somebody wished so.
    case cancelled
    /// There was no more sound; no limit had been reached.
    case endOfSound
  }

  /// When and why listening ended.
  public struct End: Equatable, Sendable {
    /// Why.
    public let reason: Reason
    /// The frame at which that is so.
    public let frame: Int

    /// An end.
    public init(reason: Reason, frame: Int) {
      self.reason = reason
      self.frame = frame
    }
  }

  /// Sound from before speech that a recognizer should hear too, in seconds.
  public static let preRollSeconds = 0.3
  /// What is not listened to at the beginning, in seconds: a device that starts makes noise.
  public static let deafSeconds = 0.05
  /// What is not listened to after our own sound, in seconds.
  public static let selfHearingSeconds = 0.25
  /// How much longer than the limit a silence has to be.
  ///
  /// The last sound of a voice fades into the noise up to this long before it ends.
  static let fadeSeconds = 0.02
  /// In a silence that is louder than the room was, somebody speaks who has a voice for so long: even noise has less.
  private static let leastVoicedSeconds = 0.1
  /// What is louder than the room was and has no voice may be the last “s” of a word, or the breath behind it, for so long; noise that
  /// begins lasts longer.
  private static let mostBreathSeconds = 0.5

  /// The limits.
  public let limits: ListeningLimits
  /// Frames a second.
  public let rateHertz: Int
  /// Whether a silence only ends listening once there is a text: noise has none.
  public let needsWords: Bool
  /// How listening ended; nothing while it goes on.
  public private(set) var end: End?
  /// Frames heard so far.
  public private(set) var frames = 0
  /// The text so far.
  public private(set) var text = ""
  /// While this is set, ``ListeningLimits/end`` is so many seconds, and ``ListeningLimits/stable`` 2 s more, if they are shorter.
  ///
  /// For who knows that the speaker has not come to the end. At most ``mostPatience``.
  public var patience: Double? {
    didSet { patience = patience.map { Swift.min($0, Endpointer.mostPatience) } }
  }
  /// The longest silence that ``patience`` can ask for, in seconds.
  public static let mostPatience = 5.0

  private var hops: HopLevels
  private var voice: VoicedTime
  private var bounds: SpeechBounds
  private var tracker = NoiseTracker()
  private let blockFrames: Int
  private var blockSum = 0.0
  private var blockCount = 0
  private var deafUntilFrame: Int
  private var firstTextFrame: Int?
  private var lastTextFrame: Int?
  /// Where the silence began that is as long as ``ListeningLimits/end`` now.
  private var silentSinceFrame: Int?

  /// Listens to mono sound of `rateHertz`.
  public init(rateHertz: Int, limits: ListeningLimits = ListeningLimits(), needsWords: Bool = false)
  {
    precondition(rateHertz > 0, "sound has a rate")
    self.rateHertz = rateHertz
    self.limits = limits
    self.needsWords = needsWords
    hops = HopLevels(rateHertz: rateHertz)
    voice = VoicedTime(rateHertz: rateHertz)
    let silence =
      limits.end > 0
      ? Swift.max(limits.end + limits.endExtra, Endpointer.mostPatience) + Endpointer.fadeSeconds
      : 0
    bounds = SpeechBounds(
      silenceHops: Int((silence * Double(rateHertz) / Double(hops.hopFrames)).rounded(.up)))
    blockFrames = NoiseTracker.blockFrames(rateHertz: rateHertz)
    deafUntilFrame = Int((Endpointer.deafSeconds * Double(rateHertz)).rounded())
  }

  /// The frame at which speech began; nothing before that is known.
  public var speechStartFrame: Int? { bounds.startHop.map { $0 * hops.hopFrames } }

  /// Whether something stood out of the noise as speech does, whatever a recognizer made of it.
  ///
  /// Steady noise, a hum, a held chord and key clicks do not.
  public var hasHeardSpeech: Bool { bounds.isAudible }

  /// For how long a voice was heard that is not deaf time, in seconds, by steps of 20 ms: a cough, a click, a door and the noise of a
  /// room have hardly any.
  ///
  /// Some 40 % of speech; nothing of a whisper.
  public var voicedSeconds: Double { voice.seconds }

  /// Where a voice was heard last; nil before it was.
  public var lastVoicedFrame: Int? { voice.lastFrame }

  /// How far speech stands out of the noise around it, in decibels; nil before there is speech.
  ///
  /// The loudest of it above the quietest of the last second: about 8 dB more than what is usually called the ratio of signal to
  /// noise.
  public var depthDecibels: Double? { bounds.depthDecibels }

  /// Hears the next samples; how listening ended, if it ends within them.
  @discardableResult
  public mutating func hear(_ samples: some Sequence<Float>) -> End? {
    for sample in samples {
      guard end == nil else { return nil }
      frames += 1
      let sample = sample.isFinite ? sample : 0
      let isDeaf = frames <= deafUntilFrame
      if !isDeaf { voice.hear(sample, atFrame: frames) }
      blockSum += isDeaf ? 0 : Double(sample) * Double(sample)
      blockCount += isDeaf ? 0 : 1
      if blockCount == blockFrames {
        tracker.hear(
          decibels: Loudness.decibels(meanSquare: blockSum / Double(blockFrames)),
          endingAtFrame: frames)
        (blockSum, blockCount) = (0, 0)
      }
      guard let level = hops.hear(sample) else { continue }
      bounds.hear(frames - hops.hopFrames < deafUntilFrame ? nil : level)
      if let end = judge(at: frames) { return end }
    }
    return nil
  }

  /// Takes a text of the recognizer at `frame`; how listening ended, if it has by then.
  ///
  /// An empty text is none; one that is the same as before changes nothing.
  @discardableResult
  public mutating func heard(partial: String, atFrame frame: Int) -> End? {
    guard end == nil else { return nil }
    let frame = Swift.max(frame, lastTextFrame ?? 0)
    // What was due before it is due all the same.
    if let end = judgeTimers(at: frame) { return end }
    guard !partial.allSatisfy(\.isWhitespace), partial != text else { return nil }
    text = partial
    if firstTextFrame == nil {
      firstTextFrame = frame
      bounds.begin(atHop: frame / hops.hopFrames)
    }
    lastTextFrame = frame
    return nil
  }

  /// Ends for a reason from outside: the final text, a match, a wish; nothing where it has ended before.
  @discardableResult
  public mutating func finish(_ reason: Reason, atFrame frame: Int) -> End? {
    guard end == nil else { return nil }
    let new = End(reason: reason, frame: frame)
    end = new
    return new
  }

  /// Our own sound was heard up to `frame`: what comes then, and for `deafSeconds` after, is not listened to.
  public mutating func spoke(
    untilFrame frame: Int, deafSeconds: Double = Endpointer.selfHearingSeconds
  ) {
    let deaf = frame + Int((deafSeconds * Double(rateHertz)).rounded())
    deafUntilFrame = Swift.max(deafUntilFrame, deaf)
    (blockSum, blockCount) = (0, 0)
  }

  /// Whether there was speech, and none in the last `seconds`, at most a second more than ``ListeningLimits/end`` and
  /// ``mostPatience``.
  ///
  /// For who has another reason too: with the last word of a line, less silence is enough. A room that rings behind the last word
  /// is silence, and so are single clicks.
  public func hasBeenSilent(seconds: Double) -> Bool {
    let silence = Int((seconds * Double(rateHertz) / Double(hops.hopFrames)).rounded(.up))
    return hasEnded(silenceHops: silence) || bounds.hasFaded(silenceHops: silence)
  }

  /// Whether the last hops have no speech in them, neither loud nor even.
  ///
  /// Walls fill the gaps between syllables, so that quiet words are as even as noise. But they are louder than the room was when
  /// nobody spoke, and there is a voice in them, or they are as short as a breath.
  private func hasEnded(silenceHops silence: Int) -> Bool {
    guard bounds.hasEnded(silenceHops: silence) else { return false }
    guard bounds.isAboveRoom(silenceHops: silence) else { return true }
    let breath = Endpointer.mostBreathSeconds * Double(rateHertz) / Double(hops.hopFrames)
    let long = Swift.max(silence, Int(breath.rounded(.up)))
    return bounds.hasEnded(silenceHops: long)
      && voice.seconds(since: frames - long * hops.hopFrames) < Endpointer.leastVoicedSeconds
  }

  private mutating func judge(at frame: Int) -> End? {
    if let end = judgeTimers(at: frame) { return end }
    guard limits.end > 0, !needsWords || firstTextFrame != nil else { return nil }
    let least = hasEnded(silenceHops: silenceHops(limits.end))
    if !least { silentSinceFrame = nil }
    guard least else { return nil }
    let since = silentSinceFrame ?? frame - silenceHops(limits.end) * hops.hopFrames
    silentSinceFrame = since
    let end = limits.end + (isShort(until: since, from: speechStartFrame) ? limits.endExtra : 0)
    let wanted = Swift.max(end, patience ?? 0)
    guard wanted <= limits.end || hasEnded(silenceHops: silenceHops(wanted)) else {
      return nil
    }
    return finish(.endOfSpeech, atFrame: frame)
  }

  /// Hops of a silence of so many seconds, with what a voice fades in.
  private func silenceHops(_ seconds: Double) -> Int {
    let frames = (seconds + Endpointer.fadeSeconds) * Double(rateHertz)
    return Int((frames / Double(hops.hopFrames)).rounded(.up))
  }

  /// Whether speech from `start` to `end` is short.
  private func isShort(until end: Int, from start: Int?) -> Bool {
    guard limits.endExtra > 0, let start else { return false }
    return Double(end - start) < ListeningLimits.shortSpeechSeconds * Double(rateHertz)
  }

  /// The limit that was reached first, up to `frame`; of two at once, the one that is named first here.
  private mutating func judgeTimers(at frame: Int) -> End? {
    var due: [(frame: Int, reason: Reason)] = []
    func add(_ seconds: Double, after start: Int?, _ reason: Reason) {
      guard seconds > 0, let start else { return }
      due.append((start + Int((seconds * Double(rateHertz)).rounded()), reason))
    }
    if limits.inactivity > 0, let since = inactiveSinceFrame {
      let extra = isShort(until: since, from: firstTextFrame) ? limits.endExtra : 0
      add(limits.inactivity + extra, after: since, .endOfSpeech)
    }
    let stable = limits.stable > 0 ? Swift.max(limits.stable, patience.map { $0 + 2 } ?? 0) : 0
    add(stable, after: lastTextFrame, .stable)
    // Who begins just before the limit is known to have begun a little after it.
    let knownFrames = SpeechBounds.ofHops * hops.hopFrames
    if bounds.startHop == nil, frame >= knownFrames {
      let late = due.count
      add(limits.start, after: 0, .timeout)
      if due.count > late, due[late].frame > frame - knownFrames { due.removeLast() }
    }
    add(limits.max, after: 0, .max)
    guard let first = due.filter({ $0.frame <= frame }).min(by: { $0.frame < $1.frame }) else {
      return nil
    }
    return finish(first.reason, atFrame: first.frame)
  }

  /// Counted from the last loud block or the last new text; without a loud block, from the first text.
  private var inactiveSinceFrame: Int? {
    guard let lastTextFrame else { return nil }
    return Swift.max(lastTextFrame, tracker.lastLoudFrame ?? 0)
  }
}
