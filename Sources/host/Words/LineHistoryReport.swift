import CueAssembly
import CueRehearsal
import CueScreenplay

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
      text += blanks + words.quoted(Rows.shortened(memory.script.lines[line].text)) + "\n"
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
}
