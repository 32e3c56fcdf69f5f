import struct CueAssembly.UserLibrary
import CueModel
import CuePlugins
import CueStore
import CueSystem

/// `host audio`: the versions of a script's items.
struct AudioCommand {
  let action: AudioAction
  let environment: UserEnvironment
  let manner: Manner

  func run() throws -> ExitStatus {
    let library = UserLibrary(environment)
    do {
      switch action {
      case .list(let script, let item):
        return try list(script, item, try library.database(toLook: true))
      case .activate(let number):
        let versions = AudioVersions(try library.database(toLook: false))
        let version = try find(number, versions)
        guard !version.isCollected else {
          throw UserError(
            "The sound of version \(number) made room for other sound, and is not there.",
            hint: "Make it again: \(Program.name) generate … --redo \(version.item)", .noInput)
        }
        return try change(number, try versions.activate(number), "is heard now", versions)
      case .rate(let number, let rating):
        let versions = AudioVersions(try library.database(toLook: false))
        return try change(
          number, try versions.rate(number, rating),
          rating.map { "has \($0) of 5" } ?? "is not rated", versions)
      case .note(let number, let words):
        let versions = AudioVersions(try library.database(toLook: false))
        return try change(
          number, try versions.note(number, words),
          words.isEmpty ? "has no note" : "has your note", versions)
      }
    } catch let failure as StoreFailure {
      throw UserError(failure)
    }
  }

  private func find(_ number: Int64, _ versions: AudioVersions) throws -> StoredAudioVersion {
    if let version = try versions.version(number) { return version }
    throw UserError(
      "There is no version \(number).",
      hint: "'\(Program.name) audio list SCRIPT' shows their numbers.",
      .noInput)
  }

  private func change(
    _ number: Int64, _ isDone: Bool, _ words: String, _ versions: AudioVersions
  ) throws -> ExitStatus {
    let version = try find(number, versions)
    precondition(isDone, "a version that is there can be changed")
    if manner.isJSON {
      try Console.result(json(version, event: "version").line)
    } else if !manner.isQuiet {
      Console.talk("Version \(number) of item \(version.item) \(words).\n")
    }
    return .done
  }

  // The list.

  private func list(_ name: String, _ item: Int64?, _ database: Database) throws -> ExitStatus {
    let clock = SystemClock()
    let scripts = Scripts(database, clock: clock)
    guard
      let script = try (try? SystemPath.resolved(name)).flatMap(scripts.script(at:))
        ?? scripts.find(name)
    else {
      throw UserError(
        "The library has no script “\(name)”.",
        hint: "'\(Program.name) library info' names them; '\(Program.name) generate' adds one.",
        .noInput)
    }
    let all = try ScriptItems(database, clock: clock).items(
      of: script.number, rules: script.rules)
    let items = item.map { number in all.filter { $0.number == number } } ?? all
    if let item, items.isEmpty {
      throw UserError(
        "“\(script.name)” has no item \(item).",
        hint: "'\(Program.name) audio list \(name)' shows their numbers.", .noInput)
    }
    let versions = Dictionary(
      grouping: try AudioVersions(database).versions(of: script.number, rules: script.rules),
      by: \.item)
    for item in items {
      try Console.result(
        manner.isJSON
          ? json(item, versions[item.number] ?? []).line
          : text(item, versions[item.number] ?? [], whole: items.count == 1))
    }
    return .done
  }

  private func text(
    _ item: StoredItem, _ versions: [StoredAudioVersion], whole: Bool
  ) -> String {
    let speaker = item.character.isEmpty ? "" : "\(item.rawName): "
    let words = item.text.split(whereSeparator: \.isNewline).joined(separator: " ")
    var text = "\(item.number)  \(speaker)\(whole ? words : shortened(words))"
    switch item.status {
    case .audioComplete: break
    case .audioFailed: text += "  [failed: \(item.message)]"
    case .textGenerated, .audioQueued: text += "  [no sound yet]"
    case .audioGenerating: text += "  [being made]"
    }
    text += "\n"
    for version in versions {
      let voice = version.made.voice.isEmpty ? "" : ":\(version.made.voice)"
      text +=
        "    \(version.isActive ? "*" : " ") \(version.number)  \(version.made.plugin)\(voice)  "
        + "\(Counted.time(version.made.clip.seconds))  "
        + Counted.date(version.generated, isUTC: false)
      if let rating = version.rating { text += "  \(rating) of 5" }
      if version.isCollected { text += "  [made room]" }
      if !version.notes.isEmpty { text += "  “\(version.notes)”" }
      text += "\n"
    }
    return text
  }

  private func shortened(_ words: String) -> String {
    words.count <= 60 ? words : words.prefix(59) + "…"
  }

  private func json(_ item: StoredItem, _ versions: [StoredAudioVersion]) -> JSONObject {
    var json = JSONObject(event: "item")
    json["number"] = .integer(Int(item.number))
    json["order_index"] = .integer(item.orderIndex)
    json["scene"] = .string(item.scene)
    json["character"] = item.character.isEmpty ? nil : .string(item.character)
    json["raw_name"] = item.rawName.isEmpty ? nil : .string(item.rawName)
    json["text"] = .string(item.text)
    json["rules"] = .string(item.rules)
    json["status"] = .string(item.status.rawValue)
    json["message"] = item.message.isEmpty ? nil : .string(item.message)
    json["versions"] = .objects(versions.map { self.json($0) })
    return json
  }

  private func json(_ version: StoredAudioVersion, event: String? = nil) -> JSONObject {
    let made = version.made
    var json = event.map { JSONObject(event: $0) } ?? JSONObject()
    json["number"] = .integer(Int(version.number))
    json["item"] = .integer(Int(version.item))
    json["is_active"] = .bool(version.isActive)
    json["is_collected"] = .bool(version.isCollected)
    json["provider"] = .string(made.plugin)
    json["voice"] = .string(made.voice)
    json["voice_name"] = .string(made.voiceName)
    json["clip"] = .string(made.clip.key.hexadecimal)
    json["seconds"] = .number(made.clip.seconds)
    json["sample_rate"] = .integer(made.clip.format.rateHertz)
    json["format"] = .string(made.clip.format.sample == .int16 ? "int16" : "float32")
    json["bytes"] = .integer(made.clip.byteCount)
    json["characters"] = .integer(made.characters)
    json["cost"] = made.costMicros.map { .number(Double($0) / 1e6) }
    json["settings"] = .string(made.settings)
    json["generated"] = .string(Counted.date(version.generated, isUTC: true))
    json["rating"] = version.rating.map { .integer($0) }
    json["notes"] = version.notes.isEmpty ? nil : .string(version.notes)
    return json
  }
}
