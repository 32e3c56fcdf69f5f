import Cue
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
    for name in names {
      _ = try folder.copy(Places.product("libplugin-\(name).so"), as: "lib\(name).so")
    }
    variables = more.merging([
      "CUE_WORKER": Places.product("cue-worker"), "CUE_PLUGIN_PATH": folder.path,
      "CUE_HOME": folder.path("home"), "HOME": folder.path("home"),
    ]) { $1 }
    var user = UserEnvironment.current()
    user.variables.merge(variables) { $1 }
    user.programFolder = folder.path("bin")
    plugins = Plugins(of: user)
  }
}
