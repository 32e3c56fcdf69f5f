import CueModel
import CueText

extension ListenExpectation {
  /// What is said between words and means nothing.
  static let fillers = ["uh", "um"]

  /// The phrases that a recognizer should know of; none where anything may be said.
  ///
  /// Lines go as they are spoken: "§ 42" has no letters that a recognizer could hear.
  public var phrases: [ExpectedPhrase] {
    switch self {
    case .freeform: []
    case .name(let names): names.map { ExpectedPhrase(.name, $0) }
    case .number: NumberWords.numberHints.map { ExpectedPhrase(.number, $0) }
    case .phrases(let phrases):
      phrases.map { ExpectedPhrase(.command, ListenExpectation.spoken($0)) }
    case .line(let line):
      [ExpectedPhrase(.expected, ListenExpectation.spoken(line.text))]
        + (line.following.map { [ExpectedPhrase(.following, ListenExpectation.spoken($0))] } ?? [])
        + line.competing.map { ExpectedPhrase(.competing, ListenExpectation.spoken($0)) }
        + line.commands.map { ExpectedPhrase(.command, ListenExpectation.spoken($0)) }
        + ListenExpectation.fillers.map { ExpectedPhrase(.filler, $0) }
    }
  }

  private static func spoken(_ line: String) -> String {
    SpokenWords.of(line).map(\.text).joined(separator: " ")
  }
}
