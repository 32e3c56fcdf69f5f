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
