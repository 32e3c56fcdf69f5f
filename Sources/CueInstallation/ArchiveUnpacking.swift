import CArchive
import CueSystem
import Glibc

/// Why an archive was not unpacked.
package enum ArchiveFailure: Error, Equatable, Sendable {
  /// libarchive is not installed.
  case noLibrary
  /// It is not an archive, or damaged from some file on.
  case damaged
  /// A file's name leads out of the folder, or cannot be a name.
  case badName(String)
  /// A file is a link.
  case link(String)
  /// A file is a device or another thing that no model has.
  case special(String)
  /// A file needs a password.
  case encrypted(String)
  /// There are more files than any model has.
  case tooManyFiles(most: Int)
  /// Unpacked it would be larger than the limit, in bytes.
  case tooLarge(most: Int)
  /// There is no room on the disk of `folder`.
  case noRoom(folder: String, free: Int)
  /// The file system refused.
  case unwritable(path: String, SystemError)
  /// The user stopped it.
  case cancelled
}

/// Unpacks archives that nobody vouches for: ZIP, and tar in gzip, bzip2 or xz.
package struct ArchiveUnpacking: Sendable {
  /// How much is put up with.
  package struct Limits: Sendable {
    /// Files and folders.
    package var mostFiles = 10_000
    /// How many times larger than the archive its files may be, beyond ``allowance``; models shrink by a tenth.
    package var mostGrowth = 20
    /// Bytes that any archive may have.
    package var allowance = 64 << 20
    /// Bytes in all, whatever the archive.
    package var mostBytes = 16 << 30
    /// Bytes that stay free on the disk.
    package var reserve = 16 << 20

    /// The usual ones.
    package init() {}
  }

  private let limits: Limits
  private let room: @Sendable (String) -> Int?

  /// `room`: the bytes that are free in a folder; nil if that is not known.
  package init(
    limits: Limits = Limits(),
    room: @escaping @Sendable (String) -> Int? = { FileTree.room(in: $0) }
  ) {
    self.limits = limits
    self.room = room
  }

  /// Whether a file of that name is taken for an archive.
  package static func isArchive(_ name: String) -> Bool {
    let name = name.lowercased()
    return [".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz", ".zip"].contains {
      name.hasSuffix($0)
    }
  }

  /// Unpacks the file at `path` into `folder`, which exists and is empty.
  ///
  /// One bad name, link or file beyond the limits is the end of it; what is in the folder then is the caller's to remove.
  package func unpack(
    _ path: String, into folder: String, isCancelled: () -> Bool = { false }
  ) throws(ArchiveFailure) {
    guard cue_archive_is_there() != 0 else { throw .noLibrary }
    let descriptor: Int32
    do throws(SystemError) { descriptor = try UserFile.open(path) } catch {
      throw .unwritable(path: path, error)
    }
    defer { close(descriptor) }
    var known = stat()
    unsafe fstat(descriptor, &known)
    guard let archive = unsafe cue_archive_open_file(descriptor) else { throw .damaged }
    defer { unsafe cue_archive_close(archive) }
    let growth = Int(known.st_size).multipliedReportingOverflow(by: limits.mostGrowth)
    let most = min(
      limits.mostBytes, growth.overflow ? limits.mostBytes : growth.partialValue + limits.allowance)
    var files = 0
    var bytes = 0
    while let pointer = unsafe cue_archive_next(archive) {
      let name = unsafe String(cString: pointer)
      files += 1
      guard files <= limits.mostFiles else { throw .tooManyFiles(most: limits.mostFiles) }
      let parts = try ArchiveUnpacking.parts(of: name)
      switch Int(unsafe cue_archive_kind(archive)) {
      case CUE_ARCHIVE_FILE: break
      case CUE_ARCHIVE_FOLDER: continue
      case CUE_ARCHIVE_LINK: throw .link(name)
      case CUE_ARCHIVE_ENCRYPTED: throw .encrypted(name)
      default: throw .special(name)
      }
      guard !parts.isEmpty else { throw .badName(name) }
      let target = ([folder] + parts).joined(separator: "/")
      do throws(WholeFile.FolderError) {
        try WholeFile.makeFolder(([folder] + parts.dropLast()).joined(separator: "/"))
      } catch { throw .unwritable(path: error.path, error.system) }
      unsafe try write(
        archive, to: target, in: folder, most: most, bytes: &bytes, isCancelled: isCancelled)
    }
    if unsafe cue_archive_is_damaged(archive) != 0 { throw .damaged }
  }

  /// The parts of a name that stays in its folder.
  static func parts(of name: String) throws(ArchiveFailure) -> [String] {
    let isClean = name.unicodeScalars.allSatisfy {
      $0.value >= 0x20 && $0.value != 0x7F && $0 != "\\"
    }
    guard !name.isEmpty, isClean, name.utf8.count <= 1024, !name.hasPrefix("/") else {
      throw .badName(name)
    }
    let parts = name.split(separator: "/").map(String.init).filter { $0 != "." }
    guard !parts.contains(".."), parts.allSatisfy({ $0.utf8.count <= 255 }) else {
      throw .badName(name)
    }
    return parts
  }

  private func write(
    _ archive: OpaquePointer, to path: String, in folder: String, most: Int, bytes: inout Int,
    isCancelled: () -> Bool
  ) throws(ArchiveFailure) {
    // A name that occurs twice would otherwise be written through.
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard file >= 0 else {
      throw errno == EEXIST ? .badName(path) : .unwritable(path: path, SystemError(errno))
    }
    defer { close(file) }
    var block = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      if isCancelled() { throw .cancelled }
      let count = unsafe block.withUnsafeMutableBufferPointer { buffer in
        unsafe Int(cue_archive_read(archive, buffer.baseAddress, buffer.count))
      }
      guard count >= 0 else { throw .damaged }
      guard count > 0 else { return }
      bytes += count
      guard bytes <= most else { throw .tooLarge(most: most) }
      if let free = room(folder), free < count + limits.reserve {
        throw .noRoom(folder: folder, free: free)
      }
      let failure = Descriptor.write(block[..<count], to: file)
      guard failure == 0 else {
        throw failure == ENOSPC || failure == EDQUOT
          ? .noRoom(folder: folder, free: 0) : .unwritable(path: path, SystemError(failure))
      }
    }
  }
}
