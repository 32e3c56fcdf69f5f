import CueModel

/// Notices that somebody speaks into a microphone while we play speech ourselves.
///
/// Sound is measured in hops of 10 ms. A hop counts where it stands out of the noise (the level that a fifth of the last 1.5 s
/// do not reach, and ``marginDecibels`` more) and is louder than what Cue's own sound can have caused there: the loudest of it
/// in the last half second, less the way through the room, and ``echoMarginDecibels`` more. ``neededHops`` of ``ofHops`` in a
/// row are somebody.
///
/// The detector learns from the first 300 ms of Cue's own sound how loud it comes back; it waits 250 ms longer for them. No
/// interruption comes so early. If the microphone hears nothing of Cue's sound, as with headphones, the detector assumes an
/// echo that is just too quiet to stand out of the noise.
///
/// A value without a clock: the same sound gives the same answer.
public struct BargeInDetector: Sendable {
  /// How far above the noise somebody is, in decibels.
  public static let marginDecibels = 12.0
  /// How much louder than an echo somebody is, in decibels.
  public static let echoMarginDecibels = 6.0
  /// This many of ``ofHops`` hops have to stand out.
  public static let neededHops = 8
  /// The hops that are looked at together: 160 ms.
  public static let ofHops = 16

  private static let hopsPerSecond = 100.0
  private static let noiseHops = 150
  /// No noise is known before this many hops.
  private static let leastHops = 20
  private static let echoHops = 50
  /// 300 ms of our own sound, and 250 ms for the way through a device and the room.
  private static let learningHops = 55
  private static let leastFloorDecibels = -70.0
  /// What is quieter of our own sound does not come back.
  private static let leastOwnDecibels = -50.0

  private let memoryHops: Int
  private var microphone: HopLevels
  private var own: HopLevels?
  private var ownRate = 0
  private var levels: [Double] = []
  private var ownLevels: [Double] = []
  private var isLoud: [Bool] = []
  /// Which of the last hops belong to somebody who speaks.
  private var isSomebody: [Bool] = []
  private var learned = 0
  /// The loudest of our own sound while it was learned how loud it comes back.
  private var loudestOwn = -Double.infinity
  /// How loud our own sound comes back, in decibels; nil while nothing of it stood out.
  private var echo: Double?

  /// A detector for a microphone.
  ///
  /// - Parameters:
  ///   - rateHertz: its frames a second
  ///   - memorySeconds: how far back it is known when somebody began to speak
  public init(rateHertz: Int, memorySeconds: Double) {
    microphone = HopLevels(rateHertz: rateHertz)
    memoryHops = Int(memorySeconds * BargeInDetector.hopsPerSecond)
  }

  /// Whether somebody speaks now.
  public var hearsSomebody: Bool {
    isLoud.suffix(BargeInDetector.ofHops).count { $0 } >= BargeInDetector.neededHops
  }

  /// How long ago somebody began to speak, in seconds; nil if nobody spoke in the time that is remembered.
  public var secondsSinceBegan: Double? {
    isSomebody.firstIndex(of: true).map {
      Double(isSomebody.count - $0) / BargeInDetector.hopsPerSecond
    }
  }

  /// Whether it was learned that the microphone hears nothing of our own sound.
  public var hasNoEcho: Bool { learned >= BargeInDetector.learningHops && echo == nil }

  /// What we have played ourselves; its sound may come back from now on.
  public mutating func played(_ sound: AudioBuffer) {
    let rate = sound.format.rateHertz
    if ownRate != rate {
      ownRate = rate
      own = HopLevels(rateHertz: rate)
    }
    for sample in sound.monoFloats {
      guard let level = own?.hear(sample) else { continue }
      ownLevels.append(level)
      if ownLevels.count > BargeInDetector.echoHops { ownLevels.removeFirst() }
    }
  }

  /// What the microphone hears.
  public mutating func hear(_ sound: AudioBuffer) {
    for sample in sound.monoFloats {
      guard let level = microphone.hear(sample) else { continue }
      let isLoud = isLouder(level)
      note(isLoud)
    }
  }

  private mutating func note(_ isLoud: Bool) {
    self.isLoud.append(isLoud)
    isSomebody.append(false)
    if self.isLoud.count > memoryHops {
      self.isLoud.removeFirst()
      isSomebody.removeFirst()
    }
    guard hearsSomebody else { return }
    let window = max(0, self.isLoud.count - BargeInDetector.ofHops)..<self.isLoud.count
    for hop in window where self.isLoud[hop] { isSomebody[hop] = true }
  }

  /// Whether `level`, that of the hop at hand, is somebody's.
  private mutating func isLouder(_ level: Double) -> Bool {
    let floor = noiseFloor
    levels.append(level)
    if levels.count > BargeInDetector.noiseHops { levels.removeFirst() }
    guard let floor else { return false }
    let least = floor + BargeInDetector.marginDecibels
    let loudest = ownLevels.max() ?? -.infinity
    guard loudest > BargeInDetector.leastOwnDecibels else { return level >= least }
    if learned < BargeInDetector.learningHops {
      learned += 1
      loudestOwn = max(loudestOwn, loudest)
      if level >= least { echo = min(0, max(echo ?? -.infinity, level - loudest)) }
      return false
    }
    let echo = self.echo ?? least - loudestOwn
    return level >= least && level > loudest + echo + BargeInDetector.echoMarginDecibels
  }

  private var noiseFloor: Double? {
    guard levels.count >= BargeInDetector.leastHops else { return nil }
    return max(BargeInDetector.leastFloorDecibels, levels.sorted()[levels.count / 5])
  }
}
