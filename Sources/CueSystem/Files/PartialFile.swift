import CSystem
import Glibc
import Synchronization

/// A file that gets its name when it is whole; until then it is a hidden one beside it.
///
/// The hidden one has a name that cannot be predicted, belongs to no other file, and is locked while it is written. One that is
/// not finished leaves no file; what a killed program left is removed by the next one that writes in the same folder.
/// If the name is a link, its target is replaced, and the link stays.
package final class PartialFile {
  /// What it is called when it is whole.
  package let path: String
  /// What it is called until then, for programs that write it by name.
  package let partialPath: String
  /// To read and write it by; closed by ``finish(isSynced:)`` and ``discard()``.
  package let descriptor: Int32
  private let permissions: UInt32
  private var isOpen = true

  private static let suffix = ".part"
  /// What SQLite and the library keep beside a partial file that is a database: endings of its name.
  private static let companions = ["-wal", "-shm", "-journal", ".id"]
  /// How many characters of chance are in a name: 64 bits.
  private static let chanceCount = 16
  private static let swept = Mutex<Set<String>>([])

  /// Begins the file at `path`; `permissions` are those of a new file, less what the process's mask forbids.
  ///
  /// Until it is finished the user may write to it whatever they are, so that what a killed program left can be locked and
  /// removed.
  package init(_ path: String, permissions: UInt32 = 0o666) throws(SystemError) {
    let path = try SystemPath.target(of: path)
    var status = stat()
    guard unsafe lstat(path, &status) != 0 || [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    else { throw SystemError(ESPIPE) }
    let (folder, name) = PartialFile.parts(path)
    PartialFile.sweep(folder)
    self.path = path
    self.permissions = permissions
    let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    while true {
      let partial = "\(folder).\(name.prefix(60)).\(PartialFile.chance())\(PartialFile.suffix)"
      let descriptor = unsafe open(partial, flags, permissions | 0o600)
      if descriptor < 0, errno == EEXIST { continue }
      guard descriptor >= 0 else { throw SystemError(errno) }
      // A program that sweeps abandoned files may have been faster; where there are no locks, none removes any.
      if cue_lock_byte(descriptor, 0) == EAGAIN || PartialFile.isGone(descriptor) {
        close(descriptor)
        unsafe unlink(partial)
        continue
      }
      self.descriptor = descriptor
      partialPath = partial
      return
    }
  }

  deinit { discard() }

  /// Appends `bytes`.
  package func append(_ bytes: [UInt8]) throws(SystemError) {
    let failure = Descriptor.write(bytes, to: descriptor)
    guard failure == 0 else { throw SystemError(failure) }
  }

  /// Gives the file its name, and so replaces one that had it; `isSynced`: only when its bytes have reached the disk.
  package func finish(isSynced: Bool = false) throws(SystemError) {
    precondition(isOpen, "the file is finished already")
    isOpen = false
    var failure: Int32 = 0
    if permissions & 0o600 != 0o600 { failure = restrict() }
    if failure == 0, isSynced, fsync(descriptor) != 0 { failure = errno }
    // It keeps its lock until it has its name.
    if failure == 0, unsafe rename(partialPath, path) != 0 { failure = errno }
    if close(descriptor) != 0, failure == 0 { failure = errno }
    guard failure != 0 else { return }
    unsafe unlink(partialPath)
    throw SystemError(failure)
  }

  /// Takes away what is not in its permissions; 0 or an `errno` value.
  private func restrict() -> Int32 {
    var state = stat()
    guard unsafe fstat(descriptor, &state) == 0,
      fchmod(descriptor, state.st_mode & permissions) == 0
    else { return errno }
    return 0
  }

  /// Removes the hidden file, unless it is finished.
  package func discard() {
    guard isOpen else { return }
    isOpen = false
    unsafe unlink(partialPath)
    removeCompanions()
    close(descriptor)
  }

  /// Removes what a database keeps beside its file.
  package func removeCompanions() { PartialFile.removeCompanions(partialPath) }

  private static func removeCompanions(_ path: String) {
    for ending in companions { unsafe unlink(path + ending) }
  }

  // MARK: - Names

  /// Letters that cannot be predicted.
  package static func chance() -> String {
    let number = UInt64.random(in: 0...UInt64.max)
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: chanceCount - digits.count) + digits
  }

  private static func parts(_ path: String) -> (folder: String, name: Substring) {
    let place = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    return (String(path[..<place]), path[place...])
  }

  /// Whether `name` is that of a partial file.
  package static func isPartial(_ name: String) -> Bool {
    guard name.hasPrefix("."), name.hasSuffix(suffix) else { return false }
    let chance = name.dropLast(suffix.count).split(separator: ".").last
    return chance?.utf8.count == chanceCount
      && chance?.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        == true
  }

  // MARK: - What others left

  /// Removes what programs left in `folder` that were killed, once for each folder.
  private static func sweep(_ folder: String) {
    guard swept.withLock({ $0.insert(folder).inserted }) else { return }
    for name in Folder.names(in: folder.isEmpty ? "." : folder)
    where isPartial(name) {
      removeAbandoned(folder + name)
    }
  }

  /// Removes the partial file at `path` if no program writes it any more; whether it did.
  @discardableResult
  package static func removeAbandoned(_ path: String) -> Bool {
    let descriptor = unsafe open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var (opened, named) = (stat(), stat())
    guard unsafe fstat(descriptor, &opened) == 0, opened.st_mode & S_IFMT == S_IFREG,
      cue_lock_byte(descriptor, 0) == 0, unsafe lstat(path, &named) == 0,
      named.st_ino == opened.st_ino, named.st_dev == opened.st_dev
    else { return false }
    removeCompanions(path)
    return unsafe unlink(path) == 0
  }

  private static func isGone(_ descriptor: Int32) -> Bool {
    var known = stat()
    return unsafe fstat(descriptor, &known) == 0 && known.st_nlink == 0
  }
}
