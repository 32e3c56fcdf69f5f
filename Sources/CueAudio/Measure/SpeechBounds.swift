/// Finds where speech begins and when it has ended, from the levels of hops of 10 ms.
///
/// A hop is loud above a floor, the level that a fifth of the hops of a window do not reach. Speech is where six of ten hops
/// in a row are loud, and what is loud within 200 ms behind that: a stop's release stands apart from its vowel. A key click
/// is too short for either. That speech has ended is judged by the floor of the silence behind it, because only that tells
/// what noise the last sounds stood out of, also where the noise only began there.
struct SpeechBounds: Equatable, Sendable {
  static let neededHops = 6
  static let ofHops = 10
  /// How long a loud hop alone still belongs to the speech before it: 200 ms.
  static let releaseHops = 20
  private static let startWindowHops = 100
  private static let startMarginDecibels = 9.0
  private static let endMarginDecibels = 5.0
  /// No room is quieter for us.
  private static let leastFloorDecibels = -70.0
  /// A floor that is not so far below the loudest speech is speech.
  private static let leastDepthDecibels = 15.0
  /// Silence is even: four fifths of it are within so much of the floor.
  ///
  /// Running speech without a pause is not.
  private static let mostSpreadDecibels = 4.0

  /// Levels of the last hops, newest last; an ignored hop has none.
  private var levels: [Double?] = []
  private(set) var hops = 0
  private let keptHops: Int
  /// The hop that speech began with.
  private(set) var startHop: Int?
  /// Whether loudness alone showed that there is speech.
  private(set) var isAudible = false
  private var loudest = -Double.infinity

  /// Remembers enough to judge a silence of `silenceHops`.
  init(silenceHops: Int) {
    keptHops = max(SpeechBounds.startWindowHops, silenceHops + 100)
  }

  /// Hears a hop; nothing stands for one that is not to be listened to.
  mutating func hear(_ level: Double?) {
    levels.append(level)
    if levels.count > keptHops { levels.removeFirst() }
    hops += 1
    if !isAudible { findStart() }
    if startHop != nil, let level { loudest = max(loudest, level) }
  }

  /// Something else than loudness showed that there is speech.
  mutating func begin(atHop hop: Int) {
    if startHop == nil { startHop = hop }
  }

  private mutating func findStart() {
    guard
      let floor = SpeechBounds.level(levels.suffix(SpeechBounds.startWindowHops), reachedBy: 0.8)
    else {
      return
    }
    let last = levels.suffix(SpeechBounds.ofHops)
    let loud = last.indices.filter {
      levels[$0].map { $0 >= floor + SpeechBounds.startMarginDecibels } ?? false
    }
    guard loud.count >= SpeechBounds.neededHops, let first = loud.first else { return }
    isAudible = true
    startHop = startHop ?? hops - (levels.count - first)
    loudest = loud.compactMap { levels[$0] }.max() ?? loudest
  }

  /// How far the loudest speech stands out of the quietest fifth of the last second, in decibels; nil before there is speech.
  var depthDecibels: Double? {
    guard startHop != nil, loudest.isFinite,
      let floor = SpeechBounds.level(levels.suffix(SpeechBounds.startWindowHops), reachedBy: 0.8)
    else { return nil }
    return loudest - floor
  }

  /// Whether the last `silence` hops, at least as many as there were since speech began, have no speech in them.
  func hasEnded(silenceHops silence: Int) -> Bool {
    guard startHop != nil, levels.count > silence,
      let floor = SpeechBounds.level(levels.suffix(silence), reachedBy: 0.8),
      let upper = SpeechBounds.level(levels.suffix(silence), reachedBy: 0.2),
      floor <= loudest - SpeechBounds.leastDepthDecibels,
      upper <= floor + SpeechBounds.mostSpreadDecibels
    else { return false }
    let from = levels.count - silence
    let first = max(0, from - SpeechBounds.releaseHops - SpeechBounds.ofHops)
    let isLoud = levels[first...].map {
      $0.map { $0 >= floor + SpeechBounds.endMarginDecibels } ?? false
    }
    var isSpeech = [Bool](repeating: false, count: isLoud.count)
    if isLoud.count >= SpeechBounds.ofHops {
      for start in 0...(isLoud.count - SpeechBounds.ofHops) {
        let run = start..<start + SpeechBounds.ofHops
        guard run.count(where: { isLoud[$0] }) >= SpeechBounds.neededHops else { continue }
        for hop in run where isLoud[hop] { isSpeech[hop] = true }
      }
    }
    var lastSure: Int?
    for hop in isLoud.indices {
      if isSpeech[hop] { lastSure = hop }
      guard first + hop >= from, isLoud[hop], let sure = lastSure else { continue }
      if hop - sure <= SpeechBounds.releaseHops { return false }
    }
    return true
  }

  /// The level that so large a share of the hops reaches, but no less than the quietest room.
  private static func level(_ levels: ArraySlice<Double?>, reachedBy share: Double) -> Double? {
    let sorted = levels.compactMap { $0 }.sorted()
    guard !sorted.isEmpty else { return nil }
    let index = min(sorted.count - 1, Int(Double(sorted.count) * (1 - share)))
    return max(leastFloorDecibels, sorted[index])
  }
}
