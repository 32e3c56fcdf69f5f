import CueModel

/// How far a partner's line has come, and where it can be held.
struct LineProgress {
  let line: Int
  /// What the line's sound is made of, once there is any.
  var format: AudioFormat?
  /// Frames of the line put out.
  private(set) var position = 0
  /// The session's frame at which frame 0 of the line would lie, had there been no pause since.
  var startFrame = 0
  /// Seconds of the silence behind the line put out.
  var restSeconds = 0.0
  /// Whether the line was stopped for good.
  var isCut = false
  /// Whether all its sound is out.
  var isWhole = false
  private var words: [SpeechMark] = []
  private var reportsWords = false
  private var holdAsked: Int?

  init(line: Int) { self.line = line }

  /// No word is waited for longer than this: a pause that comes too late is none.
  private static let longestWordSeconds = 2

  // MARK: Words

  mutating func add(_ word: SpeechMark) {
    reportsWords = true
    let place = words.lastIndex { $0.frame <= word.frame }.map { $0 + 1 } ?? 0
    words.insert(word, at: place)
  }

  /// The words that begin ahead of frame `end` and were not taken yet.
  mutating func takeWords(before end: Int) -> [SpeechMark] {
    let count = words.firstIndex { $0.frame >= end } ?? words.count
    defer { words.removeFirst(count) }
    return Array(words[..<count])
  }

  // MARK: Holding

  /// The actor wants a pause from here.
  mutating func askForHold() { holdAsked = position }

  mutating func forgetHold() { holdAsked = nil }

  /// Whether a pause was asked for and here is the place: a word's beginning, or anywhere in a voice without marks.
  var holdsHere: Bool {
    guard let holdAsked else { return false }
    return !reportsWords || position == 0 || position >= latestHold(holdAsked)
      || words.contains { $0.frame == position }
  }

  /// How many of `most` frames may be put out before it may have to be held.
  func frames(atMost most: Int) -> Int {
    guard let holdAsked, reportsWords else { return most }
    let word = words.first { $0.frame > position }?.frame ?? .max
    return min(most, min(word, latestHold(holdAsked)) - position)
  }

  private func latestHold(_ asked: Int) -> Int {
    asked + LineProgress.longestWordSeconds * (format?.rateHertz ?? 1)
  }

  // MARK: Going on

  mutating func advance(_ frames: Int) { position += frames }

  /// The line is said again from its start, which is also a place to hold it.
  mutating func startOver() {
    format = nil
    position = 0
    words = []
    reportsWords = false
  }

  var seconds: Double {
    Double(position) / Double(format?.rateHertz ?? 1) + restSeconds
  }
}
