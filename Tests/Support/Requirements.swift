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

extension Places {
  /// The Python that has the packages of clients.
  public static var clients: String { source("build/clients/bin/python") }

  /// Whether a program of that name is in the path.
  public static func hasProgram(_ name: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
  }
}

extension Trait where Self == ConditionTrait {
  /// The test needs the program of that name, which may be absent.
  public static func needs(program name: String) -> Self {
    .enabled(if: Places.hasProgram(name), "\(name) is missing")
  }

  /// The test needs the plugin of that name, whose library may be absent.
  public static func needs(plugin name: String) -> Self {
    .enabled(if: Places.hasPlugin(name), "libplugin-\(name).so is missing")
  }

  /// The test runs clients that other people wrote: 'make clients' installs them.
  public static var needsClients: Self {
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: Places.clients), "'make clients' was not run"
    )
  }

  /// The test runs plugin programs in Python.
  public static var needsPython: Self { .enabled(if: Places.hasPython, "python3 is missing") }
}
