import Glibc

/// How words are played: tones, and manners such as shouting.
public struct Expression: Hashable, Sendable {
  /// The tones, averaged; one that is listed twice weighs twice.
  public var tones: [Tone]
  /// Manners, all at once.
  public var manners: [Manner]
  /// How much of the tones: 1 is all, less for "slightly", more for "very".
  public var toneStrength = 1.0
  /// How much of the manners, likewise.
  public var mannerStrength = 1.0

  /// Tones and manners, each at its usual strength.
  public init(tones: [Tone] = [], manners: [Manner] = []) {
    self.tones = tones
    self.manners = manners
  }

  /// Whether nothing is asked for.
  public var isEmpty: Bool { tones.isEmpty && manners.isEmpty }

  /// This, where `nearer` says nothing else: the tones of a line replace those of its scene, and so do its manners.
  public func overridden(by nearer: Expression) -> Expression {
    var result = self
    if !nearer.tones.isEmpty {
      result.tones = nearer.tones
      result.toneStrength = nearer.toneStrength
    }
    if !nearer.manners.isEmpty {
      result.manners = nearer.manners
      result.mannerStrength = nearer.mannerStrength
    }
    return result
  }

  /// The expression of `layers`, from the scene's to the line's own; see ``overridden(by:)``.
  public static func layered(_ layers: [Expression]) -> Expression {
    layers.reduce(Expression()) { $0.overridden(by: $1) }
  }

  /// Both at once; of two manners of one family the first counts.
  public func and(_ other: Expression) -> Expression {
    var result = self
    if tones.isEmpty { result.toneStrength = other.toneStrength }
    if manners.isEmpty { result.mannerStrength = other.mannerStrength }
    result.tones += other.tones.filter { !tones.contains($0) }
    for manner in other.manners
    where !result.manners.contains(where: { $0.family == manner.family }) {
      result.manners.append(manner)
    }
    return result
  }

  /// The silence after the words: the tones' average; nil if no tone is asked for.
  public var pauseAfterMilliseconds: Int? {
    tones.isEmpty ? nil : VoiceProfile.blended(tones).pauseAfterMilliseconds
  }
}

extension SpeechRequest {
  /// Has the words played as `expression` says; what was asked for before stays.
  ///
  /// - Parameters:
  ///   - expression: tones and manners; an empty one changes nothing
  ///   - directed: what was set by number, and so is not changed by tones
  public mutating func play(_ expression: Expression, besides directed: DirectedProfile? = nil) {
    if !expression.tones.isEmpty {
      tones = SpeechRequest.weighed(expression.tones)
      toneDelivery = ToneDelivery(
        tones: expression.tones, strength: expression.toneStrength, besides: directed)
    }
    if !expression.manners.isEmpty {
      mannerDelivery = ToneDelivery(
        manners: expression.manners, strength: expression.mannerStrength)
    }
  }

  /// Each tone once; the one listed most often weighs 1.
  private static func weighed(_ tones: [Tone]) -> [ToneWeight] {
    var counts: [(tone: Tone, count: Int)] = []
    for tone in tones {
      if let place = counts.firstIndex(where: { $0.tone == tone }) {
        counts[place].count += 1
      } else {
        counts.append((tone, 1))
      }
    }
    let most = counts.reduce(1) { max($0, $1.count) }
    return counts.map {
      .init(label: $0.tone.rawValue, weight: Double($0.count) / Double(most))
    }
  }
}

extension SpeechRequest.ToneDelivery {
  /// What the average of `tones` does: their presets field by field, and their colors.
  ///
  /// `strength` stretches it: 1 is all of it. Where `directed` sets speed, pitch or volume by number, that stays.
  public init(tones: [Tone], strength: Double = 1, besides directed: DirectedProfile? = nil) {
    func isSet(_ field: Double?) -> Bool { (field ?? 0) > 0 }
    var profile = VoiceProfile.blended(tones)
    if isSet(directed?.rate) { profile.rate = 0.5 }
    if isSet(directed?.pitch) { profile.pitch = 1 }
    if isSet(directed?.volume) { profile.volume = 1 }
    self.init(profile)
    let count = Double(max(1, tones.count))
    if !isSet(directed?.volume) {
      volume *= gain(tones.reduce(0) { $0 + $1.color.decibels } / count)
    }
    pitchRange = exp2(tones.reduce(0) { $0 + log2($1.color.pitchRange) } / count)
    stretch(strength)
  }

  /// What all of `manners` do at once.
  public init(manners: [Manner], strength: Double = 1) {
    self.init(VoiceProfile())
    for manner in manners {
      let delivery = manner.delivery
      speed *= delivery.speed
      pitchSemitones += delivery.pitchSemitones
      volume *= delivery.volume
      pitchRange *= delivery.pitchRange
      isWhispered = isWhispered || delivery.isWhispered
    }
    stretch(strength)
  }

  private mutating func stretch(_ strength: Double) {
    guard strength != 1 else { return }
    speed = pow(speed, strength)
    pitchSemitones *= strength
    volume = pow(volume, strength)
    pitchRange = pow(pitchRange, strength)
  }
}

/// A level in dB as a linear gain.
func gain(_ decibels: Double) -> Double { decibels == 0 ? 1 : pow(10, decibels / 20) }
