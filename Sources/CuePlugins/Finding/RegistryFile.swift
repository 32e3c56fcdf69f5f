import CueABI
import CueModel
import CueSystem

#if canImport(Glibc)
  import Glibc
#endif

/// A record and the conditions under which it is valid.
struct RegistryEntry: Equatable {
  var stamp: FileStamp
  var record: PluginRecord
  /// What else decides whether a plugin loads; a refusal is valid only while that stays the same.
  var circumstances: String
  /// The folders that the plugin watches (`watch:FOLDER`), as they were when it was asked.
  var watched = WatchedFolders()
}

/// The registry in its file: a line, a SHA-256 of all that follows, and a message for each plugin file, in the form
/// of the worker protocol.
///
/// A file that is damaged, truncated, of another version or made for another version of the plugin interface is ignored.
enum RegistryFile {
  /// Changes with the form of the file, and with the interface: descriptions of plugins may change with it, too.
  static let title = title(form: 2)
  /// The form in which reasons were English clauses, which are read as the plugin's own words.
  static let earlierTitle = title(form: 1)

  private static func title(form: Int) -> [UInt8] {
    let interface = "\(CUE_ABI_MAJOR).\(CUE_ABI_MINOR)"
    let wire = "\(CUE_PROTOCOL_MAJOR).\(CUE_PROTOCOL_MINOR)"
    return Array("cue registry \(form) \(interface) \(wire)\n".utf8)
  }

  /// A longer file was not written by Cue.
  private static let mostBytes = 64 << 20

  // Fields of a record; those of its plugins are the worker's.
  private static let pathTag: UInt32 = 1000
  private static let digestTag: UInt32 = 1001
  private static let deviceTag: UInt32 = 1002
  private static let inodeTag: UInt32 = 1003
  private static let sizeTag: UInt32 = 1004
  private static let modifiedTag: UInt32 = 1005
  private static let changedTag: UInt32 = 1006
  private static let stateTag: UInt32 = 1007
  private static let numberTag: UInt32 = 1009
  private static let circumstancesTag: UInt32 = 1010
  private static let pluginTag: UInt32 = 1011
  private static let watchedPathTag: UInt32 = 1020
  private static let watchedStampTag: UInt32 = 1021

  /// The valid content of the file at `path`; empty if there is none.
  static func read(_ path: String) -> [String: RegistryEntry] {
    guard let bytes = contents(path),
      bytes.starts(with: title) || bytes.starts(with: earlierTitle)
    else { return [:] }
    let start = title.count + ContentDigest.byteCount
    guard bytes.count >= start,
      bytes[title.count..<start].elementsEqual(ContentDigest.bytes(of: bytes[start...]))
    else { return [:] }
    var entries: [String: RegistryEntry] = [:]
    var at = start
    do throws(Misbehaviour) {
      while at < bytes.count {
        guard bytes.count - at >= WorkerMessage.Header.byteCount else { return [:] }
        let header = try WorkerMessage.Header(bytes[at...])
        at += WorkerMessage.Header.byteCount
        guard bytes.count - at >= header.length else { return [:] }
        let entry = try entry(WorkerMessage(header, body: bytes[at..<at + header.length]))
        entries[entry.record.path] = entry
        at += header.length
      }
    } catch { return [:] }
    return entries
  }

  /// Replaces the file at `path` by `entries`, completely or not at all.
  ///
  /// Returns whether it succeeded. Without a cache, plugins are asked again each time, and nothing worse happens.
  @discardableResult
  static func write(_ entries: [String: RegistryEntry], to path: String) -> Bool {
    var writer = MessageWriter()
    for entry in entries.values.sorted(by: { $0.record.path < $1.record.path }) {
      write(entry, &writer)
    }
    let bytes = title + ContentDigest.bytes(of: writer.bytes[...]) + writer.bytes
    if let slash = path.lastIndex(of: "/") {
      try? WholeFile.makeFolder(String(path[..<slash]), permissions: 0o700)
    }
    do throws(WholeFile.WriteError) {
      try WholeFile.write(bytes, to: path, permissions: 0o600, isSynced: true)
      return true
    } catch { return false }
  }

  private static func contents(_ path: String) -> [UInt8]? {
    // If it is not a regular file, do not wait for it.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    defer { _ = Glibc.close(descriptor) }
    guard let stamp = FileStamp(descriptor: descriptor), stamp.isRegular,
      stamp.byteCount <= mostBytes
    else { return nil }
    return try? WholeFile.read(descriptor, limit: mostBytes)
  }

  // One record.

  private static func write(_ entry: RegistryEntry, _ writer: inout MessageWriter) {
    let record = entry.record
    writer.begin(0, request: 0)
    writer.text(pathTag, record.path)
    writer.text(digestTag, record.digest)
    writer.u64(deviceTag, entry.stamp.device)
    writer.u64(inodeTag, entry.stamp.inode)
    writer.u64(sizeTag, entry.stamp.byteCount)
    writer.u64(modifiedTag, entry.stamp.modified)
    writer.u64(changedTag, entry.stamp.changed)
    writer.text(circumstancesTag, entry.circumstances)
    for path in entry.watched.paths { writer.text(watchedPathTag, path) }
    writer.text(watchedStampTag, entry.watched.stamp)
    writer.text(stateTag, record.stateName)
    switch record.state {
    case .ok: break
    case .incompatible(let why), .quarantined(let why): why.write(&writer)
    case .crashed(let signal): writer.u32(numberTag, UInt32(bitPattern: signal))
    case .hung(let milliseconds): writer.u32(numberTag, UInt32(clamping: milliseconds))
    }
    for plugin in record.plugins { writer.group(pluginTag) { plugin.write(&$0) } }
    writer.end()
  }

  private static func entry(_ message: WorkerMessage) throws(Misbehaviour) -> RegistryEntry {
    let number = try message.u32(numberTag) ?? 0
    let name = try message.text(stateTag)
    let state: PluginRecord.State
    switch name {
    case "ok": state = .ok
    case "incompatible": state = .incompatible(because: try PluginFailure.Reason(message))
    case "crashed": state = .crashed(signal: Int32(bitPattern: number))
    case "hung": state = .hung(milliseconds: Int(number))
    case "quarantined": state = .quarantined(because: try PluginFailure.Reason(message))
    default: throw Misbehaviour(said: "there is no state “\(name)”")
    }
    var plugins: [PluginDescription] = []
    for plugin in try message.groups(pluginTag) { plugins.append(try PluginDescription(plugin)) }
    return RegistryEntry(
      stamp: FileStamp(
        device: try message.u64(deviceTag) ?? 0, inode: try message.u64(inodeTag) ?? 0,
        byteCount: try message.u64(sizeTag) ?? 0, modified: try message.u64(modifiedTag) ?? 0,
        changed: try message.u64(changedTag) ?? 0),
      record: PluginRecord(
        path: try message.text(pathTag), state: state, plugins: plugins,
        digest: try message.text(digestTag)),
      circumstances: try message.text(circumstancesTag),
      watched: WatchedFolders(
        paths: try message.texts(watchedPathTag), stamp: try message.text(watchedStampTag)))
  }
}

extension PluginDescription {
  /// Writes what ``init(_:)`` reads.
  func write(_ writer: inout MessageWriter) {
    let version = abi.split(separator: ".").compactMap { UInt32($0) }
    writer.text(CUE_TAG_ID, id)
    writer.text(CUE_TAG_KIND, kind.name)
    writer.text(CUE_TAG_NAME, name)
    writer.text(CUE_TAG_VENDOR, vendor)
    writer.text(CUE_TAG_VERSION, self.version)
    writer.text(CUE_TAG_LICENCE, licence)
    writer.text(CUE_TAG_URL, url)
    writer.text(CUE_TAG_DESCRIPTION, summary)
    writer.u32(CUE_TAG_CONCURRENCY, isPerProcess ? CUE_PER_PROCESS : CUE_PER_INSTANCE)
    writer.u32(CUE_TAG_DETERMINISM, determinism.rawValue)
    writer.u32(
      CUE_TAG_FLAGS,
      (isForked ? CUE_FLAG_FORK_SAFE : 0) | (needsNetwork ? CUE_FLAG_NEEDS_NETWORK : 0)
        | (mayNeedNetwork ? CUE_FLAG_MAY_NEED_NETWORK : 0)
        | (linksGPL ? CUE_FLAG_LINKS_GPL : 0))
    if let firstSoundMilliseconds {
      writer.u32(CUE_TAG_FIRST_SOUND, UInt32(clamping: firstSoundMilliseconds))
    }
    for feature in features { writer.text(CUE_TAG_FEATURE, feature) }
    writer.u32(CUE_TAG_MAJOR, version.first ?? 0)
    writer.u32(CUE_TAG_MINOR, version.count > 1 ? version[1] : 0)
  }
}
