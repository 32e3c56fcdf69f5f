import CueModel

/// What is wrong with a microphone, as its sound shows.
public enum MicrophoneFault: String, Equatable, Sendable, CaseIterable {
  /// Nothing comes from it, not even noise: it is muted, not plugged in, or another one than was thought.
  case silent
  /// It is so loud that the sound is cut off.
  case clipped
}

/// Notices a microphone that is silent or clipped, from its sound, within 5 s.
///
/// Every fault is reported once. Time is counted in frames, so the same sound gives the same result at any speed.
public struct MicrophoneCheck: Sendable {
  /// So long nothing must come before it is called silent, in seconds.
  public static let silentSeconds = 4.0
  /// What stays below this in a hop of 50 ms is silence, as a share of full scale: below the noise of a quiet room.
  static let silentPeak: Float = 0.000_25
  /// What reaches this share of full scale is cut off, where it does not change for ``clippedRun`` samples.
  static let clippedPeak: Float = 0.995
  /// So little it may move there: one and a half steps of 16 bits.
  static let clippedStep: Float = 1.5 / 32768
  /// This many samples in a row at full scale do not come from sound.
  static let clippedRun = 3
  /// So large a share of the samples of a second is heard.
  static let clippedShare = 0.005

  private let channels: Int
  private let hopFrames: Int
  private let secondFrames: Int
  private let silentHops: Int

  private var frames = 0
  private var peak: Float = 0
  private var silence = 0
  private var hasHeard = false
  /// It has been silent between sounds.
  ///
  /// A room never is: where it had noise all the time, silence is a microphone that was muted.
  private var hasBeenSilent = false
  private var secondFrame = 0
  private var clippedSamples = 0
  private var runs: [Int]
  private var before: [Float]
  private var told: Set<MicrophoneFault> = []

  /// Looks at sound of `format`.
  public init(_ format: AudioFormat) {
    channels = format.channels
    hopFrames = max(1, format.rateHertz / 20)
    secondFrames = max(1, format.rateHertz)
    silentHops = Int(MicrophoneCheck.silentSeconds * 20)
    runs = Array(repeating: 0, count: format.channels)
    before = Array(repeating: 0, count: format.channels)
  }

  /// Takes the next sound, and returns the faults that were not reported before.
  public mutating func take(_ sound: AudioBuffer) -> [MicrophoneFault] {
    var found: [MicrophoneFault] = []
    var channel = 0
    for sample in sound.floats {
      let magnitude = abs(sample)
      peak = max(peak, magnitude)
      let isFlat = abs(magnitude - before[channel]) <= MicrophoneCheck.clippedStep
      before[channel] = magnitude
      if magnitude >= MicrophoneCheck.clippedPeak {
        runs[channel] = isFlat ? runs[channel] + 1 : 1
        if runs[channel] == MicrophoneCheck.clippedRun {
          clippedSamples += MicrophoneCheck.clippedRun
        } else if runs[channel] > MicrophoneCheck.clippedRun {
          clippedSamples += 1
        }
      } else {
        runs[channel] = 0
      }
      channel += 1
      guard channel == channels else { continue }
      channel = 0
      if let fault = endFrame(), told.insert(fault).inserted { found.append(fault) }
    }
    return found
  }

  private mutating func endFrame() -> MicrophoneFault? {
    frames += 1
    secondFrame += 1
    var fault: MicrophoneFault?
    if secondFrame == secondFrames {
      let share = Double(clippedSamples) / Double(secondFrames * channels)
      if share >= MicrophoneCheck.clippedShare { fault = .clipped }
      secondFrame = 0
      clippedSamples = 0
    }
    guard frames == hopFrames else { return fault }
    let isSilent = peak < MicrophoneCheck.silentPeak
    frames = 0
    peak = 0
    if isSilent {
      silence += 1
      // Sound with pauses of pure silence comes from a program, which may pause.
      if silence == silentHops, !hasHeard || !hasBeenSilent { return .silent }
    } else {
      if silence > 0, hasHeard { hasBeenSilent = true }
      silence = 0
      hasHeard = true
    }
    return fault
  }
}
