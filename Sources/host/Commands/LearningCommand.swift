import class CueAssembly.LineMemory
import struct CueAssembly.RehearsalCast
import class CueAssembly.TakeRecorder
import struct CueAssembly.UserLibrary
import CueModel
import CueRehearsal
import CueScreenplay
import CueStore
import CueSystem
import CueTerminal
import Glibc

// Learning a part: which lines are rehearsed, the history of the lines, and how a run went.

extension RehearseCommand {
  // The history of the lines.

  /// Keeps how the actor's lines go; lines of a robot or a script are only reported.
  ///
  /// If a library cannot be opened, there is a note, and the rehearsal goes on.
  func lineMemory(
    of file: ScreenplayFile, _ cast: RehearsalCast, isAttended: Bool
  ) throws -> LineMemory? {
    let needsHistory = rehearse.picksByHistory || rehearse.draft != nil
    guard rehearse.isHeard || needsHistory || isAttended else { return nil }
    let keeps =
      rehearse.keepsHistory && rehearse.robot == nil && rehearse.actorScript == nil
    guard keeps || needsHistory, !file.absolutePath.isEmpty else {
      guard !needsHistory else { throw UserError(words(.historyNeedsFile), .usage) }
      return LineMemory(cast.script, roles: cast.roles, clock: SystemClock())
    }
    func note(_ failure: StoreFailure) {
      studio.note(UserError(failure.sentence, hint: words(.historyNotKept), .done))
    }
    do {
      let memory = try UserLibrary(studio.environment).lineMemory(
        of: file, cast.script, roles: cast.roles, keeps: keeps, note: note)
      if let draft = rehearse.draft { try takeOver(draft, memory) }
      return memory
    } catch let failure as StoreFailure {
      note(failure)
      return LineMemory(cast.script, roles: cast.roles, clock: SystemClock())
    }
  }

  private func takeOver(_ draft: String, _ memory: LineMemory) throws {
    let database = try UserLibrary(studio.environment).database(toLook: false)
    let script = try Scripts(database, clock: SystemClock()).script(called: draft)
    let (taken, all) = try memory.takeOver(from: script.number)
    let values = ["name": script.name, "all": "\(all)"]
    studio.note(
      UserError(
        taken > 0
          ? words(.historyTaken, count: taken, values) : words(.historyNotTaken, values), .done))
  }

  // Which lines.

  /// The lines to rehearse, in order; nil for all of `range`.
  func order(
    _ cast: RehearsalCast, _ memory: LineMemory?, in range: Range<Int>
  ) throws(UserError) -> [Int]? {
    let names = cast.roles.sorted().joined(separator: ", ")
    let own = Passages.ownLines(of: cast.script, cast.roles, in: range)
    guard !own.isEmpty else {
      guard rehearse.picksLines else {
        studio.note(UserError(words(.partHasNoLines, ["names": names]), .done))
        return nil
      }
      throw UserError(words(.nothingToRehearse, ["names": names]), .usage)
    }
    guard rehearse.picksLines else { return nil }
    let chosen = try chosen(own, memory, names, in: range)
    var passages = Passages.leading(to: chosen, in: cast.script, cast.roles)
    if rehearse.shuffles {
      let seed = rehearse.seed ?? UInt64.random(in: 1...9999)
      passages = Passages.shuffled(passages, seed: seed)
      if rehearse.seed == nil {
        studio.note(UserError(words(.shuffledBy, ["seed": "\(seed)"]), .done))
      }
    }
    return passages.flatMap { $0 }
  }

  private func chosen(
    _ own: [Int], _ memory: LineMemory?, _ names: String, in range: Range<Int>
  ) throws(UserError) -> [Int] {
    guard let memory, rehearse.picksByHistory else { return own }
    let numbers = DialogueNumbers(memory.script)
    func list(_ lines: [Int]) -> String {
      lines.prefix(12).compactMap { numbers.number(at: $0).map { "\($0)" } }
        .joined(separator: ", ") + (lines.count > 12 ? ", " + Signs.fitted("…") : "")
    }
    if rehearse.trouble {
      let spots = memory.troubleSpots(in: range)
      guard !spots.isEmpty else {
        throw UserError(
          words(.noTrouble, ["names": names]), hint: words(.historyNeedsRuns), .done)
      }
      studio.note(UserError(words(.troubleAre, ["lines": list(spots)]), .done))
      return spots
    }
    let due = memory.due(in: range)
    guard !due.isEmpty else {
      let days = own.compactMap { memory.histories[$0]?.plan.daysLeft(at: memory.now) }.min() ?? 0
      throw UserError(
        words(.nothingDue, ["names": names]), hint: words(.nextDue, count: max(1, days)), .done)
    }
    studio.note(UserError(words(.dueAre, count: due.count, ["lines": list(due)]), .done))
    return due
  }

  /// The lines of `script` that the options name, by index.
  func range(of script: Script) -> Range<Int> {
    if let scene = rehearse.scene { return script.scenes[scene - 1].lines }
    let numbers = DialogueNumbers(script)
    let first = rehearse.loop?.lowerBound ?? rehearse.startLine ?? 1
    let last = rehearse.loop?.upperBound ?? rehearse.lastLine ?? numbers.count
    let start = numbers.index(of: first) ?? 0
    return start..<max(start, (numbers.index(of: last) ?? script.lines.count - 1) + 1)
  }

  /// Reports how the run went, and which takes were recorded.
  func tell(_ stage: Stage, _ memory: LineMemory?, _ recorder: TakeRecorder?) {
    if let summary = memory?.summary { stage.show(summary) }
    if let recorder { stage.show(recorder.takes) }
  }

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
  func pickedScene(of cast: RehearsalCast, _ cancellation: Cancellation) -> Int? {
    let script = cast.script
    guard script.scenes.count > 1, let size = askedTerminal else { return nil }
    Console.talk(words(.pickScene) + "\n")
    for scene in script.scenes.prefix(max(3, size.rows - 4)) {
      let own = Passages.ownLines(of: script, cast.roles, in: scene.lines).count
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

extension RehearsalReport {
  /// Whether no report follows it.
  var isLast: Bool {
    switch self {
    case .finished, .stopped, .brokenOff: true
    default: false
    }
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

extension LineAttempt {
  fileprivate var json: JSONObject {
    var json = JSONObject()
    json["quality"] = .integer(quality)
    json["share"] = share.map { .number($0) }
    json["missing"] = missing.isEmpty ? nil : .string(missing)
    json["changed"] = changed.isEmpty ? nil : .string(changed)
    json["heard"] = heard.isEmpty ? nil : .string(heard)
    json["pick_up_seconds"] = pickUpSeconds.map { .number($0) }
    json["seconds"] = seconds > 0 ? .number(seconds) : nil
    json["prompts"] = .integer(prompts)
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
    let numbers = DialogueNumbers(script)
    guard manner.isJSON else {
      guard !manner.isQuiet else { return }
      for row in words.rows(of: summary, numbers) { put(row) }
      return
    }
    var json = JSONObject(event: "report")
    json["lines"] = .integer(summary.lines)
    json["perfect"] = .integer(summary.perfect)
    json["prompts"] = .integer(summary.prompts)
    json["pick_up_seconds"] = summary.pickUpSeconds.map { .number($0) }
    json["spots"] = .objects(
      summary.spots.map { spot in
        var json = spot.attempt.json
        json["line"] = .integer(spot.line)
        json["number"] = numbers.number(at: spot.line).map { .integer($0) }
        return json
      })
    tell(json)
  }
}
