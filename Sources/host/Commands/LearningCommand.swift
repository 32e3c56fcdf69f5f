import CueAssembly
import CueModel
import CueRehearsal
import CueScreenplay
import CueStore
import CueSystem
import CueTerminal
import CueText
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
    let (roles, stranger) = script.characters(named: rehearse.roles)
    if let stranger {
      let values = ["name": rehearse.script, "role": words.quoted(stranger)]
      throw UserError(words(.nobodyIsCalled, values), .usage)
    }
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
      for line in lines { try Console.result(memory.json(line).line) }
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
}
