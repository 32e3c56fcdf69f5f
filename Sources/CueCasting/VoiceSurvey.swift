import CueModel
import CuePlugins

/// Finds the voices that could be given parts, and what they sound like.
struct VoiceSurvey {
  let providers: any VoiceProviders
  /// Where measures and failures are kept; nil keeps none.
  let cacheFolder: String?
  let cancellation: Cancellation
  let note: (CastingNote) -> Void

  /// What was found.
  struct Findings {
    var candidates: [VoiceCandidate] = []
    /// Whether none speaks the language, and these are others.
    var isOtherLanguage = false
    /// Whether somebody else ended the process of a voice again and again, so that one is missing that would be here.
    var isDisturbed = false
  }

  /// A voice and where it is.
  private struct Found {
    var candidate: VoiceCandidate
    /// The place of its provider.
    var provider: Int
    var identity: SoundIdentity?
  }

  /// The voices of `choices` that speak `language`, as many as `count` parts have a use for; where there are no choices, those
  /// of the usual chain and then of every other plugin that needs no network.
  ///
  /// The voices that parts already `have` are measured with them, and not offered to others unless they are of these.
  func candidates(
    _ choices: [PluginChoice], language: String, count: Int, have: [VoiceReference]
  ) throws(CastingFailure) -> Findings {
    var used: [any VoiceProvider] = []
    var found: [Found] = []
    var all: [Found] = []
    var failed: [VoiceAbsence] = []
    var isDisturbed = false
    let failures = VoiceFailures(cacheFolder: cacheFolder)
    defer { failures.save() }
    for (rank, choice) in (choices.isEmpty ? usual() : choices).enumerated() {
      let provider: any VoiceProvider
      do throws(PluginSetupError) { provider = try providers.provider(choice) } catch {
        failed.append(.provider(error))
        continue
      }
      if choices.isEmpty, failures.has(provider) { continue }
      let engine = provider.makeVoice(core: nil)
      defer { engine.quit() }
      do throws(PluginFailure) {
        guard
          let voices = try voices(
            engine, choice, rank: rank, provider: used.count, isAsked: !choices.isEmpty)
        else {
          failed.append(
            .unknownVoice(choice.reference.part, provider: choice.reference.plugin))
          continue
        }
        used.append(provider)
        var speaking = voices.filter { $0.candidate.speaks(language) }
        for place in speaking.indices
        where Set(speaking[place].candidate.languages.map(primaryLanguage)).count > 1 {
          speaking[place].candidate.reference.language = language
        }
        found += try chosen(speaking, engine, count)
        if speaking.isEmpty { all += try chosen(voices, engine, count) }
      } catch {
        failed.append(.provider(.plugin(error)))
        if error.isFromOutside { isDisturbed = true }
        guard choices.isEmpty else { continue }
        note(.leftOut(error))
        failures.note(error, provider)
      }
    }
    let isOther = found.isEmpty
    if isOther { found = all }
    // The failure reports what ends the casting.
    if !choices.isEmpty {
      for error in found.isEmpty ? failed.dropFirst() : failed[...] { note(.unusable(error)) }
    }
    guard !found.isEmpty else { throw .noVoice(because: failed.first) }
    found += known(have, besides: found, &used)
    let measured = measured(found, used, failures, isAsked: !choices.isEmpty)
    return Findings(
      candidates: measured.candidates, isOtherLanguage: isOther && !language.isEmpty,
      isDisturbed: isDisturbed || measured.isDisturbed)
  }

  /// A voice that makes fewer seconds of sound in a second is slow: a busy machine would not keep up.
  private static let leastSpeed = 1.25

  /// How natural a voice is: where the user has put the plugins in an order, by the `place` of its own; else by its quality.
  ///
  /// Voices that do not say theirs come in the order of their plugins, as if the first were as good as flite.
  private static func rank(place: Int, quality: Int, isOrdered: Bool) -> Double {
    guard !isOrdered else { return Double(place) }
    return quality > 0 ? Double(5 - quality) : 3 + Double(place)
  }

  /// The chain that speaks where nothing is asked for, then every other voice plugin.
  private func usual() -> [PluginChoice] {
    var choices = providers.voicesByDefault
    for choice in providers.freeVoices()
    where !choices.contains(where: { $0.reference.plugin == choice.reference.plugin }) {
      choices.append(choice)
    }
    return choices
  }

  /// All voices of a plugin, each by itself, or followed by a variant; the one that was named, where one was, and nil if
  /// there is none of that name.
  private func voices(
    _ engine: any ListedVoice, _ choice: PluginChoice, rank: Int, provider: Int, isAsked: Bool
  ) throws(PluginFailure) -> [Found]? {
    let plugin = try engine.identify()
    guard isAsked || !plugin.needsNetwork else { return [] }
    func found(_ listed: [VoiceDescription]) -> [Found]? {
      voices(listed, plugin, choice, rank: rank, provider: provider, isAsked: isAsked)
    }
    if let found = found(try engine.voices()) { return found }
    // The list may have been a kept one, without the voice that is asked for.
    return found(try engine.currentVoices())
  }

  /// The same, from a list that the plugin gave; nil if the voice that is asked for is not in it.
  private func voices(
    _ all: [VoiceDescription], _ plugin: (id: String, needsNetwork: Bool), _ choice: PluginChoice,
    rank: Int, provider: Int, isAsked: Bool
  ) -> [Found]? {
    let asked = choice.reference.part
    let offered = all.filter { voice in
      asked == voice.id || !providers.isHidden("\(choice.reference.plugin):\(voice.id)")
    }
    // A robot gets a part only if the user names the voice, a slow voice only if the user names its plugin.
    let people = offered.filter { !asked.isEmpty || (!$0.isNovelty && (isAsked || !$0.isSlow)) }
    let listed = people.isEmpty && isAsked ? offered : people
    func found(_ voice: VoiceDescription, _ place: Int, after base: VoiceDescription? = nil)
      -> Found
    {
      let reference = VoiceReference(choice, voice: (base?.id ?? "") + voice.id)
      var candidate = VoiceCandidate(reference)
      candidate.gender = voice.gender
      candidate.age = voice.age
      candidate.languages = (base ?? voice).languages
      candidate.isVariant = base != nil
      candidate.quality = (base ?? voice).quality
      candidate.isSlow = (base ?? voice).isSlow
      candidate.rank = VoiceSurvey.rank(
        place: rank, quality: candidate.quality, isOrdered: isAsked || providers.hasChosenVoices)
      // The order in which a plugin lists its voices is its own opinion of them.
      candidate.rank += base == nil ? 0.06 * Double(min(place, 8)) : 0.5
      if voice.rateHertz > 0, voice.rateHertz < 16_000 { candidate.rank += 1 }
      return Found(
        candidate: candidate, provider: provider,
        identity: plugin.needsNetwork
          ? nil
          : SoundIdentity(plugin: plugin.id, fingerprint: "", parameters: [], isReproducible: false)
      )
    }
    let bases = listed.filter { !$0.isVariant }
    let variants = listed.filter(\.isVariant)
    guard asked.isEmpty else {
      if let voice = listed.voice(named: asked) { return [found(voice, 0)] }
      for base in bases where asked.hasPrefix(base.id) {
        if let variant = variants.first(where: { base.id + $0.id == asked }) {
          return [found(variant, 0, after: base)]
        }
      }
      return nil
    }
    // The default first: a plugin knows best which of its voices is its best.
    let order = bases.filter(\.isDefault) + bases.filter { !$0.isDefault }
    var all = order.enumerated().map { found($1, $0) }
    for base in order where !variants.isEmpty {
      all += variants.filter { $0.gender != nil }.map { found($0, 0, after: base) }
    }
    return all
  }

  /// The voices of parts that are not `found`, networks left out; those that are not available are reported elsewhere.
  private func known(
    _ have: [VoiceReference], besides found: [Found], _ used: inout [any VoiceProvider]
  ) -> [Found] {
    func name(_ reference: VoiceReference) -> String { "\(reference.provider)\n\(reference.voice)" }
    var seen = Set(found.map { name($0.candidate.reference) })
    var known: [Found] = []
    var engines: [String: (engine: any ListedVoice, place: Int)] = [:]
    defer { for (engine, _) in engines.values { engine.quit() } }
    for voice in have where !voice.voice.isEmpty && seen.insert(name(voice)).inserted {
      // The same plugin with other settings is another engine.
      let key = "\(voice.provider)\n\(voice.settings)"
      if engines[key] == nil {
        guard let provider = try? providers.provider(PluginChoice(voice)) else { continue }
        engines[key] = (provider.makeVoice(core: nil), used.count)
        used.append(provider)
      }
      guard let (engine, place) = engines[key],
        let plugin = try? engine.identify(), !plugin.needsNetwork,
        let identity = try? engine.soundIdentity(voice: voice.voice)
      else { continue }
      var plain = VoiceReference(provider: voice.provider, voice: voice.voice)
      plain.settings = voice.settings
      var candidate = VoiceCandidate(plain)
      candidate.pitchMeans = (try? engine.pitchMeans(of: voice.voice)) ?? .none
      candidate.isOffered = false
      known.append(Found(candidate: candidate, provider: place, identity: identity))
    }
    return known
  }

  /// As many of `voices` as parts have a use for: all that are voices by themselves, up to a few for each part, and variants of
  /// the best of them, men and women in turn.
  private func chosen(
    _ voices: [Found], _ engine: any ListedVoice, _ count: Int
  ) throws(PluginFailure) -> [Found] {
    let most = 4 * count + 16
    var chosen = Array(voices.filter { !$0.candidate.isVariant }.prefix(most))
    if let best = chosen.first {
      let variants = voices.filter {
        $0.candidate.isVariant
          && $0.candidate.reference.voice.hasPrefix(best.candidate.reference.voice)
      }
      let women = variants.filter { $0.candidate.gender == .female }
      let men = variants.filter { $0.candidate.gender != .female }
      for place in 0..<min(max(women.count, men.count), count + 4) {
        if place < women.count { chosen.append(women[place]) }
        if place < men.count { chosen.append(men[place]) }
      }
    } else {
      chosen = Array(voices.prefix(most))
    }
    for place in chosen.indices where !chosen[place].candidate.isVariant {
      chosen[place].candidate.pitchMeans = try engine.pitchMeans(
        of: chosen[place].candidate.reference.voice)
    }
    for place in chosen.indices where chosen[place].identity != nil {
      chosen[place].identity = try engine.soundIdentity(
        voice: chosen[place].candidate.reference.voice)
    }
    return chosen
  }

  /// The candidates with their prints; voices that cannot say a sentence are left out.
  private func measured(
    _ found: [Found], _ used: [any VoiceProvider], _ failures: VoiceFailures, isAsked: Bool
  ) -> (candidates: [VoiceCandidate], isDisturbed: Bool) {
    var isDisturbed = false
    var places: [Int] = []
    var subjects: [VoicePrints.Subject] = []
    var candidates: [VoiceCandidate?] = found.map(\.candidate)
    for (place, one) in found.enumerated() {
      guard let identity = one.identity else { continue }
      let voice = one.candidate.reference.voice
      if !isAsked || !one.candidate.isOffered, failures.has(used[one.provider], voice: voice) {
        if one.candidate.isOffered { candidates[place] = nil }
        continue
      }
      places.append(place)
      subjects.append(
        VoicePrints.Subject(
          provider: one.provider, voice: voice,
          learnsResponse: !one.candidate.isVariant && one.candidate.pitchMeans == .engine,
          learnsSpeed: one.candidate.quality >= VoiceCandidate.naturalQuality,
          identity: identity))
    }
    var told: Set<String> = []
    let outcomes = VoicePrints(cacheFolder: cacheFolder).prints(of: subjects, used, cancellation)
    for (place, outcome) in zip(places, outcomes) {
      switch outcome {
      case .print(var print):
        if candidates[place]?.pitchMeans == PitchMeans.none { print.pitchResponse = 0 }
        candidates[place]?.print = print
        if print.speedOfMaking > 0, print.speedOfMaking < VoiceSurvey.leastSpeed {
          candidates[place]?.isSlow = true
        }
      case .nothing: break
      case .failed(let failure):
        let one = found[place]
        if failure.isFromOutside { isDisturbed = true }
        failures.note(failure, used[one.provider], voice: one.candidate.reference.voice)
        guard one.candidate.isOffered else { continue }
        candidates[place] = nil
        // One note for all voices of a plugin.
        if told.insert(failure.plugin).inserted { note(.leftOut(failure)) }
      }
    }
    return (candidates.compactMap { $0 }, isDisturbed)
  }
}

extension VoiceCandidate {
  /// Whether it speaks `language`, whatever the region; it does where nothing is known of its languages.
  func speaks(_ language: String) -> Bool {
    let wanted = primaryLanguage(language)
    return wanted.isEmpty || languages.isEmpty
      || languages.contains { primaryLanguage($0) == wanted }
  }
}

/// The language of a BCP 47 tag without its region, in small letters.
func primaryLanguage(_ tag: String) -> String {
  String(tag.lowercased().prefix { $0 != "-" && $0 != "_" })
}
