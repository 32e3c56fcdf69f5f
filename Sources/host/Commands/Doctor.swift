import CuePlugins
import CueSystem

/// `host doctor`: checks the whole installation and gives advice.
struct Doctor {
  let studio: Studio

  /// What was found, and advice.
  struct Finding: Equatable {
    enum Outcome: String {
      case ok, note, wrong
    }
    /// "worker", "wall", "folder", "plugin", "voice", "model", "sound", "keys", "cache", "sdk".
    var about: String
    var outcome: Outcome
    var sentence: String
    var hint = ""
  }

  /// Status 0 if nothing is wrong.
  func run() throws -> ExitStatus {
    var wrong = 0
    try Installation(studio.plugins).check { found in
      let finding = Finding(found)
      if finding.outcome == .wrong { wrong += 1 }
      try show(finding)
    }
    if !studio.manner.isJSON, !studio.manner.isQuiet {
      try Console.result(
        wrong == 0 ? "Nothing is wrong.\n" : "Wrong: \(wrong). Each says what to do.\n")
    }
    return wrong == 0 ? .done : .answerIsNo
  }

  private func show(_ finding: Finding) throws {
    if studio.manner.isJSON {
      var json = JSONObject(event: "finding")
      json["about"] = .string(finding.about)
      json["outcome"] = .string(finding.outcome.rawValue)
      json["sentence"] = .string(finding.sentence)
      json["hint"] = finding.hint.isEmpty ? nil : .string(finding.hint)
      try Console.result(json.line)
      return
    }
    guard !studio.manner.isQuiet || finding.outcome == .wrong else { return }
    var text =
      Rows.padded(finding.outcome.rawValue, 7) + Rows.padded(finding.about, 8)
      + finding.sentence + "\n"
    if !finding.hint.isEmpty { text += "               " + finding.hint + "\n" }
    try Console.result(Signs.fitted(text))
  }
}
