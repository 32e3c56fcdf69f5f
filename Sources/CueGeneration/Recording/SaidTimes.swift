import CueScreenplay

/// When the words of what was said are heard in a clip.
struct SaidTimes {
  /// Frames of what is kept of the clip, at its own rate; one for each stretch of the said text.
  private(set) var frames: [Range<Int>] = []
  /// Whether the engine reported none of them, so that they were found in the sound, or are spread by length.
  private(set) var isEstimated = false

  /// The times of `said`, the words of `item`'s ``SpeakableItem/saidText``, in `clip`.
  init(_ said: WordSpans, of item: SpeakableItem, in clip: MeasuredClip) {
    guard !said.stretches.isEmpty else { return }
    var starts = SaidTimes.marked(said, clip)
    let isKnown = starts.contains { $0 != nil }
    isEstimated = !isKnown || clip.marks.contains { $0.isEstimated }
    if !isKnown { starts = SaidTimes.spread(said, item, clip) }
    fill(&starts, said, clip)
    for index in starts.indices {
      let start = starts[index] ?? 0
      let next =
        index + 1 < starts.count ? starts[index + 1] ?? start : max(start, clip.sounding.upperBound)
      frames.append(start..<SaidTimes.end(of: start..<max(start, next), clip))
    }
  }

  /// The frames that marks report, rising.
  private static func marked(_ said: WordSpans, _ clip: MeasuredClip) -> [Int?] {
    var starts = [Int?](repeating: nil, count: said.stretches.count)
    var stretch = 0
    var latest = 0
    for mark in clip.marks {
      while stretch < said.stretches.count, said.stretches[stretch].upperBound <= Int(mark.start) {
        stretch += 1
      }
      guard stretch < said.stretches.count else { break }
      guard said.stretches[stretch].lowerBound < Int(mark.end), starts[stretch] == nil else {
        continue
      }
      latest = max(latest, Int(mark.frame))
      starts[stretch] = latest
    }
    return starts
  }

  /// Words by their length over the part that is heard, silences of the script left out.
  private static func spread(
    _ said: WordSpans, _ item: SpeakableItem, _ clip: MeasuredClip
  ) -> [Int?] {
    // The silence before each byte of the said text, as far as it lies between words.
    var rests: [(byte: Int, frames: Int)] = []
    var byte = 0
    var hasWords = false
    for piece in item.pieces {
      switch piece {
      case .words(let words, _):
        byte += words.utf8.count + (hasWords ? 1 : 0)
        hasWords = true
      case .silence(let milliseconds) where hasWords:
        rests.append((byte, milliseconds * clip.rateHertz / 1000))
      case .silence: break
      }
    }
    rests.removeAll { $0.byte >= byte }
    let weights = said.stretches.map { Double($0.count + 1) }
    let total = weights.reduce(0, +)
    let silent = rests.reduce(0) { $0 + $1.frames }
    let speech = Double(max(0, clip.sounding.count - silent))
    var sum = 0.0
    var rest = 0
    var nextRest = 0
    return said.stretches.indices.map { index in
      while nextRest < rests.count, rests[nextRest].byte <= said.stretches[index].lowerBound {
        rest += rests[nextRest].frames
        nextRest += 1
      }
      defer { sum += weights[index] }
      return min(
        clip.kept.count, clip.sounding.lowerBound + rest + Int(speech * sum / total))
    }
  }

  /// Puts words without a mark between their neighbors, by length.
  private func fill(_ starts: inout [Int?], _ said: WordSpans, _ clip: MeasuredClip) {
    var index = 0
    var before = clip.sounding.lowerBound
    while index < starts.count {
      if let start = starts[index] {
        before = start
        index += 1
        continue
      }
      var end = index
      while end < starts.count, starts[end] == nil { end += 1 }
      let after = max(before, end < starts.count ? starts[end] ?? before : clip.sounding.upperBound)
      // The word before the run shares what is between.
      let first = max(0, index - 1)
      let isShared = index > 0
      let weights = said.stretches[first..<end].map { Double($0.count + 1) }
      let total = weights.reduce(0, +)
      var sum = isShared ? weights[0] : 0
      for place in index..<end {
        starts[place] = before + Int(Double(after - before) * sum / total)
        sum += weights[place - first]
      }
      index = end
    }
  }

  /// Where a word ends: not in the silence ahead of the next.
  private static func end(of frames: Range<Int>, _ clip: MeasuredClip) -> Int {
    let hop = clip.profile.hopSeconds * Double(clip.rateHertz)
    guard let loudest = clip.profile.energies.max(), loudest > 0, hop > 0 else {
      return frames.upperBound
    }
    var last = min(clip.profile.energies.count, Int(Double(frames.upperBound) / hop))
    let first = Int(Double(frames.lowerBound) / hop)
    while last > first, clip.profile.energies[last - 1] < loudest * 0.0001 { last -= 1 }
    guard last > first else { return frames.upperBound }
    return min(frames.upperBound, max(frames.lowerBound + 1, Int(Double(last + 1) * hop)))
  }
}
