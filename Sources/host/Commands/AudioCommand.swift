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
      var json = version.json(event: options.output == nil ? "played" : "exported")
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
      var json = version.json(event: "version")
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
          ? item.json(place + 1, versions[item.number] ?? []).line
          : item.rows(place + 1, versions[item.number] ?? [], isWhole: places.count == 1))
    }
    return .done
  }
}
