import CMessageDigest

#if canImport(Glibc)
  import Glibc
#endif

/// SHA-256 (FIPS 180-4), by libmd.
package enum ContentDigest {
  /// Bytes of a digest.
  package static let byteCount = 32

  /// The digest of `data`.
  package static func bytes(of data: ArraySlice<UInt8>) -> [UInt8] {
    var context = SHA2_CTX()
    unsafe SHA256Init(&context)
    unsafe data.withUnsafeBytes { bytes in
      unsafe SHA256Update(
        &context, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
    }
    return finish(&context)
  }

  /// The digest of what `descriptor` can still give, in hexadecimal; nil if it cannot be read.
  package static func ofFile(_ descriptor: Int32) -> String? {
    var context = SHA2_CTX()
    unsafe SHA256Init(&context)
    var block = [UInt8](repeating: 0, count: 256 * 1024)
    while true {
      let count = unsafe read(descriptor, &block, block.count)
      if count == 0 { break }
      if count < 0 {
        guard errno == EINTR else { return nil }
        continue
      }
      unsafe SHA256Update(&context, block, count)
    }
    return hexadecimal(finish(&context))
  }

  private static func finish(_ context: inout SHA2_CTX) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: byteCount)
    unsafe SHA256Final(&digest, &context)
    return digest
  }

  /// `bytes` in small hexadecimal digits.
  package static func hexadecimal(_ bytes: [UInt8]) -> String {
    unsafe String(unsafeUninitializedCapacity: 2 * bytes.count) { digits in
      for (index, byte) in bytes.enumerated() {
        unsafe digits[2 * index] = digit(byte >> 4)
        unsafe digits[2 * index + 1] = digit(byte & 15)
      }
      return 2 * bytes.count
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
