import CueAssembly
import CueModel
import CueRehearsal
import CueScreenplay
import CueStore
import CueSystem
import CueTerminal
import Glibc

// Learning a part: the history of the lines, and how a run went.

extension RehearseCommand {
  // Choosing at the terminal.

  /// The script that the user chooses at the terminal among those in the library; nil if none.
  func pickedScript(_ cancellation: Cancellation) throws -> String? {
    guard let size = askedTerminal else { return nil }
    let database = try UserLibrary(studio.environment).database(toLook: true)
    let scripts = try Scripts(database, clock: SystemClock()).all().filter {
      unsafe !$0.path.isEmpty && access($0.path, R_OK) == 0
    }
    let shown = Array(scripts.prefix(max(3, size.rows - 4)))
    if !shown.isEmpty {
      Console.talk(words(.pickScript) + "\n")
      for (index, script) in shown.enumerated() {
        Console.talk(row("  \(index + 1)  \(script.name)  \(script.path)", size))
      }
    }
    while let answer = asked(words(.pickNumberOrFile), cancellation)?.trimmed {
      if answer.isEmpty { continue }
      if unsafe access(answer, R_OK) == 0 { return answer }
      if let number = Int(answer), shown.indices.contains(number - 1) {
        return shown[number - 1].path
      }
      if let named = shown.first(where: { $0.name.lowercased() == answer.lowercased() }) {
        return named.path
      }
      Console.talk(words(.pickedNoScript, ["word": words.quoted(answer)]) + "\n")
    }
    return nil
  }

  /// The scene that the user chooses at the terminal; nil for all of them.
  func pickedScene(
    of file: ScreenplayFile, _ cancellation: Cancellation
  ) throws(UserError) -> Int? {
    let request = RehearsalRequest(as: rehearse.roles)
    let session = try self.session(of: file, request, cancellation) { _ in }
    let script = session.script
    guard script.scenes.count > 1, let size = askedTerminal else { return nil }
    Console.talk(words(.pickScene) + "\n")
    for scene in script.scenes.prefix(max(3, size.rows - 4)) {
      let own = Passages.ownLines(of: script, session.roles, in: scene.lines).count
      let count = words(.pickOwnLines, count: own)
      Console.talk(row("  \(scene.index + 1)  \(scene.heading)  \(count)", size))
    }
    while let answer = asked(words(.pickNumberOrAll), cancellation)?.trimmed {
      if answer.isEmpty { return nil }
      if let number = Int(answer), (1...script.scenes.count).contains(number) { return number }
      Console.talk(
        words(
          .noSuchScene, ["number": words.quoted(answer), "count": "\(script.scenes.count)"]) + "\n")
    }
    return nil
  }

  private func row(_ text: String, _ size: ScreenSize) -> String {
    TextLayout.line(of: text, columns: size.columns).glyphs.map(\.text).joined() + "\n"
  }

  // Earlier runs.

  /// Shows the history of the lines of a script.
  func showHistory() throws -> ExitStatus {
    guard rehearse.script != "-" else { throw UserError(words(.historyNeedsFile), .usage) }
    let file = try file()
    let script: Script
    do throws(ScriptError) { script = try Script(file.screenplay, title: file.fileName) } catch {
      throw UserError(
        words(.cannotBeRehearsed, ["name": rehearse.script, "why": words.why(error)]), .badInput)
    }
    let roles = try roles(in: script)
    let database = try UserLibrary(studio.environment).database(toLook: true)
    let stored = try Scripts(database, clock: SystemClock())
      .script(of: ScriptIdentity(file))
    let memory = try LineMemory(
      LineHistories(database), script: stored?.number ?? 0, script, roles: roles,
      clock: SystemClock(), keeps: false, note: { _ in })
    let lines = memory.histories.keys.sorted().filter {
      roles.isEmpty || roles.contains(script.lines[$0].character ?? "")
    }
    let report = LineHistoryReport(words: words, memory: memory, lines: lines)
    if studio.manner.isJSON {
      for line in lines { try Console.result(report.json(line).line) }
      return .done
    }
    guard !lines.isEmpty else {
      if !studio.manner.isQuiet {
        Console.talk(words(.noHistoryYet, ["name": rehearse.script]) + "\n")
      }
      return .done
    }
    try Console.result(report.text(name: script.title))
    return .done
  }

  /// Forgets the history of the lines of a script.
  func forgetHistory() throws -> ExitStatus {
    guard rehearse.script != "-" else { throw UserError(words(.historyNeedsFile), .usage) }
    let database = try UserLibrary(studio.environment).database(toLook: false)
    let script = try Scripts(database, clock: SystemClock()).script(called: rehearse.script)
    let count = try LineHistories(database).forget(script.number)
    if studio.manner.isJSON {
      var json = JSONObject(event: "history-forgotten")
      json["lines"] = .integer(count)
      try Console.result(json.line)
    } else if !studio.manner.isQuiet {
      Console.talk(words(.historyForgotten, count: count, ["name": script.name]) + "\n")
    }
    return .done
  }

  private func roles(in script: Script) throws(UserError) -> Set<String> {
    var roles: Set<String> = []
    for name in rehearse.roles {
      guard let member = script.character(named: name) else {
        throw UserError(
          words(
            .nobodyIsCalled, ["name": rehearse.script, "role": words.quoted(name)]), .usage)
      }
      roles.insert(member.name)
    }
    return roles
  }
}

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

extension Messages {
  /// What was wrong with the words of an attempt, as in “left out “x”, changed “y””; empty if nothing was.
  func wording(_ attempt: LineAttempt) -> String {
    var parts: [String] = []
    if !attempt.missing.isEmpty {
      parts.append(self(.leftOut, ["words": quoted(attempt.missing)]))
    }
    if !attempt.changed.isEmpty {
      parts.append(self(.changedWords, ["words": quoted(attempt.changed)]))
    }
    return parts.joined(separator: ", ")
  }

  /// How a run went, in a few rows.
  fileprivate func rows(of summary: RunSummary, _ numbers: DialogueNumbers) -> [String] {
    var first = [self(.linesJudged, count: summary.lines, ["perfect": "\(summary.perfect)"])]
    if let seconds = summary.pickUpSeconds {
      first.append(self(.pickUp, ["seconds": number(seconds, decimals: 1)]))
    }
    if summary.prompts > 0 { first.append(self(.promptedTimes, count: summary.prompts)) }
    var rows = [first.joined(separator: "; ") + "."]
    for spot in summary.spots.prefix(5) {
      var parts: [String] = []
      let wrong = wording(spot.attempt)
      if !wrong.isEmpty { parts.append(wrong) }
      if spot.attempt.prompts > 0 {
        parts.append(self(.promptedTimes, count: spot.attempt.prompts))
      }
      if parts.isEmpty, let seconds = spot.attempt.pickUpSeconds {
        parts.append(self(.pickUp, ["seconds": number(seconds, decimals: 1)]))
      }
      let line = self(
        .toWorkOn, ["number": numbers.number(at: spot.line).map { "\($0)" } ?? "?"])
      rows.append("  " + ([line] + parts).joined(separator: ": "))
    }
    if summary.spots.count > 5 {
      rows.append("  " + self(.moreToWorkOn, count: summary.spots.count - 5))
    }
    return rows
  }
}

extension Stage {
  /// Reports how a run went.
  func show(_ summary: RunSummary) {
    for row in words.rows(of: summary, numbers) { put(row) }
  }

  /// Reports a take that was recorded.
  func show(_ take: RehearsalTake) {
    let seconds = Double(take.frames) / Double(take.rateHertz)
    put(words(.takeRecorded, ["name": take.name, "time": Counted.time(seconds)]))
  }
}
