import CueModel
import CueSystem
import Glibc
import Synchronization

/// Keeps clips in a folder that programs, and machines, may share.
///
/// Each clip is a WAV file, `ab/abcdef….wav` under its key, that any program plays. It gets its name when it is whole: a
/// program that is killed leaves nothing under it. Nothing waits for the disk: a power failure may cost the last seconds, and
/// what it tears is found by length and checksum when it is read, and ignored.
///
/// Any thread. Nothing is made before something is put or claimed.
public final class ClipStore: SoundCache {
  /// How a clip is found.
  public enum Condition: Equatable, Sendable {
    /// There is no file under its name.
    case absent
    /// It is not what was put, and why: the end of a sentence that begins with its path.
    case damaged(ClipDamage)
    /// Every byte is as it was put.
    case whole(ClipEntry)
  }

  /// Clips are marked as used not more often than this, in seconds.
  static let touchSeconds = 1800

  /// Where it is, without a slash at its end.
  public let folder: String
  private let claims: ClipClaims
  /// Whether only the user can read the files.
  private let isPrivate: Bool
  /// The folders in which we have looked for what killed programs left.
  private let swept = Mutex<Set<Substring>>([])

  /// The clips in `folder`, which need not exist yet; with `isPrivate`, only the user can read new files.
  public init(_ folder: String, isPrivate: Bool = false) {
    self.folder = folder
    self.isPrivate = isPrivate
    claims = ClipClaims(folder + "/claims.lock")
  }

  /// Where the clip of `key` is, or would be.
  public func path(_ key: ClipKey) -> String {
    "\(folder)/\(key.hexadecimal.prefix(2))/\(key.hexadecimal).wav"
  }

  // Looking.

  /// What is known of a clip, from the end of its file; nil if it is not kept or is torn.
  public func entry(_ key: ClipKey) throws(StoreFailure) -> ClipEntry? {
    try read(key) { file throws(ClipDamage) in try file.end().entry } ?? nil
  }

  /// A clip of which every byte is as it was put; else nothing.
  public func clip(_ key: ClipKey) throws(StoreFailure) -> Clip? {
    try read(key) { file throws(ClipDamage) in try file.clip() } ?? nil
  }

  /// The clip of `entry`, of which every byte is as `entry` has it; else nothing.
  public func clip(_ entry: ClipEntry) throws(StoreFailure) -> Clip? {
    let found = try read(entry.key) { file throws(ClipDamage) in
      try file.end().entry == entry ? try file.clip() : nil
    }
    return (found ?? nil) ?? nil
  }

  /// The entry of a clip that is whole; the file of a damaged one is removed, so that the clip is made again.
  ///
  /// Nothing while somebody else makes it.
  public func wholeEntry(_ key: ClipKey) throws(StoreFailure) -> ClipEntry? {
    if case .whole(let entry) = try condition(key) { return entry }
    guard try claim(key) else { return nil }
    defer { release(key) }
    switch try condition(key) {
    case .whole(let entry): return entry
    case .absent: return nil
    case .damaged:
      let path = path(key)
      guard unsafe unlink(path) != 0, errno != ENOENT else { return nil }
      throw StoreFailure(.cannotRemove(path: path, errno: errno))
    }
  }

  /// Reads all of the clip of `key`, and says how it is.
  public func condition(_ key: ClipKey) throws(StoreFailure) -> Condition {
    var damage = ClipDamage.noEnd
    let found = try read(key, damage: { damage = $0 }) { file throws(ClipDamage) in
      _ = try file.clip()
      return try file.end().entry
    }
    guard let found else { return .absent }
    return found.map { .whole($0) } ?? .damaged(damage)
  }

  /// The result of `body` for the file of `key`; nil if there is no file, `.some(nil)` if it is damaged.
  private func read<Value>(
    _ key: ClipKey, damage: (ClipDamage) -> Void = { _ in },
    _ body: (borrowing OpenClip) throws(ClipDamage) -> Value
  ) throws(StoreFailure) -> Value?? {
    let path = path(key)
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw StoreFailure(reading: path, errno: errno)
    }
    let file = OpenClip(descriptor, key)
    do throws(ClipDamage) {
      let value = try body(file)
      file.touch()
      return .some(value)
    } catch {
      if file.failure != 0 { throw StoreFailure(reading: path, errno: file.failure) }
      damage(error)
      return .some(nil)
    }
  }

  // Making.

  /// The right to make a clip; nothing while any other thread, store or process has it.
  public func claim(_ key: ClipKey) throws(StoreFailure) -> Bool {
    try claims.claim(key) { () throws(StoreFailure) in
      try ClipStore.makeFolders(folder, permissions: folderPermissions)
    }
  }

  /// Gives back a claim.
  public func release(_ key: ClipKey) { claims.release(key) }

  /// Keeps `clip` under `key`; where a whole one is there already, that one stays, and its entry is answered.
  public func put(_ clip: Clip, for key: ClipKey) throws(StoreFailure) -> ClipEntry {
    if case .whole(let entry) = try condition(key) { return entry }
    let (head, after, end) = ClipFile.frame(clip, key)
    guard end.byteCount <= ClipFile.mostBytes else {
      throw StoreFailure(.clipTooLarge(path: path(key)))
    }
    try write([head, clip.sound.bytes, after], of: key, to: path(key))
    return end.entry
  }

  /// Writes a file of the clip of `key`, which appears at `path` when it is whole.
  func write(_ pieces: [[UInt8]], of key: ClipKey, to path: String) throws(StoreFailure) {
    sweep(key.hexadecimal.prefix(2))
    let partial =
      "\(folder)/\(key.hexadecimal.prefix(2))/\(key.hexadecimal)."
      + "\(PartialName.own(PartialFile.chance()))"
    let descriptor = try create(partial)
    var failure: Int32 = 0
    for bytes in pieces where failure == 0 {
      failure = Descriptor.write(bytes, to: descriptor)
    }
    if close(descriptor) != 0, failure == 0 { failure = errno }
    if failure == 0, unsafe rename(partial, path) != 0 { failure = errno }
    guard failure == 0 else {
      unsafe unlink(partial)
      throw StoreFailure(writing: path, errno: failure)
    }
  }

  private var folderPermissions: UInt32 { isPrivate ? 0o700 : 0o777 }

  private func create(_ path: String) throws(StoreFailure) -> Int32 {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let permissions: mode_t = isPrivate ? 0o600 : 0o666
    var descriptor = unsafe open(path, flags, permissions)
    if descriptor < 0, errno == ENOENT {
      try ClipStore.makeFolders(
        String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]),
        permissions: folderPermissions)
      descriptor = unsafe open(path, flags, permissions)
    }
    guard descriptor >= 0 else { throw StoreFailure(writing: path, errno: errno) }
    return descriptor
  }

  /// Removes what programs of this machine left among the clips that begin with `digits` when they were killed; once.
  private func sweep(_ digits: Substring) {
    guard swept.withLock({ $0.insert(digits).inserted }) else { return }
    let place = "\(folder)/\(digits)"
    for name in (try? ClipStore.names(place)) ?? [] where name.hasSuffix(PartialName.suffix) {
      if PartialName.isAbandoned(name) == true { unsafe unlink("\(place)/\(name)") }
    }
  }

  static func makeFolders(
    _ path: String, permissions: UInt32 = 0o777
  ) throws(StoreFailure) {
    do throws(WholeFile.FolderError) {
      try WholeFile.makeFolder(path, permissions: permissions)
    } catch {
      throw StoreFailure(writing: error.path, errno: error.system.errno)
    }
  }
}

/// A clip's file while it is read.
private struct OpenClip: ~Copyable {
  private let descriptor: Int32
  private let key: ClipKey
  private let byteCount: Int
  private let modified: Int
  /// Why it cannot be read; 0 if it can.
  let failure: Int32

  init(_ descriptor: Int32, _ key: ClipKey) {
    self.descriptor = descriptor
    self.key = key
    var known = stat()
    failure = unsafe fstat(descriptor, &known) == 0 ? 0 : errno
    byteCount = Int(known.st_size)
    modified = known.st_mtim.tv_sec
  }

  deinit { close(descriptor) }

  func end() throws(ClipDamage) -> ClipFile.End {
    guard byteCount >= ClipFile.headByteCount + 8 + ClipFile.endByteCount else {
      throw .tooShort(bytes: byteCount)
    }
    let bytes = try bytes(ClipFile.endByteCount, at: byteCount - ClipFile.endByteCount)
    return try ClipFile.end(bytes, key: key, fileByteCount: byteCount)
  }

  func clip() throws(ClipDamage) -> Clip {
    let end = try end()
    let head = try bytes(ClipFile.headByteCount, at: 0)
    let sound = try bytes(end.soundByteCount, at: head.count)
    let after = try bytes(byteCount - head.count - sound.count, at: head.count + sound.count)
    return try ClipFile.clip(end, head: head, sound: sound, after: after)
  }

  /// Marks it as used.
  func touch() {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    guard now.tv_sec - modified > ClipStore.touchSeconds else { return }
    // Somebody else's file is not marked, and is read all the same.
    _ = futimens(descriptor, nil)
  }

  private func bytes(_ count: Int, at offset: Int) throws(ClipDamage) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let read = unsafe pread(
          descriptor, buffer.baseAddress.map { unsafe $0 + filled }, count - filled,
          off_t(offset + filled))
        if read < 0, errno == EINTR { continue }
        if read < 0 { failure = errno }
        guard read > 0 else { break }
        filled += read
      }
    }
    guard failure == 0 else {
      throw .unreadable(errno: failure)
    }
    guard bytes.count == count else { throw .endsAfter(bytes: offset + bytes.count) }
    return bytes
  }
}

/// The names of files that become clips: they name the writer, so that those of dead processes can be recognized.
struct PartialName {
  static let suffix = ".partial"
  private static let own = ProcessMark.own.description.split(separator: " ").map(String.init)

  /// The end of a name of this process, with letters that cannot be predicted.
  static func own(_ chance: String) -> String {
    "\(own[0])-\(own[1])-\(own[2].prefix(8))-\(chance)\(suffix)"
  }

  /// Whether the process that writes `name` has ended; nil if it was on another machine.
  static func isAbandoned(_ name: String) -> Bool? {
    let parts = name.dropLast(suffix.count).split(separator: ".").last?.split(separator: "-")
    guard let parts, parts.count == 4, let number = Int32(parts[0]), parts[2] == own[2].prefix(8)
    else { return nil }
    guard let mark = ProcessMark(of: number) else { return true }
    return mark.description.split(separator: " ")[1] != parts[1]
  }
}
