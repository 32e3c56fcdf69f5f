import CueCasting
import CueModel
import CuePlugins
import CueScreenplay
import CueStore

/// Finds who plays whom in a recording: the cast file, the library's cast, and for the rest a proposal, which is kept.
struct GenerateCasting {
  let options: GenerateOptions
  let studio: Studio
  let cancellation: Cancellation

  /// The cast of `script`, and who of it says what.
  func cast(
    _ script: GenerateScript, _ library: GenerateLibrary
  ) throws -> (cast: Cast, speakers: Speakers) {
    var file: CastFile?
    if let path = options.castFile { file = try CastCommand.read(path, studio) }
    var (stored, aliases) = try library.cast()
    if let file {
      // What the file locks is one part, whatever its name looks like.
      stored += file.cast.roles.filter { role in
        role.isLocked && !stored.contains { $0.character == role.key }
      }.map { StoredRole(character: $0.key, name: $0.name, isLocked: true) }
    }
    aliases.merge(options.speaking.aliases.mapValues { CharacterName.key(of: $0) }) { $1 }
    aliases.merge(file?.cast.aliases.mapValues { CharacterName.key(of: $0) } ?? [:]) { $1 }
    let casting = ScriptCasting(studio: studio, cancellation: cancellation)
    var outcome = ScriptCasting.parts(
      of: script.screenplay, stored, aliases, language: options.language)
    if let file { take(file, &outcome.cast) }
    let wasComplete = outcome.cast.everybody.allSatisfy { $0.voice != nil }
    if !options.voices.isEmpty {
      try limit(&outcome, casting, locked: file != nil)
    } else if !wasComplete {
      try casting.fill(&outcome, [], castsAnew: false)
    }
    if let stored = library.keptCast, file == nil, !wasComplete || !options.voices.isEmpty {
      try casting.keep(outcome.cast, stored.script, stored.casts)
    }
    return (outcome.cast, outcome.speakers)
  }

  /// Casts all that are not locked with the voices that the user has named.
  private func limit(
    _ outcome: inout ScriptCasting.Outcome, _ casting: ScriptCasting, locked: Bool
  ) throws {
    let isWithin = outcome.cast.everybody.allSatisfy { role in
      role.isLocked || role.voice.map { isNamed($0) } ?? false
    }
    guard !isWithin else { return }
    // Who has one of them keeps it, so that a new part changes nobody else's voice.
    let isOther = outcome.cast.everybody.contains { role in
      !role.isLocked && role.voice.map { !isNamed($0) } ?? false
    }
    try casting.fill(&outcome, options.voices, castsAnew: isOther && !locked)
    // A proposal leaves out what hardly is a voice; the user has named it all the same.
    let named = options.voices.map { choice in
      var reference = VoiceReference(
        provider: choice.reference.plugin, voice: choice.reference.part)
      reference.language = options.language
      reference.settings = choice.settings.map { .init($0.name, $0.value) }
      return reference
    }
    for key in outcome.cast.everybody.map(\.key) {
      _ = outcome.cast.change(key: key) { role in
        guard role.voice == nil else { return }
        role.voice = named[0]
        role.fallbacks = Array(named.dropFirst())
      }
    }
  }

  /// Whether `voice` is one of those that were named, so that the cast may stay as it is.
  private func isNamed(_ voice: VoiceReference) -> Bool {
    options.voices.contains { choice in
      choice.reference.plugin == voice.provider
        && (choice.reference.part.isEmpty || choice.reference.part == voice.voice)
        && choice.settings.map { "\($0.name)=\($0.value)" }.sorted()
          == voice.settings.map { "\($0.name)=\($0.value)" }.sorted()
    }
  }

  private func take(_ file: CastFile, _ cast: inout Cast) {
    for role in file.cast.everybody {
      let isThere = cast.change(key: role.key) { own in
        if let voice = role.voice { own.voice = voice }
        if !role.fallbacks.isEmpty || role.voice != nil { own.fallbacks = role.fallbacks }
        own.isLocked = true
      }
      guard !isThere else { continue }
      studio.note(
        UserError(
          "\(options.castFile ?? ""), line \(file.lines[role.key] ?? 1): nobody in "
            + "\(options.script) speaks as “\(role.name)”; that is left out.", .done))
    }
  }
}
