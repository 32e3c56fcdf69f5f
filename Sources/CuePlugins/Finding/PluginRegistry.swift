import CueSystem
import CueModel
import CSystem
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// Knows what plugin files offer, and keeps that in a file, so that no plugin is loaded twice to be asked.
///
/// A file is identified by its path, size and times; if only its times have changed, by its SHA-256. The description of a
/// plugin is valid until its file changes, or a folder that it watches. A load error is valid until the file, the worker or the system's
/// libraries change. A file that crashed or hung, or is in quarantine, is not used until it changes or is inspected
/// again (``forget(_:)``).
///
/// Two programs may use the same file at once: each writes all of it, including what the other has written by then.
public final class PluginRegistry: Sendable {
  private struct Known {
    var entries: [String: RegistryEntry] = [:]
    var isRead = false
    var changed: Set<String> = []
    var forgotten: Set<String> = []
    var circumstances: String?
  }

  /// Where it is kept; nil if it is not.
  public let path: String?
  private let known = Mutex(Known())

  /// The registry in the file at `path`; if nil, one that lives as long as this value.
  public init(path: String?) { self.path = path }

  /// What is known of `file` without loading it; nil if it was never inspected, or has changed since.
  public func known(_ file: PluginFile, _ settings: WorkerSettings) -> PluginRecord? {
    let path = PluginRegistry.absolute(file.path)
    if let fault = PluginFile.obstacle(path) { return PluginRegistry.refusal(path, .file(fault)) }
    guard let stamp = FileStamp(path: path) else { return nil }
    let (entry, circumstances) = known.withLock { known in
      read(&known)
      return (known.entries[path], PluginRegistry.circumstances(&known, settings))
    }
    guard var entry, entry.holds(in: circumstances), !entry.watched.haveChanged else { return nil }
    if entry.stamp == stamp { return entry.record }
    // Touched, copied or installed again: its description is still true if its content is the same.
    guard entry.stamp.byteCount == stamp.byteCount,
      let (digest, readStamp) = PluginRegistry.digest(path), digest == entry.record.digest
    else { return nil }
    entry.stamp = readStamp
    let renewed = entry
    known.withLock { known in
      known.entries[path] = renewed
      known.changed.insert(path)
    }
    return entry.record
  }

  /// What each of `files` offers; unknown files are asked, several at a time.
  ///
  /// `asks` is called before the first is asked, with their number.
  public func records(
    of files: [PluginFile], _ settings: WorkerSettings, asks: (Int) -> Void = { _ in }
  ) -> [PluginRecord] {
    var records = files.map { known($0, settings) }
    let unknown = records.indices.filter { records[$0] == nil }
    if !unknown.isEmpty {
      asks(unknown.count)
      let found = PluginRegistry.sideBySide(unknown.count) {
        self.ask(files[unknown[$0]], settings)
      }
      for (index, record) in zip(unknown, found) { records[index] = record }
    }
    save()
    return records.compactMap { $0 }
  }

  /// Forgets what is known of `files`, so that they are asked again.
  public func forget(_ files: [PluginFile]) {
    known.withLock { known in
      read(&known)
      for file in files {
        let path = PluginRegistry.absolute(file.path)
        known.entries[path] = nil
        known.forgotten.insert(path)
      }
    }
  }

  /// No longer uses `file`, because it has failed so often in use, at last by `failure`.
  ///
  /// Keeps nothing about a file that was never inspected: a user who names it by its path may try it again.
  public func quarantine(
    _ file: PluginFile, because failure: PluginFailure, _ settings: WorkerSettings
  ) {
    guard let record = known(file, settings) ?? ask(file, settings), record.state == .ok else {
      return
    }
    let path = record.path
    known.withLock { known in
      known.entries[path]?.record = PluginRecord(
        path: path, state: .quarantined(because: .failedInUse(failure)), plugins: record.plugins,
        digest: record.digest)
      known.changed.insert(path)
    }
    save()
  }

  // Asking.

  private func ask(_ file: PluginFile, _ settings: WorkerSettings) -> PluginRecord? {
    let path = PluginRegistry.absolute(file.path)
    guard let (digest, stamp) = PluginRegistry.digest(path) else {
      return PluginRegistry.refusal(path, .file(.unreadable(errno: 0)))
    }
    // Before it is asked: what changes meanwhile changes its answer the next time.
    let watched = WatchedFolders(of: file, settings.wall)
    let state: PluginRecord.State
    var plugins: [PluginDescription] = []
    switch PluginProbe.outcome(of: file, settings) {
    case .told(let told):
      plugins = told
      state = .ok
    case .failed(let failure): state = .init(failure)
    case .notAsked(let failure):
      // That its process was ended from outside, again and again, is reported but not kept.
      return failure.isDeath
        ? PluginRecord(path: path, state: .init(failure), plugins: [], digest: digest)
        : PluginRegistry.refusal(path, failure.reason)
    }
    guard let after = FileStamp(path: path) else {
      return PluginRegistry.refusal(path, .file(.goneAfterLoading))
    }
    let record = PluginRecord(path: path, state: state, plugins: plugins, digest: digest)
    // If the file was written meanwhile, the bytes that were read and those that were loaded may differ.
    guard after == stamp else { return record }
    known.withLock { known in
      known.entries[path] = RegistryEntry(
        stamp: stamp, record: record,
        circumstances: PluginRegistry.circumstances(&known, settings), watched: watched)
      known.changed.insert(path)
      known.forgotten.remove(path)
    }
    return record
  }

  private static func refusal(_ path: String, _ why: PluginFailure.Reason) -> PluginRecord {
    PluginRecord(path: path, state: .incompatible(because: why), plugins: [], digest: "")
  }

  private static func digest(_ path: String) -> (String, FileStamp)? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    defer { _ = close(descriptor) }
    guard let stamp = FileStamp(descriptor: descriptor), stamp.isRegular,
      let digest = ContentDigest.ofFile(descriptor), FileStamp(descriptor: descriptor) == stamp
    else { return nil }
    return (digest, stamp)
  }

  /// What decides, apart from the file, whether a plugin loads: the worker, and where the loader finds libraries.
  private static func circumstances(_ known: inout Known, _ settings: WorkerSettings) -> String {
    if let circumstances = known.circumstances { return circumstances }
    func stamp(_ path: String) -> String {
      FileStamp(path: path).map { "\($0.inode) \($0.byteCount) \($0.modified)" } ?? "none"
    }
    let folders = unsafe getenv("LD_LIBRARY_PATH").map { unsafe String(cString: $0) } ?? ""
    let circumstances =
      "\(stamp(settings.workerPath)), \(stamp("/etc/ld.so.cache")), \(folders)"
    known.circumstances = circumstances
    return circumstances
  }

  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = unsafe getcwd(nil, 0) else { return path }
    defer { unsafe free(folder) }
    return unsafe String(cString: folder) + "/"
      + (path.hasPrefix("./") ? path.dropFirst(2) : path[...])
  }

  // Keeping.

  private func read(_ known: inout Known) {
    guard !known.isRead else { return }
    known.isRead = true
    if let path { known.entries = RegistryFile.read(path) }
  }

  /// Writes what has changed, merged with what other processes have written meanwhile; missing files are left out.
  private func save() {
    guard let path else { return }
    known.withLock { known in
      guard !known.changed.isEmpty || !known.forgotten.isEmpty else { return }
      var all = RegistryFile.read(path)
      for name in known.forgotten { all[name] = nil }
      for name in known.changed { all[name] = known.entries[name] }
      all = all.filter { FileStamp(path: $0.key) != nil }
      RegistryFile.write(all, to: path)
      known.changed = []
      known.forgotten = []
    }
  }

  /// Runs `body` for 0..<`count` on several threads, and returns the results.
  ///
  /// As many at a time as there are cores, and at least eight: starting a process and asking it is mostly waiting.
  private static func sideBySide<Value: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) -> Value
  ) -> [Value] {
    ParallelMap.values(
      count, threads: min(max(8, Int(cue_core_count())), Int(cue_room_for_workers())), body)
  }
}

extension RegistryEntry {
  /// Whether it is still valid, if the file is the same.
  fileprivate func holds(in circumstances: String) -> Bool {
    switch record.state {
    case .ok, .quarantined: true
    case .incompatible, .crashed, .hung: self.circumstances == circumstances
    }
  }
}
