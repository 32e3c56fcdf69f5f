import CueABI
import CuePluginKit

extension Parameter {
  /// How much faster sound becomes.
  public static func tempo(_ range: ClosedRange<Double>) -> Parameter {
    Parameter(
      id: 1, name: "tempo", kind: .number(range, initial: 1), unit: "x",
      summary: "How much faster it becomes, at the same pitch; 2 is half as long.",
      changesSound: true, isLive: true)
  }

  /// How much higher sound becomes.
  public static func pitch(_ range: ClosedRange<Double>) -> Parameter {
    Parameter(
      id: 2, name: "pitch", kind: .number(range, initial: 0), unit: "st",
      summary: "How much higher it becomes, in semitones, at the same length.",
      changesSound: true, isLive: true)
  }
}

extension Stretcher {
  /// Refuses rates beyond 8 to 192 kHz, and too many channels.
  public static func checkFormat(
    rateHertz: Int, channels: Int, mostChannels: Int
  ) throws(PluginFailure) {
    guard (8000...192_000).contains(rateHertz) else {
      throw PluginFailure(
        CUE_E_RATE, "It takes sound of 8,000 to 192,000 Hz, not of \(rateHertz) Hz.")
    }
    guard channels <= mostChannels else {
      throw PluginFailure(
        CUE_E_FORMAT, "It takes up to \(mostChannels) channels, not \(channels).")
    }
  }
}
