import Synchronization
import TestSupport
import Testing

@testable import CuePlugins

/// What plugin files offer, as a program that was started before knows it: asked once in this process, and not in each test.
enum KnownPlugins {
  private static let records = Mutex<[String: PluginRecord]>([:])

  /// Lets a program whose registry is at `registry` know `files`, by their paths; each is a link to a file that was built.
  static func tell(_ files: [(path: String, built: String)], registry: String) throws {
    var entries: [String: RegistryEntry] = [:]
    for (path, built) in files {
      let record = try record(of: built)
      guard let stamp = FileStamp(path: path) else { continue }
      entries[path] = RegistryEntry(
        stamp: stamp,
        record: PluginRecord(
          path: path, state: record.state, plugins: record.plugins, digest: record.digest),
        circumstances: "")
    }
    RegistryFile.write(entries, to: registry)
  }

  private static func record(of built: String) throws -> PluginRecord {
    if let record = records.withLock({ $0[built] }) { return record }
    let found = PluginRegistry(path: nil).records(
      of: [PluginFile(path: built, name: built, isProgram: false, id: "")],
      WorkerSettings(workerPath: Places.product("cue-worker")))
    let record = try #require(found.first)
    records.withLock { $0[built] = record }
    return record
  }
}
