import Glibc

/// The highest value of each frame of one channel, between samples too.
///
/// Sound is taken at four times its rate (twice from 96 kHz, unchanged from 192 kHz), by the windowed sinc that ITU-R
/// BS.1770-4, annex 2, leaves to choose:
///
///     h(j) = sinc((j − 24) / 4) · (1 − cos(2πj / 48)) / 2      j = 0…48
///     y(4n + f) = Σ h(4t + f) · x(n − t)                        f = 0…3
///
/// The peak of frame n is the highest of x(n) and y(4n)…y(4n + 3), in which ``reachFrames`` earlier frames have a part.
struct TruePeak {
  /// How many earlier frames have a part in a frame's peak.
  let reachFrames: Int

  /// Phase by phase, in each the newest sample's factor last.
  private let factors: [Float]
  /// No peak is this many times the highest sample within reach.
  private let mostRise: Float
  /// The last frames, then the block.
  private var samples: [Float]

  init(rateHertz: Int) {
    let phases = rateHertz < 96_000 ? 4 : rateHertz < 192_000 ? 2 : 1
    let reach = phases == 1 ? 0 : 48 / phases
    reachFrames = reach
    samples = Array(repeating: 0, count: reach)
    guard phases > 1 else {
      factors = []
      mostRise = 1
      return
    }
    var made = [[Float]](
      repeating: Array(repeating: 0, count: reach + 1), count: phases)
    for tap in 0...48 {
      let place = Double(tap) - 24
      let angle = place * Double.pi / Double(phases)
      let sinc = place == 0 ? 1 : sin(angle) / angle
      let window = 0.5 * (1 - cos(2 * Double.pi * Double(tap) / 48))
      let back = tap / phases
      made[tap % phases][reach - back] = Float(sinc * window)
    }
    factors = made.flatMap { $0 }
    mostRise = made.map { $0.reduce(0) { $0 + abs($1) } }.reduce(1, max) * 1.0001
  }

  /// Sets `peaks` to the peak of each frame of `block`, or to something below `floor` where that is lower.
  mutating func find(in block: [Float], floor: Float, peaks: inout [Float]) {
    let reach = reachFrames
    samples.removeFirst(samples.count - reach)
    samples.append(contentsOf: block)
    let step = 64
    let phases = factors.count / (reach + 1)
    unsafe samples.withUnsafeBufferPointer { samples in
      unsafe peaks.withUnsafeMutableBufferPointer { peaks in
        unsafe factors.withUnsafeBufferPointer { factors in
          var start = 0
          while start < block.count {
            let end = min(start + step, block.count)
            defer { start = end }
            var highest: Float = 0
            for index in start..<end + reach {
              highest = max(highest, abs(unsafe samples[index]))
            }
            let isLow = phases == 0 || highest * mostRise < floor
            for index in start..<end {
              var peak = abs(unsafe samples[index + reach])
              if !isLow {
                for phase in 0..<phases {
                  var sum: Float = 0
                  for tap in 0...reach {
                    sum += unsafe factors[phase * (reach + 1) + tap] * samples[index + tap]
                  }
                  peak = max(peak, abs(sum))
                }
              }
              unsafe peaks[index] = peak
            }
          }
        }
      }
    }
  }
}
