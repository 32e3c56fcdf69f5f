import CueCasting
import CueModel
import CuePlugins

/// Finds the voices that could be given parts, and what they sound like.
struct VoiceSurvey {
  let studio: Studio
  let cancellation: Cancellation

  /// What was found.
  struct Findings {
    var candidates: [VoiceCandidate] = []
    /// Whether none speaks the language, and these are others.
    var isOtherLanguage = false
  }

  /// A voice and where it is.
  private struct Found {
    var candidate: VoiceCandidate
    var setup: Int
    var identity: SoundIdentity?
  }

  /// The voices of `choices` that speak `language`, as many as `count` parts have a use for; where there are no choices, those
  /// of the usual chain and then of every other plugin that is there, networks left out.
  ///
  /// What parts already `have` is measured with them, and not offered to others unless it is of these.
  func candidates(
    _ choices: [PluginChoice], language: String, count: Int, have: [VoiceReference]
  ) throws -> Findings {
    var setups: [PluginSetup] = []
    var found: [Found] = []
    var all: [Found] = []
    var firstFailure: UserError?
    let failures = VoiceFailures(studio.environment)
    defer { failures.save() }
    var asides: [UserError] = []
    for (rank, choice) in (choices.isEmpty ? usual() : choices).enumerated() {
      var file: PluginFile?
      do {
        let setup = try studio.setup(choice)
        file = setup.file
        if choices.isEmpty, failures.has(setup.file) { continue }
        let client = VoiceClient(setup)
        defer { client.quit() }
        let voices = try voices(
          client, choice, rank: rank, setup: setups.count, isAsked: !choices.isEmpty)
        setups.append(setup)
        var speaking = voices.filter { VoiceSurvey.speaks($0.candidate, language) }
        for place in speaking.indices
        where Set(speaking[place].candidate.languages.map(VoiceSurvey.primary)).count > 1 {
          speaking[place].candidate.reference.language = language
        }
        found += try chosen(speaking, client, count)
        if speaking.isEmpty { all += try chosen(voices, client, count) }
      } catch let failure as PluginFailure {
        firstFailure = firstFailure ?? UserError(failure)
        if choices.isEmpty, let file {
          tell(failure)
          failures.note(failure, file)
        } else {
          asides.append(UserError(failure))
        }
      } catch let userError as UserError {
        firstFailure = firstFailure ?? userError
        if !choices.isEmpty { asides.append(userError) }
      }
    }
    let isOther = found.isEmpty
    if isOther { found = all }
    // What ends the program is said once.
    for aside in found.isEmpty ? asides.dropFirst() : asides[...] { studio.note(aside) }
    guard !found.isEmpty else {
      throw firstFailure
        ?? UserError(
          "There is no voice to cast with.",
          hint: "'host plugins' lists what can be used, and why others cannot.", .unavailable)
    }
    found += known(have, besides: found, &setups)
    return Findings(
      candidates: measured(found, setups, failures, isAsked: !choices.isEmpty),
      isOtherLanguage: isOther && !language.isEmpty)
  }

  /// The chain that speaks where nothing is asked for, then every other voice plugin.
  private func usual() -> [PluginChoice] {
    var choices = studio.plugins.voicesByDefault
    guard let settings = try? studio.workerSettings() else { return choices }
    let files = studio.environment.search.allFiles()
    for record in studio.registry.records(of: files, settings)
    where record.state == .ok {
      for plugin in record.plugins where plugin.kind == .voice && !plugin.needsNetwork {
        let reference = PluginReference(plugin.id)
        guard !choices.contains(where: { $0.reference.plugin == plugin.id }) else { continue }
        choices.append(PluginChoice(reference: reference))
      }
    }
    return choices
  }

  /// All voices of a plugin, each by itself, or with a variant behind it; the one that was named, where one was.
  private func voices(
    _ client: VoiceClient, _ choice: PluginChoice, rank: Int, setup: Int, isAsked: Bool
  ) throws(PluginFailure) -> [Found] {
    let plugin = try client.start()
    guard isAsked || !plugin.needsNetwork else { return [] }
    let listed = try client.voices()
    let asked = choice.reference.part
    func found(_ voice: VoiceDescription, _ place: Int, behind base: VoiceDescription? = nil)
      -> Found
    {
      var reference = VoiceReference(
        provider: choice.reference.plugin, voice: (base?.id ?? "") + voice.id)
      reference.settings = choice.settings.map { .init($0.name, $0.value) }
      var candidate = VoiceCandidate(reference)
      candidate.gender = voice.gender?.rawValue ?? ""
      candidate.age = voice.age
      candidate.languages = (base ?? voice).languages
      candidate.isVariant = base != nil
      // The order in which a plugin lists its voices is its own opinion of them.
      candidate.rank = Double(rank) + (base == nil ? 0.06 * Double(min(place, 8)) : 0.5)
      if voice.rateHertz > 0, voice.rateHertz < 16_000 { candidate.rank += 1 }
      return Found(
        candidate: candidate, setup: setup,
        identity: plugin.needsNetwork
          ? nil
          : SoundIdentity(plugin: plugin.id, fingerprint: "", parameters: [], isReproducible: false)
      )
    }
    let bases = listed.filter { !$0.isVariant }
    let variants = listed.filter(\.isVariant)
    guard asked.isEmpty else {
      if let voice = listed.first(where: { $0.id == asked }) { return [found(voice, 0)] }
      for base in bases where asked.hasPrefix(base.id) {
        if let variant = variants.first(where: { base.id + $0.id == asked }) {
          return [found(variant, 0, behind: base)]
        }
      }
      throw PluginFailure(
        plugin: client.plugin, activity: "casting", kind: .unusable,
        reason: "it has no voice “\(asked)”; 'host voices \(client.plugin)' lists its voices")
    }
    // The default first: a plugin knows best which of its voices is its best.
    let order = bases.filter(\.isDefault) + bases.filter { !$0.isDefault }
    var all = order.enumerated().map { found($1, $0) }
    for base in order where !variants.isEmpty {
      all += variants.filter { $0.gender != nil }.map { found($0, 0, behind: base) }
    }
    return all
  }

  /// The voices that parts have and that are not `found`, networks left out; what cannot be had is told of elsewhere.
  private func known(
    _ have: [VoiceReference], besides found: [Found], _ setups: inout [PluginSetup]
  ) -> [Found] {
    func name(_ reference: VoiceReference) -> String { "\(reference.provider)\n\(reference.voice)" }
    var seen = Set(found.map { name($0.candidate.reference) })
    var known: [Found] = []
    var clients: [String: (client: VoiceClient, setup: Int)] = [:]
    defer { for (client, _) in clients.values { client.quit() } }
    for voice in have where !voice.voice.isEmpty && seen.insert(name(voice)).inserted {
      if clients[voice.provider] == nil {
        guard
          let setup = try? studio.setup(PluginChoice(reference: PluginReference(voice.provider)))
        else { continue }
        clients[voice.provider] = (VoiceClient(setup), setups.count)
        setups.append(setup)
      }
      guard let (client, setup) = clients[voice.provider],
        let plugin = try? client.start(), !plugin.needsNetwork,
        let identity = try? client.soundIdentity(voice: voice.voice)
      else { continue }
      var candidate = VoiceCandidate(
        VoiceReference(provider: voice.provider, voice: voice.voice))
      candidate.isOffered = false
      known.append(Found(candidate: candidate, setup: setup, identity: identity))
    }
    return known
  }

  /// As many of `voices` as parts have a use for: all that are voices by themselves, up to a few for each part, and variants of
  /// the best of them, men and women in turn.
  private func chosen(
    _ voices: [Found], _ client: VoiceClient, _ count: Int
  ) throws(PluginFailure) -> [Found] {
    let most = 4 * count + 16
    var chosen = Array(voices.filter { !$0.candidate.isVariant }.prefix(most))
    if let best = chosen.first {
      let variants = voices.filter {
        $0.candidate.isVariant
          && $0.candidate.reference.voice.hasPrefix(best.candidate.reference.voice)
      }
      let women = variants.filter { $0.candidate.gender == "female" }
      let men = variants.filter { $0.candidate.gender != "female" }
      for place in 0..<min(max(women.count, men.count), count + 4) {
        if place < women.count { chosen.append(women[place]) }
        if place < men.count { chosen.append(men[place]) }
      }
    } else {
      chosen = Array(voices.prefix(most))
    }
    for place in chosen.indices where chosen[place].identity != nil {
      chosen[place].identity = try client.soundIdentity(
        voice: chosen[place].candidate.reference.voice)
    }
    return chosen
  }

  /// Says of a plugin that broke, and that nobody asked for, that it is left out; one that refuses has its reasons.
  private func tell(_ failure: PluginFailure) {
    if case .refused = failure.kind, !studio.manner.isVerbose { return }
    studio.note(
      UserError(
        "\(failure.sentence) It gets no part.",
        hint: "It is tried again when its file changes, or after 'host plugins rescan'.", .done))
  }

  private func measured(
    _ found: [Found], _ setups: [PluginSetup], _ failures: VoiceFailures, isAsked: Bool
  ) -> [VoiceCandidate] {
    var places: [Int] = []
    var subjects: [VoicePrints.Subject] = []
    var candidates: [VoiceCandidate?] = found.map(\.candidate)
    for (place, one) in found.enumerated() {
      guard let identity = one.identity else { continue }
      let voice = one.candidate.reference.voice
      if !isAsked, one.candidate.isOffered, failures.has(setups[one.setup].file, voice: voice) {
        candidates[place] = nil
        continue
      }
      places.append(place)
      subjects.append(
        VoicePrints.Subject(
          setup: one.setup, voice: one.candidate.reference.voice,
          learnsResponse: !one.candidate.isVariant, identity: identity))
    }
    var told: Set<String> = []
    let outcomes = VoicePrints(studio.environment).prints(of: subjects, setups, cancellation)
    for (place, outcome) in zip(places, outcomes) {
      switch outcome {
      case .print(let print): candidates[place]?.print = print
      case .nothing: break
      // Who cannot say a sentence gets no part.
      case .failed(let failure):
        candidates[place] = nil
        let file = setups[found[place].setup].file
        // One word for all voices of a plugin.
        if told.insert(failure.plugin).inserted { tell(failure) }
        failures.note(failure, file, voice: found[place].candidate.reference.voice)
      }
    }
    return candidates.compactMap { $0 }
  }

  private static func speaks(_ voice: VoiceCandidate, _ language: String) -> Bool {
    let wanted = primary(language)
    return wanted.isEmpty || voice.languages.isEmpty
      || voice.languages.contains { primary($0) == wanted }
  }

  static func primary(_ language: String) -> String {
    String(language.lowercased().prefix { $0 != "-" && $0 != "_" })
  }
}
