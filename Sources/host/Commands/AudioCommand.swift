import struct CueAssembly.UserLibrary
import CueModel
import CuePlugins
import CueStore
import CueSystem

/// `host audio`: the versions of a script's items.
struct AudioCommand {
  let action: AudioAction
  let environment: UserEnvironment
  let manner: OutputManner

  func run(_ cancellation: Cancellation) throws -> ExitStatus {
    let library = UserLibrary(environment)
    switch action {
    case .list(let script, let item):
      return try list(script, item, try library.database(toLook: true))
    case .activate(let number):
      let versions = AudioVersions(try library.database(toLook: false))
      let version = try find(number, versions)
      guard !version.isCollected else { throw try gone(version) }
      return try change(number, try versions.activate(number), "is heard now", versions)
    case .play(let number, let device):
      var options = SoundOptions()
      options.device = device
      return try put(number, options, cancellation)
    case .export(let number, let path):
      var options = SoundOptions()
      options.output = path
      return try put(number, options, cancellation)
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
  }

  private func gone(_ version: StoredAudioVersion) throws -> UserError {
    let item = try place(version)
    return UserError(
      "The sound of version \(version.number) is not there any more.",
      hint: "Make it again: \(Program.name) generate … --redo \(item)", .noInput)
  }

  /// The number of a version's item in its script, counted as in all commands.
  private func place(_ version: StoredAudioVersion) throws -> Int {
    let items = ScriptItems(
      try UserLibrary(environment).database(toLook: true), clock: SystemClock())
    return try items.place(of: version.item) ?? 0
  }

  /// Puts out the sound of a version: to a device, or into a file.
  private func put(
    _ number: Int64, _ options: SoundOptions, _ cancellation: Cancellation
  ) throws -> ExitStatus {
    try options.check(manner)
    let library = UserLibrary(environment)
    let version = try find(number, AudioVersions(try library.database(toLook: true)))
    guard let clip = try ClipStore(library.clipsFolder).clip(version.made.clip) else {
      throw try gone(version)
    }
    let sound = clip.sound
    let isWhole = try Studio(environment, manner).put(sound.format, options, cancellation) {
      write in
      var from = 0
      while from < sound.frameCount, !cancellation.isCancelled {
        let end = min(from + 4096, sound.frameCount)
        try write(sound.frames(from..<end))
        from = end
      }
    }
    guard isWhole else { return .interrupted }
    if manner.isJSON {
      var json = self.json(version, event: options.output == nil ? "played" : "exported")
      json["item"] = .integer(try place(version))
      json["path"] = options.output.map { .string($0) }
      try Console.result(json.line)
    }
    return cancellation.isCancelled ? .interrupted : .done
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
    let item = try place(version)
    precondition(isDone, "a version that is there can be changed")
    if manner.isJSON {
      var json = self.json(version, event: "version")
      json["item"] = .integer(item)
      try Console.result(json.line)
    } else if !manner.isQuiet {
      Console.talk("Version \(number) of item \(item) \(words).\n")
    }
    return .done
  }

  // The list.

  private func list(_ name: String, _ item: Int64?, _ database: Database) throws -> ExitStatus {
    let script = try Scripts(database, clock: SystemClock()).script(called: name)
    let all = try ScriptItems(database, clock: SystemClock()).items(
      of: script.number, rules: script.rules)
    let places = all.indices.filter { item == nil || Int64($0 + 1) == item }
    if let item, places.isEmpty {
      throw UserError(
        "“\(script.name)” has no item \(item).",
        hint: "It has \(all.count) items; '\(Program.name) audio list \(name)' shows them.",
        .noInput)
    }
    let versions = Dictionary(
      grouping: try AudioVersions(database).versions(of: script.number, rules: script.rules),
      by: \.item)
    for place in places {
      let item = all[place]
      try Console.result(
        manner.isJSON
          ? json(item, place + 1, versions[item.number] ?? []).line
          : text(item, place + 1, versions[item.number] ?? [], whole: places.count == 1))
    }
    return .done
  }

  private func text(
    _ item: StoredItem, _ number: Int, _ versions: [StoredAudioVersion], whole: Bool
  ) -> String {
    let speaker = item.character.isEmpty ? "" : "\(item.rawName): "
    let words = item.text.split(whereSeparator: \.isNewline).joined(separator: " ")
    var text = "\(number)  \(speaker)\(whole ? words : shortened(words))"
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
      if version.isChosen { text += "  [chosen]" }
      if version.isCollected { text += "  [made room]" }
      if let standIn = version.standIn {
        text +=
          "  [stands in for \(standIn.of)"
          + (standIn.because.isEmpty ? "]" : ": \(standIn.because)]")
      }
      if !version.notes.isEmpty { text += "  " + Signs.quoted(version.notes) }
      text += "\n"
    }
    return text
  }

  private func shortened(_ words: String) -> String {
    words.count <= 60 ? words : words.prefix(59) + Signs.fitted("…")
  }

  private func json(
    _ item: StoredItem, _ number: Int, _ versions: [StoredAudioVersion]
  ) -> JSONObject {
    var json = JSONObject(event: "item")
    json["number"] = .integer(number)
    json["order_index"] = .integer(item.orderIndex)
    json["scene"] = .string(item.scene)
    json["character"] = item.character.isEmpty ? nil : .string(item.character)
    json["raw_name"] = item.rawName.isEmpty ? nil : .string(item.rawName)
    json["text"] = .string(item.text)
    json["rules"] = .string(item.rules)
    json["status"] = .string(item.status.rawValue)
    json["message"] = item.message.isEmpty ? nil : .string(item.message)
    json["versions"] = .objects(
      versions.map { version in
        var json = self.json(version)
        json["item"] = .integer(number)
        return json
      })
    return json
  }

  private func json(_ version: StoredAudioVersion, event: String? = nil) -> JSONObject {
    let made = version.made
    var json = event.map { JSONObject(event: $0) } ?? JSONObject()
    json["number"] = .integer(Int(version.number))
    json["is_active"] = .bool(version.isActive)
    json["is_chosen"] = .bool(version.isChosen)
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
