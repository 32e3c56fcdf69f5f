import CueCasting
import CueRehearsal
import CueScreenplay
import CueStore

/// Why a scene cannot be rehearsed.
package enum RehearsalCastError: Error {
  /// There is nothing to rehearse in the script.
  case script(ScriptError)
  /// It cannot be cast as is wished.
  case casting(CastingFailure)
  /// No character in it has the name of the actor's part; the existing ones.
  case unknownRole(String, parts: [PlayablePart])
}

/// Somebody whom an actor can play.
package struct PlayablePart: Equatable, Sendable {
  /// The name for people.
  package let name: String
  /// How many speeches the part has, those that several say together included.
  package let speechCount: Int

  /// A part called `name` with this many speeches.
  package init(name: String, speechCount: Int) {
    self.name = name
    self.speechCount = speechCount
  }
}

/// The script of a rehearsal, the actor's own parts in it, and who plays the others.
package struct RehearsalCast {
  /// The lines.
  package let script: Script
  /// The actor's own characters, as the script's lines name them.
  package let roles: Set<String>
  /// Everybody who can be played: first those with the most speeches alone.
  package let everybody: [PlayablePart]
  /// How words of the script are spoken, as its title page says.
  package let lexicon: Lexicon
  private let caster: Casting
  private let request: CastRequest
  private let keeper: CastKeeper?
  private let kept: KeptCast
  private var outcome: CastOutcome

  /// Finds the actor's parts in a script; no voice is asked yet.
  ///
  /// - Parameters:
  ///   - file: the script
  ///   - roles: names of the actor's parts, in any case
  ///   - request: the voices of the others
  ///   - casting: finds their voices
  ///   - library: opens what is kept of the script's cast, and who keeps it; asked where somebody speaks in the script
  /// - Throws: where nobody speaks in it, or a name or voice is not there
  package init(
    _ file: ScreenplayFile, as roles: [String], _ request: CastRequest, _ casting: Casting,
    library: (ScreenplayFile) -> (CastKeeper?, KeptCast) = { _ in (nil, KeptCast()) }
  ) throws(RehearsalCastError) {
    // A page on which nobody speaks has nothing to rehearse.
    _ = try RehearsalCast.script(file, nil, [])
    var request = request
    request.separateParts = roles
    request.playedParts = roles
    self.request = request
    caster = casting
    (keeper, kept) = library(file)
    do throws(CastingFailure) {
      outcome = try casting.parts(of: file.screenplay, request, kept: kept)
    } catch { throw .casting(error) }
    let playable = outcome.speakers.playable
    everybody = playable.map { PlayablePart(name: $0.person.name, speechCount: $0.speechCount) }
    var own: Set<String> = []
    for name in roles {
      guard
        let key = outcome.key(of: name)
          // TOM in a script where he speaks only in TOM & DICK.
          ?? playable.first(where: { $0.person.key == CharacterName.key(of: name) })?.person.key,
        !key.isEmpty
      else { throw .unknownRole(name, parts: everybody) }
      own.insert(key)
    }
    script = try RehearsalCast.script(file, outcome.speakers, own)
    self.roles = Set(
      playable.filter { own.contains($0.person.key) }
        .map { CharacterName.identity(of: $0.person.name) })
    lexicon = Lexicon(of: file.screenplay)
  }

  private static func script(
    _ file: ScreenplayFile, _ speakers: Speakers?, _ own: Set<String>
  ) throws(RehearsalCastError) -> Script {
    do throws(ScriptError) {
      let script = try Script(file.screenplay, speakers: speakers, own: own)
      guard script.title == "Untitled Script" else { return script }
      return try Script(file.screenplay, title: file.fileName, speakers: speakers, own: own)
    } catch { throw .script(error) }
  }

  /// Whether the script is rehearsed for the first time: no cast is kept.
  package var isFirst: Bool { kept.roles.isEmpty }

  /// Gives a voice to everybody who has none.
  package mutating func fill() throws(CastingFailure) {
    try caster.fill(&outcome, request, kept: kept)
  }

  /// The cast, and what is to be said of it.
  package var casting: CastOutcome { outcome }

  /// The keys of those who are not the actor's.
  package var partnerKeys: Set<String> { Set(partners.map(\.role.key)) }

  /// The key of who is called `name`.
  package func key(of name: String) throws(CastingFailure) -> String {
    guard let key = outcome.key(of: name) else {
      throw .unknownPart(name: name, use: .tone, parts: outcome.cast.roles)
    }
    return key
  }

  /// Keeps the cast in the library, if that is open.
  package func keep() throws(StoreFailure) {
    guard let keeper, let lasting = outcome.lastingCast else { return }
    try keeper.keep(lasting, over: kept)
  }

  /// Everybody who is not the actor's, by the name in the script's lines.
  private var partners: [(name: String, role: CastRole)] {
    let byName = Dictionary(
      outcome.cast.roles.map { (CharacterName.identity(of: $0.name), $0) },
      uniquingKeysWith: { first, _ in first })
    return script.characters.map(\.name).filter { !roles.contains($0) }
      .map { ($0, byName[$0] ?? outcome.cast.narrator) }
  }

  /// The partners' parts with their voices.
  ///
  /// - Parameters:
  ///   - chains: opens voices
  ///   - play: says how the part of that role is played
  /// - Returns: the parts, by the name in the script's lines
  /// - Throws: where a partner has no voice left
  package func parts(
    _ chains: inout CastChains<any ListedVoice>,
    play: (inout Part, CastRole) -> Void
  ) throws(CastingFailure) -> [String: Part] {
    var parts: [String: Part] = [:]
    for (name, role) in partners {
      var part = Part(voice: try chains.voice(of: role))
      part.lexicon = lexicon
      play(&part, role)
      parts[name] = part
    }
    return parts
  }
}
