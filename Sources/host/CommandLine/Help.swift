import CuePlugins
import CueSystem

/// The version.
enum Help {
  static let version =
    "cue \(ProductVersion.number), plugin interface \(PluginInterface.version)-draft"
}
