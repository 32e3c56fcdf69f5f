import Glibc

/// Finds stretches of speech in a stream of sound, by its level.
///
/// Sound below a level in decibels is silence, and so is what is hardly louder than the room: 9 dB above the softest tenth of
/// the last three seconds. A stretch begins where three of five blocks are louder, and keeps a margin before and after.
/// Everything is decided block by block, so it does not depend on how the sound was cut.
struct Stretches {
  /// How long a block is.
  static let blockSeconds = 0.02
  private static let marginBlocks = 15
  private static let historyBlocks = 150
  private static let aboveRoomDecibels: Float = 9
  /// Sound that loud is no room, even where nothing softer has been heard.
  private static let loudDecibels: Float = -30
  /// Speech goes up and down by more than that; noise and hum do not.
  private static let steadyDecibels: Float = 6
  private static let fewestSteadyBlocks = 10

  /// What a block means.
  enum Step: Equatable {
    case goesOn
    /// The speaker has paused: sound up to here can be read.
    case pause
    /// The stretch is as long as it may be, and has to be cut.
    case full
  }

  private let silenceDecibels: Float
  private let pauseBlocks: Int
  private let mostBlocks: Int
  private let blockFrames: Int

  /// Blocks of sound that are kept, 16-bit, one after the other.
  private(set) var samples: [Int16] = []
  private var levels: [Float] = []
  private var isActive: [Bool] = []
  private var history: [Float] = []
  /// The frame of the stream at which what is kept begins.
  private(set) var firstFrame = 0
  /// Of what is kept: the first and the last block with speech.
  private var speech: ClosedRange<Int>?

  /// - Parameters:
  ///   - blockFrames: frames in a block of 20 ms
  ///   - silenceDecibels: softer sound is silence
  ///   - pauseSeconds: silence after speech that is a pause
  ///   - mostSeconds: the longest stretch
  init(blockFrames: Int, silenceDecibels: Double, pauseSeconds: Double, mostSeconds: Double) {
    self.blockFrames = blockFrames
    self.silenceDecibels = Float(silenceDecibels)
    pauseBlocks = max(1, Int(pauseSeconds / Self.blockSeconds))
    mostBlocks = max(2 * Self.marginBlocks, Int(mostSeconds / Self.blockSeconds))
  }

  /// Whether somebody has spoken in what is kept.
  var hasSpeech: Bool { speech != nil }

  /// The frame of the stream after the last speech; 0 without any.
  var speechEndFrame: Int { speech.map { firstFrame + ($0.upperBound + 1) * blockFrames } ?? 0 }

  /// Takes the next block, samples of −1…1.
  mutating func take(_ block: [Float]) -> Step {
    let level = Self.decibels(block)
    history.append(level)
    if history.count > Self.historyBlocks { history.removeFirst() }
    let room = history.sorted()[history.count / 10]
    let threshold = max(silenceDecibels, min(room + Self.aboveRoomDecibels, Self.loudDecibels))
    samples += block.map(Self.sample)
    levels.append(level)
    isActive.append(level > threshold)

    let last = levels.count - 1
    if let speech {
      if isActive[last] { self.speech = speech.lowerBound...last }
      if levels.count >= mostBlocks { return .full }
      return last - (self.speech ?? speech).upperBound == pauseBlocks ? .pause : .goesOn
    }
    let recent = max(0, last - 4)...last
    if recent.count(where: { isActive[$0] }) >= 3,
      let first = recent.first(where: { isActive[$0] })
    {
      speech = first...last
    } else if last >= Self.marginBlocks + 5 {
      drop(1)
    }
    return .goesOn
  }

  /// The speech that is kept, with its margins: the frame of the stream at which it begins, and its samples; nil if there is
  /// none, or if its level is as steady as that of a machine.
  func spoken() -> (frame: Int, samples: [Int16])? {
    guard let speech, !isSteady(speech) else { return nil }
    let first = max(0, speech.lowerBound - Self.marginBlocks)
    let end = min(levels.count, speech.upperBound + 1 + Self.marginBlocks)
    return (
      firstFrame + first * blockFrames, Array(samples[first * blockFrames..<end * blockFrames])
    )
  }

  private func isSteady(_ blocks: ClosedRange<Int>) -> Bool {
    guard blocks.count >= Self.fewestSteadyBlocks else { return false }
    let sorted = levels[blocks].sorted()
    let spread = sorted[sorted.count * 9 / 10] - sorted[sorted.count / 10]
    return spread < Self.steadyDecibels
  }

  /// Forgets what was spoken, up to the last speech.
  mutating func forget() {
    guard let speech else { return }
    drop(speech.upperBound + 1)
    self.speech = nil
  }

  /// Takes the first part of a stretch that is too long out of it, cut where 0.2 s of its second half are softest.
  mutating func cut() -> (frame: Int, samples: [Int16])? {
    let width = 10
    let half = levels.count / 2
    var best = (sum: Float.infinity, at: levels.count)
    for at in stride(from: half, to: levels.count - width, by: 1) {
      let sum = levels[at..<at + width].reduce(0, +)
      if sum < best.sum { best = (sum, at + width / 2) }
    }
    var part = self
    part.keep(best.at)
    let spoken = part.spoken()
    let rest = speech.map { $0.upperBound - best.at } ?? -1
    drop(best.at)
    speech = rest >= 0 ? 0...rest : nil
    return spoken
  }

  private mutating func keep(_ blocks: Int) {
    levels.removeLast(levels.count - blocks)
    isActive.removeLast(isActive.count - blocks)
    samples.removeLast(samples.count - blocks * blockFrames)
    guard let spoken = speech else { return }
    speech =
      spoken.lowerBound < blocks ? spoken.lowerBound...min(spoken.upperBound, blocks - 1) : nil
  }

  private mutating func drop(_ blocks: Int) {
    levels.removeFirst(blocks)
    isActive.removeFirst(blocks)
    samples.removeFirst(blocks * blockFrames)
    firstFrame += blocks * blockFrames
  }

  private static func decibels(_ block: [Float]) -> Float {
    var sum: Float = 0
    for sample in block {
      let sample = min(max(sample, -4), 4)
      sum += sample * sample
    }
    return 10 * log10(max(sum / Float(max(1, block.count)), 1e-12))
  }

  private static func sample(_ sample: Float) -> Int16 {
    Int16(min(max((sample * 32768).rounded(), -32768), 32767))
  }
}
