import CueModel
import CuePlugins

// What `doctor` says of what it found.

extension Doctor.Finding {
  private init(_ about: String, _ outcome: Outcome, _ sentence: String, hint: String = "") {
    self.init(about: about, outcome: outcome, sentence: sentence, hint: hint)
  }

  private init(_ about: String, _ outcome: Outcome, _ error: UserError) {
    self.init(about: about, outcome: outcome, sentence: error.sentence, hint: error.hint)
  }

  /// The text for `found`.
  init(_ found: InstallationFinding) {
    switch found {
    case .worker, .workerMissing, .workerDoesNotRun, .workerIsOther: self.init(worker: found)
    case .folder, .folderMissing, .noFolder, .folderIsOpen, .folderOfAnotherUser, .relativeFolder:
      self.init(folder: found)
    case .noKeys, .keys, .keysReadable, .keysOfAnotherUser, .keysFolderIsOpen, .noKey,
      .keysUnreadable:
      self.init(keys: found)
    case .cache(let folder): self.init("cache", .ok, "\(folder) can be written.")
    case .noCache:
      self.init(
        "cache", .note, "There is no cache: HOME is not set.",
        hint: "Plugins are asked at every start what they offer; XDG_CACHE_HOME names a folder.")
    case .cacheIsClosed(let folder):
      self.init(
        "cache", .wrong, "\(folder) cannot be written.",
        hint:
          "Plugins are asked at every start what they offer; make it writable: chmod u+wx \(folder)"
      )
    case .sdk(let folder): self.init("sdk", .ok, "\(folder) is there.")
    case .sdkMissing(let error): self.init("sdk", .note, UserError(error))
    case .wall(let landlock, let missing):
      let version = landlock > 0 ? "Landlock \(landlock)" : "no Landlock"
      self.init(
        "wall", missing.isEmpty ? .ok : .note,
        missing.isEmpty
          ? "plugins are confined (\(version))."
          : "plugins are confined (\(version)), but this kernel does not enforce: "
            + missing.joined(separator: ", ") + ".",
        hint: missing.isEmpty ? "" : "A newer kernel with Landlock and seccomp does.")
    case .noWall:
      self.init(
        "wall", .note, "plugins are not confined: 'sandbox = off' in cue.conf, or --no-sandbox.",
        hint: "\(Program.name) config set sandbox on")
    default: self.init(plugin: found)
    }
  }

  private init(worker found: InstallationFinding) {
    switch found {
    case .worker(let path): self.init("worker", .ok, "\(path) runs.")
    case .workerMissing(let error): self.init("worker", .wrong, UserError(error))
    case .workerDoesNotRun(let path):
      self.init(
        "worker", .wrong, "\(path) does not run.",
        hint: "Install the whole of Cue again, or take CUE_WORKER out of the environment.")
    case .workerIsOther(let path, let says, let expected):
      self.init(
        "worker", .wrong, "\(path) says “\(says)”; this host needs “\(expected)”.",
        hint: "Host and worker are of different versions: install the whole of Cue again.")
    default: preconditionFailure("this is no finding about the worker")
    }
  }

  private init(folder found: InstallationFinding) {
    switch found {
    case .folder(let path): self.init("folder", .ok, "\(path) is looked into.")
    case .folderMissing(let path):
      self.init(
        "folder", .wrong, "CUE_PLUGIN_PATH names \(path), which is not there.",
        hint: "Make it, or take it out of CUE_PLUGIN_PATH.")
    case .noFolder(let path, let isNamed):
      self.init(
        "folder", .wrong, "\(path) is no folder.",
        hint: isNamed ? "CUE_PLUGIN_PATH takes folders; a plugin is named by --voice=PATH." : "")
    case .folderIsOpen(let path):
      self.init(
        "folder", .wrong, "Anybody can write \(path), and so run code here.",
        hint: "chmod o-w \(path)")
    case .folderOfAnotherUser(let path):
      self.init("folder", .note, "\(path) belongs to another user, who decides what runs here.")
    case .relativeFolder(let path):
      self.init(
        "folder", .note, "CUE_PLUGIN_PATH names \(path), which is another one in every folder.",
        hint: "Begin it with a slash.")
    default: preconditionFailure("this is no finding about a folder")
    }
  }

  private init(keys found: InstallationFinding) {
    switch found {
    case .noKeys: self.init("keys", .ok, "No keys are kept.")
    case .keys(let path): self.init("keys", .ok, "\(path) is yours alone.")
    case .keysReadable(let path):
      self.init(
        "keys", .wrong, "Others can read \(path), which holds your keys.", hint: "chmod 600 \(path)"
      )
    case .keysOfAnotherUser(let path):
      self.init(
        "keys", .wrong, "\(path) belongs to another user.",
        hint: "Move it away, and store your keys again: '\(Program.name) credentials set PLUGIN'.")
    case .keysFolderIsOpen(let path):
      self.init(
        "keys", .wrong, "Others can write \(path), where your keys are.", hint: "chmod go-w \(path)"
      )
    case .noKey(let plugin):
      self.init(
        "keys", .note, "\(plugin) has no key, so it is not used.",
        hint: "'\(Program.name) credentials set \(plugin)' stores one.")
    case .keysUnreadable(let error): self.init("keys", .wrong, UserError(error))
    default: preconditionFailure("this is no finding about keys")
    }
  }

  private init(plugin found: InstallationFinding) {
    switch found {
    case .noPlugins:
      self.init(
        "plugin", .wrong, "There are no plugins.",
        hint: "Install the whole of Cue, or name a folder of plugins in CUE_PLUGIN_PATH.")
    case .pluginIsOpen(let path):
      self.init(
        "plugin", .wrong, "Anybody can write \(path), and so run code here.",
        hint: "chmod o-w \(path)")
    case .unusable(let record, let failure, let missing):
      self = DoctorAdvice.finding(of: record, failure, missing: missing)
    case .keptLocal(let plugin):
      self.init(
        "plugin", .note, "\(plugin.id) needs a network, and nothing here may use one (local-only).")
    case .loads(let plugin):
      self.init(
        plugin.kind == .recognizer ? "model" : "plugin", .ok,
        "\(plugin.id) loads, with all that it needs.")
    case .speaks(let plugin): self.init("voice", .ok, "\(plugin) speaks.")
    case .silent(let plugin, let path):
      self.init(
        "voice", .wrong, "\(plugin) said “\(Installation.spokenText)” without any sound.",
        hint: "'\(Program.name) conform \(path)' says what is wrong with it.")
    case .heard(let plugin, let places):
      self.init("sound", .ok, "\(plugin) is heard at " + places.joined(separator: ", ") + ".")
    case .heardNowhere(let plugin):
      self.init(
        "sound", .note, "\(plugin) knows no place where sound is heard.")
    case .fails(let plugin, let failure): self = DoctorAdvice.finding(of: plugin, failure)
    case .noModel(_, let failure):
      self.init(
        "model", .note, failure.sentence,
        hint:
          "It is not used until then. '\(Program.name) models list --available' shows models, and "
          + "'\(Program.name) models check' reads those that are installed."
      )
    case .noRecognizer:
      self.init(
        "model", .wrong, "There is no recognizer that can be used.",
        hint:
          "Install pocketsphinx-en-us, or add a model: '\(Program.name) models list --available'.")
    case .noVoice:
      self.init(
        "voice", .wrong, "There is no voice that can be used.",
        hint: "Install the plugins flite or espeak.")
    case .nothingHeard(let fault): self = DoctorAdvice.finding(of: fault)
    default: preconditionFailure("this is no finding about a plugin")
    }
  }
}

/// Advice about a plugin that does not work.
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

  /// About a plugin that loads but does not work.
  static func finding(
    of plugin: PluginDescription, _ failure: PluginFailure
  ) -> Doctor.Finding {
    let userError = UserError(failure)
    var finding = Doctor.Finding(
      about: plugin.kind == .voice ? "voice" : plugin.kind == .device ? "sound" : "plugin",
      outcome: .wrong, sentence: failure.sentence, hint: userError.hint)
    guard case .refused(let status) = failure.kind else { return finding }
    if status == .credentials { finding.about = "keys" }
    if plugin.kind == .device {
      // Another one may work.
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

  /// Debian's packages of libraries that Cue's plugins link.
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
