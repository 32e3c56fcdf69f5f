import CSystem
import struct CueAssembly.RehearsalCast
import enum CueAssembly.RehearsalCastError
import struct CueAssembly.UserLibrary
import CueAudio
import CueCasting
import CueModel
import CueOutput
import CuePlugins
import CueRehearsal
import CueScreenplay
import CueStore
import CueTerminal
import Glibc

/// `host rehearse`: a scene, a cast, and somebody who has a part in it.
struct RehearseCommand {
  let rehearse: RehearseOptions
  let options: SoundOptions
  let studio: Studio
  private var words: Messages { studio.words }

  func run(_ cancellation: Cancellation) throws -> ExitStatus {
    var cast = try cast(cancellation)
    let lexicon = cast.lexicon.merged(with: try Lexicon(file: rehearse.wishes.lexicon))
    let (script, roles) = (cast.script, cast.roles)
    let scripted = try scriptedActor()
    do throws(CastingFailure) { try cast.fill() } catch { throw explained(error) }
    studio.noteAlike(cast.casting, of: cast.partnerKeys)
    do throws(StoreFailure) { try cast.keep() } catch { studio.note(UserError(error)) }
    var chains = CastChains(studio.plugins, isStrict: options.isStrict) { studio.note($0) }
    defer { chains.quit() }
    let effects = try studio.effects(options.effects, blockFrames: 4096)
    defer { for effect in effects { effect.quit() } }
    let chain = effects.isEmpty ? nil : EffectChain(effects)
    let parts = try parts(cast, &chains, chain, lexicon)
    let output = try studio.output(options)
    let stage = Stage(
      script: script, manner: studio.manner, words: words, showsEmoji: rehearse.showsEmoji,
      isAtTerminal: scripted == nil, talksAside: options.output == "-")
    var settings = RehearsalSettings()
    settings.firstLine = rehearse.startLine
    let outcome: RehearsalOutcome
    var strictFailure: PluginFailure?
    /// With --strict, a voice that fails ends the rehearsal.
    func show(_ report: RehearsalReport, _ end: () -> Void) {
      stage.show(report)
      guard options.isStrict, strictFailure == nil, case .failed(_, let failure) = report else {
        return
      }
      strictFailure = failure
      end()
    }
    do {
      if let scripted {
        outcome = try cancellation.withHandler(scripted.interrupt) {
          try RehearsalSession(
            script: script, roles: roles, parts: parts, output: output, actor: scripted,
            settings: settings
          ).run { show($0, scripted.interrupt) }
        }
      } else {
        outcome = try atTheKeys(cancellation, output) { actor in
          try RehearsalSession(
            script: script, roles: roles, parts: parts, output: output, actor: actor,
            settings: settings
          ).run { show($0, actor.interrupt) }
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
    if let strictFailure { throw UserError(strictFailure) }
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

  // The cast.

  /// The script and who plays it: the script's kept cast, as `host cast` and `host generate` have it.
  private func cast(_ cancellation: Cancellation) throws(UserError) -> RehearsalCast {
    let bytes = try Texts.contents(ofFile: rehearse.script)
    let request = try rehearse.wishes.request()
    let casting = studio.casting(
      cancellation, script: rehearse.script, castFile: rehearse.wishes.file)
    let cast: RehearsalCast
    do throws(RehearsalCastError) {
      cast = try RehearsalCast(
        try file(bytes), as: rehearse.roles, request, casting, library: library)
    } catch { throw explained(error) }
    guard !rehearse.roles.isEmpty else {
      throw UserError(words(.whosePart), hint: list(cast.everybody), .usage)
    }
    return cast
  }

  private func file(_ bytes: [UInt8]) throws(RehearsalCastError) -> ScreenplayFile {
    do throws(ScriptError) { return try ScreenplayFile(rehearse.script, bytes) } catch {
      throw .script(error)
    }
  }

  /// The library's cast of the script; a library that cannot be opened costs a note, and nobody the rehearsal.
  private func library(_ file: ScreenplayFile) -> (CastKeeper?, KeptCast) {
    do throws(StoreFailure) {
      let keeper = try UserLibrary(studio.environment).castKeeper(of: file)
      return (keeper, try keeper.kept())
    } catch {
      studio.note(UserError("\(error.sentence) The cast is not kept.", hint: error.hint, .done))
      return (nil, KeptCast())
    }
  }

  private func explained(_ error: RehearsalCastError) -> UserError {
    let name = rehearse.script
    return switch error {
    case .script(let error):
      UserError(words(.cannotBeRehearsed, ["name": name, "why": words.why(error)]), .badInput)
    case .casting(.unknownPart(let role, _, let parts)):
      UserError(
        words(.castNobody, ["name": name, "role": words.quoted(role)]), hint: list(parts), .usage)
    case .casting(let failure): explained(failure)
    case .unknownRole(let role, let parts):
      UserError(
        words(.nobodyIsCalled, ["name": name, "role": words.quoted(role)]), hint: list(parts),
        .usage)
    }
  }

  private func explained(_ failure: CastingFailure) -> UserError {
    UserError(failure, script: rehearse.script, castFile: rehearse.wishes.file)
  }

  private func list(_ parts: [CastRole]) -> String {
    let list = parts.map { "\($0.name) (\($0.speechCount))" }.joined(separator: ", ")
    return words(.partsAndLines, ["parts": list])
  }

  /// The partners' parts: what the cast says, and on top what the options set for all.
  private func parts(
    _ cast: RehearsalCast, _ chains: inout CastChains<any ListedVoice>, _ effects: EffectChain?,
    _ lexicon: Lexicon
  ) throws(UserError) -> [String: Part] {
    do throws(CastingFailure) {
      let tones = try options.tones.byKey { (name) throws(CastingFailure) in try cast.key(of: name)
      }
      return try cast.parts(&chains, effects: effects) { part, role in
        part.language = options.language
        part.speed = options.speed
        part.pitchSemitones = options.pitchSemitones
        part.volume = options.volume
        let expression = options.tones.all.overridden(by: tones[role.key] ?? Expression())
        part.direction.tones = expression.tones
        part.direction.manners = expression.manners
        part.lexicon = lexicon
        if let pause = rehearse.pauseMilliseconds {
          part.profile.pauseAfterMilliseconds = pause
        }
      }
    } catch { throw explained(error) }
  }
}
