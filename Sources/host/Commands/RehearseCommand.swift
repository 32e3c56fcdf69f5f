import CueAudio
import CueModel
import CueOutput
import CuePlugins
import CSystem
import CueRehearsal
import CueScreenplay
import CueTerminal
import Glibc

/// `host rehearse`: a scene, a cast, and somebody who has a part in it.
struct RehearseCommand {
  let rehearse: RehearseOptions
  let options: SoundOptions
  let studio: Studio
  private var words: Messages { studio.words }

  func run(_ cancellation: Cancellation) throws -> ExitStatus {
    let script = try script()
    let roles = try roles(in: script)
    let scripted = try scriptedActor()
    let clients = try studio.voices(options.voices)
    var own: [VoiceClient] = []
    defer { for client in clients + own { client.quit() } }
    let effects = try studio.effects(options.effects, blockFrames: 4096)
    defer { for effect in effects { effect.quit() } }
    let chain = effects.isEmpty ? nil : EffectChain(effects)
    let parts = try parts(script, roles, clients, &own).mapValues { part in
      guard let chain else { return part }
      var part = part
      part.voice = EffectVoice(part.voice, through: chain)
      return part
    }
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

  private func script() throws(UserError) -> Script {
    let bytes = try Texts.contents(ofFile: rehearse.script)
    do throws(ScriptError) {
      let script = try SceneReader.read(bytes, fileName: rehearse.script)
      guard script.title == "Untitled Script" else { return script }
      let name = rehearse.script.split(separator: "/").last.map(String.init) ?? rehearse.script
      return Script(title: name, scenes: script.scenes, lines: script.lines)
    } catch {
      throw UserError(
        words(.cannotBeRehearsed, ["name": rehearse.script, "why": words.why(error)]), .badInput)
    }
  }

  private func roles(in script: Script) throws(UserError) -> Set<String> {
    let there = words(
      .partsAndLines,
      [
        "parts": script.characters.map { "\($0.displayName) (\($0.dialogueCount))" }
          .joined(separator: ", ")
      ])
    guard !rehearse.roles.isEmpty else {
      throw UserError(
        words(.whosePart), hint: there, .usage)
    }
    for role in rehearse.roles where script.character(named: role) == nil {
      throw UserError(
        words(.nobodyIsCalled, ["name": rehearse.script, "role": words.quoted(role)]), hint: there,
        .usage)
    }
    for name in rehearse.cast.keys where script.character(named: name) == nil {
      throw UserError(
        words(.castNobody, ["name": rehearse.script, "role": words.quoted(name)]), hint: there,
        .usage)
    }
    return Set(rehearse.roles)
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

  // Casting.

  private func parts(
    _ script: Script, _ roles: Set<String>, _ clients: [VoiceClient], _ own: inout [VoiceClient]
  ) throws -> [String: Part] {
    let wishes = try wishedVoices(script, &own)
    // Each plugin of the chain casts the whole scene, so that a stand-in keeps parts apart too.
    let casts = clients.map { client in
      (client, Casting.cast(script: script, roles: roles, voices: castable(client), language: ""))
    }
    var parts: [String: Part] = [:]
    for character in script.characters {
      var chain: [any Voice] = []
      if let wished = wishes[character.name] { chain.append(wished) }
      for (client, cast) in casts {
        let choice = cast[character.name] ?? .init(voice: "")
        chain.append(
          CastVoice(client, voice: choice.voice, pitchSemitones: choice.pitchSemitones))
      }
      var part = Part(voice: chain.count == 1 ? chain[0] : FallbackVoice(chain))
      part.language = options.language
      part.speed = options.speed
      part.pitchSemitones = options.pitchSemitones
      part.volume = options.volume
      part.direction.tones = options.tones
      if let pause = rehearse.pauseMilliseconds {
        part.profile.pauseAfterMilliseconds = pause
      }
      parts[character.name] = part
    }
    return parts
  }

  private func wishedVoices(
    _ script: Script, _ own: inout [VoiceClient]
  ) throws(UserError) -> [String: VoiceClient] {
    var wished: [String: VoiceClient] = [:]
    for (name, text) in rehearse.cast {
      guard let character = script.character(named: name) else { continue }
      let reference = PluginReference(text)
      let client = VoiceClient(
        try studio.setup(PluginChoice(reference: reference)), voice: reference.part)
      own.append(client)
      wished[character.name] = client
    }
    return wished
  }

  /// The voices that `client` could give to parts: the one the user named, or those of the language.
  private func castable(_ client: VoiceClient) -> [CastableVoice] {
    guard client.defaultVoice.isEmpty else { return [CastableVoice(id: client.defaultVoice)] }
    guard let all = try? client.voices() else { return [] }
    let language = options.language.isEmpty ? "en" : options.language.lowercased()
    let speaking = all.filter { voice in
      !voice.isVariant && voice.languages.contains { $0.lowercased().hasPrefix(language.prefix(2)) }
    }
    let variants = all.filter { $0.isVariant && $0.gender != nil }
    guard !variants.isEmpty, let base = speaking.first(where: \.isDefault) ?? speaking.first else {
      return speaking.map {
        CastableVoice(id: $0.id, gender: $0.gender?.rawValue ?? "", languages: $0.languages)
      }
    }
    // Voices of one engine in one language hardly differ; its variants do.
    return [
      CastableVoice(id: base.id, gender: base.gender?.rawValue ?? "", languages: base.languages)
    ]
      + variants.map {
        CastableVoice(
          id: base.id + $0.id, gender: $0.gender?.rawValue ?? "", languages: base.languages)
      }
  }
}
