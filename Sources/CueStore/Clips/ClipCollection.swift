import CueModel
import CueSystem
import Glibc

/// What is in a folder of clips.
public struct ClipListing: Sendable, Equatable {
  /// A file that has the name of a clip.
  public struct File: Sendable, Equatable {
    /// The key that it is named by.
    public let key: ClipKey
    /// How long it is.
    public let byteCount: Int
    /// When it was last used or made, to half an hour, in seconds since the start of 1970, UTC.
    public let used: Int
  }

  /// By key.
  public var files: [File] = []
  /// Paths of files that were to become clips.
  public var partials: [String] = []
  /// Paths of what was noted of clips that are not there.
  public var orphans: [String] = []
  /// Paths of files that have no place there.
  public var strangers: [String] = []

  /// Bytes of all clips.
  public var byteCount: Int { files.reduce(0) { $0 + $1.byteCount } }
}

/// What became of clips when they were collected.
public struct ClipCollection: Sendable, Equatable {
  /// Removed clips that nothing referred to.
  public var unused: [ClipKey] = []
  /// Removed clips that something still refers to: they were used the longest ago, and there was too much.
  public var overLimit: [ClipKey] = []
  /// Bytes of those that are gone.
  public var removedByteCount = 0
  /// Files of programs that were stopped while they wrote, and that are gone.
  public var partials = 0
  /// Clips that stay.
  public var keptCount = 0
  /// Bytes of those that stay.
  public var keptByteCount = 0
}

extension ClipStore {
  /// For how long a clip stays after it was used that nothing refers to yet, in seconds.
  ///
  /// Longer than ``touchSeconds``: what a program has just found is not taken from it.
  static let graceSeconds = 3600

  /// All that is in the folder.
  public func list() throws(StoreFailure) -> ClipListing {
    var listing = ClipListing()
    for name in try ClipStore.names(folder) {
      let path = "\(folder)/\(name)"
      guard name != "claims.lock" else { continue }
      guard name.utf8.count == 2, ClipStore.isFolder(path) else {
        listing.strangers.append(path)
        continue
      }
      for file in try ClipStore.names(path) { add("\(path)/\(file)", file, name, to: &listing) }
    }
    listing.files.sort { $0.key < $1.key }
    let clips = Set(listing.files.map { path($0.key) })
    listing.orphans.removeAll { note in
      clips.contains(String(note[..<(note.lastIndex(of: ".") ?? note.endIndex)]) + ".wav")
    }
    return listing
  }

  private func add(
    _ path: String, _ name: String, _ first: String, to listing: inout ClipListing
  ) {
    if name.hasSuffix(PartialName.suffix) { return listing.partials.append(path) }
    if isNote(name, first) { return listing.orphans.append(path) }
    var known = stat()
    guard name.hasSuffix(".wav"), let key = ClipKey(hexadecimal: String(name.dropLast(4))),
      key.hexadecimal.hasPrefix(first), unsafe lstat(path, &known) == 0,
      known.st_mode & S_IFMT == S_IFREG
    else { return listing.strangers.append(path) }
    listing.files.append(
      ClipListing.File(
        key: key, byteCount: Int(known.st_size), used: known.st_mtim.tv_sec))
  }

  /// Whether a file has the name of a note on a clip whose key begins with `first`.
  private func isNote(_ name: String, _ first: String) -> Bool {
    guard let dot = name.lastIndex(of: "."),
      ClipNote(rawValue: String(name[dot...].dropFirst())) != nil
    else { return false }
    return name.hasPrefix(first) && ClipKey(hexadecimal: String(name[..<dot])) != nil
  }

  /// Removes what is not needed: clips that are not in `keeping` and were not used within the last hour, and files of programs
  /// that were stopped while they wrote.
  ///
  /// Then, where what stays is more than `mostBytes`, those that were used the longest ago, even if something refers to them. A
  /// clip that somebody makes at the moment stays. Files that are not Cue's stay.
  ///
  /// - Parameters:
  ///   - keeping: the clips that something refers to; nil if that is not known, so that all may be
  ///   - mostBytes: what may stay; nil for all of it
  ///   - isForced: whether those of the last hour go too; no other program may be at work then
  ///   - isTrial: whether nothing is removed, and only said what would be
  ///   - now: seconds since the start of 1970, UTC
  /// - Returns: what is gone and what stays
  /// - Throws: where the folder cannot be read, or something in it cannot be removed
  public func collect(
    keeping: Set<ClipKey>?, mostBytes: Int? = nil, isForced: Bool = false, isTrial: Bool = false,
    now: Int
  ) throws(StoreFailure) -> ClipCollection {
    let listing = try list()
    var collection = ClipCollection()
    for path in listing.partials where isAbandoned(path, now: now) {
      if !isTrial { try ClipStore.remove(path) }
      collection.partials += 1
    }
    if !isTrial { for path in listing.orphans { try ClipStore.remove(path) } }
    var kept: [ClipListing.File] = []
    for file in listing.files {
      let isDue = isForced || now - file.used > ClipStore.graceSeconds
      if let keeping, !keeping.contains(file.key), isDue, try remove(file, isTrial) {
        collection.unused.append(file.key)
        collection.removedByteCount += file.byteCount
      } else {
        kept.append(file)
      }
    }
    collection.keptCount = kept.count
    collection.keptByteCount = kept.reduce(0) { $0 + $1.byteCount }
    guard let mostBytes else { return collection }
    for file in kept.sorted(by: { ($0.used, $0.key) < ($1.used, $1.key) }) {
      guard collection.keptByteCount > mostBytes else { break }
      guard try remove(file, isTrial) else { continue }
      collection.overLimit.append(file.key)
      collection.keptCount -= 1
      collection.keptByteCount -= file.byteCount
      collection.removedByteCount += file.byteCount
    }
    return collection
  }

  /// `false` where somebody makes that clip.
  private func remove(_ file: ClipListing.File, _ isTrial: Bool) throws(StoreFailure) -> Bool {
    guard try claim(file.key) else { return false }
    defer { release(file.key) }
    guard !isTrial else { return true }
    for kind in ClipNote.allCases { try ClipStore.remove(path(kind, of: file.key)) }
    try ClipStore.remove(path(file.key))
    return true
  }

  private func isAbandoned(_ path: String, now: Int) -> Bool {
    if let isAbandoned = PartialName.isAbandoned(path) { return isAbandoned }
    var known = stat()
    return unsafe lstat(path, &known) == 0 && now - known.st_mtim.tv_sec > ClipStore.graceSeconds
  }

  private static func remove(_ path: String) throws(StoreFailure) {
    guard unsafe unlink(path) != 0, errno != ENOENT else { return }
    throw StoreFailure(.cannotRemove(path: path, errno: errno))
  }

  private static func isFolder(_ path: String) -> Bool {
    var known = stat()
    return unsafe lstat(path, &known) == 0 && known.st_mode & S_IFMT == S_IFDIR
  }

  /// The names in a folder, in order; none if there is no folder.
  static func names(_ path: String) throws(StoreFailure) -> [String] {
    do throws(SystemError) { return try Folder.list(path) } catch {
      if error.errno == ENOENT { return [] }
      throw StoreFailure(reading: path, errno: error.errno)
    }
  }
}
