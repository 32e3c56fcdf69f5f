import CueStore
import CueText

// What lists say of speeches.

extension Messages {
  /// A speech in a row of the list of `all`.
  func row(_ speech: StoredSpeech, among all: [StoredSpeech]) -> String {
    let digits = all.map { String($0.number).count }.max() ?? 1
    let width = min(40, all.map(\.title.count).max() ?? 0)
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(0, width - text.count))
    }
    let number = String(speech.number)
    return String(repeating: " ", count: digits - number.count) + number + "  "
      + padded(speech.title, width) + "  " + padded(speech.language, 5) + "  "
      + padded(self.text(ReadingTime(of: speech.content)), 12) + "  "
      + Counted.date(speech.updated) + "\n"
  }

  /// What is known of a speech.
  func about(_ speech: StoredSpeech) -> String {
    let time = ReadingTime(of: speech.content)
    let sentences = Segments.sentences(of: speech.content, language: speech.language).count
    let paragraphs = Segments.paragraphs(of: speech.content).count
    return [
      speech.title,
      self(
        .aboutSpeech,
        [
          "number": "\(speech.number)", "language": speech.language,
          "characters": grouped(speech.content.count),
          "most": grouped(Speeches.mostCharacters),
          "words": self(.words, count: time.words), "time": text(time),
        ]),
      self(.sentences, count: sentences) + ", " + self(.paragraphs, count: paragraphs),
      self(
        .aboutDates,
        [
          "added": Counted.date(speech.created),
          "changed": Counted.date(speech.updated),
        ]),
    ].map { $0 + "\n" }.joined()
  }
}
