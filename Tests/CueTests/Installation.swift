import Cue
import TestSupport

/// An installation of what was built with the tests: the worker, and a folder with some plugins.
struct Installation {
  let folder: TemporaryFolder
  let plugins: Plugins

  /// Plugins by name, as in "mock" and "flite".
  init(_ names: [String] = ["mock"]) throws {
    folder = try TemporaryFolder()
    var user = UserEnvironment.current()
    for name in names {
      _ = try folder.copy(Places.product("libplugin-\(name).so"), as: "lib\(name).so")
    }
    user.variables["CUE_WORKER"] = Places.product("cue-worker")
    user.variables["CUE_PLUGIN_PATH"] = folder.path
    user.variables["CUE_HOME"] = folder.path("home")
    user.variables["HOME"] = folder.path("home")
    user.programFolder = folder.path("bin")
    plugins = Plugins(of: user)
  }
}
