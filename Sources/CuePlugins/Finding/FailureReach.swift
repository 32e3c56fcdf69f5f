import CueABI
import CueModel

extension PluginFailure {
  /// What else fails where this has failed, as far as its kind and the interface's status tell.
  ///
  /// What comes of a network, a limit, a service or a crash may pass. Keys, accounts, models and what cannot be loaded do not, nor
  /// does a text that the plugin refuses.
  public var reach: Reach {
    switch kind {
    case .notFound, .unusable, .givenUp: .plugin
    case .crashed, .exited, .hung, .misbehaved: .passing
    case .refused(let status):
      switch status {
      case CUE_E_NETWORK, CUE_E_RATE_LIMIT, CUE_E_SERVICE, CUE_E_TIMEOUT, CUE_E_BUSY, CUE_E_IO,
        CUE_E_INTERNAL:
        .passing
      case CUE_E_VOICE, CUE_E_LANGUAGE: .voice
      case CUE_E_CREDENTIALS, CUE_E_QUOTA, CUE_E_PERMISSION, CUE_E_MODEL, CUE_E_NOT_FOUND,
        CUE_E_ABI, CUE_E_STATE:
        .plugin
      default: .line
      }
    }
  }
}
