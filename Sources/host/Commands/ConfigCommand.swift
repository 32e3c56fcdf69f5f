import CueCasting
import CuePlugins
import CueSystem
import CueText

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
      _ = try preference(key)
      if try environment.changeConfiguration({ $0.unset(key) }) { return .done }
      if !manner.isQuiet { Console.say("\(key) is not set in \(environment.configurationPath).") }
      return .answerIsNo
    }
  }

  // MARK: Showing

  private func show(_ key: String?) throws -> ExitStatus {
    let set = try environment.configurationFile().entries
    if let key {
      let preference = try preference(key)
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
    let value = ConfigurationKey.isSecret(key) ? Credentials.masked(value) : value
    guard !manner.isJSON else {
      var json = JSONObject(event: "setting")
      json["name"] = .string(key)
      json["value"] = .string(value)
      json["set"] = .bool(isSet)
      return try Console.result(json.line)
    }
    var line = Rows.padded("\(key) = \(value)", 32)
    if !isSet { line += "by default; " }
    line += about ?? ""
    while line.last == " " || line.last == ";" { line.removeLast() }
    try Console.result(Signs.fitted(line + "\n"))
  }

  // MARK: Setting

  private func set(_ key: String, _ text: String) throws -> ExitStatus {
    let value = text.trimmed
    do throws(ConfigurationKey.Fault) { try ConfigurationKey.check(key, value) } catch {
      throw UserError(error, key, value)
    }
    do throws(ConfiguredNames.Fault) {
      try ConfiguredNames(environment).check(key, value)
    } catch { throw UserError(error) }
    try environment.changeConfiguration { $0.set(key, to: value) }
    if !manner.isQuiet, !manner.isJSON {
      Console.talk("\(key) = \(value) is kept in \(environment.configurationPath).\n")
    }
    return .done
  }

  /// The preference of that name; nil for a key of a language or plugin.
  private func preference(_ key: String) throws(UserError) -> Preference? {
    do throws(ConfigurationKey.Fault) { return try ConfigurationKey.preference(key) } catch {
      throw UserError(error, key, "")
    }
  }
}
