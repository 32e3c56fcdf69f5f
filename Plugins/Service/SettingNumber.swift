import CuePluginKit

/// The number of a setting, never used again for something else.
package protocol SettingNumber: RawRepresentable<UInt32> {}

extension SettingNumber {
  /// The parameter of that number.
  package func parameter(
    _ name: String, _ kind: Parameter.Kind, unit: String = "", _ summary: String,
    isSecret: Bool = false, changesSound: Bool = false
  ) -> Parameter {
    Parameter(
      id: rawValue, name: name, kind: kind, unit: unit, summary: summary, isSecret: isSecret,
      changesSound: changesSound)
  }

  /// How often a request is tried again.
  package func retries(_ initial: Int) -> Parameter {
    parameter(
      "retries", .integer(0...10, initial: initial),
      "How often the plugin tries again before any sound; the host tries again, too.")
  }

  /// How long to wait before a request is tried again.
  package func retryBase(milliseconds initial: Int) -> Parameter {
    parameter(
      "retry-base", .integer(1...60_000, initial: initial), unit: "ms",
      "How long to wait before the first new try; it doubles.")
  }

  /// How much text goes into one request.
  package var mostCharacters: Parameter {
    parameter(
      "max-characters", .integer(0...1_000_000, initial: 0),
      "The most characters of one request; 0: as many as the model takes.")
  }
}
