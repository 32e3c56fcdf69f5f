/// Cuts what is said into subtitles: what is read at once.
///
/// At most two lines of 42 columns, at most 7 s, and at least 1 s where what comes before and after leaves that much. Subtitles
/// do not overlap but for speeches that are heard at once. Where a neighbor leaves less than a second, two speeches share one
/// subtitle, a line each.
struct Subtitles {
  /// Words that are read at once, all of one line of a speaker.
  struct Line: Equatable, Sendable {
    var speaker: String
    var isOfCharacter: Bool
    var words: [Word]

    var text: String { Subtitles.text(of: words) }
  }

  /// A stretch of text without blanks in it.
  struct Word: Equatable, Sendable {
    var text: String
    /// Whether a blank stands before it.
    var isSpaced: Bool
    /// When it begins; nothing where that is not known.
    var milliseconds: Int?
    var endMilliseconds: Int
    /// How wide it is, in columns.
    var width: Int
  }

  struct Entry: Equatable, Sendable {
    var start: Int
    var end: Int
    /// One speaker's text in one or two lines, or two speakers' in one each.
    var lines: [Line]
    var group: Int?
    var isMerged = false
  }

  static let mostColumns = 42
  static let leastMilliseconds = 1000
  static let mostMilliseconds = 7000

  private(set) var entries: [Entry] = []

  /// The subtitles of `items` in a file that begins with the recording's frame `start` and has `frames` frames.
  init(_ items: [TimedItem], rateHertz: Int, frames: Range<Int>) {
    let clock = Clock(start: frames.lowerBound, rateHertz: rateHertz)
    for item in items { entries += Subtitles.entries(of: item, clock) }
    entries = entries.enumerated().sorted {
      ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
    }
    .map(\.element)
    fit(end: clock.milliseconds(frames.upperBound))
  }

  private struct Clock {
    let start: Int
    let rateHertz: Int
    func milliseconds(_ frame: Int) -> Int {
      Int((Double(frame - start) * 1000 / Double(rateHertz)).rounded())
    }
  }

  // One item.

  private static func entries(of item: TimedItem, _ clock: Clock) -> [Entry] {
    let start = clock.milliseconds(item.frames.lowerBound)
    let end = clock.milliseconds(item.frames.upperBound)
    let words = words(of: item, clock)
    guard !words.isEmpty else { return [] }
    let times = times(of: words, start, end)
    let cuts = cuts(words, times, end)
    var entries: [Entry] = []
    for (from, to) in zip(cuts, cuts.dropFirst()) {
      let first = from == 0 ? start : times[from]
      let last = to == words.count ? end : min(times[to], max(words[to - 1].endMilliseconds, first))
      let lines = Subtitles.lines(words[from..<to]).map {
        Line(speaker: item.speaker, isOfCharacter: item.isOfCharacter, words: $0)
      }
      entries.append(Entry(start: first, end: max(last, first), lines: lines, group: item.group))
    }
    return entries
  }

  /// The stretches between blanks; long ones are cut, between words where there are some.
  private static func words(of item: TimedItem, _ clock: Clock) -> [Word] {
    var words: [Word] = []
    let bytes = Array(item.text.utf8)
    var next = 0
    var at = 0
    while at < bytes.count {
      if isBlank(bytes[at]) {
        at += 1
        continue
      }
      var end = at
      while end < bytes.count, !isBlank(bytes[end]) { end += 1 }
      var isSpaced = !words.isEmpty
      for piece in pieces(of: bytes, at..<end, item) {
        while next < item.words.count, item.words[next].range.upperBound <= piece.lowerBound {
          next += 1
        }
        var word = Word(
          text: String(decoding: bytes[piece], as: UTF8.self), isSpaced: isSpaced,
          endMilliseconds: 0, width: 0)
        word.width = columns(of: word.text)
        var inside = next
        while inside < item.words.count, item.words[inside].range.lowerBound < piece.upperBound {
          let heard = item.words[inside].frames
          if word.milliseconds == nil { word.milliseconds = clock.milliseconds(heard.lowerBound) }
          word.endMilliseconds = max(word.endMilliseconds, clock.milliseconds(heard.upperBound))
          inside += 1
        }
        words.append(word)
        isSpaced = false
      }
      at = end
    }
    return words
  }

  /// A stretch as it is where it fits into a line; else cut at words, or anywhere between characters.
  private static func pieces(
    of bytes: [UInt8], _ stretch: Range<Int>, _ item: TimedItem
  ) -> [Range<Int>] {
    let text = String(decoding: bytes[stretch], as: UTF8.self)
    guard columns(of: text) > 16 else { return [stretch] }
    var starts = Set<Int>()
    // Where scripts have no blanks, each character is a word.
    for word in item.words where stretch.contains(word.range.lowerBound) {
      starts.insert(word.range.lowerBound)
    }
    guard columns(of: text) > mostColumns || starts.count > 8 else { return [stretch] }
    var pieces: [Range<Int>] = []
    var start = stretch.lowerBound
    var at = start
    var width = 0
    for character in text {
      let more = columns(of: String(character))
      if at > start, starts.contains(at) || width + more > mostColumns {
        pieces.append(start..<at)
        start = at
        width = 0
      }
      width += more
      at += character.utf8.count
    }
    pieces.append(start..<stretch.upperBound)
    return pieces
  }

  /// When each word is to be read at the latest: where nothing is known, with the word after it.
  private static func times(of words: [Word], _ start: Int, _ end: Int) -> [Int] {
    var times = [Int](repeating: end, count: words.count)
    var later = end
    for index in words.indices.reversed() {
      if let time = words[index].milliseconds { later = min(later, max(start, time)) }
      times[index] = later
    }
    return times
  }

  /// Where the words are cut: as few pieces as can be, rather at the ends of sentences than of clauses, and there rather
  /// than anywhere.
  private static func cuts(_ words: [Word], _ times: [Int], _ end: Int) -> [Int] {
    var cost = [Double](repeating: .infinity, count: words.count + 1)
    var from = [Int](repeating: 0, count: words.count + 1)
    cost[0] = 0
    for to in 1...words.count {
      var start = to - 1
      while start >= 0 {
        guard start == to - 1 || fits(words[start..<to]) else { break }
        let first = times[start]
        let last = to == words.count ? end : times[to]
        var price = 1.0
        if last - first > mostMilliseconds { price += 20 }
        if last - first < leastMilliseconds { price += 2 }
        if to < words.count { price += Subtitles.price(ofCutBehind: words[to - 1].text) }
        if cost[start] + price < cost[to] {
          cost[to] = cost[start] + price
          from[to] = start
        }
        start -= 1
      }
    }
    var cuts = [words.count]
    while let last = cuts.last, last > 0 { cuts.append(from[last]) }
    return cuts.reversed()
  }

  private static func price(ofCutBehind word: String) -> Double {
    let end = word.last { !"\"'”’»)]".contains($0) } ?? " "
    if ".!?…。！？".contains(end) { return 0.05 }
    return ",;:—–、，".contains(end) ? 0.3 : 0.7
  }

  // Lines.

  static func text(of words: some Collection<Word>) -> String {
    var text = ""
    for word in words {
      if word.isSpaced, !text.isEmpty { text += " " }
      text += word.text
    }
    return text
  }

  private static func width(_ words: ArraySlice<Word>) -> Int {
    var width = 0
    for word in words { width += word.width + (word.isSpaced && width > 0 ? 1 : 0) }
    return width
  }

  private static func fits(_ words: ArraySlice<Word>) -> Bool {
    if width(words) <= mostColumns { return true }
    return words.indices.dropFirst().contains {
      width(words[..<$0]) <= mostColumns && width(words[$0...]) <= mostColumns
    }
  }

  /// One line where it fits, else two that are about as long.
  private static func lines(_ words: ArraySlice<Word>) -> [[Word]] {
    guard width(words) > mostColumns else { return [Array(words)] }
    var best: (place: Int, difference: Int)?
    for place in words.indices.dropFirst() {
      let (first, second) = (width(words[..<place]), width(words[place...]))
      guard first <= mostColumns, second <= mostColumns else { continue }
      let difference = abs(first - second)
      if best.map({ difference < $0.difference }) ?? true { best = (place, difference) }
    }
    guard let place = best?.place else { return [Array(words)] }
    return [Array(words[..<place]), Array(words[place...])]
  }

  // All of them.

  /// Makes subtitles long enough, and no longer than can be.
  private mutating func fit(end: Int) {
    var index = 0
    while index < entries.count {
      let before = entries[..<index].suffix(8).filter { !isHeardWith($0, entries[index]) }
        .reduce(0) { max($0, $1.end) }
      let next = entries[(index + 1)...].firstIndex { !isHeardWith($0, entries[index]) }
      let room = next.map { entries[$0].start } ?? end
      var entry = entries[index]
      entry.end = min(entry.end, entry.start + Subtitles.mostMilliseconds)
      entry.end = max(entry.start, min(entry.end, room))
      if entry.end - entry.start < Subtitles.leastMilliseconds {
        entry.end = max(entry.end, min(entry.start + Subtitles.leastMilliseconds, room))
      }
      if entry.end - entry.start < Subtitles.leastMilliseconds {
        entry.start = min(
          entry.start, max(entry.end - Subtitles.leastMilliseconds, before, 0))
      }
      entries[index] = entry
      guard entry.end - entry.start < Subtitles.leastMilliseconds else {
        index += 1
        continue
      }
      if merge(index) { continue }
      index += index > 0 && merge(index - 1) ? -1 : 1
    }
  }

  private func isHeardWith(_ one: Entry, _ other: Entry) -> Bool {
    one.group != nil && one.group == other.group
  }

  /// Puts the entry behind `index` into it; whether they fit together.
  private mutating func merge(_ index: Int) -> Bool {
    guard index + 1 < entries.count else { return false }
    let (one, other) = (entries[index], entries[index + 1])
    guard one.group == nil, other.group == nil, one.lines.count == 1, other.lines.count == 1,
      other.end - one.start <= Subtitles.mostMilliseconds,
      Subtitles.width(one.lines[0].words[...]) + 2 <= Subtitles.mostColumns,
      Subtitles.width(other.lines[0].words[...]) + 2 <= Subtitles.mostColumns
    else { return false }
    entries[index].end = other.end
    entries[index].lines += other.lines
    entries[index].isMerged = true
    entries.remove(at: index + 1)
    return true
  }

  // Width.

  /// How many columns `text` takes: two for a character of East Asia.
  static func columns(of text: String) -> Int {
    text.reduce(0) { columns, character in
      let scalar = character.unicodeScalars.first?.value ?? 0
      let isWide =
        (0x1100...0x115F).contains(scalar) || (0x2E80...0xA4CF).contains(scalar)
        || (0xAC00...0xD7A3).contains(scalar) || (0xF900...0xFAFF).contains(scalar)
        || (0xFE30...0xFE6F).contains(scalar) || (0xFF00...0xFF60).contains(scalar)
        || (0x1F300...0x1FAFF).contains(scalar) || (0x20000...0x3FFFD).contains(scalar)
      return columns + (isWide ? 2 : 1)
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
