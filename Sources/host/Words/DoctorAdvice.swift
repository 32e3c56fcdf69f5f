import CueModel
import CuePlugins

/// What to do about a plugin that does not work.
enum DoctorAdvice {
  /// About a file that cannot be used, which needs `missing` libraries.
  static func finding(
    of record: PluginRecord, _ failure: PluginFailure, missing: [String]
  ) -> Doctor.Finding {
    var finding = Doctor.Finding(about: "plugin", outcome: .wrong, sentence: failure.sentence)
    switch record.state {
    case .crashed, .hung:
      finding.hint =
        "It is left alone until it is replaced. Try it once more: '\(Program.name) plugins rescan', or remove \(record.path)."
    case .quarantined:
      finding.hint = "Try it once more: '\(Program.name) plugins rescan', or remove \(record.path)."
    default:
      if missing.isEmpty {
        finding.hint = "Install a newer build of it, or remove \(record.path)."
      } else {
        finding.sentence =
          "\(record.path) needs what is not installed: \(missing.joined(separator: ", "))."
        finding.hint = hint(forLibraries: missing)
      }
    }
    return finding
  }

  /// About a plugin that loads and does not work.
  static func finding(
    of plugin: PluginDescription, _ failure: PluginFailure
  ) -> Doctor.Finding {
    let userError = UserError(failure)
    var finding = Doctor.Finding(
      about: plugin.kind == .voice ? "voice" : plugin.kind == .device ? "sound" : "plugin",
      outcome: .wrong, sentence: failure.sentence, hint: userError.hint)
    guard case .refused(let status) = failure.kind else { return finding }
    switch status {
    case .credentials:
      finding.about = "keys"
    case .model:
      finding.about = "model"
      finding.hint =
        "Install its model or data; '\(Program.name) plugin info \(plugin.id)' shows what may be set."
    default: break
    }
    if plugin.kind == .device {
      // Another one may be heard.
      finding.outcome = .note
      finding.hint = ""
    } else if plugin.needsNetwork {
      finding.outcome = .note
    }
    return finding
  }

  /// About a machine on which nothing can be heard.
  static func finding(of fault: InstallationFinding.SoundFault) -> Doctor.Finding {
    let (why, hint) =
      switch fault {
      case .noPlugin:
        (
          "there is no plugin for sound devices",
          "Install libpulse0 and Cue's plugin pulse, which needs it."
        )
      case .noServer(let plugin, _):
        (
          "\(plugin) reaches no sound server",
          "Start one, as in 'systemctl --user start pipewire-pulse' or 'pulseaudio --start', or name one in PULSE_SERVER."
        )
      case .noPlace(let plugin):
        (
          "\(plugin) reaches a sound server that has no output",
          "Connect a loudspeaker, or load a driver; 'pactl list short sinks' lists the outputs."
        )
      }
    return Doctor.Finding(
      about: "sound", outcome: .wrong, sentence: "Nothing can be heard: \(why).",
      hint: hint + " Until then, -o out.wav writes sound to a file.")
  }

  /// Debian's packages of libraries that plugins of ours link.
  private static let packages = [
    "libflite.so.1": "libflite1", "libespeak-ng.so.1": "libespeak-ng1", "libcurl.so.4": "libcurl4",
    "libjansson.so.4": "libjansson4", "libpulse.so.0": "libpulse0", "libsonic.so.0": "libsonic0",
    "librubberband.so.2": "librubberband2", "libpocketsphinx.so.3": "libpocketsphinx3",
    "libsndfile.so.1": "libsndfile1", "libsamplerate.so.0": "libsamplerate0",
  ]

  static func hint(forLibraries libraries: [String]) -> String {
    let known = libraries.compactMap { library in
      packages[library] ?? (library.hasPrefix("libflite_") ? "libflite1" : nil)
    }
    let install =
      known.isEmpty ? "" : "apt-get install " + Set(known).sorted().joined(separator: " ")
    let unknown = libraries.filter { packages[$0] == nil && !$0.hasPrefix("libflite_") }
    let search =
      unknown.isEmpty
      ? ""
      : "'apt-file search \(unknown[0])' names the package of \(unknown.joined(separator: ", "))."
    return [install, search].filter { !$0.isEmpty }.joined(separator: "; ")
  }
}
