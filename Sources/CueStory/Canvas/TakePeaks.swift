import CueModel

/// How loud a take is, from its start to its end: the largest sample of each 50th of a second.
package struct TakePeaks: Equatable, Sendable {
  /// Peaks in a second of a take's own sound.
  package static let perSecond = 50

  /// The peaks, 0…255 for 0 to full scale.
  package private(set) var values: [UInt8] = []
  /// Ticks of the timeline that each has.
  package let ticksEach: Int

  /// Peaks of a take that was recorded at `rate` in a story of `rateHertz`; none yet.
  package init(rateHertz: Int, recordedAt rate: PlaybackRate) {
    ticksEach = ChainTimeline.ticks(
      frames: TakePeaks.framesEach(rateHertz: rateHertz), recordedAt: rate)
  }

  /// Frames that a peak has.
  static func framesEach(rateHertz: Int) -> Int { max(1, rateHertz / perSecond) }

  /// How many peaks a take of `frames` has.
  static func count(frames: Int, rateHertz: Int) -> Int {
    let each = framesEach(rateHertz: rateHertz)
    return (frames + each - 1) / each
  }

  /// Adds a peak, 0…1.
  package mutating func append(_ peak: Double) {
    values.append(UInt8((min(max(peak.isNaN ? 0 : peak, 0), 1) * 255).rounded()))
  }

  /// Takes a level that was heard up to `tick`, counted from the start of the take; for a take that is being recorded.
  package mutating func fill(to tick: Int, level: Double) {
    while values.count * ticksEach < tick { append(level) }
  }

  /// The largest in a range of ticks, counted from the start of the take, 0…1; nil if nothing is known.
  package func peak(in ticks: Range<Int>) -> Double? {
    let first = max(0, ticks.lowerBound) / ticksEach
    let end = min(values.count, (ticks.upperBound + ticksEach - 1) / ticksEach)
    guard ticks.upperBound > 0, first < end, let most = values[first..<end].max() else {
      return nil
    }
    return Double(most) / 255
  }

  /// How high a column is that shows `peak`, 0…1: softer sounds are to be seen, too, so it is the root.
  package static func height(_ peak: Double) -> Double { peak.squareRoot() }
}

// MARK: - Counting

extension TakePeaks {
  /// Adds the sound of `bytes`, whole frames that begin where a peak does.
  mutating func append(_ bytes: ArraySlice<UInt8>, _ format: AudioFormat) {
    let each = TakePeaks.framesEach(rateHertz: format.rateHertz) * format.frameByteCount
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let end = min(start + each, bytes.endIndex)
      switch format.sample {
      case .int16: append(TakePeaks.integerPeak(bytes[start..<end]))
      case .float32: append(TakePeaks.floatPeak(bytes[start..<end]))
      }
      start = end
    }
  }

  private static func integerPeak(_ bytes: ArraySlice<UInt8>) -> Double {
    var most = 0
    for at in stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2) {
      let sample = Int16(bitPattern: UInt16(bytes[at]) | UInt16(bytes[at + 1]) << 8)
      most = max(most, abs(Int(sample)))
    }
    return Double(most) / 32_767
  }

  private static func floatPeak(_ bytes: ArraySlice<UInt8>) -> Double {
    var most: Float = 0
    for at in stride(from: bytes.startIndex, to: bytes.endIndex - 3, by: 4) {
      let pattern =
        UInt32(bytes[at]) | UInt32(bytes[at + 1]) << 8 | UInt32(bytes[at + 2]) << 16
        | UInt32(bytes[at + 3]) << 24
      let sample = abs(Float(bitPattern: pattern))
      if sample > most { most = sample }
    }
    return Double(most)
  }
}

// MARK: - Keeping

extension TakePeaks {
  private static let head = Array("CUEPEAK1".utf8)

  /// What a file of them holds.
  func file(frames: Int) -> [UInt8] {
    TakePeaks.head + (0..<8).map { UInt8(truncatingIfNeeded: frames >> ($0 * 8)) } + values
  }

  /// The peaks of a take of `frames` in a file; nil if it holds others.
  init?(file: [UInt8], frames: Int, rateHertz: Int, recordedAt rate: PlaybackRate) {
    self.init(rateHertz: rateHertz, recordedAt: rate)
    let empty = self.file(frames: frames)
    guard file.starts(with: empty),
      file.count == empty.count + TakePeaks.count(frames: frames, rateHertz: rateHertz)
    else { return nil }
    values = Array(file[empty.count...])
  }
}
