import CueStore
import CueSystem
import Glibc

extension StoryShelf {
  /// Reads every byte of all takes, and reports what is wrong; of one story where it is named, else of all and of the folder.
  ///
  /// - Returns: how many takes were read
  package func verify(
    _ named: StoryView? = nil, _ tell: (StoryFinding) throws -> Void
  ) throws -> Int {
    try recover()
    let views = try named.map { [$0] } ?? all()
    var count = 0
    for view in views {
      for fault in view.tree.faults {
        try tell(.tree(title: view.story.title, story: view.story.number, fault))
      }
      for take in view.takes {
        count += 1
        if let finding = try finding(take, of: view.story) { try tell(finding) }
      }
      for path in unknown(in: view) { try tell(.unknown(path: path)) }
    }
    guard named == nil else { return count }
    let known = Set(views.map(\.story.id) + ["lock"])
    for name in Folder.names(in: folder) where !known.contains(name) {
      // The folder of a story that was removed may be left, empty.
      let path = "\(folder)/\(name)"
      if Folder.names(in: path).contains(where: { !PartialFile.isPartial($0) }) || !isFolder(path) {
        try tell(.unknown(path: path))
      }
    }
    return count
  }

  private func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private func finding(
    _ take: StoredTake, of story: StoredStory
  ) throws(StoryFailure) -> StoryFinding? {
    let path = path(take.id, of: story.id)
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return .missing(path: path) }
    let size = TakeFiles.byteCount(
      frames: take.frames, take.format(rateHertz: story.rateHertz))
    guard status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) == size,
      try TakeFiles.digest(path) == take.digest
    else { return .changed(path: path) }
    return status.st_mode & 0o222 == 0 ? nil : .writable(path: path)
  }

  private func unknown(in view: StoryView) -> [String] {
    let known = Set(view.takes.map { $0.id + ".wav" })
    let folder = "\(folder)/\(view.story.id)"
    return Folder.names(in: folder)
      .filter { !known.contains($0) && !PartialFile.isPartial($0) && !TakeFiles.isPeaks($0) }
      .map { "\(folder)/\($0)" }
  }
}

/// What became of takes that were copied, for a backup or out of one.
package struct StoryCopies: Equatable, Sendable {
  /// Takes that were copied.
  package private(set) var copied = 0
  /// Takes that were there already.
  package private(set) var kept = 0
  /// Files of takes that are not there, or not what was recorded.
  package private(set) var missing: [String] = []

  /// Nothing was copied.
  package init() {}

  /// Copies the files of all takes in `stories` from the folder `source` to the folder `target`.
  package static func copy(
    _ stories: Stories, from source: String, to target: String
  ) throws -> StoryCopies {
    var copies = StoryCopies()
    for story in try stories.all() {
      for take in try stories.takes(of: story.number) {
        let name = "\(story.id)/\(take.id).wav"
        try copies.copy("\(source)/\(name)", to: "\(target)/\(name)", take.digest)
      }
    }
    return copies
  }

  private mutating func copy(
    _ path: String, to other: String, _ digest: String
  ) throws(StoryFailure) {
    if try TakeFiles.digest(other) == digest {
      kept += 1
      return
    }
    guard try TakeFiles.digest(path) == digest else {
      missing.append(path)
      return
    }
    let folder = String(other[..<(other.lastIndex(of: "/") ?? other.startIndex)])
    try TakeFiles.make(folder: folder)
    let bytes: [UInt8]
    do throws(WholeFile.ReadError) { bytes = try WholeFile.read(path, limit: 1 << 30) } catch {
      guard case .system(let system) = error else { throw .system(path: path, errno: EFBIG) }
      throw .system(path: path, errno: system.errno)
    }
    do throws(WholeFile.WriteError) {
      try WholeFile.write(bytes, to: other, permissions: 0o444, isSynced: true)
    } catch { throw .system(path: other, errno: error.system.errno) }
    try TakeFiles.sync(folder: folder)
    copied += 1
  }
}
