/// Cuts what is said into subtitles: what is read at once.
///
/// At most two lines of 42 columns, at most 7 s, at least 1 s, and at most 20 characters per second. The speaker is named where
/// that changes. A subtitle that would be too fast stays in the silence after it, begins in the silence before it, or shares
/// its time with a neighbor. Subtitles do not overlap but for speeches that are heard at once.
struct Subtitles {
  /// Words that are read at once, all of one line of a speaker.
  struct Line: Equatable, Sendable {
    var speaker: String
    var words: [Word]

    var text: String { Subtitles.text(of: words) }
  }

  /// A stretch of text without blanks in it.
  struct Word: Equatable, Sendable {
    var text: String
    /// Whether a blank stands before it.
    var isSpaced: Bool
    /// When it begins; nil if that is not known.
    var milliseconds: Int?
    var endMilliseconds: Int
    /// How wide it is, in columns.
    var width: Int
    /// Whether it names the speaker.
    var isName = false
  }

  struct Entry: Equatable, Sendable {
    var start: Int
    var end: Int
    /// When its words are heard.
    var spoken: Range<Int>
    /// One speaker's text in one or two lines, or two speakers' in one each.
    var lines: [Line]
    /// The item that it is of.
    var place: Int
    var group: Int?
    var isMerged = false

    /// How many characters are to be read, with a blank for the end of a line.
    var characterCount: Int {
      lines.reduce(lines.count - 1) { $0 + $1.text.count }
    }

    /// How long it takes to read.
    var readingMilliseconds: Int {
      let rate = Subtitles.mostCharactersPerSecond
      return max(Subtitles.leastMilliseconds, (characterCount * 1000 + rate - 1) / rate)
    }
  }

  static let mostColumns = 42
  static let mostNameColumns = 30
  static let leastMilliseconds = 1000
  static let mostMilliseconds = 7000
  static let mostCharactersPerSecond = 20
  /// How far a subtitle may move ahead of its words or after them, so that it can be read.
  static let usualShift = 500
  static let mostShift = 2000

  private(set) var entries: [Entry] = []

  /// The subtitles of `items` in a file that begins with the recording's frame `start` and has `frames` frames.
  init(_ items: [TimedItem], rateHertz: Int, frames: Range<Int>) {
    let clock = Clock(start: frames.lowerBound, rateHertz: rateHertz)
    let ordered = items.enumerated().sorted {
      ($0.element.frames.lowerBound, $0.offset) < ($1.element.frames.lowerBound, $1.offset)
    }
    .map(\.element)
    // A narrator alone needs no name.
    let isNamed = ordered.contains { $0.isOfCharacter }
    var speaker: String?
    for item in ordered {
      let name =
        isNamed && !item.isSound && item.speaker != speaker ? Subtitles.name(of: item.speaker) : []
      let made = Subtitles.entries(of: item, name, clock)
      if !made.isEmpty, !item.isSound { speaker = item.speaker }
      entries += made
    }
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

  /// "ANNA:", cut where it leaves no room for words.
  private static func name(of speaker: String) -> [Word] {
    var shown = ""
    for character in SubtitleTexts.oneLine(speaker) {
      guard columns(of: shown) + columns(of: String(character)) < mostNameColumns else {
        shown += "…"
        break
      }
      shown.append(character)
    }
    let parts = shown.split(separator: " ")
    return parts.enumerated().map { index, part in
      let text = index == parts.count - 1 ? part + ":" : String(part)
      return Word(
        text: text, isSpaced: index > 0, endMilliseconds: 0, width: columns(of: text), isName: true)
    }
  }

  private static func entries(of item: TimedItem, _ name: [Word], _ clock: Clock) -> [Entry] {
    let start = clock.milliseconds(item.frames.lowerBound)
    let end = clock.milliseconds(item.frames.upperBound)
    var words = words(of: item, clock)
    guard !words.isEmpty else { return [] }
    words[0].isSpaced = !name.isEmpty
    words = name + words
    let times = times(of: words, start, end)
    let cuts = cuts(words, times, end, whole: name.count)
    var entries: [Entry] = []
    for (from, to) in zip(cuts, cuts.dropFirst()) {
      let first = from == 0 ? start : times[from]
      let last = to == words.count ? end : min(times[to], max(words[to - 1].endMilliseconds, first))
      let spoken = first..<max(last, first)
      entries.append(
        Entry(
          start: first, end: spoken.upperBound, spoken: spoken,
          lines: lines(words[from..<to], item.speaker), place: item.place, group: item.group))
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
        let text = shownText(String(decoding: bytes[piece], as: UTF8.self))
        guard !text.isEmpty else { continue }
        var word = Word(
          text: text, isSpaced: isSpaced, endMilliseconds: 0, width: columns(of: text))
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

  /// A stretch, unchanged where it fits into a line; else cut at words, or anywhere between characters.
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
  /// than anywhere; the first `whole` words are not parted from the next.
  private static func cuts(
    _ words: [Word], _ times: [Int], _ end: Int, whole: Int
  ) -> [Int] {
    var cost = [Double](repeating: .infinity, count: words.count + 1)
    var from = [Int](repeating: 0, count: words.count + 1)
    cost[0] = 0
    for to in whole + 1...words.count {
      var start = to - 1
      while start >= 0 {
        guard start == to - 1 || to == whole + 1 || fits(words[start..<to]) else { break }
        let first = times[start]
        let last = to == words.count ? end : times[to]
        var price = 1.0
        if last - first > mostMilliseconds { price += 20 }
        if last - first < leastMilliseconds { price += 2 }
        let count = words[start..<to].reduce(0) { $0 + $1.text.count + 1 } - 1
        if count * 1000 > (last - first) * mostCharactersPerSecond { price += 1 }
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

  private static func lines(_ words: ArraySlice<Word>, _ speaker: String) -> [Line] {
    broken(words).map { Line(speaker: speaker, words: $0) }
  }

  /// One line where it fits, else two that are about as long.
  private static func broken(_ words: ArraySlice<Word>) -> [[Word]] {
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

  /// Gives each subtitle the time that it takes to read, as far as there is any.
  private mutating func fit(end: Int) {
    var index = 0
    while index < entries.count {
      time(index, shift: Subtitles.usualShift, end)
      if isTooFast(index) {
        if merge(index) { continue }
        if index > 0, merge(index - 1) {
          index -= 1
          continue
        }
        time(index, shift: Subtitles.mostShift, end)
      }
      index += 1
    }
  }

  private func isTooFast(_ index: Int) -> Bool {
    entries[index].end - entries[index].start < entries[index].readingMilliseconds
  }

  /// Sets when a subtitle is seen, from the words' own time: longer in silence, then earlier, then at the cost of the next one.
  private mutating func time(_ index: Int, shift: Int, _ end: Int) {
    var entry = entries[index]
    let before = entries[..<index].suffix(8).filter { !Subtitles.isHeardWith($0, entry) }
      .reduce(0) { max($0, $1.end) }
    let later = entries[(index + 1)...].lazy.filter { !Subtitles.isHeardWith($0, entry) }.prefix(2)
    let next = later.first
    let room = next?.spoken.lowerBound ?? end
    let wanted = entry.readingMilliseconds
    entry.start = max(entry.spoken.lowerBound, before)
    entry.end = min(entry.spoken.upperBound, room, entry.start + Subtitles.mostMilliseconds)
    entry.end = max(entry.start, entry.end, min(entry.start + wanted, room))
    if entry.end - entry.start < wanted {
      let earliest = max(before, entry.spoken.lowerBound - shift, 0)
      entry.start = min(entry.start, max(entry.end - wanted, earliest))
    }
    if entry.end - entry.start < wanted, next != nil {
      // The next one keeps a second at least.
      let nextRoom = later.dropFirst().first?.spoken.lowerBound ?? end
      let latest = min(room + shift, nextRoom - Subtitles.leastMilliseconds)
      entry.end = max(entry.end, min(entry.start + wanted, latest))
    }
    entries[index] = entry
  }

  private static func isHeardWith(_ one: Entry, _ other: Entry) -> Bool {
    one.group != nil && one.group == other.group && one.place != other.place
  }

  /// Merges the entry after `index` into it; whether they fit together.
  private mutating func merge(_ index: Int) -> Bool {
    guard index + 1 < entries.count else { return false }
    let (one, other) = (entries[index], entries[index + 1])
    guard one.group == nil, other.group == nil,
      other.spoken.upperBound - one.start <= Subtitles.mostMilliseconds
    else { return false }
    if one.place == other.place {
      var words = one.lines.flatMap(\.words)
      words += other.lines.flatMap(\.words)
      guard !one.isMerged, !other.isMerged, Subtitles.fits(words[...]) else { return false }
      entries[index].lines = Subtitles.lines(words[...], one.lines[0].speaker)
    } else {
      guard one.lines.count == 1, other.lines.count == 1 else { return false }
      entries[index].lines += other.lines
      entries[index].isMerged = true
    }
    entries[index].spoken =
      one.spoken.lowerBound..<max(one.spoken.upperBound, other.spoken.upperBound)
    entries.remove(at: index + 1)
    return true
  }

  // Characters.

  /// `text` without characters that are not seen, but for those that join or part letters.
  static func shownText(_ text: String) -> String {
    if text.utf8.allSatisfy({ 0x20...0x7e ~= $0 }) { return text }
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let category = scalar.properties.generalCategory
      let isJoiner = scalar.value == 0x200C || scalar.value == 0x200D
      if category != .format && category != .control || isJoiner { shown.append(scalar) }
    }
    return String(shown)
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
