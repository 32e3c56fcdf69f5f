/// How ticks of the timeline become columns of a screen.
///
/// A column's number on the whole timeline is `floor(tick × zoom ÷ ticks per second)`. Pills are cut to columns there and not
/// on the screen, so that none changes its width while the timeline moves.
package struct CanvasScale: Hashable, Sendable {
  /// How near the timeline may be: 2 to the power of a step is the columns of a second.
  package static let steps = -10...5
  /// 4 columns for a second.
  package static let usualStep = 2

  /// The power of 2 that is the columns of a second; within ``steps``.
  package let step: Int
  /// Ticks that are heard in a second, at the story's speed.
  package let ticksPerSecond: Int

  /// A scale of a story of `rateHertz` that plays at `rate`; a step beyond ``steps`` is the last one.
  package init(step: Int, rateHertz: Int, rate: PlaybackRate) {
    precondition(rateHertz > 0, "a story has frames")
    self.step = min(max(step, CanvasScale.steps.lowerBound), CanvasScale.steps.upperBound)
    ticksPerSecond = rateHertz * rate.thousandths
  }

  /// The column of the whole timeline in which `tick` is.
  package func column(of tick: Int) -> Int {
    step >= 0
      ? CanvasScale.floor(tick << step, ticksPerSecond)
      : CanvasScale.floor(tick, ticksPerSecond << -step)
  }

  /// The first tick of a column of the whole timeline.
  package func tick(of column: Int) -> Int {
    step >= 0
      ? -CanvasScale.floor(-column * ticksPerSecond, 1 << step)
      : column * (ticksPerSecond << -step)
  }

  /// How many columns a second has.
  package var columnsPerSecond: Double {
    step >= 0 ? Double(1 << step) : 1 / Double(1 << -step)
  }

  /// How many seconds are heard until `tick`.
  package func seconds(at tick: Int) -> Double { Double(tick) / Double(ticksPerSecond) }

  /// The tick that is heard after `seconds`.
  package func tick(atSecond seconds: Int) -> Int { seconds * ticksPerSecond }

  /// How far apart the times of a ruler are, in seconds: the least of round lengths that has room for `columns`.
  package func rulerSeconds(columns: Int) -> Int {
    CanvasScale.rulers.first { Double($0) * columnsPerSecond >= Double(columns) }
      ?? CanvasScale.rulers[CanvasScale.rulers.count - 1]
  }

  private static let rulers = [
    1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 18_000, 36_000, 86_400,
  ]

  private static func floor(_ value: Int, _ divisor: Int) -> Int {
    let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }
}
