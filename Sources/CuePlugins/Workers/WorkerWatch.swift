import CSystem
import CueModel

#if canImport(Glibc)
  import Glibc
#endif

/// The record of a watched plugin, written by its worker's supervisor.
///
/// It has each call that would reach a network, and each file that the plugin opens, makes, writes, renames or removes. What the
/// plugin reads of the system (`/usr` and such) is left out.
///
/// Each worker needs its own. It can be read while the worker runs.
package final class WorkerWatch: Sendable {
  /// An entry of the record.
  package enum Deed: Hashable, Sendable {
    /// The plugin tried to reach a network: an address, or words if there is none.
    case network(String)
    /// The plugin changed a file: the absolute path.
    case file(String)
    /// The plugin tried to open a file or folder to read it: the absolute path.
    case read(String)
    /// The system does not let the supervisor observe the plugin: why.
    case unseen(String)
  }

  /// Whether the plugin may reach the network.
  package let isOnline: Bool
  let descriptor: Int32

  /// An empty record.
  ///
  /// - Throws: ``PluginFailure`` if there is no memory for it
  package init(isOnline: Bool) throws(PluginFailure) {
    self.isOnline = isOnline
    descriptor = cue_trace_open()
    guard descriptor >= 0 else {
      throw PluginFailure(
        plugin: "", activity: .starting, kind: .unusable,
        reason: .workerNotStarted(path: "", errno: errno))
    }
  }

  deinit { _ = close(descriptor) }

  /// All entries so far, in order.
  package func deeds() -> [Deed] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe pread(descriptor, &block, block.count, off_t(bytes.count))
      guard count > 0 else { break }
      bytes += block[..<count]
    }
    return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let words = String(decoding: line, as: UTF8.self)
      if words.hasPrefix("network ") { return .network(String(words.dropFirst(8))) }
      if words.hasPrefix("file ") { return .file(String(words.dropFirst(5))) }
      if words.hasPrefix("read ") { return .read(String(words.dropFirst(5))) }
      if words.hasPrefix("blind ") { return .unseen(String(words.dropFirst(6))) }
      return nil
    }
  }
}
