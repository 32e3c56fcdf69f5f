import CueScreenplay
import CueSystem

/// A word of an item, with its place in the recording and in the script.
struct TimedWord: Equatable, Sendable {
  /// Bytes of the item's text.
  var range: Range<Int>
  /// Frames of the recording.
  var frames: Range<Int>
  /// Bytes of the script's own text, where they are known.
  var source: Range<Int>?
}

/// An item with sound, and its words.
struct TimedItem: Equatable, Sendable {
  /// Its place among all items.
  var place: Int
  var speaker: String
  var text: String
  /// Frames of the recording.
  var frames: Range<Int>
  /// In order of the text; those that were not said are left out.
  var words: [TimedWord]
  /// Whether the engine reported no times, so that those of the words were found in the sound, or are guesses by length.
  var isEstimated: Bool
  /// Items of the same number are heard at once.
  var group: Int?
  /// Whether a character says it.
  var isOfCharacter: Bool
  /// Whether it is the place of a sound, which no voice says.
  var isSound = false
}

/// Finds when, and where in the script, the words of a recording are.
struct WordTimes: Sendable {
  let draft: RecordingDraft
  let screenplay: Screenplay
  let source: [UInt8]

  /// The item at `place`; nil if it has no sound.
  func item(at place: Int) -> TimedItem? {
    guard let span = draft.timeline.spans[place] else { return nil }
    let item = draft.items[place].item
    if let sound = item.sound { return self.sound(sound, at: place, span) }
    guard let clip = draft.clips[place] else { return nil }
    let text = WordSpans(item.text, language: draft.settings.language)
    let said = WordSpans(item.saidText, language: draft.settings.language)
    let times = SaidTimes(said, of: item, in: clip)
    let sources = self.sources(of: text, in: item)
    let scale = Double(draft.rateHertz) / Double(clip.rateHertz)
    let frame = { (frame: Int) in
      min(span.upperBound, span.lowerBound + Int((Double(frame) * scale).rounded()))
    }
    var words: [TimedWord] = []
    for (index, counterpart) in text.counterparts(in: said).enumerated() {
      guard let counterpart else { continue }
      let start = frame(times.frames[counterpart.lowerBound].lowerBound)
      let end = frame(times.frames[counterpart.upperBound - 1].upperBound)
      words.append(
        TimedWord(
          range: text.stretches[index], frames: start..<max(start, end), source: sources[index]))
    }
    return TimedItem(
      place: place, speaker: draft.items[place].speaker, text: item.text, frames: span,
      words: words, isEstimated: times.isEstimated, group: item.group,
      isOfCharacter: item.kind == .character)
  }

  /// The place of a sound, as in subtitles for people who cannot hear: `[Door creaks open.]`.
  private func sound(_ sound: SoundCue, at place: Int, _ span: Range<Int>) -> TimedItem {
    let text = "[\(sound.what)]"
    var offset = 0
    var words: [TimedWord] = []
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let end = offset + word.utf8.count
      if end > offset { words.append(TimedWord(range: offset..<end, frames: span)) }
      offset = end + 1
    }
    return TimedItem(
      place: place, speaker: draft.items[place].speaker, text: text, frames: span, words: words,
      isEstimated: true, isOfCharacter: false, isSound: true)
  }

  /// Every item with sound or a place for one, in order.
  func all() throws -> [TimedItem] {
    let work = OrderedWork(count: draft.items.count, threads: draft.settings.threads) {
      item(at: $0)
    }
    defer { work.stop() }
    var items: [TimedItem] = []
    while let item = try work.next() {
      if let item { items.append(item) }
    }
    return items
  }

  // In the script.

  /// The bytes of the source that each stretch of `text` was read from.
  private func sources(of text: WordSpans, in item: SpeakableItem) -> [Range<Int>?] {
    let nothing = [Range<Int>?](repeating: nil, count: text.stretches.count)
    guard !source.isEmpty else { return nothing }
    var written = WordSpans()
    for element in screenplay.elements[item.elements] where isSaid(element, in: item) {
      let range = element.range
      guard range.upperBound <= source.count else { return nothing }
      var bytes = Array(source[range])
      if screenplay.format == .finalDraft { WordTimes.blankTags(&bytes) }
      // Bytes that are not UTF-8 would move what follows them.
      guard let slice = String(validating: bytes, as: UTF8.self) else { return nothing }
      written.append(slice, offset: range.lowerBound, language: draft.settings.language)
    }
    return text.counterparts(in: written).map { counterpart in
      counterpart.map {
        written.stretches[$0.lowerBound]
          .lowerBound..<written.stretches[$0.upperBound - 1]
          .upperBound
      }
    }
  }

  private func isSaid(_ element: Element, in item: SpeakableItem) -> Bool {
    switch element.kind {
    case .note, .boneyard, .pageBreak, .section, .synopsis: false
    case .parenthetical: item.sourceKind == .parenthetical
    case .character: item.sourceKind == .character || item.includesAnnouncement
    default: true
    }
  }

  private static func blankTags(_ bytes: inout [UInt8]) {
    var isInside = false
    for index in bytes.indices {
      if bytes[index] == UInt8(ascii: "<") { isInside = true }
      let ends = bytes[index] == UInt8(ascii: ">")
      if isInside { bytes[index] = UInt8(ascii: " ") }
      if ends { isInside = false }
    }
  }
}
