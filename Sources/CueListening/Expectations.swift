import CueModel
import CueText

extension ListenExpectation {
  /// What is said between words and means nothing.
  static let fillers = ["uh", "um"]

  /// The phrases that a recognizer should know of; none where anything may be said.
  ///
  /// Lines go as they are spoken: "§ 42" has no letters that a recognizer could hear. Those of a ``SceneLine`` come first, in
  /// its order.
  public var phrases: [ExpectedPhrase] {
    switch self {
    case .freeform: []
    case .name(let names): names.map { ExpectedPhrase(.name, $0) }
    case .number: NumberWords.numberHints.map { ExpectedPhrase(.number, $0) }
    case .phrases(let phrases): phrases.map { ExpectedPhrase(.command, SpokenWords.text(of: $0)) }
    case .line(let line):
      line.phrases.map { ExpectedPhrase($0.role, SpokenWords.text(of: $0.text)) }
        + ListenExpectation.fillers.map { ExpectedPhrase(.filler, $0) }
    }
  }
}
