import CueCasting
import CueModel
import CuePlugins
import CueScreenplay
import CueStore

/// `host cast`: who plays whom in a screenplay.
struct CastCommand {
  let options: CastOptions
  let studio: Studio

  func run(_ cancellation: Cancellation) throws -> ExitStatus {
    let file = try ScreenplayFile(options.script, studio.manner)
    let database = try SpeechLibrary(environment: studio.environment).database(toLook: false)
    let scripts = Scripts(database, clock: SystemClock())
    let casts = Casts(database)
    let casting = ScriptCasting(studio: studio, cancellation: cancellation)

    var (stored, aliases) = try kept(file, scripts, casts)
    var imported: CastFile?
    if let path = options.reads { imported = try CastCommand.read(path, studio) }
    aliases.merge(imported?.cast.aliases.mapValues { CharacterName.key(of: $0) } ?? [:]) { $1 }
    for (cue, name) in options.aliases { aliases[cue] = name.map { CharacterName.key(of: $0) } }
    var outcome = ScriptCasting.parts(
      of: file.screenplay, stored, aliases, language: options.language)
    guard !outcome.speakers.parts.isEmpty else {
      throw UserError(
        "\(file.name) cannot be cast: nobody speaks in it.",
        hint: "'host script show' tells what is read of it.", .badInput)
    }
    let crowds = outcome.speakers.crowds.filter { crowd in
      options.roles.contains { CharacterName.key(of: $0.name) == crowd.key }
        || imported?.cast.role(key: crowd.key)?.isLocked == true
    }
    if !crowds.isEmpty {
      stored += crowds.map { StoredRole(character: $0.key, name: $0.name, isLocked: true) }
      outcome = ScriptCasting.parts(
        of: file.screenplay, stored, aliases, language: options.language)
    }
    if let imported { take(imported, &outcome, file) }
    try takeWishes(&outcome, file)
    try casting.fill(&outcome, options.voices, castsAnew: options.castsAnew)
    guard !cancellation.isCancelled else { return .interrupted }
    try keep(outcome.cast, file, scripts, casts, casting)

    let castFile = CastFile(script: file.title, language: outcome.language, cast: outcome.cast)
    let report = CastReport(
      outcome: outcome, title: file.title, isByVoice: options.isByVoice)
    if let path = options.writes {
      if path == "-" {
        try Console.result(castFile.text)
      } else {
        try Texts.write(Array(castFile.text.utf8), to: path)
      }
    }
    if options.writes != "-", options.hears == nil || studio.manner.isJSON {
      try Console.result(studio.manner.isJSON ? report.json.line : report.text)
    }
    for userError in report.notes(script: options.script) { studio.note(userError) }
    if !options.voices.isEmpty, outcome.isNew.isEmpty {
      studio.note(
        UserError(
          "Everybody has a voice already, so --voice had nobody to cast.",
          hint: "--again casts anew all who are not locked.", .done))
    }
    guard let name = options.hears else { return .done }
    return try hear(name, outcome, file, cancellation)
  }

  // MARK: - The library

  private func kept(
    _ file: ScreenplayFile, _ scripts: Scripts, _ casts: Casts
  ) throws(UserError) -> ([StoredRole], [String: String]) {
    do throws(StoreFailure) {
      let path = file.absolutePath
      guard
        let script = path.isEmpty
          ? try scripts.find(Scripts.unnamed) : try scripts.script(at: path)
      else { return ([], [:]) }
      return (try casts.roles(of: script.number), try casts.aliases(of: script.number))
    } catch { throw SpeechLibrary.userError(error) }
  }

  private func keep(
    _ cast: Cast, _ file: ScreenplayFile, _ scripts: Scripts, _ casts: Casts,
    _ casting: ScriptCasting
  ) throws(UserError) {
    let script: StoredScript
    do throws(StoreFailure) {
      let path = file.absolutePath
      let known = path.isEmpty ? nil : try scripts.script(at: path)
      script = try scripts.put(
        name: file.fileName, path: path, digest: file.digest,
        rules: known?.rules ?? SpeakingRules.tableRead.rawValue)
    } catch { throw SpeechLibrary.userError(error) }
    try casting.keep(cast, script.number, casts)
  }

  // MARK: - A cast from a file

  static func read(_ path: String, _ studio: Studio) throws(UserError) -> CastFile {
    let bytes = try Texts.contents(ofFile: path)
    let file: CastFile
    do throws(CastFile.Failure) { file = try CastFile(parsing: bytes) } catch {
      throw UserError("\(path), line \(error.line): \(error.clause).", .badInput)
    }
    var shelf = VoiceShelf(studio: studio)
    defer { shelf.close() }
    for mention in file.mentions {
      guard let userError = shelf.refusal(of: mention.reference) else { continue }
      let name = file.cast.role(key: mention.key)?.name ?? mention.key
      throw UserError(
        "\(path), line \(mention.line): \(name) cannot be played by \(mention.reference): "
          + userError.sentence, hint: userError.hint, userError.status)
    }
    return file
  }

  private func take(
    _ imported: CastFile, _ outcome: inout ScriptCasting.Outcome, _ file: ScreenplayFile
  ) {
    for role in imported.cast.everybody {
      let isThere = outcome.cast.change(key: role.key) { own in
        if let voice = role.voice { own.voice = voice }
        if !role.fallbacks.isEmpty { own.fallbacks = role.fallbacks }
        own.isLocked = role.isLocked
        own.notes = role.notes
        if !role.gender.isEmpty { own.gender = role.gender }
        if !role.age.isEmpty { own.age = role.age }
      }
      guard !isThere else { continue }
      studio.note(
        UserError(
          "\(options.reads ?? ""), line \(imported.lines[role.key] ?? 1): nobody in \(file.name) "
            + "speaks as “\(role.name)”; that is left out.", .done))
    }
  }

  // MARK: - Wishes

  private func takeWishes(
    _ outcome: inout ScriptCasting.Outcome, _ file: ScreenplayFile
  ) throws(UserError) {
    var shelf = VoiceShelf(studio: studio)
    defer { shelf.close() }
    func check(_ voices: [VoiceReference]) throws(UserError) {
      for voice in voices {
        if let userError = shelf.refusal(of: voice) { throw userError }
      }
    }
    for wish in options.roles {
      try check(wish.voices)
      try change(wish.name, "--role", &outcome, file) {
        $0.voice = wish.voices.first
        $0.isLocked = true
      }
    }
    if let narrator = options.narrator {
      try check([narrator])
      outcome.cast.narrator.voice = narrator
      outcome.cast.narrator.isLocked = true
    }
    for wish in options.fallbacks {
      try check(wish.voices)
      try change(wish.name, "--fallback", &outcome, file) { $0.fallbacks = wish.voices }
    }
    for (name, words) in options.notes {
      try change(name, "--note", &outcome, file) { $0.notes = words }
    }
    for name in options.unlocks {
      try change(name, "--unlock", &outcome, file) { $0.isLocked = false }
    }
    // Who is locked keeps even having no voice; so it is done when all have one, unless they have.
    for name in options.locks {
      var hasVoice = true
      try change(name, "--lock", &outcome, file) {
        hasVoice = $0.voice != nil
        $0.isLocked = hasVoice
      }
      guard hasVoice else {
        throw UserError(
          "--lock \(name): nobody plays that part yet, so there is nothing to lock.",
          hint: "Give it a voice with --role \"\(name)=VOICE\", or cast the script first.", .usage)
      }
    }
  }

  private func change(
    _ name: String, _ option: String, _ outcome: inout ScriptCasting.Outcome,
    _ file: ScreenplayFile, _ body: (inout CastRole) -> Void
  ) throws(UserError) {
    _ = outcome.cast.change(
      key: try CastCommand.key(name, option, outcome, file), body)
  }

  /// The key of who is called `name`: the narrator, unless somebody in the script is called that.
  private static func key(
    _ name: String, _ option: String, _ outcome: ScriptCasting.Outcome, _ file: ScreenplayFile
  ) throws(UserError) -> String {
    let key = CharacterName.key(of: name)
    if outcome.cast.roles.contains(where: { $0.key == key }) { return key }
    if key == "narrator" { return "" }
    let there = outcome.cast.roles.prefix(30).map { "\($0.name) (\($0.speechCount))" }
      .joined(separator: ", ")
    throw UserError(
      "\(option): nobody in \(file.name) is called “\(name)”.",
      hint: "The parts and their speeches: \(there)\(outcome.cast.roles.count > 30 ? ", …" : "")",
      .usage)
  }

  // MARK: - Hearing

  private func hear(
    _ name: String, _ outcome: ScriptCasting.Outcome, _ file: ScreenplayFile,
    _ cancellation: Cancellation
  ) throws -> ExitStatus {
    let key = try CastCommand.key(name, "--hear", outcome, file)
    guard let voice = outcome.cast.role(key: key)?.voice else {
      throw UserError("Nobody plays \(name).", .unavailable)
    }
    var choice = PluginChoice(
      reference: PluginReference(
        voice.voice.isEmpty ? voice.provider : "\(voice.provider):\(voice.voice)"))
    choice.settings = voice.settings.map { .init(name: $0.name, value: $0.value) }
    var sound = SoundOptions()
    sound.voices = [choice]
    sound.pitchSemitones = voice.pitchSemitones
    sound.speed = voice.speed
    sound.language = voice.language
    sound.output = options.output
    return try SpeakCommand(
      source: .words(sample(key, outcome.speakers, file.screenplay)), byLine: false,
      options: sound, studio: studio
    ).run(cancellation)
  }

  /// The first speech of `key` that is not too short to tell a voice by.
  private func sample(_ key: String, _ speakers: Speakers, _ screenplay: Screenplay) -> String {
    let texts: [String]
    if key.isEmpty {
      texts = screenplay.elements.filter { $0.kind == .action }.map(\.text)
    } else {
      texts = speakers.speeches.filter { speakers.parts[$0.part].key == key }.map { speech in
        screenplay.elements[speech.cue..<speech.end].filter { $0.kind == .dialogue }
          .map(\.text).joined(separator: " ")
      }
    }
    return texts.first { $0.utf8.count >= 40 } ?? texts.max { $0.utf8.count < $1.utf8.count }
      ?? "There is nothing to say."
  }
}
