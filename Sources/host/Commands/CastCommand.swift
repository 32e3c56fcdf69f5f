import struct CueAssembly.UserLibrary
import CueCasting
import CueModel
import CuePlugins
import CueScreenplay

/// `host cast`: who plays whom in a screenplay.
struct CastCommand {
  let options: CastOptions
  let studio: Studio

  func run(_ cancellation: Cancellation) throws -> ExitStatus {
    let file = try ScreenplayFile(telling: options.script, studio.manner)
    let keeper = try UserLibrary(studio.environment).castKeeper(of: file)
    let outcome = try cast(file, try keeper.kept(), try request(), cancellation)
    guard !cancellation.isCancelled else { return .interrupted }
    try keeper.keep(outcome.cast)

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
    for userError in report.notes(script: options.script, studio.words) { studio.note(userError) }
    guard let name = options.hears else { return .done }
    return try hear(name, outcome, file, cancellation)
  }

  // MARK: - Casting

  private func request() throws(UserError) -> CastRequest {
    var request = try options.wishes.request()
    request.standIns = options.fallbacks
    request.remarks = options.notes
    request.locks = options.locks
    request.unlocks = options.unlocks
    request.castsAnew = options.castsAnew
    request.isLasting = true
    request.examinesEverybody = true
    return request
  }

  private func cast(
    _ file: ScreenplayFile, _ kept: KeptCast, _ request: CastRequest, _ cancellation: Cancellation
  ) throws(UserError) -> CastOutcome {
    let casting = studio.casting(
      cancellation, script: file.name, castFile: options.wishes.file)
    do throws(CastingFailure) {
      var outcome = try casting.parts(of: file.screenplay, request, kept: kept)
      if !outcome.speakers.parts.isEmpty {
        try casting.fill(&outcome, request, kept: kept)
        return outcome
      }
    } catch { throw UserError(error, script: file.name, castFile: options.wishes.file) }
    throw UserError(
      "\(file.name) cannot be cast: nobody speaks in it.",
      hint: "'\(Program.name) script show' tells what is read of it.", .badInput)
  }

  // MARK: - Hearing

  private func hear(
    _ name: String, _ outcome: CastOutcome, _ file: ScreenplayFile,
    _ cancellation: Cancellation
  ) throws -> ExitStatus {
    guard let key = outcome.key(of: name) else {
      throw UserError(
        unknownPart: name, option: "--hear", script: file.name, parts: outcome.cast.roles)
    }
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
