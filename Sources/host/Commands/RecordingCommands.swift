import struct CueAssembly.UserLibrary
import CueAudio
import CueCasting
import CueGeneration
import CueModel
import CuePlugins
import CueScreenplay
import CueStore
import CueSystem
import Glibc

/// `host jobs`: running, ended and resumable jobs.
struct JobsCommand {
  let action: JobsAction
  let environment: UserEnvironment
  let manner: OutputManner

  func run() throws -> ExitStatus {
    let database = try UserLibrary(environment).database(toLook: isLook)
    return try run(Tasks(database, clock: SystemClock()), Scripts(database, clock: SystemClock()))
  }

  private var isLook: Bool {
    switch action {
    case .list, .show, .resume: true
    case .cancel, .clear: false
    }
  }

  private func run(_ tasks: Tasks, _ scripts: Scripts) throws -> ExitStatus {
    switch action {
    case .list(let name):
      let all = try tasks.all(of: try name.map { try scripts.script(called: $0).number })
      if all.isEmpty, !manner.isQuiet, !manner.isJSON { Console.say("There are no jobs.") }
      for task in all { try tell(task, scripts, isLong: false) }
    case .show(let number): try tell(try task(number, tasks), scripts, isLong: true)
    case .cancel(let number):
      let task = try tasks.cancel(number)
      guard !manner.isQuiet else { break }
      Console.say(
        task.state == .cancelled
          ? "Job \(number) is cancelled." : "Job \(number) stops after what it is saying.")
    case .clear:
      let count = try tasks.removeCompleted()
      if !manner.isQuiet { Console.say("\(count) completed jobs are forgotten.") }
    case .resume: preconditionFailure("resuming is a command of its own")
    }
    return .done
  }

  private func task(_ number: Int64, _ tasks: Tasks) throws -> StoredTask {
    guard let task = try tasks.task(number) else {
      throw UserError(
        "There is no job \(number).", hint: "'\(Program.name) jobs' lists them.", .noInput)
    }
    return task
  }

  /// The words of the job, parsed again; its paths are relative to the folder where it began, which becomes the current one.
  func resumed() throws -> Invocation {
    guard case .resume(let number) = action else { preconditionFailure("nothing is resumed") }
    let database = try UserLibrary(environment).database(toLook: true)
    let task = try task(number, Tasks(database, clock: SystemClock()))
    if task.state == .completed {
      throw UserError(
        "Job \(number) is completed; there is nothing to go on with.", .answerIsNo)
    }
    if task.state == .running, !task.isInterrupted {
      throw UserError(
        "Another program is at job \(number): process \(task.process?.number ?? 0).",
        hint: "Wait for it, or stop it: \(Program.name) jobs cancel \(number)", .temporary)
    }
    guard let members = try? LinedJSON(parsing: task.options),
      case .string(let folder)? = members["folder"], case .string(let words)? = members["words"]
    else {
      throw UserError("Job \(number) does not say what was asked.", .badInput)
    }
    guard unsafe chdir(folder) == 0 else {
      throw UserError(
        "The folder of job \(number), \(folder), cannot be entered: "
          + "\(Console.describe(errno: errno)).", .noInput)
    }
    var invocation = try CommandTable.generate.parse(
      words.split(separator: "\u{1f}", omittingEmptySubsequences: false).map(String.init),
      hasInput: false, isImplied: false)
    guard case .generate(var options, let given) = invocation.command else {
      throw UserError("Job \(number) does not say what was asked.", .badInput)
    }
    options.job = number
    // Items for --redo were already made again: once is enough.
    options.redone = []
    invocation.command = .generate(options, words: given)
    invocation.manner.isJSON = invocation.manner.isJSON || manner.isJSON
    invocation.manner.isQuiet = manner.isQuiet
    return invocation
  }

  // The text for one job.

  private static func state(_ task: StoredTask) -> String {
    task.isInterrupted ? "interrupted" : task.state.rawValue
  }

  private func tell(_ task: StoredTask, _ scripts: Scripts, isLong: Bool) throws {
    let script = try scripts.script(task.script)
    if manner.isJSON {
      var line = JSONObject()
      line["job"] = .integer(Int(task.number))
      line["name"] = .string(task.name)
      line["script"] = script.map { .string($0.path) }
      line["state"] = .string(JobsCommand.state(task))
      line["done"] = .integer(task.done)
      line["total"] = .integer(task.total)
      line["failed"] = .integer(task.failed)
      line["stand_ins"] = .integer(task.standIns)
      line["percent"] = .integer(task.percent)
      line["message"] = .string(task.message)
      line["process"] = task.process?.number.map { .integer(Int($0)) }
      line["created"] = .string(Counted.date(task.created, isUTC: true))
      line["updated"] = .string(Counted.date(task.updated, isUTC: true))
      return try Console.result(line.line)
    }
    let state = JobsCommand.state(task)
    var text =
      "\(task.number)  \(state)\(String(repeating: " ", count: max(1, 12 - state.count)))"
      + "\(task.percent) %  \(task.done)/\(task.total)  \(script?.name ?? "")"
    if task.failed > 0 { text += "  \(task.failed) failed" }
    if task.standIns > 0 { text += "  \(task.standIns) by stand-ins" }
    if isLong {
      text += "\n    \(task.name)\n    script   \(script?.path ?? "")"
      text += "\n    begun    \(Counted.date(task.created, isUTC: false))"
      text += "\n    changed  \(Counted.date(task.updated, isUTC: false))"
      if let process = task.process?.number { text += "\n    process  \(process)" }
      if !task.message.isEmpty { text += "\n    \(task.message)" }
      if task.isInterrupted {
        text +=
          "\n    Its program has ended before it; go on with: \(Program.name) jobs resume \(task.number)"
      }
    }
    try Console.result(text + "\n")
  }
}

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

extension Scripts {
  /// The script whose file, name or number in the library is `name`.
  func script(called name: String) throws -> StoredScript {
    if let script = try found(called: name) { return script }
    throw UserError(noScriptCalled: name)
  }
}

extension UserError {
  /// The library has no script called `name`.
  init(noScriptCalled name: String) {
    self.init(
      "The library has no script “\(name)”.",
      hint: "'\(Program.name) library info' names them; '\(Program.name) generate' adds one.",
      .noInput)
  }
}

/// The files that the options of `host generate` ask for.
struct RequestedFiles {
  var settings = RecordingSettings()
  /// All of it as text, for a digest.
  private(set) var description: String
  private let pans: [GenerateOptions.OutputOptions.Pan]

  init(_ options: GenerateOptions) throws(UserError) {
    let asked = options.files
    pans = asked.pans
    description =
      "\(asked) \(options.scenes) \(options.characters) \(options.rules) "
      + "\(options.speaking.saysCentered) \(options.speaking.announcesTitle) "
      + "\(options.speaking.isDualTogether) \(RequestedFiles.aliases(options.wishes)) "
      + (options.output ?? "")
    switch asked.per {
    case "scene": settings.form = .scenes
    case "line": settings.form = .lines
    case "character": settings.form = .stems
    default: settings.form = .whole
    }
    if let format = asked.format {
      guard let kind = RecordingKind(path: "x." + format) else {
        let names = ["m4b"] + SoundFileKind.allCases.map(\.rawValue)
        var error = UserError.unknown(
          format, in: names,
          "--format: there is no “\(format)”; there are \(names.joined(separator: ", ")).")
        error.hint += (error.hint.isEmpty ? "" : "\n") + UserError.seeHelp("generate")
        throw error
      }
      settings.kind = kind
      if settings.form == .whole, let output = options.output,
        output.split(separator: "/").last?.dropFirst().contains(".") == true,
        let told = RecordingKind(path: output), told != kind
      {
        throw .usage(
          "\(output) is to be a .\(told.fileExtension) file by its name, and a .\(kind.fileExtension) file by "
            + "--format \(format).", "generate")
      }
    } else if settings.form == .whole, let output = options.output,
      RecordingKind(path: output) == nil
    {
      throw .usage(
        "\(output) does not say what it is; it may end in .m4b, "
          + SoundFileKind.allCases.map { "." + $0.rawValue }.joined(separator: ", ")
          + ", or --format says it.", "generate")
    }
    settings.rateHertz = asked.rateHertz
    if let kilobits = asked.kilobits {
      let kind =
        settings.kind
        ?? (settings.form == .whole ? options.output : "x.wav").flatMap(
          RecordingKind.init(path:))
      guard kind?.hasBitRate == true else {
        throw .usage(
          "--bitrate is for .mp3, .opus and .m4b; other files have no rate to choose.", "generate")
      }
      settings.bitsPerSecond = kilobits * 1000
    }
    if let gap = asked.gapMilliseconds {
      settings.gaps.sceneMilliseconds =
        gap * settings.gaps.sceneMilliseconds
        / settings.gaps
        .speechMilliseconds
      settings.gaps.sameSpeakerMilliseconds =
        gap * settings.gaps.sameSpeakerMilliseconds / settings.gaps.speechMilliseconds
      settings.gaps.speechMilliseconds = gap
    }
    if asked.loudness == "off" {
      settings.loudness = nil
    } else if let loudness = asked.loudness.flatMap(Double.init) {
      settings.loudness?.integratedLUFS = loudness
    }
    if let peak = asked.truePeak { settings.loudness?.truePeakDBTP = peak }
    if let cover = asked.cover {
      guard settings.kind ?? options.output.flatMap(RecordingKind.init(path:)) == .book else {
        throw .usage("--cover is for .m4b; other files have no place for a picture.", "generate")
      }
      settings.coverPath = cover
      let picture = try Texts.contents(ofFile: cover)
      description += " " + ContentDigest.hexadecimal(ContentDigest.bytes(of: picture[...]))
    }
    if let chapters = asked.chapters.flatMap(RecordingSettings.Chapters.init(rawValue:)) {
      settings.chapters = chapters
    }
    settings.companions = Set(
      asked.subtitles.compactMap(RecordingSettings.Companion.init(rawValue:)))
  }

  private static func aliases(_ wishes: CastWishes) -> [(key: String, value: String)] {
    let names = Dictionary(wishes.aliases.map { ($0.cue, $0.name ?? "") }) { $1 }
    return names.sorted { $0.key < $1.key }
  }

  /// Puts characters that were given a place by name there.
  mutating func place(_ cast: Cast, _ speakers: Speakers, _ script: String) throws(UserError) {
    for pan in pans {
      let key = CharacterName.key(of: pan.name, aliases: speakers.aliases)
      let isNarrator = key == CharacterName.key(of: Cast.narratorName, aliases: [:])
      guard let role = cast.role(key: key) ?? (isNarrator ? cast.narrator : nil) else {
        throw UserError(
          "--pan: nobody in \(script) is called “\(pan.name)”.",
          hint: "There are: \(cast.everybody.map(\.name).joined(separator: ", "))", .usage)
      }
      settings.pans[role.name] = pan.place
    }
  }
}
