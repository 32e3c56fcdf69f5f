import CueModel

/// How fast a speech is read to somebody who practises it: 0.1…1, and 0.5 is the voice's own pace.
///
/// A value outside is moved to the nearer end, and what is not a number becomes 0.5, whether it comes from a command or from
/// saved settings.
public struct PracticeRate: Hashable, Sendable {
  /// What there is to choose from.
  public static let range = 0.1...1.0
  /// What one press of a key changes.
  public static let step = 0.05
  /// The voice's own pace.
  public static let own = PracticeRate(0.5)

  /// 0.1…1.
  public let value: Double

  /// The rate nearest to `value`.
  public init(_ value: Double) {
    self.value = value.isNaN ? 0.5 : value.clamped(to: PracticeRate.range)
  }

  /// The rate this many steps faster, or slower; the result lies on a whole step.
  public func stepped(by steps: Int) -> PracticeRate {
    PracticeRate(value.stepped(by: steps, of: PracticeRate.step))
  }

  /// The same as plugins take it: a factor of the voice's own speed, 99/175…449/175.
  ///
  /// This is the one place where practice meets the plugin interface. The scale is that of ``VoiceProfile/rate``, which is
  /// where its formula stands: a straight line from 80/175 at 0 to 1 at 0.5, and another to 449/175 at 1.
  public var speedFactor: Double { VoiceProfile(rate: value).speedFactor }
}

extension Double {
  func clamped(to range: ClosedRange<Double>) -> Double {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }

  /// The whole number of `step`s that is `steps` away from the one nearest to this.
  func stepped(by steps: Int, of step: Double) -> Double {
    // Counted in steps of a whole number in one, so that 0.5 and ten times 0.05 are the same.
    ((self / step).rounded() + Double(steps)) / (1 / step).rounded()
  }
}
