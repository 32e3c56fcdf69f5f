import CueAssembly
import CueKeys
import CueModel
import CueOutput
import CueRehearsal
import CueTerminal
import Glibc

// The actor's side: keys, a file, or lines of standard input.
extension RehearseCommand {
  /// The source of the actor's commands.
  enum Source {
    case keys
    /// A file with all of them.
    case script(ActorScript)
    /// Lines of standard input.
    case lines

    var isKeys: Bool { if case .keys = self { true } else { false } }
    var isScript: Bool { if case .script = self { true } else { false } }
  }

  func source() throws(UserError) -> Source {
    guard let path = rehearse.actorScript else {
      if scriptIsInput {
        return TerminalQuestion.isPossible(inputIsElsewhere: true)
          ? .keys : .script(ActorScript([]))
      }
      if isatty(STDIN_FILENO) == 1 { return .keys }
      // An actor with a microphone and without keys only speaks.
      return rehearse.isHeard ? .script(ActorScript([])) : .lines
    }
    let bytes =
      path == "-"
      ? try Texts.contents(of: STDIN_FILENO, words.trouble(.standardInput))
      : try Texts.contents(ofFile: path)
    let text = try Texts.checked(bytes, path)
    do throws(ActorScriptError) { return .script(try ActorScript(parsing: text)) } catch {
      throw UserError("\(path), \(words.why(error))", .badInput)
    }
  }

  /// Whether only the actor ends it.
  private var isEndless: Bool { rehearse.rounds == nil }

  var scriptIsInput: Bool { rehearse.script == "-" }

  func act(
    _ source: Source, _ output: SessionOutput, _ stage: Stage, _ cancellation: Cancellation,
    _ body: (any ActorInput, _ end: @escaping () -> Void) throws -> RehearsalSession.End
  ) throws -> RehearsalSession.End {
    switch source {
    case .keys: return try atTheKeys(cancellation, output, stage, body)
    case .script(let script):
      let actor = InterruptibleActor(ScriptedActor(script, stopsAtEnd: isEndless))
      guard stage.screen != nil else {
        return try cancellation.withHandler(actor.interrupt) { try body(actor, actor.interrupt) }
      }
      // The file acts; the keys of the prompter still work.
      return try atTheKeys(cancellation, output, stage) { keys, end in
        let both = ActorBesideKeys(actor, keys)
        let stop: @Sendable () -> Void = { actor.interrupt() }
        return try cancellation.withHandler(stop) {
          try body(both) {
            stop()
            end()
          }
        }
      }
    case .lines:
      let place = OutputPlace(output)
      let isHeard = output.isHeard
      let lines = ActorLines(
        rest: place.drain, passed: { seconds in if isHeard { place.pass(seconds) } })
      do {
        try LineInput.read(
          take: { lines.put(String(decoding: $0, as: UTF8.self)) }, end: lines.end)
      } catch { throw UserError(error, to: .readActorsLines, words) }
      let actor = InterruptibleActor(
        ScriptedActor(lines, inPartnerLines: !isHeard, stopsAtEnd: isEndless), following: lines)
      return try cancellation.withHandler(actor.interrupt) { try body(actor, actor.interrupt) }
    }
  }

  private func atTheKeys(
    _ cancellation: Cancellation, _ output: SessionOutput, _ stage: Stage,
    _ body: (any ActorInput, _ end: @escaping () -> Void) throws -> RehearsalSession.End
  ) throws -> RehearsalSession.End {
    let use: Terminal.Use = stage.screen == nil ? .keys : .screen
    guard let terminal = Terminal(use, inputIsElsewhere: scriptIsInput) else {
      throw UserError(
        words(.noTerminal), hint: words(.actorFromFile), .usage)
    }
    defer { terminal.close() }
    let place = OutputPlace(output)
    let actor = KeyboardActor(
      passed: place.pass, rest: place.drain, talk: { stage.show($0) }, act: stage.act)
    guard let screen = stage.screen else {
      do { try actor.read(terminal) } catch {
        throw UserError(error, to: .readKeys, words)
      }
      return try cancellation.withHandler(actor.interrupt) { try body(actor, actor.interrupt) }
    }
    defer { screen.close() }
    try screen.open(terminal, actor)
    return try cancellation.withHandler(actor.interrupt) { try body(actor, actor.interrupt) }
  }
}
