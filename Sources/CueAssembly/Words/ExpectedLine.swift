import CueListening
import CueModel
import CueScreenplay
import CueText

extension SceneLine {
  /// The texts of the spoken lines of `script`.
  package static func spoken(in script: Script) -> [String] {
    script.lines.filter { $0.kind == .dialogue }.map(\.text)
  }

  /// The line of `script` with the words of `text`, among the others; nil if it has none.
  ///
  /// Lines with the same words are the same line.
  package init?(_ text: String, in script: Script) {
    let spoken = SceneLine.spoken(in: script)
    let wanted = SpokenWords.text(of: text)
    guard let place = spoken.firstIndex(where: { SpokenWords.text(of: $0) == wanted }) else {
      return nil
    }
    self.init(text, at: place, of: spoken)
  }
}

extension ListenResult {
  /// Whether it was what was expected: at word-perfect, both recognizers decide, else only the first.
  package func isExpected(strictness: Strictness, _ judgement: LineJudgement) -> Bool {
    guard strictness == .wordPerfect, judgement.gap == nil, case .line(_, let verdict) = meaning,
      !verdict.isUnsure
    else { return meaning.isExpected }
    return judgement.isAsWritten
  }
}
