import CueListening
import CueModel
import CueText
import Glibc

// What `listen` says of what was heard.

extension ListenTalk {
  func verdict(_ result: ListenResult) -> String? {
    switch result.meaning {
    case .nothing: return words.listen(.nothingHeard)
    case .notUnderstood: return words.listen(.nothingUnderstood)
    case .name(nil): return words.listen(.noName)
    case .number(nil): return words.listen(.noNumber)
    case .phrase(nil): return words.listen(.noPhrase)
    case .otherLine: return words.listen(.otherLine)
    case .line(let match, let verdict):
      guard !verdict.isAccepted else { return words.listen(.lineSaid) }
      let reasons = verdict.reasons.map { words.clause($0) }.joined(separator: ", ")
      return words.listen(
        .lineNotSaid,
        [
          "strictness": strictness.rawValue, "reasons": reasons,
          "share": "\(Int((match.share * 100).rounded()))",
        ])
    default: return nil
    }
  }

  /// The line for standard output.
  static func answer(_ result: ListenResult) -> String {
    switch result.meaning {
    case .nothing, .notUnderstood: ""
    case .words(let text), .otherLine(let text): text
    case .name(let name): name ?? result.heard.text
    case .number(let number): number ?? result.heard.text
    case .phrase(let phrase): phrase ?? result.heard.text
    case .line: result.heard.text
    }
  }
}
