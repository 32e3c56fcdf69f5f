import CueCasting
import CueModel
import CuePlugins
import CueSystem

/// The action of `profiles`.
enum ProfilesAction: Equatable {
  case list(language: String)
  case show(String)
  case set(String, [Value])
  case remove(String)
  /// The profile of a language, which is empty for all; nil removes it.
  case setDefault(String?, language: String)
  case hide(String, Bool)

  struct Value: Equatable {
    let key: String
    let value: String
  }
}

/// `host profiles`: the user's own names for voices, in voices.json.
struct ProfilesCommand {
  let action: ProfilesAction
  let studio: Studio
  private var environment: UserEnvironment { studio.environment }

  func run() throws -> ExitStatus {
    switch action {
    case .list(let language): return try list(language)
    case .show(let name):
      try tell(try profile(name), try environment.profiles())
      return .done
    case .set(let name, let values): return try set(name, values)
    case .remove(let name):
      if try environment.changeProfiles({ $0.remove(name) }) { return .done }
      return explainMissing(name)
    case .setDefault(let name, let language):
      if let name { _ = try profile(name) }
      try environment.changeProfiles { $0.setDefault(name, forLanguage: language) }
      return .done
    case .hide(let voice, let isHidden):
      guard voice.contains(":") else {
        throw UserError("A voice is PLUGIN:VOICE, as in flite:awb; not “\(voice)”.", .usage)
      }
      if try environment.changeProfiles({ $0.setHidden(voice, isHidden) }) { return .done }
      studio.note(UserError("\(voice) is \(isHidden ? "hidden already" : "not hidden").", .done))
      return .answerIsNo
    }
  }

  private func profile(_ name: String) throws -> NamedProfile {
    let store = try environment.profiles()
    guard let profile = store.profile(named: name) else {
      throw UserError(
        PluginSetupError.unknownProfile(name, known: store.profiles.map(\.name)))
    }
    return profile
  }

  private func explainMissing(_ name: String) -> ExitStatus {
    studio.note(UserError("There is no profile “\(name)”.", .done))
    return .answerIsNo
  }

  private func list(_ language: String) throws -> ExitStatus {
    let store = try environment.profiles()
    for profile in store.visible(language: language) { try tell(profile, store) }
    if !studio.manner.isJSON {
      for voice in store.hidden { try Console.result("hidden: \(voice)\n") }
    }
    if store.profiles.isEmpty, !studio.manner.isQuiet, !studio.manner.isJSON {
      Console.talk(
        "There are no profiles yet. \(Program.name) profiles set anna voice=flite:slt rate=0.55\n")
    }
    return .done
  }

  private func tell(_ profile: NamedProfile, _ store: ProfileStore) throws(UserError) {
    let languages = store.defaults.filter { $0.value.lowercased() == profile.name.lowercased() }
      .keys.sorted()
    let isActive = store.active.contains { $0.lowercased() == profile.name.lowercased() }
    guard !studio.manner.isJSON else {
      var json = JSONObject(event: "profile")
      profile.describe(in: &json)
      json["default"] = .strings(languages)
      json["active"] = .bool(isActive)
      return try Console.result(json.line)
    }
    var about = [profile.voice]
    if !profile.language.isEmpty { about.append(profile.language) }
    about.append("rate \(profile.profile.rate) ±\(profile.tuning.rateVariation)")
    about.append("pitch \(profile.profile.pitch) ±\(profile.tuning.pitchVariation)")
    about.append("volume \(profile.profile.volume * profile.tuning.volume)")
    about += languages.map { $0.isEmpty ? "default" : "default for \($0)" }
    if isActive { about.append("in the chorus") }
    try Console.result(
      Signs.fitted(
        Rows.padded("profile:\(profile.name)", 20) + about.joined(separator: ", ") + "\n"))
  }

  // MARK: Setting

  private static let keys = [
    "voice", "language", "rate", "pitch", "volume", "rate-variation", "pitch-variation",
    "tuning-volume", "seed", "chorus",
  ]

  private func set(
    _ name: String, _ values: [ProfilesAction.Value]
  ) throws -> ExitStatus {
    let isName = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    guard isName, !name.isEmpty, name.lowercased() != "none" else {
      throw UserError(
        "A profile's name is letters, digits, - and _, and not “none”; not “\(name)”.", .usage)
    }
    var profile =
      try environment.profiles().profile(named: name) ?? NamedProfile(name, voice: "")
    var isActive: Bool?
    for pair in values { try take(pair, &profile, &isActive) }
    guard !profile.voice.isEmpty else {
      throw UserError(
        "A profile needs a voice, as in: \(Program.name) profiles set \(name) voice=flite:slt",
        .usage)
    }
    let reference = PluginReference(profile.voice)
    var availability = VoiceAvailability(PluginVoices(studio.plugins))
    let voice = VoiceReference(provider: reference.plugin, voice: reference.part)
    if let absence = availability.absence(of: voice) { studio.note(UserError(absence)) }
    let made = profile
    try environment.changeProfiles { store in
      store.set(made)
      if let isActive { store.setActive(made.name, isActive) }
    }
    if !studio.manner.isQuiet, !studio.manner.isJSON {
      Console.talk("\(environment.profilesPath) has it: --voice=profile:\(name)\n")
    }
    return .done
  }

  private func take(
    _ pair: ProfilesAction.Value, _ profile: inout NamedProfile,
    _ isActive: inout Bool?
  ) throws(UserError) {
    func number(_ range: ClosedRange<Double>) throws(UserError) -> Double {
      try OptionValues.number(pair.key, pair.value, range)
    }
    switch pair.key {
    case "voice":
      guard Preference.recognizer.accepts(pair.value), !pair.value.hasPrefix("profile") else {
        throw UserError("voice is one voice, as in flite:slt; not “\(pair.value)”.", .usage)
      }
      profile.voice = pair.value
    case "language":
      profile.language = pair.value.isEmpty ? "" : try OptionValues.language(pair.value)
    case "rate": profile.profile.rate = try number(0...1)
    case "pitch": profile.profile.pitch = try number(0.5...2)
    case "volume": profile.profile.volume = try number(0...1)
    case "rate-variation": profile.tuning.rateVariation = try number(0...1)
    case "pitch-variation": profile.tuning.pitchVariation = try number(0...1)
    case "tuning-volume": profile.tuning.volume = try number(0...1)
    case "seed": profile.seed = UInt64(try number(0...9_007_199_254_740_991))
    case "chorus":
      guard Preference.snappy.accepts(pair.value) else {
        throw UserError("chorus is on or off, not “\(pair.value)”.", .usage)
      }
      isActive = pair.value == "on"
    default:
      throw .unknown(
        pair.key, in: ProfilesCommand.keys,
        "A profile has \(OptionValues.alternatives(ProfilesCommand.keys)), not “\(pair.key)”.")
    }
  }
}
