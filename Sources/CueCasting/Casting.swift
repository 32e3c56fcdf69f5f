import CueModel
import CuePlugins
import CueScreenplay
import CueText

/// Decides who plays whom: the same in every mode.
///
/// A part's voice comes from, in this order: the request's own words for it, the request's cast file, the cast that is kept for
/// the script, and a proposal. Only parts that are left without a voice are proposed for, and only for a proposal are voices
/// looked at and measured; so a script that has its cast costs nothing.
public struct Casting {
  let providers: any VoiceProviders
  private let cacheFolder: String?
  private let locale: String?
  private let cancellation: Cancellation
  private let note: (CastingNote) -> Void

  /// Casts with the voices of `providers`.
  ///
  /// - Parameters:
  ///   - providers: where voices come from
  ///   - cacheFolder: the user's folder for what was measured; nil if there is none
  ///   - locale: the name of the user's locale, for scripts whose words do not show their language; nil if there is none
  ///   - cancellation: ends the measuring of voices early
  ///   - note: takes what is worth telling, in order
  public init(
    _ providers: any VoiceProviders, cacheFolder: String?, locale: String? = nil,
    cancellation: Cancellation,
    note: @escaping (CastingNote) -> Void = { _ in }
  ) {
    self.providers = providers
    self.cacheFolder = cacheFolder
    self.locale = locale.flatMap(LanguageChoice.tag(ofLocale:))
    self.cancellation = cancellation
    self.note = note
  }

  /// The cast of `screenplay`: everybody has a voice, as long as there is one.
  ///
  /// - Parameters:
  ///   - screenplay: the script
  ///   - request: what the user wishes
  ///   - kept: what is kept of its cast
  /// - Returns: the cast, and what is to be said of it
  /// - Throws: ``CastingFailure`` where a name or a voice of the request is not there, or no voice at all
  public func cast(
    of screenplay: Screenplay, _ request: CastRequest, kept: KeptCast
  ) throws(CastingFailure) -> CastOutcome {
    var outcome = try parts(of: screenplay, request, kept: kept)
    try fill(&outcome, request, kept: kept)
    return outcome
  }

  /// The parts of `screenplay` with the voices that are kept or wished for; no plugin is asked.
  public func parts(
    of screenplay: Screenplay, _ request: CastRequest, kept: KeptCast
  ) throws(CastingFailure) -> CastOutcome {
    var kept = kept
    for (cue, name) in request.file?.cast.aliases ?? [:] {
      kept.aliases[cue] = CharacterName.key(of: name)
    }
    for alias in request.aliases {
      kept.aliases[alias.cue] = alias.name.map { CharacterName.key(of: $0) }
    }
    let own = Set(
      (request.separateParts + request.assignments.map(\.name)).map { CharacterName.key(of: $0) }
        + (request.file?.cast.roles.filter(\.isLocked).map(\.key) ?? []))
    var outcome = CastOutcome(
      of: screenplay, kept, language: request.language, locale: locale, own: own)
    if let file = request.file { take(file, &outcome) }
    try take(request, &outcome)
    return outcome
  }

  /// Gives voices to those of `outcome` who have none.
  ///
  /// - Parameters:
  ///   - outcome: what ``parts(of:_:kept:)`` made of the same `request` and `kept`
  ///   - request: what the user wishes
  ///   - kept: what is kept of the script's cast
  /// - Throws: ``CastingFailure`` where a voice of the request is not there, or no voice at all
  public func fill(
    _ outcome: inout CastOutcome, _ request: CastRequest, kept: KeptCast
  ) throws(CastingFailure) {
    try check(request)
    if request.castsAgain || needsOthers(outcome.cast, request) { clear(&outcome.cast) }
    let played = Set(request.playedParts.compactMap { outcome.key(of: $0) })
    let free = outcome.free.subtracting(played)
    let standInsWanted = free.union(
      request.assignments.compactMap { outcome.key(of: $0.name) }
        .filter { outcome.cast.role(key: $0)?.fallbacks.isEmpty == true })
    guard !standInsWanted.isEmpty || request.examinesEverybody else {
      if request.isLasting { outcome.lastingCast = outcome.cast }
      return
    }
    // For the proposal, a part that is locked without a voice is not there.
    let voiceless = played.filter {
      outcome.cast.role(key: $0).map { $0.voice == nil && !$0.isLocked } ?? false
    }
    func lock(_ isLocked: Bool) {
      for key in voiceless { _ = outcome.cast.change(key: key) { $0.isLocked = isLocked } }
    }
    lock(true)
    let isDisturbed: Bool
    do throws(CastingFailure) {
      isDisturbed = try propose(
        &outcome, request, free: free, standInsWanted: standInsWanted)
    } catch {
      lock(false)
      throw error
    }
    lock(false)
    outcome.lastingCast = lasting(outcome, request, kept, isDisturbed: isDisturbed)
  }

  /// Answers whether the proposal lacks voices whose process somebody else ended.
  private func propose(
    _ outcome: inout CastOutcome, _ request: CastRequest, free: Set<String>,
    standInsWanted: Set<String>
  ) throws(CastingFailure) -> Bool {
    if let source = outcome.languageSource, source != .text {
      note(.languageUnclear(LanguageChoice(outcome.language, source)))
    }
    let survey = VoiceSurvey(
      providers: providers, cacheFolder: cacheFolder, cancellation: cancellation, note: note)
    let findings = try survey.candidates(
      request.pool, language: outcome.language, count: outcome.cast.roles.count + 1,
      have: outcome.cast.everybody.compactMap(\.voice))
    outcome.isOtherLanguage = findings.isOtherLanguage && !free.isEmpty
    let proposal = CastProposal(voices: findings.candidates)
    proposal.fill(&outcome.cast, exchanges: outcome.speakers.exchanges)
    proposal.fillFallbacks(&outcome.cast, of: standInsWanted)
    giveNamedVoices(&outcome.cast, request)
    outcome.isNew = free
    outcome.alike = proposal.alike(in: outcome.cast, exchanges: outcome.speakers.exchanges)
    outcome.reasons = proposal.reasons(
      of: outcome.cast, exchanges: outcome.speakers.exchanges)
    guard request.examinesEverybody else { return findings.isDisturbed }
    let there = Set(findings.candidates.map { "\($0.reference.provider):\($0.reference.voice)" })
    var availability = VoiceAvailability(providers)
    for role in outcome.cast.everybody {
      guard let voice = role.voice, !there.contains("\(voice.provider):\(voice.voice)") else {
        continue
      }
      outcome.unavailable[role.key] = availability.absence(of: voice)
    }
    return findings.isDisturbed
  }

  // MARK: - The pool

  /// Whether somebody who is not locked has a voice that is not of the pool.
  ///
  /// A part with a voice of the pool keeps it as long as all do, so that a new part changes no other voice. A cast file says
  /// itself who has what.
  private func needsOthers(_ cast: Cast, _ request: CastRequest) -> Bool {
    guard !request.pool.isEmpty, request.file == nil else { return false }
    return cast.everybody.contains { role in
      !role.isLocked && role.voice.map { !isOfPool($0, request) } ?? false
    }
  }

  private func isOfPool(_ voice: VoiceReference, _ request: CastRequest) -> Bool {
    request.pool.contains { choice in
      choice.reference.plugin == voice.provider
        && (choice.reference.part.isEmpty || choice.reference.part == voice.voice)
        && choice.settings.map { "\($0.name)=\($0.value)" }.sorted()
          == voice.settings.map { "\($0.name)=\($0.value)" }.sorted()
    }
  }

  private func clear(_ cast: inout Cast) {
    cast.changeEverybody { role in
      guard !role.isLocked else { return }
      role.voice = nil
      role.fallbacks = []
    }
  }

  /// A proposal leaves out what hardly is a voice, or fails; if the user named nothing else, they get it all the same.
  private func giveNamedVoices(_ cast: inout Cast, _ request: CastRequest) {
    let named = request.pool.map { choice in
      var reference = VoiceReference(choice)
      reference.language = request.language
      return reference
    }
    guard !named.isEmpty else { return }
    cast.changeEverybody { role in
      guard role.voice == nil, !role.isLocked else { return }
      role.voice = named[0]
      role.fallbacks = Array(named.dropFirst())
    }
  }

  // MARK: - Wishes

  private func take(_ file: CastFile, _ outcome: inout CastOutcome) {
    let given = Dictionary(file.cast.everybody.map { ($0.key, $0) }) { first, _ in first }
    var there: Set<String> = []
    outcome.cast.changeEverybody { own in
      guard let role = given[own.key] else { return }
      there.insert(own.key)
      if let voice = role.voice { own.voice = voice }
      if !role.fallbacks.isEmpty || role.voice != nil { own.fallbacks = role.fallbacks }
      own.isLocked = role.isLocked
      own.notes = role.notes
      if let gender = role.gender { own.gender = gender }
      if !role.age.isEmpty { own.age = role.age }
    }
    for role in file.cast.everybody where !there.contains(role.key) {
      note(.stranger(name: role.name, line: file.lines[role.key] ?? 1))
    }
  }

  private func take(_ request: CastRequest, _ outcome: inout CastOutcome) throws(CastingFailure) {
    for wish in request.assignments {
      try change(wish.name, .voice, &outcome) { role in
        role.voice = wish.voices.first
        if wish.voices.count > 1 { role.fallbacks = Array(wish.voices.dropFirst()) }
        role.isLocked = true
      }
    }
    if let narrator = request.narrator {
      outcome.cast.narrator.voice = narrator
      outcome.cast.narrator.isLocked = true
    }
    for wish in request.standIns {
      try change(wish.name, .standIn, &outcome) { $0.fallbacks = wish.voices }
    }
    for wish in request.genders {
      try change(wish.name, .gender, &outcome) { role in
        guard role.toldGender != wish.gender else { return }
        role.toldGender = wish.gender
        role.gender = wish.gender
        guard !role.isLocked else { return }
        role.voice = nil
        role.fallbacks = []
      }
      if let key = outcome.key(of: wish.name), let role = outcome.cast.role(key: key) {
        outcome.unknownLeads.removeAll { $0 == role.name }
      }
    }
    for remark in request.remarks {
      try change(remark.name, .remark, &outcome) { $0.notes = remark.words }
    }
    for name in request.unlocks { try change(name, .unlock, &outcome) { $0.isLocked = false } }
    for name in request.locks {
      var hasVoice = true
      try change(name, .lock, &outcome) {
        hasVoice = $0.voice != nil
        $0.isLocked = hasVoice
      }
      guard hasVoice else { throw .nothingToLock(name: name) }
    }
  }

  private func change(
    _ name: String, _ use: CastingFailure.Use, _ outcome: inout CastOutcome,
    _ body: (inout CastRole) -> Void
  ) throws(CastingFailure) {
    guard let key = outcome.key(of: name) else {
      throw .unknownPart(name: name, use: use, parts: outcome.cast.roles)
    }
    _ = outcome.cast.change(key: key, body)
  }

  /// Whether all voices that the request names are available.
  private func check(_ request: CastRequest) throws(CastingFailure) {
    var availability = VoiceAvailability(providers)
    for mention in request.file?.mentions ?? [] {
      guard let absence = availability.absence(of: mention.reference) else { continue }
      throw .missingVoiceInFile(
        mention.reference, absence,
        part: request.file?.cast.role(key: mention.key)?.name ?? mention.key, line: mention.line)
    }
    let named =
      request.assignments.flatMap(\.voices) + (request.narrator.map { [$0] } ?? [])
      + request.standIns.flatMap(\.voices)
    for voice in named {
      if let absence = availability.absence(of: voice) { throw .missingVoice(voice, absence) }
    }
  }

  // MARK: - What stays

  /// The cast to be kept: with what was proposed, and without what was wished for this time only; nil with a cast file, which
  /// keeps itself, and with voices to cast from where a cast is kept: these are for this time.
  ///
  /// A proposal that was affected by processes ended from outside is for this time, too.
  private func lasting(
    _ outcome: CastOutcome, _ request: CastRequest, _ kept: KeptCast, isDisturbed: Bool
  ) -> Cast? {
    guard !isDisturbed else { return request.isLasting ? withoutProposal(outcome) : nil }
    guard !request.isLasting else { return outcome.cast }
    let isFirst = kept.roles.allSatisfy { $0.voice.isEmpty }
    guard request.file == nil, request.pool.isEmpty || isFirst else { return nil }
    var cast = outcome.cast
    cast.aliases = kept.aliases
    var wished = Set(request.assignments.compactMap { outcome.key(of: $0.name) })
    if request.narrator != nil { wished.insert("") }
    let known = Set(kept.roles.map(\.character))
    cast.roles.removeAll { wished.contains($0.key) && !known.contains($0.key) }
    for key in wished {
      _ = cast.change(key: key) { role in
        role.voice = nil
        role.fallbacks = []
        role.isLocked = false
        kept.fill(&role)
      }
    }
    return cast
  }

  private func withoutProposal(_ outcome: CastOutcome) -> Cast {
    var cast = outcome.cast
    cast.changeEverybody { role in
      guard outcome.isNew.contains(role.key) else { return }
      role.voice = nil
      role.fallbacks = []
    }
    return cast
  }
}
