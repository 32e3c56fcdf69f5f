import CueAudio

/// Where something is heard in sound that a program made, in hops of 10 ms.
struct Voicing: Sendable {
  /// Frames of a hop.
  let hopFrames: Int
  /// Whether something is heard, hop by hop.
  let isHeard: [Bool]
  /// From the first hop that is heard to just after the last; all of them where nothing is.
  let extent: Range<Int>
  /// Stretches within ``extent`` in which nothing is heard for ``leastPauseHops`` and longer.
  let pauses: [Range<Int>]
  /// How many hops are heard ahead of each; one more at the end.
  private let heardBefore: [Int]

  /// What is this far below the loudest hop is silence, in dB.
  static let depthDecibels = 40.0
  /// What is silence in any sound, and what never is, in dB below full scale.
  static let floorDecibels = -70.0
  /// A stop consonant is silent for up to 80 ms.
  static let leastPauseHops = 9

  /// The hops of `samples`, one channel.
  init(_ samples: [Float], rateHertz: Int) {
    let hopFrames = max(1, rateHertz / 100)
    self.hopFrames = hopFrames
    var levels: [Double] = []
    levels.reserveCapacity(samples.count / hopFrames + 1)
    for start in stride(from: 0, to: samples.count, by: hopFrames) {
      levels.append(
        Loudness.decibels(of: samples[start..<min(start + hopFrames, samples.count)]))
    }
    let threshold = max(
      Voicing.floorDecibels, (levels.max() ?? Loudness.silenceDecibels) - Voicing.depthDecibels)
    let isHeard = levels.map { $0 > threshold }
    let first = isHeard.firstIndex(of: true) ?? 0
    let end = isHeard.lastIndex(of: true).map { $0 + 1 } ?? isHeard.count
    var pauses: [Range<Int>] = []
    var silentFrom: Int?
    for hop in first..<end {
      if !isHeard[hop] {
        silentFrom = silentFrom ?? hop
      } else if let from = silentFrom {
        if hop - from >= Voicing.leastPauseHops { pauses.append(from..<hop) }
        silentFrom = nil
      }
    }
    self.isHeard = isHeard
    extent = first..<end
    self.pauses = pauses
    var sum = 0
    heardBefore =
      isHeard.map { heard in
        defer { if heard { sum += 1 } }
        return sum
      } + [isHeard.count { $0 }]
  }

  /// How many hops of `range` are heard.
  func heard(in range: Range<Int>) -> Int {
    let bounds = range.clamped(to: 0..<isHeard.count)
    return heardBefore[bounds.upperBound] - heardBefore[bounds.lowerBound]
  }

  /// The hop of `range` before which this share of its audible hops lies; its start where nothing is heard.
  func hop(after share: Double, of range: Range<Int>) -> Int {
    let range = range.clamped(to: 0..<isHeard.count)
    let all = heard(in: range)
    guard all > 0 else { return range.lowerBound + Int(share * Double(range.count)) }
    let wanted = heardBefore[range.lowerBound] + Int((share * Double(all)).rounded())
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if heardBefore[middle] < wanted { low = middle + 1 } else { high = middle }
    }
    while low < range.upperBound, !isHeard[low] { low += 1 }
    return min(low, max(range.lowerBound, range.upperBound - 1))
  }

  /// Where a word begins that is said to begin at `frame`: after the pause that contains the frame, if one does.
  ///
  /// The closure of a stop belongs to the word: it stays ahead of what is heard.
  func onset(near frame: Int, before limit: Int) -> Int {
    let hop = frame / hopFrames
    let silence =
      hop < extent.lowerBound
      ? 0..<extent.lowerBound : pauses.first { $0.contains(hop) } ?? 0..<0
    guard silence.contains(hop) else { return frame }
    let onset = (silence.upperBound - Voicing.closureHops) * hopFrames
    return onset > frame && onset < limit ? onset : frame
  }

  /// How much silence ahead of a word is taken for its first consonant, in hops.
  private static let closureHops = 2
}
