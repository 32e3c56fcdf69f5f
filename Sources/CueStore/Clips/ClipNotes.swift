import CXXHash
import CueModel
import Glibc

/// What is noted of a clip lies in a file beside it, `ab/abcdef….words`, so that the clip itself never changes.
///
/// A magic, the checksum of the clip that it is about, the text, and a checksum of all before it. A note on other sound, and
/// one that is damaged, is ignored.
extension ClipStore {
  private static let magic: [UInt8] = Array("CueNote1".utf8)
  /// Longer notes are not read: no clip has that many words.
  private static let mostBytes = 16 << 20

  /// Where a note on the clip of `key` is, or would be.
  func path(_ kind: ClipNote, of key: ClipKey) -> String {
    "\(folder)/\(key.hexadecimal.prefix(2))/\(key.hexadecimal).\(kind.rawValue)"
  }

  /// What was noted of the clip of `entry`; nil if nothing was, or of other sound.
  public func note(_ kind: ClipNote, of entry: ClipEntry) throws(StoreFailure) -> String? {
    let path = path(kind, of: entry.key)
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw StoreFailure(reading: path, errno: errno)
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= ClipStore.mostBytes {
      let count = unsafe read(descriptor, &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw StoreFailure(reading: path, errno: errno) }
      guard count > 0 else { break }
      bytes += block[..<count]
    }
    let head = ClipStore.magic + Array(entry.checksum.utf8)
    guard bytes.count >= head.count + 16, bytes.starts(with: head),
      ClipStore.checksum(bytes[..<(bytes.count - 16)]).elementsEqual(bytes.suffix(16))
    else { return nil }
    return String(validating: bytes[head.count..<(bytes.count - 16)], as: UTF8.self)
  }

  /// Notes something of the clip of `entry`, in the place of what was noted before.
  public func keep(
    _ text: String, as kind: ClipNote, of entry: ClipEntry
  ) throws(StoreFailure) {
    let bytes = ClipStore.magic + Array(entry.checksum.utf8) + Array(text.utf8)
    try write(
      [bytes, ClipStore.checksum(bytes[...])], of: entry.key, to: path(kind, of: entry.key))
  }

  /// XXH3-128.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var checksum = [UInt8](repeating: 0, count: 16)
    unsafe bytes.withUnsafeBytes { bytes in
      let pieces = unsafe [cue_piece(bytes: bytes.baseAddress, count: bytes.count)]
      unsafe cue_xxh3_128(pieces, Int32(pieces.count), &checksum)
    }
    return checksum
  }
}
