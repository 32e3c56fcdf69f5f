// SPDX-License-Identifier: MIT

import CueABI

/// How important a line of the log is.
public enum LogLevel: Int32, Sendable {
  /// Something failed.
  case error = 0
  /// Something is not as it should be.
  case warning = 1
  /// Something a user may want to know.
  case info = 2
  /// Something an author may want to know.
  case debug = 3
}

/// What the host offers a plugin.
///
/// It may go to any thread: the table is constant until the process ends.
@safe public struct PluginHost: @unchecked Sendable {
  private let table: UnsafePointer<cue_host>

  /// The library's file.
  public let libraryPath: String

  init(_ table: UnsafePointer<cue_host>, libraryPath: String) {
    unsafe self.table = unsafe table
    self.libraryPath = libraryPath
  }

  /// The host's name, such as "cue"; empty if it does not say.
  public var name: String { unsafe text(table.pointee.name) }

  /// The host's version, such as "1.2.0"; empty if it does not say.
  public var version: String { unsafe text(table.pointee.version) }

  private func text(_ text: cue_text) -> String {
    guard let bytes = unsafe text.bytes else { return "" }
    return unsafe String(
      decoding: UnsafeRawBufferPointer(start: bytes, count: Int(text.length)), as: UTF8.self)
  }

  /// Says one line to the user's log.
  public func log(_ level: LogLevel, _ line: String) {
    var line = line
    line.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        unsafe table.pointee.log(
          table.pointee.data, level.rawValue,
          cue_text(bytes: characters.baseAddress, length: UInt32(characters.count), reserved: 0))
      }
    }
  }

  /// Says how much of a long load is done, in thousandths, and that the plugin lives.
  public func progress(permille: UInt32) {
    unsafe table.pointee.progress(table.pointee.data, permille)
  }

  /// Nanoseconds of a clock that only goes forward.
  public var monotonicNanoseconds: UInt64 {
    unsafe table.pointee.monotonic_ns(table.pointee.data)
  }
}
