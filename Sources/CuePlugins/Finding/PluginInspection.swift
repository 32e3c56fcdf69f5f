import CueModel

/// Looks at what a plugin says once its engine is loaded.
public enum PluginInspection {
  /// What may be set on the plugin of `setup`, which is of `kind`.
  public static func parameters(
    of setup: PluginSetup, kind: PluginKind
  ) throws(PluginFailure) -> [ParameterDescription] {
    let client = PluginClient(setup, kind: kind)
    defer { client.quit() }
    _ = try client.ready()
    return client.parameters
  }
}
