import CueABI
import CueModel

/// Looks at what a plugin says once its engine is loaded.
public enum PluginInspection {
  /// What may be set on the plugin of `setup`, which is of `kind` as ``PluginDescription/kind`` has it.
  public static func parameters(
    of setup: PluginSetup, kind: String
  ) throws(PluginFailure) -> [ParameterDescription] {
    let kinds = [
      "voice": CUE_KIND_VOICE, "recognizer": CUE_KIND_RECOGNIZER, "dsp": CUE_KIND_DSP,
      "device": CUE_KIND_DEVICE,
    ]
    let client = PluginClient(setup, kind: kinds[kind] ?? kind)
    defer { client.quit() }
    _ = try client.ready()
    return client.parameters
  }
}
