import CueAudio
import CueSystem
import Glibc

/// Copies takes into another folder, for a backup or out of one.
///
/// No take is lost by it: one that is there already, under whatever number, is not copied again, and one that is there under
/// the same number but is another keeps its number; the new one gets the next that is free.
package struct TakeBackup: Equatable, Sendable {
  /// Takes that were copied.
  package private(set) var copied = 0
  /// Bytes of those.
  package private(set) var copiedByteCount = 0
  /// Takes that were there already.
  package private(set) var kept = 0
  /// Folders of takes that are being recorded now, and were left out.
  package private(set) var growing: [String] = []

  /// Nothing was copied.
  package init() {}

  /// Copies the takes of all scripts below the folder `source` to the folder `target`, which may not be there yet.
  ///
  /// - Throws: where a file cannot be read or written; takes that were copied before stay
  package static func copy(
    from source: String, to target: String
  ) throws(TakeFailure) -> TakeBackup {
    var backup = TakeBackup()
    for shelf in TakeShelf.all(in: source) {
      try backup.copy(shelf, to: TakeShelf(folder: "\(target)/\(shelf.name)"))
    }
    return backup
  }

  /// What makes two takes the same: when it began, and how much was recorded.
  private struct Identity: Hashable {
    let began: Int64
    let byteCounts: [Int]

    init(_ take: Take) {
      began = take.began
      byteCounts = Take.Track.allCases.map { FileCopy.byteCount(of: take.path(of: $0)) ?? -1 }
    }
  }

  private mutating func copy(_ shelf: TakeShelf, to other: TakeShelf) throws(TakeFailure) {
    var there: [Identity: Take] = [:]
    for take in other.takes() { there[Identity(take)] = take }
    // A take that can keep its number does; others get another one.
    let used = Set(other.takes().map(\.name))
    let takes = shelf.takes()
    for take in takes.filter({ !used.contains($0.name) })
      + takes.filter({ used.contains($0.name) })
    {
      guard !GrowingSoundFile.grows(take.path(of: .own)),
        !GrowingSoundFile.grows(take.path(of: .partner))
      else {
        growing.append(take.folder)
        continue
      }
      if var same = there[Identity(take)] {
        kept += 1
        // What is known of it may have changed, as which is the best.
        (same.scene, same.number) = (take.scene, take.number)
        let folder = same.folder
        same.folder = take.folder
        if same != take, let info = try? WholeFile.read(take.infoPath, limit: 16 << 20) {
          try FileCopy.write(info, to: folder + "/take.json")
        }
        continue
      }
      try copy(take, to: other)
    }
  }

  private mutating func copy(_ take: Take, to shelf: TakeShelf) throws(TakeFailure) {
    // It gets its name when it is whole.
    let partial = shelf.folder + "/.take.part"
    do throws(WholeFile.FolderError) {
      try WholeFile.makeFolder(shelf.folder, permissions: 0o700)
      if unsafe access(partial, F_OK) != 0 {
        try WholeFile.makeFolder(partial, permissions: 0o700)
      }
    } catch { throw .system(path: error.path, errno: error.system.errno) }
    for name in Folder.visibleNames(in: partial) { unsafe unlink("\(partial)/\(name)") }
    for name in Folder.visibleNames(in: take.folder) {
      copiedByteCount += try FileCopy.copy("\(take.folder)/\(name)", to: "\(partial)/\(name)")
    }
    var number = take.number
    func place() -> String { "\(shelf.folder)/scene-\(take.scene)-take-\(number)" }
    while unsafe access(place(), F_OK) == 0 { number += 1 }
    guard unsafe rename(partial, place()) == 0 else {
      throw .system(path: place(), errno: errno)
    }
    copied += 1
  }
}

/// Something that is wrong with a take.
package enum TakeFinding: Equatable, Sendable {
  /// A track is not there.
  case missing(path: String)
  /// A track cannot be read, or has less sound than it says.
  case damaged(path: String)
  /// What is known of it cannot be read.
  case unknown(path: String)
}

extension Take {
  /// What is wrong with it, reading all of its sound; nothing while it is being recorded.
  package func findings() -> [TakeFinding] {
    guard !GrowingSoundFile.grows(path(of: .own)), !GrowingSoundFile.grows(path(of: .partner))
    else { return [] }
    var findings: [TakeFinding] = []
    for track in Track.allCases {
      let path = path(of: track)
      guard let byteCount = FileCopy.byteCount(of: path) else {
        // The two are mixed when the take is over; one that was killed is without.
        if track != .mix { findings.append(.missing(path: path)) }
        continue
      }
      // A track in which nobody said anything is a header alone.
      guard byteCount > 44 || track == .mix else { continue }
      if !Take.isWhole(path) { findings.append(.damaged(path: path)) }
    }
    if unsafe access(infoPath, F_OK) == 0 {
      let bytes = try? WholeFile.read(infoPath, limit: 16 << 20)
      if bytes.flatMap({ try? LinedJSON(parsing: $0) }) == nil {
        findings.append(.unknown(path: infoPath))
      }
    }
    return findings
  }

  private static func isWhole(_ path: String) -> Bool {
    guard let reader = try? SoundFileReader(path: path) else { return false }
    do {
      while try reader.nextSound(atMost: 1 << 16) != nil {}
    } catch { return false }
    return reader.missingFrames == 0
  }
}

/// Copies a file.
private enum FileCopy {
  /// Bytes of the file at `path`; nil if there is none.
  static func byteCount(of path: String) -> Int? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return Int(status.st_size)
  }

  static func write(_ bytes: [UInt8], to path: String) throws(TakeFailure) {
    do throws(WholeFile.WriteError) {
      try WholeFile.write(bytes, to: path, permissions: 0o600, isSynced: true)
    } catch { throw .system(path: path, errno: error.system.errno) }
  }

  /// Copies the file at `path`; how many bytes it has.
  static func copy(_ path: String, to other: String) throws(TakeFailure) -> Int {
    let from = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard from >= 0 else { throw .system(path: path, errno: errno) }
    defer { close(from) }
    let to = unsafe open(other, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard to >= 0 else { throw .system(path: other, errno: errno) }
    defer { close(to) }
    var count = 0
    while true {
      let copied = sendfile(to, from, nil, 1 << 24)
      if copied < 0, errno == EINTR { continue }
      guard copied >= 0 else { throw .system(path: other, errno: errno) }
      if copied == 0 { break }
      count += copied
    }
    guard fsync(to) == 0 else { throw .system(path: other, errno: errno) }
    return count
  }
}
