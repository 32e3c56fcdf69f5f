import struct Cue.UserLibrary
import CueCasting
import CueModel
import CueScreenplay
import CueStore

/// The script of a rehearsal, the actor's own parts in it, and who plays the others: the script's kept cast, as `host cast` and
/// `host generate` have it.
struct RehearsalCast {
  let script: Script
  /// The actor's own characters, as the script's lines name them.
  let roles: Set<String>
  /// How words of the script are spoken: as the title page says, and as a file does.
  let lexicon: Lexicon
  private let rehearse: RehearseOptions
  private let studio: Studio
  private let casting: Casting
  private let request: CastRequest
  private let keeper: CastKeeper?
  private let kept: KeptCast
  private var outcome: CastOutcome

  /// Reads the script, and finds the actor's parts in it; no voice is asked yet.
  init(
    _ rehearse: RehearseOptions, _ studio: Studio, _ cancellation: Cancellation
  ) throws(UserError) {
    self.rehearse = rehearse
    self.studio = studio
    let words = studio.words
    let file = try RehearsalCast.file(rehearse.script, words)
    // A page on which nobody speaks has nothing to rehearse.
    _ = try RehearsalCast.script(file, nil, [], words)
    var request = try rehearse.wishes.request()
    request.separateParts = rehearse.roles
    self.request = request
    casting = studio.casting(
      cancellation, script: rehearse.script, castFile: rehearse.wishes.file)
    (keeper, kept) = RehearsalCast.library(file, studio)
    do throws(CastingFailure) {
      outcome = try casting.parts(of: file.screenplay, request, kept: kept)
    } catch {
      if case .unknownPart(let name, _, let parts) = error {
        throw UserError(
          words(.castNobody, ["name": rehearse.script, "role": words.quoted(name)]),
          hint: RehearsalCast.list(parts, words), .usage)
      }
      throw UserError(error, script: rehearse.script, castFile: rehearse.wishes.file)
    }
    let own = try RehearsalCast.own(rehearse, outcome, words)
    script = try RehearsalCast.script(file, outcome.speakers, own, words)
    roles = Set(
      outcome.cast.roles.filter { own.contains($0.key) }
        .map { CharacterName.identity(of: $0.name) })
    lexicon = Lexicon(of: file.screenplay)
      .merged(with: try Lexicon(file: rehearse.wishes.lexicon))
  }

  /// Gives a voice to everybody who has none, and keeps that.
  mutating func fill() throws(UserError) {
    do throws(CastingFailure) {
      try casting.fill(&outcome, request, kept: kept)
    } catch {
      throw UserError(error, script: rehearse.script, castFile: rehearse.wishes.file)
    }
    guard let keeper, let lasting = outcome.lastingCast else { return }
    do { try keeper.keep(lasting) } catch {
      studio.note(UserError(error))
    }
  }

  /// Everybody who is not the actor's, by the name in the script's lines.
  var partners: [(name: String, role: CastRole)] {
    let byName = Dictionary(
      outcome.cast.roles.map { (CharacterName.identity(of: $0.name), $0) },
      uniquingKeysWith: { first, _ in first })
    return script.characters.map(\.name).filter { !roles.contains($0) }
      .map { ($0, byName[$0] ?? outcome.cast.narrator) }
  }

  private static func file(
    _ path: String, _ words: Messages
  ) throws(UserError) -> ScreenplayFile {
    let bytes = try Texts.contents(ofFile: path)
    do throws(ScriptError) { return try ScreenplayFile(path, bytes) } catch {
      throw UserError(
        words(.cannotBeRehearsed, ["name": path, "why": words.why(error)]), .badInput)
    }
  }

  private static func script(
    _ file: ScreenplayFile, _ speakers: Speakers?, _ own: Set<String>, _ words: Messages
  ) throws(UserError) -> Script {
    do throws(ScriptError) {
      let script = try Script(file.screenplay, speakers: speakers, own: own)
      guard script.title == "Untitled Script" else { return script }
      return try Script(
        file.screenplay, title: file.fileName, speakers: speakers, own: own)
    } catch {
      throw UserError(
        words(.cannotBeRehearsed, ["name": file.path, "why": words.why(error)]), .badInput)
    }
  }

  /// The library's cast of the script; a library that cannot be opened costs a note, and nobody the rehearsal.
  private static func library(
    _ file: ScreenplayFile, _ studio: Studio
  ) -> (CastKeeper?, KeptCast) {
    do throws(StoreFailure) {
      let keeper = try UserLibrary(studio.environment).castKeeper(of: file)
      return (keeper, try keeper.kept())
    } catch {
      studio.note(UserError("\(error.sentence) The cast is not kept.", hint: error.hint, .done))
      return (nil, KeptCast())
    }
  }

  /// The keys of the actor's parts.
  private static func own(
    _ rehearse: RehearseOptions, _ outcome: CastOutcome, _ words: Messages
  ) throws(UserError) -> Set<String> {
    let there = list(outcome.cast.roles, words)
    guard !rehearse.roles.isEmpty else {
      throw UserError(words(.whosePart), hint: there, .usage)
    }
    var own: Set<String> = []
    for name in rehearse.roles {
      guard let key = outcome.key(of: name), !key.isEmpty else {
        throw UserError(
          words(.nobodyIsCalled, ["name": rehearse.script, "role": words.quoted(name)]),
          hint: there, .usage)
      }
      own.insert(key)
    }
    return own
  }

  private static func list(_ parts: [CastRole], _ words: Messages) -> String {
    let list = parts.map { "\($0.name) (\($0.speechCount))" }.joined(separator: ", ")
    return words(.partsAndLines, ["parts": list])
  }
}
