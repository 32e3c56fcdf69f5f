import Cue
import Foundation
import TestSupport

/// An installation of what was built with the tests: the worker, and a folder with some plugins.
struct Installation {
  let folder: TemporaryFolder
  let plugins: Plugins
  /// What programs need to find it.
  let variables: [String: String]

  /// Plugins by name, as in "mock" and "flite".
  init(_ names: [String] = ["mock"], variables more: [String: String] = [:]) throws {
    folder = try TemporaryFolder()
    // Beside the program, as what comes with Cue.
    try folder.makeFolders("bin/plugins")
    for name in names {
      _ = try folder.copy(Places.product("libplugin-\(name).so"), as: "bin/plugins/lib\(name).so")
    }
    variables = more.merging([
      "CUE_WORKER": Places.product("cue-worker"), "CUE_PLUGIN_PATH": folder.path("bin/plugins"),
      "CUE_HOME": folder.path("home"), "HOME": folder.path("home"),
    ]) { $1 }
    var user = UserEnvironment.current()
    user.variables.merge(variables) { $1 }
    user.programFolder = folder.path("bin")
    plugins = Plugins(of: user)
  }
}

/// A sound device that can be unplugged; it plays nowhere.
struct Unplugged {
  private let path: String
  let destination: SoundDestination

  init(_ installation: Installation) {
    self.init(while: installation.folder.path("unplugged"))
  }

  /// It is unplugged while there is a file at `path`.
  init(while path: String) {
    self.path = path
    destination = SoundDestination(devices: [
      PluginChoice(
        reference: PluginReference("null"), settings: [.init(name: "gone-while", value: path)])
    ])
  }

  func unplug() throws { try Data().write(to: URL(filePath: path)) }
  func plugIn() throws { try FileManager.default.removeItem(atPath: path) }
}
