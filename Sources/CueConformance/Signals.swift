import Glibc

/// Computed sound.
enum Signals {
  static func noise(frames: Int, level: Float, seed: UInt64) -> [Float] {
    var chance = Chance(seed: seed, check: "noise")
    return (0..<frames).map { _ in Float.random(in: -level...level, using: &chance) }
  }

  static func tone(frames: Int, hertz: Double, rateHertz: Int, level: Double = 0.5) -> [Float] {
    (0..<frames).map { Float(level * sin(2 * .pi * hertz * Double($0) / Double(rateHertz))) }
  }

  static func silence(frames: Int) -> [Float] { [Float](repeating: 0, count: frames) }

  /// 16-bit samples, little-endian.
  static func int16Bytes(_ samples: [Float]) -> [UInt8] {
    samples.flatMap { sample in
      let value = UInt16(bitPattern: Int16(max(-32768, min(32767, (sample * 32768).rounded()))))
      return [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    }
  }

  /// 32-bit float samples, little-endian.
  static func floatBytes(_ samples: [Float]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(samples.count * 4)
    for sample in samples {
      let bits = sample.bitPattern
      for shift in stride(from: 0, to: 32, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(shift)))
      }
    }
    return bytes
  }

  /// The samples of 32-bit float bytes.
  static func floats(_ bytes: [UInt8]) -> [Float] {
    unsafe bytes.withUnsafeBytes { raw in
      (0..<raw.count / 4).map {
        unsafe raw.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self)
      }
    }
  }
}
