import CueModel
import CueSystem

/// What it takes to start a plugin.
package struct PluginCost: Equatable, Sendable {
  /// From the start of its process until it is ready to work.
  package let milliseconds: Int
  /// The resident memory of all its processes then, in bytes; nil where the system does not say.
  package let residentBytes: Int?
}

/// Looks at what a plugin says once its engine is loaded.
public enum PluginInspection {
  /// What may be set on the plugin of `setup`, which is of `kind`.
  public static func parameters(
    of setup: PluginSetup, kind: PluginKind
  ) throws(PluginFailure) -> [ParameterDescription] {
    try look(at: setup, kind: kind).parameters
  }

  /// What may be set on the plugin of `setup`, which is of `kind`, and what it took to start it for that.
  package static func look(
    at setup: PluginSetup, kind: PluginKind, clock: any MonotonicTime = MonotonicClock()
  ) throws(PluginFailure) -> (parameters: [ParameterDescription], cost: PluginCost) {
    let client = PluginClient(setup, kind: kind)
    defer { client.quit() }
    let start = clock.milliseconds
    let worker = try client.ready()
    let milliseconds = Int(clock.milliseconds - start)
    return (
      client.parameters,
      PluginCost(
        milliseconds: milliseconds,
        residentBytes: ProcessMemory.residentBytes(ofTree: worker.process))
    )
  }
}
