import CueModel
import CueText

extension SceneLine {
  /// Other lines that compete with an expected one, at most.
  public static let mostCompeting = 60

  /// The line `text` among the lines of its scene.
  ///
  /// - Parameters:
  ///   - text: the line as written
  ///   - place: where it stands in `lines`; nil if it does not
  ///   - lines: all that is said, in its order
  ///   - mostCompeting: how many other lines compete at most
  ///   - commands: what may be said to the host instead
  public init(
    _ text: String, at place: Int?, of lines: [String],
    mostCompeting: Int = SceneLine.mostCompeting,
    commands: [String] = []
  ) {
    let wanted = SpokenWords.text(of: text)
    let next = place.flatMap { $0 + 1 < lines.count ? lines[$0 + 1] : nil }
    let following = next.flatMap { SpokenWords.text(of: $0) == wanted ? nil : $0 }
    self.init(
      text, following: following,
      competing: CompetingLines.around(
        place, of: lines, besides: [text] + (following.map { [$0] } ?? []), most: mostCompeting),
      commands: commands)
  }
}

extension ListenExpectation {
  /// What is said between words and means nothing.
  package static let fillers = ["uh", "um"]

  /// The phrases that a recognizer should know of; none if anything may be said.
  ///
  /// Lines go as they are spoken and as they are printed: "§ 42" has no letters that a grammar could hear, and a model of language
  /// wants its capitals and points. Those of a ``SceneLine`` come first, in
  /// its order.
  public var phrases: [ExpectedPhrase] {
    switch self {
    case .freeform: []
    case .name(let names): names.map { ExpectedPhrase(.name, $0) }
    case .number: NumberWords.numberHints.map { ExpectedPhrase(.number, $0) }
    case .phrases(let phrases): phrases.map { ExpectedPhrase(.command, spokenAs: $0) }
    case .line(let line):
      line.phrases.map { ExpectedPhrase($0.role, spokenAs: $0.text) }
        + ListenExpectation.fillers.map { ExpectedPhrase(.filler, $0) }
    }
  }
}

extension ExpectedPhrase {
  fileprivate init(_ role: Role, spokenAs line: String) {
    self.init(role, SpokenWords.text(of: line), written: line)
  }
}
