import CSystem
import CueModel

#if canImport(Glibc)
  import Glibc
#endif

/// What a worker's supervisor writes down of a plugin that is watched: each call by which it would reach a network, and each file
/// that it makes, writes, renames or removes.
///
/// One for each worker. Reading does not disturb the worker.
package final class WorkerWatch: Sendable {
  /// Something that the plugin did.
  package enum Deed: Hashable, Sendable {
    /// It wanted to reach something by a network; an address, or words in place of one.
    case network(String)
    /// It changed a file: the whole path.
    case file(String)
    /// The system does not let the supervisor look into the plugin; why.
    case unseen(String)
  }

  /// Whether the plugin may reach what it wants to reach.
  package let isOnline: Bool
  let descriptor: Int32

  /// - Throws: ``PluginFailure`` where there is no memory for it
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

  /// All that was done so far, in its order.
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
      if words.hasPrefix("blind ") { return .unseen(String(words.dropFirst(6))) }
      return nil
    }
  }
}
