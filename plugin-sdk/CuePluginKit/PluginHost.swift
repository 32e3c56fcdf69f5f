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

/// What a plugin may say has changed.
public struct PluginChange: OptionSet, Sendable {
  /// The bits of the interface.
  public let rawValue: UInt32
  /// Changes by the bits of the interface.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// The list of voices, or how they sound.
  public static let voices = PluginChange(rawValue: 1)
  /// Values of parameters that nobody has set.
  public static let parameters = PluginChange(rawValue: 2)
  /// Latency or tail of an effect.
  public static let latency = PluginChange(rawValue: 4)
  /// The list of devices.
  public static let devices = PluginChange(rawValue: 8)
  /// What a voice can do.
  public static let traits = PluginChange(rawValue: 16)
}

/// A place where a plugin finds or keeps files.
public enum PluginPlace: UInt32, Sendable {
  /// Models that the user has installed; to be read.
  case models = 1
  /// What can be made again.
  case cache = 2
  /// What the plugin keeps.
  case own = 3
  /// The folder of the plugin's own file; to be read.
  case plugin = 4
}

/// What the host offers a plugin.
///
/// It may go to any thread: the table is constant until the process ends.
@safe public struct PluginHost: @unchecked Sendable {
  private let table: UnsafePointer<cue_host>
  private let context: UnsafeMutableRawPointer?

  /// The library's file.
  public let libraryPath: String

  init(
    _ table: UnsafePointer<cue_host>, context: UnsafeMutableRawPointer? = nil, libraryPath: String
  ) {
    unsafe self.table = unsafe table
    unsafe self.context = unsafe context
    self.libraryPath = libraryPath
  }

  /// The host's name, such as "cue"; empty if it does not say.
  public var name: String { unsafe text(table.pointee.name) }

  /// The host's version, such as "1.2.0"; empty if it does not say.
  public var version: String { unsafe text(table.pointee.version) }

  /// The user's language as a BCP 47 tag, in which sentences may be; empty if it is not known.
  public var language: String { unsafe text(table.pointee.language) }

  /// Says that something about this instance has changed, so that the host asks again.
  ///
  /// May be called on any thread, and while an effect works.
  public func changed(_ what: PluginChange) {
    guard let changes: UnsafePointer<cue_changes> = unsafe hostExtension(CUE_EXT_CHANGES) else {
      return
    }
    unsafe changes.pointee.changed(table.pointee.data, context, what.rawValue)
  }

  /// The folders of a kind, the first to look in first; none where the host does not say.
  public func folders(_ place: PluginPlace) -> [String] {
    guard let places: UnsafePointer<cue_places> = unsafe hostExtension(CUE_EXT_PLACES) else {
      return []
    }
    var folders: [String] = []
    while true {
      var path = unsafe cue_text()
      let status = unsafe places.pointee.place(
        table.pointee.data, context, place.rawValue, UInt32(folders.count), &path)
      guard status == CUE_OK else { return folders }
      folders.append(unsafe text(path))
    }
  }

  private func hostExtension<Table>(_ id: String) -> UnsafePointer<Table>? {
    unsafe table.pointee.get_extension(table.pointee.data, id)?.assumingMemoryBound(
      to: Table.self)
  }

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
