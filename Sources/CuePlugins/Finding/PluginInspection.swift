import CueModel
import CueSystem

/// The cost of starting a plugin.
package struct PluginCost: Equatable, Sendable {
  /// From the start of its process until it is ready to work.
  package let milliseconds: Int
  /// The resident memory of all its processes then, in bytes; nil if the system does not report it.
  package let residentBytes: Int?
}

/// Asks a plugin, once its engine is loaded, for its parameters.
public enum PluginInspection {
  /// The parameters of the plugin of `setup`, which is of `kind`.
  public static func parameters(
    of setup: PluginSetup, kind: PluginKind
  ) throws(PluginFailure) -> [ParameterDescription] {
    try look(at: setup, kind: kind).parameters
  }

  /// The parameters of the plugin of `setup`, which is of `kind`, and the cost of starting it for them.
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
