import Glibc

/// The bytes of a file, little-endian, read on access.
///
/// Bytes beyond the end read as zero.
@safe final class FileBytes {
  private let bytes: UnsafeRawBufferPointer
  private let count: Int

  /// Nil if `path` is not a regular file that can be read, or is empty.
  init?(_ path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0
    else { return nil }
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard let start = unsafe mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0),
      unsafe start != MAP_FAILED
    else { return nil }
    count = Int(status.st_size)
    unsafe bytes = UnsafeRawBufferPointer(start: start, count: count)
  }

  deinit { unsafe munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress!), bytes.count) }

  private func integer<Value: FixedWidthInteger>(_ at: UInt64, _ type: Value.Type) -> Value? {
    guard let at = Int(exactly: at), at <= count - MemoryLayout<Value>.size else {
      return nil
    }
    return Value(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: at, as: Value.self))
  }

  func u8(_ at: UInt64) -> UInt8? { integer(at, UInt8.self) }
  func u16(_ at: UInt64) -> UInt16? { integer(at, UInt16.self) }
  func u32(_ at: UInt64) -> UInt32? { integer(at, UInt32.self) }
  func u64(_ at: UInt64) -> UInt64? { integer(at, UInt64.self) }

  /// The string that ends with a NUL.
  func string(_ at: UInt64) -> String? {
    guard let start = Int(exactly: at), start < count else { return nil }
    let rest = unsafe bytes[start...]
    guard let end = unsafe rest.firstIndex(of: 0) else { return nil }
    return unsafe String(decoding: bytes[start..<end], as: UTF8.self)
  }
}
