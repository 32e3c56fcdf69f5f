import CueModel
import CueText

/// Maps marks from the text that the engine got to the text of the request.
struct MarkPlaces {
  let spoken: NormalizedText
  /// Marks of an SSML document that the voice does not read itself, in order; each is reported with the next word.
  var marks: ArraySlice<SSMLMark> = []
  /// Where the last reported word begins.
  var lastWord = -1

  /// Removes and returns the marks before the word `event`; if that is nil, all that are left, at `frame`.
  mutating func marks(before event: SpeechEvent?, atFrame frame: Int = 0) -> [SpeechEvent] {
    var frame = frame
    var limit = Int.max
    if let event {
      guard case .mark(let word) = event, word.kind == .word else { return [] }
      (frame, limit) = (word.frame, word.textRange.lowerBound)
    }
    var events: [SpeechEvent] = []
    while let mark = marks.first, mark.offset <= limit {
      marks.removeFirst()
      events.append(
        .mark(
          SpeechMark(
            kind: .mark, frame: frame, textRange: mark.offset..<mark.offset, name: mark.name)))
    }
    return events
  }

  /// `event` with its place in the text of the request; nil for a further word of what is one word there.
  mutating func placed(_ event: SpeechEvent) -> SpeechEvent? {
    guard case .mark(var mark) = event else { return event }
    mark.textRange = spoken.source(mark.textRange)
    if mark.kind == .word {
      guard !spoken.isChanged || mark.textRange.lowerBound != lastWord else { return nil }
      lastWord = mark.textRange.lowerBound
    }
    return .mark(mark)
  }
}
