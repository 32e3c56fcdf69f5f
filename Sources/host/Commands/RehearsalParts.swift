import CueAssembly
import CueAudio
import CueCasting
import CueModel
import CueRehearsal
import CueScreenplay
import CueStore
import CueTerminal
import CueText
import Glibc

// The script, its cast, and the partners' parts.
extension RehearseCommand {
  /// The script and its cast: the kept one, as `host cast` and `host generate` have it.
  func cast(
    _ file: ScreenplayFile, _ cancellation: Cancellation
  ) throws(UserError) -> RehearsalCast {
    let request = try rehearse.wishes.request()
    let casting = studio.casting(
      cancellation, script: rehearse.script, castFile: rehearse.wishes.file)
    func cast(_ roles: [String]) throws(UserError) -> RehearsalCast {
      do throws(RehearsalCastError) {
        return try RehearsalCast(file, as: roles, request, casting, library: library)
      } catch { throw explained(error) }
    }
    let found = try cast(rehearse.roles)
    guard rehearse.roles.isEmpty else { return found }
    guard let picked = pickedParts(of: found.everybody, cancellation) else {
      throw UserError(words(.whosePart), hint: list(found.everybody), .usage)
    }
    return try cast(picked)
  }

  func file() throws(UserError) -> ScreenplayFile {
    do throws(ScreenplayFile.Failure) {
      let file = try ScreenplayFile(rehearse.script, layout: rehearse.wishes.layout)
      if !studio.manner.isQuiet { file.sayDoubts(words) }
      return file
    } catch {
      switch error {
      case .unreadable(let error):
        throw UserError(error, scriptIsInput ? "Standard input" : rehearse.script)
      case .script(let error): throw explained(.script(error))
      }
    }
  }

  /// The parts that the user chooses at the terminal; nil without one, or if none is chosen.
  private func pickedParts(of parts: [PlayablePart], _ cancellation: Cancellation) -> [String]? {
    guard let size = askedTerminal else { return nil }
    Console.talk(words.list(of: parts, rows: size.rows - 4, columns: size.columns))
    while true {
      guard let answer = asked(words(.pickNumberOrName), cancellation) else { return nil }
      let picked = answer.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
      let names = picked.map(parts.name(called:))
      if let wrong = names.firstIndex(of: nil) {
        Console.talk(words(.pickedNobody, ["word": words.quoted(picked[wrong])]) + "\n")
      } else if !names.isEmpty {
        return names.compactMap { $0 }
      }
    }
  }

  /// The size of the terminal at which questions can be asked; nil if there is none, or the user wants no questions.
  var askedTerminal: ScreenSize? {
    guard rehearse.actorScript == nil, !studio.manner.isJSON, !studio.manner.isQuiet,
      TerminalQuestion.isPossible(inputIsElsewhere: scriptIsInput)
    else { return nil }
    return Terminal.size(of: STDERR_FILENO)
  }

  /// The answer to a question; nil at the end of the input.
  func asked(_ question: String, _ cancellation: Cancellation) -> String? {
    Console.talk(question + " ")
    let answer = TerminalQuestion.answer(inputIsElsewhere: scriptIsInput) { wake, ask in
      cancellation.withHandler(wake, ask)
    }
    if answer == nil { Console.talk("\n") }
    return answer
  }

  /// The library's cast of the script; if it cannot be opened, a note says so, and the rehearsal goes on.
  private func library(_ file: ScreenplayFile) -> (CastKeeper?, KeptCast) {
    do throws(StoreFailure) {
      let keeper = try UserLibrary(studio.environment).castKeeper(of: file)
      return (keeper, try keeper.kept())
    } catch {
      studio.note(UserError("\(error.sentence) The cast is not kept.", hint: error.hint, .done))
      return (nil, KeptCast())
    }
  }

  func explained(_ error: RehearsalCastError) -> UserError {
    let name = rehearse.script
    return switch error {
    case .script(let error):
      UserError(words(.cannotBeRehearsed, ["name": name, "why": words.why(error)]), .badInput)
    case .casting(.unknownPart(let role, _, let parts)):
      UserError(
        words(.castNobody, ["name": name, "role": words.quoted(role)]),
        hint: list(parts.map { PlayablePart(name: $0.name, speechCount: $0.speechCount) }), .usage)
    case .casting(let failure): explained(failure)
    case .unknownRole(let role, let parts):
      UserError(
        words(.nobodyIsCalled, ["name": name, "role": words.quoted(role)]), hint: list(parts),
        .usage)
    }
  }

  func explained(_ failure: CastingFailure) -> UserError {
    UserError(failure, script: rehearse.script, castFile: rehearse.wishes.file)
  }

  private func list(_ parts: [PlayablePart]) -> String {
    let list = parts.map { "\($0.name) (\($0.speechCount))" }.joined(separator: ", ")
    return words(.partsAndLines, ["parts": list])
  }

  /// Reports names that the voices may mispronounce, before the first rehearsal of a script.
  func note(hardNamesOf file: ScreenplayFile, _ lexicon: Lexicon) {
    guard !studio.manner.isQuiet, rehearse.script != "-" else { return }
    let names = KnownNames(studio.environment).proposals(for: file.screenplay, besides: lexicon)
    guard let first = names.first else { return }
    let list = names.map { "\($0.name) (\($0.spoken))" }.joined(separator: ", ")
    studio.note(
      UserError(
        words(.hardNames, ["names": list]),
        hint: words(
          .hardNamesHint,
          [
            "hear": "\(Program.name) \"\(first.spoken)\"",
            "keep": "\(Program.name) script names \(rehearse.script) --keep",
          ]),
        .done))
  }

  /// The partners' parts: as in the cast, plus the options that apply to all.
  func parts(
    _ cast: RehearsalCast, _ direction: DirectionFile, _ chains: inout CastChains<any ListedVoice>,
    _ effects: EffectChain?,
    _ lexicon: Lexicon
  ) throws(UserError) -> [String: Part] {
    var wishes = PartWishes()
    wishes.language = options.language
    wishes.speed = options.speed
    wishes.pitchSemitones = options.pitchSemitones
    wishes.volume = options.volume
    wishes.delaySeconds = rehearse.delaySeconds
    wishes.pauseMilliseconds = rehearse.pauseMilliseconds
    wishes.expression = options.tones.all
    wishes.lexicon = lexicon
    do throws(CastingFailure) {
      wishes.expressions = try options.tones.byKey { (name) throws(CastingFailure) in
        try cast.key(of: name)
      }
      return try cast.parts(&chains, effects: effects, direction, wishes)
    } catch { throw explained(error) }
  }

  /// Reports directions for names and lines that the script does not have.
  func note(strangers direction: DirectionFile, _ cast: RehearsalCast) {
    let strangers = cast.strangers(in: direction)
    guard !strangers.isEmpty else { return }
    let path = DirectionFile.path(beside: rehearse.script)
    studio.note(
      UserError(
        words(.directsNobody, ["path": path, "names": strangers.joined(separator: ", ")]), .done))
  }
}
