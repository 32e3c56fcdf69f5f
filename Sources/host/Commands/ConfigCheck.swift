import CueCasting
import CueModel
import CuePlugins

/// Checks that the plugins, voices and profiles in a value of cue.conf are installed, so that a mistake is reported at once.
///
/// A service may be set even if it does not answer now, or has no key yet.
struct ConfigCheck {
  private let plugins: PluginHost

  init(_ environment: UserEnvironment) { plugins = PluginHost(environment) }

  /// Throws if `value` of the setting `key` names something that is not installed.
  func check(_ key: String, _ value: String) throws(UserError) {
    switch String(key.prefix { $0 != "." }) {
    case "voice":
      for reference in PluginReference.list(value) { try check(voice: reference) }
    case Preference.recognizer.rawValue: try check(value, .recognizer)
    case Preference.device.rawValue, Preference.microphone.rawValue: try check(value, .device)
    default: break
    }
  }

  private func check(voice reference: PluginReference) throws(UserError) {
    let choice = PluginChoice(reference: reference)
    do throws(PluginSetupError) { _ = try PluginVoices(plugins).provider(choice) } catch {
      guard error.isMistaken else { return }
      throw UserError(error)
    }
    guard reference.plugin != "profile" else { return }
    try check(kind: .voice, of: choice)
    guard PluginVoices(plugins).refusesVoice(choice) else { return }
    throw UserError(VoiceAbsence.unknownVoice(reference.part, provider: reference.plugin))
  }

  private func check(_ value: String, _ kind: PluginKind) throws(UserError) {
    let choice = PluginChoice(reference: PluginReference(value))
    do throws(PluginSetupError) {
      _ = try plugins.setup(kind == .recognizer ? plugins.recognizer(choice) : choice)
    } catch {
      guard error.isMistaken else { return }
      throw UserError(error)
    }
    try check(kind: kind, of: kind == .recognizer ? plugins.recognizer(choice) : choice)
  }

  /// Throws if the plugin is of another kind; a plugin of unknown kind passes.
  private func check(kind: PluginKind, of choice: PluginChoice) throws(UserError) {
    let kinds = plugins.kinds(of: choice.reference)
    guard !kinds.isEmpty, !kinds.contains(kind) else { return }
    let known = kinds.map(\.name).sorted().joined(separator: ", ")
    throw UserError(
      "\(choice.reference.plugin) is no plugin of kind \(kind.name); its kind is \(known).",
      hint: "'\(Program.name) plugins' lists the plugins.", .usage)
  }
}

extension PluginSetupError {
  /// Whether the named thing does not exist and cannot appear later.
  fileprivate var isMistaken: Bool {
    switch self {
    case .unknownProfile: true
    case .plugin(let failure): failure.kind == .notFound || failure.kind == .unusable
    case .configuration, .effect, .needsNetwork: false
    }
  }
}
