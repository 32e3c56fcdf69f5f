import CueModel
import CuePlugins

/// Checks that the plugins, voices and profiles in a value of cue.conf are installed, so that a mistake is reported at once.
///
/// A service may be named even if it does not answer now, or has no key yet.
package struct ConfiguredNames {
  /// What is wrong with a name.
  package enum Fault: Error {
    /// It cannot be found, and cannot appear later.
    case setup(PluginSetupError)
    /// The plugin has no such voice.
    case voice(VoiceAbsence)
    /// The plugin is of another kind than is needed.
    case kind(plugin: String, needed: PluginKind, known: [PluginKind])
  }

  private let plugins: PluginHost

  /// Checks against the plugins of `environment`.
  package init(_ environment: UserEnvironment) { plugins = PluginHost(environment) }

  /// Checks what `value` of the setting `key` names.
  ///
  /// - Throws: what is not installed
  package func check(_ key: String, _ value: String) throws(Fault) {
    switch String(key.prefix { $0 != "." }) {
    case "voice": for reference in PluginReference.list(value) { try check(voice: reference) }
    case Preference.recognizer.rawValue: try check(value, .recognizer)
    case Preference.device.rawValue, Preference.microphone.rawValue: try check(value, .device)
    default: break
    }
  }

  private func check(voice reference: PluginReference) throws(Fault) {
    let choice = PluginChoice(reference: reference)
    do throws(PluginSetupError) { _ = try PluginVoices(plugins).provider(choice) } catch {
      guard error.isMistaken else { return }
      throw .setup(error)
    }
    guard reference.plugin != "profile" else { return }
    try check(kind: .voice, of: choice)
    guard PluginVoices(plugins).refusesVoice(choice) else { return }
    throw .voice(.unknownVoice(reference.part, provider: reference.plugin))
  }

  private func check(_ value: String, _ kind: PluginKind) throws(Fault) {
    let named = PluginChoice(reference: PluginReference(value))
    let choice = kind == .recognizer ? plugins.recognizer(named) : named
    do throws(PluginSetupError) { _ = try plugins.setup(choice) } catch {
      guard error.isMistaken else { return }
      throw .setup(error)
    }
    try check(kind: kind, of: choice)
  }

  /// A plugin of unknown kind passes.
  private func check(kind: PluginKind, of choice: PluginChoice) throws(Fault) {
    let kinds = plugins.kinds(of: choice.reference)
    guard !kinds.isEmpty, !kinds.contains(kind) else { return }
    throw .kind(plugin: choice.reference.plugin, needed: kind, known: Array(kinds))
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
