import CueCasting
import CueModel
import CuePlugins
import CueRehearsal
import CueSystem
import CueText
import Glibc

/// The action of `config`.
enum ConfigAction: Equatable {
  /// All keys that cue.conf sets or could set, or one key.
  case show(String?)
  case set(String, to: String)
  case unset(String)
}

/// `host config`: the user's defaults, in cue.conf.
struct ConfigCommand {
  let action: ConfigAction
  let environment: UserEnvironment
  let manner: OutputManner

  func run() throws -> ExitStatus {
    switch action {
    case .show(let key): return try show(key)
    case .set(let key, let value): return try set(key, value)
    case .unset(let key):
      _ = try known(key)
      if try environment.changeConfiguration({ $0.unset(key) }) { return .done }
      if !manner.isQuiet { Console.say("\(key) is not set in \(environment.configurationPath).") }
      return .answerIsNo
    }
  }

  // MARK: Showing

  private func show(_ key: String?) throws -> ExitStatus {
    let set = try environment.configurationFile().entries
    if let key {
      let preference = try known(key)
      guard let value = set.first(where: { $0.key == key })?.value ?? preference.map(usual) else {
        if !manner.isQuiet { Console.say("\(key) is not set.") }
        return .answerIsNo
      }
      try tell(key, value, isSet: set.contains { $0.key == key }, about: preference?.summary)
      return .done
    }
    for preference in Preference.allCases {
      let own = set.first { $0.key == preference.rawValue }
      try tell(
        preference.rawValue, own?.value ?? usual(preference), isSet: own != nil,
        about: preference.summary)
    }
    for entry in set where Preference(rawValue: entry.key) == nil {
      try tell(entry.key, entry.value, isSet: true, about: nil)
    }
    return .done
  }

  /// The value if cue.conf has none; for voices, with those that are installed.
  private func usual(_ preference: Preference) -> String {
    preference == .voice ? PluginHost(environment).usualChain : preference.usual
  }

  private func tell(
    _ key: String, _ value: String, isSet: Bool, about: String?
  ) throws(UserError) {
    let value = ConfigCommand.isSecret(key) ? Credentials.masked(value) : value
    guard !manner.isJSON else {
      var json = JSONObject(event: "setting")
      json["name"] = .string(key)
      json["value"] = .string(value)
      json["set"] = .bool(isSet)
      return try Console.result(json.line)
    }
    var line = ListCommands.padded("\(key) = \(value)", 32)
    if !isSet { line += "by default; " }
    line += about ?? ""
    while line.last == " " || line.last == ";" { line.removeLast() }
    try Console.result(Signs.fitted(line + "\n"))
  }

  /// Whether the value of a key in cue.conf is a secret that should not be there.
  private static func isSecret(_ key: String) -> Bool {
    let last = key.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return key.contains(".")
      && ["key", "secret", "token", "password"].contains { last == $0 || last.hasSuffix("-\($0)") }
  }

  // MARK: Setting

  private func set(_ key: String, _ text: String) throws -> ExitStatus {
    let value = text.trimmed
    if let preference = try known(key) {
      guard preference.accepts(value) else {
        throw UserError(
          "\(key) is \(preference.values), not “\(value)”.", hint: preference.hint(for: value),
          .usage)
      }
    } else {
      try check(key, value)
    }
    try ConfigCheck(environment).check(key, value)
    try environment.changeConfiguration { $0.set(key, to: value) }
    if !manner.isQuiet, !manner.isJSON {
      Console.talk("\(key) = \(value) is kept in \(environment.configurationPath).\n")
    }
    return .done
  }

  /// The preference of that name; nil for a key of a language or plugin.
  ///
  /// Throws an explanation for any other.
  private func known(_ key: String) throws(UserError) -> Preference? {
    if let preference = Preference(rawValue: key) { return preference }
    let parts = key.split(separator: ".", omittingEmptySubsequences: false)
    let isWritten = key.utf8.allSatisfy {
      switch $0 {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }
    guard parts.count > 1, isWritten, !parts.contains(where: \.isEmpty) else {
      throw .unknown(
        key, in: Preference.allCases.map(\.rawValue),
        "There is no setting “\(key)”; '\(Program.name) config show' lists them.")
    }
    return nil
  }

  /// Checks whether a key of a language or a plugin may have that value.
  private func check(_ key: String, _ value: String) throws(UserError) {
    guard !value.isEmpty, !value.contains(where: \.isNewline) else {
      throw .usage(
        "\(key) needs a value on one line; 'config unset \(key)' takes it out.", "config")
    }
    if ConfigCommand.isSecret(key) {
      let plugin = key.prefix { $0 != "." }
      throw UserError(
        "Keys are not kept in cue.conf.",
        hint: "'\(Program.name) credentials set \(plugin)' keeps one where only you can read it.",
        .usage)
    }
    switch key.prefix(while: { $0 != "." }) {
    case "rate" where Int(value).map { $0 > 0 } != true:
      throw UserError("\(key) is requests a minute, as in 60; not “\(value)”.", .usage)
    case "price" where Double(value).map { $0 >= 0 } != true:
      throw UserError("\(key) is the price of a character, as in 0.0003; not “\(value)”.", .usage)
    case "voice" where !Preference.voice.accepts(value):
      throw UserError("\(key) is \(Preference.voice.values), not “\(value)”.", .usage)
    default: break
    }
  }
}

/// The defaults of cue.conf, for options that a command was not given.
///
/// Voices, devices and local-only are not here: `PluginHost` knows them in every program.
struct KeptDefaults {
  private let environment: UserEnvironment

  init(_ environment: UserEnvironment) { self.environment = environment }

  /// `command` with the user's defaults for the options that were not given.
  func applied(to command: Command, given: Set<String>) throws(UserError) -> Command {
    do throws(ConfigurationError) {
      switch command {
      case .speak(let source, let byLine, var sound):
        try take(&sound, given)
        return .speak(source, byLine: byLine, sound)
      case .queue(let options, var sound):
        try take(&sound, given)
        return .queue(options, sound)
      case .rehearse(var rehearse, var sound):
        try take(&sound, given)
        try take(&rehearse, given)
        return .rehearse(rehearse, sound)
      case .practice(var practice, var sound):
        if given.isDisjoint(with: ["--rate", "--rates"]) {
          practice.usualRate = try environment.number(.rate)
        }
        try take(&sound, given)
        return .practice(practice, sound)
      case .generate(var generate, let words):
        let profile = try profile()
        generate.speed = profile.speedFactor
        generate.pitchSemitones = profile.pitchSemitones
        return .generate(generate, words: words)
      default: return command
      }
    } catch { throw UserError(error) }
  }

  private func profile() throws(ConfigurationError) -> VoiceProfile {
    VoiceProfile(
      rate: try environment.number(.rate) ?? 0.5, pitch: try environment.number(.pitch) ?? 1)
  }

  private func take(
    _ sound: inout SoundOptions, _ given: Set<String>
  ) throws(ConfigurationError) {
    let profile = try profile()
    if !given.contains("--rate") { sound.speed = profile.speedFactor }
    if !given.contains("--pitch") { sound.pitchSemitones = profile.pitchSemitones }
  }

  private func take(
    _ rehearse: inout RehearseOptions, _ given: Set<String>
  ) throws(ConfigurationError) {
    if !given.contains("--strictness"), let word = try environment.preference(.strictness),
      let strictness = Strictness(rawValue: word)
    {
      rehearse.listening.rules.strictness = strictness
    }
    if !given.contains("--patience"), let seconds = try environment.number(.patience) {
      rehearse.listening.startSeconds = seconds
    }
    if !given.contains("--snappy"), try environment.isOn(.snappy) {
      rehearse.listening.beSnappy()
    }
    if !given.contains("--gap"), let milliseconds = try environment.number(.gap) {
      rehearse.pauseMilliseconds = Int(milliseconds)
    }
    rehearse.delaySeconds = try environment.number(.responseDelay) ?? 0
    try take(&rehearse.prompter, given)
  }

  private func take(
    _ prompter: inout PrompterSettings, _ given: Set<String>
  ) throws(ConfigurationError) {
    if !given.contains("--size"), let size = try environment.number(.prompterSize) {
      prompter.size = Int(size)
    }
    if given.isDisjoint(with: ["--mirror", "--no-mirror"]),
      try environment.isOn(.prompterMirror)
    {
      prompter.isMirrored = true
    }
    if !given.contains("--hide"), let word = try environment.preference(.prompterHide) {
      prompter.hiding = PrompterSettings.Hiding(word: word)
    }
    if !given.contains("--ease"), let seconds = try environment.number(.prompterEase) {
      prompter.easeSeconds = seconds
    }
  }
}

// MARK: - Profiles

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
        ListCommands.padded("profile:\(profile.name)", 20) + about.joined(separator: ", ") + "\n"))
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
    var availability = VoiceAvailability(studio.plugins)
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

/// `host credentials`: keeps the keys of plugins in a file that only the user can read.
struct CredentialsCommand {
  let action: CredentialsAction
  let credentials: Credentials
  let manner: OutputManner

  func run() throws -> ExitStatus {
    switch action {
    case .list:
      for stored in try credentials.stored() {
        if manner.isJSON {
          var json = JSONObject(event: "credential")
          json["plugin"] = .string(stored.plugin)
          json["name"] = .string(stored.name)
          json["masked"] = .string(Credentials.masked(stored.secret))
          try Console.result(json.line)
        } else {
          try Console.result(
            "\(stored.plugin) \(stored.name) \(Credentials.masked(stored.secret))\n")
        }
      }
      return .done
    case .set(let plugin, let name):
      try check(plugin, name)
      let secret = try read(plugin, name)
      try credentials.set(plugin: plugin, name: name, secret: secret)
      if !manner.isQuiet {
        Console.talk("The \(name) of \(plugin) is kept in \(credentials.path).\n")
      }
      return .done
    case .remove(let plugin, let name):
      if try credentials.remove(plugin: plugin, name: name) { return .done }
      Console.say("There is no \(name) of \(plugin) in \(credentials.path).")
      return .answerIsNo
    }
  }

  private func check(_ plugin: String, _ name: String) throws(UserError) {
    for word in [plugin, name] where word.isEmpty || word.contains(where: \.isWhitespace) {
      throw UserError("A plugin's id and a key's name are single words.", .usage)
    }
  }

  /// Asks on a terminal, without showing what is typed; else takes the first line of standard input.
  private func read(_ plugin: String, _ name: String) throws(UserError) -> String {
    let bytes: [UInt8]
    if isatty(STDIN_FILENO) == 1 {
      var before = termios()
      let knows = unsafe tcgetattr(STDIN_FILENO, &before) == 0
      var silent = before
      silent.c_lflag &= ~tcflag_t(ECHO)
      if knows { unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent) }
      defer { if knows { unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &before) } }
      Console.talk("The \(name) of \(plugin) (it is not shown): ")
      bytes = Array((readLine() ?? "").utf8)
      Console.talk("\n")
    } else {
      bytes = try Texts.contents(of: STDIN_FILENO, "Standard input")
    }
    let text = try Texts.checked(bytes, "The key")
    let secret = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    guard secret.count >= 8, secret.count <= 1024 else {
      throw UserError("A key has 8 to 1024 characters; this one has \(secret.count).", .badInput)
    }
    return secret
  }
}
