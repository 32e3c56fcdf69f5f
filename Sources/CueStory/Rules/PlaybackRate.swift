import Glibc

/// How fast something plays, as a factor of its own speed: whole thousandths, 0.25…2.
///
/// With thousandths, all arithmetic of a timeline is exact.
package struct PlaybackRate: Hashable, Comparable, Sendable {
  /// What the dial offers, in thousandths.
  package static let range = 250...2000
  /// As fast as it was made.
  package static let one = PlaybackRate(1000)

  /// The factor, in thousandths.
  package let thousandths: Int

  private init(_ thousandths: Int) { self.thousandths = thousandths }

  /// The rate of this many thousandths; nil beyond ``range``.
  package init?(thousandths: Int) {
    guard PlaybackRate.range.contains(thousandths) else { return nil }
    self.init(thousandths)
  }

  /// The rate that a dial shows which was turned to `factor`: the nearest thousandth within ``range``.
  package init(dial factor: Double) {
    precondition(!factor.isNaN, "a dial is turned to a number")
    let bounds = PlaybackRate.range
    let least = Double(bounds.lowerBound)
    self.init(Int(min(max((factor * 1000).rounded(), least), Double(bounds.upperBound))))
  }

  /// The factor, 0.25…2.
  package var factor: Double { Double(thousandths) / 1000 }

  /// By how many semitones a tape of this rate is higher: 12·log2 of the factor, −24…12.
  package var semitones: Double { 12 * log2(factor) }

  package static func < (one: PlaybackRate, other: PlaybackRate) -> Bool {
    one.thousandths < other.thousandths
  }
}

/// How much higher something sounds, in whole millicents: thousandths of a hundredth of a semitone.
///
/// No ear hears a millicent; integers make "the same pitch" exact.
package struct PitchOffset: Hashable, Sendable {
  /// As it was made.
  package static let none = PitchOffset(millicents: 0)
  /// What a dial offers, in semitones.
  package static let dial = -12.0...12.0

  /// In millicents; 100,000 are a semitone.
  package var millicents: Int

  /// An offset of this many millicents.
  package init(millicents: Int) { self.millicents = millicents }

  /// The offset nearest to `semitones`, a finite number.
  package init(semitones: Double) {
    millicents = Int((semitones * 100_000).rounded())
  }

  /// The offset that a dial shows which was turned to `semitones`: a whole semitone, or with `isFine` a whole cent, −12…12.
  package init(dial semitones: Double, isFine: Bool) {
    precondition(!semitones.isNaN, "a dial is turned to a number")
    let bounds = PitchOffset.dial
    let kept = min(max(semitones, bounds.lowerBound), bounds.upperBound)
    self.init(millicents: Int(isFine ? (kept * 100).rounded() * 1000 : kept.rounded() * 100_000))
  }

  /// In semitones.
  package var semitones: Double { Double(millicents) / 100_000 }

  package static func + (one: PitchOffset, other: PitchOffset) -> PitchOffset {
    PitchOffset(millicents: one.millicents + other.millicents)
  }

  package static func - (one: PitchOffset, other: PitchOffset) -> PitchOffset {
    PitchOffset(millicents: one.millicents - other.millicents)
  }
}
