import Glibc

/// Gives the streams of an Ogg file numbers that do not change from run to run.
///
/// libsndfile draws a stream's number by lot, so that two files of the same sound differ in every page. Pages are as in RFC 3533:
/// the number stands in bytes 14…17, and bytes 22…25 are the page's CRC-32 (polynomial 0x04C11DB7, most significant bit first,
/// begun with 0), for which they count as 0.
enum OggNumbers {
  /// Numbers the streams of the file in order, from 1; whether all of it is pages.
  static func settle(_ descriptor: Int32) -> Bool {
    var numbers: [[UInt8]: UInt8] = [:]
    var offset: off_t = 0
    var head = [UInt8](repeating: 0, count: 27 + 255)
    while true {
      let count = unsafe pread(descriptor, &head, head.count, offset)
      if count == 0 { return true }
      guard count >= 27, head.starts(with: "OggS".utf8), count >= 27 + Int(head[26]) else {
        return false
      }
      let size = 27 + Int(head[26]) + head[27..<27 + Int(head[26])].reduce(0) { $0 + Int($1) }
      var page = [UInt8](repeating: 0, count: size)
      guard unsafe pread(descriptor, &page, size, offset) == size else { return false }
      let drawn = Array(page[14..<18])
      let number = numbers[drawn] ?? UInt8(truncatingIfNeeded: numbers.count + 1)
      numbers[drawn] = number
      page.replaceSubrange(14..<18, with: [number, 0, 0, 0])
      page.replaceSubrange(22..<26, with: [0, 0, 0, 0])
      let sum = checksum(of: page)
      for index in 0..<4 { page[22 + index] = UInt8(truncatingIfNeeded: sum >> (8 * index)) }
      guard unsafe pwrite(descriptor, page, 27, offset) == 27 else { return false }
      offset += off_t(size)
    }
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte) << 24) { sum, _ in
      sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7
    }
  }

  private static func checksum(of page: [UInt8]) -> UInt32 {
    unsafe table.withUnsafeBufferPointer { table in
      page.reduce(UInt32(0)) { sum, byte in
        unsafe sum << 8 ^ table[Int((sum >> 24) ^ UInt32(byte))]
      }
    }
  }
}
