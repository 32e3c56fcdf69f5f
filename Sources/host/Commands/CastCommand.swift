import CueCasting
import CueModel
import CuePlugins
import CueScreenplay
import CueSystem
import CueText
import Glibc
import struct CueAssembly.UserLibrary

/// `host cast`: the cast of a screenplay.
struct CastCommand {
  let options: CastOptions
  let studio: Studio

  func run(_ cancellation: Cancellation) throws -> ExitStatus {
    let file = try ScreenplayFile(
      telling: options.script, options.wishes.layout, studio.manner)
    let keeper = try UserLibrary(studio.environment).castKeeper(of: file)
    let kept = try keeper.kept()
    var request = try request()
    var outcome = try cast(file, kept, request, cancellation)
    let answers = ask(outcome)
    if !answers.isEmpty {
      request.genders += answers
      outcome = try cast(file, kept, request, cancellation)
    }
    guard !cancellation.isCancelled else { return .interrupted }
    try keeper.keep(outcome.cast, over: kept)

    let castFile = CastFile(script: file.title, language: outcome.language, cast: outcome.cast)
    let report = CastReport(
      outcome: outcome, title: file.title, isByVoice: options.isByVoice, words: studio.words)
    if let path = options.writes {
      if path == "-" {
        try Console.content(castFile.text)
      } else {
        try Texts.write(Array(castFile.text.utf8), to: path)
      }
    }
    if options.writes != "-", options.hears == nil || studio.manner.isJSON {
      try Console.result(studio.manner.isJSON ? report.json.line : report.text)
    }
    for userError in report.notes(script: options.script) { studio.note(userError) }
    guard let name = options.hears else { return .done }
    return try hear(name, outcome, file, cancellation)
  }

  // MARK: - Casting

  private func request() throws(UserError) -> CastRequest {
    var request = try options.wishes.request()
    request.standIns = options.fallbacks
    request.remarks = options.notes
    request.genders = options.genders
    request.locks = options.locks
    request.unlocks = options.unlocks
    request.castsAgain = options.castsAgain
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

  /// Asks at a terminal for the gender of new leads, if the script does not give it.
  private func ask(_ outcome: CastOutcome) -> [CastRequest.Gender] {
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1, !studio.manner.isJSON,
      !studio.manner.isQuiet, options.script != "-"
    else { return [] }
    var answers: [CastRequest.Gender] = []
    for name in outcome.unknownLeads.prefix(CastCommand.mostQuestions)
    where outcome.key(of: name).map(outcome.isNew.contains) == true {
      Console.talk("Is \(name) a woman or a man? [w, m, n = neither, Enter = any voice] ")
      guard let line = readLine() else { break }
      if let gender = VoiceGender(word: line.trimmed) {
        answers.append(.init(name: name, gender: gender))
      }
    }
    return answers
  }

  /// More questions would be tedious.
  private static let mostQuestions = 5

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
    var sound = SoundOptions()
    sound.voices = [PluginChoice(voice, namesVoice: true)]
    sound.pitchSemitones = voice.pitchSemitones
    sound.formantSemitones = voice.formantSemitones
    sound.speed = voice.speed
    sound.language = voice.language
    sound.output = options.output
    return try SpeakCommand(
      source: .words(
        outcome.speakers.sample(of: key, in: file.screenplay) ?? "There is nothing to say."),
      byLine: false,
      options: sound, studio: studio
    ).run(cancellation)
  }
}
