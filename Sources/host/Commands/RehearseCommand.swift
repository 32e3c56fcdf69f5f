import CueAudio
import CueCasting
import CueModel
import CueOutput
import CuePlugins
import CSystem
import CueRehearsal
import CueTerminal
import Glibc

/// `host rehearse`: a scene, a cast, and somebody who has a part in it.
struct RehearseCommand {
  let rehearse: RehearseOptions
  let options: SoundOptions
  let studio: Studio
  private var words: Messages { studio.words }

  func run(_ cancellation: Cancellation) throws -> ExitStatus {
    var cast = try RehearsalCast(rehearse, studio, cancellation)
    let (script, roles) = (cast.script, cast.roles)
    let scripted = try scriptedActor()
    try cast.fill()
    var chains = CastChains(studio.plugins) { studio.note($0) }
    defer { chains.quit() }
    let effects = try studio.effects(options.effects, blockFrames: 4096)
    defer { for effect in effects { effect.quit() } }
    let chain = effects.isEmpty ? nil : EffectChain(effects)
    let parts = try parts(cast, &chains, chain)
    let output = try studio.output(options)
    let stage = Stage(
      script: script, manner: studio.manner, words: words, showsEmoji: rehearse.showsEmoji,
      isAtTerminal: scripted == nil, talksAside: options.output == "-")
    var settings = RehearsalSettings()
    settings.firstLine = rehearse.startLine
    let outcome: RehearsalOutcome
    do {
      if let scripted {
        outcome = try cancellation.withHandler(scripted.interrupt) {
          try RehearsalSession(
            script: script, roles: roles, parts: parts, output: output, actor: scripted,
            settings: settings
          ).run(report: stage.show)
        }
      } else {
        outcome = try atTheKeys(cancellation, output) { actor in
          try RehearsalSession(
            script: script, roles: roles, parts: parts, output: output, actor: actor,
            settings: settings
          ).run(report: stage.show)
        }
      }
    } catch let failure as OutputFailure {
      output.discard()
      throw UserError(failure)
    } catch let failure as EffectFailure {
      output.discard()
      throw UserError(effect: failure.failure)
    } catch let missing as NoSuchLine {
      output.discard()
      let why = words.why(.noSuchLine(missing.number, count: missing.count))
      throw UserError("--from: \(why).", .usage)
    }
    if let failure = stage.failure { throw failure }
    do {
      try output.complete(cancellation: cancellation)
    } catch let failure as OutputFailure { throw UserError(failure) }
    stage.close(outcome, options.output)
    if cancellation.isCancelled { return .interrupted }
    return outcome.partnerLines == 0 && outcome.failedLines > 0 ? .unavailable : .done
  }

  private func atTheKeys(
    _ cancellation: Cancellation, _ output: SessionOutput,
    _ body: (KeyboardActor) throws -> RehearsalOutcome
  ) throws -> RehearsalOutcome {
    guard let terminal = Terminal(.keys) else {
      throw UserError(
        words(.noTerminal), hint: words(.actorFromFile), .usage)
    }
    defer { terminal.close() }
    let place = OutputPlace(output)
    let actor = KeyboardActor(passed: place.pass, rest: place.drain)
    try actor.read(terminal)
    return try cancellation.withHandler(actor.interrupt) { try body(actor) }
  }

  /// The actor's side from a file, or from standard input where that is no terminal.
  private func scriptedActor() throws(UserError) -> InterruptibleActor? {
    let bytes: [UInt8]
    if let path = rehearse.actorScript, path != "-" {
      bytes = try Texts.contents(ofFile: path)
    } else if rehearse.actorScript == "-" || isatty(STDIN_FILENO) == 0 {
      bytes = try Texts.contents(of: STDIN_FILENO, "Standard input")
    } else {
      return nil
    }
    let name = rehearse.actorScript ?? "standard input"
    let text = try Texts.checked(bytes, name)
    do throws(ActorScriptError) {
      return InterruptibleActor(try ScriptedActor(parsing: text))
    } catch {
      throw UserError("\(name), \(words.why(error))", .badInput)
    }
  }

  /// The partners' parts: what the cast says, and on top what the options set for all.
  private func parts(
    _ cast: RehearsalCast, _ chains: inout CastChains<any ListedVoice>, _ effects: EffectChain?
  ) throws -> [String: Part] {
    var parts: [String: Part] = [:]
    for (name, role) in cast.partners {
      let voice: any Voice
      do throws(CastingFailure) { voice = try chains.voice(of: role) } catch {
        throw UserError(error, script: rehearse.script, castFile: rehearse.wishes.file)
      }
      var part = Part(voice: effects.map { EffectVoice(voice, through: $0) } ?? voice)
      part.language = options.language
      part.speed = options.speed
      part.pitchSemitones = options.pitchSemitones
      part.volume = options.volume
      part.direction.tones = options.tones
      part.lexicon = cast.lexicon
      if let pause = rehearse.pauseMilliseconds {
        part.profile.pauseAfterMilliseconds = pause
      }
      parts[name] = part
    }
    return parts
  }
}
