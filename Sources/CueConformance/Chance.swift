import CueModel

/// The random numbers of a check: the same for the same seed and check.
struct Chance: RandomNumberGenerator {
  private var numbers: SplitMix

  init(seed: UInt64, check: String) {
    // FNV-1a of the check's name, with a start that depends on the seed.
    let mixed = check.utf8.reduce(seed &* 0x100_0000_01b3 &+ 0xcbf2_9ce4_8422_2325) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    numbers = SplitMix(seed: mixed)
  }

  mutating func next() -> UInt64 { numbers.next() }
}
