import CueModel

/// Speech that was made to last a given time.
public struct FittedSpeech: Equatable, Sendable {
  /// The sound, and where its words begin.
  public var clip: Clip
  /// How long it was to last, in seconds.
  public var targetSeconds: Double
  /// How long the voice takes at the speed it was asked for first, in seconds.
  public var ownSeconds: Double
  /// The speed at which the voice said it, as a factor.
  public var speed: Double
  /// The factor by which an effect made it faster; 1 where none did.
  public var tempo: Double
  /// How often the voice said it.
  public var passes: Int

  /// How long it lasts, in seconds.
  public var seconds: Double { clip.seconds }
  /// Whether that is as it was wanted, within ``TempoFit/toleranceSeconds``.
  public var isFitted: Bool { abs(seconds - targetSeconds) <= TempoFit().toleranceSeconds }
}

extension Clip {
  /// How long it lasts, in seconds.
  public var seconds: Double { Double(sound.frameCount) / Double(sound.format.rateHertz) }
}

/// Makes speech last a given time: by the voice's own speed as far as that goes, then by an effect.
public struct SpeechFitter {
  /// The speeds that the voice is asked for: those of rates 0 to 1.
  public static let speeds =
    VoiceProfile(rate: 0).speedFactor...VoiceProfile(rate: 1).speedFactor
  /// What an effect may add: beyond it, speech is not understood.
  public static let tempos = 0.5...2.0

  private let voice: any Voice
  private let stretch: (Double) throws -> (any Effect)?
  private let standIn: (_ voice: String, PluginFailure) throws -> Void

  /// Fits what `voice` says.
  ///
  /// - Parameters:
  ///   - voice: says the requests
  ///   - stretch: makes an effect that makes sound this many times faster at the same pitch; nil if there is none
  ///   - standIn: takes the name of each voice that replaces one that failed, and the failure
  public init(
    _ voice: any Voice, stretch: @escaping (Double) throws -> (any Effect)? = { _ in nil },
    standIn: @escaping (_ voice: String, PluginFailure) throws -> Void = { _, _ in }
  ) {
    self.voice = voice
    self.stretch = stretch
    self.standIn = standIn
  }

  /// Says `request` so that it lasts `targetSeconds`.
  ///
  /// - Parameters:
  ///   - request: what is said; the fit begins at its speed
  ///   - targetSeconds: how long it shall last
  ///   - onlyShortens: whether speech that takes less time stays unchanged
  ///   - cancellation: ends it early
  /// - Returns: the best there is; nil if it was cancelled
  /// - Throws: what the voice or the effect throws
  public func fit(
    _ request: SpeechRequest, to targetSeconds: Double, onlyShortens: Bool = false,
    cancellation: Cancellation
  ) throws -> FittedSpeech? {
    var fit = TempoFit(rate: request.speed, in: SpeechFitter.speeds)
    var request = request
    guard let own = try said(request, cancellation) else { return nil }
    var fitted = FittedSpeech(
      clip: own, targetSeconds: targetSeconds, ownSeconds: own.seconds, speed: request.speed,
      tempo: 1, passes: 1)
    if onlyShortens, own.seconds <= targetSeconds { return fitted }
    var measured = own.seconds
    while fit.take(measuredSeconds: measured, targetSeconds: targetSeconds) {
      request.speed = fit.rate
      guard let clip = try said(request, cancellation) else { return nil }
      fitted.passes += 1
      measured = clip.seconds
      // A voice that turns about its rates may do worse the second time.
      guard abs(measured - targetSeconds) < abs(fitted.seconds - targetSeconds) else { continue }
      (fitted.clip, fitted.speed) = (clip, request.speed)
    }
    let left = fitted.seconds / targetSeconds
    guard !fitted.isFitted, fitted.seconds > 0 else { return fitted }
    let tempo = min(max(left, SpeechFitter.tempos.lowerBound), SpeechFitter.tempos.upperBound)
    guard let effect = try stretch(tempo) else { return fitted }
    fitted.clip = try stretched(fitted.clip, by: effect)
    fitted.tempo = tempo
    return fitted
  }

  private func said(_ request: SpeechRequest, _ cancellation: Cancellation) throws -> Clip? {
    let said = try voice.collect(request, cancellation: cancellation) { event in
      if case .startedOver(let voice, let failure) = event { try standIn(voice, failure) }
    }
    guard let said else { return nil }
    let nothing = AudioBuffer(int16: [], rateHertz: 22050)
    return said.clip ?? Clip(sound: nothing, marks: said.marks)
  }

  private static let blockFrames = 4096

  private func stretched(_ clip: Clip, by effect: any Effect) throws -> Clip {
    let (rate, channels) = (clip.sound.format.rateHertz, clip.sound.format.channels)
    let made = AudioFormat(sample: .float32, rateHertz: rate, channels: channels)
    var bytes: [UInt8] = []
    var places: [Int] = []
    do {
      try effect.configure(rateHertz: rate, channels: channels)
      var at = 0
      while at < clip.sound.frameCount {
        let end = min(at + SpeechFitter.blockFrames, clip.sound.frameCount)
        let block = AudioBuffer(
          float32: clip.sound.frames(at..<end).floats, rateHertz: rate, channels: channels)
        let asked = clip.marks.map(\.frame).filter { (at..<end).contains($0) }
        try effect.begin(block, changes: [], asking: asked)
        let output = try effect.finish()
        bytes += output.sound.bytes
        places += output.places
        at = end
      }
      let asked = clip.marks.map(\.frame).filter { $0 >= clip.sound.frameCount }
      let rest = try effect.flush(asking: asked)
      bytes += rest.sound.bytes
      places += rest.places
    } catch let failure as PluginFailure { throw EffectFailure(failure) }
    let late = min(effect.latencyFrames * made.frameByteCount, bytes.count)
    var fitted = Clip(sound: AudioBuffer(format: made, bytes: Array(bytes[late...])))
    fitted.marks = zip(clip.marks, places).map { mark, place in
      var mark = mark
      mark.frame = min(max(0, place - effect.latencyFrames), fitted.sound.frameCount)
      return mark
    }
    return fitted
  }
}
