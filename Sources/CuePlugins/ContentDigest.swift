import CMessageDigest

#if canImport(Glibc)
  import Glibc
#endif

/// SHA-256 (FIPS 180-4), by libmd.
package enum ContentDigest {
  static let byteCount = 32

  package static func bytes(of data: ArraySlice<UInt8>) -> [UInt8] {
    var context = SHA2_CTX()
    unsafe SHA256Init(&context)
    unsafe data.withUnsafeBytes { bytes in
      unsafe SHA256Update(
        &context, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
    }
    return finish(&context)
  }

  /// The digest of what `descriptor` can still give, in hexadecimal; nothing where it cannot be read.
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

  package static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
