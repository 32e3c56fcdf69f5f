import CueCasting
import CuePlugins

extension UserError {
  /// Why `key` of cue.conf cannot have `value`.
  init(_ fault: ConfigurationKey.Fault, _ key: String, _ value: String) {
    switch fault {
    case .unknown:
      self = .unknown(
        key, in: Preference.allCases.map(\.rawValue),
        "There is no setting “\(key)”; '\(Program.name) config show' lists them.")
    case .value(let preference):
      self.init(
        "\(key) is \(preference.values), not “\(value)”.", hint: preference.hint(for: value), .usage
      )
    case .notOneLine:
      self = .usage(
        "\(key) needs a value on one line; 'config unset \(key)' takes it out.", "config")
    case .secret(let plugin):
      self.init(
        "Keys are not kept in cue.conf.",
        hint: "'\(Program.name) credentials set \(plugin)' keeps one where only you can read it.",
        .usage)
    case .rate:
      self.init("\(key) is requests a minute, as in 60; not “\(value)”.", .usage)
    case .price:
      self.init("\(key) is the price of a character, as in 0.0003; not “\(value)”.", .usage)
    case .voices: self.init("\(key) is \(Preference.voice.values), not “\(value)”.", .usage)
    }
  }

  /// What is wrong with a name in a value of cue.conf.
  init(_ fault: ConfiguredNames.Fault) {
    switch fault {
    case .setup(let error): self.init(error)
    case .voice(let absence): self.init(absence)
    case .kind(let plugin, let needed, let known):
      let kinds = known.map(\.name).sorted().joined(separator: ", ")
      self.init(
        "\(plugin) is no plugin of kind \(needed.name); its kind is \(kinds).",
        hint: "'\(Program.name) plugins' lists the plugins.", .usage)
    }
  }
}
