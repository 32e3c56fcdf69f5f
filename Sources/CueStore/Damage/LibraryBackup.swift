import CueModel
import CueSystem
import Glibc

/// A folder with a copy of a library and of the clips that it refers to.
public struct LibraryBackup: Sendable {
  /// What became of the clips that a library refers to.
  public struct Clips: Sendable, Equatable {
    /// How many were copied.
    public var copied = 0
    /// Bytes of those.
    public var copiedByteCount = 0
    /// How many were there already.
    public var kept = 0
    /// Those that are nowhere, or damaged everywhere.
    public var missing: [ClipKey] = []

    /// None.
    public init() {}
  }

  /// The folder.
  public let folder: String
  private let modules: [StoreModule]

  /// A backup in `folder`, which may not be there yet, of libraries with `modules`.
  public init(_ folder: String, modules: [StoreModule]) {
    self.folder = folder
    self.modules = modules
  }

  /// The copy of the library.
  public var path: String { folder + "/library.db" }
  /// The copies of its clips.
  public var store: ClipStore { ClipStore(folder + "/clips") }

  /// Copies `database` and the clips that it refers to here, in place of what was here.
  ///
  /// A damaged library is refused, and what was here stays. Clips that are here already are not copied again.
  public func write(
    _ database: Database, clips: ClipStore
  ) throws(StoreFailure) -> Clips {
    try database.check()
    try ClipStore.makeFolders(folder, permissions: 0o700)
    let partial = try LibraryBackup.begin(path)
    try database.copy(to: partial.partialPath)
    try Database(.file(partial.partialPath), modules: modules).check()
    try LibraryBackup.finish(partial)
    return try LibraryBackup.copy(
      AudioVersions(database).clips().map(\.key), from: clips, to: store)
  }

  /// Makes the library at `path` again: from what is here, or from what can still be read of it.
  ///
  /// No other program may use the library meanwhile.
  ///
  /// - Parameters:
  ///   - path: the library's file; it may be damaged, empty or missing
  ///   - modules: what is in it
  ///   - backup: where it is taken from; nil to save what can be read of the file
  /// - Returns: what was saved of each table, empty with a backup; and where the former file is now, nil if there was none
  /// - Throws: where the backup is damaged, or nothing can be written; the library is as it was then
  public static func rebuild(
    _ path: String, modules: [StoreModule], from backup: LibraryBackup?
  ) throws(StoreFailure) -> (saved: [SavedTable], formerPath: String?) {
    let partial = try begin(path)
    var saved: [SavedTable] = []
    let isThere = unsafe access(path, F_OK) == 0
    if let backup {
      guard unsafe access(backup.path, R_OK) == 0 else {
        throw StoreFailure(reading: backup.path, errno: errno)
      }
      let database = try Database(.file(backup.path), modules: modules)
      try database.check()
      try database.copy(to: partial.partialPath)
    } else {
      let database = try Database(.file(partial.partialPath), modules: modules)
      if isThere { saved = try database.take(remainsOf: path) }
    }
    try Database(.file(partial.partialPath), modules: modules).check()
    let former = isThere ? free(path) : nil
    if let former {
      for ending in ["", "-wal", "-shm"] {
        guard unsafe access(path + ending, F_OK) == 0 else { continue }
        try rename(path + ending, to: former + ending)
      }
    }
    try finish(partial)
    unsafe unlink(LibraryMark.path(path))
    _ = try Database(.file(path), modules: modules)
    return (saved, former)
  }

  /// Copies the clips of `keys` that are whole in `from` and not in `to`.
  public static func copy(
    _ keys: [ClipKey], from: ClipStore, to: ClipStore
  ) throws(StoreFailure) -> Clips {
    var clips = Clips()
    for key in keys {
      if case .whole = try to.condition(key) {
        clips.kept += 1
      } else if let clip = try from.clip(key) {
        clips.copied += 1
        clips.copiedByteCount += try to.put(clip, for: key).byteCount
      } else {
        clips.missing.append(key)
      }
    }
    return clips
  }

  // MARK: - Files

  /// Begins the database at `path`, which the user alone may read, as an empty file.
  private static func begin(_ path: String) throws(StoreFailure) -> PartialFile {
    do throws(SystemError) { return try PartialFile(path, permissions: 0o600) } catch {
      throw StoreFailure(writing: path, errno: error.errno)
    }
  }

  /// Gives a database its name; no connection has it open.
  private static func finish(_ partial: PartialFile) throws(StoreFailure) {
    partial.removeCompanions()
    do throws(SystemError) { try partial.finish(isSynced: true) } catch {
      throw StoreFailure(writing: partial.path, errno: error.errno)
    }
  }

  /// `path` with an ending that makes a free name: "….damaged-1".
  private static func free(_ path: String) -> String {
    var number = 1
    while unsafe access("\(path).damaged-\(number)", F_OK) == 0 { number += 1 }
    return "\(path).damaged-\(number)"
  }

  private static func rename(_ from: String, to path: String) throws(StoreFailure) {
    guard unsafe Glibc.rename(from, path) != 0 else { return }
    throw StoreFailure(writing: path, errno: errno)
  }
}
