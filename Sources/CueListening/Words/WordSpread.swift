import CueModel

/// Finds when the words of a text are heard in its sound, without hearing them: by their letters, by what is loud, and by pauses
/// where the text has stops.
///
/// Words that somebody knows the times of stay where they are; the others are spread between them.
public struct WordSpread: Sendable {
  private let words: TextWords

  /// Bytes of the text that each word has, in order.
  public var ranges: [Range<Int>] { words.ranges }

  /// The words of `text`.
  ///
  /// - Parameters:
  ///   - text: as it was said
  ///   - language: a BCP 47 tag; empty for English
  public init(_ text: String, language: String = "") {
    words = TextWords(text, language: language)
  }

  /// Every word with its place in `sound`, in order and within the sound; marked as estimated.
  public func marks(in sound: AudioBuffer) -> [SpeechMark] { marks(in: sound, known: [:]) }

  /// The same, where some words are known to lie in frames of `sound`, by their places among ``ranges``.
  ///
  /// Known words count only if they are in order and within the sound.
  public func marks(in sound: AudioBuffer, known: [Int: Range<Int>]) -> [SpeechMark] {
    let count = words.ranges.count
    guard count > 0 else { return [] }
    let voicing = Voicing(sound.monoFloats, rateHertz: sound.format.rateHertz)
    var starts = [Int?](repeating: nil, count: count)
    if known.isEmpty {
      for (word, hop) in behindStops(voicing) { starts[word] = hop * voicing.hopFrames }
      starts[0] = voicing.extent.lowerBound * voicing.hopFrames
    } else {
      place(known, voicing, sound.frameCount, in: &starts)
    }
    fill(&starts, voicing)
    var latest = 0
    return zip(words.ranges, starts).map { range, start in
      latest = max(latest, min(start ?? latest, max(0, sound.frameCount - 1)))
      return SpeechMark(kind: .word, frame: latest, textRange: range, isEstimated: true)
    }
  }

  private func place(
    _ known: [Int: Range<Int>], _ voicing: Voicing, _ frames: Int, in starts: inout [Int?]
  ) {
    var latest = -1
    for (word, place) in known.sorted(by: { $0.key < $1.key }) where starts.indices.contains(word) {
      let start = voicing.onset(near: place.lowerBound, before: place.upperBound)
      guard start > latest, (0..<frames).contains(start) else { continue }
      starts[word] = start
      latest = start
    }
  }

  /// Puts words without a known time between those with one, by weight over what is heard.
  private func fill(_ starts: inout [Int?], _ voicing: Voicing) {
    var index = 0
    while index < starts.count {
      guard starts[index] == nil else {
        index += 1
        continue
      }
      var end = index
      while end < starts.count, starts[end] == nil { end += 1 }
      // The word before the run shares what is between.
      let first = max(0, index - 1)
      let from =
        index > 0 ? (starts[first] ?? 0) / voicing.hopFrames : voicing.extent.lowerBound
      let to =
        end < starts.count ? (starts[end] ?? 0) / voicing.hopFrames : voicing.extent.upperBound
      let range = from..<max(from, to)
      let weights = words.weights[first..<end]
      let total = weights.reduce(0, +)
      var sum = index > 0 ? words.weights[first] : 0
      for word in index..<end {
        starts[word] = voicing.hop(after: sum / total, of: range) * voicing.hopFrames
        sum += words.weights[word]
      }
      index = end
    }
  }

  // Stops and pauses.

  /// What it costs to leave a stop without a pause, by ``TextWords/Stop``.
  private static let costOfStop = [0, 1.2, 4.0]
  /// What it costs to leave a pause without a stop, for each hop of it; at most ``mostOfPause``.
  private static let costOfPauseHop = 0.05
  private static let mostOfPause = 2.5
  /// How far a stop lies from where its letters put it, as a share of all that is heard, and at least this many hops.
  private static let spreadShare = 0.06
  private static let leastSpread = 12.0
  /// Stops and pauses are paired only if the product of their counts is at most this.
  private static let mostCells = 4_000_000

  /// The words that begin after a pause at a stop, and the hops at which they do.
  ///
  /// Stops and pauses are paired in their order, by dynamic programming: what a pair costs grows with the distance of the pause
  /// from the place that the letters give the stop.
  private func behindStops(_ voicing: Voicing) -> [(word: Int, hop: Int)] {
    let total = words.weights.reduce(0, +)
    let heard = Double(voicing.heard(in: voicing.extent))
    var stops: [(word: Int, place: Double, cost: Double)] = []
    var sum = 0.0
    for index in words.ranges.indices.dropLast() {
      sum += words.weights[index]
      guard words.stops[index] > .none else { continue }
      stops.append(
        (index + 1, sum / total * heard, WordSpread.costOfStop[words.stops[index].rawValue]))
    }
    let pauses = voicing.pauses.map { pause in
      (
        pause: pause,
        place: Double(voicing.heard(in: voicing.extent.lowerBound..<pause.lowerBound)),
        cost: min(WordSpread.mostOfPause, Double(pause.count) * WordSpread.costOfPauseHop)
      )
    }
    guard !stops.isEmpty, !pauses.isEmpty, stops.count * pauses.count <= WordSpread.mostCells else {
      return []
    }
    let spread = max(WordSpread.leastSpread, WordSpread.spreadShare * heard)
    let width = pauses.count + 1
    var best = [Double](repeating: 0, count: (stops.count + 1) * width)
    for pause in pauses.indices { best[pause + 1] = best[pause] + pauses[pause].cost }
    func pairing(_ stop: Int, _ pause: Int) -> Double {
      let distance = (stops[stop].place - pauses[pause].place) / spread
      return distance * distance
    }
    for stop in stops.indices {
      let row = (stop + 1) * width
      best[row] = best[row - width] + stops[stop].cost
      for pause in pauses.indices {
        best[row + pause + 1] = min(
          best[row - width + pause + 1] + stops[stop].cost,
          best[row + pause] + pauses[pause].cost,
          best[row - width + pause] + pairing(stop, pause))
      }
    }
    var found: [(word: Int, hop: Int)] = []
    var (stop, pause) = (stops.count, pauses.count)
    while stop > 0, pause > 0 {
      let value = best[stop * width + pause]
      if value == best[(stop - 1) * width + pause - 1] + pairing(stop - 1, pause - 1) {
        found.append((stops[stop - 1].word, pauses[pause - 1].pause.upperBound))
        (stop, pause) = (stop - 1, pause - 1)
      } else if value == best[(stop - 1) * width + pause] + stops[stop - 1].cost {
        stop -= 1
      } else {
        pause -= 1
      }
    }
    return found.reversed()
  }
}
