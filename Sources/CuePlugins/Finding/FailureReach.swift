import CueModel

extension PluginFailure {
  /// What else will fail after this failure, as far as its kind and the interface's status show.
  ///
  /// A failure of a network, a limit, a service or a crash may pass. Keys, accounts, models, formats and load errors do
  /// not, nor does a text that the plugin refuses.
  public var reach: Reach {
    if isShortage { return .passing }
    return switch kind {
    case .notFound, .unusable, .givenUp: .plugin
    case .crashed, .exited, .hung, .misbehaved: .passing
    case .refused(let status):
      switch status {
      case .network, .rateLimit, .service, .timeout, .busy, .inputOutput,
        .internalError:
        .passing
      case .voice, .language: .voice
      case .credentials, .quota, .permission, .model, .notFound, .format, .rate,
        .interface, .state:
        .plugin
      default: .line
      }
    }
  }

  /// Whether the plugin lacks a setting that it was given, or does not take its value.
  ///
  /// This is a mistake of the user, and a voice that stands in would hide it.
  public var isWrongSetting: Bool {
    guard activity == .loading, case .refused(let status) = kind else { return false }
    return status == .notFound || status == .invalid
  }
}
