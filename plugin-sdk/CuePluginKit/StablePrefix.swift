// SPDX-License-Identifier: MIT

/// Which of the words heard so far will not change any more.
///
/// A decoder may change its mind about anything, and rarely does about what lies a while back. A word is called stable when it
/// has stayed the same for long enough and others follow it; from then on it stays, whatever the decoder says, because
/// that was promised.
public struct StablePrefix: Sendable {
  private let holdFrames: UInt64
  private let followers: Int
  /// All up to the last stable word, as it was last reported.
  private var kept: [HeardWord] = []
  private var stableCount = 0
  private var seen: [(text: String, since: UInt64)] = []

  /// - Parameters:
  ///   - holdFrames: how long a word must have stayed the same
  ///   - followers: how many words must follow it
  public init(holdFrames: UInt64, followers: Int = 2) {
    self.holdFrames = holdFrames
    self.followers = followers
  }

  /// Takes what the decoder hears at `frame` of the stream, and returns what to report.
  public mutating func take(_ words: [HeardWord], at frame: UInt64) -> Transcript {
    let told = keeping(words)
    let spoken = told.filter(\.isSpoken)
    var now: [(text: String, since: UInt64)] = []
    var isSame = true
    for (index, word) in spoken.enumerated() {
      isSame = isSame && index < seen.count && seen[index].text == word.text
      now.append((word.text, isSame ? seen[index].since : frame))
    }
    seen = now
    while stableCount + followers < spoken.count, frame - now[stableCount].since >= holdFrames {
      stableCount += 1
    }
    keep(told)
    return Transcript(words: told, stableWords: stableCount)
  }

  /// The frame at which another word is stable if nothing changes until then, or nothing where none is waiting for that.
  ///
  /// A plugin that calls ``take(_:at:)`` where what is heard changes, and at this frame, misses nothing.
  public var nextFrame: UInt64? {
    stableCount + followers < seen.count ? seen[stableCount].since + holdFrames : nil
  }

  /// Takes what the decoder hears in the end, of which everything is stable.
  public mutating func finish(_ words: [HeardWord]) -> Transcript {
    let told = keeping(words)
    stableCount = told.count(where: \.isSpoken)
    keep(told)
    return Transcript(words: told, stableWords: stableCount)
  }

  /// The stable words, and of `words` those that come after them; `words` alone where that begins with the stable ones.
  private func keeping(_ words: [HeardWord]) -> [HeardWord] {
    guard let end = kept.last?.end else { return words }
    let texts = words.lazy.filter(\.isSpoken).map(\.text)
    if texts.prefix(stableCount).elementsEqual(kept.lazy.filter(\.isSpoken).map(\.text)) {
      return words
    }
    return kept + words.filter { $0.start >= end }
  }

  private mutating func keep(_ told: [HeardWord]) {
    kept = []
    var left = stableCount
    for word in told where left > 0 {
      kept.append(word)
      if word.isSpoken { left -= 1 }
    }
  }
}

extension HeardWord {
  /// Whether it is a part of the transcript's text.
  fileprivate var isSpoken: Bool { !isOutside && !isFiller }
}

extension Transcript {
  /// What was heard, with the text that belongs to `words`: fillers and sound outside the phrases are left out.
  ///
  /// - Parameters:
  ///   - words: in their order
  ///   - stableWords: how many of the text's words no later result will change
  ///   - confidence: 0…1, below 0 where it is not known
  ///   - noSpeech: 0…1, how sure it is that nobody spoke; below 0 where it is not known
  public init(
    words: [HeardWord], stableWords: Int, confidence: Double = -1, noSpeech: Double = -1
  ) {
    let texts = words.lazy.filter(\.isSpoken).map(\.text)
    self.init(
      text: texts.joined(separator: " "),
      stableBytes: texts.prefix(stableWords).joined(separator: " ").utf8.count, words: words,
      confidence: confidence, noSpeech: noSpeech)
  }
}
