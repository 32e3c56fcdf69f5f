/// Finds where speech begins and when it has ended, from the levels of hops of 10 ms.
///
/// A hop is loud above a floor, the level that a fifth of the hops of a window do not reach. Speech is where six of ten hops
/// in a row are loud, and what is loud within 200 ms after that: a stop's release stands apart from its vowel. A key click
/// is too short for either. That speech has ended is judged by the floor of the silence after it, because only that shows
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
  /// The floor that speech began above.
  private var startFloor = Double.infinity
  /// The loudest of the speech that is not remembered any more.
  private var loudestForgotten = -Double.infinity

  /// Remembers enough to judge a silence of `silenceHops`.
  init(silenceHops: Int) {
    keptHops = max(SpeechBounds.startWindowHops, silenceHops + 100)
  }

  /// Hears a hop; nothing stands for one that is not to be listened to.
  mutating func hear(_ level: Double?) {
    levels.append(level)
    if levels.count > keptHops, let level = levels.removeFirst(), let startHop,
      hops - keptHops >= startHop
    {
      loudestForgotten = max(loudestForgotten, level)
    }
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
    startFloor = floor
    startHop = startHop ?? hops - (levels.count - first)
    loudest = loud.compactMap { levels[$0] }.max() ?? loudest
  }

  /// How far the loudest speech stands out of the quietest fifth of the last second, or of that ahead of it, in decibels; nil
  /// before there is speech.
  var depthDecibels: Double? {
    guard startHop != nil, loudest.isFinite,
      let floor = SpeechBounds.level(levels.suffix(SpeechBounds.startWindowHops), reachedBy: 0.8)
    else { return nil }
    return loudest - min(floor, startFloor)
  }

  /// The loudest hop of speech ahead of the last `silence` ones: a recognizer may hear words before anything is loud, and the
  /// first loud sound ends no silence.
  private func loudest(beforeLast silence: Int) -> Double {
    guard let startHop else { return -.infinity }
    let first = max(0, startHop - (hops - levels.count))
    guard first < levels.count - silence else { return loudestForgotten }
    return levels[first..<levels.count - silence].reduce(loudestForgotten) { max($0, $1 ?? $0) }
  }

  /// Whether the last `silence` hops, at least as many as there were since speech began, have no speech in them.
  func hasEnded(silenceHops silence: Int) -> Bool {
    guard startHop != nil, levels.count > silence,
      let floor = SpeechBounds.level(levels.suffix(silence), reachedBy: 0.8),
      let upper = SpeechBounds.level(levels.suffix(silence), reachedBy: 0.2),
      floor <= loudest - SpeechBounds.leastDepthDecibels,
      floor <= loudest(beforeLast: silence) - SpeechBounds.leastDepthDecibels,
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

  /// Whether the last `silence` hops are louder than the room was when it was quietest: noise that has begun, or something even
  /// that somebody says.
  func isAboveRoom(silenceHops silence: Int) -> Bool {
    guard let floor = SpeechBounds.level(levels.suffix(silence), reachedBy: 0.8),
      let quietest = SpeechBounds.level(levels[...], reachedBy: 0.95)
    else { return false }
    return floor > quietest + SpeechBounds.mostSpreadDecibels
  }

  /// Fewest hops of silence after a sound that fades: 200 ms, more than the closure of a stop at the end of a word.
  private static let fewestHopsBehindFade = 20
  /// So large a share of a silence may be a sound that fades, where that leaves more: 0.16 s of 0.8 s.
  private static let mostFadeShare = 0.2
  /// A sound has begun to fade where it is 6 dB quieter than the loudest of this many hops before.
  private static let hopsBeforeFade = 15
  private static let leastFallDecibels = 6.0
  /// So much louder a fading sound may become for a moment.
  private static let mostRiseDecibels = 4.0

  /// Whether the last `silence` hops are a sound that only fades, and then silence: a room that rings, and single clicks, are
  /// not speech once the last word is known to have been said.
  func hasFaded(silenceHops silence: Int) -> Bool {
    let kept = levels.suffix(silence + SpeechBounds.hopsBeforeFade)
    let quietHops = max(
      SpeechBounds.fewestHopsBehindFade,
      silence - Int(Double(silence) * SpeechBounds.mostFadeShare))
    guard startHop != nil, silence > quietHops, kept.count == silence + SpeechBounds.hopsBeforeFade,
      kept.allSatisfy({ $0 != nil })
    else { return false }
    let all = SpeechBounds.withoutClicks(kept.compactMap { $0 })
    let hops = all.suffix(silence)
    let last = Array(hops.suffix(quietHops)).sorted()
    let floor = max(SpeechBounds.leastFloorDecibels, last[last.count / 5])
    // A plateau between two sounds is not a floor: the room was as quiet before.
    guard floor <= loudest(beforeLast: silence) - SpeechBounds.leastDepthDecibels,
      let quietest = SpeechBounds.level(levels[...], reachedBy: 0.95),
      floor <= quietest + SpeechBounds.mostSpreadDecibels
    else { return false }
    let quiet = floor + SpeechBounds.endMarginDecibels
    guard last[last.count * 4 / 5] <= floor + SpeechBounds.mostSpreadDecibels,
      last[last.count - 1] <= quiet
    else { return false }
    let fading = Array(hops.dropLast(quietHops))
    let before = all.prefix(SpeechBounds.hopsBeforeFade).max() ?? floor
    guard fading[0] <= max(quiet, before - SpeechBounds.leastFallDecibels) else { return false }
    var least = Double.infinity
    for level in fading where level > quiet {
      guard level <= least + SpeechBounds.mostRiseDecibels else { return false }
      least = min(least, level)
    }
    return true
  }

  /// Levels without what is louder for less than three hops.
  private static func withoutClicks(_ levels: [Double]) -> [Double] {
    let lowest = levels.indices.map { index in
      levels[index..<min(index + 3, levels.count)].min() ?? levels[index]
    }
    return lowest.indices.map { index in lowest[max(0, index - 2)...index].max() ?? lowest[index] }
  }

  /// The level that so large a share of the hops reaches, but no less than the quietest room.
  private static func level(_ levels: ArraySlice<Double?>, reachedBy share: Double) -> Double? {
    let sorted = levels.compactMap { $0 }.sorted()
    guard !sorted.isEmpty else { return nil }
    let index = min(sorted.count - 1, Int(Double(sorted.count) * (1 - share)))
    return max(leastFloorDecibels, sorted[index])
  }
}
