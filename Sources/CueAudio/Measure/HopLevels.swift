/// Cuts sound into hops of 10 ms and measures each, without what lies below a voice.
///
/// A high-pass at 120 Hz takes hum away, and the slow swings of a room: noise is then steady enough from hop to hop that 5 dB
/// above it are something else.
struct HopLevels: Equatable, Sendable {
  let hopFrames: Int
  private var highPass: HighPass
  private var sum = 0.0
  private var count = 0

  init(rateHertz: Int) {
    hopFrames = max(1, rateHertz / 100)
    highPass = HighPass(hertz: 120, rateHertz: Double(rateHertz))
  }

  /// Hears one sample; the level of the hop that it ends, in decibels, if it ends one.
  mutating func hear(_ sample: Float) -> Double? {
    let y = highPass.pass(sample.isFinite ? Double(sample) : 0)
    sum += y * y
    count += 1
    guard count == hopFrames else { return nil }
    defer { (sum, count) = (0, 0) }
    return Loudness.decibels(meanSquare: sum / Double(hopFrames))
  }
}
