import CueABI
import Foundation
import Synchronization

@testable import CuePluginKit

/// The host's log.
///
/// As a host's table, it lives until the process ends.
@safe final class LogBook: @unchecked Sendable {  // the table is constant, the rest is locked
  private let lines = Mutex<[String]>([])
  private let listener = Mutex<(@Sendable (String) -> Void)?>(nil)
  private let table = UnsafeMutablePointer<cue_host>.allocate(capacity: 1)

  /// A host's version, as text that lives until the process ends.
  nonisolated(unsafe) private static let version: cue_text = {  // constant text
    let text: StaticString = "9.8.7"
    return unsafe cue_text(
      bytes: UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self), length: 5,
      reserved: 0)
  }()

  init() {
    unsafe table.initialize(
      to: cue_host(
        struct_size: UInt32(MemoryLayout<cue_host>.size), magic: UInt32(CUE_ABI_MAGIC),
        abi_major: 1, abi_minor: 0, name: cue_text(), version: LogBook.version,
        language: cue_text(),
        data: Unmanaged.passRetained(self).toOpaque(),
        log: { data, _, text in
          guard let data = unsafe data, let bytes = unsafe text.bytes else { return }
          let line = unsafe String(
            decoding: UnsafeRawBufferPointer(start: bytes, count: Int(text.length)), as: UTF8.self)
          unsafe Unmanaged<LogBook>.fromOpaque(data).takeUnretainedValue().add(line)
        },
        progress: { _, _ in }, monotonic_ns: { _ in 1 }, get_extension: { _, _ in nil }))
  }

  var host: PluginHost { unsafe PluginHost(table, libraryPath: LogBook.library) }

  /// The plugin's library as if it lay in the folder of its sources, where the file with what is known of models is.
  static let library: String = {
    let parts = #filePath.components(separatedBy: "/Tests/")
    let plugin = parts[1].hasPrefix("OpenAI") ? "OpenAI" : "ElevenLabs"
    return parts[0] + "/Plugins/\(plugin)/lib.so"
  }()

  var text: String { lines.withLock { $0 }.joined(separator: "\n") }

  private func add(_ line: String) {
    lines.withLock { $0.append(line) }
    listener.withLock { $0 }?(line)
  }

  /// Calls `body` for every line from now on.
  func follow(_ body: @escaping @Sendable (String) -> Void) { listener.withLock { $0 = body } }
}
