import CueModel

/// Something that is wrong with the clips of a library.
public enum LibraryFinding: Equatable, Sendable {
  /// The file of a clip that items refer to is damaged.
  case damaged(path: String, ClipDamage)
  /// The file is a clip that nothing refers to, and is damaged.
  case damagedFile(path: String, ClipDamage)
  /// The clip is whole, but another than the one that was made.
  case other(path: String, found: ClipEntry, made: ClipEntry)
  /// A clip that items refer to is in none of the folders.
  case missing(path: String)
  /// The file is not a clip.
  case stranger(path: String)
  /// Nothing refers to this many whole clips of the library's own folder, while no job is at work.
  case unreferenced(folder: String, count: Int, bytes: Int)
}

/// Compares every byte of the clips with what the library says of them.
public struct LibraryCheck {
  /// What was looked at.
  public struct Counts: Equatable, Sendable {
    /// Clips that items refer to.
    public var clips = 0
    /// How large these are together.
    public var bytes = 0
    /// Files in the folders.
    public var files = 0
  }

  private let stores: [ClipStore]
  private let isAtWork: Bool
  private let versions: AudioVersions

  /// A check of the clips that `versions` refer to, in the folders where they may be, the library's own first.
  ///
  /// `isAtWork`: a program makes clips at the moment, to which something will refer soon.
  public init(_ stores: [ClipStore], _ versions: AudioVersions, isAtWork: Bool = false) {
    self.isAtWork = isAtWork
    self.stores = stores
    self.versions = versions
  }

  /// Looks at everything, and reports what is wrong.
  ///
  /// - Returns: what was looked at
  /// - Throws: a ``StoreFailure``, or what `tell` throws
  public func run(_ tell: (LibraryFinding) throws -> Void) throws -> Counts {
    var counts = Counts()
    let expected = try versions.clips()
    for clip in expected {
      counts.clips += 1
      counts.bytes += clip.byteCount
      try check(clip, tell)
    }
    let keys = Set(expected.map(\.key))
    for (place, store) in stores.enumerated() {
      var (count, bytes) = (0, 0)
      let listing = try store.list()
      counts.files += listing.files.count
      for file in listing.files where !keys.contains(file.key) {
        if case .damaged(let reason) = try store.condition(file.key) {
          try tell(.damagedFile(path: store.path(file.key), reason))
        } else {
          count += 1
          bytes += file.byteCount
        }
      }
      // What others share with us may be theirs.
      if place == 0, count > 0, !isAtWork {
        try tell(.unreferenced(folder: store.folder, count: count, bytes: bytes))
      }
      for stranger in listing.strangers { try tell(.stranger(path: stranger)) }
    }
    return counts
  }

  /// It has to be in one of the folders, whole and as it was made; a damaged one in any folder is reported too.
  private func check(_ clip: ClipEntry, _ tell: (LibraryFinding) throws -> Void) throws {
    var isThere = false
    for store in stores {
      switch try store.condition(clip.key) {
      case .absent: break
      case .damaged(let reason):
        isThere = true
        try tell(.damaged(path: store.path(clip.key), reason))
      case .whole(let found):
        isThere = true
        if found != clip {
          try tell(.other(path: store.path(clip.key), found: found, made: clip))
        }
      }
    }
    if !isThere { try tell(.missing(path: stores[0].path(clip.key))) }
  }
}
