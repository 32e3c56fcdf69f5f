/// Which of the first words will not change any more.
///
/// A decoder may change its mind about anything it has heard, and rarely does about what lies a while back. A word is called
/// stable when it has stayed the same for long enough and others follow it; from then on it is kept, whatever the decoder says.
struct StablePrefix {
  /// How long a word must have stayed the same, in frames of 10 ms.
  let holdFrames: Int
  /// How many words must follow it.
  static let followers = 2

  private var seen: [(name: String, since: Int)] = []
  private(set) var words: [Hearing.Part] = []

  init(holdFrames: Int) { self.holdFrames = holdFrames }

  /// Takes what is heard at `frame`, and gives it back with the stable words kept.
  mutating func take(_ parts: [Hearing.Part], at frame: Int) -> [Hearing.Part] {
    let kept = keep(parts)
    let heard = kept.filter { $0.kind == .word }
    var now: [(name: String, since: Int)] = []
    var isSame = true
    for (index, part) in heard.enumerated() {
      isSame = isSame && index < seen.count && seen[index].name == part.name
      now.append((part.name, isSame ? seen[index].since : frame))
    }
    seen = now
    var count = words.count
    while count + StablePrefix.followers < heard.count, frame - now[count].since >= holdFrames {
      count += 1
    }
    words = Array(heard[..<count])
    return kept
  }

  /// What is heard, but with the stable words where it has others.
  func keep(_ parts: [Hearing.Part]) -> [Hearing.Part] {
    guard let last = words.last else { return parts }
    let heard = parts.filter { $0.kind == .word }
    if heard.count >= words.count, zip(heard, words).allSatisfy({ $0.name == $1.name }) {
      return parts
    }
    let other = parts.filter { $0.kind != .word && $0.frames.upperBound <= last.frames.upperBound }
    let before = (words + other).sorted { $0.frames.lowerBound < $1.frames.lowerBound }
    var kept: [Hearing.Part] = []
    for part in before
    where part.kind == .word || (kept.last?.frames.upperBound ?? 0) <= part.frames.lowerBound {
      // A word stays; what lies across it goes.
      if part.kind == .word, let previous = kept.last,
        previous.frames.upperBound > part.frames.lowerBound
      {
        kept.removeLast()
      }
      kept.append(part)
    }
    return kept + parts.filter { $0.frames.lowerBound >= last.frames.upperBound }
  }
}
