import Foundation
import Testing

extension Places {
  /// Whether the plugin of that name is among those that can be built here, such as "pocketsphinx".
  public static func hasPlugin(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: product("libplugin-\(name).so"))
  }

  /// Whether plugin programs in Python can run here.
  public static let hasPython =
    (try? Run("/usr/bin/env", ["python3", "--version"]))?.status == 0
}

extension Trait where Self == ConditionTrait {
  /// The test needs the plugin of that name, whose library may be absent.
  public static func needs(plugin name: String) -> Self {
    .enabled(if: Places.hasPlugin(name), "libplugin-\(name).so is missing")
  }

  /// The test runs plugin programs in Python.
  public static var needsPython: Self { .enabled(if: Places.hasPython, "python3 is missing") }
}
