import CLoudness
import CueModel
import Glibc

/// How loud sound is after EBU R 128, measured by libebur128.
@safe public final class LoudnessMeter {
  private let meter: OpaquePointer
  private let format: AudioFormat

  /// Measures all that it hears of sound of `format`: its integrated loudness and its peaks.
  public convenience init(_ format: AudioFormat) throws(SoundFileError) {
    try self.init(format, isWhole: true)
  }

  private init(_ format: AudioFormat, isWhole: Bool) throws(SoundFileError) {
    var why = [CChar](repeating: 0, count: 256)
    guard unsafe cue_loudness_library(&why, why.count) == 1 else {
      throw SoundFileError("", .noLoudnessLibrary(LibraryFile.words(why)))
    }
    guard
      let meter = unsafe cue_loudness_open(
        Int32(format.channels), Int32(format.rateHertz), isWhole ? 1 : 0)
    else {
      throw SoundFileError(
        "", .loudnessRefused(rateHertz: format.rateHertz, channels: format.channels))
    }
    unsafe self.meter = unsafe meter
    self.format = format
  }

  deinit { unsafe cue_loudness_close(meter) }

  /// Hears `sound`, which has the rate and channels of its format.
  public func hear(_ sound: AudioBuffer) {
    precondition(
      sound.format.rateHertz == format.rateHertz && sound.format.channels == format.channels,
      "sound of another format than the meter's")
    hear(sound.floats[...])
  }

  private func hear(_ samples: ArraySlice<Float>) {
    let heard = unsafe samples.withUnsafeBufferPointer {
      guard let first = $0.baseAddress else { return true }
      return unsafe cue_loudness_hear(meter, first, $0.count / format.channels) == 1
    }
    precondition(heard, "libebur128 has no memory")
  }

  /// The integrated loudness in LUFS; nil if all was below the gate.
  public var integratedLUFS: Double? {
    let loudness = unsafe cue_loudness_integrated(meter)
    return loudness.isFinite ? loudness : nil
  }

  /// The highest peak of all channels, between samples too, in dBTP; nil if all was silent.
  public var truePeakDBTP: Double? {
    let peak = unsafe cue_loudness_true_peak(meter)
    return peak > 0 ? 20 * log10(peak) : nil
  }

  /// How loud each 10 ms of one-channel `samples` is; see ``LoudnessProfile``.
  public static func profile(
    of samples: [Float], rateHertz: Int
  ) throws(SoundFileError) -> LoudnessProfile {
    let hopFrames = max(1, rateHertz / 100)
    let meter = try LoudnessMeter(
      AudioFormat(sample: .float32, rateHertz: rateHertz), isWhole: false)
    var energies: [Float] = []
    var peaks: [Float] = []
    energies.reserveCapacity(samples.count / hopFrames + 1)
    peaks.reserveCapacity(samples.count / hopFrames + 1)
    var start = 0
    while start < samples.count {
      let end = min(start + hopFrames, samples.count)
      meter.hear(samples[start..<end])
      if end - start < hopFrames {
        meter.hear([Float](repeating: 0, count: hopFrames - (end - start))[...])
      }
      peaks.append(samples[start..<end].reduce(0) { max($0, abs($1)) })
      let loudness = unsafe cue_loudness_recent(meter.meter, 10)
      energies.append(loudness.isFinite ? Float(GatedLoudness.energy(ofLUFS: loudness)) : 0)
      start = end
    }
    return LoudnessProfile(
      energies: energies, peaks: peaks, hopSeconds: Double(hopFrames) / Double(rateHertz))
  }
}

/// The energy of consecutive short stretches of sound as the ear weighs it (the K-weighting of ITU-R BS.1770).
public struct LoudnessProfile: Equatable, Sendable {
  /// Mean squares, weighted.
  public var energies: [Float]
  /// The highest samples, not weighted.
  public var peaks: [Float]
  /// How long each stretch is, about 10 ms.
  public var hopSeconds: Double

  /// The energies of blocks of 400 ms, one every 100 ms; sound that is shorter is one block.
  public var blocks: [Double] {
    let size = Int((0.4 / hopSeconds).rounded())
    let step = Int((0.1 / hopSeconds).rounded())
    guard energies.count > size else {
      guard !energies.isEmpty else { return [] }
      return [energies.reduce(0) { $0 + Double($1) } / Double(energies.count)]
    }
    return stride(from: 0, through: energies.count - size, by: step).map { start in
      energies[start..<start + size].reduce(0) { $0 + Double($1) } / Double(size)
    }
  }
}

/// Integrated loudness out of the energies of blocks, after ITU-R BS.1770-4.
///
/// With z the energies of blocks of 400 ms, L(z) = −0.691 + 10·log10(z). Blocks below −70 LUFS do not count, nor those more
/// than 10 LU below the mean of the others; L of the mean of what is left is the loudness.
public enum GatedLoudness {
  /// The energy of that loudness.
  public static func energy(ofLUFS loudness: Double) -> Double { pow(10, (loudness + 0.691) / 10) }

  /// How loud such energy is.
  public static func lufs(ofEnergy energy: Double) -> Double { -0.691 + 10 * log10(energy) }

  /// The loudness of all `blocks` together; nil if none is above the gate.
  public static func integratedLUFS(_ blocks: [Double]) -> Double? {
    let absolute = energy(ofLUFS: -70)
    guard let mean = mean(of: blocks, from: absolute),
      let gated = self.mean(of: blocks, from: max(absolute, mean / 10))
    else { return nil }
    return lufs(ofEnergy: gated)
  }

  private static func mean(of blocks: [Double], from least: Double) -> Double? {
    var sum = 0.0
    var count = 0
    for block in blocks where block >= least {
      sum += block
      count += 1
    }
    return count == 0 ? nil : sum / Double(count)
  }
}

/// The loudness of a recording that is laid out of profiles, before any of it is mixed.
///
/// Sounds that overlap are taken to have nothing in common, so that their energies add up.
public struct LoudnessLayout: Sendable {
  private var bins: [Double]

  /// Silence of `seconds`.
  public init(seconds: Double) {
    bins = Array(repeating: 0, count: Int((seconds * 10).rounded(.up)) + 1)
  }

  /// Lays a profile, with `gain` as a factor of its samples, at `start` seconds.
  ///
  /// With a `ceiling`, as a factor of full scale, about as a ``PeakLimiter`` leaves it: what a stretch of 10 ms is turned down
  /// by its highest sample, and what is left of that as the limiter recovers.
  public mutating func add(
    _ profile: LoudnessProfile, atSeconds start: Double, gain: Double, ceiling: Double? = nil
  ) {
    var risen = 1.0
    let recovery = 1 - exp(-profile.hopSeconds / 0.1)
    for (hop, energy) in profile.energies.enumerated() {
      if let ceiling {
        let peak = Double(profile.peaks[hop]) * gain
        risen = min(peak > ceiling ? ceiling / peak : 1, risen + (1 - risen) * recovery)
      }
      guard energy > 0 else { continue }
      let factor = gain * gain * risen * risen
      let from = (start + Double(hop) * profile.hopSeconds) * 10
      let to = from + profile.hopSeconds * 10
      let bin = Int(from)
      guard bins.indices.contains(bin) else { continue }
      let amount = Double(energy) * factor
      if to > Double(bin + 1), bin + 1 < bins.count {
        bins[bin] += amount * (Double(bin + 1) - from)
        bins[bin + 1] += amount * (to - Double(bin + 1))
      } else {
        bins[bin] += amount * (to - from)
      }
    }
  }

  /// The integrated loudness of all of it; nil if nothing is above the gate.
  public var integratedLUFS: Double? {
    guard bins.count > 4 else {
      return GatedLoudness.integratedLUFS([bins.reduce(0, +) / Double(max(1, bins.count))])
    }
    let blocks = (0...bins.count - 4).map { bins[$0..<$0 + 4].reduce(0, +) / 4 }
    return GatedLoudness.integratedLUFS(blocks)
  }
}
