/// The value in the middle; of an even number, the lower of the two.
func median(_ values: [Double]) -> Double {
  precondition(!values.isEmpty, "a median needs values")
  return values.sorted()[(values.count - 1) / 2]
}

/// The same numbers in every run.
///
/// Xorshift, after George Marsaglia, "Xorshift RNGs" (2003).
struct RepeatableGenerator: RandomNumberGenerator {
  private var state: UInt64 = 88_172_645_463_325_252

  init() {}

  /// Other numbers for another seed.
  init(seed: UInt64) {
    state ^= (seed &+ 1) &* 0x9e37_79b9_7f4a_7c15
    for _ in 0..<8 { _ = next() }
  }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

/// Names a run of bytes: FNV-1a, 64 bits.
struct Fingerprint: Equatable {
  private var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func take(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }
}
