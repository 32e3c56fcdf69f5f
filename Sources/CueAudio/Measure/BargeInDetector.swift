import CueModel

/// Notices that somebody speaks into a microphone while we play speech ourselves.
///
/// Sound is measured in hops of 10 ms. A hop counts where it stands out of the noise (the level that a fifth of the last 1.5 s
/// do not reach, and ``marginDecibels`` more) and is louder than what our own sound can have caused there: the loudest of it in
/// the last half second, less the way through the room, and ``echoMarginDecibels`` more. ``neededHops`` of ``ofHops`` in a row
/// are somebody. How loud our sound comes back is ``usualEchoDecibels``, or more, where the first 300 ms of it show that: nobody
/// interrupts so early.
///
/// A value without a clock: the same sound gives the same answer.
public struct BargeInDetector: Sendable {
  /// How far above the noise somebody is, in decibels.
  public static let marginDecibels = 12.0
  /// How loud our own sound comes back, as long as nothing else is known, in decibels.
  public static let usualEchoDecibels = -20.0
  /// How much louder than an echo somebody is, in decibels.
  public static let echoMarginDecibels = 6.0
  /// So many of ``ofHops`` hops have to stand out.
  public static let neededHops = 10
  /// The hops that are looked at together: 160 ms.
  public static let ofHops = 16

  private static let noiseHops = 150
  /// No noise is known before so many hops.
  private static let leastHops = 20
  private static let echoHops = 50
  private static let learningHops = 30
  private static let leastFloorDecibels = -70.0
  /// What is quieter of our own sound does not come back.
  private static let leastOwnDecibels = -50.0

  private var microphone: HopLevels
  private var own: HopLevels?
  private var ownRate = 0
  private var levels: [Double] = []
  private var ownLevels: [Double] = []
  private var isLoud: [Bool] = []
  private var learned = 0
  private var echo = BargeInDetector.usualEchoDecibels

  /// A microphone of `rateHertz` frames a second.
  public init(rateHertz: Int) { microphone = HopLevels(rateHertz: rateHertz) }

  /// Whether somebody speaks now.
  public var hearsSomebody: Bool {
    isLoud.suffix(BargeInDetector.ofHops).count { $0 } >= BargeInDetector.neededHops
  }

  /// What we have played ourselves; its sound may come back from now on.
  public mutating func played(_ sound: AudioBuffer) {
    let rate = sound.format.rateHertz
    if ownRate != rate {
      ownRate = rate
      own = HopLevels(rateHertz: rate)
    }
    for sample in BargeInDetector.mono(sound) {
      guard let level = own?.hear(sample) else { continue }
      ownLevels.append(level)
      if ownLevels.count > BargeInDetector.echoHops { ownLevels.removeFirst() }
    }
  }

  /// What the microphone hears.
  public mutating func hear(_ sound: AudioBuffer) {
    for sample in BargeInDetector.mono(sound) {
      if let level = microphone.hear(sample) { judge(level) }
    }
  }

  private mutating func judge(_ level: Double) {
    let floor = noiseFloor
    levels.append(level)
    if levels.count > BargeInDetector.noiseHops { levels.removeFirst() }
    isLoud.append(false)
    if isLoud.count > BargeInDetector.ofHops { isLoud.removeFirst() }
    guard let floor, level >= floor + BargeInDetector.marginDecibels else { return }
    let loudest = ownLevels.max() ?? -.infinity
    let sounds = loudest > BargeInDetector.leastOwnDecibels
    if sounds, learned < BargeInDetector.learningHops {
      learned += 1
      echo = min(0, max(echo, level - loudest))
      return
    }
    let explained = sounds ? loudest + echo + BargeInDetector.echoMarginDecibels : -.infinity
    isLoud[isLoud.count - 1] = level > explained
  }

  private var noiseFloor: Double? {
    guard levels.count >= BargeInDetector.leastHops else { return nil }
    return max(BargeInDetector.leastFloorDecibels, levels.sorted()[levels.count / 5])
  }

  private static func mono(_ sound: AudioBuffer) -> [Float] {
    let samples = sound.floats
    let channels = sound.format.channels
    guard channels > 1 else { return samples }
    return (0..<sound.frameCount).map { frame in
      samples[frame * channels..<(frame + 1) * channels].reduce(0, +) / Float(channels)
    }
  }
}
