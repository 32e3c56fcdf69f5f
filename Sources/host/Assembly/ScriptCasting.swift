import CueCasting
import CueModel
import CuePlugins
import CueScreenplay
import CueStore
import CueText

/// The cast of a script: what the library keeps of it, and voices for those who have none.
struct ScriptCasting {
  let studio: Studio
  let cancellation: Cancellation

  /// A cast and what is to be said of it.
  struct Outcome {
    var cast: Cast
    /// Who says what; its aliases are those of the user and of the title page.
    var speakers: Speakers
    /// The language it was cast in.
    var language: String
    var alike: [CastProposal.Alike] = []
    /// Roles by key whose voice cannot be had, and why.
    var unavailable: [String: String] = [:]
    /// Keys of those who were given a voice.
    var isNew: Set<String> = []
    var isOtherLanguage = false
  }

  /// The parts of `screenplay` with what is kept for them in `casts`, nobody cast yet.
  func kept(
    _ screenplay: Screenplay, _ script: Int64, _ casts: Casts
  ) throws(UserError) -> Outcome {
    let stored: [StoredRole]
    let aliases: [String: String]
    do throws(StoreFailure) {
      stored = try casts.roles(of: script)
      aliases = try casts.aliases(of: script)
    } catch { throw SpeechLibrary.userError(error) }
    return ScriptCasting.parts(of: screenplay, stored, aliases)
  }

  /// The parts of `screenplay` with what is known of them.
  static func parts(
    of screenplay: Screenplay, _ stored: [StoredRole], _ aliases: [String: String],
    language: String = ""
  ) -> Outcome {
    let own = Set(stored.filter(\.isLocked).map(\.character))
    let speakers = Speakers(of: screenplay, aliases: aliases, own: own)
    let traits = PartTraits.traits(of: speakers, in: screenplay)
    let byKey = Dictionary(
      stored.map { ($0.character, $0) }, uniquingKeysWith: { first, _ in first })
    func fill(_ role: inout CastRole) {
      guard let known = byKey[role.key] else { return }
      role.voice = try? VoiceReference(known.voice)
      role.fallbacks = known.fallback.split(separator: ",").compactMap { try? VoiceReference($0) }
      role.isLocked = known.isLocked
      role.notes = known.notes
    }
    var cast = Cast()
    cast.aliases = aliases
    cast.narrator.speechCount = screenplay.elements.count {
      $0.kind == .action || $0.kind == .sceneHeading || $0.kind == .transition
    }
    fill(&cast.narrator)
    for (part, traits) in zip(speakers.parts, traits) {
      var role = CastRole(key: part.key, name: part.name)
      role.cues = part.cues
      role.speechCount = part.speechCount
      role.gender = traits.gender
      role.age = traits.age
      fill(&role)
      cast.roles.append(role)
    }
    return Outcome(
      cast: cast, speakers: speakers,
      language: language.isEmpty ? ScriptCasting.language(of: screenplay) : language)
  }

  /// What the title page says; else what its words look like, whatever the region; else English.
  static func language(of screenplay: Screenplay) -> String {
    if let given = ScriptLanguage.given(by: screenplay) { return given }
    let guessed = LanguageGuess.language(of: ScriptLanguage.sample(of: screenplay)) ?? "en"
    return String(guessed.prefix { $0 != "-" })
  }

  /// Gives voices to those of `outcome` who have none, and says who sounds alike.
  ///
  /// - Parameters:
  ///   - outcome: the parts and what is kept for them
  ///   - choices: what voices are taken from; empty for all that cost nothing
  ///   - castsAnew: whether those who are not locked lose what they have
  /// - Throws: where there is no voice at all
  func fill(
    _ outcome: inout Outcome, _ choices: [PluginChoice], castsAnew: Bool
  ) throws {
    if castsAnew {
      for key in outcome.cast.everybody.map(\.key) {
        _ = outcome.cast.change(key: key) { role in
          guard !role.isLocked else { return }
          role.voice = nil
          role.fallbacks = []
        }
      }
    }
    let free = Set(outcome.cast.everybody.filter { $0.voice == nil && !$0.isLocked }.map(\.key))
    let findings = try VoiceSurvey(studio: studio, cancellation: cancellation).candidates(
      choices, language: outcome.language, count: outcome.cast.roles.count + 1,
      have: outcome.cast.everybody.compactMap(\.voice))
    outcome.isOtherLanguage = findings.isOtherLanguage && !free.isEmpty
    let proposal = CastProposal(voices: findings.candidates)
    proposal.fill(&outcome.cast, exchanges: outcome.speakers.exchanges)
    if !free.isEmpty { proposal.fillFallbacks(&outcome.cast, of: free) }
    outcome.isNew = free
    outcome.alike = proposal.alike(in: outcome.cast, exchanges: outcome.speakers.exchanges)
    flag(&outcome, findings.candidates)
  }

  /// Notes whose voice cannot be had now; it is kept all the same.
  private func flag(_ outcome: inout Outcome, _ candidates: [VoiceCandidate]) {
    let there = Set(candidates.map { "\($0.reference.provider):\($0.reference.voice)" })
    var shelf = VoiceShelf(studio: studio)
    defer { shelf.close() }
    for role in outcome.cast.everybody {
      guard let voice = role.voice, !there.contains("\(voice.provider):\(voice.voice)") else {
        continue
      }
      outcome.unavailable[role.key] = shelf.refusal(of: voice)?.sentence
    }
  }

  /// Keeps the cast of a script.
  func keep(_ cast: Cast, _ script: Int64, _ casts: Casts) throws(UserError) {
    let roles = cast.everybody.map { role in
      StoredRole(
        character: role.key, name: role.name, voice: role.voice?.description ?? "",
        fallback: role.fallbacks.map(\.description).joined(separator: ","), isLocked: role.isLocked,
        dialogues: role.speechCount, notes: role.notes)
    }
    do throws(StoreFailure) {
      let here = Set(roles.map(\.character))
      // Who is locked stays, though the script may have nobody of that name for a while.
      let gone = try casts.roles(of: script).filter { $0.isLocked && !here.contains($0.character) }
      try casts.set(roles + gone, of: script, evenLocked: true)
      for alias in try casts.aliases(of: script).keys where cast.aliases[alias] == nil {
        try casts.setAlias(alias, nil, of: script)
      }
      for (cue, name) in cast.aliases {
        try casts.setAlias(cue, CharacterName.key(of: name), of: script)
      }
    } catch { throw SpeechLibrary.userError(error) }
  }
}

/// Tells whether voices can be had: each plugin is asked for its list once.
struct VoiceShelf {
  let studio: Studio
  private var clients: [VoiceClient] = []
  private var lists: [String: Result<[VoiceDescription], UserError>] = [:]

  init(studio: Studio) { self.studio = studio }

  /// Why `voice` cannot be had; nothing where it can.
  mutating func refusal(of voice: VoiceReference) -> UserError? {
    let list: Result<[VoiceDescription], UserError>
    if let known = lists[voice.provider] {
      list = known
    } else {
      list = listed(voice)
      lists[voice.provider] = list
    }
    switch list {
    case .failure(let userError): return userError
    case .success(let voices):
      let isThere =
        voice.voice.isEmpty
        || voices.contains { one in
          !one.isVariant
            && (one.id == voice.voice
              || voices.contains { $0.isVariant && one.id + $0.id == voice.voice })
        }
      guard !isThere else { return nil }
      return UserError(
        "\(voice.provider) has no voice “\(voice.voice)”.",
        hint: "'host voices \(voice.provider)' lists its voices.", .unavailable)
    }
  }

  private mutating func listed(_ voice: VoiceReference) -> Result<[VoiceDescription], UserError> {
    do {
      let client = VoiceClient(
        try studio.setup(PluginChoice(reference: PluginReference(voice.provider))))
      clients.append(client)
      return .success(try client.voices())
    } catch let userError as UserError {
      return .failure(userError)
    } catch let failure as PluginFailure {
      return .failure(UserError(failure))
    } catch { preconditionFailure("setting up a plugin throws no \(error)") }
  }

  /// Ends the plugins.
  mutating func close() {
    for client in clients { client.quit() }
    clients = []
  }
}
