import CueSystem

/// What the server has done, in the text format of Prometheus (version 0.0.4).
final class ServerMetrics: Sendable {
  private struct State {
    /// By path and status.
    var requests: [String: Int] = [:]
    var firstSoundMilliseconds = 0
    var firstSounds = 0
  }

  private let state = Monitor(State())

  func count(_ path: String, _ status: Int) {
    state.change { $0.requests["path=\"\(path)\",status=\"\(status)\"", default: 0] += 1 }
  }

  func firstSound(after milliseconds: Int64) {
    state.change { state in
      state.firstSoundMilliseconds += Int(milliseconds)
      state.firstSounds += 1
    }
  }

  /// The page; `gauges` are values of now, by name.
  func page(_ gauges: [(name: String, help: String, value: Int)]) -> String {
    let now = state.change { $0 }
    var rows = [
      "# HELP cue_requests_total Requests that were answered.", "# TYPE cue_requests_total counter",
    ]
    rows += now.requests.sorted { $0.key < $1.key }.map {
      "cue_requests_total{\($0.key)} \($0.value)"
    }
    rows += [
      "# HELP cue_first_sound_seconds Time from a request to the first byte of its sound.",
      "# TYPE cue_first_sound_seconds summary",
      "cue_first_sound_seconds_sum \(Double(now.firstSoundMilliseconds) / 1000)",
      "cue_first_sound_seconds_count \(now.firstSounds)",
    ]
    for gauge in gauges {
      rows += [
        "# HELP \(gauge.name) \(gauge.help)", "# TYPE \(gauge.name) gauge",
        "\(gauge.name) \(gauge.value)",
      ]
    }
    return rows.joined(separator: "\n") + "\n"
  }
}
