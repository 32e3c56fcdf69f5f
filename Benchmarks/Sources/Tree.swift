import CueCasting
import CuePlugins

/// A built tree: the host, its worker and plugins, and beside them, in `bench/`, the programs they are measured against.
struct Tree {
  let folder: String

  var host: String { "\(folder)/host" }
  var worker: String { "\(folder)/cue-worker" }
  func plugin(_ name: String) -> String { "\(folder)/plugins/lib\(name).so" }
  func direct(_ name: String) -> String { "\(folder)/bench/\(name)" }

  /// A voice of the plugin in `path`, in a worker of its own.
  func voice(_ path: String, _ voice: String = "", core: Int? = nil) -> NormalizedVoice {
    let file = PluginFile(path: path, name: path, isProgram: false, id: "")
    var settings = WorkerSettings(workerPath: worker)
    settings.core = core
    return NormalizedVoice(PluginSetup(file: file, worker: settings), voice: voice)
  }
}

/// An engine with a voice, through its plugin and directly.
struct Engine {
  static let espeak = Engine(name: "espeak", plugin: "espeak", voice: "", linesRatio: 1.45)
  static let slt = Engine(name: "flite slt", plugin: "flite", voice: "slt", linesRatio: 1.10)
  static let kal16 = Engine(name: "flite kal16", plugin: "flite", voice: "kal16", linesRatio: 1.12)

  let name: String
  let plugin: String
  let voice: String
  /// How much longer lines may take through a warm worker.
  let linesRatio: Double

  /// What the user writes after `--voice=`.
  func reference(_ tree: Tree) -> String {
    tree.plugin(plugin) + (voice.isEmpty ? "" : ":\(voice)")
  }

  /// The program that calls the engine directly.
  func direct(_ tree: Tree) -> [String] {
    [tree.direct(plugin)] + (voice.isEmpty ? [] : [voice])
  }
}
