import CueABI

/// The plugin interface of this host.
public enum PluginInterface {
  /// The version of the C interface, as in "1.2".
  public static let version = "\(CUE_ABI_MAJOR).\(CUE_ABI_MINOR)"
  /// The version of the worker protocol, as in "1.0".
  public static let protocolVersion = "\(CUE_PROTOCOL_MAJOR).\(CUE_PROTOCOL_MINOR)"
}
