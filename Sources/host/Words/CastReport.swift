import CueCasting
import CueModel
import CueScreenplay
import CueSystem

/// The display of a cast.
struct CastReport {
  let outcome: CastOutcome
  let title: String
  let isByVoice: Bool
  let words: Messages

  private var cast: Cast { outcome.cast }

  // MARK: - For people

  var text: String {
    let count = cast.roles.count
    var text = "\(title): \(Counted.of(count, "character")) and a narrator, "
    text += "language \(outcome.language)\n"
    text += isByVoice ? voices : characters
    for crowd in outcome.speakers.crowds {
      text +=
        "  \(Signs.quoted(crowd.name)) (\(CastReport.speeches(crowd.speechCount))) is said by "
        + CastReport.some(crowd.speakers.map(name)) + "\n"
    }
    return text
  }

  private var characters: String {
    let rows = cast.everybody.map { role -> [String] in
      let count =
        role.key.isEmpty
        ? "\(role.speechCount) told" : CastReport.speeches(role.speechCount)
      let traits = [role.age, role.gender?.rawValue ?? ""].filter { !$0.isEmpty }.joined(
        separator: " ")
      var remarks = (outcome.reasons[role.key] ?? []).map { $0.clause(words) }
      if !role.fallbacks.isEmpty {
        remarks.append("else " + role.fallbacks.map(CastReport.spoken).joined(separator: ", "))
      }
      if role.isLocked { remarks.append("locked") }
      if outcome.unavailable[role.key] != nil { remarks.append("not there") }
      if !role.notes.isEmpty { remarks.append(Signs.quoted(role.notes)) }
      return [
        role.name, count, traits, role.voice.map(CastReport.spoken) ?? "nobody",
        remarks.joined(separator: "; "),
      ]
    }
    return CastReport.table(rows)
  }

  private var voices: String {
    let rows = cast.byVoice.map { voice, names in
      [CastReport.spoken(voice), names.joined(separator: ", ")]
    }
    return CastReport.table(rows)
  }

  private static func spoken(_ voice: VoiceReference) -> String { Signs.fitted(voice.spoken) }

  /// Rows of columns, each as wide as its widest.
  private static func table(_ rows: [[String]]) -> String {
    var widths: [Int] = []
    for row in rows {
      for (column, text) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], text.count)
      }
    }
    return rows.map { row in
      var line = " "
      for (column, text) in row.enumerated() where widths[column] > 0 {
        line += " " + text + String(repeating: " ", count: widths[column] + 1 - text.count)
      }
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  private static func speeches(_ count: Int) -> String {
    "\(count) \(count == 1 ? "speech" : "speeches")"
  }

  /// The first few of many.
  private static func some(_ names: [String]) -> String {
    guard names.count > 5 else { return names.joined(separator: ", ") }
    return names.prefix(4).joined(separator: ", ") + " and \(names.count - 4) others"
  }

  private func name(_ key: String) -> String {
    cast.role(key: key)?.name ?? key
  }

  // MARK: - Notes

  /// What the user should know, with advice.
  func notes(script: String) -> [UserError] {
    var notes: [UserError] = []
    if outcome.isOtherLanguage {
      notes.append(
        UserError(
          "No voice that is there speaks “\(outcome.language)”; others were cast.",
          hint:
            "'\(Program.name) voices --language \(outcome.language)' lists those that do; --language TAG "
            + "corrects the script's language.", .done))
    }
    for role in cast.everybody {
      guard let why = outcome.unavailable[role.key] else { continue }
      notes.append(
        UserError(
          "\(role.name) keeps \(role.voice?.spoken ?? ""), which cannot be had now: "
            + UserError(why).sentence,
          hint: "Install it, give the part another voice with --cast, or cast again with --again.",
          .done))
    }
    if let note = outcome.genderNote(script: script, words) { notes.append(note) }
    let alike = outcome.alikeNotes(words, most: 5)
    notes += alike.notes
    if alike.leftOut > 0 {
      notes.append(
        UserError("\(alike.leftOut) more pairs sound alike; --json lists all.", .done))
    }
    for hint in outcome.openHints.prefix(5) {
      notes.append(
        UserError(
          "Is \(hint.cue) \(hint.name)?",
          hint:
            "If so: \(Program.name) cast \(script) --alias \"\(hint.cue)=\(hint.name)\"",
          .done))
    }
    return notes
  }

  /// The same for programs.
  var json: JSONObject {
    outcome.json(title: title, clause: { $0.clause(words) }, sentence: { UserError($0).sentence })
  }
}
