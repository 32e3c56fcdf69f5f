import Foundation
import TestSupport
import Testing

/// A sound server may be on another machine; it is then reached by a network, which plugins have only if they declare it.
@Suite(.startsProcesses, .needs(plugin: "pulse")) struct `A sound server that PULSE_SERVER names` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("plugins"), withIntermediateDirectories: true)
    // A link: a copy did not come with the program.
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("plugins/libpulse.so"),
      withDestinationPath: Places.product("libplugin-pulse.so"))
  }

  private func devices(_ server: String, _ options: [String] = []) throws -> Run {
    try Run(
      Places.product("host"), ["devices", "pulse"] + options,
      environment: [
        "CUE_PLUGIN_PATH": folder.path("plugins"), "CUE_HOME": folder.path("home"),
        "CUE_WORKER": Places.product("cue-worker"), "PULSE_SERVER": server,
        "HOME": folder.path("user"),
      ])
  }

  @Test(arguments: [
    "tcp:127.0.0.1:%", "tcp4:127.0.0.1:%", "127.0.0.1:%", "{0123}/none tcp:127.0.0.1:%",
  ])
  func `is asked where it is to be reached by a network`(address: String) throws {
    let vendor = Vendor { _, _ in [.close] }
    _ = try devices(address.replacingOccurrences(of: "%", with: "\(vendor.port)"))
    #expect(vendor.connections > 0)
  }

  @Test func `is not asked where nothing may leave this machine`() throws {
    let vendor = Vendor { _, _ in [.close] }
    let run = try devices("tcp:127.0.0.1:\(vendor.port)", ["--local-only"])
    #expect(run.status != 0)
    #expect(run.talk.contains("is to be reached by a network"), "\(run.talk)")
    #expect(run.talk.contains("--local-only"), "\(run.talk)")
    #expect(vendor.connections == 0)
  }

  @Test func `is reached without a network where it is a file`() throws {
    let run = try devices("unix:" + folder.path("nothing"))
    #expect(run.talk.contains("No sound server can be reached"), "\(run.talk)")
  }
}
