import CueAssembly
import CueRehearsal
import CueScreenplay
import CueSystem

/// The history of an actor's lines, for people and programs.
struct LineHistoryReport {
  let words: Messages
  let memory: LineMemory
  /// Indices in the script.
  let lines: [Int]

  func text(name: String) -> String {
    let histories = lines.compactMap { memory.histories[$0] }
    var text =
      words(
        .historyOf, count: lines.count,
        [
          "name": name, "due": "\(histories.count { $0.isDue(at: memory.now) })",
          "trouble": "\(TroubleSpots.ranked(memory.histories).filter(lines.contains).count)",
        ]) + "\n"
    let numbers = DialogueNumbers(memory.script)
    let width = lines.last.flatMap { numbers.number(at: $0) }.map { "\($0)".count } ?? 1
    for line in lines {
      guard let history = memory.histories[line], let number = numbers.number(at: line) else {
        continue
      }
      let digits = "\(number)"
      text += String(repeating: " ", count: width - digits.count) + digits
      text += "  " + row(history) + "\n"
      let blanks = String(repeating: " ", count: width + 2)
      text += blanks + words.quoted(shortened(memory.script.lines[line].text)) + "\n"
      if let last = history.attempts.first {
        let wrong = words.wording(last)
        if !wrong.isEmpty { text += blanks + wrong + "\n" }
      }
    }
    return text
  }

  private func row(_ history: LineHistory) -> String {
    var parts: [String] = []
    if let last = history.attempts.first {
      parts.append(
        words(.saidTimes, count: history.attempts.count, ["quality": "\(last.quality)"]))
    }
    if let seconds = history.pickUpSeconds {
      parts.append(words(.pickUp, ["seconds": words.number(seconds, decimals: 1)]))
    }
    if history.prompts > 0 { parts.append(words(.promptedTimes, count: history.prompts)) }
    let days = history.plan.daysLeft(at: memory.now)
    parts.append(
      history.isDue(at: memory.now) ? words(.dueNow) : words(.dueInDays, count: max(1, days)))
    return parts.joined(separator: "; ")
  }

  private func shortened(_ text: String) -> String {
    text.count <= 60 ? text : text.prefix(59) + Signs.fitted("…")
  }

  func json(_ line: Int) -> JSONObject {
    let history = memory.histories[line] ?? LineHistory()
    let script = memory.script.lines[line]
    var json = JSONObject(event: "line-history")
    json["line"] = .integer(line)
    json["number"] = DialogueNumbers(memory.script).number(at: line).map { .integer($0) }
    json["character"] = script.character.map { .string($0) }
    json["text"] = .string(script.text)
    json["trouble"] = .number(TroubleSpots.trouble(history.attempts))
    json["is_due"] = .bool(history.isDue(at: memory.now))
    if history.plan.reviewed > 0 {
      json["due"] = .string(Counted.date(history.plan.due, isUTC: true))
    }
    json["interval_days"] = .integer(history.plan.intervalDays)
    json["ease"] = .number(history.plan.ease)
    json["prompts"] = .integer(history.prompts)
    json["pick_up_seconds"] = history.pickUpSeconds.map { .number($0) }
    json["attempts"] = .objects(
      history.attempts.map { attempt in
        var json = attempt.json
        json["said"] = .string(Counted.date(attempt.said, isUTC: true))
        return json
      })
    return json
  }
}
