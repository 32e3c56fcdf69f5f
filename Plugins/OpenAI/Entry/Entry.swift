import CueABI
import CuePluginKit
import OpenAIPlugin

/// The one exported function.
@c @implementation
public func cue_plugin_entry(_ host: UnsafePointer<cue_host>) -> UnsafePointer<cue_entry>? {
  unsafe PluginLibrary.enter(host, offering: openAIPlugins)
}
