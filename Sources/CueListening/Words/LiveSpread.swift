import CueAudio
import CueModel

/// How fast a voice speaks, as far as it was heard.
struct LivePace: Equatable, Sendable {
  /// Letters, and one for each word, in a second in which something is heard.
  var weightPerSecond = 16.0
  /// How many seconds of speech that was learned from, at most ``mostSeconds``.
  private var seconds = 2.0
  private static let mostSeconds = 30.0

  /// Learns from a text that took this many seconds; a time that is too short or too long is ignored.
  mutating func learn(weight: Double, seconds took: Double) {
    guard took > 0.3, (4.0...60).contains(weight / took) else { return }
    weightPerSecond = (weightPerSecond * seconds + weight) / (seconds + took)
    seconds = min(LivePace.mostSeconds, seconds + took)
  }
}

/// Guesses when the words of a text begin, while its sound comes: by the letters said so far, by what is heard, and by pauses where
/// the text has stops.
struct LiveSpread {
  /// What is silence, in dB below the loudest so far, and in any sound below full scale.
  private static let depthDecibels = 40.0
  private static let floorDecibels = -60.0
  /// A word after a strong stop waits this long for the pause, in hops that are heard.
  private static let patienceHops = 30.0
  /// A pause is taken for a stop that is no farther ahead than this, in hops that are heard.
  private static let reachHops = 45.0

  private let words: TextWords
  private let hopFrames: Int
  private var pace: LivePace
  private let speed: Double
  /// Heard hops that a unit of weight takes.
  private let hopsPerWeight: Double

  private var waiting: [Float] = []
  private var hops = 0
  private var frames = 0
  private var loudest = -100.0
  private(set) var heardHops = 0
  private var silentHops = 0
  /// The next word to report.
  private var next = 0
  /// The heard hops after which ``next`` is due.
  private var due = 0.0
  private var marks: [SpeechMark] = []

  init(_ words: TextWords, _ format: AudioFormat, _ pace: LivePace, _ speed: Double) {
    self.words = words
    self.pace = pace
    self.speed = max(0.1, speed)
    hopFrames = max(1, format.rateHertz / 100)
    hopsPerWeight = 100 / (pace.weightPerSecond * self.speed)
  }

  /// Hears the next sound.
  mutating func hear(_ sound: AudioBuffer) {
    waiting += sound.monoFloats
    frames += sound.frameCount
    var at = 0
    while waiting.count - at >= hopFrames {
      hear(Loudness.decibels(of: waiting[at..<at + hopFrames]))
      at += hopFrames
    }
    waiting.removeFirst(at)
  }

  private mutating func hear(_ level: Double) {
    defer { hops += 1 }
    loudest = max(loudest, level)
    guard level > max(LiveSpread.floorDecibels, loudest - LiveSpread.depthDecibels) else {
      silentHops += 1
      return
    }
    if heardHops > 0, silentHops >= Voicing.leastPauseHops { endPause() }
    silentHops = 0
    heardHops += 1
    while next < words.ranges.count, Double(heardHops) > due + patience { tell(atHop: hops) }
  }

  /// How much longer ``next`` waits, because a pause should come ahead of it.
  private var patience: Double {
    next > 0 && words.stops[next - 1] == .strong ? LiveSpread.patienceHops : 0
  }

  /// Sound goes on after a pause: a stop near here has passed.
  private mutating func endPause() {
    var place = due
    var found: Int?
    var word = next
    while word < words.ranges.count, place - Double(heardHops) < LiveSpread.reachHops {
      if word > 0, words.stops[word - 1] > .none {
        found = word
        break
      }
      place += words.weights[word] * hopsPerWeight
      word += 1
    }
    guard let found else { return }
    let start = max(0, hops - silentHops)
    while next < found { tell(atHop: start) }
    due = Double(heardHops)
    tell(atHop: hops)
  }

  private mutating func tell(atHop hop: Int) {
    marks.append(
      SpeechMark(
        kind: .word, frame: hop * hopFrames, textRange: words.ranges[next], isEstimated: true))
    due += words.weights[next] * hopsPerWeight
    next += 1
  }

  /// The words that have begun since this was last asked.
  mutating func take() -> [SpeechMark] {
    defer { marks = [] }
    return marks
  }

  /// The words that are left when the sound is over: they were said by its end.
  mutating func finish() -> [SpeechMark] {
    let last = max(0, frames - 1)
    let end = min(last, max(0, hops - silentHops) * hopFrames)
    while next < words.ranges.count {
      marks.append(
        SpeechMark(
          kind: .word, frame: min(last, max(end, marks.last?.frame ?? 0)),
          textRange: words.ranges[next], isEstimated: true))
      next += 1
    }
    pace.learn(
      weight: words.weights.reduce(0, +), seconds: Double(heardHops) / 100 * speed)
    return take()
  }

  /// The pace with what this line taught; after ``finish()``.
  var learned: LivePace { pace }
}
